//! Drawing an army up on the field before a battle of the campaign.

use super::choice::Thing;
use super::offer;
use crate::window::table::forecast::forecast_ui;
use crate::window::table::form_choice::fight_it_out_ui;
use crate::window::table::{TableContext, hint};
use crate::window::theme;
use diadem_handoff::{Action, Draw, Piece};
use eframe::egui::Ui;

/// What to do about it, in a line.
pub(super) const HINT: &str =
    "Send a counter or a leader elsewhere, or say that the army is drawn up.";

/// What of the field a step of drawing up is about.
pub(super) const fn thing_of(draw: Draw) -> Option<Thing> {
    match draw {
        Draw::Take(Piece::Unit(unit)) => Some(Thing::Unit(unit)),
        Draw::Take(Piece::Leader(leader)) => Some(Thing::Leader(leader)),
        Draw::Post(hex) => Some(Thing::Hex(hex)),
        Draw::Done => None,
    }
}

/// How it is done, the ways on, and what is known of both armies.
pub(super) fn panel_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let done = Action::Draw(Draw::Done);
    if cx.table.actions().contains(&done) {
        ui.label(
            "Drag a counter or a leader to where it shall stand, or click it and then a glowing hex. \
             Each goes once.",
        );
        ui.add_space(theme::NEAR);
        let button = theme::strong_button(&cx.colors, "The army is drawn up");
        let response = ui.add(button);
        cx.note_answer(&response);
        hint::mark(cx, done, &response, ui);
        if response.clicked() {
            cx.act(done);
        }
        fight_it_out_ui(cx, None, ui);
    }
    forecast_ui(cx, ui);
    offer::offer_ui(cx, ui);
}
