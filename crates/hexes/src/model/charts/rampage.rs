//! Elephants that run wild (11.14), and cavalry that pursues (9.41).

use diadem_sheets::{ChartError, Sheet};

/// The numbers of rampage and pursuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rampage {
    /// A roll of this leads to the nearest friend.
    pub towards_friends: u8,
    /// From this roll on it runs from what frightened it at first, and is put down later.
    pub away_from: u8,
    /// Hexes for each roll.
    pub hexes: u8,
    /// After so many rolls it is gone.
    pub rolls: u8,
    /// So far from any unit it is gone.
    pub lonely_at: u8,
    /// 9.41: added to the roll for pursuit.
    pub pursuit_added: u8,
}

pub(super) fn read(sheet: &mut Sheet) -> Result<Rampage, ChartError> {
    sheet.origin("rampage")?;
    Ok(Rampage {
        towards_friends: sheet.figure("rampage.towards_friends", 0..=0)?,
        away_from: sheet.figure("rampage.away_from", 7..=7)?,
        hexes: sheet.figure("rampage.hexes", 1..=9)?,
        rolls: sheet.figure("rampage.rolls", 1..=9)?,
        lonely_at: sheet.figure("rampage.lonely_at", 1..=99)?,
        pursuit_added: sheet.number("pursuit", "added", 0..=9)?,
    })
}
