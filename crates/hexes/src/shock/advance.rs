//! 9.3: advance after combat.

use super::{ADVANCE, Combat, GROUND};
use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Placement, State};
use crate::engine::steps::Step;
use crate::model::charts::CohesionCause;
use crate::model::hex::{Hand, Hex, Vertex};
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::model::types::Class;
use crate::movement::answers::{AnswerStage, Answers};
use crate::movement::moving::{Go, Movement, Plan};
use crate::movement::orderly_withdrawal::WHEN;
use crate::shock::{ShockSegment, ShockStage};
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(super) const WHO_ADVANCES: Rule = rule!(GBA, "9.34");
const REACTIONS: Rule = rule!(GBA, "9.35");
const TURNING_AFTERWARDS: Rule = rule!(GBA, "9.32");
const TWO_HEXES: Rule = rule!(GBA, "9.33");

/// The ways open to an advancing unit.
type Ways = ArrayVec<(Go, Plan), 4>;

/// 9.3: an attacker advances after combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Advance {
    /// Who advances.
    pub unit: UnitId,
    /// Whether it has entered its hex and may still turn (9.32) or wheel (9.33).
    pub entered: bool,
}

impl Procedure for Advance {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(rules.seat_of(self.unit), Question::Advance(self.unit), ADVANCE))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.extend(position.steps_of_advance(*self).into_iter().map(|(go, _)| Action::Go(go)));
        if self.entered {
            into.push(Action::Done);
        }
    }

    /// Whether an advancing unit may do this: the same test that listing uses.
    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let is_two_hex = position.rules.troops(self.unit).kind.is_two_hex();
        match action {
            Action::Done if self.entered => Ok(()),
            Action::Done => Err(Illegal::by(ADVANCE, "It must advance.")),
            Action::Go(go) if position.steps_of_advance(*self).iter().any(|way| way.0 == go) => {
                Ok(())
            }
            _ if is_two_hex && self.entered => {
                Err(Illegal::by(TWO_HEXES, "It may wheel now, one half before the enemy."))
            }
            _ if is_two_hex => {
                Err(Illegal::by(TWO_HEXES, "It advances whole into what the enemy has left."))
            }
            _ if self.entered => {
                Err(Illegal::by(TURNING_AFTERWARDS, "It may turn by one vertex now, no more."))
            }
            _ => Err(Illegal::by(ADVANCE, "It advances into a hex that the enemy has left.")),
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        let Action::Go(go) = action else {
            resolver.finish();
            return;
        };
        let ways = resolver.position().steps_of_advance(*self);
        let Some((_, plan)) = ways.into_iter().find(|way| way.0 == go) else { return };
        match go {
            Go::Turn(facing) => resolver.turn_after_advance(self.unit, facing, plan),
            _ => resolver.make_advance(*self, go, plan),
        }
    }

    /// Ends an advance that is over.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let goes_on = resolver.state.unit(self.unit).is_steady()
            && !resolver.position().steps_of_advance(*self).is_empty();
        if goes_on {
            return false;
        }
        resolver.finish();
        true
    }
}

impl Position<'_> {
    /// The combat in which a unit attacks.
    pub(super) fn combat_of_attacker(&self, unit: UnitId) -> Option<&Combat> {
        self.state.combats[self.own_combats()].iter().find(|combat| combat.attackers.contains(unit))
    }

    /// The hexes that a unit may advance into: those its enemies have left; but those left before the clash
    /// only if no enemy has it in his zone of control (9.31).
    fn hexes_to_take(&self, combat: &Combat, unit: UnitId, early: bool) -> ArrayVec<Hex, GROUND> {
        let is_held = self.is_in_zone(unit);
        let is_open = |at: usize| !is_held || !early && combat.left_early >> at & 1 == 0;
        let open = self.vacated(combat).into_iter().filter(|&(at, _)| is_open(at));
        open.map(|(_, hex)| hex).collect()
    }

    /// The ways a unit may advance: the one test of listing, checking and advancing.
    fn ways_to_advance(&self, combat: &Combat, unit: UnitId, early: bool) -> Ways {
        let vacated = self.hexes_to_take(combat, unit, early);
        let placement = self.rules.placement(self.state, unit);
        let Some(placement) = placement.filter(|_| !vacated.is_empty()) else { return Ways::new() };
        if let Some(wheel) = self.pivot_of_advance(unit, placement, &vacated) {
            return wheel;
        }
        let is_empty = |hex: &Hex| self.unit_at(*hex).is_none_or(|other| other == unit);
        let mut ways = Ways::new();
        for hand in Hand::BOTH {
            let Ok(plan) = self.plan_straight(unit, placement, hand) else { continue };
            let hexes = self.rules.hexes_standing(unit, plan.placement);
            let leads_there = hexes.iter().any(|hex| vacated.contains(hex));
            if !plan.leaves && leads_there && hexes.iter().all(is_empty) {
                ways.push((Go::Forward(hand), plan));
            }
        }
        ways
    }

    /// 9.33: when only the middle one of its front hexes was left, and an enemy is before one half, a two-hex
    /// unit must pivot; there may be no way to. Nothing when it advances as others do.
    fn pivot_of_advance(
        &self,
        unit: UnitId,
        placement: Placement,
        vacated: &[Hex],
    ) -> Option<Ways> {
        let halves = self.rules.hexes_standing(unit, placement);
        let &[left, right] = halves.as_slice() else { return None };
        let ahead = [
            left.beyond(placement.facing.front(Hand::Left)),
            left.beyond(placement.facing.front(Hand::Right)),
            right.beyond(placement.facing.front(Hand::Right)),
        ];
        let is_left = ahead.map(|hex| hex.is_some_and(|hex| vacated.contains(&hex)));
        let camp = self.rules.camp(unit);
        let holds = |hex: Option<Hex>| {
            hex.is_some_and(|hex| {
                self.rules.field().contains(hex) && self.enemy_at(camp, hex).is_some()
            })
        };
        // The half before the enemy stays.
        let hand = match (is_left, holds(ahead[0]), holds(ahead[2])) {
            ([false, true, false], true, false) => Hand::Right,
            ([false, true, false], false, true) => Hand::Left,
            _ => return None,
        };
        // 11.72: at double depth they do not wheel, and so stay.
        let plan = self.plan_pivot(unit, placement, hand).ok();
        let plan = plan.filter(|_| self.back_of(unit).is_none());
        Some(plan.into_iter().map(|plan| (Go::Pivot(hand), plan)).collect())
    }

    /// 10.15: the hits that an advance would cost a unit.
    pub(super) fn hits_of_advancing(&self, combat: &Combat, unit: UnitId) -> u8 {
        let Some(placement) = self.rules.placement(self.state, unit) else { return 0 };
        let plans = Hand::BOTH.into_iter().filter_map(|hand| {
            let plan = self.plan_straight(unit, placement, hand).ok()?;
            let hexes = self.rules.hexes_standing(unit, plan.placement);
            let leads_there = hexes.iter().any(|&hex| combat.ground.contains(&Some(hex)));
            // 11.15: horse pays before elephants, if others than those it has fought are there.
            let mut beside = self.elephants_beside(unit, plan.placement);
            let shies = beside.any(|elephants| !combat.defenders.contains(elephants));
            let near = self.rules.charts.toll(CohesionCause::CavalryNearElephant).hits;
            leads_there.then_some(plan.cost.hits + if shies { near } else { 0 })
        });
        plans.min().unwrap_or(0)
    }

    /// Attackers of a combat of which the next advances (9.34).
    pub(super) fn advancers(&self, combat: &Combat, early: bool) -> UnitSet {
        // 9.13: after the charge all advance upon whoever ran from it, though others stand; a combat that dissolved
        // then is over.
        if !early && !combat.fought {
            return UnitSet::NONE;
        }
        // 9.18: instead of advancing, cavalry checks for pursuit.
        let pursuers = self.pursuers(combat);
        if !pursuers.is_empty() {
            return pursuers;
        }
        let may = |&unit: &UnitId| {
            self.state.unit(unit).is_steady()
                && !combat.advanced.contains(unit)
                && !self.ways_to_advance(combat, unit, early).is_empty()
        };
        let able: UnitSet = combat.attackers.iter().filter(may).collect();
        if able.len() <= self.vacated(combat).len() {
            return able;
        }
        let superior = combat.attacker.filter(|&unit| combat.is_superior && able.contains(unit));
        if let Some(unit) = superior {
            return UnitSet::from_iter([unit]);
        }
        let tq = |unit: UnitId| self.rules.troops(unit).tq;
        let best = able.iter().map(tq).max();
        able.iter().filter(|&unit| Some(tq(unit)) == best).collect()
    }

    /// Whether a unit is the next to advance, or why not.
    pub(super) fn may_advance(
        &self,
        combat: &Combat,
        unit: UnitId,
        early: bool,
    ) -> Result<(), Illegal> {
        let words = match () {
            () if self.advancers(combat, early).contains(unit) => return Ok(()),
            () if !combat.attackers.contains(unit) => "It did not attack in this combat.",
            () if combat.advanced.contains(unit) => "It has advanced.",
            () if self.ways_to_advance(combat, unit, early).is_empty() => {
                "It has no hex before it that the enemy has left."
            }
            () => "More attackers than hexes: the superior unit goes first, else the best quality.",
        };
        Err(Illegal::by(WHO_ADVANCES, words))
    }

    /// What a unit that advances may do: go, then turn a vertex (9.32) or wheel (9.33).
    pub(crate) fn steps_of_advance(&self, advance: Advance) -> Ways {
        let unit = advance.unit;
        let Some(placement) = self.rules.placement(self.state, unit) else { return Ways::new() };
        if !advance.entered {
            let Some(combat) = self.combat_of_attacker(unit) else { return Ways::new() };
            return self.ways_to_advance(combat, unit, self.is_before_clash());
        }
        let is_two_hex = self.rules.troops(unit).kind.is_two_hex();
        let mut ways = Ways::new();
        for hand in Hand::BOTH {
            if is_two_hex {
                let go = Go::Pivot(hand);
                let plan = self.plan_pivot(unit, placement, hand).ok();
                let plan = plan.filter(|plan| {
                    let hexes = self.rules.hexes_standing(unit, plan.placement);
                    self.is_wheel(unit, placement, go)
                        && self.back_of(unit).is_none()
                        && hexes.iter().all(|&hex| self.units_at(hex).all(|other| other == unit))
                });
                ways.extend(plan.map(|plan| (go, plan)));
            } else {
                let facing = placement.facing.shifted(hand);
                // 11.21: a chariot turns at a price, others in rough ground.
                let as_moved = Movement { hexes: 1, ..Movement::of(unit) };
                let hits = self.turning_hits(&as_moved, placement, 1);
                let cost = crate::model::terrain::Cost { mp: 0, hits };
                ways.push((
                    Go::Turn(facing),
                    Plan::in_place(Placement { facing, ..placement }, cost),
                ));
            }
        }
        ways
    }

    /// Whether the advances before the clash are being made (9.13).
    fn is_before_clash(&self) -> bool {
        self.state.steps.iter().rev().any(
            |step| matches!(step, Step::Shock(segment) if segment.stage == ShockStage::ChargeAdvances),
        )
    }
}

impl Position<'_> {
    /// Why nobody withdraws in this window: before an advance not at all (9.35), else not any more (6.77).
    pub(crate) fn too_late_to_withdraw(&self) -> Illegal {
        if self.state.is_under_way::<ShockSegment>() {
            return Illegal::by(REACTIONS, "Nobody withdraws before an advance.");
        }
        Illegal::by(WHEN, "The time to withdraw was as the enemy came near.")
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Lets attackers advance, one combat after the other, as long as nothing is to be chosen.
    pub(super) fn proceed_with_advances(&mut self, segment: ShockSegment, early: bool) -> bool {
        let at = usize::from(segment.at);
        let Some(combat) = self.state.combats.get(at).copied() else {
            self.end_advances(early);
            return true;
        };
        if self.position().passes_first(&segment).is_some() {
            return self.proceed_with_passages(at);
        }
        let able = self.position().advancers(&combat, early);
        if able.len() > 1 {
            return false;
        }
        match able.iter().next() {
            Some(unit) => self.begin_advance(at, unit),
            None => self.next_combat(),
        }
        true
    }

    fn end_advances(&mut self, early: bool) {
        if !early {
            for at in self.position().own_combats() {
                self.engage_who_stayed(at);
            }
            self.go_to(ShockStage::Aftermath);
            return;
        }
        self.shrink();
        for at in 0..self.state.combats.len() {
            let vacated = self.position().vacated(&self.state.combats[at]);
            let bits = vacated.iter().fold(0, |bits, &(hex, _)| bits | 1 << hex);
            self.state.combats[at].left_early = bits;
            // 9.31: who has advanced after the charge advances again if the fight opens it a way.
            self.state.combats[at].advanced = UnitSet::NONE;
        }
        let goes_on = self.state.combats.iter().any(Combat::is_on);
        self.go_to(if goes_on { ShockStage::Leaders } else { ShockStage::Aftermath });
    }

    /// An attacker advances.
    pub(super) fn begin_advance(&mut self, at: usize, unit: UnitId) {
        let Some(combat) = self.state.combats.get(at).copied() else { return };
        if self.position().pursuers(&combat).contains(unit) {
            self.roll_for_pursuit(at, unit);
            return;
        }
        self.state.combats[at].advanced.insert(unit);
        self.begin(Advance { unit, entered: false });
    }

    fn turn_after_advance(&mut self, unit: UnitId, facing: Vertex, plan: Plan) {
        self.finish();
        self.stand(unit, plan.placement);
        self.tell(Event::Turned(unit, facing, TURNING_AFTERWARDS));
        self.hit(unit, plan.cost.hits, self.rules.turning_rule(unit));
    }

    /// 9.18: an advance that was only a pivot leaves a unit engaged.
    fn note_pivot(&mut self, advance: Advance) {
        let own = self.position().own_combats();
        let mut combats = self.state.combats[own].iter_mut();
        let combat = combats.find(|combat| combat.attackers.contains(advance.unit));
        if let Some(combat) = combat.filter(|_| !advance.entered) {
            combat.pivoted.insert(advance.unit);
        }
    }

    /// A unit goes forward, or pivots; the enemy may turn and fire (9.35).
    fn make_advance(&mut self, advance: Advance, go: Go, plan: Plan) {
        let unit = advance.unit;
        let Some(was) = self.rules.placement(self.state, unit) else { return };
        let is_pivot = matches!(go, Go::Pivot(_));
        if is_pivot {
            self.finish();
            self.note_pivot(advance);
        } else {
            self.instead(Advance { entered: true, ..advance });
        }
        let riders = self.rules.hexes_standing(unit, was).into_iter();
        let riders = riders.flat_map(|hex| self.state.leaders_at(hex));
        let riders = riders.fold(0, |bits, leader| bits | crate::command::leaders::bit(leader));
        // 9.33: a pivot that is forced pays as a wheel wherever its halves stand.
        let resisted = is_pivot && self.position().is_resisted(unit, was);
        self.stand(unit, plan.placement);
        self.carry(riders, was, plan.placement, unit);
        let rule = if is_pivot { TWO_HEXES } else { ADVANCE };
        if !is_pivot {
            self.set_engaged(unit, false, super::COLLAPSE);
        }
        let entered = self.rules.entered(unit, was, plan.placement);
        self.tell(Event::Entered(unit, entered, rule));
        // 9.35: the enemy does not withdraw; leaders do (4.62), and horse before elephants (11.16); he turns,
        // and fires.
        let stages = AnswerStage::ShockMark..=AnswerStage::EntryFire;
        self.begin(Answers::to(unit, was, stages));
        self.ride_down(unit);
        // 9.33: a wheel that was not forced may rout the unit; nothing else in an advance does (9.31).
        let spared = !advance.entered;
        self.pay_in_advance(unit, plan.cost.hits, crate::movement::moving::TERRAIN_HITS, spared);
        if self.position().is_beside_elephants(unit) {
            self.pay_in_advance_for(unit, CohesionCause::CavalryNearElephant, spared);
        }
        if is_pivot {
            if self.rules.troops(unit).class != Some(Class::Macedonian) {
                self.pay_in_advance_for(unit, CohesionCause::Pivot, spared);
            }
            if resisted {
                self.pay_in_advance_for(unit, CohesionCause::Wheel, spared);
            }
        }
    }

    fn pay_in_advance_for(&mut self, unit: UnitId, cause: CohesionCause, spared: bool) {
        if !self.state.unit(unit).is_steady() {
            return;
        }
        let toll = *self.rules.charts.toll(cause);
        let tq = self.position().tq(unit);
        let hits = if toll.needs_roll() {
            let roll = self.roll();
            let hits = toll.hits_on(roll.result(), tq);
            self.tell(Event::Checked { unit, tq, roll, hits, rule: toll.rule });
            hits
        } else {
            toll.hits
        };
        self.pay_in_advance(unit, hits, toll.rule, spared);
    }

    /// What an advance costs; it does not rout the victor.
    fn pay_in_advance(&mut self, unit: UnitId, hits: u8, rule: Rule, spared: bool) {
        if !spared {
            return self.toll(unit, hits, rule);
        }
        // 11.72: at double depth each of the two pays.
        let back = self.position().back_of(unit);
        for unit in std::iter::once(unit).chain(back).filter(|_| hits > 0) {
            self.bear(unit, hits, rule);
            if self.state.unit(unit).hits >= self.position().tq(unit) {
                self.steady_alone(unit, ADVANCE);
            }
        }
    }
}
