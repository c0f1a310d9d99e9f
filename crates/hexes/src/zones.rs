//! 7.2: zones of control.

use crate::hex::{Aspect, Hex};
use crate::hexes::Hexes;
use crate::order_of_battle::UnitId;
use crate::position::Position;
use crate::state::{State, Supply};
use crate::steps::{Go, Movement};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, rule};

pub(crate) const ZONES: Rule = rule!(GBA, "7.21");
pub(crate) const CEASING: Rule = rule!(GBA, "7.23");

impl Hexes {
    /// Calls with every hex on the map into which a unit exerts its zone of control (7.21, 7.22).
    pub(crate) fn each_zone_hex(&self, state: &State, unit: UnitId, mut call: impl FnMut(Hex)) {
        let (now, troops) = (state.unit(unit), self.troops(unit));
        let Some(stance) = self.stance(state, unit).filter(|_| !now.routed) else { return };
        let is_skirmisher = troops.kind.is_skirmisher() && troops.missile.is_some();
        if is_skirmisher && now.missiles == Supply::No {
            return;
        }
        let class = troops.kind.movement_class();
        self.each_around(unit, stance, |half, side, hex, aspect| {
            let reaches = match aspect {
                Aspect::Front => true,
                Aspect::Flank => is_skirmisher,
                Aspect::Rear => false,
            };
            if reaches && self.field().contains(hex) && self.crossing(class, half, side).is_ok() {
                call(hex);
            }
        });
    }

    /// Whether a unit exerts a zone of control into a hex.
    pub fn exerts(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        let mut exerts = false;
        self.each_zone_hex(state, unit, |zone| exerts |= zone == hex);
        exerts
    }
}

impl Position<'_> {
    /// 7.23, 7.25: what a unit that began its move in an enemy zone of control may do.
    pub(crate) fn may_leave_zone(&self, movement: &Movement, go: Go) -> Result<(), Illegal> {
        let ma = self.rules.troops(movement.unit).ma;
        let pinned = self.pinners(movement.unit).any(|enemy| self.rules.troops(enemy).ma >= ma);
        match go {
            Go::Forward(_) | Go::Pivot(_) if !pinned => Ok(()),
            Go::Turn(_) => Err(Illegal::by(
                rule!(GBA, "7.25"),
                "It does not turn in an enemy zone of control.",
            )),
            _ => Err(Illegal::by(CEASING, "The enemy that holds it is as fast as it is.")),
        }
    }
}
