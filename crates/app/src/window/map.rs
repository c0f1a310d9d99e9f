//! The map of the campaign.

use super::table::Desk;
use eframe::egui::Ui;

/// How the player looks at the map.
#[derive(Default)]
pub struct MapLook {}

/// The map with everything on it.
pub fn map_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    let _ = desk;
    ui.label("The map");
}
