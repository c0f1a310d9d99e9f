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
    for (shortcut, overlay) in [
        (Shortcut::CHRONICLE, Overlay::Chronicle),
        (Shortcut::OBJECTIVES, Overlay::Objectives),
        (Shortcut::TURN_TRACK, Overlay::Track),
    ] {
        if shortcut.pressed(ui) {
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
