//! The bar at the top: the date, the sequence of play, undo, save, menu.

use super::{Desk, TableCommand};
use crate::window::command::{Screen, UiCommand};
use crate::window::theme;
use diadem_core::Playable;
use eframe::egui::{Align, Layout, RichText, Ui};

/// Shows the bar.
pub(super) fn bar_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    theme::on_frame(ui);
    ui.horizontal_centered(|ui| {
        ui.add_space(theme::APART);
        let headline = desk.table.war().headline(desk.table.state());
        ui.label(RichText::new(headline).font(theme::strong(17.0)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button("Menu").clicked() {
                desk.ask(UiCommand::Go(Screen::Start));
            }
            let can = desk.table.can_undo();
            let undo = ui.add_enabled(can.is_ok(), eframe::egui::Button::new("Undo"));
            let undo = match can {
                Ok(()) => undo,
                Err(why) => undo.on_disabled_hover_text(why.to_string()),
            };
            if undo.clicked() {
                desk.ask(UiCommand::Table(TableCommand::Undo));
            }
        });
    });
}
