//! How the player likes it, kept between evenings.

use serde::{Deserialize, Serialize};

/// Everything that can be set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How large everything is, 0.75 to 2.5.
    pub scale: f32,
    /// Pale panels or dark ones.
    pub theme: ThemeChoice,
    /// The colours of the peoples.
    pub colors: ColorChoice,
    /// Nothing slides or tumbles.
    pub reduced_motion: bool,
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
        }
    }
}
