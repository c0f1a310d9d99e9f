//! `cargo xtask golden`: plays every game of the golden record and compares, or writes the record anew.

use clap::Parser;
use diadem_tests::golden::{GoldenGame, for_each, games, strays};
use std::fs;
use std::process::ExitCode;

/// Plays every game of the golden record and compares it with what is written.
#[derive(Parser)]
struct Golden {
    /// Only games whose name contains this, such as `alexandros-hex/plain`.
    only: Option<String>,
    /// Write the record anew, where behaviour is meant to change.
    #[arg(long)]
    write: bool,
}

fn main() -> ExitCode {
    let Golden { only, write } = Golden::parse();
    let mut chosen = games();
    chosen.retain(|game| only.as_ref().is_none_or(|part| game.name.contains(part)));
    if chosen.is_empty() {
        eprintln!("No game of the record has a name with \"{}\".", only.unwrap_or_default());
        return ExitCode::from(2);
    }
    let wrong = for_each(&chosen, if write { GoldenGame::write } else { GoldenGame::compare });
    for what in &wrong {
        eprintln!("{what}");
    }
    let strays = match strays() {
        Ok(strays) => strays,
        Err(error) => {
            eprintln!("The record cannot be read: {error}");
            return ExitCode::FAILURE;
        }
    };
    for stray in &strays {
        if !write {
            eprintln!("{}: belongs to no game.", stray.display());
        } else if let Err(error) = fs::remove_file(stray) {
            eprintln!("{}: cannot be removed: {error}", stray.display());
        }
    }
    println!("golden record: {} games, {} differ", chosen.len(), wrong.len());
    if wrong.is_empty() && (write || strays.is_empty()) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
