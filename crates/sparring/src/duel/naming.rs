//! 1.1: champions.

use super::procedure::{Position, Procedure, Resolver};
use super::{Action, Champion, Event, MEN, Question, Turn};
use crate::HOUSE;
use diadem_core::{Ask, Camp, Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(super) const NAMING: Rule = rule!(HOUSE, "1.1");

/// A camp names its champion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Naming {
    /// Which camp.
    pub camp: Camp,
}

impl Procedure for Naming {
    const RULE: Rule = NAMING;

    fn asks(self, position: &Position<'_>) -> Option<Ask<Question>> {
        let speaker = position.speaker(self.camp);
        Some(Ask::turn(speaker, Question::Champion, NAMING).secret())
    }

    fn list(self, _: &Position<'_>, into: &mut Vec<Action>) {
        into.extend((0..MEN).map(Action::Name));
    }

    fn test(self, _: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Name(man) if man < MEN => Ok(()),
            Action::Name(_) => self.refuse("There is no such man."),
            Action::Pick(_) | Action::At(_) | Action::Answer(_) | Action::Done => self.not_asked(),
        }
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        let Action::Name(man) = action else { return };
        resolver.state.champions[self.camp.index()] = Champion::Secret(man);
        resolver.sink.tell(resolver.rules.seats_of(self.camp), Event::Named(self.camp, man));
        resolver.pop();
        match self.camp {
            Camp::First => resolver.push(Naming { camp: Camp::Second }),
            Camp::Second => resolver.push(Turn::of(Camp::First)),
        }
    }

    /// It always asks.
    fn go_on<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) {}
}
