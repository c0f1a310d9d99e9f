//! The end of the war: who won, the points counted out, and how it went.

use super::page::{aside_ui, heading_ui, rule_ui};
use super::statistics::{self, Form};
use crate::window::command::UiCommand;
use crate::window::table::Table;
use crate::window::theme;
use crate::window::words::capitalised;
use diadem_campaign::{Campaign, Merit, State};
use diadem_core::{Outcome, Text};
use eframe::egui::{Align, Label, Layout, RichText, Ui};

/// How it ended, with charts and the ways on. For a place that scrolls.
pub fn ui(table: &Table, form: &mut Form, commands: &mut Vec<UiCommand>, ui: &mut Ui) {
    let Some(outcome) = table.outcome() else { return };
    outcome_ui(table, outcome, commands, ui);
    if let Some((campaign, state)) = table.campaign() {
        points_ui(campaign, state, outcome, commands, ui);
    }
    statistics::charts_ui(table, form, ui);
}

fn outcome_ui(table: &Table, outcome: Outcome, commands: &mut Vec<UiCommand>, ui: &mut Ui) {
    let colors = theme::palette(ui.ctx());
    let winner = outcome.winners.iter().next();
    let title = match winner {
        Some(seat) => format!("The {} has won", table.war().seat_name(seat)),
        None => "Nobody has won".to_owned(),
    };
    let color = winner.map_or(colors.ink, |seat| colors.seat_text(seat));
    ui.vertical_centered(|ui| {
        ui.add_space(theme::NEAR);
        ui.label(RichText::new(title).font(theme::book(38.0)).color(color));
        let name = winner.and_then(|seat| table.seats().get(seat.index()));
        let how = match name {
            Some(name) => format!("{}: {name}", capitalised(outcome.how)),
            None => capitalised(outcome.how),
        };
        ui.label(RichText::new(how).font(theme::book_italic(20.0)));
        rule_ui(outcome.rule, ui, commands);
    });
    ui.add_space(theme::NEAR);
    ui.horizontal_wrapped(|ui| {
        if ui.add(theme::strong_button(&colors, "Watch it again")).clicked() {
            commands.push(UiCommand::ReplayTable);
        }
        if ui.button("To the start").clicked() {
            commands.push(UiCommand::LeaveTable);
        }
    });
}

/// Every victory point, and what so many are worth.
fn points_ui(
    campaign: &Campaign,
    state: &State,
    outcome: Outcome,
    commands: &mut Vec<UiCommand>,
    ui: &mut Ui,
) {
    heading_ui(ui, "The points counted out");
    let count = campaign.victory_count(state);
    for is_objective in [true, false] {
        let of_kind =
            count.iter().filter(|point| matches!(point.merit, Merit::Objective(_)) == is_objective);
        let names: Vec<String> = of_kind
            .clone()
            .map(|point| match point.merit {
                Merit::Objective(objective) => capitalised(objective.name()),
                Merit::Province(province) => campaign.board[province].name.clone(),
            })
            .collect();
        let title = if is_objective { "Objectives" } else { "Provinces" };
        let names_shown = if names.is_empty() { "None".to_owned() } else { names.join(", ") };
        let rule = of_kind.clone().next().map(|point| point.rule);
        line_ui(title, &names.len().to_string(), ui, |ui| {
            ui.add(Label::new(names_shown.clone()).wrap());
            if let Some(rule) = rule {
                rule_ui(rule, ui, commands);
            }
        });
    }
    line_ui("Victory points", &count.len().to_string(), ui, |_| {});
    ui.add_space(theme::NEAR);
    for band in campaign.victory_levels() {
        let words = format!("{} points or more: {}", band.from, band.result);
        if band.result == outcome.how {
            ui.label(RichText::new(words).font(theme::strong(16.0)));
        } else {
            aside_ui(ui, words);
        }
    }
}

/// A title, a figure at the right, and what it is made of below.
fn line_ui(title: &str, figure: &str, ui: &mut Ui, below: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(title).font(theme::strong(16.0)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(figure).font(theme::strong(16.0)));
        });
    });
    below(ui);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::apply_theme;
    use crate::window::command::NewGame;
    use crate::window::seating::Seating;
    use crate::window::table::TableCommand;
    use diadem_core::Seat;
    use diadem_handoff::WarSetup;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn a_war_that_was_conceded_is_counted_out() {
        let seats = vec!["Ada".to_owned(), "Berenice".to_owned()];
        let new = NewGame {
            setup: WarSetup::new("alexandros", []),
            seats,
            seating: Seating::default(),
            seed: 7,
        };
        let mut table = Table::begin(&new, None).unwrap();
        let macedonian = Seat::new(0);
        let concede = table.session().interjections(macedonian)[0];
        table.perform(TableCommand::Interject(macedonian, concede));
        assert!(table.outcome().is_some());
        let state = (table, Form::default(), Vec::new());
        let mut harness = Harness::builder()
            .with_size([1100.0, 1600.0])
            .with_context_setup(apply_theme)
            .build_ui_state(
                |ui, (table, form, commands): &mut (Table, Form, Vec<UiCommand>)| {
                    super::ui(table, form, commands, ui);
                },
                state,
            );
        harness.run();
        harness.get_by_label("The Persian has won");
        harness.get_by_label("Conceded: Berenice");
        assert_eq!(harness.query_all_by_label("Victory points").count(), 2, "sum and chart");
        harness.get_by_label("Steps lost");
        harness.get_by_label("Watch it again").click();
        harness.run();
        assert_eq!(harness.state().2, [UiCommand::ReplayTable]);
    }
}
