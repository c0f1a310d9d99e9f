//! Every key and what it does.

use super::page::{aside_ui, heading_ui, page_ui};
use crate::window::app::MenuContext;
use crate::window::shortcut::{Place, Shortcut};
use crate::window::theme;
use eframe::egui::{Align, Label, Layout, RichText, ScrollArea, Ui, vec2};

/// Shows the screen.
pub fn ui(menu: &mut MenuContext<'_>, ui: &mut Ui) {
    page_ui(menu, ui, "Keys", |_, ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            aside_ui(ui, "Everything that the mouse can do can be done without it.");
            if ui.available_width() > 760.0 {
                ui.columns(2, |columns| {
                    place_ui(Place::Everywhere, &mut columns[0]);
                    place_ui(Place::Lists, &mut columns[0]);
                    typing_ui(&mut columns[0]);
                    place_ui(Place::Table, &mut columns[1]);
                });
            } else {
                for place in Place::ALL {
                    place_ui(place, ui);
                }
                typing_ui(ui);
            }
        });
    });
}

fn place_ui(place: Place, ui: &mut Ui) {
    heading_ui(ui, place.title());
    for shortcut in Shortcut::ALL.iter().filter(|one| one.place == place) {
        row_ui(ui, &shortcut.words(), shortcut.does);
    }
}

/// What is done by typing rather than by a key.
fn typing_ui(ui: &mut Ui) {
    row_ui(ui, "A letter", "The next line of the menu that begins with it");
    row_ui(ui, "Tab", "The next button or field");
}

fn row_ui(ui: &mut Ui, keys: &str, does: &str) {
    ui.horizontal_top(|ui| {
        let size = vec2(theme::KEYS_COLUMN, 22.0);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
            ui.set_min_width(theme::KEYS_COLUMN);
            ui.label(RichText::new(keys).font(theme::strong(16.0)));
        });
        ui.vertical(|ui| ui.add(Label::new(does).wrap()));
    });
}
