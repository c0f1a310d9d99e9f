//! The words of a war: those of its campaign and of its battle.

use crate::war::{Action, Event, Interjection, Now, Question, State, War};
use diadem_campaign::pieces::Side;
use diadem_core::{Rule, Seat, Tell};

impl Tell for War {
    fn seat_name(&self, seat: Seat) -> &str {
        if let Some(hexes) = self.hexes() {
            return hexes.seat_name(seat);
        }
        let side = Side::BOTH.into_iter().find(|side| side.seat() == seat);
        side.map_or("Nobody", Side::name)
    }

    fn question(&self, state: &State, question: Question) -> String {
        match (self.now(state), question) {
            (Now::Battle(display, fight), Question::Display(question)) => {
                display.question(&fight.state, question)
            }
            (Now::Hexes(hexes, battle), Question::Hexes(question)) => {
                hexes.question(battle, question)
            }
            (Now::Map(campaign, map), Question::Campaign(question)) => {
                campaign.question_words(map, question)
            }
            _ => String::new(),
        }
    }

    fn action(&self, state: &State, action: Action) -> String {
        match (self.now(state), action) {
            (Now::Battle(display, fight), Action::Display(action)) => {
                display.action(&fight.state, action)
            }
            (Now::Hexes(hexes, battle), Action::Hexes(action)) => hexes.action(battle, action),
            (Now::Map(campaign, _), Action::Campaign(action)) => campaign.action_words(action),
            _ => String::new(),
        }
    }

    fn interjection(&self, _: &State, interjection: Interjection) -> String {
        let Interjection::Campaign(interjection) = interjection;
        self.campaign().map_or_else(String::new, |it| it.interjection_words(interjection))
    }

    fn event(&self, event: &Event) -> String {
        match event {
            Event::Display(display, event) => display.event(event),
            Event::Hexes(hexes, event) => hexes.event(event),
            Event::Campaign(event) => {
                self.campaign().map_or_else(String::new, |it| it.event_words(event))
            }
        }
    }

    fn rule_of(&self, event: &Event) -> Rule {
        match event {
            Event::Display(display, event) => display.rule_of(event),
            Event::Hexes(hexes, event) => hexes.rule_of(event),
            Event::Campaign(event) => diadem_campaign::rule_of(event),
        }
    }
}
