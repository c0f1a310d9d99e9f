//! What happened: typed events, who may see them, and where they go.

use crate::SeatSet;
use std::marker::PhantomData;

/// Why the moves before this moment cannot be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seal {
    /// Dice were rolled.
    Dice,
    /// Something hidden was shown, or might have been.
    Shown,
    /// The other side was given a chance to answer.
    Answered,
    /// It is another seat's turn to decide.
    OtherSeat,
    /// The game is over.
    Over,
}

/// Takes events from the rules. Simulation passes [`Drop`], a session its chronicle.
pub trait Sink<E> {
    /// `event` happened, and these seats may see it.
    fn tell(&mut self, seen_by: SeatSet, event: E);

    /// What was done before cannot be taken back. Rules say so when they show something hidden or
    /// give the other side a chance to answer, and *also when they might have*: an undo that works
    /// must not give away that nothing was there.
    fn seal(&mut self, seal: Seal);
}

/// The sink that drops everything.
#[derive(Clone, Copy, Default, Debug)]
pub struct Drop;

impl<E> Sink<E> for Drop {
    fn tell(&mut self, _: SeatSet, _: E) {}
    fn seal(&mut self, _: Seal) {}
}

/// An event with the seats that may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told<E> {
    /// Who may see it.
    pub seen_by: SeatSet,
    /// What happened.
    pub event: E,
}

/// The plain list of everything told.
impl<E> Sink<E> for Vec<Told<E>> {
    fn tell(&mut self, seen_by: SeatSet, event: E) {
        self.push(Told { seen_by, event });
    }
    fn seal(&mut self, _: Seal) {}
}

/// A sink for the events of a nested game: each is wrapped as an event of the outer one.
pub struct Mapped<'a, Inner, Outer, S, F> {
    sink: &'a mut S,
    wrap: F,
    games: PhantomData<fn(Inner) -> Outer>,
}

impl<'a, Inner, Outer, S, F> Mapped<'a, Inner, Outer, S, F>
where
    S: Sink<Outer>,
    F: FnMut(Inner) -> Outer,
{
    /// Sends what the inner game tells to `sink`, as `wrap` makes it.
    pub fn new(sink: &'a mut S, wrap: F) -> Self {
        Mapped { sink, wrap, games: PhantomData }
    }
}

impl<Inner, Outer, S, F> Sink<Inner> for Mapped<'_, Inner, Outer, S, F>
where
    S: Sink<Outer>,
    F: FnMut(Inner) -> Outer,
{
    fn tell(&mut self, seen_by: SeatSet, event: Inner) {
        self.sink.tell(seen_by, (self.wrap)(event));
    }
    fn seal(&mut self, seal: Seal) {
        self.sink.seal(seal);
    }
}
