//! House 2.0, the feud: three heirs, three hills, and the duels fought over them.
//!
//! - 2.1 Every year each heir orders, in secret, a march on one hill, or stays at home.
//! - 2.2 The orders are shown together. An heir alone on a hill holds it. Where two or three meet, the
//!   first two in the order of seats fight a duel, the winner the third.
//! - 2.3 An heir may pledge himself to another heir once a year; only those two know of it.
//! - 2.4 An heir may renounce at any time: his hills are free, and a duel he fights is yielded.
//! - 2.5 The feud ends when the last year is over or one heir is left. Most hills win; a tie is a draw.
//! - 2.6 In a feud of pledges, where three meet, two of whom one is pledged to the other fight together
//!   against the third. If they win, they fight it out between them.
//!
//! A feud is in one of two scenes: on the hills, where its own steps are under way, or in a duel, which is a
//! game of its own. So is a war, with its map and its battles.

mod duels;
mod ending;
mod game;
mod marches;
mod orders;
mod out_of_turn;
mod procedure;
mod setup;
mod text;

pub use duels::Fight;
pub use marches::{Settling, Year};
pub use orders::Ordering;
pub use procedure::Step;
pub use setup::{Feud, FeudSetup};

use crate::duel::{self, Duel};
use diadem_core::{Seat, SeatSet, innermost};
use serde::{Deserialize, Serialize};

const HEIRS: u8 = 3;
const HILLS: u8 = 3;

/// A hill, by its number.
pub type Hill = u8;

/// An heir's order for the year.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// None yet.
    None,
    /// Given, but not to whoever looks.
    Unknown,
    /// Stay at home, or march.
    Given(Option<Hill>),
}

/// Everything that changes in a feud.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Years that are over.
    pub year: u16,
    /// Duels fought.
    pub duels: u32,
    /// Who has not renounced.
    pub heirs: SeatSet,
    /// Who holds each hill.
    pub hills: [Option<Seat>; HILLS as usize],
    /// What is under way on the hills; none: the feud is over.
    pub steps: Vec<Step>,
    /// Where the feud is.
    pub scene: Scene,
}

/// Where a feud is: in exactly one of these.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Scene {
    /// On the hills.
    Hills,
    /// In a duel; what is under way on the hills waits for its end.
    Duel(Fight),
}

impl State {
    /// The duel being fought.
    pub fn fight(&self) -> Option<&Fight> {
        match &self.scene {
            Scene::Hills => None,
            Scene::Duel(fight) => Some(fight),
        }
    }

    /// The year under way, which lies below its steps.
    pub fn this_year(&self) -> Option<&Year> {
        innermost(&self.steps)
    }
}

/// What an heir decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// March on a hill, or stay at home.
    March(Option<Hill>),
    /// Something in the duel.
    Duel(duel::Action),
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Where do you march?
    Order,
    /// Something in the duel.
    Duel(duel::Question),
}

/// Out of turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Interjection {
    /// Pledge oneself to another heir. Logs know it by its older name.
    #[serde(rename = "Letter")]
    Pledge(Seat),
    /// Give up the claim to everything.
    Renounce,
    /// Something in the duel.
    Duel(duel::Yield),
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// An order was given in secret.
    Ordered(Seat, Option<Hill>),
    /// All orders were shown.
    Shown([Order; HEIRS as usize]),
    /// An heir holds a hill.
    Holds(Seat, Hill),
    /// Heirs meet.
    Meets(Duel, Hill),
    /// Something happened in a duel.
    Duel(Duel, duel::Event),
    /// An heir has pledged himself to another.
    Pledged(Seat, Seat),
    /// An heir has renounced.
    Renounced(Seat),
    /// A year is over.
    Year(u16),
}
