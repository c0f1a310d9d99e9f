//! 5.1, 5.25: which leader is activated next.

use crate::command::leaders::leaders_in;
use crate::command::line_command::CommandChoice;
use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::rules::IN_ENEMY_ZONE;
use crate::engine::state::{Readiness, State};
use crate::model::order_of_battle::{ForceId, LeaderId};
use diadem_books::GBA;
use diadem_core::{Camp, Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const NOT_ACTIVATED: Rule = rule!(GBA, "5.0");
pub(crate) const ONCE_A_TURN: Rule = rule!(GBA, "5.13");
pub(crate) const ACTIVATION: Rule = rule!(GBA, "5.12");
pub(crate) const FINISHED: Rule = rule!(GBA, "5.15");

/// Who may go now (5.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Due {
    /// The lowest initiative among those who may go.
    initiative: u8,
    /// Whether each camp has a leader of it.
    camps: [bool; 2],
    /// 5.25: whether these are leaders who waited in an enemy zone of control and are out of it.
    waited: bool,
}

/// One leader's orders phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tenure {
    /// Who gives the orders.
    pub leader: LeaderId,
    /// How he came by them.
    pub kind: TenureKind,
    /// How many orders phases he has had in succession this turn, this one included (5.14).
    pub nth: u8,
    /// 4.34: whether his first orders phase was a line command, so that a later one may be.
    pub line_before: bool,
    /// 4.35: whether he used his overall commander for a line command.
    pub through_overall: bool,
    /// 5.45: whether he trumped and still has to do something.
    pub must_act: bool,
    /// Whether he fought in person in this orders phase (5.31).
    pub fought: bool,
}

/// How a leader came by an orders phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TenureKind {
    /// In his turn, or by a trump.
    Initial,
    /// By momentum.
    Momentum,
    /// By elite initiative (5.51).
    Elite,
    /// By the die roll of doom (5.33).
    Reactivated,
}

/// 3.A: the next leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Activation;

impl Procedure for Activation {
    fn asked(&self, rules: &Hexes, state: &State) -> Option<Asked> {
        let force = rules.ask(state, |position| position.next_to_activate())?;
        Some(Asked::turn(rules.force(force).seat, Question::Activation, ACTIVATION))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        for leader in position.candidates() {
            into.push(Action::Activate(leader));
            into.push(Action::Pass(leader));
            if position.may_wait(leader).is_ok() {
                into.push(Action::Wait(leader));
            }
        }
        let may_trump = |leader: &LeaderId| position.may_trump_now(*leader).is_ok();
        into.extend(position.rules.leaders().filter(may_trump).map(Action::Trump));
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Activate(leader) | Action::Pass(leader) => position.is_due(leader),
            Action::Wait(leader) => {
                position.is_due(leader)?;
                position.may_wait(leader)
            }
            Action::Trump(leader) => position.may_trump_now(leader),
            _ => {
                let words = "No orders are given before a leader is activated.";
                Err(Illegal::by(NOT_ACTIVATED, words))
            }
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Activate(leader) => resolver.activate_due(leader),
            Action::Pass(leader) => resolver.pass(leader),
            Action::Wait(leader) => resolver.wait(leader),
            Action::Trump(leader) => resolver.trump(leader),
            _ => {}
        }
    }

    /// Ties are rolled for (5.12). When nobody is left to activate, whoever still waits is finished (5.25),
    /// and the turn ends (5.27).
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let Some(due) = resolver.position().due() else {
            for leader in resolver.rules.leaders() {
                if resolver.state.leader(leader).readiness == Readiness::Waiting {
                    resolver.finish_leader(leader, IN_ENEMY_ZONE);
                }
            }
            resolver.begin_rout_phase();
            return true;
        };
        if resolver.position().first_among(due).is_none() {
            resolver.roll_for_tie(due.initiative);
        }
        false
    }
}

impl Position<'_> {
    /// The force whose turn it is to activate: of a camp with two, the first that has a leader to go (5.12).
    pub(crate) fn next_to_activate(&self) -> Option<ForceId> {
        let due = self.due()?;
        let camp = self.first_among(due).unwrap_or(Camp::First);
        self.rules.forces_of(camp).find(|&force| {
            let mut leaders = leaders_in(self.rules.leaders_of(force));
            leaders.any(|leader| self.is_among(due, leader))
        })
    }

    /// Whether a leader is one of those who may go now.
    fn is_among(&self, due: Due, leader: LeaderId) -> bool {
        self.is_ready(leader, due.waited) && self.initiative(leader) == Some(due.initiative)
    }

    /// 5.25: whoever waited and is out of the enemy's reach comes before all others.
    fn due(&self) -> Option<Due> {
        self.lowest(true).or_else(|| self.lowest(false))
    }

    /// The lowest initiative among those who may go, and who has leaders of it.
    fn lowest(&self, waited: bool) -> Option<Due> {
        let mut lowest: Option<Due> = None;
        for leader in self.rules.leaders() {
            let Some(initiative) = self.initiative(leader) else { continue };
            if !self.is_ready(leader, waited) {
                continue;
            }
            let due = lowest.get_or_insert(Due { initiative, camps: [false; 2], waited });
            if initiative < due.initiative {
                *due = Due { initiative, camps: [false; 2], waited };
            }
            if initiative == due.initiative {
                due.camps[self.rules.camp_of(leader).index()] = true;
            }
        }
        lowest
    }

    fn is_ready(&self, leader: LeaderId, waited: bool) -> bool {
        let now = self.state.leader(leader);
        now.at.is_some()
            && match now.readiness {
                Readiness::Inactive => !waited,
                Readiness::Waiting => waited && !self.is_leader_in_zone(leader),
                Readiness::Finished => false,
            }
    }

    /// Whose leader goes first: in a tie the camp that is not Macedonian, afterwards each in turn; nothing
    /// where it must be rolled for (5.12).
    fn first_among(&self, due: Due) -> Option<Camp> {
        match due.camps {
            [true, false] => return Some(Camp::First),
            [false, true] => return Some(Camp::Second),
            _ => {}
        }
        if let Some(next) = self.state.next_of(due.initiative) {
            return Some(next);
        }
        let are_macedonian = Camp::BOTH.map(|camp| self.rules.list(camp).macedonian);
        match are_macedonian {
            [true, false] => Some(Camp::Second),
            [false, true] => Some(Camp::First),
            _ => None,
        }
    }

    /// The leaders of the force whose turn it is who may go now; nobody while that must be rolled for.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = LeaderId> + '_ {
        let due = self.due().filter(|&due| self.first_among(due).is_some());
        let force = due.and_then(|_| self.next_to_activate());
        self.rules.leaders().filter(move |&leader| {
            due.is_some_and(|due| {
                Some(self.rules.force_of_leader(leader)) == force && self.is_among(due, leader)
            })
        })
    }

    /// 5.25: whether he may stay inactive in the enemy zone of control that he is in.
    pub(super) fn may_wait(&self, leader: LeaderId) -> Result<(), Illegal> {
        if self.is_leader_in_zone(leader) && !self.is_overall(leader) {
            return Ok(());
        }
        let words =
            "Only a leader in an enemy zone of control, and not the overall commander, waits.";
        Err(Illegal::by(IN_ENEMY_ZONE, words))
    }

    /// 5.25: who has waited and is out of the enemy's reach is activated before any other of his force.
    pub(crate) fn may_go_before_those_who_waited(&self, leader: LeaderId) -> Result<(), Illegal> {
        let force = self.rules.force_of_leader(leader);
        let has_waited = |other: LeaderId| {
            other != leader
                && self.rules.force_of_leader(other) == force
                && self.is_ready(other, true)
        };
        if !self.rules.leaders().any(has_waited) || self.is_ready(leader, true) {
            return Ok(());
        }
        let words = "A leader who has waited among the enemy is activated before any other.";
        Err(Illegal::by(IN_ENEMY_ZONE, words))
    }

    /// 5.41: only against the usual order; who has waited for his turn must have it (5.25).
    pub(crate) fn may_trump_now(&self, leader: LeaderId) -> Result<(), Illegal> {
        let Some(due) = self.due() else {
            return Err(Illegal::by(ACTIVATION, "Nobody is left to activate."));
        };
        if due.waited {
            let words = "A leader who has waited among the enemy is activated before any other.";
            return Err(Illegal::by(IN_ENEMY_ZONE, words));
        }
        if Some(self.rules.force_of_leader(leader)) != self.next_to_activate() {
            return Err(Illegal::by(
                crate::command::trump::TRUMP,
                "He is not one of your leaders.",
            ));
        }
        self.may_trump(leader, due.initiative + 1)
    }

    fn is_due(&self, leader: LeaderId) -> Result<(), Illegal> {
        if self.candidates().any(|candidate| candidate == leader) {
            return Ok(());
        }
        if self.initiative(leader).is_none() {
            let words = "A contingent commander has no initiative, and no turn of his own.";
            return Err(Illegal::by(crate::command::contingent::NO_INITIATIVE, words));
        }
        let now = self.state.leader(leader);
        if now.at.is_none() {
            return Err(Illegal::by(ACTIVATION, "He is not on the map."));
        }
        if now.readiness == Readiness::Finished {
            return Err(Illegal::by(ONCE_A_TURN, "He has had his turn."));
        }
        if now.readiness == Readiness::Waiting && self.is_leader_in_zone(leader) {
            let words = "He waits until he is out of the enemy's zones of control.";
            return Err(Illegal::by(IN_ENEMY_ZONE, words));
        }
        self.may_go_before_those_who_waited(leader)?;
        Err(Illegal::by(ACTIVATION, "The leader with the lowest initiative goes first."))
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 5.12: the higher roll goes first; equal rolls are rolled again.
    fn roll_for_tie(&mut self, initiative: u8) {
        // Scripted dice that have run out would show the same for ever.
        const PATIENCE: usize = 50;
        for left in (0..PATIENCE).rev() {
            let (first, second) = (self.roll(), self.roll());
            if first.raw == second.raw && left > 0 {
                continue;
            }
            let winner = if first.raw > second.raw { Camp::First } else { Camp::Second };
            self.tell(Event::TieRoll(first, second, winner));
            self.state.set_next_of(initiative, winner);
            return;
        }
    }

    /// The leader who is due has the command.
    pub(crate) fn activate_due(&mut self, leader: LeaderId) {
        self.take_turn(leader);
        self.activate(leader, TenureKind::Initial, ACTIVATION);
    }

    /// 5.15: the leader who is due is not used.
    pub(crate) fn pass(&mut self, leader: LeaderId) {
        self.take_turn(leader);
        self.finish_leader(leader, FINISHED);
    }

    /// 5.25: the leader who is due stays inactive.
    pub(crate) fn wait(&mut self, leader: LeaderId) {
        self.take_turn(leader);
        self.state.leader_mut(leader).readiness = Readiness::Waiting;
        self.tell(Event::Waits(leader));
    }

    /// 5.12: among leaders of one initiative the camps take turns.
    fn take_turn(&mut self, leader: LeaderId) {
        let initiative = self.position().initiative(leader).unwrap_or(0);
        self.state.set_next_of(initiative, self.rules.camp_of(leader).other());
    }

    /// A leader has the command, by this rule.
    pub(crate) fn activate(&mut self, leader: LeaderId, kind: TenureKind, rule: Rule) {
        self.tell(Event::Activated(leader, rule));
        self.show_arrangement(leader);
        if self.state.leader(leader).readiness == Readiness::Waiting {
            self.state.leader_mut(leader).readiness = Readiness::Inactive;
            self.lose_momentum(leader, IN_ENEMY_ZONE);
        }
        // 5.52: an elite phase is one of his three.
        let had_elite_phase = self.state.leader(leader).elite_phase;
        self.begin(CommandChoice(Tenure {
            leader,
            kind,
            nth: 1 + u8::from(had_elite_phase && kind == TenureKind::Initial),
            line_before: false,
            through_overall: false,
            must_act: false,
            fought: false,
        }));
    }

    /// A leader may not use momentum this turn, by this rule.
    pub(crate) fn lose_momentum(&mut self, leader: LeaderId, rule: Rule) {
        if !std::mem::replace(&mut self.state.leader_mut(leader).no_momentum, true) {
            self.tell(Event::NoMomentum(leader, rule));
        }
    }

    /// A leader can do no more this turn (5.15).
    pub(crate) fn finish_leader(&mut self, leader: LeaderId, rule: Rule) {
        let now = self.state.leader_mut(leader);
        let was = std::mem::replace(&mut now.readiness, Readiness::Finished);
        if was != Readiness::Finished && now.at.is_some() {
            self.tell(Event::Finished(leader, rule));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::battle::{BattleFixture, BattleInPlay, hex};
    use crate::model::hex::Vertex;
    use crate::model::order_of_battle::Role;
    use crate::model::types::Kind;

    /// Two armies of subordinates with these initiatives, each in a hex of his own.
    fn leaders(first: &[u8], second: &[u8]) -> BattleFixture {
        let mut fixture = BattleFixture::new();
        for (camp, ratings, column) in [(Camp::First, first, 2), (Camp::Second, second, 28)] {
            for (at, &rating) in ratings.iter().enumerate() {
                let place = format!("{column:02}{:02}", 2 * at + 2);
                fixture.leader(camp, Role::Subordinate, rating, &place);
            }
        }
        fixture
    }

    /// The order in which leaders come up when each is passed over.
    fn order(mut play: BattleInPlay) -> Vec<usize> {
        let mut order = Vec::new();
        while play.state.turn == 1 {
            let Some(&Action::Activate(leader)) = play.listed().first() else { break };
            order.push(leader.index());
            play.act(Action::Pass(leader), &[]);
        }
        order
    }

    #[test]
    fn gba_5_13_at_the_granicus_memnon_comes_before_philotas() {
        // Memnon 5, Omares 3, Arsites 2; Alexander 7, Philotas 5.
        assert_eq!(order(leaders(&[5, 3, 2], &[7, 5]).begin(&[])), [2, 1, 0, 4, 3]);
    }

    #[test]
    fn gba_5_12_equals_take_turns() {
        assert_eq!(order(leaders(&[5, 5, 5], &[5, 5, 2]).begin(&[])), [5, 0, 3, 1, 4, 2]);
    }

    #[test]
    fn gba_5_12_without_a_macedonian_ties_are_rolled_for() {
        let mut fixture = leaders(&[4, 6], &[4, 6]);
        fixture.battle.armies[1].macedonian = false;
        let mut play = fixture.begin(&[5, 5, 2, 8]);
        assert_eq!(play.state.next_of(4), Some(Camp::Second));
        play.act(Action::Pass(LeaderId::new(2)), &[]);
        // The next rating is a tie of its own.
        let told = play.act(Action::Pass(LeaderId::new(0)), &[7, 3]);
        assert!(matches!(told.last(), Some(Event::TieRoll(_, _, Camp::First))));
        assert_eq!(play.listed()[0], Action::Activate(LeaderId::new(1)));
    }

    #[test]
    fn gba_5_12_nobody_else_goes_before_the_lowest() {
        let play = leaders(&[2, 3], &[7]).begin(&[]);
        assert_eq!(play.refused(Action::Activate(LeaderId::new(1))), "5.12");
        assert_eq!(play.refused(Action::Wait(LeaderId::new(0))), "5.25");
    }

    /// A leader of the second army among the enemy, another of his own, and one enemy leader.
    fn surrounded() -> (BattleInPlay, LeaderId, LeaderId, LeaderId) {
        let mut fixture = BattleFixture::new();
        let caught = fixture.leader(Camp::Second, Role::Subordinate, 3, "1110");
        let other = fixture.leader(Camp::Second, Role::Subordinate, 5, "2020");
        let enemy = fixture.leader(Camp::First, Role::Subordinate, 4, "0202");
        fixture.unit(Camp::Second, Kind::LightInfantry, "1110", Vertex::West);
        fixture.unit(Camp::First, Kind::LightInfantry, "1010", Vertex::East);
        (fixture.begin(&[]), caught, other, enemy)
    }

    #[test]
    fn gba_5_25_who_waits_among_the_enemy_is_first_when_he_is_out_and_has_no_momentum() {
        let (mut play, caught, other, enemy) = surrounded();
        assert_eq!(play.act(Action::Wait(caught), &[]), [Event::Waits(caught)]);
        assert_eq!(play.listed()[0], Action::Activate(enemy));
        play.act(Action::Pass(enemy), &[]);
        assert_eq!(play.listed()[0], Action::Activate(other));
        play.state.leader_mut(caught).at = Some(hex("1510"));
        assert_eq!(play.listed(), [Action::Activate(caught), Action::Pass(caught)]);
        assert_eq!(play.refused(Action::Trump(other)), "5.25");
        let told = play.act(Action::Activate(caught), &[]);
        assert!(told.contains(&Event::NoMomentum(caught, IN_ENEMY_ZONE)));
    }

    #[test]
    fn gba_5_25_who_still_waits_when_all_others_are_finished_is_finished() {
        let (mut play, caught, other, enemy) = surrounded();
        play.act(Action::Wait(caught), &[]);
        play.act(Action::Pass(enemy), &[]);
        let told = play.act(Action::Pass(other), &[]);
        assert!(told.contains(&Event::Finished(caught, IN_ENEMY_ZONE)));
        assert_eq!(play.state.turn, 2);
    }

    #[test]
    fn gba_4_24_a_leader_activated_among_the_enemy_gives_no_orders() {
        let (mut play, caught, ..) = surrounded();
        let told = play.act(Action::Activate(caught), &[]);
        assert_eq!(told, [Event::Activated(caught, ACTIVATION)]);
        // 7.33: those in his range may attack; they do not.
        let told = play.act(Action::Done, &[]);
        assert_eq!(told, [Event::Finished(caught, crate::command::momentum::MOMENTUM)]);
    }
}
