//! 11.7: Macedonian phalanxes at double depth, one behind the other in the same hexes.
//!
//! The one in front stands for both: it is ordered, attacked and shot at, and where it goes the other goes.

use crate::command::orders::{OrderMode, Orders};
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Placement};
use crate::engine::steps::Step;
use crate::model::hex::{Aspect, Hand, Hex};
use crate::model::order_of_battle::UnitId;
use crate::model::types::Class;
use crate::movement::moving::{Go, Movement, Plan};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const FORMING_DEPTH: Rule = rule!(GBA, "11.71");
pub(crate) const MOVING_IN_DEPTH: Rule = rule!(GBA, "11.72");
pub(crate) const FIGHTING_IN_DEPTH: Rule = rule!(GBA, "11.73");

/// Individual orders that it takes to move both.
const ORDERS_FOR_BOTH: u8 = 2;

impl Position<'_> {
    /// The phalanx behind a unit, at double depth.
    pub(crate) fn back_of(&self, unit: UnitId) -> Option<UnitId> {
        let hex = self.state.unit(unit).hex()?;
        self.units_at(hex).find(|&other| self.state.unit(other).behind == Some(unit))
    }

    /// The other phalanx of a unit at double depth.
    pub(crate) fn partner(&self, unit: UnitId) -> Option<UnitId> {
        self.state.unit(unit).behind.or_else(|| self.back_of(unit))
    }

    /// Whether the overall commander has ordered what is being carried out, himself or through the commander
    /// of a contingent.
    pub(crate) fn is_ordered_by_overall(&self) -> bool {
        let first = self.state.steps.iter().find_map(|step| match step {
            Step::Orders(orders) => Some(orders.tenure.leader),
            _ => None,
        });
        first.is_none_or(|leader| self.is_overall(leader))
    }

    /// 11.72: whether a unit at double depth may be ordered: the one in front to move off, the one behind for
    /// both to move.
    pub(crate) fn may_order_in_depth(&self, unit: UnitId) -> Result<(), Illegal> {
        let refused = |words: &'static str| Err(Illegal::by(MOVING_IN_DEPTH, words));
        if !self.is_ordered_by_overall() {
            return refused("Only the overall commander orders phalanxes at double depth.");
        }
        let Some(front) = self.state.unit(unit).behind else { return Ok(()) };
        self.is_disengaged(front)?;
        let has_been = self.state.unit(front).ordered;
        match self.state.frame::<Orders>().map(|orders| orders.mode) {
            _ if has_been => refused("The one in front has been ordered in this orders phase."),
            Some(OrderMode::Individual(left)) if left < ORDERS_FOR_BOTH => {
                refused("To move both takes two individual orders.")
            }
            _ => Ok(()),
        }
    }

    /// 11.71: the moving phalanx goes into the hexes of the one directly before it, and stands behind it.
    pub(crate) fn plan_depth(
        &self,
        movement: &Movement,
        placement: Placement,
        hand: Hand,
    ) -> Result<Plan, Illegal> {
        let refused = |words: &'static str| Err(Illegal::by(FORMING_DEPTH, words));
        let is_macedonian = |unit: UnitId| {
            let troops = self.rules.troops(unit);
            troops.kind.is_phalanx() && troops.class == Some(Class::Macedonian)
        };
        let unit = movement.unit;
        if !is_macedonian(unit) {
            return refused("Only Macedonian phalanxes stand at double depth.");
        }
        let plan = self.plan_straight(unit, placement, hand)?;
        let front = self.depth_before(unit, plan.placement).filter(|&front| is_macedonian(front));
        match front {
            _ if movement.has_moved => refused("It begins its move directly behind the other."),
            _ if movement.fast => refused("Not at its faster pace."),
            _ if placement.formation != Formation::Battle || self.partner(unit).is_some() => {
                refused("It forms double depth out of battle order.")
            }
            _ if !self.is_ordered_by_overall() => {
                refused("Only the overall commander orders double depth.")
            }
            None => refused("No Macedonian phalanx stands directly before it."),
            Some(_) => {
                let mut plan = plan;
                plan.cost.mp += self.rules.charts.figures.double_depth_added;
                Ok(plan)
            }
        }
    }

    /// The friend that stands exactly like this, alone.
    pub(crate) fn depth_before(&self, unit: UnitId, placement: Placement) -> Option<UnitId> {
        let camp = self.rules.camp(unit);
        let front = self.friend_at(camp, placement.hex)?;
        let stands = self.rules.placement(self.state, front) == Some(placement);
        let is_alone = self.partner(front).is_none() && !self.state.unit(front).routed;
        let hexes = self.rules.hexes_standing(unit, placement);
        let is_only = hexes.iter().all(|&hex: &Hex| self.units_at(hex).all(|other| other == front));
        (stands && is_alone && is_only).then_some(front)
    }

    /// 11.72: what phalanxes at double depth do not do.
    pub(crate) fn may_go_in_depth(
        &self,
        movement: &Movement,
        placement: Placement,
        go: Go,
    ) -> Result<(), Illegal> {
        let refused = |words: &'static str| Err(Illegal::by(MOVING_IN_DEPTH, words));
        if self.back_of(movement.unit).is_none() {
            return Ok(());
        }
        match go {
            Go::Forward(_) => Ok(()),
            _ if !movement.in_depth => refused("It moves off forward, from the one behind it."),
            Go::Pivot(_) if !self.is_wheel(movement.unit, placement, go) => Ok(()),
            _ => refused("At double depth it goes forward and pivots, nothing else."),
        }
    }

    /// 11.73: the phalanx behind another, where a shot at that one comes through the rear.
    pub(crate) fn struck_behind(&self, unit: UnitId, firer: UnitId) -> Option<UnitId> {
        let back = self.back_of(unit)?;
        self.is_struck_from_behind(unit, &self.hexes(firer)).then_some(back)
    }

    /// Whether a shot from these hexes comes through rear hexes alone.
    fn is_struck_from_behind(&self, unit: UnitId, from: &[Hex]) -> bool {
        let Some(placement) = self.rules.placement(self.state, unit) else { return false };
        let distance = |hex: Hex| from.iter().map(|own| own.distance(hex)).min().unwrap_or(0);
        let (mut nearest, mut is_rear) = (u8::MAX, false);
        self.rules.each_around(unit, placement, |_, _, hex, aspect| {
            let away = distance(hex);
            if away < nearest {
                (nearest, is_rear) = (away, true);
            }
            if away == nearest {
                is_rear &= aspect == Aspect::Rear;
            }
        });
        is_rear
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 11.71: a phalanx stands behind another from now on.
    pub(crate) fn stand_behind(&mut self, unit: UnitId, front: UnitId) {
        self.state.unit_mut(unit).behind = Some(front);
        self.tell(Event::Depth(unit, front, FORMING_DEPTH));
    }

    /// Two phalanxes are not at double depth any more.
    pub(crate) fn part(&mut self, unit: UnitId) {
        if let Some(partner) = self.position().partner(unit) {
            self.state.unit_mut(unit).behind = None;
            self.state.unit_mut(partner).behind = None;
        }
    }

    /// 11.73: hits of shock are shared between the two, an odd one to the one in front.
    pub(crate) fn bear_in_depth(&mut self, unit: UnitId, hits: u8, rule: Rule) {
        let Some(back) = self.position().back_of(unit) else {
            self.bear(unit, hits, rule);
            return;
        };
        self.bear(unit, hits.div_ceil(2), FIGHTING_IN_DEPTH);
        self.bear(back, hits / 2, FIGHTING_IN_DEPTH);
    }
}
