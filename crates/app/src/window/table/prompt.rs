//! The coloured band: who decides what, and by which rule.

use super::Desk;
use crate::window::theme;
use diadem_core::Tell;
use eframe::egui::{Frame, Margin, RichText, Ui};

/// Shows the band.
pub(super) fn prompt_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    let table = desk.table;
    let (color, title, aside) = match table.ask() {
        Some(ask) => (
            desk.colors.seat(ask.seat),
            table.war().question(table.state(), ask.question),
            format!("{} decides. {}", table.war().seat_name(ask.seat), ask.rule),
        ),
        None => {
            let how = table.outcome().map_or("", |outcome| outcome.how);
            (desk.colors.bar, "The war is over".to_owned(), how.to_owned())
        }
    };
    Frame::NONE.fill(color).inner_margin(Margin::symmetric(20, 12)).show(ui, |ui| {
        theme::on_frame(ui);
        ui.set_width(ui.available_width());
        ui.label(RichText::new(title).font(theme::book(22.0)));
        ui.label(RichText::new(aside).small());
    });
}
