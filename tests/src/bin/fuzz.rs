//! `cargo xtask fuzz`: games at random with every promise checked, and saves under torment.

use clap::Parser;
use diadem_tests::games::GAMES;
use diadem_tests::mutations;
use std::process::ExitCode;

/// Plays games at random and tests every promise of the contract on the way.
#[derive(Parser)]
struct Fuzz {
    /// The game to play, `archive` for damaged saves, or `all`.
    game: String,
    /// How many games to play, or hundreds of saves to damage.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The seed of the first game.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

const ARCHIVE: &str = "archive";

fn main() -> ExitCode {
    let Fuzz { game, games, seed } = Fuzz::parse();
    let named = |id: &str| game == id || game == "all";
    let chosen: Vec<_> = GAMES.iter().filter(|one| named(one.id)).collect();
    if chosen.is_empty() && !named(ARCHIVE) {
        let ids: Vec<&str> = GAMES.iter().map(|one| one.id).collect();
        eprintln!("There is no game \"{game}\"; there are: {}, {ARCHIVE}, all.", ids.join(", "));
        return ExitCode::from(2);
    }
    for one in chosen {
        let games = if game == "all" { games.div_ceil(one.weight) } else { games };
        match (one.fuzz)(one.id, games, seed) {
            Ok(totals) => println!("{}: {totals}", one.id),
            Err(fault) => {
                eprintln!("{}: {fault}", one.id);
                return ExitCode::FAILURE;
            }
        }
    }
    if named(ARCHIVE) {
        match mutations::mutate_and_open(games * 100, seed) {
            Ok(counts) => println!("{ARCHIVE}: {counts}"),
            Err(fault) => {
                eprintln!("{ARCHIVE}: {fault}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
