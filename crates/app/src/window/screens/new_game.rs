//! New campaign.

use crate::window::app::Hall;
use crate::window::command::UiCommand;
use eframe::egui::Ui;

/// What is being filled in.
#[derive(Default)]
pub struct Form {}

/// Shows the screen.
pub fn ui(hall: &mut Hall<'_>, _form: &mut Form, ui: &mut Ui) {
    ui.heading("New campaign");
    if ui.button("Back").clicked() {
        hall.ask(UiCommand::Back);
    }
    if ui.button("Quit").clicked() {
        hall.ask(UiCommand::Quit);
    }
}
