//! The geometry of the battlefield: hexes numbered CCRR, their six sides and six vertices.
//!
//! Columns run straight up and down, and even columns sit half a hex higher: from 3022 the next hex to the
//! north-west is 2921, the one after it 2821. Sides and vertices are counted clockwise from the north, so
//! that the vertex of a number lies between the sides of that number and the next.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A hex by its printed number: column and row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Hex {
    /// The column, CC.
    pub column: u8,
    /// The row, RR.
    pub row: u8,
}

/// A side of a hex, and the neighbour beyond it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Hexside {
    /// Up.
    North,
    /// Up and right.
    NorthEast,
    /// Down and right.
    SouthEast,
    /// Down.
    South,
    /// Down and left.
    SouthWest,
    /// Up and left.
    NorthWest,
}

/// A vertex of a hex: what a unit in battle order faces (7.11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Vertex {
    /// Between the north and north-east sides.
    NorthEast,
    /// Between the north-east and south-east sides.
    East,
    /// Between the south-east and south sides.
    SouthEast,
    /// Between the south and south-west sides.
    SouthWest,
    /// Between the south-west and north-west sides.
    West,
    /// Between the north-west and north sides.
    NorthWest,
}

/// To the left or to the right, as the troops see it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    /// Counterclockwise.
    Left,
    /// Clockwise.
    Right,
}

impl Hand {
    /// Both, left first.
    pub const BOTH: [Hand; 2] = [Hand::Left, Hand::Right];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Hand {
        match self {
            Hand::Left => Hand::Right,
            Hand::Right => Hand::Left,
        }
    }
}

impl Hexside {
    /// All six, clockwise from the north.
    pub const ALL: [Hexside; 6] = [
        Hexside::North,
        Hexside::NorthEast,
        Hexside::SouthEast,
        Hexside::South,
        Hexside::SouthWest,
        Hexside::NorthWest,
    ];

    /// So many sides further clockwise.
    #[must_use]
    pub const fn turned(self, clockwise: u8) -> Hexside {
        Hexside::ALL[((self as u8 + clockwise) % 6) as usize]
    }

    /// The side across the hex.
    #[must_use]
    pub const fn opposite(self) -> Hexside {
        self.turned(3)
    }

    /// Its name in our files: `N NE SE S SW NW`.
    pub const fn code(self) -> &'static str {
        ["N", "NE", "SE", "S", "SW", "NW"][self as usize]
    }

    /// The side of this name.
    pub fn parse(code: &str) -> Option<Hexside> {
        Hexside::ALL.into_iter().find(|side| side.code() == code)
    }
}

impl Vertex {
    /// All six, clockwise from the north-east.
    pub const ALL: [Vertex; 6] = [
        Vertex::NorthEast,
        Vertex::East,
        Vertex::SouthEast,
        Vertex::SouthWest,
        Vertex::West,
        Vertex::NorthWest,
    ];

    /// So many vertices further clockwise.
    #[must_use]
    pub const fn turned(self, clockwise: u8) -> Vertex {
        Vertex::ALL[((self as u8 + clockwise) % 6) as usize]
    }

    /// One vertex to the left or right.
    #[must_use]
    pub const fn shifted(self, hand: Hand) -> Vertex {
        match hand {
            Hand::Left => self.turned(5),
            Hand::Right => self.turned(1),
        }
    }

    /// The vertex across the hex.
    #[must_use]
    pub const fn opposite(self) -> Vertex {
        self.turned(3)
    }

    /// How many vertices lie between the two, the short way round.
    pub const fn apart(self, other: Vertex) -> u8 {
        let clockwise = (other as u8 + 6 - self as u8) % 6;
        if clockwise > 3 { 6 - clockwise } else { clockwise }
    }

    /// The front side on that hand of whoever faces this vertex (7.11).
    pub const fn front(self, hand: Hand) -> Hexside {
        match hand {
            Hand::Left => Hexside::ALL[self as usize],
            Hand::Right => Hexside::ALL[self as usize].turned(1),
        }
    }

    /// The flank side on that hand.
    pub const fn flank(self, hand: Hand) -> Hexside {
        match hand {
            Hand::Left => Hexside::ALL[self as usize].turned(5),
            Hand::Right => Hexside::ALL[self as usize].turned(2),
        }
    }

    /// The rear side on that hand.
    pub const fn rear(self, hand: Hand) -> Hexside {
        match hand {
            Hand::Left => Hexside::ALL[self as usize].turned(4),
            Hand::Right => Hexside::ALL[self as usize].turned(3),
        }
    }

    /// Where a side lies for whoever faces this vertex.
    pub const fn aspect(self, side: Hexside) -> Aspect {
        match (side as u8 + 6 - self as u8) % 6 {
            0 | 1 => Aspect::Front,
            2 | 5 => Aspect::Flank,
            _ => Aspect::Rear,
        }
    }

    /// Its name in our files: `NE E SE SW W NW`.
    pub const fn code(self) -> &'static str {
        ["NE", "E", "SE", "SW", "W", "NW"][self as usize]
    }

    /// The vertex of this name.
    pub fn parse(code: &str) -> Option<Vertex> {
        Vertex::ALL.into_iter().find(|vertex| vertex.code() == code)
    }
}

/// Front, flank or rear (7.11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// To the front.
    Front,
    /// To the side.
    Flank,
    /// Behind.
    Rear,
}

impl Hex {
    /// The hex of this column and row.
    pub const fn new(column: u8, row: u8) -> Hex {
        Hex { column, row }
    }

    /// The hex of this printed number, such as `3022`.
    pub fn parse(number: &str) -> Option<Hex> {
        let is_number = number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit());
        let (column, row) = number.split_at_checked(2).filter(|_| is_number)?;
        Some(Hex::new(column.parse().ok()?, row.parse().ok()?))
    }

    /// The hex beyond a side, on a board without end; nothing where numbers end.
    pub fn beyond(self, side: Hexside) -> Option<Hex> {
        let is_high = self.column.is_multiple_of(2);
        let (columns, rows) = match (side, is_high) {
            (Hexside::North, _) => (0, -1),
            (Hexside::South, _) => (0, 1),
            (Hexside::NorthEast, true) => (1, -1),
            (Hexside::NorthEast, false) => (1, 0),
            (Hexside::SouthEast, true) => (1, 0),
            (Hexside::SouthEast, false) => (1, 1),
            (Hexside::NorthWest, true) => (-1, -1),
            (Hexside::NorthWest, false) => (-1, 0),
            (Hexside::SouthWest, true) => (-1, 0),
            (Hexside::SouthWest, false) => (-1, 1),
        };
        Some(Hex::new(self.column.checked_add_signed(columns)?, self.row.checked_add_signed(rows)?))
    }

    /// The side beyond which `other` lies, if it is adjacent.
    pub fn side_towards(self, other: Hex) -> Option<Hexside> {
        Hexside::ALL.into_iter().find(|&side| self.beyond(side) == Some(other))
    }

    /// How many hexes away `other` is.
    #[inline]
    pub fn distance(self, other: Hex) -> u8 {
        let (a, b) = (self.cube(), other.cube());
        let span = |axis: usize| a[axis].abs_diff(b[axis]);
        span(0).max(span(1)).max(span(2)) as u8
    }

    /// Cube coordinates: they add up to nought, and a step changes two of them by one.
    #[inline]
    pub(crate) fn cube(self) -> [i16; 3] {
        let (column, row) = (i16::from(self.column), i16::from(self.row));
        // Rows run down; an odd column hangs half a hex lower.
        let down = row - (column + 1).div_euclid(2) + (column & 1);
        [column, down, -column - down]
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(number: &str) -> Hex {
        Hex::parse(number).unwrap()
    }

    #[test]
    fn the_designs_own_examples_hold() {
        assert_eq!(hex("3022").beyond(Hexside::NorthWest), Some(hex("2921")));
        assert_eq!(hex("2921").beyond(Hexside::NorthWest), Some(hex("2821")));
        assert_eq!(hex("2217").beyond(Hexside::NorthEast), Some(hex("2316")));
        assert_eq!(hex("2217").beyond(Hexside::SouthEast), Some(hex("2317")));
        assert_eq!(hex("2317").beyond(Hexside::SouthEast), Some(hex("2418")));
    }

    #[test]
    fn every_step_leads_back_and_is_one_hex_long() {
        for home in [hex("3022"), hex("2921"), hex("0105"), hex("1001")] {
            for side in Hexside::ALL {
                let Some(there) = home.beyond(side) else { continue };
                assert_eq!(there.beyond(side.opposite()), Some(home));
                assert_eq!(home.distance(there), 1);
                assert_eq!(home.side_towards(there), Some(side));
                let further = there.beyond(side).map(|further| home.distance(further));
                assert!(matches!(further, None | Some(2)));
            }
        }
        assert_eq!(hex("3508").distance(hex("3512")), 4);
    }

    #[test]
    fn a_unit_facing_east_has_two_hexes_each_way() {
        let east = Vertex::East;
        let all = |of: fn(Vertex, Hand) -> Hexside| Hand::BOTH.map(|hand| of(east, hand));
        assert_eq!(all(Vertex::front), [Hexside::NorthEast, Hexside::SouthEast]);
        assert_eq!(all(Vertex::flank), [Hexside::North, Hexside::South]);
        assert_eq!(all(Vertex::rear), [Hexside::NorthWest, Hexside::SouthWest]);
        for side in Hexside::ALL {
            let fronts = [Hexside::NorthEast, Hexside::SouthEast];
            assert_eq!(east.aspect(side) == Aspect::Front, fronts.contains(&side));
        }
        assert_eq!(east.apart(Vertex::West), 3);
        assert_eq!(east.apart(Vertex::NorthEast), 1);
    }
}
