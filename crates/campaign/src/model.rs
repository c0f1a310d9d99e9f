//! What is printed: the map, the pieces, the charts, who stands where when the war begins. Immutable.
//!
//! `data` reads `maps/campaign` as it is written; `powers`, `board`, `roster`, `charts` and `scenario` check it whole and turn names into
//! `ids`.

pub mod board;
pub mod charts;
pub mod data;
pub mod ids;
pub mod pieces;
pub mod powers;
pub mod roster;
pub mod scenario;
pub(crate) mod switches;
