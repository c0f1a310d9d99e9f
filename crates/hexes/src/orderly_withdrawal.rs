//! 6.7: orderly withdrawal; and the withdrawals like it (5.33, 6.78).

use crate::action::Action;
use crate::course::Course;
use crate::event::Event;
use crate::order_of_battle::{UnitId, UnitSet};
use crate::position::Position;
use crate::steps::{Answers, Departure, Withdrawal};
use diadem_books::GBA;
use diadem_core::{Rule, Sink, rule};

pub(crate) const WITHDRAWING: Rule = rule!(GBA, "6.71");

impl Position<'_> {
    /// Units that may withdraw before a step of the mover (6.71).
    pub(crate) fn may_withdraw(&self, _answers: &Answers) -> UnitSet {
        UnitSet::NONE
    }

    /// Units that may withdraw because the mover starts two hexes away (6.71).
    pub(crate) fn withdrawing_at_start(&self, _departure: Departure) -> UnitSet {
        UnitSet::NONE
    }

    pub(crate) fn list_withdrawing(
        &self,
        _mover: UnitId,
        waiting: UnitSet,
        into: &mut Vec<Action>,
    ) {
        into.extend(waiting.iter().map(Action::Withdraw));
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    pub(crate) fn proceed_with_withdrawal(&mut self, _withdrawal: Withdrawal) -> bool {
        self.finish();
        true
    }
}
