//! Units with rules of their own (GBA 11): elephants and what they do when they run wild, square, double depth, charge formation.

pub(crate) mod charge_formation;
pub(crate) mod double_depth;
pub(crate) mod elephants;
pub(crate) mod rampage;
pub(crate) mod square;
