//! 1.3: the struck camp answers, in a window for each of its seats.

use super::procedure::{Position, Procedure, Resolver};
use super::{Action, Answer, Event, Man, Question};
use crate::HOUSE;
use diadem_core::{AnswerOffer, Ask, Illegal, Rule, Seat, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

pub(super) const ANSWERING: Rule = rule!(HOUSE, "1.3");

/// A window: one seat may answer the blow that lies below.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answering {
    /// Whose men may answer.
    pub seat: Seat,
}

impl Position<'_> {
    /// Everything that the men of a seat could answer to the blow that is coming.
    pub(super) fn offers(&self, seat: Seat) -> Vec<AnswerOffer<Answer>> {
        let Some(blow) = self.blow() else { return Vec::new() };
        let camp = self.striking().other();
        let offer = |man: Man| {
            let is_struck = man == blow.at;
            let winded = self.fighter(camp, man).is_some_and(|fighter| fighter.winded);
            let kind = if is_struck { Answer::Dodge } else { Answer::Shield };
            (!is_struck || !winded).then(|| AnswerOffer { kind, unit: u16::from(man) })
        };
        let is_his = |&man: &Man| self.seat_of(camp, man) == seat;
        let mut offers: Vec<_> = self.standing(camp).filter(is_his).filter_map(offer).collect();
        offers.sort();
        offers
    }
}

impl Procedure for Answering {
    const RULE: Rule = ANSWERING;

    fn asks(self, position: &Position<'_>) -> Option<Ask<Question>> {
        let blow = position.blow()?;
        Some(Ask::window(self.seat, Question::Answer(blow.at), ANSWERING))
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.extend(position.offers(self.seat).into_iter().map(Action::Answer));
        into.push(Action::Done);
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Answer(offer) if position.offers(self.seat).contains(&offer) => Ok(()),
            Action::Answer(_) => self.refuse("He cannot answer this blow so."),
            Action::Name(_) | Action::Pick(_) | Action::At(_) => self.not_asked(),
        }
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        let Action::Answer(offer) = action else { return resolver.pop() };
        let camp = resolver.position().striking().other();
        resolver.sink.tell(SeatSet::ALL, Event::Answered(camp, offer));
        let man = offer.unit as Man;
        match offer.kind {
            Answer::Dodge => {
                resolver.state.men[camp.index()][usize::from(man)].winded = true;
                resolver.blow_is_done();
            }
            Answer::Shield => resolver.strike(man),
        }
    }

    /// It asks as long as there is a blow to answer.
    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) {
        resolver.pop();
    }
}
