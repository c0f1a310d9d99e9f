//! The chronicle: everything that happened, with its dice and its rules.

use super::Desk;
use eframe::egui::{ScrollArea, Ui};

use diadem_core::Tell;

/// How the player looks at the chronicle.
#[derive(Default)]
pub struct ChronicleLook {}

/// The last things that happened, at the foot of the panel.
pub(super) fn foot_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
        let lines: Vec<_> = desk.table.chronicle().collect();
        for line in &lines[lines.len().saturating_sub(12)..] {
            ui.label(desk.table.war().event(&line.event));
        }
    });
}
