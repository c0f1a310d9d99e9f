//! What is printed: the geometry of hexes, fields, kinds of troops, armies, charts and battles (GBA 2). Immutable.
//!
//! Read `hex` and `field` first, then `types` and `order_of_battle`; `charts` reads `maps/hexes`, `scenarios` the battles of
//! `maps/battlefields`.

pub mod charts;
pub(crate) mod field;
pub(crate) mod hex;
pub(crate) mod order_of_battle;
pub mod scenarios;
pub(crate) mod switches;
pub(crate) mod terrain;
pub(crate) mod types;
