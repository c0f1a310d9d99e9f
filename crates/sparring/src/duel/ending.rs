//! 1.5: yielding, and the end.

use super::procedure::{Position, Resolver, Step};
use super::{Aiming, Answering, Event};
use crate::HOUSE;
use diadem_core::{Camp, Rule, Seat, SeatSet, Sink, innermost, rule};

pub(super) const ENDING: Rule = rule!(HOUSE, "1.5");

impl Position<'_> {
    /// The camp that has nobody left.
    pub(super) fn beaten(&self) -> Option<Camp> {
        Camp::BOTH.into_iter().find(|&camp| self.standing(camp).next().is_none())
    }

    /// Who has won a duel that is over.
    pub(super) fn winner(&self) -> Camp {
        let [first, second] = Camp::BOTH.map(|camp| self.standing(camp).count());
        if first > second { Camp::First } else { Camp::Second }
    }

    /// 1.6: whether somebody strikes or is struck who has left.
    fn is_lost(&self) -> bool {
        let (striking, struck) = (self.striking(), self.striking().other());
        let aiming = innermost::<Aiming, Step>(&self.state.steps);
        let by = aiming.map(|aiming| aiming.by).or(self.blow().map(|blow| blow.by));
        let at = self.blow().map(|blow| blow.at);
        by.is_some_and(|man| !self.stands(striking, man))
            || at.is_some_and(|man| !self.stands(struck, man))
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Somebody leaves with his men; allies fight on.
    pub(super) fn yields(&mut self, seat: Seat) {
        self.state.yielded = self.state.yielded.with(seat);
        self.sink.tell(SeatSet::ALL, Event::Yielded(seat));
        if self.position().beaten().is_some() {
            return self.end();
        }
        if self.position().is_lost() {
            self.blow_is_done();
        } else if self.state.steps.last() == Some(&Answering { seat }.into()) {
            self.pop();
        }
        self.proceed();
    }

    pub(super) fn end(&mut self) {
        self.state.steps.clear();
        self.sink.tell(SeatSet::ALL, Event::Won(self.position().winner()));
    }
}
