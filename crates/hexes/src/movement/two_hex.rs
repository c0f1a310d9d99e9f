//! 6.4: two-hex units. Pivoting, facing about, wheeling, the phalanx's faster pace.

use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Placement};
use crate::model::charts::CohesionCause;
use crate::model::hex::{Hand, Hex};
use crate::model::order_of_battle::UnitId;
use crate::model::terrain::Cost;
use crate::model::types::Class;
use crate::movement::moving::{Go, Movement, Plan};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const TWO_HEX_UNITS: Rule = rule!(GBA, "6.41");
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
        placement: Placement,
        hand: Hand,
    ) -> Result<Plan, Illegal> {
        self.is_two_hex(unit)?;
        let Some(Halves { going, staying }) = self.halves(unit, placement, hand) else {
            return Err(Illegal::by(PIVOTING, "Only a two-hex unit in battle order pivots."));
        };
        let side = placement.facing.front(hand.other());
        let mut cost = self.entry(unit, going, side)?;
        // 6.42: what the half that stays has already paid for is not paid again.
        let towards = going.side_towards(staying);
        if let Some(paid) = towards.and_then(|side| self.entry(unit, going, side).ok()) {
            cost.hits = cost.hits.saturating_sub(paid.hits);
        }
        let middle = going.beyond(side);
        let middle = middle.ok_or_else(|| Illegal::by(PIVOTING, "There the map ends."))?;
        let hex = if hand == Hand::Left { middle } else { staying };
        let facing = placement.facing.shifted(hand.other());
        Ok(Plan::into(Placement { hex, facing, ..placement }, cost))
    }

    /// 6.41: whether a unit fills two hexes, and so moves in the ways that only such units have.
    fn is_two_hex(&self, unit: UnitId) -> Result<(), Illegal> {
        if self.rules.troops(unit).kind.is_two_hex() {
            return Ok(());
        }
        let words = "Only phalanxes, hoplites and cardaces fill two hexes and move like that.";
        Err(Illegal::by(TWO_HEX_UNITS, words))
    }

    /// The halves of a two-hex unit in battle order, of which the one on that hand goes forward.
    fn halves(&self, unit: UnitId, placement: Placement, hand: Hand) -> Option<Halves> {
        let halves = self.rules.hexes_standing(unit, placement);
        match (halves.as_slice(), placement.formation, hand) {
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
        placement: Placement,
    ) -> Result<Plan, Illegal> {
        let unit = movement.unit;
        self.may_reverse(unit, placement)?;
        let cost = Cost { mp: self.rules.charts.figures.reverse_face, hits: 0 };
        Ok(Plan::in_place(self.reversed(unit, placement), cost))
    }

    /// How a two-hex unit stands when it has faced about: its left half becomes its right one.
    pub(crate) fn reversed(&self, unit: UnitId, placement: Placement) -> Placement {
        let hex =
            self.rules.hexes_standing(unit, placement).last().copied().unwrap_or(placement.hex);
        Placement { hex, facing: placement.facing.opposite(), ..placement }
    }

    /// Whether a two-hex unit may face about where it stands.
    pub(crate) fn may_reverse(&self, unit: UnitId, placement: Placement) -> Result<(), Illegal> {
        self.is_two_hex(unit)?;
        if placement.formation != Formation::Battle {
            return Err(Illegal::by(REVERSING, "Only a two-hex unit in battle order faces about."));
        }
        if self.is_in_zone(unit) {
            let words = "It does not face about in an enemy zone of control.";
            return Err(Illegal::by(REVERSING, words));
        }
        let field = self.rules.field();
        if self.hexes(unit).iter().any(|&hex| field.terrain(hex).is_rough()) {
            return Err(Illegal::by(REVERSING, "It does not face about in rough terrain."));
        }
        Ok(())
    }

    /// 6.45: whether a step is a wheel: the half in an enemy zone of control stays, the free one pivots.
    pub(crate) fn is_wheel(&self, unit: UnitId, placement: Placement, go: Go) -> bool {
        let Go::Pivot(hand) = go else { return false };
        let camp = self.rules.camp(unit);
        self.halves(unit, placement, hand).is_some_and(|Halves { going, staying }| {
            self.is_in_enemy_zone(camp, staying) && !self.is_in_enemy_zone(camp, going)
        })
    }

    /// 6.46: whether a unit may be ordered to go at a faster pace; a column has it as it is (6.62).
    pub(crate) fn has_faster_pace(&self, unit: UnitId) -> Result<(), Illegal> {
        if self.rules.troops(unit).fast_ma.is_none() {
            return Err(Illegal::by(FAST_PACE, "Only a phalanx has a faster pace."));
        }
        if self.partner(unit).is_some() {
            let words = "At double depth phalanxes never use their faster pace.";
            return Err(Illegal::by(crate::special::double_depth::MOVING_IN_DEPTH, words));
        }
        if self.state.unit(unit).formation.is_column() {
            let words = "In column it marches at its higher allowance anyway.";
            return Err(Illegal::by(crate::movement::moving::COLUMN_PACE, words));
        }
        Ok(())
    }

    /// 6.46: whether the move has used more points than the usual pace has; columns are not asked (6.62).
    pub(crate) fn hurries(&self, movement: &Movement) -> bool {
        let now = self.state.unit(movement.unit);
        let began_in_column = now.formation.is_column() != movement.formed;
        movement.fast && !began_in_column && movement.spent > self.rules.troops(movement.unit).ma
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 6.43, 6.45: what a pivot costs in cohesion.
    pub(crate) fn pay_for_pivoting(&mut self, unit: UnitId, go: Go, was: Placement) {
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
    pub(crate) fn is_resisted(&self, unit: UnitId, placement: Placement) -> bool {
        let hexes = self.rules.hexes_standing(unit, placement);
        self.enemies_next_to(unit, placement).any(|enemy| {
            !self.rules.troops(enemy).kind.is_skirmisher()
                && hexes.iter().any(|&hex| self.rules.exerts(self.state, enemy, hex))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::action::Action;
    use crate::engine::hexes::Switches;
    use crate::fixtures::under_orders::{OrdersFixture, fixture, fixture_on, hex, troops};
    use crate::model::field::Terrain;
    use crate::model::hex::Vertex;
    use crate::model::types::Kind;
    use diadem_core::Camp::{First, Second};

    const LEADERS: [(diadem_core::Camp, &str); 1] = [(First, "4040")];

    fn phalanx(at: &str, facing: Vertex) -> OrdersFixture {
        let mut fixture =
            fixture(&[troops(First, Kind::Phalanx, at, facing)], &LEADERS, Switches::default());
        fixture.order(0, false);
        fixture
    }

    #[test]
    fn gba_6_43_either_half_pivots_into_the_middle_front_hex() {
        let mut fixture = phalanx("2217", Vertex::East);
        fixture.go(Go::Pivot(Hand::Left));
        assert_eq!(fixture.at(0), ["2317", "2218"]);
        assert_eq!(fixture.unit(0).facing, Vertex::SouthEast);
        let mut fixture = phalanx("2217", Vertex::East);
        fixture.go(Go::Pivot(Hand::Right));
        assert_eq!(fixture.at(0), ["2217", "2317"]);
        assert_eq!(fixture.unit(0).facing, Vertex::NorthEast);
        assert_eq!(fixture.unit(0).hits, 0);
    }

    #[test]
    fn gba_6_43_six_pivots_lead_all_the_way_round() {
        for facing in Vertex::ALL {
            for hand in Hand::BOTH {
                let mut fixture = phalanx("2217", facing);
                let begins = fixture.at(0);
                for _ in 0..6 {
                    fixture.resolver(|resolver| {
                        if let Some(crate::engine::steps::Step::Move(movement)) =
                            resolver.state.steps.last_mut()
                        {
                            movement.spent = 0;
                        }
                    });
                    fixture.go(Go::Pivot(hand));
                    // A half comes forward each time, and the other stays.
                }
                assert_eq!(fixture.at(0), begins, "{facing:?} {hand:?}");
                assert_eq!(fixture.unit(0).facing, facing);
            }
        }
    }

    #[test]
    fn gba_6_43_only_macedonians_pivot_for_nothing() {
        let hoplites = troops(First, Kind::Hoplite, "2217", Vertex::East);
        let mut fixture = fixture(&[hoplites], &LEADERS, Switches::default());
        fixture.order(0, false);
        fixture.go(Go::Pivot(Hand::Left));
        fixture.go(Go::Pivot(Hand::Right));
        assert_eq!(fixture.unit(0).hits, 2);
    }

    #[test]
    fn gba_6_42_the_dearer_half_counts_and_is_paid_once() {
        let hoplites = troops(First, Kind::Hoplite, "2217", Vertex::East);
        let mut fixture = fixture_on(&[hoplites], &LEADERS, Switches::default(), |battle| {
            battle.field.set_terrain(hex("2317"), Terrain::Woods);
            battle.field.set_terrain(hex("2318"), Terrain::Woods);
        });
        let mut forward = fixture_on(
            &[troops(First, Kind::Hoplite, "2216", Vertex::East)],
            &LEADERS,
            Switches::default(),
            |battle| battle.field.set_terrain(hex("2316"), Terrain::Woods),
        );
        forward.order(0, false);
        forward.go(Go::Forward(Hand::Right));
        assert_eq!(forward.at(0), ["2316", "2317"]);
        assert_eq!(forward.unit(0).hits, 1);
        let crate::engine::steps::Step::Move(movement) = forward.state.step() else { panic!() };
        assert_eq!(movement.spent, 2);
        // The left half goes into the wood and pays; the right half follows beside it and does not.
        fixture.order(0, false);
        fixture.go(Go::Pivot(Hand::Left));
        assert_eq!(fixture.unit(0).hits, 2);
        fixture.go(Go::Pivot(Hand::Right));
        assert_eq!(fixture.at(0), ["2317", "2318"]);
        assert_eq!(fixture.unit(0).hits, 3);
    }

    #[test]
    fn gba_6_44_facing_about_swaps_the_halves() {
        let mut fixture = phalanx("2217", Vertex::East);
        fixture.go(Go::Reverse);
        assert_eq!(fixture.at(0), ["2218", "2217"]);
        assert_eq!(fixture.unit(0).facing, Vertex::West);
        assert_eq!(fixture.refused(Action::Go(Go::Reverse)), "6.25");
    }

    /// The Gaugamela example, with 3118 for the misprinted 3119.
    fn wheel(roll: u8) -> OrdersFixture {
        let units = [
            troops(First, Kind::Phalanx, "3218", Vertex::West),
            troops(Second, Kind::LightInfantry, "3118", Vertex::East),
        ];
        let mut fixture = fixture(&units, &LEADERS, Switches::default());
        assert_eq!(fixture.at(0), ["3218", "3217"]);
        fixture.rolls(&[roll]);
        fixture.order(0, false);
        fixture
    }

    #[test]
    fn gba_6_45_the_free_half_wheels_and_the_unit_is_checked() {
        for (roll, hits) in [(9, 2), (8, 1), (7, 1), (0, 1)] {
            let mut fixture = wheel(roll);
            assert_eq!(fixture.refused(Action::Go(Go::Pivot(Hand::Left))), "7.23");
            assert_eq!(fixture.refused(Action::Go(Go::Forward(Hand::Right))), "7.23");
            fixture.go(Go::Pivot(Hand::Right));
            assert_eq!(fixture.at(0), ["3218", "3117"]);
            assert_eq!(fixture.unit(0).hits, hits, "on a roll of {roll}");
        }
    }

    #[test]
    fn gba_6_46_the_fifth_point_has_its_price() {
        for (roll, hits) in [(8, 1), (7, 0)] {
            let mut fixture = phalanx("2217", Vertex::East);
            fixture.act(Action::Done).unwrap();
            fixture.rolls(&[roll]);
            fixture.order(0, true);
            (0..5).for_each(|_| fixture.go(Go::Forward(Hand::Right)));
            fixture.act(Action::Done).unwrap();
            assert_eq!(fixture.unit(0).hits, hits);
        }
        let mut fixture = phalanx("2217", Vertex::East);
        fixture.act(Action::Done).unwrap();
        fixture.unit_mut(0).moved = true;
        fixture.order(0, true);
        (0..4).for_each(|_| fixture.go(Go::Forward(Hand::Right)));
        assert_eq!(fixture.unit(0).hits, 1);
        fixture.go(Go::Forward(Hand::Right));
        fixture.act(Action::Done).unwrap();
        assert_eq!(fixture.unit(0).hits, 2);
    }
}
