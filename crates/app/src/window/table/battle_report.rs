//! The ways on from the report of a battle, whatever its form.

use super::{TableCommand, TableContext};
use crate::window::battle_view::BattleView;
use crate::window::command::{NewGame, UiCommand};
use crate::window::theme;
use diadem_core::Playable;
use eframe::egui::{Ui, vec2};
use std::time::{SystemTime, UNIX_EPOCH};

/// The buttons at the foot of a report.
pub(in crate::window) fn buttons_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let colors = cx.colors;
    let table = cx.table;
    let strong = |words| theme::strong_button(&colors, words).min_size(vec2(160.0, 36.0));
    if table.war().campaign().is_some() {
        let is_pursuit = table.view().is_some_and(BattleView::is_for_pursuit);
        let on = if is_pursuit { "On to the pursuit" } else { "Back to the map" };
        if ui.add(strong(on)).clicked() {
            cx.ask(UiCommand::Table(TableCommand::CloseReport));
        }
        return;
    }
    if ui.add(strong("Play again")).clicked() {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let new = NewGame {
            setup: table.war().setup_of().clone(),
            seats: table.seats().to_vec(),
            seating: table.seating().clone(),
            seed: now.map_or(1, |since| since.as_nanos() as u64),
        };
        cx.ask(UiCommand::Begin(new));
    }
    if ui.button("To the menu").clicked() {
        cx.ask(UiCommand::LeaveTable);
    }
    if ui.button("Look at the field").clicked() {
        cx.ask(UiCommand::Table(TableCommand::CloseReport));
    }
}
