//! The keys of the table; [`Shortcut`] says which they are.

use super::{Desk, Overlay, TableCommand};
use crate::window::command::UiCommand;
use crate::window::shortcut::Shortcut;
use eframe::egui::Ui;

/// Does what the keys ask for.
pub(super) fn keys_ui(desk: &mut Desk<'_>, ui: &Ui) {
    if !ui.is_enabled() {
        return;
    }
    let covered = desk.look.overlay != Overlay::None || desk.table.report().is_some();
    if !covered && !ui.ctx().text_edit_focused() && Shortcut::UNDO.pressed(ui) {
        desk.ask(UiCommand::Table(TableCommand::Undo));
    }
    if !covered && !desk.table.is_replay() {
        players_keys(desk, ui);
    }
    for (shortcut, overlay) in [
        (Shortcut::WHO_PLAYS, Overlay::WhoPlays),
        (Shortcut::CHRONICLE, Overlay::Chronicle),
        (Shortcut::OBJECTIVES, Overlay::Objectives),
        (Shortcut::TURN_TRACK, Overlay::Track),
    ] {
        let can = overlay != Overlay::WhoPlays || !desk.table.is_replay();
        if can && shortcut.pressed(ui) {
            let open = desk.look.overlay == overlay;
            desk.look.overlay = if open { Overlay::None } else { overlay };
        }
    }
    let covered = desk.look.overlay != Overlay::None || desk.table.report().is_some();
    if !covered
        && Shortcut::USUAL.pressed(ui)
        && let Some(action) = desk.table.usual_answer()
    {
        desk.act(action);
    }
    if !covered && desk.table.focus().is_some() && Shortcut::BACK.pressed(ui) {
        desk.ask(UiCommand::Table(TableCommand::LookAt(None)));
    }
}

/// The keys of the computer's part.
fn players_keys(desk: &mut Desk<'_>, ui: &Ui) {
    if Shortcut::HINT.pressed(ui) {
        desk.ask(UiCommand::Table(TableCommand::Hint));
    }
    if !desk.table.has_computers() {
        return;
    }
    if Shortcut::PAUSE.pressed(ui) {
        desk.ask(UiCommand::Table(match desk.table.is_paused() {
            true => TableCommand::GoOn,
            false => TableCommand::Pause,
        }));
    }
    if Shortcut::STEP.pressed(ui) {
        desk.ask(UiCommand::Table(TableCommand::Step));
    }
}
