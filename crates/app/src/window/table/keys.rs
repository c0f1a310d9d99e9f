//! The keys of the table; [`Shortcut`] says which they are.

use super::slots::{self, ByKey};
use super::{Advice, Overlay, Sureness, TableCommand, TableContext};
use crate::window::command::UiCommand;
use crate::window::shortcut::Shortcut;
use diadem_opponents::Choice;
use eframe::egui::Ui;

/// Does what the keys ask for.
pub(super) fn keys_ui(cx: &mut TableContext<'_>, ui: &Ui) {
    if !ui.is_enabled() {
        return;
    }
    let covered = cx.is_covered();
    if !covered && !ui.ctx().text_edit_focused() && Shortcut::UNDO.pressed(ui) {
        cx.ask(UiCommand::Table(TableCommand::Undo));
    }
    if !covered && !cx.table.is_replay() {
        players_keys(cx, ui);
    }
    for (shortcut, overlay) in [
        (Shortcut::WHO_PLAYS, Overlay::WhoPlays),
        (Shortcut::CHRONICLE, Overlay::Chronicle),
        (Shortcut::OBJECTIVES, Overlay::Objectives),
        (Shortcut::TURN_TRACK, Overlay::Track),
    ] {
        let can = (overlay != Overlay::WhoPlays || !cx.table.is_replay()) && !cx.is_leaving();
        if can && shortcut.pressed(ui) {
            let open = cx.look.overlay == overlay;
            cx.look.overlay = if open { Overlay::None } else { overlay };
        }
    }
    let covered = cx.is_covered();
    if !covered && Shortcut::USUAL.pressed_anew(ui) {
        answer(cx);
    }
    if !covered && cx.table.focus().is_some() && Shortcut::BACK.pressed(ui) {
        cx.ask(UiCommand::Table(TableCommand::LookAt(None)));
    }
    if !covered
        && let Some(way_out) = cx.table.slots().way_out.clone()
        && Shortcut::WAY_OUT.pressed(ui)
    {
        slots::leave(cx, way_out.does, ByKey::Yes);
    }
}

/// The key that answers: what is sure to be meant; otherwise what a captain would do who was asked and is sure. It
/// never takes the first of a list.
fn answer(cx: &mut TableContext<'_>) {
    if cx.table.is_watching() || cx.table.ask().is_none() {
        return;
    }
    match (cx.table.usual_answer(), cx.table.advice()) {
        (Some(action), _) | (None, Some(Advice::Given(Choice { action, .. }, Sureness::Sure))) => {
            cx.act(action);
        }
        (None, Some(Advice::Given(_, Sureness::Unsure))) => cx.say(
            "Captains would do different things here, so the key does nothing. Choose yourself.",
        ),
        (None, Some(Advice::Coming)) => cx.say("A captain still thinks about it."),
        (None, None) => {
            cx.ask(UiCommand::Table(TableCommand::Hint));
            cx.say(
                "Nothing was done: there is a choice here. A captain is asked; pressed again, the key does \
                 what he says if he is sure.",
            );
        }
    }
}

/// The keys of the computer's part.
fn players_keys(cx: &mut TableContext<'_>, ui: &Ui) {
    if Shortcut::HINT.pressed(ui) {
        cx.ask(UiCommand::Table(TableCommand::Hint));
    }
    if !cx.table.has_computers() {
        return;
    }
    if Shortcut::PAUSE.pressed(ui) {
        let command = if cx.table.is_paused() { TableCommand::GoOn } else { TableCommand::Pause };
        cx.ask(UiCommand::Table(command));
    }
    if Shortcut::STEP.pressed(ui) {
        cx.ask(UiCommand::Table(TableCommand::Step));
    }
}
