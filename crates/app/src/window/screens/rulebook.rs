//! Rulebook.

use crate::window::app::Hall;
use crate::window::command::UiCommand;
use diadem_core::Rule;
use eframe::egui::Ui;

/// What is being filled in.
#[derive(Default)]
pub struct Form {}

impl Form {
    /// Opens the book at a rule.
    pub fn open_at(&mut self, rule: Rule) {
        let _ = rule;
    }
}

/// Shows the screen.
pub fn ui(hall: &mut Hall<'_>, _form: &mut Form, ui: &mut Ui) {
    ui.heading("Rulebook");
    if ui.button("Back").clicked() {
        hall.ask(UiCommand::Back);
    }
    if ui.button("Quit").clicked() {
        hall.ask(UiCommand::Quit);
    }
}
