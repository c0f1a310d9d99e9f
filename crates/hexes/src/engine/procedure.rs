//! A step of the battle, told in one place: what is asked, which answers are listed, which test they pass, what an
//! answer does, and how it goes on by itself.

use crate::engine::action::{Action, Answer, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::sequence::SEQUENCE;
use crate::engine::state::State;
use diadem_core::{Illegal, Rule, Seat, Sink};

/// One step of the battle. Each is a type in its rule's own file; the list of them is [`Step`](crate::Step).
pub(crate) trait Procedure {
    /// What it asks, of whom, and by which rule; nothing when it only goes on by itself. Boards are made for each
    /// question: whoever needs none here makes none.
    fn asked(&self, rules: &Hexes, state: &State) -> Option<Asked>;

    /// Lists the answers.
    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>);

    /// Whether an answer is allowed: the same test that listing uses.
    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal>;

    /// Does what was answered; it has been checked.
    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action);

    /// Does what needs no answer; false when something is asked, or all is over. Most questions that have been put
    /// stand until they are answered.
    fn proceed<S: Sink<Event>>(&self, _: &mut Resolver<'_, S>) -> bool {
        false
    }

    /// Which answer a shot fired in this window is (8.2, 11.86); nothing where nobody is given a chance to fire.
    fn fire(&self) -> Option<Answer> {
        None
    }
}

/// What a step asks, of whom, and by which rule.
pub(crate) struct Asked {
    pub(crate) seat: Seat,
    pub(crate) question: Question,
    pub(crate) rule: Rule,
    pub(crate) how: How,
}

/// How it is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    Turn,
    Window,
    Secret,
}

impl Asked {
    /// Asked of whose turn it is.
    pub(crate) const fn turn(seat: Seat, question: Question, rule: Rule) -> Asked {
        Asked { seat, question, rule, how: How::Turn }
    }

    /// Asked of who may answer what another does.
    pub(crate) const fn window(seat: Seat, question: Question, rule: Rule) -> Asked {
        Asked { seat, question, rule, how: How::Window }
    }

    /// The same, even of who has but one answer: that would tell something.
    #[must_use]
    pub(crate) const fn secret(self) -> Asked {
        Asked { how: How::Secret, ..self }
    }
}

/// The refusal of what has nothing to do with what is asked.
pub(crate) fn not_asked() -> Illegal {
    Illegal::by(SEQUENCE, "That is not what is asked now.")
}
