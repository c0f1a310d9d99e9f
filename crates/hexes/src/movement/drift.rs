//! 6.5: hoplites drift to the right, where it is played.

use crate::engine::position::Position;
use crate::engine::state::Placement;
use crate::model::hex::Hand;
use crate::model::types::Kind;
use crate::movement::moving::{Movement, Plan};
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
        placement: Placement,
        left: &Plan,
    ) -> Result<(), Illegal> {
        let points = movement.marched + 1..=movement.marched + left.cost.mp;
        if !self.drifts(movement) || !DRIFTING.iter().any(|point| points.contains(point)) {
            return Ok(());
        }
        let Ok(right) = self.plan_straight(movement.unit, placement, Hand::Right) else {
            return Ok(());
        };
        let is_open = !right.leaves
            && movement.spent + right.cost.mp <= self.allowance(movement)
            && self.companions(movement.unit, right.placement).is_empty()
            && self.enemies_next_to(movement.unit, right.placement).next().is_none();
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

#[cfg(test)]
mod tests {
    use crate::engine::action::Action;
    use crate::engine::hexes::Switches;
    use crate::fixtures::under_orders::{OrdersFixture, fixture, troops};
    use crate::model::hex::{Hand, Vertex};
    use crate::model::order_of_battle::Troops;
    use crate::model::types::Kind;
    use crate::movement::moving::Go;
    use diadem_core::Camp::{First, Second};

    fn athenians(others: &[Troops]) -> OrdersFixture {
        let mut units = vec![troops(First, Kind::Hoplite, "2217", Vertex::East)];
        units.extend_from_slice(others);
        let switches = Switches { drift: true, ..Switches::default() };
        let mut fixture = fixture(&units, &[(First, "4040")], switches);
        fixture.unit_mut(0).moved = true;
        fixture.order(0, false);
        fixture
    }

    #[test]
    fn gba_6_5_the_books_athenians_drift() {
        let left = Action::Go(Go::Forward(Hand::Left));
        let mut fixture = athenians(&[]);
        assert_eq!(fixture.refused(left), "6.5");
        fixture.go(Go::Forward(Hand::Right));
        assert_eq!(fixture.at(0), ["2317", "2318"]);
        assert_eq!(fixture.refused(left), "6.5");
        fixture.go(Go::Forward(Hand::Right));
        assert_eq!(fixture.at(0), ["2418", "2419"]);
        fixture.go(Go::Forward(Hand::Left));
        assert_eq!(fixture.at(0), ["2517", "2518"]);
        assert_eq!(fixture.refused(left), "6.5");
        fixture.go(Go::Forward(Hand::Right));
        assert_eq!(fixture.at(0), ["2618", "2619"]);
    }

    #[test]
    fn gba_6_5_nobody_drifts_next_to_an_enemy() {
        let fixture = athenians(&[troops(Second, Kind::LightInfantry, "2319", Vertex::West)]);
        assert_eq!(fixture.refused(Action::Go(Go::Forward(Hand::Left))), "");
    }
}
