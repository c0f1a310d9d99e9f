//! 6.4: two-hex units. Pivoting, facing about, wheeling, the phalanx's faster pace.

use crate::charts::CohesionCause;
use crate::course::Course;
use crate::event::Event;
use crate::hex::{Hand, Hex};
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

/// The half that goes forward in a pivot, and the one that stays.
struct Halves {
    going: Hex,
    staying: Hex,
}

impl Position<'_> {
    /// 6.43: one half goes into the middle front hex, the other stays.
    pub(crate) fn plan_pivot(
        &self,
        unit: UnitId,
        stance: Stance,
        hand: Hand,
    ) -> Result<Plan, Illegal> {
        let Some(Halves { going, staying }) = self.halves(unit, stance, hand) else {
            return Err(Illegal::by(PIVOTING, "Only a two-hex unit in battle order pivots."));
        };
        let side = stance.facing.front(hand.other());
        let mut cost = self.entry(unit, going, side)?;
        // 6.42: what the half that stays has already paid for is not paid again.
        let towards = going.side_towards(staying);
        if let Some(paid) = towards.and_then(|side| self.entry(unit, going, side).ok()) {
            cost.hits = cost.hits.saturating_sub(paid.hits);
        }
        let middle = going.beyond(side);
        let middle = middle.ok_or_else(|| Illegal::by(PIVOTING, "There the map ends."))?;
        let hex = if hand == Hand::Left { middle } else { staying };
        let facing = stance.facing.shifted(hand.other());
        Ok(Plan::into(Stance { hex, facing, ..stance }, cost))
    }

    /// The halves of a two-hex unit in battle order, of which the one on that hand goes forward.
    fn halves(&self, unit: UnitId, stance: Stance, hand: Hand) -> Option<Halves> {
        let halves = self.rules.hexes_standing(unit, stance);
        match (halves.as_slice(), stance.formation, hand) {
            (&[left, right], Formation::Battle, Hand::Left) => {
                Some(Halves { going: left, staying: right })
            }
            (&[left, right], Formation::Battle, Hand::Right) => {
                Some(Halves { going: right, staying: left })
            }
            _ => None,
        }
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
        Ok(Plan::in_place(self.reversed(unit, stance), cost))
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

    /// 6.45: whether a step is a wheel: the half in an enemy zone of control stays, the free one pivots.
    pub(crate) fn is_wheel(&self, unit: UnitId, stance: Stance, go: Go) -> bool {
        let Go::Pivot(hand) = go else { return false };
        let army = self.rules.army(unit);
        self.halves(unit, stance, hand).is_some_and(|Halves { going, staying }| {
            self.is_in_enemy_zone(army, staying) && !self.is_in_enemy_zone(army, going)
        })
    }

    /// 6.46: whether the move has used more points than the usual pace has; columns are not asked (6.62).
    pub(crate) fn hurries(&self, movement: &Movement) -> bool {
        let now = self.state.unit(movement.unit);
        let began_in_column = now.formation.is_column() != movement.formed;
        movement.fast && !began_in_column && movement.spent > self.rules.troops(movement.unit).ma
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// 6.43, 6.45: what a pivot costs in cohesion.
    pub(crate) fn pay_for_pivoting(&mut self, unit: UnitId, go: Go, was: Stance) {
        if !matches!(go, Go::Pivot(_)) {
            return;
        }
        if self.rules.troops(unit).class != Some(Class::Macedonian) {
            self.toll_for(unit, CohesionCause::Pivot);
        }
        if self.position().is_wheel(unit, was, go) && self.position().is_resisted(unit, was) {
            self.toll_for(unit, CohesionCause::Wheel);
        }
    }

    /// 6.46: at its faster pace a phalanx may lose cohesion, the first time it moves in a turn.
    pub(crate) fn pay_for_hurrying(&mut self, movement: Movement) {
        if self.position().hurries(&movement) && !movement.was_moved {
            self.toll_for(movement.unit, CohesionCause::PhalanxFast);
        }
    }
}

impl Position<'_> {
    /// 6.45: whether others than skirmishers exert a zone of control on a unit that stood like this.
    pub(crate) fn is_resisted(&self, unit: UnitId, stance: Stance) -> bool {
        let hexes = self.rules.hexes_standing(unit, stance);
        self.enemies_next_to(unit, stance).any(|enemy| {
            !self.rules.troops(enemy).kind.is_skirmisher()
                && hexes.iter().any(|&hex| self.rules.exerts(self.state, enemy, hex))
        })
    }
}
