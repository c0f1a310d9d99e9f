//! What every sense thinks with, and what it answers.

use crate::{Budget, Level, Stop};
use diadem_core::Chance;

/// What a player thinks with while it decides one thing.
pub(crate) struct Mind<'a> {
    /// How well it plays.
    pub level: Level,
    /// Its own luck, never the session's dice.
    pub luck: &'a mut Chance,
    /// How much it may think.
    pub budget: Budget,
    /// Whether it has to stop.
    pub stop: &'a Stop,
}

impl Mind<'_> {
    /// Takes one from the budget; answers whether there was one, and nobody has said stop.
    pub(crate) fn may_think(&mut self) -> bool {
        if self.budget.plies == 0 || self.stop.is_asked() {
            return false;
        }
        self.budget.plies -= 1;
        true
    }

    /// Any of these; none of nothing.
    pub(crate) fn any<A: Copy>(&mut self, listed: &[A]) -> Option<A> {
        let count = u32::try_from(listed.len()).ok().filter(|&count| count > 0)?;
        Some(listed[self.luck.below(count) as usize])
    }
}

/// What a player would do, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<A> {
    /// What it does.
    pub action: A,
    /// Why, as a short clause: "because the odds are good" without the "because".
    pub why: &'static str,
}

impl<A> Choice<A> {
    /// The same as a part of a game around it.
    pub(crate) fn map<B>(self, wrap: impl FnOnce(A) -> B) -> Choice<B> {
        Choice { action: wrap(self.action), why: self.why }
    }
}
