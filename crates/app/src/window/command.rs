//! What the screens can ask for. They change nothing themselves; [`App`](super::App) does it, in one
//! place.

use super::learn::Lesson;
use super::save_library::{Kept, Sample};
use super::seating::Seating;
use super::settings::Settings;
use super::table::{Focus, TableCommand};
use diadem_core::Rule;
use diadem_handoff::WarSetup;
use eframe::egui::{Key, KeyboardShortcut, Modifiers};
use std::path::PathBuf;

/// What can fill the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Screen {
    /// Where everything begins.
    #[default]
    Start,
    /// What is to be played, by whom and how.
    NewGame,
    /// Saves, autosaves and samples.
    Load,
    /// How it looks.
    Settings,
    /// Every rule in our words, and the charts.
    Rulebook,
    /// Every key.
    Keys,
    /// A game being played.
    Table,
    /// Charts over the turns, and how it ended.
    Statistics,
    /// Over the table: under which name the game is kept.
    SaveAs,
}

impl Screen {
    /// Every screen, for tests to visit.
    pub const ALL: [Screen; 9] = [
        Screen::Start,
        Screen::NewGame,
        Screen::Load,
        Screen::Settings,
        Screen::Rulebook,
        Screen::Keys,
        Screen::Table,
        Screen::Statistics,
        Screen::SaveAs,
    ];

    /// Whether it makes sense only with a game on the table.
    pub const fn needs_table(self) -> bool {
        matches!(self, Screen::Table | Screen::Statistics | Screen::SaveAs)
    }
}

/// What a screen can ask for.
#[derive(Clone, PartialEq, Debug)]
pub enum UiCommand {
    /// Show that screen; the present one waits behind it.
    Go(Screen),
    /// Back to the screen that waits behind.
    Back,
    /// Leave the program.
    Quit,
    /// Put the game away and go to the start.
    LeaveTable,
    /// Begin a new game.
    Begin(NewGame),
    /// Begin a guided battle.
    Learn(Lesson),
    /// Go on where the last autosave stands.
    Continue,
    /// Open a save and go on with it.
    OpenSave(PathBuf),
    /// Open a game that came with the program.
    OpenSample(Sample),
    /// Step through a save from its first turn.
    Replay(PathBuf),
    /// Step through a game that came with the program.
    ReplaySample(Sample),
    /// Step through the game on the table from its first turn.
    ReplayTable,
    /// Keep the game under this name among the saves.
    SaveAs(String),
    /// Keep the game under the name it has, or ask for one.
    QuickSave,
    /// Write the game to this file.
    Export(PathBuf),
    /// Copy a save to this file, or into this folder.
    CopyOut(Kept, PathBuf),
    /// Copy that file among the saves and open it.
    Import(PathBuf),
    /// Write the present position as a rule case to this file.
    SaveCase(PathBuf),
    /// Throw a save away.
    Delete(PathBuf),
    /// Show a rule in the rulebook.
    ShowRule(Rule),
    /// From now on it looks like this.
    Change(Settings),
    /// Do not show the last report again.
    DismissReport,
    /// What was told has been read.
    DismissNotice,
    /// Something at the table.
    Table(TableCommand),
}

impl UiCommand {
    /// The keys for leaving, on every screen.
    pub const QUIT_KEYS: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Q);

    /// Look at something on the map.
    pub const fn look_at(focus: Focus) -> UiCommand {
        UiCommand::Table(TableCommand::LookAt(Some(focus)))
    }
}

/// A game to begin.
#[derive(Clone, PartialEq, Debug)]
pub struct NewGame {
    /// Scenario, switches, form of battle.
    pub setup: WarSetup,
    /// Who sits where, by name, in seat order.
    pub seats: Vec<String>,
    /// Who plays: persons, or the computer.
    pub seating: Seating,
    /// What the dice begin with.
    pub seed: u64,
}
