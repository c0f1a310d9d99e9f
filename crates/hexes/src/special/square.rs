//! 11.63: the square of phalanxes and heavy infantry.

use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::state::{Formation, Placement};
use crate::model::hex::Hexside;
use crate::model::order_of_battle::UnitId;
use crate::model::terrain::Cost;
use crate::movement::moving::{Movement, Plan};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, rule};

pub(crate) const SQUARE: Rule = rule!(GBA, "11.63");

impl Hexes {
    /// Whether a unit may form square: phalanxes and heavy infantry of an army under Macedonian leaders.
    pub(crate) fn may_use_square(&self, unit: UnitId) -> Result<(), Illegal> {
        let refused = |words: &'static str| Err(Illegal::by(SQUARE, words));
        match () {
            () if !self.troops(unit).kind.is_phalanx_or_heavy() => {
                refused("Only phalanxes and heavy infantry form square.")
            }
            () if !self.list(self.camp(unit)).macedonian => {
                refused("Only an army under Macedonian leaders forms square.")
            }
            () => Ok(()),
        }
    }
}

impl Position<'_> {
    /// What it costs the moving unit to form square, or to leave it: all it has.
    pub(crate) fn cost_of_changing_square(&self, movement: &Movement) -> Result<Cost, Illegal> {
        self.rules.may_use_square(movement.unit)?;
        let refused = |words: &'static str| Err(Illegal::by(SQUARE, words));
        match () {
            () if movement.spent > 0 => refused("That takes its whole movement allowance."),
            () if self.is_in_zone(movement.unit) => refused("It is in an enemy zone of control."),
            () => Ok(Cost { mp: self.allowance(movement), hits: 0 }),
        }
    }

    /// A square goes one hex to any side, a two-hex one with both halves.
    pub(crate) fn plan_square(
        &self,
        movement: &Movement,
        placement: Placement,
        side: Hexside,
    ) -> Result<Plan, Illegal> {
        if placement.formation != Formation::Square {
            return Err(Illegal::by(SQUARE, "It is not in square."));
        }
        let mut cost = Cost::default();
        for half in self.rules.hexes_standing(movement.unit, placement) {
            if self.may_leave_map(movement.unit, half, side) {
                return Ok(Plan::off_the_map(placement));
            }
            // 6.42: the dearer of the two.
            let entry = self.entry(movement.unit, half, side)?;
            cost = Cost { mp: cost.mp.max(entry.mp), hits: cost.hits.max(entry.hits) };
        }
        let hex = placement.hex.beyond(side);
        let hex = hex.ok_or_else(|| Illegal::by(SQUARE, "There the map ends."))?;
        Ok(Plan::into(Placement { hex, ..placement }, cost))
    }
}
