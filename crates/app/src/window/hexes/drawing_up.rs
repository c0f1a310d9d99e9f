//! Drawing an army up on the field before a battle of the campaign.

use super::choice::Thing;
use super::offer;
use crate::window::table::TableContext;
use crate::window::table::forecast::forecast_ui;
use crate::window::table::form_choice::fight_it_out_ui;
use diadem_handoff::{Action, Draw, Piece};
use eframe::egui::Ui;

/// What to do about it, in a line.
pub(super) const HINT: &str = "Drag a counter or a leader to where it shall stand, or click it and then a glowing hex. Each goes once.";

/// What of the field a step of drawing up is about.
pub(super) const fn thing_of(draw: Draw) -> Option<Thing> {
    match draw {
        Draw::Take(Piece::Unit(unit)) => Some(Thing::Unit(unit)),
        Draw::Take(Piece::Leader(leader)) => Some(Thing::Leader(leader)),
        Draw::Post(hex) => Some(Thing::Hex(hex)),
        Draw::Done => None,
    }
}

/// The ways on that have no place of their own.
pub(super) fn answers_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    if cx.table.actions().contains(&Action::Draw(Draw::Done)) {
        fight_it_out_ui(cx, None, ui);
    }
}

/// What is known of both armies.
pub(super) fn details_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    forecast_ui(cx, ui);
    offer::offer_ui(cx, ui);
}
