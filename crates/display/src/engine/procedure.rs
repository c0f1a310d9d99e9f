//! What every step of a battle says of itself, in its rule's own file and in this order.

use crate::engine::action::{Action, Question};
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::State;
use crate::model::army::ForceId;
use diadem_core::{Illegal, Rule, Sink};

/// A step of a battle.
pub(crate) trait Procedure: Copy {
    /// The rule by which it is asked.
    const RULE: Rule;

    /// Who is asked what. A frame asks nothing: it holds what the steps above it need.
    fn asks(self, rules: &Display, state: &State) -> Option<Asked>;

    /// Who must answer; a step that has to work out what it asks says it here without.
    fn decides(self, rules: &Display, state: &State) -> Option<ForceId> {
        self.asks(rules, state).map(|asked| asked.force)
    }

    /// Every answer, in an order that never changes.
    fn list(self, position: &Position<'_>, into: &mut Vec<Action>);

    /// Whether something is such an answer; if not, why.
    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal>;

    /// The refusal of what is no answer to the question at all.
    fn not_asked() -> Result<(), Illegal> {
        Err(Illegal::by(Self::RULE, "That is not what is asked now."))
    }

    /// The same rule, of whatever step it is.
    fn rule(self) -> Rule {
        Self::RULE
    }

    /// What an answer that has passed the test does.
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action);

    /// How it goes on by itself, once it is the topmost.
    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Flow;
}

/// Whether the topmost step waits for an answer, or was done with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// Somebody must answer.
    Waits,
    /// It has changed what is under way.
    Goes,
}

/// Who is asked what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asked {
    pub(crate) force: ForceId,
    pub(crate) question: Question,
    pub(crate) manner: Manner,
}

/// In which manner something is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// In the course of play.
    Turn,
    /// As a chance to answer what the other camp does.
    Window,
    /// Behind a screen.
    Secret,
}

impl Asked {
    /// Asked in the course of play.
    pub(crate) fn of(force: ForceId, question: Question) -> Asked {
        Asked { force, question, manner: Manner::Turn }
    }
}

/// What a step does with an answer that its own test refuses: nothing, and the checked play-out stops there.
pub(crate) fn never_passes(action: Action) {
    debug_assert!(false, "{action:?} passed the test of a step that has no answer to it");
}
