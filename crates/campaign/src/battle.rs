//! 10.1: a battle leaves the campaign as an offer and comes back as a report.

use crate::combat::{
    Combat, Contingents, PURSUIT, TACTICAL, asked_to_withdraw, check_withdrawal, withdraw_to,
};
use crate::engine::event::Event;
use crate::engine::state::{Force, Objective, is_nothing};
use crate::engine::steps::{Asked, Position, Procedure, Progress, Resolver, Step, not_asked};
use crate::leaders::{Fall, ROYAL_FAMILY};
use crate::model::data::Season;
use crate::model::ids::{LeaderId, ProvinceId, ProvinceSet, UnitId};
use crate::{Action, Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Camp, Illegal, Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

const CASUALTIES: Rule = rule!(ALEXANDROS, "10.16");

/// 10.1: a battle, fought elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Battle;

impl Procedure for Battle {
    fn asked(&self, _: Position<'_>) -> Option<Asked> {
        None
    }
    fn list(&self, _: Position<'_>, _: &mut Vec<Action>) {}
    fn check(&self, _: Position<'_>, _: Action) -> Result<(), Illegal> {
        Err(not_asked(TACTICAL))
    }
    fn answer<S: Sink<Event>>(self, _: &mut Resolver<'_, S>, _: Action) {}
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

/// 10.20: a beaten army must go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Flight;

impl Procedure for Flight {
    fn asked(&self, position: Position<'_>) -> Option<Asked> {
        asked_to_withdraw(position)
    }
    fn list(&self, position: Position<'_>, into: &mut Vec<Action>) {
        into.extend(self.goals(position).iter().map(Action::Withdraw));
    }
    fn check(&self, position: Position<'_>, action: Action) -> Result<(), Illegal> {
        check_withdrawal(position, self.goals(position), action)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        withdraw_to(resolver, action);
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

impl Flight {
    fn goals(self, Position { rules, state }: Position<'_>) -> ProvinceSet {
        let combat = state.combat();
        combat.map_or(ProvinceSet::NONE, |it| rules.flight_goals(state, it, it.leaving))
    }
}

/// Two armies about to fight. What the pieces are is in the campaign; how they fight is not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BattleOffer {
    /// Where.
    pub province: ProvinceId,
    /// Who is in each camp.
    pub camps: [Contingents; 2],
    /// The armies, by camp.
    pub armies: [Army; 2],
    /// Who attacks: the larger camp, then the stronger, then the first (9.4).
    pub attacker: Camp,
    /// The season.
    pub season: Season,
    /// How many battles were fought before it.
    pub number: u16,
}

impl BattleOffer {
    /// Every unit of both armies with its camp, in order.
    pub fn fighters(&self) -> impl Iterator<Item = (Camp, Fighter)> {
        let armies = Camp::BOTH.into_iter().zip(&self.armies);
        armies.flat_map(|(camp, army)| army.units.iter().map(move |&one| (camp, one)))
    }

    /// Every leader of both armies with his camp, in order.
    pub fn commanders(&self) -> impl Iterator<Item = (Camp, Commander)> {
        let armies = Camp::BOTH.into_iter().zip(&self.armies);
        armies.flat_map(|(camp, army)| army.leaders.iter().map(move |&one| (camp, one)))
    }
}

/// One of the armies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Army {
    /// Its units.
    pub units: Vec<Fighter>,
    /// Its leaders.
    pub leaders: Vec<Commander>,
    /// Where it would have to go if it lost (10.20); nowhere when it is trapped.
    pub refuges: ProvinceSet,
}

/// A leader of an army.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Commander {
    /// The leader.
    pub leader: LeaderId,
    /// The force he commands.
    pub force: Force,
    /// Whether he is wounded.
    pub wounded: bool,
}

/// A unit of an army.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fighter {
    /// The unit.
    pub unit: UnitId,
    /// The force it belongs to.
    pub force: Force,
    /// The steps it has.
    pub steps: u8,
    /// The men it lacks of its steps, in the measure of those who fight it. Nobody lacks any but in a battle that was
    /// saved before fractions of a step were settled: it is fought to its end by those who are there.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub missing: u16,
}

/// What became of the armies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleReport {
    /// Who won; nobody at nightfall.
    pub winner: Option<Camp>,
    /// Every unit that took part.
    pub units: Vec<UnitFate>,
    /// Every leader who took part.
    pub leaders: Vec<LeaderFate>,
    /// Darius fled from the field, even if he came back (15.2).
    pub darius_fled: bool,
}

/// What became of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitFate {
    /// The unit.
    pub unit: UnitId,
    /// The steps it has left; none if it died.
    pub steps: u8,
}

/// What became of a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaderFate {
    /// He lives, wounded or not.
    Lives {
        /// The leader.
        leader: LeaderId,
        /// Whether he is wounded.
        wounded: bool,
    },
    /// He was killed.
    Killed(LeaderId),
    /// He was captured.
    Captured(LeaderId),
}

impl Campaign {
    /// The battle that waits to be fought.
    pub fn offer(&self, state: &State) -> Option<BattleOffer> {
        let Some(Step::Battle(_)) = state.step() else { return None };
        let combat = state.combat()?;
        let fighter = |unit: UnitId| {
            let (force, steps) = (self.force_of(state, unit), state.unit(unit).steps);
            Fighter { unit, force, steps, missing: 0 }
        };
        let commander = |leader: LeaderId| {
            let (force, wounded) =
                (self.force_of_leader(state, leader), state.leader(leader).wounded);
            Commander { leader, force, wounded }
        };
        let army = |camp: Camp| {
            let forces = combat.camp(camp).iter();
            let units = forces.flat_map(|force| {
                self.fighters(state, combat.province, force).iter().collect::<Vec<_>>()
            });
            let units = units.map(fighter).collect();
            let fresh = |one: &LeaderId| !state.leader(*one).done.evaded;
            let forces = combat.camp(camp).iter();
            let leaders =
                forces.flat_map(|force| self.field_leaders(state, combat.province, force));
            Army {
                units,
                leaders: leaders.filter(fresh).map(commander).collect(),
                refuges: self.flight_goals(state, combat, camp),
            }
        };
        Some(BattleOffer {
            province: combat.province,
            camps: combat.camps,
            armies: Camp::BOTH.map(army),
            attacker: combat.attacker,
            season: self.season(state),
            number: state.battles,
        })
    }

    /// Brings a battle home. Then [`Campaign::go_on`] carries on with the turn.
    pub(crate) fn conclude(
        &self,
        state: &mut State,
        report: &BattleReport,
        sink: &mut impl Sink<Event>,
    ) {
        let Some(&combat) = state.combat() else { return };
        state.steps.pop();
        state.battles += 1;
        let (province, camps) = (combat.province, combat.camps);
        let event = Event::BattleEnded { province, camps, report: Box::new(report.clone()) };
        sink.tell(SeatSet::ALL, event);
        for fate in &report.units {
            state.units[fate.unit.index()].done.fought = true;
            match fate.steps {
                0 => self.bury(state, fate.unit),
                steps => state.units[fate.unit.index()].steps = steps,
            }
        }
        if report.darius_fled {
            self.secure(state, Objective::RoyalFamily, ROYAL_FAMILY, sink);
        }
        for &fate in &report.leaders {
            match fate {
                LeaderFate::Lives { leader, wounded } => {
                    state.leaders[leader.index()].wounded = wounded;
                }
                LeaderFate::Killed(leader) => {
                    self.leader_falls(state, leader, Fall::Killed, CASUALTIES, sink);
                }
                LeaderFate::Captured(leader) => {
                    self.leader_falls(state, leader, Fall::Captured, CASUALTIES, sink);
                }
            }
        }
        if let Some(winner) = report.winner {
            let combat = Combat { leaving: winner.other(), ..combat };
            if let Some(under_way) = state.frame_mut::<Combat>() {
                *under_way = combat;
            }
            self.flee(state, combat, sink);
        }
        self.refresh_control(state, sink);
        self.abandon_train(state, sink);
    }

    /// 10.20: the beaten army leaves; whoever has nowhere to go is lost (our reading).
    fn flee(&self, state: &mut State, combat: Combat, sink: &mut impl Sink<Event>) {
        let (province, camp) = (combat.province, combat.camp(combat.leaving));
        let is_left = |force: Force| {
            let units = self.field_units(state, province, force);
            !units.is_empty() || self.field_leaders(state, province, force).next().is_some()
        };
        if !camp.iter().any(is_left) {
            return;
        }
        for force in camp.iter() {
            self.lose_the_trapped(state, province, force, sink);
        }
        if self.flight_goals(state, &combat, combat.leaving).is_empty() {
            for force in camp.iter() {
                sink.tell(SeatSet::ALL, Event::Trapped { force, province });
                self.eliminate_all(state, province, force, sink);
            }
        } else {
            state.steps.push(Flight.into());
        }
    }

    /// Those of a beaten army who may go nowhere at all do not hold back the others.
    fn lose_the_trapped(
        &self,
        state: &mut State,
        province: ProvinceId,
        force: Force,
        sink: &mut impl Sink<Event>,
    ) {
        let open = self.open_borders(state, force.power, province);
        let may_go = |unit: UnitId| !open.and(self.allowed(state, unit)).is_empty();
        let leader_may_go = |one: LeaderId| !open.and(self.leader_allowed(state, one)).is_empty();
        let (units, lost_units): (Vec<UnitId>, Vec<UnitId>) =
            self.field_units(state, province, force).iter().partition(|&unit| may_go(unit));
        let (leaders, lost_leaders): (Vec<LeaderId>, Vec<LeaderId>) =
            self.field_leaders(state, province, force).partition(|&leader| leader_may_go(leader));
        let nobody_goes = units.is_empty() && leaders.is_empty();
        let nobody_stays = lost_units.is_empty() && lost_leaders.is_empty();
        if nobody_goes || nobody_stays {
            return;
        }
        sink.tell(SeatSet::ALL, Event::Trapped { force, province });
        for &unit in &lost_units {
            sink.tell(SeatSet::ALL, Event::UnitLost { unit, rule: PURSUIT });
        }
        self.perish(state, lost_units.into_iter().collect(), lost_leaders, PURSUIT, sink);
    }
}
