//! What it costs to go somewhere (6.2): terrain, hexsides and elevation together.

use crate::model::charts::{Charts, MovementCosts};
use crate::model::field::{Field, HexsideFeature, SHEER, Terrain};
use crate::model::hex::{Hex, Hexside};
use crate::model::types::MovementClass;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, rule};

const EDGE: Rule = rule!(GBA, "6.21");
const ELEVATION: Rule = rule!(GBA, "6.23");
pub(crate) const CITY_WALLS: Rule = rule!(GBA, "6.26");
const COSTS: Rule = rule!(GBA, "6.29");
const CHARIOTS: Rule = rule!(GBA, "11.21");

/// What a step costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Movement points.
    pub mp: u8,
    /// Cohesion hits.
    pub hits: u8,
}

/// Why a step cannot be taken, as small as a table wants it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Barrier {
    Edge,
    Wall,
    ClosedCity,
    Water,
    TooSteep,
    TooSheer,
    RoughForChariots,
    Prohibited,
}

impl Barrier {
    const fn refusal(self) -> (Rule, &'static str) {
        match self {
            Barrier::Edge => (EDGE, "There is no hex there: the map ends."),
            Barrier::Wall => (CITY_WALLS, "Nobody crosses the walls."),
            Barrier::ClosedCity => (CITY_WALLS, "Nobody enters this city, not even by its gates."),
            Barrier::Water => (COSTS, "Nobody can go into this water."),
            Barrier::TooSteep => {
                (ELEVATION, "Cavalry and chariots change one level of elevation at a time.")
            }
            Barrier::TooSheer => {
                (ELEVATION, "Only skirmishers climb three levels at a time, and nobody more.")
            }
            Barrier::RoughForChariots => {
                (CHARIOTS, "Chariots may not enter rough ground or cross a rough hexside.")
            }
            Barrier::Prohibited => (COSTS, "This type may not enter such terrain."),
        }
    }
}

impl From<Barrier> for Illegal {
    fn from(barrier: Barrier) -> Illegal {
        let (rule, sentence) = barrier.refusal();
        Illegal::by(rule, sentence)
    }
}

/// What one crossing costs each class.
type Crossing = [Result<Cost, Barrier>; MovementClass::COUNT];

impl MovementCosts {
    fn crossing(
        &self,
        field: &Field,
        class: MovementClass,
        from: Hex,
        side: Hexside,
    ) -> Result<Cost, Barrier> {
        let to = field.beyond(from, side).ok_or(Barrier::Edge)?;
        let (terrain, hexside) = (field.terrain(to), field.hexside(from, side));
        let at = class as usize;
        let hexside_cost = match hexside {
            None => (0, 0),
            Some(hexside) => self.hexside[hexside as usize][at].ok_or_else(|| match hexside {
                HexsideFeature::CityWall | HexsideFeature::CampWall => Barrier::Wall,
                hexside if hexside.is_rough() && class == MovementClass::Chariot => {
                    Barrier::RoughForChariots
                }
                _ => Barrier::Prohibited,
            })?,
        };
        let hex_cost = self.hex[terrain as usize][at].ok_or(match terrain {
            Terrain::ClosedCity => Barrier::ClosedCity,
            Terrain::Sea | Terrain::ImpassableRiver => Barrier::Water,
            terrain if terrain.is_rough() && class == MovementClass::Chariot => {
                Barrier::RoughForChariots
            }
            _ => Barrier::Prohibited,
        })?;
        let slope_cost = self.slope(field.level(from), field.level(to), class)?;
        let all = [hex_cost, hexside_cost, slope_cost];
        Ok(Cost {
            mp: all.iter().map(|cost| cost.0).sum(),
            hits: all.iter().map(|cost| cost.1).sum(),
        })
    }

    /// 6.23: the cost of changing level.
    fn slope(&self, from: u8, to: u8, class: MovementClass) -> Result<(u8, u8), Barrier> {
        let levels = from.abs_diff(to);
        let Some(at) = usize::from(levels).checked_sub(1) else { return Ok((0, 0)) };
        let rows = if to > from { &self.up } else { &self.down };
        let row = rows.get(at).ok_or(Barrier::TooSheer)?;
        let barrier = if levels >= SHEER { Barrier::TooSheer } else { Barrier::TooSteep };
        row[class as usize].ok_or(barrier)
    }
}

impl Charts {
    /// What it costs to cross a side into the next hex: hex, hexside and elevation together; or the rule
    /// that forbids it. Whether an enemy closes a gate is for the caller to see (`Field::is_gate`, 6.26).
    pub fn entry(
        &self,
        field: &Field,
        class: MovementClass,
        from: Hex,
        side: Hexside,
    ) -> Result<Cost, Illegal> {
        Ok(self.movement.crossing(field, class, from, side)?)
    }

    /// The same for a leader, who moves as cavalry and takes no hits (4.1): movement points.
    pub fn leader_entry(&self, field: &Field, from: Hex, side: Hexside) -> Result<u8, Illegal> {
        self.entry(field, MovementClass::Cavalry, from, side).map(|cost| cost.mp)
    }
}

/// Every step of a field with its cost, worked out once: the same answers as `Charts::entry`, looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Going {
    /// Which crossing each side of each hex is.
    sides: Vec<[u16; 6]>,
    /// The crossings, one for each lie of the land.
    crossings: Vec<Crossing>,
}

impl Going {
    /// The going of a field.
    pub fn over(field: &Field, charts: &Charts) -> Going {
        // A crossing depends on no more than this, and few differ; nothing is the edge of the map.
        let lie = |from: Hex, side: Hexside| {
            let to = field.beyond(from, side)?;
            Some((field.terrain(to), field.hexside(from, side), field.level(from), field.level(to)))
        };
        let mut lies = Vec::new();
        let mut crossings: Vec<Crossing> = Vec::new();
        let mut number_of = |hex: Hex, side: Hexside| {
            let lie = lie(hex, side);
            let known = lies.iter().position(|known| *known == lie);
            known.unwrap_or_else(|| {
                let cost = |class| charts.movement.crossing(field, class, hex, side);
                crossings.push(MovementClass::ALL.map(cost));
                lies.push(lie);
                lies.len() - 1
            }) as u16
        };
        let sides =
            field.hexes().map(|hex| Hexside::ALL.map(|side| number_of(hex, side))).collect();
        Going { sides, crossings }
    }

    /// As `Charts::entry`; the hex by its number on the field.
    pub fn entry(&self, hex: usize, class: MovementClass, side: Hexside) -> Result<Cost, Illegal> {
        Ok(self.crossing(hex, class, side)?)
    }

    /// The cost, or nothing where it is forbidden: for searches, which need no reason.
    pub fn cost(&self, hex: usize, class: MovementClass, side: Hexside) -> Option<Cost> {
        self.crossing(hex, class, side).ok()
    }

    fn crossing(&self, hex: usize, class: MovementClass, side: Hexside) -> Result<Cost, Barrier> {
        self.crossings[usize::from(self.sides[hex][side as usize])][class as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(number: &str) -> Hex {
        Hex::parse(number).unwrap()
    }

    /// A field whose hex 0505 is as told, one step south of 0504.
    fn step(
        class: MovementClass,
        terrain: Terrain,
        levels: (u8, u8),
        side: Option<HexsideFeature>,
    ) -> Result<(u8, u8), &'static str> {
        let mut field = Field::plain(1..=9, 1..=9, Terrain::Clear, levels.0).unwrap();
        field.set_terrain(hex("0505"), terrain);
        field.set_level(hex("0505"), levels.1);
        field.set_hexside(hex("0504"), Hexside::South, side);
        let charts = Charts::embedded().unwrap();
        let entry = charts.entry(&field, class, hex("0504"), Hexside::South);
        let going = Going::over(&field, &charts);
        assert_eq!(going.entry(field.index(hex("0504")), class, Hexside::South), entry);
        entry.map(|cost| (cost.mp, cost.hits)).map_err(|refused| refused.rule.number())
    }

    use MovementClass::{Cavalry, Chariot, Elephant, HeavyInfantry, Light, Phalanx, Skirmisher};

    #[test]
    fn gba_6_21_woods_and_a_level_cost_a_hoplite_three_points() {
        assert_eq!(step(HeavyInfantry, Terrain::Woods, (2, 3), None), Ok((3, 2)));
        assert_eq!(step(HeavyInfantry, Terrain::Clear, (2, 2), None), Ok((1, 0)));
    }

    #[test]
    fn gba_6_23_levels_have_limits() {
        assert_eq!(step(Cavalry, Terrain::Clear, (1, 3), None), Err("6.23"));
        assert_eq!(step(Cavalry, Terrain::Clear, (3, 1), None), Err("6.23"));
        assert_eq!(step(Cavalry, Terrain::Clear, (1, 2), None), Ok((2, 1)));
        assert_eq!(step(Light, Terrain::Clear, (1, 3), None), Ok((3, 2)));
        assert_eq!(step(Light, Terrain::Clear, (1, 4), None), Err("6.23"));
        assert_eq!(step(Skirmisher, Terrain::Clear, (1, 4), None), Ok((4, 3)));
        assert_eq!(step(Skirmisher, Terrain::Clear, (1, 5), None), Err("6.23"));
        assert_eq!(step(Skirmisher, Terrain::Clear, (2, 1), None), Ok((1, 0)));
        assert_eq!(step(Chariot, Terrain::Clear, (1, 3), None), Err("6.23"));
    }

    #[test]
    fn gba_6_26_walls_are_for_nobody_and_gates_are_free() {
        assert_eq!(step(Light, Terrain::City, (1, 1), Some(HexsideFeature::CityWall)), Err("6.26"));
        assert_eq!(step(Light, Terrain::City, (1, 1), Some(HexsideFeature::CityGate)), Ok((2, 1)));
        assert_eq!(
            step(Light, Terrain::ClosedCity, (1, 1), Some(HexsideFeature::CityGate)),
            Err("6.26")
        );
    }

    #[test]
    fn gba_11_21_chariots_keep_to_even_ground() {
        assert_eq!(step(Chariot, Terrain::Rocky, (1, 1), None), Err("11.21"));
        assert_eq!(
            step(Chariot, Terrain::Clear, (1, 1), Some(HexsideFeature::MinorRiver)),
            Err("11.21")
        );
        assert_eq!(step(Chariot, Terrain::Town, (1, 1), None), Err("6.29"));
        assert_eq!(step(Elephant, Terrain::Marsh, (1, 1), None), Err("6.29"));
        assert_eq!(step(Chariot, Terrain::Clear, (1, 1), Some(HexsideFeature::Stream)), Ok((1, 0)));
    }

    #[test]
    fn hexside_and_slope_add_up() {
        // Out of the Granicus, over its bank.
        assert_eq!(
            step(Phalanx, Terrain::Clear, (1, 2), Some(HexsideFeature::SteepBank)),
            Ok((3, 2))
        );
        assert_eq!(step(Phalanx, Terrain::MajorRiver, (2, 1), None), Ok((2, 2)));
    }

    #[test]
    fn gba_4_1_leaders_ride_without_hits_and_the_map_ends() {
        let charts = Charts::embedded().unwrap();
        let field = Field::plain(1..=9, 1..=9, Terrain::Woods, 1).unwrap();
        assert_eq!(charts.leader_entry(&field, hex("0504"), Hexside::South), Ok(2));
        let refused = charts.leader_entry(&field, hex("0501"), Hexside::North).unwrap_err();
        assert_eq!(refused.rule, EDGE);
    }
}
