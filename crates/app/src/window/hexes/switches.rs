//! The optional rules of a battle on hexes, to be chosen before it is played.

use crate::window::command::UiCommand;
use crate::window::screens::page::{heading_ui, rule_ui};
use diadem_handoff::WarSetup;
use diadem_hexes::Switch;
use eframe::egui::{Align, Checkbox, Layout, Ui};

/// Shows them.
pub(super) fn switches_ui(chosen: &mut WarSetup, commands: &mut Vec<UiCommand>, ui: &mut Ui) {
    heading_ui(ui, "Optional rules");
    for switch in Switch::ALL {
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            rule_ui(switch.rule(), ui, commands);
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                let mut is_on = chosen.hexes.has(switch);
                if ui.add(Checkbox::new(&mut is_on, switch.explanation())).changed() {
                    chosen.hexes.set(switch, is_on);
                }
            });
        });
    }
}
