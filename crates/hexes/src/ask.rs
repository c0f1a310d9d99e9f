//! What a player wants to know before he commits himself, answered by the code that lists and applies.
//!
//! `outlook`: everywhere a moving unit can come to, how far a word carries. `foresight`: what the enemy may answer to a way
//! before it is gone, and the line along which a unit fires. `orders`: what is left of a leader's orders.

pub(crate) mod foresight;
pub(crate) mod orders;
pub(crate) mod outlook;
