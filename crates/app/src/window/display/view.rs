//! What the battle on the display says of itself.

use super::{dice, hints, panel, report, sample, usual};
use crate::window::battle_view::{BattleLooks, BattleView, FormWords};
use crate::window::history::TurnSample;
use crate::window::table::forecast::forecast_ui;
use crate::window::table::{SlotAnswer, Table, TableContext};
use diadem_core::{Camp, Playable, Roll};
use diadem_display::{Action, BoxId, Display, Event, Question};
use diadem_handoff::{self as war, State, War};
use eframe::egui::Ui;

/// The battle on the display.
pub struct DisplayView;

impl BattleView for DisplayView {
    fn words(&self) -> FormWords {
        FormWords {
            place: "on the display",
            always: "On the tactical display",
            about: "Boxes, lines, duels and routs.",
            battle: "Battle on the display",
        }
    }

    fn has_scenario(&self, id: &str) -> bool {
        Display::scenarios().iter().any(|scenario| scenario.id == id)
    }

    fn can_be_foretold(&self, table: &Table) -> bool {
        table.display().is_some_and(|(_, state)| state.round == 0)
    }

    /// Enough that a chance is known to some six in a hundred.
    fn battles_to_foretell(&self) -> u32 {
        200
    }

    fn usual_set_up(&self, table: &Table) -> Option<war::Action> {
        usual::next_set_up(table)
    }

    fn field_ui(&self, cx: &mut TableContext<'_>, ui: &mut Ui) {
        super::field_ui(cx, ui);
    }

    fn answers_ui(&self, cx: &mut TableContext<'_>, ui: &mut Ui) {
        super::answers_ui(cx, ui);
    }

    fn details_ui(&self, cx: &mut TableContext<'_>, ui: &mut Ui) {
        forecast_ui(cx, ui);
        super::details_ui(cx, ui);
    }

    fn watch_ui(&self, cx: &mut TableContext<'_>, ui: &mut Ui) {
        super::details_ui(cx, ui);
    }

    fn main_answer(&self, table: &Table) -> Option<SlotAnswer> {
        if self.usual_set_up(table).is_some() {
            return Some(panel::usual_set_up());
        }
        let done = table.listed(war::Action::Display(Action::Done));
        let action = match table.ask()?.question {
            war::Question::Display(Question::Fill | Question::Duel) => done,
            _ => None,
        };
        Some(SlotAnswer::of(table, action.or_else(|| self.usual_answer(table))?))
    }

    /// To rally and to pursue costs nothing.
    fn unspent(&self, table: &Table) -> Vec<String> {
        let count = |wanted: fn(&Action) -> bool| {
            let is_it =
                |action: &&war::Action| matches!(action, war::Action::Display(it) if wanted(it));
            table.actions().iter().filter(is_it).count()
        };
        let told = |units: usize, one: &str, more: &str| match units {
            0 => None,
            1 => Some(format!("One unit {one}")),
            units => Some(format!("{units} units {more}")),
        };
        let rally = count(|action| matches!(action, Action::Rally(_)));
        let pursue = count(|action| matches!(action, Action::Pursue(_)));
        [
            told(rally, "that runs could still be rallied.", "that run could still be rallied."),
            told(pursue, "is fresh and could still pursue.", "are fresh and could still pursue."),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Each of these ends a phase.
    fn way_out(&self, table: &Table, question: war::Question) -> Option<war::Action> {
        let done = table.listed(war::Action::Display(Action::Done));
        match question {
            war::Question::Display(
                Question::Rally | Question::Move | Question::Attack | Question::Pursue,
            ) => done,
            _ => None,
        }
    }

    fn has_room_for_province(&self) -> bool {
        false
    }

    fn title(&self, table: &Table, looks: &BattleLooks) -> Option<String> {
        super::placing(table, &looks.display)
    }

    fn hint(&self, question: war::Question) -> &'static str {
        match question {
            war::Question::Display(question) => hints::hint(question),
            _ => "",
        }
    }

    fn usual_answer(&self, table: &Table) -> Option<war::Action> {
        usual::answer(table)
    }

    fn meaning(&self, question: war::Question, action: war::Action) -> Option<&'static str> {
        match (question, action) {
            (war::Question::Display(question), war::Action::Display(Action::Done)) => {
                Some(panel::done_words(Some(question)))
            }
            _ => None,
        }
    }

    fn pause(&self, action: war::Action) -> Option<[f64; 2]> {
        let war::Action::Display(action) = action else { return None };
        Some(match action {
            Action::Place { .. }
            | Action::Stack { .. }
            | Action::Lead { .. }
            | Action::Stand { .. } => [0.05, 0.25],
            // Dice tumble, and blows are seen to fall.
            _ => [0.5, 1.5],
        })
    }

    fn is_for_pursuit(&self) -> bool {
        true
    }

    fn roll<'a>(&self, event: &'a war::Event) -> Option<&'a Roll> {
        match event {
            war::Event::Display(_, event) => dice::roll_of(event),
            _ => None,
        }
    }

    /// Who attacks from a box of the enemy's is named.
    fn event_words(&self, event: &war::Event) -> Option<String> {
        let war::Event::Display(display, event) = event else { return None };
        let (Event::Attacks(camp, from, to) | Event::Flanks(camp, from, to)) = event else {
            return None;
        };
        if *camp == from.camp() {
            return None;
        }
        let name = |camp: Camp| &display.names().camps[camp.index()];
        let place = |at: &BoxId| format!("{} {}", name(at.camp()), at.post().name());
        let end = match event {
            Event::Flanks(..) => " as well, from flank or rear.",
            _ => ".",
        };
        let (who, from, to) = (name(*camp), place(from), place(to));
        Some(format!("The {who} units in the {from} attacked the {to}{end}"))
    }

    fn begins_turn(&self, event: &war::Event) -> bool {
        matches!(event, war::Event::Display(_, Event::Round(_)))
    }

    fn report_ui(&self, cx: &mut TableContext<'_>, ui: &Ui) {
        report::report_ui(cx, ui);
    }

    fn sample(&self, war: &War, state: &State, lost: [u16; 2]) -> Option<TurnSample> {
        sample::round(war, state, lost)
    }

    fn steps(&self, war: &War, state: &State) -> [u16; 2] {
        sample::steps(war, state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::battle_view::event_words;
    use diadem_core::Request;
    use diadem_display::Post;
    use std::sync::Arc;

    #[test]
    fn whoever_attacks_from_a_box_of_the_enemys_is_named() {
        let request = Request { scenario: "granicus-display", battles: None };
        let war = War::prepare(&War::setup(&request).unwrap()).unwrap();
        let display = Display::prepare(&Display::setup(&request).unwrap()).unwrap();
        let display = Arc::new(display);
        let of = |camp, post| BoxId::of(camp, post);
        let attack = |camp, from, to| {
            let event = war::Event::Display(Arc::clone(&display), Event::Attacks(camp, from, to));
            event_words(&war, &event)
        };
        let (left, reserve) = (of(Camp::Second, Post::Left), of(Camp::Second, Post::Reserve));
        assert_eq!(
            attack(Camp::First, left, reserve),
            "The Macedonian units in the Persian left attacked the Persian reserve."
        );
        let center = of(Camp::First, Post::Center);
        assert_eq!(
            attack(Camp::Second, left, center),
            "The Persian left attacked the Macedonian center."
        );
    }
}
