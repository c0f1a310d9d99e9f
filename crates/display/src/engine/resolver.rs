//! The resolver: the one place through which the state of a battle changes.

use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::state::State;
use diadem_core::{Camp, Dice, Die, Roll, Seal, SeatSet, Sink};

/// A battle being carried on: each rule adds what it does.
pub(crate) struct Resolver<'a, S> {
    pub(crate) rules: &'a Display,
    pub(crate) state: &'a mut State,
    pub(crate) dice: &'a mut Dice,
    pub(crate) sink: &'a mut S,
}

impl<S: Sink<Event>> Resolver<'_, S> {
    pub(crate) fn position(&self) -> Position<'_> {
        Position::of(self.rules, self.state)
    }

    /// The camp whose turn it is.
    pub(crate) fn camp(&self) -> Camp {
        self.rules.camp(self.state.active)
    }

    /// Tells everybody.
    pub(crate) fn tell(&mut self, event: Event) {
        self.sink.tell(SeatSet::ALL, event);
    }

    /// Tells what is shown, for good.
    pub(crate) fn show(&mut self, event: Event) {
        self.tell(event);
        self.sink.seal(Seal::Shown);
    }

    pub(crate) fn roll(&mut self) -> Roll {
        Roll::plain(self.dice, Die::D6)
    }
}
