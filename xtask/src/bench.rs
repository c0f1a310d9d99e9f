//! `cargo xtask bench`: speed lives here, never in tests.

use crate::project::run_cargo;
use anyhow::Result;

/// Every package that has benches.
const WITH_BENCHES: [&str; 5] =
    ["diadem", "diadem-archive", "diadem-display", "diadem-handoff", "diadem-hexes"];

/// Games between computer players, and how long each decision took; one at a time, so that they do not disturb each other.
const COMPUTERS: &str =
    "run --release --locked --package diadem-tests --bin computers -- --games 104 --threads 1";

/// Runs them all, one after the other, so that they do not disturb each other.
pub fn run() -> Result<()> {
    WITH_BENCHES
        .iter()
        .try_for_each(|package| run_cargo(&["bench", "--locked", "--package", package]))?;
    run_cargo(&COMPUTERS.split(' ').collect::<Vec<_>>())
}
