//! `cargo xtask window`: the real program in a real window, on a screen of its own.
//!
//! Xvfb is the screen, xdotool the hand and `ImageMagick` the eye. What is done in the window stands in
//! [`script`], and nowhere else.

mod program;
mod screen;
mod script;
mod tools;

use crate::bounded::Deadline;
use crate::project::{run_cargo, target_folder};
use anyhow::{Context, Result, anyhow};
use program::Program;
use screen::Screen;
use script::Script;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// For everything but the build.
const MOST: Duration = Duration::from_mins(9);
/// For one try at all the scripts, so that a second can follow.
const MOST_FOR_A_TRY: Duration = Duration::from_secs(260);
const TRIES: u32 = 2;

const PROGRAM_FAILED: &str = "the program failed";

/// The tools are missing and cannot be had: says nothing about the program.
#[derive(Debug)]
pub struct CouldNotInstall(pub String);

impl fmt::Display for CouldNotInstall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "could not install: {}", self.0)
    }
}

impl std::error::Error for CouldNotInstall {}

/// Installs, builds, and drives the window, twice if need be.
pub fn run() -> Result<()> {
    tools::install(Deadline::within(MOST.saturating_sub(MOST_FOR_A_TRY * TRIES)))?;
    run_cargo(&["build", "--release", "--locked", "--package", "diadem"])?;
    let deadline = Deadline::within(MOST_FOR_A_TRY * TRIES);
    for attempt in 1..=TRIES {
        match drive(deadline.sooner(MOST_FOR_A_TRY)) {
            Ok(pictures) => {
                println!("window: {pictures} pictures in {}.", screens().display());
                return Ok(());
            }
            Err(error) if attempt < TRIES => {
                println!("window: {error:#}\nwindow: trying once more.");
            }
            Err(error) => return Err(error),
        }
    }
    Err(anyhow!("the program was never started."))
}

/// Where the pictures go.
fn screens() -> PathBuf {
    target_folder().join("screens")
}

/// One try: first without any screen, then each script on a screen. Counts the pictures.
fn drive(deadline: Deadline) -> Result<usize> {
    let _ = fs::remove_dir_all(screens()); // perhaps there is none yet
    fs::create_dir_all(screens())
        .with_context(|| format!("{} cannot be made.", screens().display()))?;
    program::refuses_without_a_display(deadline).context(PROGRAM_FAILED)?;
    let mut pictures = 0;
    for script in &script::SCRIPTS {
        println!("window: {}", script.name);
        let screen = Screen::open(deadline).context("the screen failed")?;
        finish(script, &screen, &mut pictures, deadline)
            .with_context(|| format!("{PROGRAM_FAILED} in the script `{}`", script.name))?;
    }
    Ok(pictures)
}

/// One script, from the start of the program to its end.
fn finish(
    script: &Script,
    screen: &Screen,
    pictures: &mut usize,
    deadline: Deadline,
) -> Result<()> {
    let mut program = Program::start(screen, script, deadline)?;
    script
        .run(screen, &mut program, pictures, deadline)
        .and_then(|()| program.quit(screen, deadline))
        .map_err(|error| anyhow!("{error:#}{}", program.in_its_own_words()))
}
