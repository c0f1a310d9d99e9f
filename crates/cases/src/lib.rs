//! Rule cases: small TOML files that say what a rule must do, and the runner that holds a game to
//! them.
//!
//! The format is described for players in `tests/cases/README.md`. This crate knows its frame (rule,
//! dice, steps, expectations); each game brings its own words for positions, actions and facts in
//! one place, its [`Vocabulary`]. A case is played on a [`Session`](diadem_core::Session), so it sees
//! what a player sees: forced answers are taken, windows open, standing answers stand.
//!
//! Names, here and in the games: [`Words`] is a piece of a case's text; `HexesVocabulary` is what a game brings;
//! `UnitToml` is what stands in a case about a unit, as serde reads it, and `TenureTableToml` its long form where
//! a name alone would do; [`CasePosition`] is where a case has come to.
//!
//! Invariant: nothing here knows any particular game.

mod case;
mod expectations;
mod files;
mod passages;
mod playing;
mod runner;
mod trace;
mod vocabulary;
mod words;

pub use files::{case_files, case_name, find_cases, part_of_names};
pub use runner::{Totals, Verdict, run_all, run_file, run_text, trace_all};
pub use trace::Trace;
pub use vocabulary::{AnyVocabulary, CasePosition, Facts, Vocabulary};
pub use words::{Finding, Words};
