//! Who decides: seats at the table, and sets of them.

use crate::bitset;
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

bitset! {
    /// A set of seats: who may see an event, who has won.
    SeatSet of Seat in u8
}

impl SeatSet {
    /// Everybody, however many there are.
    pub const ALL: SeatSet = SeatSet(u8::MAX);

    /// The first `count` seats.
    pub const fn of_first(count: u8) -> SeatSet {
        assert!(count <= Seat::MOST, "a table has at most eight seats");
        SeatSet(((1u16 << count) - 1) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_add_remove_and_list_in_order() {
        let set: SeatSet = [Seat::new(5), Seat::new(0), Seat::new(2)].into_iter().collect();
        let listed: Vec<usize> =
            (set - SeatSet::only(Seat::new(2))).iter().map(Seat::index).collect();
        assert_eq!(listed, [0, 5]);
        assert_eq!(SeatSet::of_first(3).len(), 3);
        assert_eq!(SeatSet::of_first(8), SeatSet::ALL);
    }
}
