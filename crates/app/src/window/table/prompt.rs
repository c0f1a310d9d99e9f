//! The coloured band: who decides what, and by which rule.

use super::panel::LOW;
use super::{Desk, watching};
use crate::window::command::UiCommand;
use crate::window::theme;
use crate::window::words::capitalised;
use crate::window::{battle, battlefield};
use diadem_campaign::Question as OnMap;
use diadem_core::Text;
use diadem_display::Question as InBattle;
use diadem_handoff::Question;
use eframe::egui::{Frame, Label, Margin, RichText, Sense, Ui};

/// Shows the band.
pub(super) fn prompt_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    let table = desk.table;
    let (color, title, aside, rule) = match table.ask() {
        Some(ask) => {
            let name = table.war().seat_name(ask.seat);
            let who = match table.seats().get(ask.seat.index()) {
                Some(person) if person != name && !person.is_empty() => {
                    format!("{name} ({person})")
                }
                _ => format!("The {name} player"),
            };
            let title = battle::placing(table, &desk.look.battle)
                .unwrap_or_else(|| table.war().question(table.state(), ask.question));
            let aside = match table.is_watching() {
                _ if watching::is_computer(desk, ask.seat) => {
                    format!("{} decides.", watching::player_name(desk, ask.seat))
                }
                true => format!("{who} decides."),
                false => format!("{who} decides. {}", hint(ask.question)),
            };
            (desk.colors.seat(ask.seat), title, aside, Some(ask.rule))
        }
        None => {
            let outcome = table.outcome();
            let how = outcome.map_or("", |outcome| outcome.how);
            let rule = outcome.map(|outcome| outcome.rule);
            let what = if table.war().campaign().is_some() { "war" } else { "battle" };
            (desk.colors.bar, format!("The {what} is over"), capitalised(how), rule)
        }
    };
    Frame::NONE.fill(color).inner_margin(Margin::symmetric(20, 12)).show(ui, |ui| {
        theme::on_frame(ui);
        ui.visuals_mut().override_text_color = Some(desk.colors.on_livery());
        ui.set_width(ui.available_width());
        let size = if ui.ctx().content_rect().height() > LOW { 24.0 } else { 18.0 };
        ui.label(RichText::new(title).font(theme::book(size)));
        ui.label(RichText::new(aside).size(14.0));
        if let Some(rule) = rule {
            let words = RichText::new(rule.to_string()).size(14.0).underline();
            let label = Label::new(words).sense(Sense::click());
            if ui.add(label).on_hover_text("Show it in the rulebook").clicked() {
                desk.ask(UiCommand::ShowRule(rule));
            }
        }
    });
}

/// What to do about a question, in a line.
fn hint(question: Question) -> &'static str {
    match question {
        Question::Campaign(question) => on_map(question),
        Question::Display(question) => in_battle(question),
        Question::Hexes(question) => battlefield::hint(question),
        Question::Form => "On the display, or on a hex map.",
        Question::Draw => "Send a counter or a leader elsewhere, or say that the army is drawn up.",
    }
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

fn in_battle(question: InBattle) -> &'static str {
    match question {
        InBattle::SetUpUnit => "Drag a unit into a glowing box.",
        InBattle::SetUpLeaderOf(_) => "Choose the leader who goes with it.",
        InBattle::SetUpLeaders => "Put each leader with a unit.",
        InBattle::Rally => "Choose a routed unit with a leader, or none.",
        InBattle::Return(_) => "Choose a box for it.",
        InBattle::Fill => "Somebody must step into the first line.",
        InBattle::Move => "Move what you like, then end the phase.",
        InBattle::Attack => "Choose a box of yours, then its target.",
        InBattle::Duel => "Choose who meets whom.",
        InBattle::DefensiveFire(_) => "Fire before the blow falls, or hold.",
        InBattle::TakePart(..) => "He adds his ability, and risks his life.",
        InBattle::Displaced(_) => "Choose the unit he joins.",
        InBattle::Pursue => "Choose a fresh unit to pursue, or let them go.",
        InBattle::Caught(_) => "Choose who is lost.",
    }
}
