//! The screen that a game is played on: what its parts see, and where each of them is.

use super::slots::{self, WAY_OUT};
use super::{
    Look, Overlay, Table, TableCommand, bar, curtain, haste, keys, overlays, panel, replay,
    watching,
};
use crate::window::battle_view::views;
use crate::window::command::UiCommand;
use crate::window::settings::{Pace, Settings};
use crate::window::theme::{self, Palette};
use crate::window::{learn, map};
use diadem_handoff::Action;
use eframe::egui::{CentralPanel, Frame, InputState, Key, Margin, Panel, Response, Ui};

/// What the parts of the table see, and where they put what they ask for.
pub struct TableContext<'a> {
    /// The game.
    pub table: &'a Table,
    /// How the player looks at it.
    pub look: &'a mut Look,
    /// How the player likes it.
    pub settings: &'a Settings,
    /// The colours in use.
    pub colors: Palette,
    /// Something that must be read.
    pub notice: Option<&'a str>,
    /// What is asked for.
    pub commands: &'a mut Vec<UiCommand>,
}

impl TableContext<'_> {
    /// Asks for something; gives whether it was not too soon.
    pub fn ask(&mut self, command: UiCommand) -> bool {
        let is_choice = matches!(&command, UiCommand::Table(command) if command.is_choice());
        if is_choice && self.look.haste.is_too_soon() {
            self.say(haste::TOO_SOON);
            return false;
        }
        self.commands.push(command);
        true
    }

    /// Says something about what was just tried, where the question stands, until something is done.
    pub fn say(&mut self, words: &'static str) {
        self.look.said = Some((self.table.version(), words));
    }

    /// Notes a widget that gives an answer: the keyboard begins with the first of them, and none may have just come.
    pub fn note_answer(&self, response: &Response) {
        self.look.haste.note(response.id, response.rect);
        let first = self.look.first_answer.get().unwrap_or(response.id);
        self.look.first_answer.set(Some(first));
    }

    /// Whether it is asked once more if a phase shall end.
    pub fn is_leaving(&self) -> bool {
        self.look.leaving == Some(self.table.version())
    }

    /// Whether something lies over the table that has to be closed first.
    pub fn is_covered(&self) -> bool {
        let asks_again = self.is_leaving() || self.look.doubt.is_some();
        self.look.overlay != Overlay::None || self.table.report().is_some() || asks_again
    }

    /// Whether what happens is followed by the eye: somebody watches, and not in a hurry.
    pub fn is_followed(&self) -> bool {
        let in_haste = self.table.pace(self.settings.pace) == Pace::Instant;
        self.table.is_replay() || self.table.is_watching() && !in_haste
    }

    /// The seat that decides answers; gives whether that was not too soon, and needs no second thought.
    pub fn act(&mut self, action: Action) -> bool {
        if !self.look.haste.is_too_soon() && self.table.danger(action).is_some() {
            self.look.doubt = Some((self.table.version(), action));
            self.look.haste.begin_anew();
            return false;
        }
        self.ask(UiCommand::Table(TableCommand::Act(action)))
    }

    /// What was begun by an answer goes on by itself.
    pub fn go_on(&mut self, action: Action) {
        self.commands.push(UiCommand::Table(TableCommand::Act(action)));
    }
}

/// The whole table: bar, field, panel, chronicle.
pub fn ui(
    table: &mut Table,
    settings: &Settings,
    notice: Option<&str>,
    commands: &mut Vec<UiCommand>,
    ui: &mut Ui,
) {
    let colors = theme::palette(ui.ctx());
    let mut look = std::mem::take(&mut table.look);
    let mut cx = TableContext { table, look: &mut look, settings, colors, notice, commands };
    if let Some(seat) = cx.table.curtain {
        curtain::curtain_ui(&mut cx, seat, ui);
    } else {
        parts_ui(&mut cx, ui);
        for view in views() {
            view.report_ui(&mut cx, ui);
        }
        overlays::overlay_ui(&mut cx, ui);
        slots::leaving_ui(&mut cx, ui);
        slots::doubt_ui(&mut cx, ui);
        keys::keys_ui(&mut cx, ui);
    }
    table.look = look;
}

fn parts_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let colors = cx.colors;
    cx.look.pointing = cx.look.pointed_at.take();
    cx.look.first_answer.take();
    cx.look.haste.begin(cx.table.version(), ui);
    let said = cx.look.said;
    let begins = begins_with_keys(cx, ui);
    let width = (ui.available_width() * 0.25).clamp(300.0, 440.0);
    Panel::top("bar")
        .exact_size(46.0)
        .resizable(false)
        .show_separator_line(false)
        .frame(Frame::NONE.fill(colors.bar))
        .show(ui, |ui| bar::bar_ui(cx, ui));
    // Before what lies below the field, so that the way out has the corner of the window to itself.
    Panel::right("panel")
        .exact_size(width)
        .resizable(false)
        .show_separator_line(false)
        .frame(Frame::NONE.fill(colors.panel))
        .show(ui, |ui| panel::panel_ui(cx, ui));
    if cx.table.replay.is_some() {
        Panel::bottom("replay")
            .resizable(false)
            .show_separator_line(false)
            .frame(Frame::NONE.fill(colors.bar).inner_margin(Margin::symmetric(16, 8)))
            .show(ui, |ui| replay::replay_ui(cx, ui));
    } else if cx.table.has_computers() && cx.table.outcome().is_none() {
        Panel::bottom("opponents")
            .exact_size(WAY_OUT)
            .resizable(false)
            .show_separator_line(false)
            .frame(Frame::NONE.fill(colors.bar).inner_margin(Margin::symmetric(16, 6)))
            .show(ui, |ui| watching::bar_ui(cx, ui));
    }
    learn::strip_ui(cx, ui);
    CentralPanel::no_frame().frame(Frame::NONE.fill(colors.sea)).show(ui, |ui| {
        match cx.table.view() {
            Some(view) => view.field_ui(cx, ui),
            None => map::map_ui(cx, ui),
        }
    });
    cx.look.haste.end();
    if cx.look.pointed_at != cx.look.pointing || cx.look.said != said {
        ui.request_repaint();
    }
    if let Some(first) = cx.look.first_answer.get().filter(|_| begins) {
        ui.memory_mut(|memory| memory.request_focus(first));
    }
}

/// Whether somebody turns to the keyboard: the first key then leads to the answers, not to the bar.
fn begins_with_keys(cx: &TableContext<'_>, ui: &Ui) -> bool {
    let covered = cx.is_covered();
    let nothing = ui.memory(|memory| memory.focused().is_none());
    let next = |input: &InputState| input.key_pressed(Key::Tab) && !input.modifiers.shift;
    !covered && nothing && ui.input(next)
}
