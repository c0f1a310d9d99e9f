//! 1.4: the blow.

use super::procedure::{Position, Procedure, Resolver, Step};
use super::{Action, Answering, Champion, Event, Man, Question, Turn};
use crate::HOUSE;
use diadem_core::{Ask, Die, Illegal, Roll, Rule, SeatSet, Sink, innermost_mut, rule};
use serde::{Deserialize, Serialize};

pub(super) const BLOWS: Rule = rule!(HOUSE, "1.4");

/// A blow that is coming: a frame that holds what the windows above it answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blow {
    /// Who strikes.
    pub by: Man,
    /// Whom.
    pub at: Man,
    /// Who has not had his window yet.
    pub to_ask: SeatSet,
}

impl Procedure for Blow {
    const RULE: Rule = BLOWS;

    fn asks(self, _: &Position<'_>) -> Option<Ask<Question>> {
        None
    }

    fn list(self, _: &Position<'_>, _: &mut Vec<Action>) {}

    fn test(self, _: &Position<'_>, _: Action) -> Result<(), Illegal> {
        self.not_asked()
    }

    fn answer<S: Sink<Event>>(self, _: &mut Resolver<'_, S>, _: Action) {}

    /// Opens one window after the other, that of the struck man's seat first; then it falls.
    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) {
        let position = resolver.position();
        let owner = position.seat_of(position.striking().other(), self.at);
        let first = Some(owner).filter(|&owner| self.to_ask.contains(owner));
        let Some(seat) = first.or_else(|| self.to_ask.iter().next()) else {
            return resolver.strike(self.at);
        };
        let can_answer = !position.offers(seat).is_empty();
        resolver.pop();
        resolver.push(Blow { to_ask: self.to_ask.without(SeatSet::only(seat)), ..self });
        if can_answer {
            resolver.push(Answering { seat });
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// The blow falls on a man of the struck camp.
    pub(super) fn strike(&mut self, man: Man) {
        let position = self.position();
        let Some(&Blow { by, .. }) = position.blow() else { return };
        let (striking, struck) = (position.striking(), position.striking().other());
        let mut roll = Roll::plain(self.dice, Die::D6);
        for (camp, who, bonus) in [(striking, by, 1), (struck, man, -1)] {
            if self.position().is_champion(camp, who) {
                let champion = &mut self.state.champions[camp.index()];
                if *champion == Champion::Secret(who) {
                    *champion = Champion::Known(who);
                    self.sink.tell(SeatSet::ALL, Event::Revealed(camp, who));
                }
                roll = roll.modified(bonus, BLOWS);
            }
        }
        if roll.result() >= 4 {
            self.state.men[struck.index()][usize::from(man)].wounds += 1;
        }
        self.sink.tell(SeatSet::ALL, Event::Struck { camp: struck, man, roll });
        self.blow_is_done();
    }

    /// The blow was struck or lost, and with it the turn is over.
    pub(super) fn blow_is_done(&mut self) {
        while self.state.steps.last().is_some_and(|step| !matches!(step, Step::Turn(_))) {
            self.pop();
        }
        if let Some(turn) = innermost_mut::<Turn, Step>(&mut self.state.steps) {
            turn.struck = true;
        }
    }
}
