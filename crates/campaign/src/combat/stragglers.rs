//! 9.1, 11.7: leaders alone among enemies, and the Siege Train without guard.

use super::evasion::evades_or_stands;
use super::{COMBAT, EVADE_MINOR, TRAIN, check_withdrawal};
use crate::engine::event::Event;
use crate::engine::state::{Force, Kin, Place};
use crate::engine::steps::{Asked, Position, Procedure, Progress, Resolver, happens};
use crate::leaders::{Comrades, Fall};
use crate::model::ids::{LeaderId, ProvinceId, ProvinceSet};
use crate::model::powers::Power;
use crate::{Action, Campaign, Question, State};
use diadem_core::{Dice, Die, Illegal, Roll, SeatSet, Sink};
use serde::{Deserialize, Serialize};

/// 9.1: leaders alone among enemies, the Siege Train without guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stragglers;

happens!(Stragglers by COMBAT, |_, it| it.rules.stragglers(it.state, it.sink));

/// A leader alone may try to get away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alone(pub LeaderId);

impl Procedure for Alone {
    fn asked(&self, Position { state, .. }: Position<'_>) -> Option<Asked> {
        let power = state.leader(self.0).power;
        Some(Asked { power, question: Question::EvadeAlone(self.0), rule: EVADE_MINOR })
    }
    fn list(&self, _: Position<'_>, into: &mut Vec<Action>) {
        into.extend([Action::Evade, Action::Stand]);
    }
    fn check(&self, _: Position<'_>, action: Action) -> Result<(), Illegal> {
        evades_or_stands(action, EVADE_MINOR)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        let Resolver { rules, state, dice, sink } = resolver;
        rules.evade_alone(state, self.0, action, dice, *sink);
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

/// A leader alone has got away, and goes there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AloneGoes(pub LeaderId);

impl Procedure for AloneGoes {
    fn asked(&self, Position { rules, state }: Position<'_>) -> Option<Asked> {
        let Place::Field(province) = state.leader(self.0).place else { return None };
        let force = rules.force_of_leader(state, self.0);
        let question = Question::Withdraw(province, force);
        Some(Asked { power: force.power, question, rule: EVADE_MINOR })
    }
    fn list(&self, Position { rules, state }: Position<'_>, into: &mut Vec<Action>) {
        into.extend(rules.lone_goals(state, self.0).iter().map(Action::Withdraw));
    }
    fn check(&self, position: Position<'_>, action: Action) -> Result<(), Illegal> {
        check_withdrawal(position, position.rules.lone_goals(position.state, self.0), action)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        if let Action::Withdraw(to) = action {
            resolver.rules.go_alone(resolver.state, self.0, to, resolver.sink);
        }
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

impl Campaign {
    /// 11.7: the Siege Train alone in a province of the enemy, or among enemies where nobody rules.
    pub(crate) fn abandon_train(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        for unit in self.roster.siege_trains().iter() {
            let Some(province) = Self::field_of(state, unit) else { continue };
            let power = state.unit(unit).power;
            let guarded = || !self.field_units(state, province, Force::main(power)).is_empty();
            let hostile = match state.control[province.index()] {
                Some(holder) => self.hostile(power, holder),
                None => self.enemy_here(state, province, power).is_some(),
            };
            if hostile && !guarded() {
                self.bury(state, unit);
                sink.tell(SeatSet::ALL, Event::TrainLost { rule: TRAIN, roll: None });
            }
        }
    }

    /// 9.1 (our reading): leaders caught alone among enemies are taken unless they get away.
    fn stragglers(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        self.abandon_train(state, sink);
        let Some((leader, province)) = self.next_straggler(state) else {
            self.replace_fallen(state, Comrades::None);
            return;
        };
        state.steps.push(Stragglers.into());
        if self.lone_refuges(state, leader, province).is_empty() {
            self.leader_falls(state, leader, Fall::Captured, COMBAT, sink);
        } else {
            state.steps.push(Alone(leader).into());
        }
    }

    fn next_straggler(&self, state: &State) -> Option<(LeaderId, ProvinceId)> {
        let forces = self.forces(state);
        self.roster.leaders().find_map(|leader| {
            let Place::Field(province) = state.leader(leader).place else { return None };
            let own = self.force_of_leader(state, leader);
            let asleep = |force: Force| force.kin == Kin::Indian && !state.history.indians_roused;
            let here = || forces.iter().filter(|(at, ..)| *at == province);
            let alone = !here().any(|(_, force, _)| *force == own);
            let is_enemy = |force: Force| self.hostile(own.power, force.power) && !asleep(force);
            let enemy = || here().any(|&(_, force, _)| is_enemy(force));
            let caught = !state.leader(leader).done.evaded && alone && enemy();
            caught.then_some((leader, province))
        })
    }

    /// An enemy of a power in the field of a province; 3.3: Indians are none until they are roused.
    fn enemy_here(&self, state: &State, province: ProvinceId, power: Power) -> Option<Force> {
        let asleep = |force: Force| force.kin == Kin::Indian && !state.history.indians_roused;
        let is_enemy = |force: &Force| self.hostile(power, force.power) && !asleep(*force);
        self.forces_at(state, province).into_iter().map(|(force, _)| force).find(is_enemy)
    }

    /// Where a leader alone could get away to: only if he is better than any leader of the enemy.
    fn lone_refuges(&self, state: &State, leader: LeaderId, province: ProvinceId) -> ProvinceSet {
        let power = state.leader(leader).power;
        let enemies = self.roster.leaders().filter(|&other| {
            let other = state.leader(other);
            self.hostile(power, other.power) && other.place == Place::Field(province)
        });
        let best = enemies.map(|enemy| self.ability(state, enemy)).max();
        if best.is_some_and(|best| best >= self.ability(state, leader)) {
            return ProvinceSet::NONE;
        }
        let force = self.force_of_leader(state, leader);
        let safe = self.friendly(state, force).or(self.contested(state));
        self.open_borders(state, power, province).and(self.leader_allowed(state, leader)).and(safe)
    }

    /// Where this leader alone can go.
    fn lone_goals(&self, state: &State, leader: LeaderId) -> ProvinceSet {
        match state.leader(leader).place {
            Place::Field(province) => self.lone_refuges(state, leader, province),
            _ => ProvinceSet::NONE,
        }
    }

    fn evade_alone(
        &self,
        state: &mut State,
        leader: LeaderId,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        if action == Action::Evade {
            let roll = Roll::plain(dice, Die::D6);
            let evaded = roll.raw <= self.charts.succeeds_on.evade_minor;
            sink.tell(SeatSet::ALL, Event::EvasionAlone { leader, roll, evaded });
            if evaded {
                state.steps.push(AloneGoes(leader).into());
                return;
            }
        }
        self.leader_falls(state, leader, Fall::Captured, COMBAT, sink);
    }

    fn go_alone(
        &self,
        state: &mut State,
        leader: LeaderId,
        to: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        if let Place::Field(from) = state.leader(leader).place {
            let force = self.force_of_leader(state, leader);
            sink.tell(SeatSet::ALL, Event::Withdrew { force, from, to, rule: EVADE_MINOR });
        }
        let piece = &mut state.leaders[leader.index()];
        piece.place = Place::Field(to);
        piece.done.evaded = true;
        self.entered(state, to, sink);
    }
}
