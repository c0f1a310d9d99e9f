//! Who decides: seats at the table, and sets of them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A place at the table. Games have any number of seats up to [`Seat::MOST`]; a side in a battle
/// may hold units of more than one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Seat(u8);

impl Seat {
    /// As many seats as a [`SeatSet`] can hold.
    pub const MOST: u8 = 8;

    /// The seat with this index, counted from 0.
    ///
    /// # Panics
    /// When `index` is not below [`Seat::MOST`]: an engine's mistake, never a player's.
    pub const fn new(index: u8) -> Seat {
        assert!(index < Seat::MOST, "a table has at most eight seats");
        Seat(index)
    }

    /// The index, counted from 0, for arrays with a cell per seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Parsed at the door: a save cannot bring in a seat that no table has.
impl TryFrom<u8> for Seat {
    type Error = &'static str;
    fn try_from(index: u8) -> Result<Seat, &'static str> {
        if index < Seat::MOST { Ok(Seat(index)) } else { Err("a table has at most eight seats") }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}

/// A set of seats: who may see an event, who has won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct SeatSet(u8);

impl SeatSet {
    /// Nobody.
    pub const NONE: SeatSet = SeatSet(0);
    /// Everybody, however many there are.
    pub const ALL: SeatSet = SeatSet(u8::MAX);

    /// The first `count` seats.
    pub const fn first(count: u8) -> SeatSet {
        assert!(count <= Seat::MOST, "a table has at most eight seats");
        SeatSet(((1u16 << count) - 1) as u8)
    }

    /// Just this seat.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// This set and that seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// This set without that seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..Seat::MOST).map(Seat).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::NONE, SeatSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_add_remove_and_list_in_order() {
        let set: SeatSet = [Seat::new(5), Seat::new(0), Seat::new(2)].into_iter().collect();
        let listed: Vec<usize> = set.without(Seat::new(2)).iter().map(Seat::index).collect();
        assert_eq!(listed, [0, 5]);
        assert_eq!(SeatSet::first(3).len(), 3);
        assert_eq!(SeatSet::first(8), SeatSet::ALL);
    }
}
