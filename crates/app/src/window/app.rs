//! The app: what is shown, and the one place where what the screens ask for is done.

use super::command::{NewGame, Screen, UiCommand};
use super::screens::{keys, load, new_game, rulebook, settings as setting, start, statistics};
use super::settings::Settings;
use super::table::{self, Table};
use crate::{Folders, report};
use diadem_archive::{Header, Listed};
use eframe::egui::{Key, Ui, ViewportCommand};
use std::path::PathBuf;

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
pub struct App {
    screen: Screen,
    /// Screens that wait behind the present one, the nearest last.
    behind: Vec<Screen>,
    table: Option<Table>,
    settings: Settings,
    aftermath: Option<Aftermath>,
    /// Something that must be read, in a sentence.
    notice: Option<String>,
    shelf: Shelf,
    forms: Forms,
    folders: Option<Folders>,
    commands: Vec<UiCommand>,
}

/// What lies in the folders, looked up when a screen needs it and not in every frame.
#[derive(Default)]
pub struct Shelf {
    /// The saves a player made, newest first.
    pub saves: Vec<Listed>,
    /// The saves the program made, newest first.
    pub autosaves: Vec<Listed>,
}

impl Shelf {
    fn of(folders: Option<&Folders>) -> Shelf {
        folders.map_or_else(Shelf::default, |folders| Shelf {
            saves: diadem_archive::list(&folders.saves()),
            autosaves: diadem_archive::list(&folders.autosaves()),
        })
    }
}

/// What is being filled in on the screens.
#[derive(Default)]
struct Forms {
    new_game: new_game::Form,
    load: load::Form,
    rulebook: rulebook::Form,
    statistics: statistics::Form,
}

/// What the screens around the table see, and where they put what they ask for.
pub struct Hall<'a> {
    /// The game on the table, if there is one.
    pub table: Option<&'a Table>,
    /// How it looks.
    pub settings: &'a Settings,
    /// What happened last time.
    pub aftermath: Option<&'a Aftermath>,
    /// Something that must be read.
    pub notice: Option<&'a str>,
    /// What lies in the folders.
    pub shelf: &'a Shelf,
    /// Where things live.
    pub folders: Option<&'a Folders>,
    /// What is asked for.
    pub commands: &'a mut Vec<UiCommand>,
}

impl Hall<'_> {
    /// Asks for something.
    pub fn ask(&mut self, command: UiCommand) {
        self.commands.push(command);
    }
}

impl App {
    /// The app as it starts, with a save to open if one was given.
    pub fn new(folders: Option<Folders>, save: Option<PathBuf>) -> App {
        App {
            screen: Screen::Start,
            behind: Vec::new(),
            table: None,
            settings: Settings::default(),
            aftermath: folders.as_ref().and_then(Aftermath::of),
            notice: None,
            shelf: Shelf::of(folders.as_ref()),
            forms: Forms::default(),
            folders,
            commands: save.map(UiCommand::OpenSave).into_iter().collect(),
        }
    }

    /// What fills the window.
    pub fn screen(&self) -> Screen {
        self.screen
    }

    /// The game on the table, if there is one.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Asks for something from outside the screens.
    pub fn ask(&mut self, command: UiCommand) {
        self.commands.push(command);
    }

    /// Shows the present screen and does what was asked for on it.
    pub fn ui(&mut self, ui: &mut Ui) {
        // What was asked from outside comes first, so that a screen is never shown without its game.
        self.perform_all(ui);
        self.keys(ui);
        if self.screen == Screen::Table {
            if let Some(table) = &mut self.table {
                table::ui(table, &self.settings, self.notice.as_deref(), &mut self.commands, ui);
            }
        } else {
            self.hall_ui(ui);
        }
        self.perform_all(ui);
    }

    /// The screens around the table.
    fn hall_ui(&mut self, ui: &mut Ui) {
        let mut hall = Hall {
            table: self.table.as_ref(),
            settings: &self.settings,
            aftermath: self.aftermath.as_ref(),
            notice: self.notice.as_deref(),
            shelf: &self.shelf,
            folders: self.folders.as_ref(),
            commands: &mut self.commands,
        };
        match self.screen {
            Screen::Start | Screen::Table => start::ui(&mut hall, ui),
            Screen::NewGame => new_game::ui(&mut hall, &mut self.forms.new_game, ui),
            Screen::Load => load::ui(&mut hall, &mut self.forms.load, ui),
            Screen::Settings => setting::ui(&mut hall, ui),
            Screen::Rulebook => rulebook::ui(&mut hall, &mut self.forms.rulebook, ui),
            Screen::Keys => keys::ui(&mut hall, ui),
            Screen::Statistics => statistics::ui(&mut hall, &mut self.forms.statistics, ui),
        }
    }

    /// The keys that mean the same everywhere.
    fn keys(&mut self, ui: &Ui) {
        if ui.input_mut(|input| input.consume_shortcut(&UiCommand::QUIT_KEYS)) {
            self.commands.push(UiCommand::Quit);
        }
        if ui.input(|input| input.key_pressed(Key::F1)) {
            self.commands.push(UiCommand::Go(Screen::Rulebook));
        }
        if !self.behind.is_empty() && ui.input(|input| input.key_pressed(Key::Escape)) {
            self.commands.push(UiCommand::Back);
        }
    }

    fn perform_all(&mut self, ui: &Ui) {
        for command in std::mem::take(&mut self.commands) {
            self.perform(command, ui);
            ui.request_repaint();
        }
    }

    fn perform(&mut self, command: UiCommand, ui: &Ui) {
        match command {
            UiCommand::Go(screen) => self.go(screen),
            UiCommand::Back => self.screen = self.behind.pop().unwrap_or_default(),
            UiCommand::Quit => {
                self.put_away();
                ui.send_viewport_cmd(ViewportCommand::Close);
            }
            UiCommand::LeaveTable => {
                self.put_away();
                self.home();
            }
            UiCommand::Begin(new) => self.begin(&new),
            UiCommand::OpenSave(file) => self.open(&file),
            UiCommand::Continue => self.go_on(),
            UiCommand::DismissNotice => self.notice = None,
            UiCommand::DismissReport => {
                self.aftermath = None;
                if let Some(folders) = &self.folders {
                    // Should the note stay, the report is merely shown once more.
                    let _ = report::dismiss(folders);
                }
            }
            UiCommand::Change(settings) => self.settings = settings,
            UiCommand::ShowRule(rule) => {
                self.forms.rulebook.open_at(rule);
                self.go(Screen::Rulebook);
            }
            UiCommand::Table(command) => {
                if let Some(table) = &mut self.table {
                    table.perform(command);
                }
            }
            UiCommand::Replay(file) => match Table::replay(&file) {
                Ok(table) => self.sit_down(table),
                Err(refusal) => self.notice = Some(refusal.to_string()),
            },
            UiCommand::Learn
            | UiCommand::SaveAs(_)
            | UiCommand::Export(_)
            | UiCommand::Import(_)
            | UiCommand::SaveCase(_)
            | UiCommand::Delete(_) => {}
        }
    }

    fn go(&mut self, screen: Screen) {
        if screen == Screen::Table && self.table.is_none() {
            return;
        }
        if screen == Screen::Load {
            self.shelf = Shelf::of(self.folders.as_ref());
        }
        if screen != self.screen {
            self.behind.retain(|&waiting| waiting != screen);
            self.behind.push(self.screen);
            self.screen = screen;
        }
    }

    /// To the start, with nothing behind it.
    fn home(&mut self) {
        self.behind.clear();
        self.screen = Screen::Start;
        self.shelf = Shelf::of(self.folders.as_ref());
    }

    /// To the table, with the start behind it.
    fn sit_down(&mut self, table: Table) {
        self.table = Some(table);
        self.behind = vec![Screen::Start];
        self.screen = Screen::Table;
    }

    fn begin(&mut self, new: &NewGame) {
        match Table::begin(new, self.folders.as_ref()) {
            Ok(table) => self.sit_down(table),
            Err(error) => self.notice = Some(error.to_string()),
        }
    }

    fn open(&mut self, file: &std::path::Path) {
        match Table::open(file, self.folders.as_ref()) {
            Ok(table) => self.sit_down(table),
            Err(refusal) => self.notice = Some(refusal.to_string()),
        }
    }

    /// Straight into the newest autosave that is whole.
    fn go_on(&mut self) {
        let newest = self.folders.as_ref().and_then(|folders| {
            let (file, _) = diadem_archive::newest_good(&folders.autosaves())?;
            Some(file)
        });
        match newest {
            Some(file) => self.open(&file),
            None => self.notice = Some("There is no game to go on with yet.".into()),
        }
    }

    /// Waits until the game on the table is safe on disk.
    fn put_away(&mut self) {
        if let Some(trouble) = self.table.take().and_then(Table::put_away) {
            self.notice = Some(trouble.to_string());
        }
    }
}
