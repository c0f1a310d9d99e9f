//! How a battle goes on: `state` is what changes, `position` answers every pure question, `resolver` alone changes things.
//! `steps` is the one list of what can be under way, `procedure` what each step says of itself in its rule's file, and
//! `sequence` the round they make. `game` is the contract, with `action`, `event` and `text` as its words.

pub(crate) mod action;
pub(crate) mod display;
pub(crate) mod event;
pub(crate) mod game;
pub(crate) mod invariants;
pub(crate) mod position;
pub(crate) mod procedure;
pub(crate) mod resolver;
pub(crate) mod sequence;
pub(crate) mod state;
pub(crate) mod steps;
pub(crate) mod text;
