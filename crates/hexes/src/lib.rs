//! The hex battle: the Great Battles system, of which `gba` and `spqr` are rulesets.
//!
//! Invariant: nothing here knows provinces, armies on a map, or what follows from a battle.

mod hex;

pub use hex::{Aspect, Hand, Hex, Side, Vertex};
