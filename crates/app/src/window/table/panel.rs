//! The pale panel at the right: the question, what is needed to answer it, the chronicle.

use super::{TableContext, answers, chronicle, form_choice, hint, prompt, province, watching};
use crate::window::battle_view::{BattleView, views};
use crate::window::command::{Screen, UiCommand};
use crate::window::{learn, theme};
use eframe::egui::{CentralPanel, Frame, Margin, Panel, RichText, ScrollArea, Ui, UiBuilder};

/// A panel that is no higher than this has room for the question and its answers alone.
pub(super) const LOW: f32 = 420.0;

/// Shows the panel.
pub(super) fn panel_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let height = (ui.available_height() * 0.24).max(110.0);
    // In a low window the answers come first; the chronicle is in the menu, and a key away.
    let has_chronicle = ui.available_height() > LOW;
    let band = Panel::top("prompt")
        .resizable(false)
        .show_separator_line(false)
        .frame(Frame::NONE)
        .show(ui, |ui| {
            prompt::prompt_ui(cx, ui);
            ui.min_rect().height()
        });
    // A band that has grown or shrunk gets its new height only in the next frame.
    if (band.inner - band.response.rect.height()).abs() > 0.5 {
        ui.request_repaint();
    }
    if has_chronicle {
        Panel::bottom("chronicle")
            .exact_size(height)
            .resizable(false)
            .show_separator_line(false)
            .frame(Frame::NONE.fill(cx.colors.chronicle).inner_margin(Margin::symmetric(20, 10)))
            .show(ui, |ui| chronicle::foot_ui(cx, ui));
    }
    let view = cx.table.view();
    let foot = Panel::bottom("foot")
        .resizable(false)
        .show_separator_line(false)
        .frame(Frame::NONE.inner_margin(Margin::symmetric(20, 10)));
    match view {
        Some(view) if view.has_foot(cx) => {
            foot.show(ui, |ui| view.foot_ui(cx, ui));
        }
        None if answers::has_foot(cx) => {
            foot.show(ui, |ui| answers::foot_ui(cx, ui));
        }
        _ => {}
    }
    let margin = Margin::symmetric(20, 12);
    CentralPanel::no_frame().frame(Frame::NONE.inner_margin(margin)).show(ui, |ui| {
        // A child that the panel does not grow with: one line too wide would push everything aside.
        let place = ui.available_rect_before_wrap();
        let mut child = ui.new_child(UiBuilder::new().max_rect(place));
        ui.advance_cursor_after_rect(place);
        ScrollArea::vertical().auto_shrink(false).show(&mut child, |ui| {
            notice_ui(cx, ui);
            learn::card_ui(cx, ui);
            hint::card_ui(cx, ui);
            refusal_ui(cx, ui);
            for view in views() {
                view.changes_ui(cx, ui);
            }
            if cx.table.is_replay() {
                ui.label("You are watching. The buttons below the map lead through the game.");
            } else if cx.table.is_watching() {
                watching::panel_ui(cx, ui);
            } else if cx.table.asks_for_form() {
                form_choice::form_choice_ui(cx, ui);
            } else if let Some(view) = view {
                view.panel_ui(cx, ui);
            } else if let Some(question) = cx.table.map_question() {
                answers::answers_ui(cx, question, ui);
            } else if cx.table.outcome().is_some() {
                over_ui(cx, ui);
            }
            if view.is_none_or(BattleView::has_room_for_province) {
                province::focus_ui(cx, ui);
            }
        });
    });
}

/// Why the last thing tried is not allowed.
fn refusal_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    if let Some(refusal) = cx.table.refusal() {
        theme::warning_frame(&cx.colors).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(refusal.to_string()).color(cx.colors.red));
        });
    }
}

/// It is all over: the way to its end, and the way out.
pub(in crate::window) fn over_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let what = if cx.table.war().campaign().is_some() { "map" } else { "field" };
    ui.label(format!("Everything is decided. The {what} stays as it stands."));
    ui.add_space(theme::NEAR);
    if ui.add(theme::strong_button(&cx.colors, "How it ended")).clicked() {
        cx.ask(UiCommand::Go(Screen::Statistics));
    }
    if ui.button("To the start").clicked() {
        cx.ask(UiCommand::LeaveTable);
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
