//! 7.1: facing. Which hexes are front, flank and rear, and what it costs to turn.

use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Placement};
use crate::model::charts::CohesionCause;
use crate::model::hex::{Aspect, Hand, Hex, Hexside};
use crate::model::order_of_battle::UnitId;
use crate::movement::moving::{CHARIOTS, Movement};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const FACING: Rule = rule!(GBA, "7.11");
pub(crate) const TURNING: Rule = rule!(GBA, "7.12");
pub(crate) const TURNING_IN_ROUGH: Rule = rule!(GBA, "7.14");
pub(crate) const CHARIOT_TURNS: Rule = rule!(GBA, "7.15");

impl Hexes {
    /// Calls with every hex around a unit that stands like this, on the map or not, and where it lies. A
    /// hex that touches both halves of a two-hex unit comes twice.
    pub(crate) fn each_around(
        &self,
        unit: UnitId,
        placement: Placement,
        mut call: impl FnMut(Hex, Hexside, Hex, Aspect),
    ) {
        let hexes = self.hexes_standing(unit, placement);
        for (at, &half) in hexes.iter().enumerate() {
            for side in Hexside::ALL {
                let Some(there) = half.beyond(side) else { continue };
                if hexes.contains(&there) {
                    continue;
                }
                call(half, side, there, self.aspect_from(unit, placement, at, side));
            }
        }
    }

    /// Where the hex beyond a side of the left (0) or right (1) half lies.
    fn aspect_from(
        &self,
        unit: UnitId,
        placement: Placement,
        half: usize,
        side: Hexside,
    ) -> Aspect {
        // 11.84: engines have no facing.
        if self.troops(unit).kind.is_artillery() {
            return Aspect::Front;
        }
        match placement.formation {
            Formation::Battle | Formation::Charge => placement.facing.aspect(side),
            // 11.63: a square has neither flank nor rear.
            Formation::Square => Aspect::Front,
            // 6.63: only the hex straight ahead is frontal.
            Formation::Column(ahead) if side == ahead => Aspect::Front,
            Formation::Column(ahead) if side == ahead.opposite() => Aspect::Rear,
            Formation::LongColumn(lead) => {
                let ahead = placement.facing.flank(lead);
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
    pub fn aspect_of(&self, unit: UnitId, placement: Placement, hex: Hex) -> Option<Aspect> {
        let mut found = None;
        self.each_around(unit, placement, |_, _, there, aspect| {
            if there == hex {
                found = Some(aspect);
            }
        });
        found
    }
}

impl Hexes {
    /// The rule by which turning costs hits.
    pub(crate) fn turning_rule(&self, unit: UnitId) -> Rule {
        if self.troops(unit).kind.is_chariot() { CHARIOTS } else { TURNING_IN_ROUGH }
    }
}

impl Position<'_> {
    /// The movement points for turning so many vertices (7.12).
    pub(crate) fn turning_points(&self, unit: UnitId, vertices: u8) -> u8 {
        let kind = self.rules.troops(unit).kind;
        let figures = &self.rules.charts.figures.facing;
        let is_charging = self.state.unit(unit).formation == Formation::Charge;
        // 11.5: where charge formation is played, cataphracts are clumsy only in it.
        let is_cataphract = kind.is_cataphract() && !self.rules.switches.charge;
        match () {
            () if kind.is_skirmisher() => figures.skirmisher,
            () if kind.is_elephant() || kind.is_chariot() || is_cataphract || is_charging => {
                figures.per_vertex_clumsy * vertices
            }
            () => figures.per_vertex * vertices,
        }
    }

    /// The hits for turning so many vertices where it stands: in rough ground (7.14), or in a chariot
    /// that has moved (11.21).
    pub(crate) fn turning_hits(
        &self,
        movement: &Movement,
        placement: Placement,
        vertices: u8,
    ) -> u8 {
        let kind = self.rules.troops(movement.unit).kind;
        let charts = &self.rules.charts;
        if kind.is_chariot() {
            let each = charts.toll(CohesionCause::ChariotTurn).hits;
            return if movement.hexes > 0 { each * vertices } else { 0 };
        }
        if !self.rules.field().is_rough(placement.hex) {
            return 0;
        }
        let hits = charts.movement.facing_in_rough(kind.movement_class());
        match placement.formation {
            // 6.62.
            formation if formation.is_column() => {
                hits.saturating_sub(charts.figures.column.terrain_hits_less)
            }
            Formation::Charge => hits * charts.figures.charge.terrain_hits_times,
            _ => hits,
        }
    }

    /// 7.15: a chariot that has turned by more than one vertex on its way ends its move there.
    pub(crate) fn may_drive_on(&self, movement: &Movement) -> Result<(), Illegal> {
        let is_chariot = self.rules.troops(movement.unit).kind.is_chariot();
        if is_chariot && movement.hexes > 0 && movement.turned > 1 {
            let words =
                "A chariot on the move turns by one vertex in a hex, unless it stops there.";
            return Err(Illegal::by(CHARIOT_TURNS, words));
        }
        Ok(())
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 11.21: a chariot that leaves the hex it began in pays for having turned there.
    pub(crate) fn pay_for_driving(&mut self, before: &Movement) {
        let is_chariot = self.rules.troops(before.unit).kind.is_chariot();
        if is_chariot && before.hexes == 0 {
            let each = self.rules.charts.toll(CohesionCause::ChariotTurn).hits;
            self.toll(before.unit, each * before.turned, CHARIOTS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::action::Action;
    use crate::engine::hexes::Switches;
    use crate::engine::steps::Step;
    use crate::fixtures::under_orders::{OrdersFixture, fixture, fixture_on, hex, troops};
    use crate::model::field::Terrain;
    use crate::model::hex::Vertex;
    use crate::model::types::Kind;
    use crate::movement::moving::Go;
    use diadem_core::Camp::First;

    fn ordered(kind: Kind) -> OrdersFixture {
        let units = [troops(First, kind, "2217", Vertex::East)];
        let mut fixture = fixture(&units, &[(First, "4040")], Switches::default());
        fixture.order(0, false);
        fixture
    }

    fn spent(fixture: &OrdersFixture) -> u8 {
        let Step::Move(movement) = fixture.state.step() else { panic!() };
        movement.spent
    }

    #[test]
    fn gba_7_12_turning_has_its_price() {
        for (kind, points) in [
            (Kind::LightInfantry, 3),
            (Kind::Skirmisher, 1),
            (Kind::Elephant, 6),
            (Kind::Chariot, 6),
            (Kind::Cataphract, 6),
        ] {
            let mut fixture = ordered(kind);
            fixture.go(Go::Turn(Vertex::West));
            assert_eq!(spent(&fixture), points, "{kind:?}");
        }
    }

    #[test]
    fn gba_7_14_turning_in_rough_ground_costs_a_hit() {
        for (kind, hits) in [(Kind::LightInfantry, 1), (Kind::Elephant, 0)] {
            let units = [troops(First, kind, "2217", Vertex::East)];
            let mut fixture =
                fixture_on(&units, &[(First, "4040")], Switches::default(), |battle| {
                    battle.field.set_terrain(hex("2217"), Terrain::Woods);
                });
            fixture.order(0, false);
            fixture.go(Go::Turn(Vertex::SouthWest));
            assert_eq!(fixture.unit(0).hits, hits);
        }
    }

    #[test]
    fn gba_7_15_a_chariot_turns_little_on_its_way() {
        let mut fixture = ordered(Kind::Chariot);
        fixture.go(Go::Turn(Vertex::SouthWest));
        assert_eq!(fixture.unit(0).hits, 0);
        fixture.go(Go::Forward(Hand::Left));
        // 11.21: it has left the hex in which it turned by two vertices.
        assert_eq!(fixture.unit(0).hits, 4);
        let mut fixture = ordered(Kind::Chariot);
        fixture.go(Go::Forward(Hand::Left));
        fixture.go(Go::Turn(Vertex::SouthEast));
        assert_eq!(fixture.unit(0).hits, 2);
        assert_eq!(fixture.refused(Action::Go(Go::Forward(Hand::Left))), "");
        fixture.go(Go::Turn(Vertex::SouthWest));
        assert_eq!(fixture.unit(0).hits, 4);
        assert_eq!(fixture.refused(Action::Go(Go::Forward(Hand::Left))), "7.15");
    }
}
