//! 7.16, 7.17: turning to face an enemy that has come up.

use crate::action::Action;
use crate::order_of_battle::UnitSet;
use crate::position::Position;
use crate::steps::Answers;
use diadem_books::GBA;
use diadem_core::{Rule, rule};

pub(crate) const REACTION_FACING: Rule = rule!(GBA, "7.16");

impl Position<'_> {
    /// Units that may turn (7.16) or face about (7.17).
    pub(crate) fn may_turn(&self, _answers: &Answers) -> UnitSet {
        UnitSet::NONE
    }

    pub(crate) fn list_reaction_facing(&self, _answers: &Answers, _into: &mut Vec<Action>) {}
}
