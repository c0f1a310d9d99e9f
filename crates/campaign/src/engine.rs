//! How a war goes on: `state` is what changes, `steps` the list of steps and what each says of itself, `sequence` those of a turn, `game` the contract, with `action`, `event` and
//! `text` as its words; `ask` answers what a player wants to know before he commits himself.

pub(crate) mod action;
pub(crate) mod ask;
pub(crate) mod event;
pub(crate) mod game;
pub(crate) mod sequence;
pub mod state;
pub(crate) mod steps;
pub(crate) mod text;
