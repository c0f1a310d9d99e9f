//! The hex battle: the Great Battles system, of which `gba` and `spqr` are rulesets.
//!
//! Invariant: nothing here knows provinces, armies on a map, or what follows from a battle.

pub mod charts;
mod field;
mod hex;
mod order_of_battle;
pub mod scenarios;
mod terrain;
mod types;

pub use charts::Charts;
pub use field::{Edge, Field, Hexside, SHEER, STEEP, Terrain};
pub use hex::{Aspect, Hand, Hex, Side, Vertex};
pub use order_of_battle::{
    Army, ArmyList, Battle, Commander, Commands, LeaderId, LineSort, MOST_LEADERS, MOST_UNITS,
    Role, Ruleset, Special, Start, Troops, UnitId, UnitSet,
};
pub use terrain::{Cost, Going};
pub use types::{Attacks, Category, ChartType, Class, Kind, MissileKind, MovementClass};
