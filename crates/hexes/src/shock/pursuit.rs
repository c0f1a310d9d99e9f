//! 9.4: cavalry pursues whom it has routed (optional, always with charge formation, 11.9); or by the rules
//! of the older edition (GBA4 10.32 to 10.36).

use super::Combat;
use crate::command::leaders::bit;
use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Placement, ShockMark, State, Trail};
use crate::model::hex::{Hand, Hex, Hexside, Vertex};
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use crate::movement::answers::{AnswerStage, Answers};
use crate::shock::{ShockSegment, ShockStage};
use crate::special::charge_formation::IN_FORMATION;
use diadem_books::{GBA, GBA4};
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

/// The rules of pursuit in one edition.
pub(crate) struct Edition {
    /// Whether it pursues.
    pub(crate) roll: Rule,
    /// When it does.
    pub(crate) when: Rule,
    /// The way it goes.
    pub(crate) path: Rule,
    /// Whom it attacks at the end.
    pub(crate) attack: Rule,
    /// What the ground does to it.
    pub(crate) ground: Rule,
}

const SIXTH: Edition = Edition {
    roll: rule!(GBA, "9.41"),
    when: rule!(GBA, "9.4"),
    path: rule!(GBA, "9.42"),
    attack: rule!(GBA, "9.43"),
    ground: rule!(GBA, "9.42"),
};

const FOURTH: Edition = Edition {
    roll: rule!(GBA4, "10.32"),
    when: rule!(GBA4, "10.35"),
    path: rule!(GBA4, "10.33"),
    attack: rule!(GBA4, "10.34"),
    ground: rule!(GBA4, "10.36"),
};

/// 9.4: cavalry pursues whom it has routed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pursuit {
    /// Who pursues.
    pub unit: UnitId,
    /// Whom, once that is said.
    pub quarry: Option<UnitId>,
    /// Hexes it has gone.
    pub gone: u8,
    /// Leaders that go along, as bits (9.41).
    #[serde(default)]
    pub riders: u32,
}

impl Procedure for Pursuit {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        let rule = rules.pursuit_rules().map_or(crate::shock::ADVANCE, |rules| rules.path);
        Some(Asked::turn(rules.seat_of(self.unit), Question::Pursuit(self.unit), rule))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.extend(position.may_ride_along(*self).map(Action::Take));
        into.extend(position.quarries_of(*self).iter().map(Action::Next));
    }

    /// Whether a pursuing unit may follow this one: the same test that listing uses.
    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let rules = position.rules.pursuit_rules();
        match action {
            Action::Next(quarry) if position.quarries_of(*self).contains(quarry) => Ok(()),
            Action::Take(leader) if position.may_ride_along(*self).any(|other| other == leader) => {
                Ok(())
            }
            Action::Take(_) => {
                let words = "Only a leader with the unit rides along, who does not do so already.";
                Err(Illegal::by(rules.map_or(IN_FORMATION, |rules| rules.roll), words))
            }
            _ => {
                let words = "It follows one of those that have run before it.";
                Err(Illegal::by(rules.map_or(IN_FORMATION, |rules| rules.path), words))
            }
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Next(quarry) => resolver.follow(*self, quarry),
            Action::Take(leader) => resolver.take_in_pursuit(*self, leader),
            _ => {}
        }
    }

    /// A pursuing unit goes on along the trail, until it has come before the enemy or can go no further.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let Pursuit { unit, quarry, gone, .. } = *self;
        if !resolver.state.unit(unit).is_steady() {
            resolver.finish();
            return true;
        }
        let Some(quarry) = quarry else {
            let quarries = resolver.position().quarries_of(*self);
            let is_asked = resolver.position().may_ride_along(*self).next().is_some();
            match (quarries.iter().next(), quarries.len()) {
                (Some(quarry), 1) if !is_asked => resolver.follow(*self, quarry),
                (Some(_), _) => return false,
                (None, _) => resolver.finish(),
            }
            return true;
        };
        let has_come_up = gone > 0 && resolver.position().is_before_enemy(unit);
        let next = resolver.position().next_side(*self).filter(|_| !has_come_up);
        match next.and_then(|side| resolver.position().next_placement(unit, side)) {
            Some((placement, hits)) => resolver.ride_on(*self, placement, hits),
            None => {
                resolver.turn_to_quarry(unit, quarry, next);
                resolver.end_pursuit(unit);
            }
        }
        true
    }
}

impl Hexes {
    /// The rules of pursuit that are played, if any are.
    pub(crate) fn pursuit_rules(&self) -> Option<&'static Edition> {
        match () {
            () if self.switches.fourth_edition => Some(&FOURTH),
            () if self.switches.charge => Some(&SIXTH),
            () => None,
        }
    }
}

impl Position<'_> {
    /// Attackers of a combat that have still to roll whether they pursue: cavalry that came up to attack, in
    /// charge formation where that is played, and has routed somebody it can follow.
    pub(super) fn pursuers(&self, combat: &Combat) -> UnitSet {
        if self.rules.pursuit_rules().is_none() || !combat.fought {
            return UnitSet::NONE;
        }
        let pursues = |&unit: &UnitId| {
            let now = self.state.unit(unit);
            let charges = now.formation == Formation::Charge || !self.rules.switches.charge;
            now.is_steady()
                && now.mark == ShockMark::MustCheck
                && charges
                && self.rules.troops(unit).kind.is_cavalry()
                && !combat.rolled.contains(unit)
                && !combat.routing.contains(unit)
                && !self.quarries(combat, unit).is_empty()
        };
        combat.attackers.iter().filter(pursues).collect()
    }

    /// 10.35 of the older edition: the next combat in which a pursuit is to be played before anything else.
    pub(super) fn next_pursuit(&self) -> Option<(usize, UnitId)> {
        if !self.rules.switches.fourth_edition {
            return None;
        }
        let mut combats = self.own_combats();
        combats.find_map(|at| {
            let combat = &self.state.combats[at];
            let all_have_run = combat.routing.and(combat.defenders).is_empty();
            let unit = self.pursuers(combat).iter().next().filter(|_| all_have_run);
            unit.map(|unit| (at, unit))
        })
    }

    /// Those of a combat that have run before a unit, and that it can follow.
    fn quarries(&self, combat: &Combat, unit: UnitId) -> UnitSet {
        let trails = self.state.trails.iter().filter(|trail| {
            let now = self.state.unit(trail.unit);
            combat.defenders.contains(trail.unit)
                && !combat.routed.contains(trail.unit)
                && now.is_on_map()
                && now.routed
                && self.first_side(unit, trail).is_some()
        });
        trails.map(|trail| trail.unit).collect()
    }

    /// Whom a pursuing unit may follow.
    fn quarries_of(&self, pursuit: Pursuit) -> UnitSet {
        let combat = self.combat_of_attacker(pursuit.unit);
        combat.map_or(UnitSet::NONE, |combat| self.quarries(combat, pursuit.unit))
    }

    /// Beyond which side a unit comes to where a trail begins.
    fn first_side(&self, unit: UnitId, trail: &Trail) -> Option<Hexside> {
        let hex = self.state.unit(unit).hex()?;
        let sides = trail.from.iter().flatten().filter_map(|&from: &Hex| hex.side_towards(from));
        let mut sides = sides.filter(|&side| self.next_placement(unit, side).is_some());
        sides.next()
    }

    /// The side beyond which a pursuit leads next.
    fn next_side(&self, pursuit: Pursuit) -> Option<Hexside> {
        let quarry = pursuit.quarry?;
        let trail = self.state.trails.iter().find(|trail| trail.unit == quarry)?;
        match pursuit.gone {
            0 => self.first_side(pursuit.unit, trail),
            gone => trail.sides.get(usize::from(gone) - 1).copied().flatten(),
        }
    }

    /// How a pursuing unit would stand beyond a side, and the hits of the ground; nothing where it cannot go.
    fn next_placement(&self, unit: UnitId, side: Hexside) -> Option<(Placement, u8)> {
        let placement = self.rules.placement(self.state, unit)?;
        let field = self.rules.field();
        let hex = field.beyond(placement.hex, side)?;
        let cost = self.entry(unit, placement.hex, side).ok()?;
        let may_ride =
            placement.formation != Formation::Charge || field.is_even_ground(placement.hex, side);
        let is_free = self.unit_at(hex).is_none();
        let facing = facing_towards(placement.facing, side);
        (may_ride && is_free).then_some((Placement { hex, facing, ..placement }, cost.hits))
    }

    /// 9.42: whether a pursuing unit has come before the enemy.
    fn is_before_enemy(&self, unit: UnitId) -> bool {
        self.is_in_zone(unit) || self.enemies_in_zone_of(unit).next().is_some()
    }

    /// 9.41: leaders with a unit that may still ride along, before it is said whom it follows.
    fn may_ride_along(&self, pursuit: Pursuit) -> impl Iterator<Item = LeaderId> + '_ {
        let hex = self.state.unit(pursuit.unit).hex().filter(|_| pursuit.quarry.is_none());
        hex.into_iter().flat_map(|hex| self.state.leaders_at(hex)).filter(move |&leader| {
            self.rules.leads(leader, pursuit.unit) && pursuit.riders & bit(leader) == 0
        })
    }
}

/// The facing nearest to this one that has a side to its front.
fn facing_towards(facing: Vertex, side: Hexside) -> Vertex {
    let fronts = Vertex::ALL
        .into_iter()
        .filter(|vertex| Hand::BOTH.into_iter().any(|hand| vertex.front(hand) == side));
    fronts.min_by_key(|vertex| vertex.apart(facing)).unwrap_or(facing)
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 9.41: a unit rolls whether it pursues.
    pub(super) fn roll_for_pursuit(&mut self, at: usize, unit: UnitId) {
        let Some(rules) = self.rules.pursuit_rules() else { return };
        let tq = self.position().tq(unit);
        let added = self.rules.charts.rampage.pursuit_added as i8;
        let roll = self.roll().modified(added, rules.roll);
        let pursues = roll.result() > i32::from(tq);
        self.tell(Event::PursuitRoll { unit, tq, roll, pursues, rule: rules.roll });
        let combat = &mut self.state.combats[at];
        combat.rolled.insert(unit);
        if pursues {
            combat.advanced.insert(unit);
            self.tell(Event::Pursues(unit, rules.when));
            self.begin(Pursuit { unit, quarry: None, gone: 0, riders: 0 });
        }
    }

    /// It is said whom a pursuing unit follows.
    pub(crate) fn follow(&mut self, pursuit: Pursuit, quarry: UnitId) {
        self.instead(Pursuit { quarry: Some(quarry), ..pursuit });
    }

    /// 9.41: a leader rides along.
    pub(crate) fn take_in_pursuit(&mut self, pursuit: Pursuit, leader: LeaderId) {
        let riders = pursuit.riders | bit(leader);
        self.instead(Pursuit { riders, ..pursuit });
    }

    /// 9.42: one hex along the trail, for the hits of the ground.
    fn ride_on(&mut self, pursuit: Pursuit, placement: Placement, hits: u8) {
        let unit = pursuit.unit;
        let Some(rules) = self.rules.pursuit_rules() else { return };
        let Some(was) = self.rules.placement(self.state, unit) else { return };
        self.instead(Pursuit { gone: pursuit.gone + 1, ..pursuit });
        self.set_engaged(unit, false, super::COLLAPSE);
        self.stand(unit, placement);
        self.carry(pursuit.riders, was, placement, unit);
        self.tell(Event::Entered(unit, placement.hex, rules.path));
        // As before an advance (9.35): leaders withdraw, units turn and fire (4.62, 7.16, 8.21).
        let stages = AnswerStage::ShockMark..=AnswerStage::EntryFire;
        self.begin(Answers::to(unit, was, stages));
        self.ride_down(unit);
        self.toll(unit, hits, rules.ground);
        if self.position().is_beside_elephants(unit) {
            self.toll_for(unit, crate::model::charts::CohesionCause::CavalryNearElephant);
        }
    }

    /// Where the trail ends at whom it follows, a unit faces him.
    fn turn_to_quarry(&mut self, unit: UnitId, quarry: UnitId, next: Option<Hexside>) {
        let Some(placement) = self.rules.placement(self.state, unit) else { return };
        let Some(side) = next else { return };
        let there = self.rules.field().beyond(placement.hex, side);
        if there.is_some_and(|hex| self.position().units_at(hex).any(|other| other == quarry)) {
            let facing = facing_towards(placement.facing, side);
            self.stand(unit, Placement { facing, ..placement });
        }
    }

    /// 9.43: where it has stopped, a unit attacks everybody before it, at once and without checks.
    fn end_pursuit(&mut self, unit: UnitId) {
        self.finish();
        let Some(rules) = self.rules.pursuit_rules() else { return };
        self.tell(Event::Halted(unit, rules.path));
        let targets: UnitSet = self.position().targets(unit).collect();
        let tenure = self.position().segment().map(|segment| segment.tenure);
        let Some(tenure) = tenure.filter(|_| !targets.is_empty()) else { return };
        self.tell(Event::AttacksInPursuit(unit, rules.attack));
        let first = self.state.combats.len() as u8;
        let combat = self.made_up(UnitSet::from_iter([unit]), targets);
        self.state.combats.extend(combat);
        let stage = ShockStage::Leaders;
        self.begin(ShockSegment { tenure, stage, at: first, first });
    }

    /// Remembers the way a unit runs, for whoever pursues it.
    pub(crate) fn leave_trail(&mut self, unit: UnitId, was: Placement, to: Hex) {
        let in_shock = self.state.is_under_way::<ShockSegment>();
        let Some(side) = was.hex.side_towards(to) else { return };
        if self.rules.pursuit_rules().is_none() || !in_shock {
            return;
        }
        if !self.state.trails.iter().any(|trail| trail.unit == unit) {
            let hexes = self.rules.hexes_standing(unit, was);
            let from = [hexes.first().copied(), hexes.get(1).copied()];
            self.state.trails.push(Trail { unit, from, sides: [None; 4] });
        }
        let trail = self.state.trails.iter_mut().find(|trail| trail.unit == unit);
        let place = trail.and_then(|trail| trail.sides.iter_mut().find(|side| side.is_none()));
        if let Some(place) = place {
            *place = Some(side);
        }
    }
}
