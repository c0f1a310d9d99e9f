//! The list of steps, and what each says of itself; as in the duel, over this game's own position and resolver.

use super::{Action, Event, Feud, Ordering, Question, Scene, Settling, State, Year};
use diadem_core::{Ask, Dice, Illegal, Rule, Sink, innermost_mut};

diadem_core::steps! {
    ($)
    /// A step of a feud.
    pub enum Step by each_step {
        Year(Year),
        Ordering(Ordering),
        Settling(Settling),
    }
}

/// What a step says of itself, in its rule's own file and in this order.
pub(super) trait Procedure: Copy {
    /// The rule by which it is asked.
    const RULE: Rule;

    /// Who is asked what; nothing, where it goes on by itself.
    fn asks(self, position: &Position<'_>) -> Option<Ask<Question>>;

    /// Every answer.
    fn list(self, position: &Position<'_>, into: &mut Vec<Action>);

    /// Whether something is such an answer; if not, why.
    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal>;

    /// What an answer that has passed the test does.
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action);

    /// How it goes on by itself, where it asks nothing.
    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>);

    /// A refusal by its rule.
    fn refuse(self, sentence: &'static str) -> Result<(), Illegal> {
        Err(Illegal::by(Self::RULE, sentence))
    }
}

/// A feud as it stands: pure questions.
#[derive(Clone, Copy)]
pub(super) struct Position<'a> {
    pub(super) rules: &'a Feud,
    pub(super) state: &'a State,
}

impl Position<'_> {
    /// What the topmost step asks, unless the feud is over.
    pub(super) fn asks(&self) -> Option<Ask<Question>> {
        let top = *self.state.steps.last()?;
        each_step!(top, step => step.asks(self))
    }

    pub(super) fn list(&self, into: &mut Vec<Action>) {
        if let Some(&top) = self.state.steps.last() {
            each_step!(top, step => step.list(self, into));
        }
    }

    pub(super) fn test(&self, action: Action) -> Result<(), Illegal> {
        let Some(&top) = self.state.steps.last() else { return Ok(()) };
        each_step!(top, step => step.test(self, action))
    }
}

/// A feud being carried on: each rule adds what it does.
pub(super) struct Resolver<'a, S> {
    pub(super) rules: &'a Feud,
    pub(super) state: &'a mut State,
    pub(super) dice: &'a mut Dice,
    pub(super) sink: &'a mut S,
}

impl<S: Sink<Event>> Resolver<'_, S> {
    pub(super) fn position(&self) -> Position<'_> {
        Position { rules: self.rules, state: self.state }
    }

    pub(super) fn answer(&mut self, action: Action) {
        if let Some(&top) = self.state.steps.last() {
            each_step!(top, step => step.answer(self, action));
        }
    }

    /// Goes on until somebody is asked on the hills, a duel begins or the feud is over.
    pub(super) fn proceed(&mut self) {
        while let (Some(&top), Scene::Hills) = (self.state.steps.last(), &self.state.scene)
            && self.position().asks().is_none()
        {
            each_step!(top, step => step.go_on(self));
        }
    }

    pub(super) fn push(&mut self, step: impl Into<Step>) {
        self.state.steps.push(step.into());
    }

    pub(super) fn pop(&mut self) {
        self.state.steps.pop();
    }

    /// The year under way, to be changed.
    pub(super) fn this_year(&mut self) -> Option<&mut Year> {
        innermost_mut(&mut self.state.steps)
    }
}
