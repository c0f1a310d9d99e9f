//! One side of one combat.

use serde::{Deserialize, Serialize};

/// One of the two camps of a combat or a battle. A camp holds the forces of one or two powers, each with a seat of its
/// own: who decides is never asked of a camp, but of the unit, the leader or the offer in question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Camp {
    /// The first, in the order of the offer.
    First,
    /// The second.
    Second,
}

impl Camp {
    /// Both, in their order.
    pub const BOTH: [Camp; 2] = [Camp::First, Camp::Second];

    /// The one it fights.
    #[must_use]
    pub const fn other(self) -> Camp {
        match self {
            Camp::First => Camp::Second,
            Camp::Second => Camp::First,
        }
    }

    /// Its number, for tables with a cell per camp.
    pub const fn index(self) -> usize {
        self as usize
    }
}
