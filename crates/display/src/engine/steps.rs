//! The one list of what can be under way in a battle.

use crate::battle_line::Fill;
use crate::combat::{Attack, Clash, Duels};
use crate::ending::Over;
use crate::engine::event::Event;
use crate::engine::procedure::{Flow, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::sequence::Turn;
use crate::engine::state::State;
use crate::leaders::{Displaced, TakePart};
use crate::missiles::DefensiveFire;
use crate::movement::Movement;
use crate::pursuit::{Caught, Pursuit};
use crate::rally::{Rally, Return};
use crate::set_up::SetUp;
use diadem_core::{Frame, Sink, innermost, innermost_mut};

diadem_core::steps! {
    ($)
    /// What is under way: a step that waits for an answer, or a frame with what the steps above it need.
    pub enum Step by each_step {
        SetUp(SetUp),
        Turn(Turn),
        Rally(Rally),
        Return(Return),
        Movement(Movement),
        Fill(Fill),
        Attack(Attack),
        Duels(Duels),
        Clash(Clash),
        DefensiveFire(DefensiveFire),
        TakePart(TakePart),
        Displaced(Displaced),
        Pursuit(Pursuit),
        Caught(Caught),
        Over(Over),
    }
}

impl State {
    /// The topmost step: what the battle waits for.
    pub fn step(&self) -> &Step {
        self.steps.last().unwrap_or(&Step::Over(Over))
    }

    /// Whether nothing is under way any more.
    pub fn is_over(&self) -> bool {
        matches!(self.step(), Step::Over(_))
    }

    /// The innermost frame of a kind, if there is one: a turn, a movement, the duels of a box.
    pub fn under_way<F: Frame<Step>>(&self) -> Option<&F> {
        innermost(&self.steps)
    }

    /// The frame that a step lies above.
    pub(crate) fn frame<F: Frame<Step>>(&self) -> &F {
        self.under_way().expect("a step lies above the frame that it is a part of")
    }

    /// The same, to be changed.
    pub(crate) fn frame_mut<F: Frame<Step>>(&mut self) -> &mut F {
        innermost_mut(&mut self.steps).expect("a step lies above the frame that it is a part of")
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Puts a step on top: what lies below waits for it.
    pub(crate) fn push(&mut self, step: impl Into<Step>) {
        self.state.steps.push(step.into());
    }

    /// The topmost step is done.
    pub(crate) fn pop(&mut self) {
        self.state.steps.pop();
    }

    /// Nothing is under way any more but this.
    pub(crate) fn begin(&mut self, step: impl Into<Step>) {
        self.state.steps.clear();
        self.push(step);
    }

    /// Goes on until somebody must answer.
    pub(crate) fn go_on(&mut self) {
        while each_step!(*self.state.step(), one => one.go_on(self)) == Flow::Goes {}
    }
}
