//! `cargo xtask saves`: the sample saves, written anew.

use crate::project::run_cargo;
use anyhow::Result;

/// Runs the program that writes `saves/`.
pub fn run() -> Result<()> {
    run_cargo(&["run", "--release", "--locked", "-p", "diadem-tests", "--bin", "samples"])
}
