//! 6.14: the Hellenic law of inertia, where it is played.

use crate::engine::position::Position;
use crate::engine::state::Formation;
use crate::model::hex::Hand;
use crate::model::types::Kind;
use crate::movement::moving::{Go, Movement};
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
        // It need not leave the map where its army may.
        let can = |go: Go| self.plan(movement, go).is_ok_and(|plan| !plan.leaves);
        match self.state.unit(movement.unit).formation {
            Formation::Battle => Hand::BOTH.into_iter().any(|hand| can(Go::Forward(hand))),
            Formation::LongColumn(_) => can(Go::Ahead),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::action::Action;
    use crate::engine::hexes::Switches;
    use crate::engine::state::Formation;
    use crate::fixtures::under_orders::{fixture, troops};
    use crate::model::hex::{Hand, Vertex};
    use crate::model::types::Kind;
    use crate::movement::moving::Go;
    use diadem_core::Camp::First;

    #[test]
    fn gba_6_14_hoplites_go_as_far_as_they_can() {
        let switches = Switches { inertia: true, ..Switches::default() };
        let units = [
            troops(First, Kind::Hoplite, "2217", Vertex::East),
            troops(First, Kind::Hoplite, "2518", Vertex::East),
            troops(First, Kind::Hoplite, "2516", Vertex::East),
        ];
        let mut fixture = fixture(&units, &[(First, "4040")], switches);
        fixture.order(0, false);
        assert_eq!(fixture.refused(Action::Done), "6.14");
        let column = Action::Go(Go::Form(Formation::LongColumn(Hand::Left)));
        assert_eq!(fixture.refused(column), "6.14");
        fixture.go(Go::Forward(Hand::Right));
        assert_eq!(fixture.refused(Action::Done), "6.14");
        fixture.go(Go::Forward(Hand::Right));
        // Friends stand in the way.
        assert_eq!(fixture.at(0), ["2418", "2419"]);
        assert_eq!(fixture.refused(Action::Go(Go::Forward(Hand::Left))), "6.92");
        assert_eq!(fixture.refused(Action::Done), "");
        assert_eq!(fixture.refused(column), "");
    }
}
