//! 5.3: momentum and the die roll of doom.

use crate::command::activation::{FINISHED, Tenure, TenureKind};
use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Readiness, State};
use crate::model::hex::Hexside;
use crate::model::order_of_battle::{ForceId, LeaderId, UnitId, UnitSet};
use crate::movement::leader_withdrawal::LeaderWithdrawal;
use crate::movement::orderly_withdrawal::Withdrawal;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const MOMENTUM: Rule = rule!(GBA, "5.31");
pub(crate) const MOMENTUM_ROLL: Rule = rule!(GBA, "5.32");
pub(crate) const DOOM: Rule = rule!(GBA, "5.33");
pub(crate) const MOMENTUM_AT_ONCE: Rule = rule!(GBA, "5.34");
pub(crate) const AFTER_ORDERS: Rule = rule!(GBA, "5.27");
pub(crate) const THREE_AT_MOST: Rule = rule!(GBA, "5.14");

/// The figure of the die that brings doom.
const NINE: u8 = 9;

/// How far a crisis of faith throws units back.
const CRISIS_HEXES: u8 = 2;

/// 3.C: the leader may try for momentum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Momentum(
    /// Whose orders phase it was.
    pub Tenure,
);

impl Procedure for Momentum {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(
            rules.seat_of_leader(self.0.leader),
            Question::Momentum(self.0.leader),
            MOMENTUM,
        ))
    }

    fn list(&self, _: &Position<'_>, into: &mut Vec<Action>) {
        into.extend([Action::Momentum, Action::Done]);
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Momentum => position.may_try_momentum(self.0),
            Action::Done => Ok(()),
            _ => {
                let words = "He tries for momentum, or the next leader is activated.";
                Err(Illegal::by(AFTER_ORDERS, words))
            }
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Momentum => resolver.try_momentum(self.0),
            _ => resolver.decline_momentum(self.0),
        }
    }

    /// Without a chance of momentum the leader is finished (5.15), except after an elite phase (5.52).
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let Err(why) = resolver.position().may_try_momentum(self.0) else { return false };
        resolver.finish();
        if self.0.kind != TenureKind::Elite {
            resolver.finish_leader(self.0.leader, why.rule);
        }
        true
    }
}

/// 5.33: a leader of this force, finished or not, may be activated again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reactivation(
    /// Whose leader.
    pub ForceId,
);

impl Procedure for Reactivation {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(rules.force(self.0).seat, Question::Reactivation, DOOM))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        let may = |leader: &LeaderId| position.may_reactivate(self.0, *leader).is_ok();
        into.extend(position.rules.leaders().filter(may).map(Action::Activate));
        into.push(Action::Done);
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Activate(leader) => position.may_reactivate(self.0, leader),
            Action::Done => Ok(()),
            _ => Err(Illegal::by(DOOM, "A leader may be activated now, finished or not.")),
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Activate(leader) => resolver.reactivate(leader),
            _ => resolver.pass_reactivation_on(self.0),
        }
    }

    /// 5.33: nobody need be there to be activated.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let position = resolver.position();
        if resolver.rules.leaders().any(|leader| position.may_reactivate(self.0, leader).is_ok()) {
            return false;
        }
        resolver.pass_reactivation_on(self.0);
        true
    }
}

/// 5.33: the units of a crisis of faith withdraw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Crisis {
    /// Whose crisis.
    pub leader: LeaderId,
    /// Those that still have to withdraw.
    pub units: UnitSet,
}

impl Procedure for Crisis {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(rules.seat_of_leader(self.leader), Question::Crisis(self.leader), DOOM))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.extend(position.rearmost(&self.units).map(Action::Next));
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        if position.rearmost(&self.units).any(|unit| action == Action::Next(unit)) {
            return Ok(());
        }
        Err(Illegal::by(DOOM, "The units farthest back withdraw first."))
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        if let Action::Next(unit) = action {
            resolver.fall_back(self.leader, self.units, unit);
        }
    }

    /// Whoever has routed meanwhile is left out; at the end the leader may have been left alone.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        // 11.72: at double depth the one in front takes the other along.
        let falls_back = |&unit: &UnitId| {
            let now = resolver.state.unit(unit);
            now.is_steady() && now.behind.is_none()
        };
        let steady: UnitSet = self.units.iter().filter(falls_back).collect();
        if steady != self.units {
            resolver.instead(Crisis { units: steady, ..*self });
            return true;
        }
        if !self.units.is_empty() {
            return false;
        }
        resolver.finish();
        if resolver.position().is_left_to_the_enemy(self.leader) {
            resolver.kill_leader(self.leader, crate::command::leaders::LEADERS_WITHDRAW);
        }
        true
    }
}

impl Position<'_> {
    /// Whether the leader may try for another orders phase (5.31).
    pub(crate) fn may_try_momentum(&self, tenure: Tenure) -> Result<(), Illegal> {
        let now = self.state.leader(tenure.leader);
        let refuse = |rule, words| Err(Illegal::by(rule, words));
        match () {
            () if now.at.is_none() => refuse(MOMENTUM, "He has fallen."),
            () if self.initiative(tenure.leader).is_none() => refuse(
                crate::command::contingent::NO_MOMENTUM,
                "A contingent commander has no momentum.",
            ),
            () if tenure.kind == TenureKind::Elite => {
                let words = "An elite phase is not continued by momentum.";
                refuse(crate::command::elite::AFTER_ELITE, words)
            }
            () if tenure.kind == TenureKind::Reactivated => {
                refuse(MOMENTUM_AT_ONCE, "Who was activated again may not use momentum.")
            }
            () if now.readiness == Readiness::Finished => refuse(MOMENTUM, "He is finished."),
            () if tenure.nth >= 3 => {
                refuse(THREE_AT_MOST, "He has given orders three times in succession.")
            }
            () if now.no_momentum => refuse(MOMENTUM, "He may not use momentum this turn."),
            () if tenure.through_overall => {
                let words = "He used the overall commander for his line command.";
                refuse(crate::command::line_command::NO_MOMENTUM_AFTER_HELP, words)
            }
            () if tenure.fought => refuse(MOMENTUM, "He has fought in person."),
            () if self.is_leader_in_zone(tenure.leader) => {
                refuse(MOMENTUM, "He is in an enemy zone of control.")
            }
            () => Ok(()),
        }
    }

    /// 5.33: the leaders that a force may activate, finished or not.
    fn may_reactivate(&self, force: ForceId, leader: LeaderId) -> Result<(), Illegal> {
        let is_on_map = self.state.leader(leader).at.is_some();
        if self.rules.force_of_leader(leader) == force
            && is_on_map
            && self.initiative(leader).is_some()
        {
            return Ok(());
        }
        Err(Illegal::by(DOOM, "Any leader of yours with an initiative may be activated."))
    }

    /// 5.33: the units whom a leader's despair takes along.
    fn in_crisis(&self, leader: LeaderId) -> UnitSet {
        let units = self.rules.units_under(leader);
        self.with_reach(leader, self.half_range(leader), |in_range| {
            let is_in_it = |unit: &UnitId| self.state.unit(*unit).is_steady() && in_range(*unit);
            units.iter().filter(is_in_it).collect()
        })
    }

    /// 5.33, reading: those farthest back withdraw first, so that they are in nobody's way.
    fn rearmost(&self, units: &UnitSet) -> impl Iterator<Item = UnitId> + use<'_> {
        let behind = |unit: UnitId| {
            let edge = self.rules.list(self.rules.camp(unit)).retreat_edge;
            let hexes = self.hexes(unit).into_iter();
            hexes.map(|hex| self.rules.field().edge_distance(hex, edge)).min()
        };
        let least = units.iter().map(behind).min();
        units.iter().filter(move |&unit| Some(behind(unit)) == least)
    }

    /// 5.33, reading: 4.62 holds for a leader who could not withdraw and is alone beside an enemy.
    fn is_left_to_the_enemy(&self, leader: LeaderId) -> bool {
        let (camp, field) = (self.rules.camp_of(leader), self.rules.field());
        self.is_alone(leader)
            && self.state.leader(leader).at.is_some_and(|hex| {
                let around = Hexside::ALL.into_iter().filter_map(|side| field.beyond(hex, side));
                let mut enemies = around.filter_map(|at| self.enemy_at(camp, at));
                enemies.any(|enemy| !self.state.unit(enemy).routed)
            })
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 5.32: a roll against his initiative.
    pub(crate) fn try_momentum(&mut self, tenure: Tenure) {
        let leader = tenure.leader;
        let rating = self.position().initiative(leader).unwrap_or(0);
        let roll = self.roll();
        let is_doom = roll.raw == NINE;
        let success = roll.raw <= rating && !is_doom;
        self.tell(Event::Rolled { leader, rating, roll, success, rule: MOMENTUM_ROLL });
        if success {
            self.open_momentum_trump(Tenure {
                kind: TenureKind::Momentum,
                nth: tenure.nth + 1,
                must_act: false,
                fought: false,
                ..tenure
            });
            return;
        }
        self.finish();
        self.finish_leader(leader, FINISHED);
        if is_doom {
            self.roll_doom(leader);
        }
    }

    /// His orders phases are over.
    pub(crate) fn decline_momentum(&mut self, tenure: Tenure) {
        self.finish();
        self.finish_leader(tenure.leader, FINISHED);
    }

    /// 5.33: a nine is rolled again.
    fn roll_doom(&mut self, leader: LeaderId) {
        let roll = self.roll();
        let again = roll.raw;
        self.tell(Event::Doom(leader, roll));
        match again {
            0 | 1 => self.offer_reactivation(leader),
            NINE => self.begin_crisis(leader),
            _ => {}
        }
    }

    /// 5.33: the enemy may activate a leader; of two forces the first is asked first.
    fn offer_reactivation(&mut self, leader: LeaderId) {
        let enemy = self.rules.camp_of(leader).other();
        let first = self.rules.forces_of(enemy).next();
        if let Some(force) = first {
            self.begin(Reactivation(force));
        }
    }

    /// A force activates nobody: its ally may, if it has one.
    fn pass_reactivation_on(&mut self, force: ForceId) {
        self.finish();
        let next = self.rules.forces_of(self.rules.force(force).camp).find(|&ally| ally > force);
        if let Some(ally) = next {
            self.begin(Reactivation(ally));
        }
    }

    /// 5.33: the opponent activates a leader; one who was finished may not use momentum.
    pub(crate) fn reactivate(&mut self, leader: LeaderId) {
        self.finish();
        let now = self.state.leader_mut(leader);
        let kind = if now.readiness == Readiness::Finished {
            // He is finished again when this orders phase ends.
            now.readiness = Readiness::Inactive;
            TenureKind::Reactivated
        } else {
            TenureKind::Initial
        };
        self.activate(leader, kind, DOOM);
    }

    /// 5.33: a crisis of faith. He goes first, since nobody is in his way, and his units follow.
    fn begin_crisis(&mut self, leader: LeaderId) {
        let units = self.position().in_crisis(leader);
        self.begin(Crisis { leader, units });
        if let Some(hex) = self.state.leader(leader).at {
            self.begin(LeaderWithdrawal {
                leader,
                before: hex,
                left: CRISIS_HEXES,
                gone: 0,
                homewards: true,
                came_from: None,
            });
        }
    }

    /// 5.33: a unit withdraws two hexes towards its retreat edge, or is eliminated.
    pub(crate) fn fall_back(&mut self, leader: LeaderId, mut units: UnitSet, unit: UnitId) {
        units.remove(unit);
        self.instead(Crisis { leader, units });
        let Some(hex) = self.state.unit(unit).hex() else { return };
        // 11.82: it cannot move.
        if self.rules.is_set_up_to_fire(self.state, unit) {
            self.eliminate(unit, crate::missiles::artillery::MODES);
            return;
        }
        self.tell(Event::Withdraws(unit, DOOM));
        self.begin(Withdrawal {
            unit,
            before: hex,
            left: CRISIS_HEXES,
            hexes: true,
            owed: CRISIS_HEXES,
            homewards: true,
            gone: 0,
            may_fire_at: None,
            in_line: false,
            riders: 0,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::steps::Step;
    use crate::fixtures::battle::{BattleFixture, BattleInPlay};
    use crate::model::hex::Vertex;
    use crate::model::order_of_battle::Role;
    use crate::model::types::Kind;
    use diadem_core::Camp;

    /// One leader of each army; the first has given his orders.
    fn play() -> (BattleInPlay, LeaderId, LeaderId) {
        let mut fixture = BattleFixture::new();
        let one = fixture.leader(Camp::First, Role::Subordinate, 4, "1010");
        let other = fixture.leader(Camp::Second, Role::Subordinate, 4, "2810");
        for at in ["1010", "1210", "0910", "1810"] {
            fixture.unit(Camp::First, Kind::LightInfantry, at, Vertex::East);
        }
        let mut play = fixture.begin(&[]);
        play.act(Action::Activate(one), &[]);
        play.act(Action::Individual, &[]);
        play.act(Action::Done, &[]);
        (play, one, other)
    }

    #[test]
    fn gba_5_14_three_times_in_succession_at_most() {
        let (mut play, one, _) = play();
        for _ in 0..2 {
            play.act(Action::Momentum, &[4]);
            play.act(Action::Individual, &[]);
            play.act(Action::Done, &[]);
        }
        assert_eq!(play.state.leader(one).readiness, Readiness::Finished);
    }

    #[test]
    fn gba_5_32_a_higher_roll_finishes_him() {
        let (mut play, one, _) = play();
        let told = play.act(Action::Momentum, &[5]);
        assert_eq!(told.last(), Some(&Event::Finished(one, FINISHED)));
    }

    #[test]
    fn gba_5_33_the_enemy_activates_anybody() {
        let (mut play, one, other) = play();
        play.state.leader_mut(other).readiness = Readiness::Finished;
        play.act(Action::Momentum, &[9, 1]);
        assert_eq!(play.listed(), [Action::Activate(other), Action::Done]);
        let told = play.act(Action::Activate(other), &[]);
        assert_eq!(told, [Event::Activated(other, DOOM)]);
        play.act(Action::Individual, &[]);
        // 5.34: no momentum, and the turn is over.
        let told = play.act(Action::Done, &[]);
        assert_eq!(told[0], Event::Finished(other, MOMENTUM_AT_ONCE));
        assert_eq!(play.state.turn, 2);
        assert_eq!(play.state.leader(one).readiness, Readiness::Inactive);
    }

    #[test]
    fn gba_5_33_in_a_crisis_those_farthest_back_fall_back_first() {
        let (mut play, one, _) = play();
        assert_eq!(play.rules.list(Camp::First).retreat_edge, crate::model::field::Edge::Left);
        play.act(Action::Momentum, &[9, 9]);
        // He goes himself first.
        play.act(Action::Back(Hexside::NorthWest), &[]);
        play.act(Action::Back(Hexside::SouthWest), &[]);
        // Half his range of 6; the unit in 1810 is too far away.
        let units: UnitSet = [0, 1, 2].map(UnitId::new).into_iter().collect();
        assert_eq!(play.state.step(), Step::Crisis(Crisis { leader: one, units }));
        assert_eq!(play.listed(), [Action::Next(UnitId::new(2))]);
        assert_eq!(play.refused(Action::Next(UnitId::new(0))), "5.33");
    }

    #[test]
    fn gba_5_33_two_to_eight_does_nothing_more() {
        let (mut play, one, other) = play();
        let told = play.act(Action::Momentum, &[9, 2]);
        assert!(told.contains(&Event::Finished(one, FINISHED)));
        assert!(matches!(told.last(), Some(Event::Doom(leader, _)) if *leader == one));
        assert_eq!(play.listed()[0], Action::Activate(other));
    }
}
