//! The course of a battle: the one place through which a state changes.

use crate::display::Display;
use crate::event::Event;
use crate::field::Field;
use crate::state::State;
use diadem_core::{Dice, Die, Roll, Seal, SeatSet, Sink};

/// A battle being carried on: each rule adds what it does.
pub(crate) struct Course<'a, S> {
    pub(crate) rules: &'a Display,
    pub(crate) state: &'a mut State,
    pub(crate) dice: &'a mut Dice,
    pub(crate) sink: &'a mut S,
}

impl<S: Sink<Event>> Course<'_, S> {
    pub(crate) fn field(&self) -> Field<'_> {
        Field::of(self.rules, self.state)
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
