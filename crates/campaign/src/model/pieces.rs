//! What the pieces are: nations, kinds of unit, and who the leaders are where the rules care.

use serde::{Deserialize, Serialize};

/// One of the two sides of Alexandros; each is a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    /// Macedonians and Greek allies.
    Macedonian,
    /// Persians, and in their hands Indians, Barbarians, Arabs and Spartans (3.1).
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

/// The colour of a counter (2.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Nation {
    Macedonian,
    GreekAllied,
    GreekMercenary,
    Spartan,
    Persian,
    Indian,
    Barbarian,
    Arab,
}

impl Nation {
    /// The side that commands it when it enters the game (3.1); mercenaries serve who pays (12.7).
    pub const fn side(self) -> Side {
        match self {
            Nation::Macedonian | Nation::GreekAllied => Side::Macedonian,
            _ => Side::Persian,
        }
    }

    /// Whether it comes with raids (14.3).
    pub const fn raids(self) -> bool {
        matches!(self, Nation::Barbarian | Nation::Arab)
    }
}

/// The kind of a unit (2.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    HeavyInfantry,
    Infantry,
    LightInfantry,
    Archer,
    HeavyCavalry,
    LightCavalry,
    HorseArcher,
    Elephant,
    Chariot,
    SiegeTrain,
}

impl Kind {
    /// Heavy, light and regular foot with hand weapons: what storms and holds walls (11.2, 11.3).
    pub const fn is_infantry(self) -> bool {
        matches!(self, Kind::HeavyInfantry | Kind::Infantry | Kind::LightInfantry)
    }

    /// Mounted men (8.4, 9.2).
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Kind::HeavyCavalry | Kind::LightCavalry | Kind::HorseArcher)
    }

    /// Whether it counts as a combat unit: all but the Siege Train.
    pub const fn fights(self) -> bool {
        !matches!(self, Kind::SiegeTrain)
    }
}
