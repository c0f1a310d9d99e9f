//! 6.6: column movement; and the other formations a unit changes to on the march (11.63, 11.9).

use crate::hex::Side;
use crate::hexes::Hexes;
use crate::movement::Plan;
use crate::position::Position;
use crate::state::Formation;
use crate::steps::{Go, Movement, Stance};
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, rule};

pub(crate) const COLUMN: Rule = rule!(GBA, "6.61");
pub(crate) const COLUMN_MOVES: Rule = rule!(GBA, "6.64");
pub(crate) const SQUARE: Rule = rule!(GBA, "11.63");
pub(crate) const CHARGE_FORMATION: Rule = rule!(GBA, "11.93");

impl Hexes {
    /// The rule under which a formation is taken up.
    pub(crate) fn formation_rule(&self, formation: Formation) -> Rule {
        match formation {
            Formation::Square => SQUARE,
            Formation::Charge => CHARGE_FORMATION,
            _ => COLUMN,
        }
    }
}

impl Position<'_> {
    pub(crate) fn plan_column(
        &self,
        _movement: &Movement,
        _stance: Stance,
        _go: Go,
    ) -> Result<Plan, Illegal> {
        Err(Illegal::by(COLUMN_MOVES, "It is not in column."))
    }

    pub(crate) fn plan_square(
        &self,
        _movement: &Movement,
        _stance: Stance,
        _side: Side,
    ) -> Result<Plan, Illegal> {
        Err(Illegal::by(SQUARE, "It is not in square."))
    }

    pub(crate) fn plan_formation(
        &self,
        _movement: &Movement,
        _stance: Stance,
        formation: Formation,
    ) -> Result<Plan, Illegal> {
        Err(Illegal::by(self.rules.formation_rule(formation), "It cannot form up like that."))
    }

    /// Formations worth asking about for the moving unit.
    pub(crate) fn formations(&self, _movement: &Movement) -> ArrayVec<Formation, 10> {
        ArrayVec::new()
    }
}
