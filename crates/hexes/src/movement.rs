//! Moving (GBA 6, 7): a step and its price, formations, zones, and what the other side may do about a step.
//!
//! `moving` has `Position::plan`, the one test of a step, for lists, refusals and moves. `answers` opens a window for each kind of
//! answer, in the book's order: withdrawals, shock marks, leaders, reaction facing.

pub(crate) mod answers;
pub(crate) mod column;
pub(crate) mod departure;
pub(crate) mod drift;
pub(crate) mod facing;
pub(crate) mod inertia;
pub(crate) mod leader_withdrawal;
pub(crate) mod line_withdrawal;
pub(crate) mod moving;
pub(crate) mod orderly_withdrawal;
pub(crate) mod pre_arranged;
pub(crate) mod reaction_facing;
pub(crate) mod shock_marks;
pub(crate) mod stacking;
pub(crate) mod two_hex;
pub(crate) mod zones;
