//! How the player likes it, kept between evenings.

use crate::Folders;
use diadem_archive::{SaveError, disk};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;

/// Everything that can be set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How large everything is, within [`Settings::SCALES`].
    pub scale: f32,
    /// Pale panels or dark ones.
    pub theme: ThemeChoice,
    /// The colours of the peoples.
    pub colors: ColorChoice,
    /// Nothing slides or tumbles.
    pub reduced_motion: bool,
    /// How fast the computer plays.
    pub pace: Pace,
}

/// How fast the computer plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// As fast as it thinks.
    Instant,
    /// Each decision is seen.
    #[default]
    Brisk,
    /// Each decision can be followed.
    Watched,
}

impl Pace {
    /// Every pace, the fastest first.
    pub const ALL: [Pace; 3] = [Pace::Instant, Pace::Brisk, Pace::Watched];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Pace::Instant => "Instant",
            Pace::Brisk => "Brisk",
            Pace::Watched => "Watched",
        }
    }

    /// What it means.
    pub const fn about(self) -> &'static str {
        match self {
            Pace::Instant => "The computer's moves are done as soon as they are thought of.",
            Pace::Brisk => "Each move of the computer's is seen.",
            Pace::Watched => "Each move of the computer's can be followed, with its dice.",
        }
    }
}

/// Pale panels or dark ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeChoice {
    /// Pale parchment.
    #[default]
    Light,
    /// By lamplight.
    Dark,
}

/// The colours of the peoples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorChoice {
    /// Those of the boxed game.
    #[default]
    Classic,
    /// Told apart by every eye.
    ColorBlind,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            scale: 1.0,
            theme: ThemeChoice::default(),
            colors: ColorChoice::default(),
            reduced_motion: false,
            pace: Pace::default(),
        }
    }
}

impl Settings {
    /// The smallest and the largest scale.
    pub const SCALES: [f32; 2] = [0.75, 2.5];

    /// A scale within what fits a screen.
    pub fn fitting(scale: f32) -> f32 {
        let [least, most] = Settings::SCALES;
        if scale.is_finite() { scale.clamp(least, most) } else { 1.0 }
    }

    /// What was kept, or the usual; with a sentence when what was kept could not be read. The file
    /// is put aside then, so that nothing is lost.
    pub fn load(folders: &Folders) -> (Settings, Option<String>) {
        let file = folders.settings();
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return (Settings::default(), None);
            }
            Err(error) => return Settings::set_aside(folders, &error.to_string()),
        };
        match toml::from_str::<Settings>(&text) {
            Ok(kept) => (Settings { scale: Settings::fitting(kept.scale), ..kept }, None),
            Err(error) => Settings::set_aside(folders, error.message()),
        }
    }

    fn set_aside(folders: &Folders, reason: &str) -> (Settings, Option<String>) {
        let (file, reason) = (folders.settings(), reason.trim_end_matches('.'));
        let bad = file.with_extension("toml.bad");
        let kept = match fs::rename(&file, &bad) {
            Ok(()) => format!("the file is kept as “{}”", bad.display()),
            Err(_) => format!("look at “{}”", file.display()),
        };
        let sentence = format!(
            "Your settings could not be read ({reason}), so everything looks as usual; {kept}."
        );
        (Settings::default(), Some(sentence))
    }

    /// Keeps them for the next evening, whole or not at all.
    pub fn keep(&self, folders: &Folders) -> Result<(), SaveError> {
        let file = folders.settings();
        let failed = |reason: String| SaveError::Other { path: file.clone(), reason };
        let text = toml::to_string(self).map_err(|error| failed(error.to_string()))?;
        fs::create_dir_all(folders.data()).map_err(|error| failed(error.to_string()))?;
        disk::replace(&file, text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_as_they_were_kept() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::at(home.path().join("not there yet"));
        assert_eq!(Settings::load(&folders), (Settings::default(), None));
        let settings = Settings {
            scale: 1.5,
            theme: ThemeChoice::Dark,
            colors: ColorChoice::ColorBlind,
            reduced_motion: true,
            pace: Pace::Watched,
        };
        settings.keep(&folders).unwrap();
        assert_eq!(Settings::load(&folders), (settings, None));
    }

    #[test]
    fn what_is_missing_or_unknown_or_too_large_does_no_harm() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::at(home.path());
        fs::write(folders.settings(), "scale = 9\nsound = true\n").unwrap();
        let expected = Settings { scale: 2.5, ..Settings::default() };
        assert_eq!(Settings::load(&folders), (expected, None));
    }

    #[test]
    fn a_broken_file_is_told_and_put_aside() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::at(home.path());
        fs::write(folders.settings(), "scale = \"large\"\n").unwrap();
        let (settings, told) = Settings::load(&folders);
        assert_eq!(settings, Settings::default());
        assert!(told.unwrap().contains("settings.toml.bad"));
        let kept = fs::read_to_string(home.path().join("settings.toml.bad")).unwrap();
        assert_eq!(kept, "scale = \"large\"\n");
        assert_eq!(Settings::load(&folders), (Settings::default(), None), "told once");
    }
}
