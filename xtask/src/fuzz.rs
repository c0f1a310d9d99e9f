//! `cargo xtask fuzz`: whole games at random with every promise checked.

use crate::project::run_cargo;
use anyhow::{Result, bail};

const FUZZ: [&str; 9] =
    ["run", "--profile", "checked", "--locked", "-p", "diadem-tests", "--bin", "fuzz", "--"];

/// Builds the fuzzer in `checked` and passes it our arguments.
pub fn run(args: &[String]) -> Result<()> {
    if args.is_empty() {
        bail!("Say which game to fuzz, or `all`: `cargo xtask fuzz all --games 200`.");
    }
    let args = args.iter().map(String::as_str);
    run_cargo(&FUZZ.into_iter().chain(args).collect::<Vec<_>>())
}
