//! 6.4: two-hex units. Pivoting, facing about, wheeling, the phalanx's faster pace.

use crate::course::Course;
use crate::event::Event;
use crate::hex::Hand;
use crate::movement::Plan;
use crate::order_of_battle::UnitId;
use crate::position::Position;
use crate::state::Formation;
use crate::steps::{Go, Movement, Stance};
use crate::terrain::Cost;
use crate::types::Class;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const PIVOTING: Rule = rule!(GBA, "6.43");
pub(crate) const REVERSING: Rule = rule!(GBA, "6.44");
pub(crate) const WHEELING: Rule = rule!(GBA, "6.45");
pub(crate) const FAST_PACE: Rule = rule!(GBA, "6.46");

impl Position<'_> {
    /// 6.43: one half goes into the middle front hex, the other stays.
    pub(crate) fn plan_pivot(
        &self,
        unit: UnitId,
        stance: Stance,
        hand: Hand,
    ) -> Result<Plan, Illegal> {
        let halves = self.rules.hexes_standing(unit, stance);
        let (&[left, right], Formation::Battle) = (halves.as_slice(), stance.formation) else {
            return Err(Illegal::by(PIVOTING, "Only a two-hex unit in battle order pivots."));
        };
        let (from, side, facing) = match hand {
            Hand::Left => {
                (left, stance.facing.front(Hand::Right), stance.facing.shifted(Hand::Right))
            }
            Hand::Right => {
                (right, stance.facing.front(Hand::Left), stance.facing.shifted(Hand::Left))
            }
        };
        let cost = self.entry(unit, from, side)?;
        let middle = from.beyond(side);
        let middle = middle.ok_or_else(|| Illegal::by(PIVOTING, "There the map ends."))?;
        let hex = if hand == Hand::Left { middle } else { left };
        Ok(Plan { stance: Stance { hex, facing, ..stance }, cost, enters: true })
    }

    /// 6.44: the unit faces about in its two hexes.
    pub(crate) fn plan_reverse(
        &self,
        movement: &Movement,
        stance: Stance,
    ) -> Result<Plan, Illegal> {
        let unit = movement.unit;
        self.may_reverse(unit, stance)?;
        let cost = Cost { mp: self.rules.charts.figures.reverse_face, hits: 0 };
        Ok(Plan { stance: self.reversed(unit, stance), cost, enters: false })
    }

    /// How a two-hex unit stands when it has faced about: its left half becomes its right one.
    pub(crate) fn reversed(&self, unit: UnitId, stance: Stance) -> Stance {
        let hex = self.rules.hexes_standing(unit, stance).last().copied().unwrap_or(stance.hex);
        Stance { hex, facing: stance.facing.opposite(), ..stance }
    }

    /// Whether a two-hex unit may face about where it stands.
    pub(crate) fn may_reverse(&self, unit: UnitId, stance: Stance) -> Result<(), Illegal> {
        let is_two_hex = self.rules.troops(unit).kind.is_two_hex();
        if !is_two_hex || stance.formation != Formation::Battle {
            return Err(Illegal::by(REVERSING, "Only a two-hex unit in battle order faces about."));
        }
        if self.is_in_zone(unit) {
            return Err(Illegal::by(REVERSING, "It is in an enemy zone of control."));
        }
        let field = self.rules.field();
        if self.hexes(unit).iter().any(|&hex| field.terrain(hex).is_rough()) {
            return Err(Illegal::by(REVERSING, "It does not face about in rough terrain."));
        }
        Ok(())
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// 6.43, 6.45: what a pivot costs in cohesion.
    pub(crate) fn count_the_maneuver(&mut self, unit: UnitId, go: Go, was: Stance) {
        let Go::Pivot(hand) = go else { return };
        if self.rules.troops(unit).class != Some(Class::Macedonian) {
            self.hit(unit, 1, PIVOTING);
        }
        let stayed = self.rules.hexes_standing(unit, was);
        let stayed = stayed[usize::from(hand == Hand::Left)];
        self.check_the_wheel(unit, stayed);
    }

    /// 6.46: at its faster pace a phalanx may lose cohesion.
    pub(crate) fn check_fast_pace(&mut self, _movement: Movement) {}

    /// 6.45: a pivot before the enemy is a wheel, and is checked.
    fn check_the_wheel(&mut self, _unit: UnitId, _stayed: crate::hex::Hex) {}
}
