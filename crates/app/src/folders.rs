//! Where things live on this machine. The one place that knows.

use directories::ProjectDirs;
use std::path::{Path, PathBuf};

/// The program's data folder and what is in it. A value, so that tests bring their own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folders {
    data: PathBuf,
}

impl Folders {
    /// Those of the user who runs the program, if the system has a place for them.
    pub fn of_this_user() -> Option<Folders> {
        let dirs = ProjectDirs::from("", "", "diadem")?;
        Some(Folders::at(dirs.data_dir()))
    }

    /// Those under this data folder.
    pub fn at(data: impl Into<PathBuf>) -> Folders {
        Folders { data: data.into() }
    }

    /// All of it; a player's own charts and maps go here.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The saves a player made.
    pub fn saves(&self) -> PathBuf {
        self.data.join("saves")
    }

    /// The saves the program made.
    pub fn autosaves(&self) -> PathBuf {
        self.data.join("autosaves")
    }

    /// What is known about sessions that ended unexpectedly.
    pub fn reports(&self) -> PathBuf {
        self.data.join("reports")
    }

    /// Charts of a player's own.
    pub fn charts(&self) -> PathBuf {
        self.data.join("charts")
    }

    /// How the player likes it.
    pub fn settings(&self) -> PathBuf {
        self.data.join("settings.toml")
    }

    /// Where the window was, and how large.
    pub fn window_place(&self) -> PathBuf {
        self.data.join("window.ron")
    }
}
