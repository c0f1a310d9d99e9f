//! The pale panel at the right: the question, what is needed to answer it, the chronicle.

use super::{Desk, answers, chronicle, prompt, province};
use crate::window::command::UiCommand;
use crate::window::{battle, theme};
use diadem_core::Tell;
use eframe::egui::{CentralPanel, Frame, Margin, Panel, RichText, ScrollArea, Ui};

/// Shows the panel.
pub(super) fn panel_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    let height = (ui.available_height() * 0.24).max(110.0);
    Panel::top("prompt")
        .resizable(false)
        .show_separator_line(false)
        .frame(Frame::NONE)
        .show(ui, |ui| prompt::prompt_ui(desk, ui));
    Panel::bottom("chronicle")
        .exact_size(height)
        .resizable(false)
        .show_separator_line(false)
        .frame(Frame::NONE.fill(desk.colors.chronicle).inner_margin(Margin::symmetric(20, 10)))
        .show(ui, |ui| chronicle::foot_ui(desk, ui));
    let margin = Margin::symmetric(20, 12);
    CentralPanel::no_frame().frame(Frame::NONE.inner_margin(margin)).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            notice_ui(desk, ui);
            refusal_ui(desk, ui);
            if desk.table.battle().is_some() {
                battle::panel_ui(desk, ui);
            }
            answers_ui(desk, ui);
            province::focus_ui(desk, ui);
        });
    });
}

/// Why the last thing tried is not allowed.
fn refusal_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    if let Some(refusal) = desk.table.refusal() {
        theme::warning_frame(&desk.colors).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(refusal.to_string()).color(desk.colors.red));
        });
    }
}

/// What can be answered.
fn answers_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    match desk.table.map_question() {
        Some(question) => answers::answers_ui(desk, question, ui),
        None => every_answer_ui(desk, ui),
    }
}

/// Every legal answer as a button.
fn every_answer_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    let table = desk.table;
    let usual = table.usual_answer();
    for &action in table.actions() {
        let words = table.war().action(table.state(), action);
        let clicked = if usual == Some(action) {
            ui.add(theme::strong_button(&desk.colors, &words)).clicked()
        } else {
            ui.button(words).clicked()
        };
        if clicked {
            desk.act(action);
        }
    }
}

/// Something that must be read.
fn notice_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    let Some(notice) = desk.notice else { return };
    theme::warning_frame(&desk.colors).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(notice);
        if ui.button("Dismiss").clicked() {
            desk.ask(UiCommand::DismissNotice);
        }
    });
}
