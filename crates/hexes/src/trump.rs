//! 5.4, 5.5: trumps, and elite commander initiative.

use crate::course::Course;
use crate::event::Event;
use crate::order_of_battle::{Army, LeaderId};
use crate::position::Position;
use crate::steps::Tenure;
use diadem_books::GBA;
use diadem_core::{Rule, Sink, rule};

pub(crate) const TRUMP: Rule = rule!(GBA, "5.41");
pub(crate) const COUNTER_TRUMP: Rule = rule!(GBA, "5.42");
pub(crate) const ELITE: Rule = rule!(GBA, "5.51");

impl Position<'_> {
    /// Whether an army may begin the turn with its elite initiative (5.51).
    pub(crate) fn may_use_elite(&self, _army: Army) -> bool {
        false
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    pub(crate) fn proceed_with_momentum_trump(&mut self, _tenure: Tenure) -> bool {
        self.finish();
        true
    }

    pub(crate) fn proceed_with_trump_the_trump(&mut self, _by: LeaderId, _over: LeaderId) -> bool {
        self.finish();
        true
    }
}
