//! 6.14: the Hellenic law of inertia, where it is played.

use crate::hex::Hand;
use crate::position::Position;
use crate::state::Formation;
use crate::steps::{Go, Movement};
use crate::types::Kind;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, rule};

pub(crate) const INERTIA: Rule = rule!(GBA, "6.14");

impl Position<'_> {
    /// Whether the moving unit may stop with points to spare: hoplites go on while the way ahead is open.
    pub(crate) fn may_stop_short(&self, movement: &Movement) -> Result<(), Illegal> {
        if self.keeps_going(movement) && self.can_go_on(movement) {
            return Err(Illegal::by(INERTIA, "Hoplites on the move go as far as they can."));
        }
        Ok(())
    }

    /// Whether the moving unit obeys the law.
    pub(crate) fn keeps_going(&self, movement: &Movement) -> bool {
        let troops = self.rules.troops(movement.unit);
        self.rules.switches.inertia
            && troops.kind == Kind::Hoplite
            && !troops.greek_mercenary_or_spartan
            && !movement.fire_only
            && !movement.halted
            && !movement.formed
    }

    /// Whether the moving unit can go straight on.
    pub(crate) fn can_go_on(&self, movement: &Movement) -> bool {
        let can = |go: Go| self.plan(movement, go).is_ok();
        match self.state.unit(movement.unit).formation {
            Formation::Battle => Hand::BOTH.into_iter().any(|hand| can(Go::Forward(hand))),
            Formation::LongColumn(_) => can(Go::Ahead),
            _ => false,
        }
    }
}
