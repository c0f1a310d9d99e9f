//! While the computer plays: the bar that says who thinks and how fast, and what the panel shows meanwhile.

use super::{Overlay, TableCommand, TableContext, form_choice};
use crate::window::command::UiCommand;
use crate::window::seating::Occupant;
use crate::window::settings::{Pace, Settings};
use crate::window::shortcut::Shortcut;
use crate::window::theme;
use diadem_core::{Seat, Text};
use eframe::egui::{Align, Button, Label, Layout, RichText, Role, Ui, WidgetInfo, vec2};

/// A seat and who plays it: `The Persian captain`.
pub(super) fn player_name(cx: &TableContext<'_>, seat: Seat) -> String {
    format!("The {} {}", cx.table.war().seat_name(seat), cx.table.occupant(seat).name())
}

/// Who is at it, in a line.
fn state_words(cx: &TableContext<'_>) -> String {
    let table = cx.table;
    match (table.computer_to_decide(), table.ask()) {
        (Some(seat), _) if table.is_paused() => format!("{} waits", player_name(cx, seat)),
        (Some(seat), _) if table.is_thinking() => format!("{} thinks", player_name(cx, seat)),
        (Some(seat), _) => format!("{} plays", player_name(cx, seat)),
        (None, Some(_)) => "Your decision".to_owned(),
        (None, None) => "It is over".to_owned(),
    }
}

/// The bar below the field.
pub(super) fn bar_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    theme::on_frame(ui);
    ui.spacing_mut().item_spacing.x = 8.0;
    ui.horizontal(|ui| {
        let words = RichText::new(state_words(cx)).font(theme::strong(15.0));
        let is_paused = cx.table.is_paused();
        let (words_of_pause, command, about) = if is_paused {
            ("Go on", TableCommand::GoOn, "The computer plays on")
        } else {
            ("Pause", TableCommand::Pause, "The computer waits")
        };
        let plays = cx.table.computer_to_decide().is_some();
        let size = vec2(74.0, 26.0);
        theme::on_panel(ui);
        ui.spacing_mut().button_padding = vec2(8.0, 2.0);
        let about = format!("{about} ({})", Shortcut::PAUSE.words());
        if ui.add(Button::new(words_of_pause).min_size(size)).on_hover_text(about).clicked() {
            cx.ask(UiCommand::Table(command));
        }
        let step = ui.add_enabled(plays, Button::new("Step").min_size(size));
        let about = format!("One decision, then the computer waits ({})", Shortcut::STEP.words());
        if step.on_hover_text(about).clicked() {
            cx.ask(UiCommand::Table(TableCommand::Step));
        }
        pace_ui(cx, ui);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button("Who plays").on_hover_text(Shortcut::WHO_PLAYS.words()).clicked() {
                cx.look.overlay = Overlay::WhoPlays;
            }
            relief_ui(cx, ui);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                theme::on_frame(ui);
                ui.add_space(theme::NEAR);
                ui.add(Label::new(words).truncate());
            });
        });
    });
}

/// The three paces.
fn pace_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let now = cx.table.pace(cx.settings.pace);
    ui.add_space(theme::NEAR);
    for pace in Pace::ALL {
        let button = Button::new(pace.name()).selected(now == pace).min_size(vec2(0.0, 26.0));
        let response = ui.add(button).on_hover_text(pace.about());
        response.widget_info(|| {
            let name = format!("Pace: {}", pace.name());
            WidgetInfo::selected(Role::RadioButton, true, now == pace, name)
        });
        if response.clicked() && now != pace {
            let command = if cx.table.is_relieved() {
                UiCommand::Table(TableCommand::Hurry(pace))
            } else {
                UiCommand::Change(Settings { pace, ..cx.settings.clone() })
            };
            cx.ask(command);
        }
    }
}

/// Handing a battle over, and taking it back; gives whether it was done.
pub(super) fn relief_ui(cx: &mut TableContext<'_>, ui: &mut Ui) -> bool {
    let (words, about, command) = if cx.table.is_relieved() {
        ("Take command again", "The seats go back to who had them", TableCommand::TakeCommand)
    } else if cx.table.can_be_relieved() && !cx.table.is_before_battle() {
        (
            "Let the computer finish this battle",
            "Captains play every seat until the battle is over",
            TableCommand::FightItOut(None),
        )
    } else {
        return false;
    };
    let is_done = ui.button(words).on_hover_text(about).clicked();
    if is_done {
        cx.ask(UiCommand::Table(command));
    }
    is_done
}

/// Where the answers are while the computer decides: those of a choice that is its own can be looked at.
pub(super) fn answers_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    if cx.table.asks_for_form() {
        form_choice::answers_ui(cx, ui);
    }
}

/// What the panel shows while the computer decides.
pub(super) fn panel_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    if let Some(trouble) = cx.table.opponents_trouble() {
        theme::warning_frame(&cx.colors).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(trouble).color(cx.colors.red));
        });
    }
    if let Some((seat, words, why)) = cx.table.last_done() {
        let color = cx.colors.seat_text(seat);
        ui.label(RichText::new(player_name(cx, seat)).font(theme::strong(16.0)).color(color));
        ui.label(format!("{words}: {why}."));
        ui.add_space(theme::NEAR);
    } else {
        let words = "What the computer does is told below, and shown on the field.";
        ui.label(RichText::new(words).font(theme::book_italic(16.5)));
        ui.add_space(theme::NEAR);
    }
    if cx.table.asks_for_form() {
        form_choice::details_ui(cx, ui);
    } else if let Some(view) = cx.table.view() {
        view.watch_ui(cx, ui);
    }
}

/// Whether somebody is the computer.
pub(super) fn is_computer(cx: &TableContext<'_>, seat: Seat) -> bool {
    cx.table.occupant(seat) != Occupant::Person && !cx.table.is_replay()
}
