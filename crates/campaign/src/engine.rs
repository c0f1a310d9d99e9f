//! How a war goes on: `state` is what changes, `sequence` the steps of a turn, `game` the contract, with `action`, `event` and
//! `text` as its words; `ask` answers what a player wants to know before he commits himself.

pub(crate) mod action;
pub(crate) mod ask;
pub(crate) mod event;
pub(crate) mod game;
pub(crate) mod sequence;
pub mod state;
pub(crate) mod text;
