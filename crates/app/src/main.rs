//! The thin binary: everything is in the library.

use diadem::{Hand, Program, Simulator, run};
use diadem_core::Seat;
use diadem_handoff::{War, vocabularies};
use diadem_opponents::{self as opponents, Effort, Level, Player, Stop};
use std::process::ExitCode;
use std::{env, io};

fn main() -> ExitCode {
    let mut program = Program::<War>::new();
    program.vocabularies = vocabularies();
    program.seating = seating;
    program.hands = hands;
    #[cfg(feature = "window")]
    {
        program.window = Some(diadem::window::open);
    }
    // Unlocked: a panic in another thread must be able to write while this one waits.
    run(&program, env::args_os(), &mut io::stdout(), &mut io::stderr()).into()
}

/// The same where somebody watches; seats not named are captains.
fn hands(levels: &[String], seed: u64) -> Result<Hand<War>, String> {
    let levels: Result<Vec<Level>, _> = levels.iter().map(|word| word.parse()).collect();
    let levels = levels.map_err(|refusal| refusal.to_string())?;
    let (mut players, stop) = (Vec::<Player>::new(), Stop::new());
    Ok(Box::new(move |war, view, seat| {
        for index in players.len()..=seat.index() {
            let level = levels.get(index).copied().unwrap_or(Level::Captain(Effort::Full));
            players.push(Player::new(level, Seat::new(index as u8), seed));
        }
        players[seat.index()].choose(war, view, &stop).map(|choice| choice.action)
    }))
}

/// The computer players of `diadem-opponents` in the seats of a war.
fn seating(levels: &[String]) -> Result<Simulator<War>, String> {
    let levels: Result<Vec<Level>, _> = levels.iter().map(|word| word.parse()).collect();
    let levels = levels.map_err(|refusal| refusal.to_string())?;
    Ok(Box::new(move |war, seed, most_plies| opponents::play(war, &levels, seed, most_plies)))
}
