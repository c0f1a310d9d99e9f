//! 10.4 and 10.5: the boxes, and how many units each holds.

use crate::engine::position::Position;
use crate::model::army::UnitId;
use crate::model::sets::BoxSet;
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, id, rule};
use serde::{Deserialize, Serialize};

pub(crate) const BOXES: Rule = rule!(ALEXANDROS, "10.4");
pub(crate) const CAPACITY: Rule = rule!(ALEXANDROS, "10.5");

/// One of the two armies, named as in the order of play (10.2): the Macedonian acts first, the Persian
/// sets up first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Acts first.
    Macedonian,
    /// Sets up first.
    Persian,
}

impl Side {
    /// Both, in the order of play.
    pub const BOTH: [Side; 2] = [Side::Macedonian, Side::Persian];

    /// The enemy.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Macedonian => Side::Persian,
            Side::Persian => Side::Macedonian,
        }
    }
}

/// One of an army's seven boxes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    /// Beyond the left end of the line.
    LeftOutflank,
    /// The left of the line.
    Left,
    /// The center of the line.
    Center,
    /// The right of the line.
    Right,
    /// Beyond the right end of the line.
    RightOutflank,
    /// The rear area.
    Reserve,
    /// Where routed units are kept.
    Routed,
}

impl Post {
    /// All of them.
    pub const ALL: [Post; 7] = [
        Post::LeftOutflank,
        Post::Left,
        Post::Center,
        Post::Right,
        Post::RightOutflank,
        Post::Reserve,
        Post::Routed,
    ];
    /// The main battle line.
    pub const LINE: [Post; 3] = [Post::Left, Post::Center, Post::Right];

    /// Whether it is one of the main battle line, with a first and a second line.
    pub const fn is_line(self) -> bool {
        matches!(self, Post::Left | Post::Center | Post::Right)
    }

    /// Whether it is one of the two outflank boxes.
    pub const fn is_outflank(self) -> bool {
        matches!(self, Post::LeftOutflank | Post::RightOutflank)
    }
}

id! {
    /// One of the fourteen boxes of the display.
    BoxId
}

/// Boxes of both armies together.
pub const BOX_COUNT: usize = 14;

impl BoxId {
    /// This box of that army.
    pub const fn of(side: Side, post: Post) -> BoxId {
        BoxId(side as u8 * 7 + post as u8)
    }

    /// Whose box it is.
    pub const fn side(self) -> Side {
        if self.0 < 7 { Side::Macedonian } else { Side::Persian }
    }

    /// Which of the army's boxes it is.
    pub const fn post(self) -> Post {
        Post::ALL[self.0 as usize % 7]
    }

    /// Every box.
    pub fn all() -> impl Iterator<Item = BoxId> {
        (0..BOX_COUNT as u8).map(BoxId)
    }

    /// Whether `side` has a first and a second line in it: its own battle line only.
    pub fn has_lines_for(self, side: Side) -> bool {
        self.side() == side && self.post().is_line()
    }
}

/// First or second line. Where a box has no lines, every unit is in the first.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// Fights.
    #[default]
    First,
    /// Stands behind it.
    Second,
}

/// How many units fit, as printed (10.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity {
    /// In each of the two lines of a battle line box.
    pub lines: [u8; 2],
    /// In an outflank box.
    pub outflank: u8,
    /// Of a reserve, how many may fight.
    pub reserve_fighting: u8,
    /// Of one side in an enemy box.
    pub intruders: u8,
}

/// The boxes as a graph, with what each holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pub(crate) links: [BoxSet; BOX_COUNT],
    pub(crate) capacity: Capacity,
    pub(crate) order: Vec<Post>,
    pub(crate) free: Vec<Post>,
    pub(crate) led: u8,
}

impl Board {
    /// The boxes linked with this one by a double-headed arrow.
    pub fn links(&self, at: BoxId) -> BoxSet {
        self.links[at.index()]
    }

    /// What the boxes hold.
    pub fn capacity(&self) -> Capacity {
        self.capacity
    }

    /// The box that the `nth` unit (from 0) of an army goes to, while the rules say which (10.3).
    pub fn ordered(&self, nth: usize) -> Option<Post> {
        self.order.get(nth).copied()
    }

    /// The boxes that later units may be set up in (10.3).
    pub fn free(&self) -> &[Post] {
        &self.free
    }

    /// How many of the first units are placed with a leader (10.3).
    pub fn led(&self) -> u8 {
        self.led
    }
}

impl Position<'_> {
    /// 10.5: whether `unit` can come to stand in this line of that box.
    pub(crate) fn has_room(&self, unit: UnitId, at: BoxId, line: Line) -> Result<(), Illegal> {
        let side = self.rules.side_of(unit);
        let capacity = self.rules.board().capacity;
        if at.post() == Post::Routed {
            return Err(Illegal::by(BOXES, "Nothing leads into the Routed Units Box."));
        }
        if !(self.at[at.index()] & self.rules.muster(side.other())).is_empty() {
            return Err(Illegal::by(BOXES, "The enemy holds that box."));
        }
        if at.post().is_outflank() && !self.rules.classes.outflanking.contains(unit) {
            return Err(Illegal::by(
                CAPACITY,
                "Only cavalry and light infantry go into an outflank box.",
            ));
        }
        let inside = self.at[at.index()];
        if at.has_lines_for(side) {
            let of_line = match line {
                Line::First => inside - self.second,
                Line::Second => inside & self.second,
            };
            if of_line.len() >= usize::from(capacity.lines[line as usize]) {
                return Err(Illegal::by(CAPACITY, "That line is full."));
            }
            return Ok(());
        }
        if line == Line::Second {
            return Err(Illegal::by(CAPACITY, "That box has no second line for this unit."));
        }
        let most = match (at.side() == side, at.post()) {
            (false, _) => capacity.intruders,
            (true, Post::Reserve) => return Ok(()),
            (true, _) => capacity.outflank,
        };
        if inside.len() >= usize::from(most) {
            return Err(Illegal::by(CAPACITY, "That box is full."));
        }
        Ok(())
    }

    /// The lines of that box that have room for `unit`.
    pub(crate) fn open_lines(&self, unit: UnitId, at: BoxId) -> impl Iterator<Item = Line> {
        let first = self.has_room(unit, at, Line::First).is_ok();
        let has_lines = at.has_lines_for(self.rules.side_of(unit));
        let second = has_lines && self.has_room(unit, at, Line::Second).is_ok();
        first.then_some(Line::First).into_iter().chain(second.then_some(Line::Second))
    }
}
