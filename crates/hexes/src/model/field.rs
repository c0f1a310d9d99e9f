//! The ground of a battle: a board of numbered hexes with terrain, level and hexsides (6.2).

use crate::model::hex::{Hex, Hexside};
use crate::model::types::coded;
use std::ops::RangeInclusive;

coded! {
    /// The majority terrain of a hex (6.24).
    pub enum Terrain {
        /// Open ground.
        Clear = "clear",
        /// Woods, rough.
        Woods = "woods",
        /// Marsh, rough.
        Marsh = "marsh",
        /// Rocks, rough.
        Rocky = "rocky",
        /// Broken ground, rough; on no GBA map.
        Broken = "broken",
        /// A river that fills the hex, rough, at level 1 (6.23).
        MajorRiver = "major_river",
        /// The bed of a river, rough.
        RockyRiverbed = "rocky_riverbed",
        /// A ford.
        Ford = "ford",
        /// Houses; they block sight.
        Town = "town",
        /// A camp.
        Camp = "camp",
        /// A road, of no effect.
        Road = "road",
        /// Inside a city that can be entered through its gates, as a town (6.26).
        City = "city",
        /// A city that nobody enters, not even through its gates (6.26).
        ClosedCity = "closed_city",
        /// The sea.
        Sea = "sea",
        /// A river that nobody crosses.
        ImpassableRiver = "impassable_river",
    }
}

coded! {
    /// What lies along a side of a hex.
    pub enum HexsideFeature {
        /// A river between two hexes, rough.
        MinorRiver = "minor_river",
        /// A stream.
        Stream = "stream",
        /// A steep bank, rough.
        SteepBank = "steep_bank",
        /// A stream between steep banks, rough.
        SteepBankedStream = "steep_banked_stream",
        /// A wall that nobody crosses (6.26).
        CityWall = "city_wall",
        /// A gate, closed while an enemy is in the hex (6.26).
        CityGate = "city_gate",
        /// The wall of a Roman camp (SPQR).
        CampWall = "camp_wall",
        /// The gate of a Roman camp (SPQR).
        CampGate = "camp_gate",
    }
}

coded! {
    /// An edge of the map.
    pub enum Edge {
        /// Where columns begin.
        Left = "left",
        /// Where columns end.
        Right = "right",
        /// Where rows begin.
        Top = "top",
        /// Where rows end.
        Bottom = "bottom",
    }
}

impl Terrain {
    /// 6.28: a rough hex.
    pub const fn is_rough(self) -> bool {
        matches!(
            self,
            Terrain::Woods
                | Terrain::Marsh
                | Terrain::Rocky
                | Terrain::Broken
                | Terrain::MajorRiver
                | Terrain::RockyRiverbed
        )
    }

    /// Nobody enters it.
    pub const fn is_impassable(self) -> bool {
        matches!(self, Terrain::ClosedCity | Terrain::Sea | Terrain::ImpassableRiver)
    }

    /// 8.14: no line of sight passes through it, whatever the levels.
    pub const fn blocks_sight(self) -> bool {
        matches!(self, Terrain::Woods | Terrain::Town | Terrain::City | Terrain::ClosedCity)
    }
}

impl HexsideFeature {
    /// 6.28: a rough hexside.
    pub const fn is_rough(self) -> bool {
        matches!(
            self,
            HexsideFeature::MinorRiver
                | HexsideFeature::SteepBank
                | HexsideFeature::SteepBankedStream
        )
    }

    /// 6.26: a gate, which an enemy in the hex closes.
    pub const fn is_gate(self) -> bool {
        matches!(self, HexsideFeature::CityGate | HexsideFeature::CampGate)
    }
}

/// One hex of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ground {
    terrain: Terrain,
    level: u8,
    hexsides: [Option<HexsideFeature>; 6],
}

/// A board of hexes with all that is printed on it. Hexes are counted column by column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    first: Hex,
    columns: u8,
    rows: u8,
    ground: Vec<Ground>,
}

impl Field {
    /// The most hexes a field may have, so that an index fits where states keep it.
    pub const MOST_HEXES: usize = 4096;

    /// An empty field of these columns and rows, all of one terrain and level; nothing when a range is
    /// empty or the field too large.
    pub fn plain(
        columns: RangeInclusive<u8>,
        rows: RangeInclusive<u8>,
        terrain: Terrain,
        level: u8,
    ) -> Option<Field> {
        let span = |range: &RangeInclusive<u8>| {
            if range.is_empty() { None } else { (range.end() - range.start()).checked_add(1) }
        };
        let (wide, high) = (span(&columns)?, span(&rows)?);
        let hexes = usize::from(wide) * usize::from(high);
        let ground = Ground { terrain, level, hexsides: [None; 6] };
        let is_numbered = *columns.end() < 100 && *rows.end() < 100;
        (is_numbered && hexes <= Field::MOST_HEXES).then(|| Field {
            first: Hex::new(*columns.start(), *rows.start()),
            columns: wide,
            rows: high,
            ground: vec![ground; hexes],
        })
    }

    /// The first and last column.
    pub fn columns(&self) -> RangeInclusive<u8> {
        self.first.column..=self.first.column + (self.columns - 1)
    }

    /// The first and last row.
    pub fn rows(&self) -> RangeInclusive<u8> {
        self.first.row..=self.first.row + (self.rows - 1)
    }

    /// How many hexes it has.
    pub fn len(&self) -> usize {
        self.ground.len()
    }

    /// A field has at least one hex.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Whether the hex is on the map.
    pub const fn contains(&self, hex: Hex) -> bool {
        hex.column.wrapping_sub(self.first.column) < self.columns
            && hex.row.wrapping_sub(self.first.row) < self.rows
    }

    /// The number of a hex of the map, from nought.
    pub fn index(&self, hex: Hex) -> usize {
        debug_assert!(self.contains(hex), "{hex} is not on the map");
        let (column, row) = (hex.column - self.first.column, hex.row - self.first.row);
        usize::from(column) * usize::from(self.rows) + usize::from(row)
    }

    /// The hex of a number.
    pub fn hex(&self, index: usize) -> Hex {
        let rows = usize::from(self.rows);
        let (column, row) = ((index / rows) as u8, (index % rows) as u8);
        Hex::new(self.first.column + column, self.first.row + row)
    }

    /// Every hex, in the order of their numbers.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        let (rows, columns) = (self.rows(), self.columns());
        columns.flat_map(move |column| rows.clone().map(move |row| Hex::new(column, row)))
    }

    /// The hex beyond a side, if it is on the map.
    pub fn beyond(&self, hex: Hex, side: Hexside) -> Option<Hex> {
        hex.beyond(side).filter(|&there| self.contains(there))
    }

    /// What grows or lies in a hex.
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.ground[self.index(hex)].terrain
    }

    /// How high a hex lies.
    pub fn level(&self, hex: Hex) -> u8 {
        self.ground[self.index(hex)].level
    }

    /// What lies along a side of a hex; the same from both sides of it.
    pub fn hexside(&self, hex: Hex, side: Hexside) -> Option<HexsideFeature> {
        self.ground[self.index(hex)].hexsides[side as usize]
    }

    /// 6.28: whether a hex is rough.
    pub fn is_rough(&self, hex: Hex) -> bool {
        self.terrain(hex).is_rough()
    }

    /// 6.28: whether crossing a side is: a rough hexside, or a steep or sheer slope. Over the edge of the
    /// map there is no slope.
    pub fn is_rough_crossing(&self, from: Hex, side: Hexside) -> bool {
        let rough_side = self.hexside(from, side).is_some_and(HexsideFeature::is_rough);
        let there = self.beyond(from, side);
        let slope = there.map_or(0, |to| self.level(from).abs_diff(self.level(to)));
        rough_side || slope >= STEEP
    }

    /// 6.26: whether a gate leads over that side.
    pub fn is_gate(&self, hex: Hex, side: Hexside) -> bool {
        self.hexside(hex, side).is_some_and(HexsideFeature::is_gate)
    }

    /// How many hexes lie between a hex and an edge of the map.
    pub fn edge_distance(&self, hex: Hex, edge: Edge) -> u8 {
        match edge {
            Edge::Left => hex.column - self.columns().start(),
            Edge::Right => self.columns().end() - hex.column,
            Edge::Top => hex.row - self.rows().start(),
            Edge::Bottom => self.rows().end() - hex.row,
        }
    }

    /// Whether a hex lies along an edge of the map.
    pub fn is_edge(&self, hex: Hex, edge: Edge) -> bool {
        self.edge_distance(hex, edge) == 0
    }

    /// Writes the terrain of a hex of the map.
    pub fn set_terrain(&mut self, hex: Hex, terrain: Terrain) {
        let index = self.index(hex);
        self.ground[index].terrain = terrain;
    }

    /// Writes the level of a hex of the map.
    pub fn set_level(&mut self, hex: Hex, level: u8) {
        let index = self.index(hex);
        self.ground[index].level = level;
    }

    /// Writes what lies along a side, for the hexes on both sides of it.
    pub fn set_hexside(&mut self, hex: Hex, side: Hexside, what: Option<HexsideFeature>) {
        let index = self.index(hex);
        self.ground[index].hexsides[side as usize] = what;
        if let Some(there) = self.beyond(hex, side) {
            let index = self.index(there);
            self.ground[index].hexsides[side.opposite() as usize] = what;
        }
    }
}

/// A change of so many levels is a steep slope (6.23).
pub const STEEP: u8 = 2;

/// A change of so many levels is a sheer slope (6.23).
pub const SHEER: u8 = 3;

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(number: &str) -> Hex {
        Hex::parse(number).unwrap()
    }

    #[test]
    fn a_field_counts_its_hexes_and_ends_at_its_edges() {
        let field = Field::plain(3..=12, 0..=7, Terrain::Clear, 1).unwrap();
        assert_eq!(field.len(), 80);
        for (index, hex) in field.hexes().enumerate() {
            assert_eq!(field.index(hex), index);
            assert_eq!(field.hex(index), hex);
        }
        assert!(field.contains(hex("0300")) && field.contains(hex("1207")));
        assert!(!field.contains(hex("0207")) && !field.contains(hex("1208")));
        assert_eq!(field.beyond(hex("0300"), Hexside::North), None);
        assert_eq!(field.beyond(hex("0300"), Hexside::NorthWest), None);
        assert_eq!(field.beyond(hex("0307"), Hexside::SouthEast), None);
        assert_eq!(field.edge_distance(hex("0402"), Edge::Bottom), 5);
        assert_eq!(field.edge_distance(hex("0402"), Edge::Right), 8);
        assert!(field.is_edge(hex("0305"), Edge::Left) && !field.is_edge(hex("0305"), Edge::Top));
        assert_eq!(Field::plain(1..=99, 1..=99, Terrain::Clear, 1), None);
    }

    #[test]
    fn both_sides_of_a_hexside_know_of_it() {
        let mut field = Field::plain(1..=9, 1..=9, Terrain::Clear, 1).unwrap();
        field.set_hexside(hex("0404"), Hexside::NorthEast, Some(HexsideFeature::SteepBank));
        assert_eq!(field.hexside(hex("0503"), Hexside::SouthWest), Some(HexsideFeature::SteepBank));
        assert!(field.is_rough_crossing(hex("0503"), Hexside::SouthWest));
        field.set_level(hex("0606"), 3);
        assert!(field.is_rough_crossing(hex("0605"), Hexside::South));
        field.set_level(hex("0606"), 2);
        assert!(!field.is_rough_crossing(hex("0605"), Hexside::South));
    }
}
