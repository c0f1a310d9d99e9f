//! 5.4: trumps.

use crate::command::activation::{Activation, FINISHED, Tenure, TenureKind};
use crate::command::line_command::CommandChoice;
use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Readiness, State};
use crate::engine::steps::Step;
use crate::model::order_of_battle::{ForceId, LeaderId};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const FINISHED_LEADERS: Rule = rule!(GBA, "4.25");
pub(crate) const INACTIVE_LEADERS: Rule = rule!(GBA, "5.11");
pub(crate) const TRUMP: Rule = rule!(GBA, "5.41");
pub(crate) const COUNTER_TRUMP: Rule = rule!(GBA, "5.42");
pub(crate) const ONE_ATTEMPT: Rule = rule!(GBA, "5.43");
pub(crate) const BYPASSED: Rule = rule!(GBA, "5.44");
pub(crate) const MUST_ACT: Rule = rule!(GBA, "5.45");
pub(crate) const TRUMP_FROM_ZONE: Rule = rule!(GBA, "5.46");

/// 5.41: a trump of this force has failed: a leader who was due is activated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FailedTrump(
    /// Whose trump.
    pub ForceId,
);

impl Procedure for FailedTrump {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(rules.force(self.0).seat, Question::Activation, TRUMP))
    }

    /// 5.41: after a trump that failed, one of those who were due is activated.
    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        for leader in position.candidates() {
            into.push(Action::Activate(leader));
            if position.may_wait(leader).is_ok() {
                into.push(Action::Wait(leader));
            }
        }
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Activate(_) | Action::Wait(_) => Activation.check(position, action),
            _ => {
                let words = "The trump has failed: the leader whose turn it was is activated.";
                Err(Illegal::by(TRUMP, words))
            }
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        match action {
            Action::Activate(leader) => resolver.activate_due(leader),
            Action::Wait(leader) => resolver.wait(leader),
            _ => {}
        }
    }

    /// 5.41: after a trump that failed, a leader who was due takes his turn.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        if resolver.position().candidates().next().is_some() {
            return false;
        }
        resolver.finish();
        true
    }
}

/// 5.42: the other side may trump the trump of `leader`, who would go before `instead_of`. Its forces are asked in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrumpTheTrump {
    /// Who trumped.
    pub leader: LeaderId,
    /// Whose turn it would have been.
    pub instead_of: LeaderId,
    /// How many of the enemy's forces have let it pass.
    pub declined: u8,
}

impl Procedure for TrumpTheTrump {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        let seat = rules.force(rules.countering_force(self.leader, self.declined)?).seat;
        Some(Asked::window(seat, Question::TrumpTheTrump(self.leader), COUNTER_TRUMP))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        position.list_counter_trump(self.leader, self.declined, into);
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        position.check_counter_trump(self.leader, self.declined, action)
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Trump(leader) => resolver.trump_the_trump(leader, self.leader),
            _ => resolver.instead(TrumpTheTrump { declined: self.declined + 1, ..*self }),
        }
    }

    /// 5.42: when nobody can trump the trump, it stands.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let Some(force) = resolver.rules.countering_force(self.leader, self.declined) else {
            resolver.let_trump_stand(self.leader);
            return true;
        };
        if resolver.position().countering(self.leader, force).next().is_some() {
            return false;
        }
        resolver.instead(TrumpTheTrump { declined: self.declined + 1, ..*self });
        true
    }
}

/// 5.42: the other side may trump a momentum that was gained.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MomentumTrump {
    /// The orders phase that it brings.
    pub tenure: Tenure,
    /// How many of the enemy's forces have let it pass.
    pub declined: u8,
}

impl Procedure for MomentumTrump {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        let leader = self.tenure.leader;
        let seat = rules.force(rules.countering_force(leader, self.declined)?).seat;
        Some(Asked::window(seat, Question::MomentumTrump(leader), COUNTER_TRUMP))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        position.list_counter_trump(self.tenure.leader, self.declined, into);
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        position.check_counter_trump(self.tenure.leader, self.declined, action)
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Trump(leader) => resolver.trump_momentum(leader, self.tenure),
            _ => resolver.instead(MomentumTrump { declined: self.declined + 1, ..*self }),
        }
    }

    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let leader = self.tenure.leader;
        let Some(force) = resolver.rules.countering_force(leader, self.declined) else {
            resolver.let_momentum_stand(self.tenure);
            return true;
        };
        if resolver.position().countering(leader, force).next().is_some() {
            return false;
        }
        resolver.instead(MomentumTrump { declined: self.declined + 1, ..*self });
        true
    }
}

impl Hexes {
    /// 5.42: the force of the enemy that may trump this leader next, after so many have declined.
    fn countering_force(&self, trumped: LeaderId, declined: u8) -> Option<ForceId> {
        self.forces_of(self.camp_of(trumped).other()).nth(usize::from(declined))
    }
}

impl Position<'_> {
    /// Whether a leader may try to trump, with at least that initiative.
    pub(crate) fn may_trump(&self, leader: LeaderId, at_least: u8) -> Result<(), Illegal> {
        let now = self.state.leader(leader);
        let initiative = self.initiative(leader);
        match () {
            () if now.at.is_none() => Err(Illegal::by(TRUMP, "He is not on the map.")),
            () if now.readiness == Readiness::Finished => {
                Err(Illegal::by(INACTIVE_LEADERS, "Only an inactive leader trumps."))
            }
            () if initiative.is_none_or(|initiative| initiative < at_least) => {
                Err(Illegal::by(TRUMP, "His initiative is too low to trump here."))
            }
            () if !self.could_act(leader) => {
                let rule = if self.is_leader_in_zone(leader) { TRUMP_FROM_ZONE } else { MUST_ACT };
                Err(Illegal::by(rule, "Who trumps must act, and he could do nothing."))
            }
            () => Ok(()),
        }
    }

    /// 5.42: whether a leader may try to trump this one, who trumped or gained momentum.
    fn may_counter(&self, leader: LeaderId, trumped: LeaderId) -> Result<(), Illegal> {
        if self.rules.camp_of(leader) == self.rules.camp_of(trumped) {
            return Err(Illegal::by(COUNTER_TRUMP, "He is not one of your leaders."));
        }
        if self.state.leader(leader).readiness == Readiness::Finished {
            return Err(Illegal::by(FINISHED_LEADERS, "He is finished and gives no more orders."));
        }
        self.may_go_before_those_who_waited(leader)?;
        self.may_trump(leader, self.initiative(trumped).unwrap_or(0))
    }

    /// The leaders of a force who may.
    fn countering(&self, trumped: LeaderId, force: ForceId) -> impl Iterator<Item = LeaderId> + '_ {
        let own = self.rules.leaders().filter(move |&one| self.rules.force_of_leader(one) == force);
        own.filter(move |&leader| self.may_counter(leader, trumped).is_ok())
    }

    pub(crate) fn list_counter_trump(
        &self,
        trumped: LeaderId,
        declined: u8,
        into: &mut Vec<Action>,
    ) {
        let force = self.rules.countering_force(trumped, declined);
        into.extend(
            force.into_iter().flat_map(|force| self.countering(trumped, force)).map(Action::Trump),
        );
        into.push(Action::Done);
    }

    pub(crate) fn check_counter_trump(
        &self,
        trumped: LeaderId,
        declined: u8,
        action: Action,
    ) -> Result<(), Illegal> {
        let asked = self.rules.countering_force(trumped, declined);
        match action {
            Action::Trump(leader) if Some(self.rules.force_of_leader(leader)) != asked => {
                Err(Illegal::by(COUNTER_TRUMP, "He is not one of your leaders."))
            }
            Action::Trump(leader) => self.may_counter(leader, trumped),
            Action::Done => Ok(()),
            _ => Err(Illegal::by(ONE_ATTEMPT, "One trump may be tried now, or none.")),
        }
    }

    /// 5.45: whether a leader could have a unit do something.
    fn could_act(&self, leader: LeaderId) -> bool {
        self.may_give_orders(leader).is_ok() && self.could_order_a_unit(leader)
            || self.could_precipitate_shock(leader)
    }

    /// Whether some unit in his range could attack an enemy in its zone of control (7.33).
    pub(crate) fn could_precipitate_shock(&self, leader: LeaderId) -> bool {
        !self.engageable(leader).is_empty()
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 5.41: instead of the leader who is due, another tries to come in.
    pub(crate) fn trump(&mut self, leader: LeaderId) {
        let due = self.position().candidates().next();
        if !self.trump_succeeds(leader, TRUMP) {
            self.begin(FailedTrump(self.rules.force_of_leader(leader)));
            return;
        }
        let instead_of = due.unwrap_or(leader);
        self.begin(TrumpTheTrump { leader, instead_of, declined: 0 });
        self.open_window(leader);
    }

    /// Rolls for a trump; who fails is finished (5.44).
    fn trump_succeeds(&mut self, leader: LeaderId, rule: Rule) -> bool {
        let rating = self.position().initiative(leader).unwrap_or(0);
        let roll = self.roll();
        let success = roll.raw <= rating;
        self.tell(Event::Rolled { leader, rating, roll, success, rule });
        if !success {
            self.finish_leader(leader, BYPASSED);
        }
        success
    }

    /// The other side is given its chance, if it has one.
    fn open_window(&mut self, trumped: LeaderId) {
        let position = self.position();
        let mut enemies = self.rules.forces_of(self.rules.camp_of(trumped).other());
        if enemies.any(|force| position.countering(trumped, force).next().is_some()) {
            drop(enemies);
            self.answered();
        }
    }

    /// The trump stands: the leader is activated.
    pub(crate) fn let_trump_stand(&mut self, leader: LeaderId) {
        self.finish();
        self.come_in(leader, TRUMP);
    }

    /// 5.42: a trump is trumped, or is not.
    pub(crate) fn trump_the_trump(&mut self, leader: LeaderId, trumped: LeaderId) {
        if self.trump_succeeds(leader, COUNTER_TRUMP) {
            self.finish();
            self.finish_leader(trumped, FINISHED);
            self.come_in(leader, COUNTER_TRUMP);
        } else {
            self.let_trump_stand(trumped);
        }
    }

    /// A leader comes in by a trump: others are bypassed (5.44), and he must act (5.45).
    fn come_in(&mut self, leader: LeaderId, rule: Rule) {
        let rating = self.position().initiative(leader).unwrap_or(0);
        for other in self.rules.leaders() {
            let now = self.state.leader(other);
            let is_inactive = now.at.is_some() && now.readiness != Readiness::Finished;
            let is_passed = self.position().initiative(other).is_some_and(|other| other <= rating);
            if other != leader && is_inactive && is_passed {
                self.lose_momentum(other, BYPASSED);
            }
        }
        self.activate(leader, TenureKind::Initial, rule);
        if let Some(Step::Command(CommandChoice(tenure))) = self.state.steps.last_mut() {
            tenure.must_act = true;
        }
    }

    /// 5.42: a leader has gained momentum; the other side may trump it.
    pub(crate) fn open_momentum_trump(&mut self, tenure: Tenure) {
        self.instead(MomentumTrump { tenure, declined: 0 });
        self.open_window(tenure.leader);
    }

    /// The momentum is not trumped: another orders phase begins.
    pub(crate) fn let_momentum_stand(&mut self, tenure: Tenure) {
        self.instead(CommandChoice(tenure));
        self.tell(Event::Activated(tenure.leader, crate::command::momentum::MOMENTUM_ROLL));
    }

    /// 5.42: a momentum is trumped, or is not.
    pub(crate) fn trump_momentum(&mut self, leader: LeaderId, tenure: Tenure) {
        if self.trump_succeeds(leader, COUNTER_TRUMP) {
            self.finish();
            self.finish_leader(tenure.leader, FINISHED);
            self.come_in(leader, COUNTER_TRUMP);
        } else {
            self.let_momentum_stand(tenure);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::battle::{BattleFixture, BattleInPlay};
    use crate::model::hex::Vertex;
    use crate::model::order_of_battle::{Role, UnitId};
    use crate::model::types::Kind;
    use diadem_core::Camp;

    /// Omares 3 and Memnon 5; Craterus 5 and Alexander 7, who are Macedonian; each with a unit to order.
    fn play() -> (BattleInPlay, [LeaderId; 4]) {
        let mut fixture = BattleFixture::new();
        let mut leader = |camp, rating, at, unit| {
            fixture.unit(camp, Kind::LightInfantry, unit, Vertex::East);
            fixture.leader(camp, Role::Subordinate, rating, at)
        };
        let omares = leader(Camp::First, 3, "0202", "0203");
        let memnon = leader(Camp::First, 5, "0206", "0207");
        let craterus = leader(Camp::Second, 5, "2802", "2803");
        let alexander = leader(Camp::Second, 7, "2806", "2807");
        (fixture.begin(&[]), [omares, memnon, craterus, alexander])
    }

    #[test]
    fn gba_5_41_who_fails_is_finished_and_who_was_due_is_activated() {
        let (mut play, [omares, memnon, ..]) = play();
        let told = play.act(Action::Trump(memnon), &[6]);
        assert_eq!(told.last(), Some(&Event::Finished(memnon, BYPASSED)));
        assert_eq!(play.listed(), [Action::Activate(omares)]);
        assert_eq!(play.refused(Action::Pass(omares)), "5.41");
        play.act(Action::Activate(omares), &[]);
        assert!(matches!(play.state.step(), Step::Command(choice) if choice.0.leader == omares));
    }

    #[test]
    fn gba_5_41_who_succeeds_bypasses_all_of_no_higher_initiative() {
        let (mut play, [omares, memnon, craterus, alexander]) = play();
        play.act(Action::Trump(memnon), &[5]);
        assert_eq!(
            play.listed(),
            [Action::Trump(craterus), Action::Trump(alexander), Action::Done]
        );
        let told = play.act(Action::Done, &[]);
        assert_eq!(
            told,
            [
                Event::NoMomentum(omares, BYPASSED),
                Event::NoMomentum(craterus, BYPASSED),
                Event::Activated(memnon, TRUMP),
            ]
        );
        // 5.45: he must order somebody.
        play.act(Action::Individual, &[]);
        assert_eq!(play.refused(Action::Done), "5.45");
        play.act(Action::Order(UnitId::new(1)), &[]);
        play.act(Action::Done, &[]);
        assert!(play.listed().contains(&Action::Done));
    }

    #[test]
    fn gba_5_42_a_trump_is_trumped() {
        let (mut play, [omares, memnon, craterus, alexander]) = play();
        play.act(Action::Trump(memnon), &[0]);
        let told = play.act(Action::Trump(alexander), &[7]);
        assert_eq!(
            told[1..],
            [
                Event::Finished(memnon, FINISHED),
                Event::NoMomentum(omares, BYPASSED),
                Event::NoMomentum(craterus, BYPASSED),
                Event::Activated(alexander, COUNTER_TRUMP),
            ]
        );
    }

    #[test]
    fn gba_5_42_a_failed_answer_lets_the_trump_stand() {
        let (mut play, [_, memnon, craterus, _]) = play();
        play.act(Action::Trump(memnon), &[0]);
        let told = play.act(Action::Trump(craterus), &[6]);
        assert_eq!(told[1], Event::Finished(craterus, BYPASSED));
        assert_eq!(told.last(), Some(&Event::Activated(memnon, TRUMP)));
    }

    #[test]
    fn gba_5_42_momentum_is_trumped() {
        let (mut play, [omares, memnon, craterus, alexander]) = play();
        play.act(Action::Activate(omares), &[]);
        play.act(Action::Individual, &[]);
        play.act(Action::Done, &[]);
        play.act(Action::Momentum, &[3]);
        assert_eq!(play.refused(Action::Trump(memnon)), "5.42");
        let told = play.act(Action::Trump(alexander), &[1]);
        assert!(told.contains(&Event::Finished(omares, FINISHED)));
        assert!(told.contains(&Event::NoMomentum(memnon, BYPASSED)));
        assert!(told.contains(&Event::NoMomentum(craterus, BYPASSED)));
        assert_eq!(told.last(), Some(&Event::Activated(alexander, COUNTER_TRUMP)));
    }

    #[test]
    fn gba_5_43_a_side_tries_once() {
        let (mut play, [omares, memnon, craterus, alexander]) = play();
        play.act(Action::Activate(omares), &[]);
        play.act(Action::Individual, &[]);
        play.act(Action::Done, &[]);
        play.act(Action::Momentum, &[3]);
        let told = play.act(Action::Trump(craterus), &[9]);
        assert_eq!(told[1], Event::Finished(craterus, BYPASSED));
        assert!(matches!(play.state.step(), Step::Command(choice) if choice.0.nth == 2));
        assert!(!play.state.leader(memnon).no_momentum);
        assert!(!play.state.leader(alexander).no_momentum);
    }
}
