//! What is printed: boxes, units and leaders as they come to the display, charts and battles. Immutable.
//!
//! Read `boxes` and `army` first; `charts` reads `maps/display`, `scenarios` the battles that stand alone, `sets` are bits.

pub(crate) mod army;
pub(crate) mod boxes;
pub(crate) mod charts;
pub(crate) mod scenarios;
pub(crate) mod sets;
