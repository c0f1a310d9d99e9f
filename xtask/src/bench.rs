//! `cargo xtask bench`: speed lives here, never in tests.

use crate::project::run_cargo;
use anyhow::Result;

/// Every package that has benches.
const WITH_BENCHES: [&str; 6] = [
    "diadem",
    "diadem-archive",
    "diadem-display",
    "diadem-handoff",
    "diadem-hexes",
    "diadem-opponents",
];

/// Runs them all, one after the other, so that they do not disturb each other.
pub fn run() -> Result<()> {
    WITH_BENCHES
        .iter()
        .try_for_each(|package| run_cargo(&["bench", "--locked", "--package", package]))
}
