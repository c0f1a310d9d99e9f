//! Standing answers: whether a seat is asked, always takes, or never takes a kind of answer.

use super::{Desk, TableCommand};
use crate::window::command::UiCommand;
use diadem_core::{AnswerOffer, Seat, Stance};
use diadem_handoff::Answer;
use eframe::egui::{Align, Layout, RichText, Ui, vec2};

/// A button that gives the answers of a captain: those of these kinds he gives whatever happens.
pub(in crate::window) fn captains_ui(
    desk: &mut Desk<'_>,
    seat: Seat,
    kinds: &[Answer],
    ui: &mut Ui,
) {
    let about = "Shots are taken when they are offered, and leaders get out of the way; about the rest you are asked";
    let button = ui.button("As a captain would").on_hover_text(about);
    if button.clicked() {
        for &kind in kinds {
            desk.ask(UiCommand::Table(TableCommand::Stand(seat, kind, Stance::Always)));
        }
    }
}

/// Every stance, and what it is called.
pub(in crate::window) const STANCES: [(Stance, &str); 3] =
    [(Stance::Ask, "Ask me"), (Stance::Always, "Always"), (Stance::Never, "Never")];

/// How much room the words of a kind of answer take, so that the stances stand in columns.
const WORDS: f32 = 142.0;

/// A line with these stances towards one kind of answer, for every unit of the seat.
pub(in crate::window) fn stance_ui(
    desk: &mut Desk<'_>,
    seat: Seat,
    (kind, words): (Answer, &str),
    stances: &[(Stance, &str)],
    ui: &mut Ui,
) {
    // A unit that no game has: only what is said of all units counts for it.
    let offer = AnswerOffer { kind, unit: u16::MAX };
    let now = desk.table.session().standing().stance(seat, offer);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().button_padding = vec2(8.0, 3.0);
        ui.spacing_mut().item_spacing.x = 6.0;
        let room = vec2(WORDS, ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(WORDS);
            ui.label(RichText::new(words).size(15.0));
        });
        for &(stance, words) in stances {
            let text = RichText::new(words).size(14.0);
            if ui.selectable_label(now == stance, text).clicked() && now != stance {
                desk.ask(UiCommand::Table(TableCommand::Stand(seat, kind, stance)));
            }
        }
    });
}
