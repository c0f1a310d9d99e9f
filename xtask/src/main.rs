//! The chores of the project, as `cargo xtask WORD`.
//!
//! Invariant: xtask depends on none of our crates. It reads their sources and runs their programs,
//! so it builds in seconds and works while they do not compile.

mod bench;
mod bounded;
mod ci;
mod fuzz;
mod golden;
mod library;
mod project;
mod rules;
mod saves;
mod tidy;
mod tokens;
mod tree;
mod window;

use anyhow::{Error, Result, bail};
use std::process::ExitCode;

const HELP: &str = "\
The chores of Diadem.

Usage: cargo xtask WORD

  tidy      Hold the tree to the rules of the house: formatting, the crate graph, citations,
            coverage, absolute paths, panics, stray files, the top level, the rule books.
  rules     Write assets/rules/coverage.toml: which rules the code cites, which have a case.
  saves     Write the sample saves anew into saves/.
  fuzz GAME [--games N] [--seed S]
            Play GAME (or `all`) at random with every promise checked; `archive` mutates saves.
  golden [NAME] [--write]
            Play the golden record (tests/golden) and compare: nothing may be told otherwise than it was.
            `--write` records anew, where behaviour is meant to change.
  bench     Run the benches.
  window    Start the real window on a screen of its own, drive it, and leave pictures in
            target/screens/. Installs Xvfb and its friends where they are missing and it may.
  ci        Everything that .ci/run does after `cargo test`.
  help      This text.

Exit codes: 0 all is well; 1 it is not; 3 `window` could not install what it needs.
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(exit_code(&error))
        }
    }
}

/// A machine without the tools is told from a program that fails, however deep the reason lies.
fn exit_code(error: &Error) -> u8 {
    if error.is::<window::CouldNotInstall>() { 3 } else { 1 }
}

fn run(args: &[String]) -> Result<()> {
    let Some((word, rest)) = args.split_first() else {
        bail!("{HELP}\nSay which chore, such as `cargo xtask tidy`.");
    };
    match (word.as_str(), rest) {
        ("help" | "--help" | "-h", _) => {
            print!("{HELP}");
            Ok(())
        }
        ("fuzz", _) => fuzz::run(rest),
        ("golden", _) => golden::run(rest),
        ("tidy", []) => tidy::run(),
        ("rules", []) => rules::run(),
        ("saves", []) => saves::run(),
        ("bench", []) => bench::run(),
        ("window", []) => window::run(),
        ("ci", []) => ci::run(),
        ("tidy" | "rules" | "saves" | "bench" | "window" | "ci", [extra, ..]) => {
            bail!("`cargo xtask {word}` takes no arguments, but there is `{extra}`.")
        }
        _ => bail!("There is no chore `{word}`. `cargo xtask help` lists them."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_installed_has_an_exit_code_of_its_own() {
        let missing = Error::from(window::CouldNotInstall("there is no Xvfb.".into()));
        assert_eq!(exit_code(&missing.context("CI stopped")), 3);
        assert_eq!(exit_code(&run(&["nonsense".into()]).unwrap_err()), 1);
    }
}
