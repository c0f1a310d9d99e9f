//! The resolver: the one place through which the state of a battle changes.

use crate::engine::board::Board;
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::state::{State, Unit};
use crate::engine::steps::Step;
use crate::model::order_of_battle::UnitId;
use crate::victory::Over;
use diadem_core::{Dice, Die, Roll, Seal, SeatSet, Sink};

/// A battle being carried on: each rule adds what it does.
pub(crate) struct Resolver<'a, S> {
    pub(crate) rules: &'a Hexes,
    pub(crate) state: &'a mut State,
    pub(crate) board: Board,
    pub(crate) dice: &'a mut Dice,
    pub(crate) sink: &'a mut S,
    /// Who is to blame for the hits being given out: elephants run from him (11.14).
    pub(crate) blame: Option<UnitId>,
}

impl<'a, S: Sink<Event>> Resolver<'a, S> {
    pub(crate) fn of(
        rules: &'a Hexes,
        state: &'a mut State,
        dice: &'a mut Dice,
        sink: &'a mut S,
    ) -> Resolver<'a, S> {
        let board = Board::of(rules, state);
        Resolver { rules, state, board, dice, sink, blame: None }
    }

    /// Carries on until something is asked, and gives the board's memory back.
    pub(crate) fn settle(mut self) {
        loop {
            self.end_engagements();
            if !self.proceeds() {
                break;
            }
        }
        self.board.spare();
    }

    /// The position as it is now.
    pub(crate) fn position(&self) -> Position<'_> {
        Position { rules: self.rules, state: self.state, board: &self.board }
    }

    /// Tells everybody.
    pub(crate) fn tell(&mut self, event: Event) {
        self.sink.tell(SeatSet::ALL, event);
    }

    /// Says that the other side was given a chance to answer.
    pub(crate) fn answered(&mut self) {
        self.sink.seal(Seal::Answered);
    }

    /// Rolls the ten-sided die; its nought is a nought (2.3).
    pub(crate) fn roll(&mut self) -> Roll {
        Roll::plain(self.dice, Die::D10)
    }

    /// Puts a step on top; nothing begins after the end of the battle.
    pub(crate) fn begin(&mut self, step: impl Into<Step>) {
        let step = step.into();
        if self.state.ending.is_none() || step == Step::Over(Over) {
            self.state.steps.push(step);
        }
    }

    /// Takes the step on top away: it is done.
    pub(crate) fn finish(&mut self) {
        self.state.steps.pop();
    }

    /// Exchanges the step on top.
    pub(crate) fn instead(&mut self, step: impl Into<Step>) {
        self.finish();
        self.begin(step);
    }

    /// Changes a unit; whatever changes where it stands, its facing, formation, morale or missiles goes
    /// through here, because zones of control hang on it.
    pub(crate) fn change<T>(&mut self, unit: UnitId, change: impl FnOnce(&mut Unit) -> T) -> T {
        let answer = change(self.state.unit_mut(unit));
        self.board.follow(self.rules, self.state, unit);
        answer
    }
}
