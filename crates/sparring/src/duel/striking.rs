//! 1.2: a camp's turn, who strikes and whom.

use super::procedure::{Position, Procedure, Resolver};
use super::{Action, Blow, Event, Man, Question, ROUNDS};
use crate::HOUSE;
use diadem_core::{Ask, Camp, Illegal, Rule, Seal, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

pub(super) const STRIKING: Rule = rule!(HOUSE, "1.2");

/// A camp's turn. It is a frame, too: whatever is done in the turn lies above it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Whose turn.
    pub camp: Camp,
    /// Whether its blow was struck, or lost.
    pub struck: bool,
}

impl Turn {
    /// A turn that begins.
    pub fn of(camp: Camp) -> Turn {
        Turn { camp, struck: false }
    }
}

impl Procedure for Turn {
    const RULE: Rule = STRIKING;

    fn asks(self, position: &Position<'_>) -> Option<Ask<Question>> {
        let is_ready = position.standing(self.camp).any(|man| position.can_strike(self.camp, man));
        let speaker = position.speaker(self.camp);
        (is_ready && !self.struck).then(|| Ask::turn(speaker, Question::Striker, STRIKING))
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        let men = position.standing(self.camp).filter(|&man| position.can_strike(self.camp, man));
        into.extend(men.map(Action::Pick));
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Pick(man) if position.can_strike(self.camp, man) => Ok(()),
            Action::Pick(man) if position.stands(self.camp, man) => {
                self.refuse("He must catch his breath first.")
            }
            Action::Pick(_) => self.refuse("He does not stand."),
            Action::Name(_) | Action::At(_) | Action::Answer(_) | Action::Done => self.not_asked(),
        }
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        let Action::Pick(by) = action else { return };
        resolver.push(Aiming { by });
    }

    /// The turn is over, and the other camp's begins; one whose men are all winded rests in its own.
    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) {
        let state = &mut *resolver.state;
        state.men[self.camp.index()].iter_mut().for_each(|fighter| fighter.winded = false);
        if self.camp == Camp::Second {
            state.round += 1;
        }
        if state.round == ROUNDS || resolver.position().beaten().is_some() {
            return resolver.end();
        }
        resolver.pop();
        resolver.push(Turn::of(self.camp.other()));
    }
}

/// The picked man's target is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Aiming {
    /// Who strikes.
    pub by: Man,
}

impl Procedure for Aiming {
    const RULE: Rule = STRIKING;

    fn asks(self, position: &Position<'_>) -> Option<Ask<Question>> {
        let seat = position.seat_of(position.striking(), self.by);
        Some(Ask::turn(seat, Question::Target(self.by), STRIKING))
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.extend(position.standing(position.striking().other()).map(Action::At));
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::At(man) if position.stands(position.striking().other(), man) => Ok(()),
            Action::At(_) => self.refuse("There is nobody standing to strike."),
            Action::Name(_) | Action::Pick(_) | Action::Answer(_) | Action::Done => {
                self.not_asked()
            }
        }
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        let Action::At(at) = action else { return };
        let camp = resolver.position().striking();
        resolver.sink.tell(SeatSet::ALL, Event::Strikes { camp, by: self.by, at });
        resolver.sink.seal(Seal::Answered);
        resolver.pop();
        resolver.push(Blow { by: self.by, at, to_ask: resolver.rules.seats_of(camp.other()) });
    }

    /// It always asks.
    fn go_on<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) {}
}
