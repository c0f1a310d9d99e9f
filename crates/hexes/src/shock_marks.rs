//! 7.3: who must and who may attack by shock.

use crate::course::Course;
use crate::event::Event;
use crate::order_of_battle::{UnitId, UnitSet};
use crate::position::Position;
use crate::steps::{Answers, Stance};
use diadem_books::GBA;
use diadem_core::{Rule, Sink, rule};

pub(crate) const MARKING: Rule = rule!(GBA, "7.32");

impl Position<'_> {
    /// The mover, where it may choose whether to attack (7.31, 7.32).
    pub(crate) fn may_choose_shock(&self, _answers: &Answers) -> UnitSet {
        UnitSet::NONE
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// 7.31: a heavy unit that moved adjacent must attack.
    pub(crate) fn mark_heavy(&mut self, _mover: UnitId, _was: Option<Stance>) {}
}
