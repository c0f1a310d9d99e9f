//! What the pieces are: nations, kinds of unit, and who the leaders are where the rules care.

use serde::{Deserialize, Serialize};

/// The colour of a counter (2.5), and what the rules say of it. A nation owns nothing.
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
    /// Every nation.
    pub const ALL: [Nation; 8] = [
        Nation::Macedonian,
        Nation::GreekAllied,
        Nation::GreekMercenary,
        Nation::Spartan,
        Nation::Persian,
        Nation::Indian,
        Nation::Barbarian,
        Nation::Arab,
    ];

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
