//! What a captain would do: a card with his words, and a frame around the answer he would give.

use super::{Advice, Sureness, TableCommand, TableContext};
use crate::window::command::UiCommand;
use crate::window::theme;
use diadem_handoff::Action;
use eframe::egui::{Frame, Margin, Response, RichText, Stroke, StrokeKind, Ui};

/// The card, if he was asked.
pub(super) fn card_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let Some(advice) = cx.table.advice() else { return };
    let colors = cx.colors;
    let frame = Frame::NONE
        .fill(theme::mix(colors.panel, colors.gold, 0.16))
        .stroke(Stroke::new(1.0, colors.metal_dark))
        .corner_radius(4.0)
        .inner_margin(Margin::symmetric(12, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let Advice::Given(choice, sureness) = advice else {
            ui.label(RichText::new("A captain thinks about it.").font(theme::book_italic(16.5)));
            return;
        };
        ui.label(RichText::new("A captain would").small().weak());
        let words = cx.table.words_of(choice.action);
        ui.label(RichText::new(words).font(theme::strong(16.0)));
        ui.label(RichText::new(format!("because {}.", choice.why)).font(theme::book_italic(16.5)));
        let how_sure = match sureness {
            Sureness::Sure => "He is sure of it.",
            Sureness::Unsure => "He is not sure: others would do something else.",
        };
        ui.label(RichText::new(how_sure).small().weak());
        ui.horizontal(|ui| {
            let does = ui.button("Do it");
            cx.note_answer(&does);
            if does.clicked() {
                cx.act(choice.action);
            }
            if ui.button("Put it away").clicked() {
                cx.ask(UiCommand::Table(TableCommand::Hint));
            }
        });
    });
    ui.add_space(theme::NEAR);
}

/// Marks the row of the answer that a captain would give.
pub(in crate::window) fn mark(cx: &TableContext<'_>, action: Action, row: &Response, ui: &Ui) {
    if cx.table.advised() == Some(action) {
        let stroke = Stroke::new(2.5, cx.colors.red);
        ui.painter().rect_stroke(row.rect.shrink(1.0), 4.0, stroke, StrokeKind::Inside);
    }
}
