//! The keys of the table.

use super::{Desk, Overlay, TableCommand};
use crate::window::command::{Screen, UiCommand};
use eframe::egui::{Key, Modifiers, Ui};

/// Does what the keys ask for, unless somebody types.
pub(super) fn keys_ui(desk: &mut Desk<'_>, ui: &Ui) {
    let typing = ui.ctx().text_edit_focused();
    if typing {
        return;
    }
    let pressed =
        |modifiers: Modifiers, key: Key| ui.input_mut(|input| input.consume_key(modifiers, key));
    if pressed(Modifiers::COMMAND, Key::Z) {
        desk.ask(UiCommand::Table(TableCommand::Undo));
    }
    if pressed(Modifiers::COMMAND, Key::S) {
        desk.look.overlay = Overlay::SaveAs;
    }
    if pressed(Modifiers::NONE, Key::Questionmark) || pressed(Modifiers::SHIFT, Key::Questionmark) {
        desk.ask(UiCommand::Go(Screen::Keys));
    }
    for (key, overlay) in
        [(Key::C, Overlay::Chronicle), (Key::O, Overlay::Objectives), (Key::T, Overlay::Track)]
    {
        if pressed(Modifiers::NONE, key) {
            let open = desk.look.overlay == overlay;
            desk.look.overlay = if open { Overlay::None } else { overlay };
        }
    }
    // Something that has the focus is what Space and Enter are for.
    let focused = ui.memory(|memory| memory.focused().is_some());
    if desk.look.overlay == Overlay::None
        && !focused
        && pressed(Modifiers::NONE, Key::Space)
        && let Some(action) = desk.table.usual_answer()
    {
        desk.act(action);
    }
}
