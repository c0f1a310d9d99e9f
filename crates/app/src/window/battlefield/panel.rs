//! The panel of the hex battle: how far things have come, every answer, and what the one pointed at would come to.

use super::choice::Choice;
use super::{breakdown, finger, fought, summary};
use crate::window::battle;
use crate::window::table::Desk;
use crate::window::table::rows::{Row, line};
use crate::window::table::stances::{captains_ui, stance_ui};
use crate::window::theme;
use diadem_core::Tell;
use diadem_handoff as war;
use diadem_hexes::{Action, Answer, OrderMode, ShockStage, Step, UnitId};
use eframe::egui::{CollapsingHeader, Ui};

/// As many answers as fit before they are told by the field alone.
const MOST_ROWS: usize = 60;

/// Shows the panel.
pub(super) fn panel_ui(desk: &mut Desk<'_>, choice: &Choice<'_>, ui: &mut Ui) {
    let (rules, state) = (choice.rules, choice.state);
    summary::summary_ui(desk, rules, ui);
    situation_ui(choice, ui);
    answers_ui(desk, choice, ui);
    // Below the answers, so that they are at hand and do not run away from the pointer.
    if matches!(state.step(), Step::Shock(segment) if segment.stage > ShockStage::Allocation) {
        breakdown::combats_ui(desk, (rules, state), ui);
    }
    if let Some(action) = desk.look.battlefield.told() {
        breakdown::prospect_ui(desk, (rules, state), action, ui);
    }
    fought::fought_ui(desk, rules, ui);
    battle::rolls_ui(desk, ui);
    standing_ui(desk, ui);
}

/// How far the present order or segment has come.
fn situation_ui(choice: &Choice<'_>, ui: &mut Ui) {
    let (rules, state) = (choice.rules, choice.state);
    if let Step::Orders(orders) = state.step() {
        match orders.mode {
            OrderMode::Individual(left) => line(ui, "Orders left", &left.to_string(), None),
            OrderMode::Line { units, .. } => {
                line(ui, "Left of the line", &units.len().to_string(), None);
            }
            OrderMode::NameLine => {}
        }
    }
    if let Some((spent, all)) = rules.points(state) {
        line(ui, "Movement points", &format!("{spent} of {all} spent"), None);
    }
}

/// Every answer as a row; a single "no more" as the strong button.
fn answers_ui(desk: &mut Desk<'_>, choice: &Choice<'_>, ui: &mut Ui) {
    ui.add_space(theme::NEAR);
    let (rules, state) = (choice.rules, choice.state);
    let others = choice.actions.iter().copied().filter(|action| *action != Action::Done);
    let mut pointed = None;
    for action in others.take(MOST_ROWS) {
        let row = Row::new(rules.action(state, action)).detail(detail(choice, action));
        let response = row.show(desk, ui);
        finger::mark(desk, action, &response, ui);
        if response.hovered() || response.has_focus() {
            pointed = Some(action);
        }
        if response.clicked() {
            desk.act(war::Action::Hexes(action));
        }
    }
    if choice.actions.len() > MOST_ROWS {
        ui.label("And more, on the field.");
    }
    if choice.actions.contains(&Action::Done) {
        ui.add_space(theme::NEAR);
        let words = rules.action(state, Action::Done);
        let words = words.trim_end_matches('.');
        let done = ui.add(theme::strong_button(&desk.colors, words));
        desk.note_answer(&done);
        finger::mark(desk, Action::Done, &done, ui);
        if done.clicked() {
            desk.act(war::Action::Hexes(Action::Done));
        }
    }
    if let Some(action) = pointed {
        desk.look.battlefield.point_by_row(action);
    }
}

/// What an answer's row says at its right: where, or how likely.
fn detail(choice: &Choice<'_>, action: Action) -> String {
    let (rules, state) = (choice.rules, choice.state);
    let hex_of = |unit: UnitId| state.unit(unit).hex().map_or(String::new(), |hex| hex.to_string());
    match action {
        Action::Momentum | Action::Trump(_) => {
            let chance = rules.chance(state, action);
            chance.map_or(String::new(), |tenths| format!("{} %", u32::from(tenths) * 10))
        }
        Action::Activate(leader) => {
            let (initiative, _) = rules.ratings(state, leader);
            initiative.map_or(String::new(), |figure| format!("initiative {figure}"))
        }
        Action::Order(unit)
        | Action::OrderFast(unit)
        | Action::Recover(unit)
        | Action::Rally(unit)
        | Action::Engage(unit)
        | Action::Withdraw(unit)
        | Action::TakeHit(unit)
        | Action::Next(unit) => hex_of(unit),
        _ => rules.hex_of(state, action).map_or(String::new(), |hex| hex.to_string()),
    }
}

/// What is answered without being asked, kind by kind.
fn standing_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    let Some(ask) = desk.table.ask() else { return };
    ui.add_space(theme::NEAR);
    CollapsingHeader::new("Standing answers").show(ui, |ui| {
        for (kind, words) in ANSWERS {
            stance_ui(desk, ask.seat, (war::Answer::Hexes(kind), words), ui);
        }
        captains_ui(desk, ask.seat, &CAPTAINS.map(war::Answer::Hexes), ui);
    });
}

/// What a captain answers without a second thought.
const CAPTAINS: [Answer; 4] =
    [Answer::LeaderWithdraw, Answer::EntryFire, Answer::RetireFire, Answer::ReturnFire];

/// Every kind of answer, in the order in which they come.
const ANSWERS: [(Answer, &str); 8] = [
    (Answer::Withdraw, "Withdraw"),
    (Answer::LeaderWithdraw, "Leaders withdraw"),
    (Answer::Turn, "Turn to face"),
    (Answer::EntryFire, "Fire at who comes up"),
    (Answer::RetireFire, "Fire at who leaves"),
    (Answer::ReturnFire, "Shoot back"),
    (Answer::EngineFire, "Fire engines"),
    (Answer::Trump, "Trump in answer"),
];
