//! The coloured band: who decides what, and by which rule.

use super::panel::LOW;
use super::{Table, TableContext, watching};
use crate::window::battle_view;
use crate::window::command::UiCommand;
use crate::window::text::capitalised;
use crate::window::theme;
use diadem_campaign::Question as OnMap;
use diadem_core::Text;
use diadem_handoff::{Action, Question};
use eframe::egui::{Frame, Label, Margin, RichText, Sense, Ui};
use std::borrow::Cow;

/// Shows the band.
pub(super) fn prompt_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let table = cx.table;
    let (color, title, aside, rule) = match table.ask() {
        Some(ask) => {
            let name = table.war().seat_name(ask.seat);
            let who = match table.seats().get(ask.seat.index()) {
                Some(person) if person != name && !person.is_empty() => {
                    format!("{name} ({person})")
                }
                _ => format!("The {name} player"),
            };
            let title = (table.view())
                .and_then(|view| view.title(table, &cx.look.battles))
                .unwrap_or_else(|| table.war().question(table.state(), ask.question));
            let aside = if watching::is_computer(cx, ask.seat) {
                format!("{} decides.", watching::player_name(cx, ask.seat))
            } else if table.is_watching() {
                format!("{who} decides.")
            } else {
                format!("{who} decides. {}", hint(table, ask.question))
            };
            (cx.colors.seat(ask.seat), title, aside, Some(ask.rule))
        }
        None => {
            let outcome = table.outcome();
            let how = outcome.map_or("", |outcome| outcome.how);
            let rule = outcome.map(|outcome| outcome.rule);
            let what = if table.war().campaign().is_some() { "war" } else { "battle" };
            (cx.colors.bar, format!("The {what} is over"), capitalised(how), rule)
        }
    };
    Frame::NONE.fill(color).inner_margin(Margin::symmetric(20, 12)).show(ui, |ui| {
        theme::on_frame(ui);
        ui.visuals_mut().override_text_color = Some(cx.colors.on_livery());
        ui.set_width(ui.available_width());
        let size = if ui.ctx().content_rect().height() > LOW { 24.0 } else { 18.0 };
        ui.label(RichText::new(title).font(theme::book(size)));
        ui.label(RichText::new(aside).size(14.0));
        if let Some(rule) = rule {
            let words = RichText::new(rule.to_string()).size(14.0).underline();
            let label = Label::new(words).sense(Sense::click());
            if ui.add(label).on_hover_text("Show it in the rulebook").clicked() {
                cx.ask(UiCommand::ShowRule(rule));
            }
        }
    });
}

/// What to do about a question, in a line.
fn hint(table: &Table, question: Question) -> Cow<'static, str> {
    match question {
        Question::Campaign(question) => on_map(question).into(),
        Question::Form => form_hint(table).into(),
        // Whatever else is asked, a form of battle asks it.
        _ => table.view().map_or("", |view| view.hint(question)).into(),
    }
}

/// Every form that can be chosen: `On the display, or on a hex map.`
fn form_hint(table: &Table) -> String {
    let chosen = |&action: &Action| match action {
        Action::Choose(form) => Some(battle_view::view(form).words().place),
        _ => None,
    };
    let places: Vec<&str> = table.actions().iter().filter_map(chosen).collect();
    let words = match places.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{}, or {last}", others.join(", ")),
        _ => places.concat(),
    };
    format!("{}.", capitalised(&words))
}

fn on_map(question: OnMap) -> &'static str {
    match question {
        OnMap::RoyalArmy => "Choose one of the glowing provinces.",
        OnMap::Scorch => "Choose a province of yours to burn, or none.",
        OnMap::Feed(_) => "Choose the province that sends the ships, or let the army forage.",
        OnMap::Lose { .. } => "Choose who suffers.",
        OnMap::PlaceUnit(_) | OnMap::PlaceLeader(_) => "Choose a glowing province.",
        OnMap::Replace { .. } => "Buy what you need; nothing can be kept for later.",
        OnMap::March => "Choose a leader, or end the phase.",
        OnMap::Gather(_) => "Choose who comes along, then a glowing province.",
        OnMap::Press => "Choose who goes on, then a glowing province; or end the march here.",
        OnMap::NextCombat => "Choose the order; all will be fought.",
        OnMap::Evade(..) | OnMap::EvadeAlone(_) => "Try to slip away, or stand.",
        OnMap::Withdraw(..) => "Choose a glowing province.",
        OnMap::Siege => "Choose a city, or none.",
        OnMap::Invest(_) => "Choose who takes part, then storm.",
        OnMap::Sortie(_) => "A garrison unit may give a step to burn the engines.",
        OnMap::DefenderLoss { .. } => "Give up a wall or a step of the garrison.",
        OnMap::Risk => "Choose whose turn it is to be in danger.",
        OnMap::Choose { .. } => "Choose them one by one.",
    }
}
