//! `cargo xtask golden`: the golden record of play, compared or written anew.

use crate::project::run_cargo;
use anyhow::Result;

const GOLDEN: [&str; 9] =
    ["run", "--profile", "checked", "--locked", "-p", "diadem-tests", "--bin", "golden", "--"];

/// Builds the program that plays the record in `checked` and passes it our arguments.
pub fn run(args: &[String]) -> Result<()> {
    let args = args.iter().map(String::as_str);
    run_cargo(&GOLDEN.into_iter().chain(args).collect::<Vec<_>>())
}
