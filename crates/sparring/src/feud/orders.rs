//! 2.1: orders, given in secret.

use super::procedure::{Position, Procedure, Resolver};
use super::{Action, Event, HILLS, Order, Question, Settling};
use crate::HOUSE;
use diadem_core::{Ask, Illegal, Rule, Seal, Seat, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

pub(super) const ORDERS: Rule = rule!(HOUSE, "2.1");

/// Every heir orders something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ordering;

impl Position<'_> {
    /// The next heir who has no order yet.
    fn next_to_order(&self) -> Option<Seat> {
        let year = self.state.this_year()?;
        self.state.heirs.iter().find(|heir| year.orders[heir.index()] == Order::None)
    }
}

impl Procedure for Ordering {
    const RULE: Rule = ORDERS;

    fn asks(self, position: &Position<'_>) -> Option<Ask<Question>> {
        let heir = position.next_to_order()?;
        Some(Ask::turn(heir, Question::Order, ORDERS).secret())
    }

    fn list(self, _: &Position<'_>, into: &mut Vec<Action>) {
        into.push(Action::March(None));
        into.extend((0..HILLS).map(|hill| Action::March(Some(hill))));
    }

    fn test(self, _: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::March(None) => Ok(()),
            Action::March(Some(hill)) if hill < HILLS => Ok(()),
            Action::March(Some(_)) => self.refuse("There is no such hill."),
            Action::Duel(_) => self.refuse("No duel is being fought."),
        }
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        let Some(heir) = resolver.position().next_to_order() else { return };
        if let (Action::March(order), Some(year)) = (action, resolver.this_year()) {
            year.orders[heir.index()] = Order::Given(order);
            resolver.sink.tell(SeatSet::only(heir), Event::Ordered(heir, order));
        }
    }

    /// All orders are there: they are shown, and everybody goes on his way.
    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) {
        let heirs = resolver.state.heirs;
        if let Some(year) = resolver.this_year() {
            for heir in heirs.iter() {
                if let Order::Given(Some(hill)) = year.orders[heir.index()] {
                    let claims = &mut year.claims[usize::from(hill)];
                    *claims = claims.with(heir);
                }
            }
            let orders = year.orders;
            resolver.sink.tell(SeatSet::ALL, Event::Shown(orders));
            resolver.sink.seal(Seal::Shown);
        }
        resolver.pop();
        resolver.push(Settling);
    }
}
