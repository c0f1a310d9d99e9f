//! How a battle goes on: `state` is what changes, `position` answers every pure question, `resolver` alone changes things,
//! `sequence` goes on by itself until something is asked. `game` is the contract, with `action`, `event` and `text` as its
//! words.

pub(crate) mod action;
pub(crate) mod display;
pub(crate) mod event;
pub(crate) mod game;
pub(crate) mod invariants;
pub(crate) mod position;
pub(crate) mod resolver;
pub(crate) mod sequence;
pub(crate) mod state;
pub(crate) mod text;
