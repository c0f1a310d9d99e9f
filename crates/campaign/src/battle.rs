//! 10.1: a battle leaves the campaign as an offer and comes back as a report.

use crate::combat::PURSUIT;
use crate::engine::event::Event;
use crate::engine::sequence::Step;
use crate::engine::state::{Force, Objective, Unit};
use crate::leaders::{Fall, ROYAL_FAMILY};
use crate::model::data::Season;
use crate::model::ids::{LeaderId, ProvinceId, ProvinceSet, UnitId};
use crate::model::pieces::Side;
use crate::{Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

const CASUALTIES: Rule = rule!(ALEXANDROS, "10.16");

/// Two armies about to fight. What the pieces are is in the campaign; how they fight is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleOffer {
    /// Where.
    pub province: ProvinceId,
    /// The force that meets the Macedonians.
    pub enemy: Force,
    /// The armies, by side.
    pub armies: [Army; 2],
    /// Who attacks: the larger force, then the stronger, then Macedon (9.4).
    pub attacker: Side,
    /// The season.
    pub season: Season,
    /// How many battles were fought before it.
    pub number: u16,
}

/// One of the armies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Army {
    /// Its units.
    pub units: Vec<Fighter>,
    /// Its leaders, and whether they are wounded.
    pub leaders: Vec<(LeaderId, bool)>,
    /// Where it would have to go if it lost (10.20); nowhere when it is trapped.
    pub refuges: ProvinceSet,
}

/// A unit of an army.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fighter {
    /// The unit.
    pub unit: UnitId,
    /// The steps it has.
    pub steps: u8,
    /// What earlier battles have cost it beyond whole steps, in the measure of those who fought them.
    pub wear: u16,
}

/// What became of the armies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleReport {
    /// Who won; nobody at nightfall.
    pub winner: Option<Side>,
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
    /// What it has lost beyond whole steps; it is given back with the next offer.
    pub wear: u16,
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
        let combat = state.combat.filter(|_| state.step() == Some(Step::Battle))?;
        let fighter = |unit: UnitId| {
            let Unit { steps, wear, .. } = *state.unit(unit);
            Fighter { unit, steps, wear }
        };
        let army = |side: Side| {
            let force = combat.force(side);
            let units = self.fighters(state, combat.province, force);
            let fresh = |one: &LeaderId| !state.leader(*one).done.evaded;
            let leaders = self.field_leaders(state, combat.province, force).filter(fresh);
            Army {
                units: units.iter().map(fighter).collect(),
                leaders: leaders.map(|one| (one, state.leader(one).wounded)).collect(),
                refuges: self.flight_goals_of(state, combat, side),
            }
        };
        Some(BattleOffer {
            province: combat.province,
            enemy: combat.enemy,
            armies: Side::BOTH.map(army),
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
        let Some(mut combat) = state.combat else { return };
        state.steps.pop();
        state.battles += 1;
        let province = combat.province;
        sink.tell(SeatSet::ALL, Event::BattleEnded { province, report: Box::new(report.clone()) });
        for fate in &report.units {
            state.units[fate.unit.index()].done.fought = true;
            match fate.steps {
                0 => self.bury(state, fate.unit),
                steps => {
                    let piece = &mut state.units[fate.unit.index()];
                    (piece.steps, piece.wear) = (steps, fate.wear);
                }
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
            combat.leaving = winner.other();
            state.combat = Some(combat);
            self.flee(state, province, combat.force(winner.other()), sink);
        }
        self.refresh_control(state, sink);
        self.abandon_train(state, sink);
    }

    /// 10.20: the beaten army leaves; whoever has nowhere to go is lost (our reading).
    fn flee(
        &self,
        state: &mut State,
        province: ProvinceId,
        force: Force,
        sink: &mut impl Sink<Event>,
    ) {
        let units = self.field_units(state, province, force);
        let leaders = self.field_leaders(state, province, force).count();
        if units.is_empty() && leaders == 0 {
            return;
        }
        self.lose_the_trapped(state, province, force, sink);
        if self.flight_goals(state).is_empty() {
            sink.tell(SeatSet::ALL, Event::Trapped { force, province });
            self.eliminate_all(state, province, force, sink);
        } else {
            state.steps.push(Step::Flight);
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
        let open = self.open_borders(state, force.side(), province);
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
