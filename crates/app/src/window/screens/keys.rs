//! Keys.

use crate::window::app::Hall;
use crate::window::command::UiCommand;
use eframe::egui::Ui;

/// Shows the screen.
pub fn ui(hall: &mut Hall<'_>, ui: &mut Ui) {
    ui.heading("Keys");
    if ui.button("Back").clicked() {
        hall.ask(UiCommand::Back);
    }
    if ui.button("Quit").clicked() {
        hall.ask(UiCommand::Quit);
    }
}
