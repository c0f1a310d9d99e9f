//! The words of the feud.

use super::ending::{ENDING, RENOUNCING};
use super::marches::MARCHES;
use super::orders::ORDERS;
use super::out_of_turn::PLEDGES;
use super::setup::NAMES;
use super::{Action, Event, Feud, Interjection, Question, State};
use crate::duel::Duel;
use diadem_core::{Camp, Rule, Seat, Text};

impl Feud {
    fn camp_name(&self, duel: Duel, camp: Camp) -> String {
        let names: Vec<&str> =
            duel.seats_of(camp).iter().map(|seat| self.seat_name(seat)).collect();
        names.join(" with ")
    }
}

impl Text for Feud {
    fn seat_name(&self, seat: Seat) -> &str {
        NAMES.get(seat.index()).copied().unwrap_or("Nobody")
    }

    fn question(&self, state: &State, question: Question) -> String {
        match (question, state.fight()) {
            (Question::Duel(question), Some(fight)) => fight.duel.question(&fight.state, question),
            (Question::Duel(_), None) => "What do you do in the duel?".into(),
            (Question::Order, _) => "Where do you march this year?".into(),
        }
    }

    fn action(&self, state: &State, action: Action) -> String {
        match (action, state.fight()) {
            (Action::March(None), _) => "Stay at home".into(),
            (Action::March(Some(hill)), _) => format!("March on hill {}", hill + 1),
            (Action::Duel(action), Some(fight)) => fight.duel.action(&fight.state, action),
            (Action::Duel(_), None) => "Fight on".into(),
        }
    }

    fn interjection(&self, _: &State, interjection: Interjection) -> String {
        match interjection {
            Interjection::Pledge(to) => format!("Pledge yourself to {}", self.seat_name(to)),
            Interjection::Renounce => "Renounce".into(),
            Interjection::Duel(_) => "Yield".into(),
        }
    }

    fn event(&self, event: &Event) -> String {
        match event {
            Event::Ordered(heir, Some(hill)) => {
                format!("{} orders a march on hill {}.", self.seat_name(*heir), hill + 1)
            }
            Event::Ordered(heir, None) => format!("{} stays at home.", self.seat_name(*heir)),
            Event::Shown(_) => "The orders are shown.".into(),
            Event::Holds(heir, hill) => {
                format!("{} holds hill {}.", self.seat_name(*heir), hill + 1)
            }
            Event::Meets(duel, hill) => {
                let [first, second] = Camp::BOTH.map(|camp| self.camp_name(*duel, camp));
                format!("{first} and {second} meet on hill {}.", hill + 1)
            }
            Event::Duel(duel, event) => duel.event(event),
            Event::Pledged(heir, to) => {
                format!("{} pledges himself to {}.", self.seat_name(*heir), self.seat_name(*to))
            }
            Event::Renounced(heir) => format!("{} renounces.", self.seat_name(*heir)),
            Event::Year(year) => format!("Year {year} is over."),
        }
    }

    fn rule_of(&self, event: &Event) -> Rule {
        match event {
            Event::Ordered(..) => ORDERS,
            Event::Shown(..) | Event::Holds(..) | Event::Meets(..) => MARCHES,
            Event::Duel(duel, event) => duel.rule_of(event),
            Event::Pledged(..) => PLEDGES,
            Event::Renounced(..) => RENOUNCING,
            Event::Year(..) => ENDING,
        }
    }
}
