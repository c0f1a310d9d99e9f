//! How a battle goes on: what changes, who may do what, and the contract with the world outside (GBA 3).
//!
//! `state` and `steps` are what changes; a step is a `procedure`, told in its rule's own file; `position` answers every pure question, over a `board` made from the state for each;
//! `resolver` alone changes things, and `sequence` goes on by itself until something is asked. `game` is the contract, with
//! `action`, `event` and `text` as its words.

pub(crate) mod action;
pub(crate) mod board;
pub(crate) mod event;
pub(crate) mod game;
pub(crate) mod hexes;
pub(crate) mod invariants;
pub(crate) mod playable;
pub(crate) mod position;
pub(crate) mod procedure;
pub(crate) mod resolver;
pub(crate) mod rules;
pub(crate) mod sequence;
pub(crate) mod state;
pub(crate) mod steps;
pub(crate) mod text;
