//! 6.5: hoplites drift to the right, where it is played.

use crate::hex::Hand;
use crate::movement::Plan;
use crate::position::Position;
use crate::steps::{Movement, Stance};
use crate::types::Kind;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, rule};

pub(crate) const DRIFT: Rule = rule!(GBA, "6.5");

/// The movement points of a march that go to the right.
const DRIFTING: [u8; 3] = [1, 2, 4];

impl Position<'_> {
    /// Whether the moving unit may enter its left front, which would come to `left`.
    pub(crate) fn may_go_left(
        &self,
        movement: &Movement,
        stance: Stance,
        left: &Plan,
    ) -> Result<(), Illegal> {
        let points = movement.marched + 1..=movement.marched + left.cost.mp;
        if !self.drifts(movement) || !DRIFTING.iter().any(|point| points.contains(point)) {
            return Ok(());
        }
        let Ok(right) = self.plan_straight(movement.unit, stance, Hand::Right) else {
            return Ok(());
        };
        let is_open = !right.leaves
            && movement.spent + right.cost.mp <= self.allowance(movement)
            && self.company(movement.unit, right.stance) == Ok(false)
            && self.enemies_next_to(movement.unit, right.stance).next().is_none();
        if is_open {
            let words = "On its second move in a turn it drifts: this step is to the right.";
            return Err(Illegal::by(DRIFT, words));
        }
        Ok(())
    }

    fn drifts(&self, movement: &Movement) -> bool {
        let troops = self.rules.troops(movement.unit);
        self.rules.switches.drift
            && movement.was_moved
            && troops.kind == Kind::Hoplite
            && !troops.greek_mercenary_or_spartan
    }
}
