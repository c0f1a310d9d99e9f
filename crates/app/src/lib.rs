//! Diadem as a program: the command line, and the window (a default feature).
//!
//! The command line is generic over the game, so that tests drive it with a small one; the binary
//! plays the war of `diadem-handoff`, and so does the window.
//!
//! Invariant: this crate computes no rule. It asks the game, shows the answer, and sends back what
//! was chosen.

mod command_line;
mod commands;
mod exit;
mod folders;
mod moment;
pub mod report;
#[cfg(feature = "window")]
pub mod window;

pub use command_line::{Arguments, Command};
pub use exit::{Exit, Stop};
pub use folders::Folders;

use clap::Parser;
use diadem_cases::AnyVocabulary;
use diadem_core::random::Finished;
use diadem_core::{Game, Illegal, Playable, Request, Seat, SetupError};
use diadem_opponents::{Calibration, Comparison, Forecast, Method};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

/// What is pluggable about the program: the game it plays, what its rule cases can say, and where
/// it keeps things.
pub struct Program<G: Playable> {
    /// What rule cases can say, one for each kind of position.
    pub vocabularies: Vec<Box<dyn AnyVocabulary>>,
    /// Where saves, autosaves and reports live; nowhere when the system names no such place.
    pub folders: Option<Folders>,
    /// How its window is opened; nothing where there is none.
    pub window: Option<Opener>,
    /// Who can be asked to play without a person.
    pub seating: Seating<G>,
    /// Who plays where somebody watches.
    pub hands: Hands<G>,
    /// Who can tell what a battle would bring; nobody where no computer player is known.
    pub seer: Option<Seer<G>>,
}

/// Who plays: from a level for each seat, in their own words, to whole games; or the sentence why they cannot.
pub type Seating<G> = fn(&[String]) -> Result<Simulator<G>, String>;

/// Plays a whole game of that seed, of so many plies at most.
pub type Simulator<G> = Box<dyn Fn(&G, u64, u64) -> Result<Finished<<G as Game>::State>, Illegal>>;

/// Who plays where somebody watches: from a level for each seat, in their own words, and the seed of their luck.
pub type Hands<G> = fn(&[String], u64) -> Result<Hand<G>, String>;

/// What a seat does, from what it sees; nothing where it does not know.
pub type Hand<G> = Box<dyn FnMut(&G, &<G as Game>::State, Seat) -> Option<<G as Game>::Action>>;

/// Tells what a battle would bring.
pub struct Seer<G: Playable> {
    /// What is under way in a position; a forecast for each form of battle that may still be chosen.
    pub foresee: Foresee<G>,
    /// A dozen typical battles of a game, fought in each form.
    pub calibrate: Calibrate<G>,
    /// The scenario and the form of battles that typical battles are asked of.
    pub typical: Request<'static>,
}

/// Foresees a position: its forecasts, each with the form of battle it is about. Hears how many games are played.
pub type Foresee<G> = fn(
    &G,
    &<G as Game>::State,
    Method,
    &mut (dyn FnMut(u32) + Send),
) -> Vec<(&'static str, Forecast)>;

/// Fights typical battles. Hears of each as it is ready.
pub type Calibrate<G> =
    fn(&G, Method, &mut dyn FnMut(&Comparison)) -> Result<Calibration, SetupError>;

/// Opens a window, perhaps with a save, and stays until it is closed.
pub type Opener = fn(Option<&Folders>, Option<&Path>, &mut dyn Write) -> Result<(), Stop>;

impl<G: Playable> Program<G> {
    /// The program as a player starts it.
    pub fn new() -> Program<G> {
        Program {
            vocabularies: Vec::new(),
            folders: Folders::of_this_user(),
            window: None,
            seating: commands::at_random,
            hands: commands::random_hand,
            seer: None,
        }
    }
}

impl<G: Playable> Default for Program<G> {
    fn default() -> Program<G> {
        Program::new()
    }
}

/// Runs the program: `args` as the system gives them, the program's own name first.
pub fn run<G: Playable>(
    program: &Program<G>,
    args: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Exit {
    let asked = match Arguments::try_parse_from(args) {
        Ok(arguments) => answer(program, arguments, out, err),
        Err(usage) if usage.use_stderr() => Err(Stop::CannotAsk(usage.render().to_string())),
        Err(help) => write!(out, "{}", help.render()).map_err(Stop::from),
    };
    let told = asked.and_then(|()| Ok(out.flush()?));
    told.map_or_else(|stop| stop.exit(err), |()| Exit::Fine)
}

fn answer<G: Playable>(
    program: &Program<G>,
    arguments: Arguments,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Stop> {
    match arguments.command {
        None => open_window(program, arguments.file.as_deref(), err),
        Some(Command::Scenarios(asked)) => commands::scenarios::<G>(&asked, out),
        Some(Command::Simulate(asked)) => commands::simulate(&asked, program.seating, out, err),
        Some(Command::Watch(asked)) => commands::watch(&asked, program.hands, out),
        Some(Command::Cases(asked)) => commands::cases(&asked, &program.vocabularies, out),
        Some(Command::Check(asked)) => commands::check::<G>(&asked, out, err),
        Some(Command::Rules(asked)) => commands::rules(&asked, out),
        Some(Command::Charts(asked)) => commands::charts::<G>(&asked, out),
        Some(Command::Forecast(asked)) => {
            commands::forecast(&asked, program.seer.as_ref(), out, err)
        }
    }
}

/// `diadem` alone, or with a save.
fn open_window<G: Playable>(
    program: &Program<G>,
    save: Option<&Path>,
    err: &mut dyn Write,
) -> Result<(), Stop> {
    if let Some(save) = save.filter(|save| !save.is_file()) {
        return Err(Stop::CannotAsk(format!(
            "There is no save \"{0}\", and \"{0}\" is no word that diadem knows; `diadem --help` \
             lists them.",
            save.display()
        )));
    }
    match program.window {
        Some(open) => open(program.folders.as_ref(), save, err),
        None => Err(Stop::CannotAsk(
            "This diadem was built without its window; `diadem --help` lists what works without it."
                .into(),
        )),
    }
}

/// One line of JSON.
fn write_json(out: &mut dyn Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
