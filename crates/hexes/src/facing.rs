//! 7.1: facing. Which hexes are front, flank and rear, and what it costs to turn.

use crate::hex::{Aspect, Hand, Hex, Side};
use crate::hexes::Hexes;
use crate::order_of_battle::UnitId;
use crate::position::Position;
use crate::state::Formation;
use crate::steps::{Movement, Stance};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, rule};

pub(crate) const FACING: Rule = rule!(GBA, "7.11");
pub(crate) const TURNING: Rule = rule!(GBA, "7.12");
pub(crate) const TURNING_IN_ROUGH: Rule = rule!(GBA, "7.14");

impl Hexes {
    /// Calls with every hex around a unit that stands like this, on the map or not, and where it lies. A
    /// hex that touches both halves of a two-hex unit comes twice.
    pub(crate) fn each_around(
        &self,
        unit: UnitId,
        stance: Stance,
        mut call: impl FnMut(Hex, Side, Hex, Aspect),
    ) {
        let hexes = self.hexes_standing(unit, stance);
        for (at, &half) in hexes.iter().enumerate() {
            for side in Side::ALL {
                let Some(there) = half.beyond(side) else { continue };
                if hexes.contains(&there) {
                    continue;
                }
                call(half, side, there, self.aspect_from(unit, stance, at, side));
            }
        }
    }

    /// Where the hex beyond a side of the left (0) or right (1) half lies.
    fn aspect_from(&self, unit: UnitId, stance: Stance, half: usize, side: Side) -> Aspect {
        // 11.84: engines have no facing.
        if self.troops(unit).kind.is_artillery() {
            return Aspect::Front;
        }
        match stance.formation {
            Formation::Battle | Formation::Charge => stance.facing.aspect(side),
            // 11.63: a square has neither flank nor rear.
            Formation::Square => Aspect::Front,
            // 6.63: only the hex straight ahead is frontal.
            Formation::Column(ahead) if side == ahead => Aspect::Front,
            Formation::Column(ahead) if side == ahead.opposite() => Aspect::Rear,
            Formation::LongColumn(lead) => {
                let ahead = stance.facing.flank(lead);
                let leads = half == usize::from(lead == Hand::Right);
                match () {
                    () if leads && side == ahead => Aspect::Front,
                    () if !leads && side == ahead.opposite() => Aspect::Rear,
                    () => Aspect::Flank,
                }
            }
            Formation::Column(_) => Aspect::Flank,
        }
    }

    /// Where a hex lies for a unit that stands like this; nothing when it is not adjacent.
    pub fn aspect_of(&self, unit: UnitId, stance: Stance, hex: Hex) -> Option<Aspect> {
        let mut found = None;
        self.each_around(unit, stance, |_, _, there, aspect| {
            if there == hex {
                found = Some(aspect);
            }
        });
        found
    }
}

impl Position<'_> {
    /// The movement points for turning so many vertices (7.12).
    pub(crate) fn turning_points(&self, unit: UnitId, vertices: u8) -> u8 {
        let kind = self.rules.troops(unit).kind;
        let is_charging = self.state.unit(unit).formation == Formation::Charge;
        match () {
            () if kind.is_skirmisher() => 1,
            () if kind.is_elephant()
                || kind.is_chariot()
                || kind.is_cataphract()
                || is_charging =>
            {
                2 * vertices
            }
            () => vertices,
        }
    }

    /// The hits for turning where it stands (7.14), or why it may not.
    pub(crate) fn turning_hits(
        &self,
        movement: &Movement,
        stance: Stance,
        _vertices: u8,
    ) -> Result<u8, Illegal> {
        let kind = self.rules.troops(movement.unit).kind;
        let is_rough = self.rules.field().is_rough(stance.hex);
        Ok(u8::from(is_rough && !kind.is_elephant()))
    }
}
