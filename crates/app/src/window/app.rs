//! The app: what is shown, and the one place where what the screens ask for is done.

pub(in crate::window) mod files;

use super::command::{NewGame, Screen, UiCommand};
use super::learn::Lesson;
use super::memory;
use super::own_charts::OwnCharts;
use super::save_library::SaveLibrary;
use super::screens::{
    keys, load, new_game, rulebook, save_as, settings as setting, start, statistics,
};
use super::settings::Settings;
use super::shortcut::Shortcut;
use super::table::{self, Table, Thinking};
use super::theme;
use crate::{Folders, report};
use diadem_archive::{Header, Lock};
use diadem_core::Playable;
use diadem_handoff::War;
use eframe::egui::{Ui, ViewportCommand};
use std::path::PathBuf;

/// What the last session left behind when it ended unexpectedly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrashRecovery {
    /// The report about it.
    pub report: PathBuf,
    /// The newest autosave that is whole, with what it says about itself.
    pub autosave: Option<(PathBuf, Header)>,
}

impl CrashRecovery {
    fn of(folders: &Folders) -> Option<CrashRecovery> {
        let report = report::unseen(folders)?;
        let autosave = diadem_archive::newest_good(&folders.autosaves());
        Some(CrashRecovery { report, autosave })
    }
}

/// Something that must be read, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The sentence.
    pub text: String,
    /// How it is meant.
    pub tone: Tone,
}

/// How a notice is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Something went as asked.
    Fine,
    /// Something did not.
    Trouble,
}

#[expect(clippy::unnecessary_wraps, reason = "all of them fill the place where a notice may be")]
impl Notice {
    fn fine(text: impl Into<String>) -> Option<Notice> {
        Some(Notice { text: text.into(), tone: Tone::Fine })
    }

    #[expect(clippy::needless_pass_by_value, reason = "an error that was told is not used again")]
    fn trouble(text: impl ToString) -> Option<Notice> {
        Some(Notice { text: text.to_string(), tone: Tone::Trouble })
    }
}

/// Everything the window shows.
pub struct App {
    screen: Screen,
    /// Screens that wait behind the present one, the nearest last.
    behind: Vec<Screen>,
    table: Option<Table>,
    /// The name the game on the table is kept under, once it has one.
    name: Option<String>,
    /// Keeps other copies of the program from the save that was opened.
    lock: Option<Lock>,
    settings: Settings,
    /// What the window looks like now.
    applied: Option<Settings>,
    /// A scale that was given for this once.
    scale_for_once: Option<f32>,
    crash_recovery: Option<CrashRecovery>,
    notice: Option<Notice>,
    save_library: SaveLibrary,
    own: OwnCharts,
    forms: Forms,
    folders: Option<Folders>,
    /// Where computer players think.
    thinking: Thinking,
    commands: Vec<UiCommand>,
}

/// What is being filled in on the screens.
#[derive(Default)]
struct Forms {
    new_game: new_game::Form,
    load: load::Form,
    rulebook: rulebook::Form,
    statistics: statistics::Form,
    save_as: save_as::Form,
}

/// What the screens around the table see, and where they put what they ask for.
pub struct MenuContext<'a> {
    /// The game on the table, if there is one.
    pub table: Option<&'a Table>,
    /// How it looks.
    pub settings: &'a Settings,
    /// What happened last time.
    pub crash_recovery: Option<&'a CrashRecovery>,
    /// Something that must be read.
    pub notice: Option<&'a Notice>,
    /// What lies in the folders.
    pub save_library: &'a SaveLibrary,
    /// Charts of the player's own.
    pub own: &'a OwnCharts,
    /// Where things live.
    pub folders: Option<&'a Folders>,
    /// What is asked for.
    pub commands: &'a mut Vec<UiCommand>,
}

impl MenuContext<'_> {
    /// Asks for something.
    pub fn ask(&mut self, command: UiCommand) {
        self.commands.push(command);
    }
}

impl App {
    /// The app as it starts, with a save to open if one was given.
    pub fn new(folders: Option<Folders>, save: Option<PathBuf>) -> App {
        memory::keep();
        let (settings, broken) = folders.as_ref().map(Settings::load).unwrap_or_default();
        App {
            screen: Screen::Start,
            behind: Vec::new(),
            table: None,
            name: None,
            lock: None,
            settings,
            applied: None,
            scale_for_once: None,
            crash_recovery: folders.as_ref().and_then(CrashRecovery::of),
            notice: broken.and_then(Notice::trouble),
            save_library: SaveLibrary::of(folders.as_ref()),
            own: OwnCharts::default(),
            forms: Forms::default(),
            folders,
            thinking: Thinking::default(),
            commands: save.map(UiCommand::OpenSave).into_iter().collect(),
        }
    }

    /// The same app, shown at this scale until another is chosen.
    #[must_use]
    pub fn at_scale(self, scale: Option<f32>) -> App {
        App { scale_for_once: scale, ..self }
    }

    /// The same app, with computer players who think there.
    #[must_use]
    pub fn with_thinking(self, thinking: Thinking) -> App {
        App { thinking, ..self }
    }

    /// What fills the window.
    pub fn screen(&self) -> Screen {
        self.screen
    }

    /// The game on the table, if there is one.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// How it looks.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Asks for something from outside the screens.
    pub fn ask(&mut self, command: UiCommand) {
        self.commands.push(command);
    }

    /// Shows the present screen and does what was asked for on it.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.dress(ui);
        self.take_what_was_dropped(ui);
        // What was asked from outside comes first, so that a screen is never shown without its game.
        self.perform_all(ui);
        self.keys(ui);
        match self.screen {
            Screen::Table | Screen::SaveAs => self.table_ui(ui),
            _ => self.menu_ui(ui),
        }
        self.perform_all(ui);
        self.dress(ui);
    }

    /// Gives the window the look that is set, if it does not have it.
    fn dress(&mut self, ui: &mut Ui) {
        if self.applied.as_ref() == Some(&self.settings) {
            return;
        }
        let before = self.applied.replace(self.settings.clone());
        theme::apply(ui, &self.settings);
        ui.set_style(ui.global_style());
        let chosen =
            before.is_none_or(|before| before.scale.to_bits() != self.settings.scale.to_bits());
        if chosen {
            ui.set_zoom_factor(self.scale_for_once.take().unwrap_or(self.settings.scale));
        }
    }

    fn table_ui(&mut self, ui: &mut Ui) {
        let Some(table) = &mut self.table else { return };
        let notice = self.notice.as_ref().map(|notice| notice.text.as_str());
        if self.screen == Screen::Table {
            table.play_on(self.settings.pace, ui);
            table::ui(table, &self.settings, notice, &mut self.commands, ui);
        } else {
            // What is typed as a name is no order to the army.
            ui.add_enabled_ui(false, |ui| {
                table::ui(table, &self.settings, notice, &mut self.commands, ui);
            });
            save_as::ui(table, &self.save_library, &mut self.forms.save_as, &mut self.commands, ui);
        }
    }

    /// The screens around the table.
    fn menu_ui(&mut self, ui: &mut Ui) {
        let mut menu = MenuContext {
            table: self.table.as_ref(),
            settings: &self.settings,
            crash_recovery: self.crash_recovery.as_ref(),
            notice: self.notice.as_ref(),
            save_library: &self.save_library,
            own: &self.own,
            folders: self.folders.as_ref(),
            commands: &mut self.commands,
        };
        match self.screen {
            Screen::Start | Screen::Table | Screen::SaveAs => start::ui(&mut menu, ui),
            Screen::NewGame => new_game::ui(&mut menu, &mut self.forms.new_game, ui),
            Screen::Load => load::ui(&mut menu, &mut self.forms.load, ui),
            Screen::Settings => setting::ui(&mut menu, ui),
            Screen::Rulebook => rulebook::ui(&mut menu, &mut self.forms.rulebook, ui),
            Screen::Keys => keys::ui(&mut menu, ui),
            Screen::Statistics => statistics::ui(&mut menu, &mut self.forms.statistics, ui),
        }
    }

    /// The keys that mean the same everywhere.
    fn keys(&mut self, ui: &Ui) {
        for (shortcut, command) in [
            (Shortcut::QUIT, UiCommand::Quit),
            (Shortcut::RULEBOOK, UiCommand::Go(Screen::Rulebook)),
            (Shortcut::KEYS, UiCommand::Go(Screen::Keys)),
        ] {
            if shortcut.pressed(ui) {
                self.commands.push(command);
            }
        }
        let is_played = self.table.as_ref().is_some_and(|table| !table.is_replay());
        if self.screen == Screen::Table && is_played {
            for (shortcut, command) in [
                (Shortcut::SAVE, UiCommand::Go(Screen::SaveAs)),
                (Shortcut::QUICK_SAVE, UiCommand::QuickSave),
                (Shortcut::STATISTICS, UiCommand::Go(Screen::Statistics)),
            ] {
                if shortcut.pressed(ui) {
                    self.commands.push(command);
                }
            }
        }
        // At the table it is the table that knows what to step back from.
        if self.screen != Screen::Table && !self.behind.is_empty() && Shortcut::BACK.pressed(ui) {
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
                // A game that could not be kept is told of first; asked again, the window closes.
                if self.put_away() {
                    ui.send_viewport_cmd(ViewportCommand::Close);
                } else {
                    self.home();
                }
            }
            UiCommand::LeaveTable => {
                self.put_away();
                self.home();
            }
            UiCommand::Begin(new) => self.begin(&new),
            UiCommand::Learn(lesson) => self.learn(lesson),
            UiCommand::OpenSave(file) => self.open(&file),
            UiCommand::OpenSample(sample) => self.open_sample(sample),
            UiCommand::Continue => self.go_on(),
            UiCommand::Replay(file) => self.replay(&file),
            UiCommand::ReplaySample(sample) => self.replay_bytes(sample.bytes()),
            UiCommand::ReplayTable => self.replay_table(),
            UiCommand::SaveAs(name) => self.save_as(&name),
            UiCommand::QuickSave => self.quick_save(),
            UiCommand::Export(file) => self.export(&file),
            UiCommand::CopyOut(kept, to) => self.copy_out(&kept, &to),
            UiCommand::Import(file) => self.import(&file),
            UiCommand::Delete(file) => self.delete(&file),
            UiCommand::DismissNotice => self.notice = None,
            UiCommand::DismissReport => {
                self.crash_recovery = None;
                if let Some(folders) = &self.folders {
                    // Should the note stay, the report is merely shown once more.
                    let _ = report::dismiss(folders);
                }
            }
            UiCommand::Change(settings) => self.change(settings),
            UiCommand::ShowRule(rule) => {
                self.go(Screen::Rulebook);
                self.forms.rulebook.open_at(rule);
            }
            UiCommand::Table(command) => {
                if let Some(table) = &mut self.table {
                    table.perform(command);
                }
            }
            UiCommand::SaveCase(file) => self.save_case(&file),
        }
    }

    fn go(&mut self, screen: Screen) {
        if screen.needs_table() && self.table.is_none() {
            return;
        }
        match screen {
            Screen::Start | Screen::Load => {
                self.save_library = SaveLibrary::of(self.folders.as_ref());
            }
            Screen::NewGame => self.own = OwnCharts::of(self.folders.as_ref()),
            Screen::Rulebook => {
                self.own = OwnCharts::of(self.folders.as_ref());
                self.forms.rulebook.open();
            }
            Screen::SaveAs => {
                self.save_library = SaveLibrary::of(self.folders.as_ref());
                self.forms.save_as = save_as::Form::new(self.name.as_deref());
            }
            _ => {}
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
        self.save_library = SaveLibrary::of(self.folders.as_ref());
    }

    /// To the table, with the start behind it.
    fn sit_down(&mut self, table: Table, name: Option<String>) {
        self.table = Some(table.with_thinking(self.thinking));
        self.name = name;
        self.behind = vec![Screen::Start];
        self.screen = Screen::Table;
        self.forms.statistics = statistics::Form::default();
    }

    fn begin(&mut self, new: &NewGame) {
        // Whether it can be played is known before the game on the table gives way to it.
        if let Err(error) = War::prepare(&new.setup) {
            self.notice = Notice::trouble(error);
            return;
        }
        self.notice = None;
        self.make_room(None);
        match Table::begin(new, self.folders.as_ref()) {
            Ok(table) => self.sit_down(table, None),
            Err(error) => self.notice = Notice::trouble(error),
        }
        self.forms.new_game = new_game::Form::default();
    }

    fn learn(&mut self, lesson: Lesson) {
        self.begin(&lesson.battle());
        if let Some(table) = self.table.take() {
            self.table = Some(table.with_guide(lesson));
        }
    }

    fn change(&mut self, settings: Settings) {
        self.settings = settings;
        if let Some(Err(error)) = self.folders.as_ref().map(|it| self.settings.keep(it)) {
            self.notice = Notice::trouble(error);
        }
    }
}
