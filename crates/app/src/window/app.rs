//! The app: what is shown, and the one place where what the screens ask for is done.

use super::start;
use crate::{Folders, report};
use diadem_archive::{Header, Opened};
use diadem_core::{Playable, Scenario};
use eframe::egui::{Key, KeyboardShortcut, Modifiers, Ui, ViewportCommand};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// What can fill the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Screen {
    /// What can be played, and what happened last time.
    #[default]
    Start,
}

impl Screen {
    /// Every screen, for tests to visit.
    pub const ALL: [Screen; 1] = [Screen::Start];
}

/// What a screen can ask for. Screens change nothing themselves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UiCommand {
    /// Leave the program.
    Quit,
    /// Open a save.
    OpenSave(PathBuf),
    /// Do not show the last report again.
    DismissReport,
    /// The answer to opening a save was read.
    DismissOpening,
}

impl UiCommand {
    /// The keys for leaving, on every screen.
    pub const QUIT_KEYS: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Q);
}

/// What the last session left behind when it ended unexpectedly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aftermath {
    /// The report about it.
    pub report: PathBuf,
    /// The newest autosave that is whole, with what it says about itself.
    pub autosave: Option<(PathBuf, Header)>,
}

impl Aftermath {
    fn of(folders: &Folders) -> Option<Aftermath> {
        let report = report::unseen(folders)?;
        let autosave = diadem_archive::newest_good(&folders.autosaves());
        Some(Aftermath { report, autosave })
    }
}

/// Everything the window shows.
pub struct App<G> {
    /// What fills the window.
    pub screen: Screen,
    pub(super) scenarios: Vec<Scenario>,
    pub(super) aftermath: Option<Aftermath>,
    /// What came of opening a save, in a sentence.
    pub(super) opening: Option<String>,
    folders: Option<Folders>,
    commands: Vec<UiCommand>,
    game: PhantomData<fn() -> G>,
}

impl<G: Playable> App<G> {
    /// The app as it starts, with a save to open if one was given.
    pub fn new(folders: Option<Folders>, save: Option<PathBuf>) -> App<G> {
        App {
            screen: Screen::Start,
            scenarios: G::scenarios(),
            aftermath: folders.as_ref().and_then(Aftermath::of),
            opening: None,
            folders,
            commands: save.map(UiCommand::OpenSave).into_iter().collect(),
            game: PhantomData,
        }
    }

    /// Shows the present screen and does what was asked for on it.
    pub fn ui(&mut self, ui: &mut Ui) {
        if ui.input_mut(|input| input.consume_shortcut(&UiCommand::QUIT_KEYS)) {
            self.commands.push(UiCommand::Quit);
        }
        match self.screen {
            Screen::Start => self.commands.extend(start::ui(self, ui)),
        }
        for command in std::mem::take(&mut self.commands) {
            self.perform(command, ui);
        }
    }

    fn perform(&mut self, command: UiCommand, ui: &Ui) {
        match command {
            UiCommand::Quit => ui.send_viewport_cmd(ViewportCommand::Close),
            UiCommand::OpenSave(path) => self.opening = Some(opened::<G>(&path)),
            UiCommand::DismissOpening => self.opening = None,
            UiCommand::DismissReport => {
                self.aftermath = None;
                if let Some(folders) = &self.folders {
                    // Should the note stay, the report is merely shown once more.
                    let _ = report::dismiss(folders);
                }
            }
        }
        ui.request_repaint();
    }
}

/// Opens a save and says what came of it. There is no table to play it at yet.
fn opened<G: Playable>(file: &Path) -> String {
    match diadem_archive::open::<G>(file) {
        Ok(Opened { header, .. }) => format!(
            "{} of “{}” is whole, but there is no table to play it at yet. It stays as it is.",
            header.turn, header.scenario
        ),
        Err(refusal) => refusal.to_string(),
    }
}
