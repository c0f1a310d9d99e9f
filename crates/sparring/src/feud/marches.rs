//! 2.2: the marches of a year, and who meets whom.

use super::procedure::{Position, Procedure, Resolver};
use super::setup::Meetings;
use super::{Action, Event, HEIRS, HILLS, Order, Ordering, Question};
use crate::HOUSE;
use crate::duel::Duel;
use diadem_core::{Ask, Camp, Illegal, Rule, Seat, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

pub(super) const MARCHES: Rule = rule!(HOUSE, "2.2");

/// A year: a frame that holds what its steps need.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Year {
    /// The orders of this year.
    pub orders: [Order; HEIRS as usize],
    /// Who still stands on each hill with a claim.
    pub claims: [SeatSet; HILLS as usize],
    /// To whom each heir has pledged himself (2.3).
    pub pledges: [Option<Seat>; HEIRS as usize],
}

impl Year {
    /// A year in which nothing was done yet.
    pub(super) const NEW: Year = Year {
        orders: [Order::None; HEIRS as usize],
        claims: [SeatSet::NONE; HILLS as usize],
        pledges: [None; HEIRS as usize],
    };
}

impl Procedure for Year {
    const RULE: Rule = MARCHES;

    fn asks(self, _: &Position<'_>) -> Option<Ask<Question>> {
        None
    }

    fn list(self, _: &Position<'_>, _: &mut Vec<Action>) {}

    fn test(self, _: &Position<'_>, _: Action) -> Result<(), Illegal> {
        self.refuse("Nobody has to order anything now.")
    }

    fn answer<S: Sink<Event>>(self, _: &mut Resolver<'_, S>, _: Action) {}

    /// The year is over.
    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) {
        resolver.state.year += 1;
        resolver.sink.tell(SeatSet::ALL, Event::Year(resolver.state.year));
        resolver.pop();
        let is_last = resolver.state.year == resolver.rules.setup.years;
        if !is_last && resolver.state.heirs.len() > 1 {
            resolver.push(Year::NEW);
            resolver.push(Ordering);
        }
    }
}

/// Hill after hill is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settling;

impl Position<'_> {
    /// Who fights whom, of those who meet.
    fn camps(&self, claimants: SeatSet) -> Option<Duel> {
        let mut order = claimants.iter();
        let (first, second) = (order.next()?, order.next()?);
        let Some(third) = order.next() else { return Some(Duel::between(first, second)) };
        Some(match self.rules.meetings {
            Meetings::OneByOne => Duel::between(first, second),
            // 2.6: the challenger is whoever comes first, or his camp does.
            Meetings::Pledged if self.are_pledged(first, second) => {
                Duel::between(first, third).with_ally(Camp::First, second)
            }
            Meetings::Pledged if self.are_pledged(first, third) => {
                Duel::between(first, second).with_ally(Camp::First, third)
            }
            Meetings::Pledged if self.are_pledged(second, third) => {
                Duel::between(first, second).with_ally(Camp::Second, third)
            }
            Meetings::Pledged => Duel::between(first, second),
        })
    }

    fn are_pledged(&self, one: Seat, other: Seat) -> bool {
        self.state.this_year().is_some_and(|year| {
            year.pledges[one.index()] == Some(other) || year.pledges[other.index()] == Some(one)
        })
    }
}

impl Procedure for Settling {
    const RULE: Rule = MARCHES;

    fn asks(self, _: &Position<'_>) -> Option<Ask<Question>> {
        None
    }

    fn list(self, _: &Position<'_>, _: &mut Vec<Action>) {}

    fn test(self, _: &Position<'_>, _: Action) -> Result<(), Illegal> {
        self.refuse("Nobody has to order anything now.")
    }

    fn answer<S: Sink<Event>>(self, _: &mut Resolver<'_, S>, _: Action) {}

    /// The first hill with a claim to it is held, or fought over; without one there is nothing more to settle.
    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) {
        let claims = resolver.state.this_year().map_or(Year::NEW.claims, |year| year.claims);
        let next = (0..HILLS).find(|&hill| !claims[usize::from(hill)].is_empty());
        let Some(hill) = next else { return resolver.pop() };
        let claimants = claims[usize::from(hill)];
        if let Some(duel) = resolver.position().camps(claimants) {
            return resolver.begin_duel(duel, hill);
        }
        if let Some(year) = resolver.this_year() {
            year.claims[usize::from(hill)] = SeatSet::NONE;
        }
        for alone in claimants.iter() {
            resolver.state.hills[usize::from(hill)] = Some(alone);
            resolver.sink.tell(SeatSet::ALL, Event::Holds(alone, hill));
        }
    }
}
