//! Who plays which seat: chosen before a game, and changed at the table.

use super::{Desk, TableCommand};
use crate::window::command::UiCommand;
use crate::window::seating::Occupant;
use crate::window::theme;
use diadem_core::{Game, Text};
use eframe::egui::{Align, Button, Grid, Layout, RichText, Role, Ui, WidgetInfo, vec2};

/// How high a choice is: as a name beside it.
const HEIGHT: f32 = theme::NAME_FIELD.y;

/// A choice between everybody who could play a seat; gives who was chosen.
pub(in crate::window) fn occupants_ui(seat: &str, now: Occupant, ui: &mut Ui) -> Option<Occupant> {
    let mut chosen = None;
    let (size, level) = (vec2(ui.available_width(), HEIGHT), Layout::left_to_right(Align::Center));
    ui.allocate_ui_with_layout(size, level, |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding = vec2(9.0, 4.0);
        for occupant in Occupant::ALL {
            let is_now = occupant == now;
            let words = crate::window::words::capitalised(occupant.name());
            let button = Button::selectable(is_now, words).min_size(vec2(0.0, HEIGHT));
            let response = ui.add(button).on_hover_text(occupant.about());
            response.widget_info(|| {
                let name = format!("{seat}: {}", occupant.name());
                WidgetInfo::selected(Role::RadioButton, true, is_now, name)
            });
            if response.clicked() && !is_now {
                chosen = Some(occupant);
            }
        }
    });
    chosen
}

/// The contents of the overlay.
pub(super) fn who_plays_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    ui.label("Change it whenever you like: it is kept with the game.");
    ui.add_space(theme::NEAR);
    let seats = desk.table.war().seats();
    Grid::new("who plays").num_columns(2).spacing([18.0, 10.0]).show(ui, |ui| {
        for seat in seats.iter() {
            let name = desk.table.war().seat_name(seat).to_owned();
            let color = desk.colors.seat_text(seat);
            let words = RichText::new(&name).font(theme::strong(17.0)).color(color);
            theme::level_label(ui, HEIGHT, words);
            let now = desk.table.seating().of(seat);
            if let Some(occupant) = occupants_ui(&name, now, ui) {
                desk.ask(UiCommand::Table(TableCommand::Seat(seat, occupant)));
            }
            ui.end_row();
        }
    });
    ui.add_space(theme::NEAR);
    let words = match desk.table.persons().count() {
        0 => "The computer plays every seat, and you see everything.",
        1 => "What the other side keeps secret stays secret from you.",
        _ => "Persons share this keyboard; a curtain keeps secrets between them.",
    };
    ui.label(RichText::new(words).weak());
}
