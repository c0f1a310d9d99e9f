//! The curtain between two players at one keyboard, where something is hidden from one of them.

use super::{Desk, TableCommand};
use crate::window::command::UiCommand;
use crate::window::theme;
use diadem_core::{Seat, Text};
use eframe::egui::{CentralPanel, Frame, RichText, Ui};

/// Shows the curtain; whoever sits down lifts it.
pub(super) fn curtain_ui(desk: &mut Desk<'_>, seat: Seat, ui: &mut Ui) {
    let color = desk.colors.seat(seat);
    CentralPanel::no_frame().frame(Frame::NONE.fill(color)).show(ui, |ui| {
        theme::on_frame(ui);
        ui.vertical_centered(|ui| {
            ui.add_space(ui.available_height() * 0.34);
            let side = desk.table.war().seat_name(seat);
            let name = desk.table.seats().get(seat.index()).map_or("", String::as_str);
            let words = format!("{side}: your eyes only");
            ui.label(RichText::new(words).font(theme::book(44.0)));
            ui.label("What comes now is hidden from the other player.");
            ui.add_space(theme::APART);
            let words = if name.is_empty() || name == side {
                format!("I am the {side} player")
            } else {
                format!("I am {name}")
            };
            if ui.add(theme::strong_button(&desk.colors, &words)).clicked() {
                desk.ask(UiCommand::Table(TableCommand::LiftCurtain));
            }
        });
    });
}
