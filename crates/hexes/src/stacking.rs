//! 6.9: stacking. One unit a hex; who may pass through whom, and at what cost.

use crate::course::Course;
use crate::event::Event;
use crate::movement::{NO_ENEMY_HEX, Plan};
use crate::order_of_battle::UnitId;
use crate::position::Position;
use crate::steps::Movement;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const ONE_UNIT: Rule = rule!(GBA, "6.91");

impl Position<'_> {
    /// Whether a unit may enter the hexes of a step (6.91 to 6.95).
    pub(crate) fn may_stand_or_pass(
        &self,
        movement: &Movement,
        plan: &Plan,
    ) -> Result<(), Illegal> {
        let army = self.rules.army(movement.unit);
        for hex in self.rules.hexes_standing(movement.unit, plan.stance) {
            match self.units_at(hex).find(|&other| other != movement.unit) {
                Some(other) if self.rules.army(other) != army => {
                    return Err(Illegal::by(NO_ENEMY_HEX, "An enemy stands there."));
                }
                Some(_) => return Err(Illegal::by(ONE_UNIT, "There is a friend in that hex.")),
                None => {}
            }
        }
        Ok(())
    }

    /// Whether the moving unit may stop where it is (6.91, 6.14).
    pub(crate) fn may_stop(&self, movement: &Movement) -> Result<(), Illegal> {
        let shares = self.hexes(movement.unit).into_iter();
        if shares.flat_map(|hex| self.units_at(hex)).any(|other| other != movement.unit) {
            return Err(Illegal::by(ONE_UNIT, "It cannot stop in a friend's hex."));
        }
        Ok(())
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// 6.95: what passing through a friend costs both.
    pub(crate) fn pass_through(&mut self, _unit: UnitId) {}

    /// 6.91: nobody ends his move in a friend's hex.
    pub(crate) fn settle_in(&mut self, _movement: Movement) {}
}
