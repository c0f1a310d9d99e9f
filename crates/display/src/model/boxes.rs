//! 10.4 and 10.5: the boxes, and how many units each holds.

use crate::engine::position::Position;
use crate::model::army::UnitId;
use crate::model::sets::BoxSet;
use crate::set_up::ALLIES;
use diadem_books::ALEXANDROS;
use diadem_core::{Camp, Illegal, Rule, id, rule};
use serde::{Deserialize, Serialize};

pub(crate) const BOXES: Rule = rule!(ALEXANDROS, "10.4");
pub(crate) const CAPACITY: Rule = rule!(ALEXANDROS, "10.5");

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
    pub const fn of(camp: Camp, post: Post) -> BoxId {
        BoxId(camp as u8 * 7 + post as u8)
    }

    /// Whose box it is.
    pub const fn camp(self) -> Camp {
        if self.0 < 7 { Camp::First } else { Camp::Second }
    }

    /// Which of the army's boxes it is.
    pub const fn post(self) -> Post {
        Post::ALL[self.0 as usize % 7]
    }

    /// Every box.
    pub fn all() -> impl Iterator<Item = BoxId> {
        (0..BOX_COUNT as u8).map(BoxId)
    }

    /// Whether `camp` has a first and a second line in it: its own battle line only.
    pub fn has_lines_for(self, camp: Camp) -> bool {
        self.camp() == camp && self.post().is_line()
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
    /// Of one camp in an enemy box.
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

    /// The boxes that the first units of an army go to, one after the other (10.3).
    pub fn order(&self) -> &[Post] {
        &self.order
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
        let camp = self.rules.camp_of(unit);
        let capacity = self.rules.board().capacity;
        if at.post() == Post::Routed {
            return Err(Illegal::by(BOXES, "Nothing leads into the Routed Units Box."));
        }
        if !(self.at[at.index()] & self.rules.muster(camp.other())).is_empty() {
            return Err(Illegal::by(BOXES, "The enemy holds that box."));
        }
        if at.post().is_outflank() && !self.rules.classes.outflanking.contains(unit) {
            return Err(Illegal::by(
                CAPACITY,
                "Only cavalry and light infantry go into an outflank box.",
            ));
        }
        let inside = self.at[at.index()];
        if !(inside - self.rules.units_of(self.rules.force_of(unit))).is_empty() {
            return Err(Illegal::by(ALLIES, "Your ally holds that box."));
        }
        if at.has_lines_for(camp) {
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
        let most = match (at.camp() == camp, at.post()) {
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
        let has_lines = at.has_lines_for(self.rules.camp_of(unit));
        let second = has_lines && self.has_room(unit, at, Line::Second).is_ok();
        first.then_some(Line::First).into_iter().chain(second.then_some(Line::Second))
    }
}
