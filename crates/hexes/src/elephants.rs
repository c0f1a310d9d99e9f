//! 11.1: war elephants.

use crate::action::Action;
use crate::order_of_battle::UnitSet;
use crate::position::Position;
use crate::steps::Answers;
use diadem_books::GBA;
use diadem_core::{Rule, rule};

pub(crate) const BEFORE_ELEPHANTS: Rule = rule!(GBA, "11.16");

impl Position<'_> {
    /// Cavalry that an elephant has come up to (11.16).
    pub(crate) fn must_flee_elephants(&self, _answers: &Answers) -> UnitSet {
        UnitSet::NONE
    }

    pub(crate) fn list_fleeing_elephants(&self, _answers: &Answers, _into: &mut Vec<Action>) {}
}
