//! The panel of the hex battle: how far things have come, every answer, and what the one pointed at would come to.

use super::choice::Choice;
use super::queued_steps::{Likewise, way_to_run, who_runs};
use super::{breakdown, guide_pointer, recent_combats, summary};
use crate::window::command::UiCommand;
use crate::window::table::dice::rolls_ui;
use crate::window::table::rows::{Row, line};
use crate::window::table::stances::{STANCES, captains_ui, stance_ui};
use crate::window::table::{TableCommand, TableContext};
use crate::window::theme;
use diadem_core::{Stance, Text};
use diadem_handoff as war;
use diadem_hexes::shock::{Advantage, Clash};
use diadem_hexes::{Action, Answer, OrderMode, Question, ShockStage, Step, UnitId, UnitSet};
use eframe::egui::{CollapsingHeader, Ui};

/// As many answers as fit before they are told by the field alone.
const MOST_ROWS: usize = 60;

/// What the answer pointed at would come to, how far things have come, what was rolled.
pub(super) fn details_ui(cx: &mut TableContext<'_>, choice: &Choice<'_>, ui: &mut Ui) {
    let (rules, state) = (choice.rules, choice.state);
    situation_ui(choice, ui);
    if let Some(action) = cx.look.battles.hexes.pointed {
        breakdown::prospect_ui(cx, rules, state, action, ui);
    }
    if matches!(state.step(), Step::Shock(segment) if segment.stage > ShockStage::Allocation) {
        let asked = match choice.question {
            Question::Type(at) | Question::Hits(at) | Question::Advances(at) => Some(at),
            _ => None,
        };
        breakdown::combats_ui(cx, rules, state, asked, ui);
    }
    summary::summary_ui(cx, rules, ui);
    recent_combats::recent_combats_ui(cx, rules, ui);
    rolls_ui(cx, ui);
    standing_ui(cx, ui);
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

/// Every answer that has no place of its own as a row.
pub(super) fn answers_ui(cx: &mut TableContext<'_>, choice: &Choice<'_>, ui: &mut Ui) {
    let (rules, state) = (choice.rules, choice.state);
    let table = cx.table;
    let is_row = |action: &Action| !table.slots().holds(war::Action::Hexes(*action));
    let others = choice.actions.iter().copied().filter(is_row);
    likewise_ui(cx, choice, ui);
    runs_ui(cx, choice, ui);
    all_attack_ui(cx, choice, ui);
    let mut pointed = None;
    for action in others.take(MOST_ROWS) {
        let words = rules.action(state, action);
        let words = if action == Action::Done { words.trim_end_matches('.') } else { &words };
        let is_wasted = cx.look.battles.hexes.wasted.contains(&action);
        let row = Row::new(words);
        let row = if is_wasted {
            row.detail("could do nothing").faint()
        } else {
            row.detail(detail(choice, action))
        };
        let response = row.show(cx, ui);
        guide_pointer::mark(cx, action, &response, ui);
        if response.hovered() || response.has_focus() {
            pointed = Some(action);
        }
        if response.clicked() && cx.act(war::Action::Hexes(action)) {
            cx.look.battles.hexes.set_out(action);
        }
    }
    if choice.actions.len() > MOST_ROWS {
        ui.label("And more, on the field.");
    }
    if pointed.is_some() {
        cx.look.battles.hexes.pointing = pointed;
    }
}

/// The answer to whose type counts, where all come to the same: there is nothing to choose.
pub(super) fn same_type(choice: &Choice<'_>) -> Option<Action> {
    let &[first, ref others @ ..] = choice.actions else { return None };
    let is_type = choice.actions.iter().all(|action| matches!(action, Action::Type(_)));
    let words = detail(choice, first);
    let is_same = |&action: &Action| detail(choice, action) == words;
    (is_type && !words.is_empty() && others.iter().all(is_same)).then_some(first)
}

/// A row by which the others of a line do as the last of them did.
fn likewise_ui(cx: &mut TableContext<'_>, choice: &Choice<'_>, ui: &mut Ui) {
    let Some(likewise) = Likewise::of(cx.table, choice) else { return };
    let name = choice.rules.unit_name(likewise.last);
    let words = match likewise.others.len() {
        1 => format!("The last one does as {name} did."),
        others => format!("The other {others} do as {name} did."),
    };
    if Row::new(words).detail("all at once").show(cx, ui).clicked()
        && let Some((order, queued_steps)) = likewise.begin()
        && cx.act(war::Action::Hexes(order))
    {
        cx.look.battles.hexes.queued_steps = Some(queued_steps);
    }
}

/// A row by which everybody attacks who may.
fn all_attack_ui(cx: &mut TableContext<'_>, choice: &Choice<'_>, ui: &mut Ui) {
    let engages = |action: &&Action| matches!(action, Action::Engage(_));
    let all: Vec<war::Action> =
        choice.actions.iter().filter(engages).copied().map(war::Action::Hexes).collect();
    if all.len() < 2 {
        return;
    }
    let words = format!("All {} attack.", all.len());
    if Row::new(words).detail("all at once").show(cx, ui).clicked() {
        cx.ask(UiCommand::Table(TableCommand::ActAll(all)));
    }
}

/// Rows by which a unit that runs does so to the end, and all others after it.
fn runs_ui(cx: &mut TableContext<'_>, choice: &Choice<'_>, ui: &mut Ui) {
    if let Some(army) = who_runs(choice) {
        let next = choice.actions.iter().find(|action| matches!(action, Action::Next(_))).copied();
        let first = way_to_run(choice).or(next);
        let row = Row::new("Let all run as they like.").detail("all at once");
        if row.show(cx, ui).clicked()
            && let Some(first) = first
            && cx.act(war::Action::Hexes(first))
        {
            cx.look.battles.hexes.all_run = Some(army);
        }
    }
    let (Question::Rout(unit), Some(way)) = (choice.question, way_to_run(choice)) else { return };
    let row = Row::new("Let it run as it likes.").detail("to the end");
    if row.show(cx, ui).clicked() && cx.act(war::Action::Hexes(way)) {
        cx.look.battles.hexes.runs = Some(unit);
    }
}

/// What an answer's row says at its right: where, or how likely.
pub(super) fn detail(choice: &Choice<'_>, action: Action) -> String {
    let (rules, state) = (choice.rules, choice.state);
    let hex_of = |unit: UnitId| state.unit(unit).hex().map_or(String::new(), |hex| hex.to_string());
    match action {
        Action::Momentum | Action::Trump(_) | Action::Rally(_) => {
            let chance = rules.chance(state, action);
            chance.map_or(String::new(), |tenths| format!("{} %", u32::from(tenths) * 10))
        }
        Action::FireAt(_)
        | Action::FireMoving(_)
        | Action::FireAtHex(_)
        | Action::ReactionFire { .. }
        | Action::ScreenFire { .. }
        | Action::EngineFire { .. } => {
            let shot = rules.shot(state, action);
            shot.map_or(String::new(), |shot| format!("{} %", u32::from(shot.chance()) * 10))
        }
        Action::TakeHit(unit) => {
            format!("{} of {} hits", state.unit(unit).hits, rules.troops(unit).tq)
        }
        Action::Type(unit) => column(choice, unit).unwrap_or_default(),
        Action::Attack { unit, target } => {
            let clash = breakdown::joined(state, unit, target);
            column_words(choice, clash).unwrap_or_default()
        }
        Action::NameLine { .. } => match rules.line_of(state, action).len() {
            1 => "1 unit".to_owned(),
            units => format!("{units} units"),
        },
        Action::Activate(leader) => {
            let (initiative, _) = rules.ratings(state, leader);
            initiative.map_or(String::new(), |figure| format!("initiative {figure}"))
        }
        Action::Order(unit)
        | Action::OrderFast(unit)
        | Action::Recover(unit)
        | Action::Engage(unit)
        | Action::Withdraw(unit)
        | Action::Next(unit) => hex_of(unit),
        _ => rules.hex_of(state, action).map_or(String::new(), |hex| hex.to_string()),
    }
}

/// The column of a combat to which this unit gives its type.
fn column(choice: &Choice<'_>, unit: UnitId) -> Option<String> {
    let Question::Type(at) = choice.question else { return None };
    let combat = choice.state.combats.get(usize::from(at))?;
    let (attackers, defenders) = (combat.attackers, combat.defenders);
    let is_attacker = attackers.contains(unit);
    let chosen = |chosen: Option<UnitId>, units: UnitSet, mine: bool| {
        if mine { Some(unit) } else { chosen.or_else(|| units.iter().next()) }
    };
    let attacker = chosen(combat.attacker, attackers, is_attacker)?;
    let defender = chosen(combat.defender, defenders, !is_attacker)?;
    let (fallen, silent) = (combat.fallen, combat.silent);
    let clash = Clash { attackers, defenders, attacker, defender, fallen, silent };
    column_words(choice, clash)
}

/// The column of a combat, and whom superiority makes suffer.
fn column_words(choice: &Choice<'_>, clash: Clash) -> Option<String> {
    let shown = choice.rules.breakdown(choice.state, clash)?;
    let times = shown.times.0;
    let superior = match shown.advantage {
        Advantage::Neither => String::new(),
        Advantage::Attack => format!(", defender ×{times}"),
        Advantage::Defense => format!(", attacker ×{times}"),
    };
    Some(format!("column {}{superior}", shown.column.number()))
}

/// What is answered without being asked, kind by kind.
fn standing_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let Some(ask) = cx.table.ask() else { return };
    ui.add_space(theme::NEAR);
    let has_engines = cx
        .table
        .hexes()
        .is_some_and(|(rules, _)| rules.units().any(|unit| rules.troops(unit).kind.is_artillery()));
    CollapsingHeader::new("Standing answers").show(ui, |ui| {
        // Which way to turn, and whether it is worth the check, must be seen each time.
        let not_always: Vec<_> =
            STANCES.into_iter().filter(|(stance, _)| *stance != Stance::Always).collect();
        for (kind, words) in ANSWERS {
            if kind == Answer::EngineFire && !has_engines {
                continue;
            }
            let stances = if kind == Answer::Turn { &not_always[..] } else { &STANCES[..] };
            stance_ui(cx, ask.seat, war::Answer::Hexes(kind), words, stances, ui);
        }
        captains_ui(cx, ask.seat, &CAPTAINS.map(war::Answer::Hexes), ui);
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
