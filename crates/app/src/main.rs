//! The thin binary: everything is in the library.

use diadem::{Program, Simulator, run};
use diadem_handoff::{War, vocabularies};
use diadem_opponents::{self as opponents, Level};
use std::process::ExitCode;
use std::{env, io};

fn main() -> ExitCode {
    let mut program = Program::<War>::new();
    program.vocabularies = vocabularies();
    program.seating = seating;
    #[cfg(feature = "window")]
    {
        program.window = Some(diadem::window::open);
    }
    // Unlocked: a panic in another thread must be able to write while this one waits.
    run(&program, env::args_os(), &mut io::stdout(), &mut io::stderr()).into()
}

/// The computer players of `diadem-opponents` in the seats of a war.
fn seating(levels: &[String]) -> Result<Simulator<War>, String> {
    let levels: Result<Vec<Level>, _> = levels.iter().map(|word| word.parse()).collect();
    let levels = levels.map_err(|refusal| refusal.to_string())?;
    Ok(Box::new(move |war, seed, most_plies| opponents::play(war, &levels, seed, most_plies)))
}
