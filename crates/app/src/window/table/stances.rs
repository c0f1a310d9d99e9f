//! Standing answers: whether a seat is asked, always takes, or never takes a kind of answer.

use super::{Desk, TableCommand};
use crate::window::command::UiCommand;
use diadem_core::{Offer, Seat, Stance};
use diadem_handoff::Answer;
use eframe::egui::{RichText, Ui, vec2};

/// A line with the three stances towards one kind of answer, for every unit of the seat.
pub(in crate::window) fn stance_ui(
    desk: &mut Desk<'_>,
    seat: Seat,
    (kind, words): (Answer, &str),
    ui: &mut Ui,
) {
    // A unit that no game has: only what is said of all units counts for it.
    let offer = Offer { kind, unit: u16::MAX };
    let now = desk.table.session().standing().stance(seat, offer);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().button_padding = vec2(8.0, 3.0);
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new(words).size(15.0));
        for (stance, words) in
            [(Stance::Ask, "Ask me"), (Stance::Always, "Always"), (Stance::Never, "Never")]
        {
            let text = RichText::new(words).size(14.0);
            if ui.selectable_label(now == stance, text).clicked() && now != stance {
                desk.ask(UiCommand::Table(TableCommand::Stand(seat, kind, stance)));
            }
        }
    });
}
