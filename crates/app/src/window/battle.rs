//! The battle on the tactical display (Alexandros 10).

use super::table::Desk;
use eframe::egui::Ui;

/// How the player looks at a battle.
#[derive(Default)]
pub struct BattleLook {}

/// The field: both armies in their boxes.
pub fn field_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    let _ = desk;
    ui.label("The display");
}

/// What is needed for the present decision in a battle.
pub fn panel_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    let _ = desk;
    ui.label("The battle");
}
