//! The pale panel at the right: the question, its answers, what is known about them, the chronicle, the way out. Each
//! has its place ([`slots`]), and nothing that comes up pushes an answer away.

use super::slots::{self, Places, place_ui, scrolled_ui};
use super::{TableContext, answers, chronicle, form_choice, hint, prompt, province, watching};
use crate::window::battle_view::{BattleView, views};
use crate::window::command::UiCommand;
use crate::window::{learn, theme};
use eframe::egui::{Ui, vec2};

/// Shows the panel.
pub(super) fn panel_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let panel = ui.max_rect();
    let places = Places::of(panel, cx.look.wanted);
    ui.advance_cursor_after_rect(panel);
    place_ui(ui, "the question", places.question, |ui| prompt::prompt_ui(cx, ui));
    place_ui(ui, "main answer", places.main, |ui| slots::main_ui(cx, ui));
    let high = scrolled_ui(ui, "answers", places.answers, |ui| answers_ui(cx, ui));
    let more = scrolled_ui(ui, "details", places.details, |ui| details_ui(cx, ui));
    // What lies below the answers gets its place in the next frame.
    if cx.look.wanted.measured(high, more, cx.table.version()) {
        ui.request_repaint();
    }
    if let Some(place) = places.chronicle {
        ui.painter().rect_filled(place, 0.0, cx.colors.chronicle);
        let inner = place.shrink2(vec2(20.0, 8.0));
        place_ui(ui, "chronicle", inner, |ui| chronicle::foot_ui(cx, ui));
    }
    ui.painter().rect_filled(places.way_out, 0.0, cx.colors.bar);
    place_ui(ui, "way out", places.way_out, |ui| slots::way_out_ui(cx, ui));
}

/// Every answer that has no place of its own.
fn answers_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    if cx.table.is_watching() {
        watching::answers_ui(cx, ui);
    } else if cx.table.asks_for_form() {
        form_choice::answers_ui(cx, ui);
    } else if let Some(view) = cx.table.view().filter(|_| cx.table.ask().is_some()) {
        view.answers_ui(cx, ui);
    } else if let Some(question) = cx.table.map_question() {
        answers::answers_ui(cx, question, ui);
    }
}

/// What there is to know: what has to be read first, then what bears on the answers.
fn details_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let view = cx.table.view();
    notice_ui(cx, ui);
    learn::card_ui(cx, ui);
    hint::card_ui(cx, ui);
    for view in views() {
        view.changes_ui(cx, ui);
    }
    if cx.table.is_replay() {
        ui.label("You are watching. The buttons below the map lead through the game.");
    } else if cx.table.is_watching() {
        watching::panel_ui(cx, ui);
    } else if cx.table.asks_for_form() {
        form_choice::details_ui(cx, ui);
    } else if cx.table.ask().is_none() {
        let what = if cx.table.war().campaign().is_some() { "map" } else { "field" };
        ui.label(format!("Everything is decided. The {what} stays as it stands."));
    } else if let Some(view) = view {
        view.details_ui(cx, ui);
    } else if let Some(question) = cx.table.map_question() {
        answers::details_ui(cx, question, ui);
    }
    if view.is_none_or(BattleView::has_room_for_province) {
        province::focus_ui(cx, ui);
    }
}

/// Something that must be read.
fn notice_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    if let Some(trouble) = cx.table.autosave_trouble() {
        theme::warning_frame(&cx.colors).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(format!("The game is not being kept: {trouble}"));
            ui.label("Keep it under a name, and again before you leave.");
        });
    }
    let Some(notice) = cx.notice else { return };
    theme::warning_frame(&cx.colors).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(notice);
        if ui.button("Dismiss").clicked() {
            cx.ask(UiCommand::DismissNotice);
        }
    });
}
