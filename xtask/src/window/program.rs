//! The program: started away from the player's own files, found by its title, asked to quit.

use super::screen::{Screen, WindowId};
use super::screens;
use super::script::Script;
use crate::bounded::{self, Deadline, Running};
use crate::project::{root, target_folder};
use anyhow::{Context, Result, anyhow, bail};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const TITLE: &str = "Diadem";
const STARTING: Duration = Duration::from_secs(40);
const QUITTING: Duration = Duration::from_secs(15);

/// The program in its window; it ends when dropped.
pub struct Program {
    running: Running,
    window: WindowId,
    log: PathBuf,
}

impl Program {
    /// Starts it and waits for its window, which is then given the size of the script.
    pub fn start(screen: &Screen, script: &Script, deadline: Deadline) -> Result<Program> {
        let log = screens().join(format!("{}.log", script.name));
        let written =
            File::create(&log).with_context(|| format!("{} cannot be written.", log.display()))?;
        let mut command = away_from_home()?;
        screen.show_on(&mut command);
        if let Some(save) = script.save {
            command.arg(root().join("saves").join(save));
        }
        command.env("DIADEM_SCALE", script.scale).stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(written);
        let mut running = Running::start(&mut command).context("The program did not start.")?;
        let patience = deadline.sooner(STARTING);
        let found = patience.poll(|| match running.ended() {
            Some(status) => {
                Some(Err(anyhow!("The program ended before its window came ({status}).")))
            }
            None => screen.find_window(TITLE, patience).map(Ok),
        });
        let window = found
            .unwrap_or_else(|| Err(anyhow!("No window called {TITLE} came.")))
            .map_err(|error| anyhow!("{error:#}{}", in_the_log(&log)))?;
        screen.place(&window, script.size, deadline)?;
        Ok(Program { running, window, log })
    }

    /// Its window.
    pub fn window(&self) -> &WindowId {
        &self.window
    }

    /// That it has not ended by itself.
    pub fn still_runs(&mut self) -> Result<()> {
        match self.running.ended() {
            Some(status) => bail!("The program ended by itself ({status})."),
            None => Ok(()),
        }
    }

    /// Presses Ctrl+Q and waits for a clean end.
    pub fn quit(&mut self, screen: &Screen, deadline: Deadline) -> Result<()> {
        screen.press("ctrl+q", deadline)?;
        match self.running.wait(deadline.sooner(QUITTING)) {
            Some(status) if status.success() => Ok(()),
            Some(status) => bail!("The program did not end cleanly on Ctrl+Q ({status})."),
            None => bail!("The program did not end on Ctrl+Q."),
        }
    }

    /// What it wrote to its standard error, to stand behind what went wrong.
    pub fn in_its_own_words(&self) -> String {
        in_the_log(&self.log)
    }
}

/// The last lines of a log, to stand behind what went wrong.
fn in_the_log(log: &Path) -> String {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    match &lines[lines.len().saturating_sub(10)..] {
        [] => String::new(),
        last => format!(" It wrote:\n{}", last.join("\n")),
    }
}

/// Without a display the program says so in one line, points to its help, and exits with 2.
pub fn refuses_without_a_display(deadline: Deadline) -> Result<()> {
    let mut command = away_from_home()?;
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    let told = bounded::run(&mut command, deadline.sooner(STARTING))
        .context("The program could not be run without a display.")?;
    check_refusal(told.status.code(), &told.err)
}

fn check_refusal(code: Option<i32>, said: &str) -> Result<()> {
    if code != Some(2) {
        bail!("Without a display the program must exit with 2, not {code:?}. It wrote:\n{said}");
    }
    if said.lines().count() != 1 || !said.contains("diadem --help") {
        bail!(
            "Without a display the program must write one line with `diadem --help`, not:\n{said}"
        );
    }
    Ok(())
}

/// The program with software OpenGL and an empty home of its own.
fn away_from_home() -> Result<Command> {
    let home = target_folder().join("window-home");
    let _ = fs::remove_dir_all(&home); // perhaps there is none yet
    let mut command = Command::new(target_folder().join("release").join("diadem"));
    let places = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"];
    for place in places {
        let folder = home.join(place);
        fs::create_dir_all(&folder)
            .with_context(|| format!("{} cannot be made.", folder.display()))?;
        command.env(place, folder);
    }
    command.env("LIBGL_ALWAYS_SOFTWARE", "1").env_remove("XDG_RUNTIME_DIR");
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_one_line_that_points_to_the_help() {
        let good = "There is no display; see `diadem --help`.\n";
        assert!(check_refusal(Some(2), good).is_ok());
        assert!(check_refusal(Some(1), good).is_err());
        assert!(check_refusal(None, good).is_err());
        assert!(check_refusal(Some(2), "There is no display.\n").is_err());
        assert!(check_refusal(Some(2), &good.repeat(2)).is_err());
    }
}
