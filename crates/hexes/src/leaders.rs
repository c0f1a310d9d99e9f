//! 4.6, 6.15: leaders on the move, and leaders and enemies.

use crate::action::Action;
use crate::course::Course;
use crate::event::Event;
use crate::order_of_battle::{LeaderId, UnitId};
use crate::position::Position;
use crate::steps::{Answers, LeaderWithdrawal, Ride, Stance};
use diadem_books::GBA;
use diadem_core::{Rule, Sink, rule};

pub(crate) const LEADERS_WITHDRAW: Rule = rule!(GBA, "4.62");
pub(crate) const GOING_ALONG: Rule = rule!(GBA, "4.23");

impl Position<'_> {
    /// Leaders that may withdraw before a step, as bits (4.62).
    pub(crate) fn leaders_that_may(&self, _answers: &Answers) -> u32 {
        0
    }

    pub(crate) fn list_leader_withdrawals(&self, _answers: &Answers, _into: &mut Vec<Action>) {}
}

/// The leaders of a set of bits.
pub(crate) fn leaders_in(bits: u32) -> impl Iterator<Item = LeaderId> {
    (0..32).filter(move |bit| bits >> bit & 1 == 1).map(LeaderId::new)
}

impl<S: Sink<Event>> Course<'_, S> {
    /// Leaders that go along with a unit come where it has come (4.23).
    pub(crate) fn carry(&mut self, riders: u32, was: Stance, now: Stance, unit: UnitId) {
        let before = self.rules.hexes_standing(unit, was);
        let after = self.rules.hexes_standing(unit, now);
        for leader in leaders_in(riders) {
            let half = before.iter().position(|&hex| self.state.leader(leader).at == Some(hex));
            let Some(&hex) = after.get(half.unwrap_or(0)) else { continue };
            if self.state.leader(leader).at != Some(hex) {
                self.state.leader_mut(leader).at = Some(hex);
                self.tell(Event::Rode(leader, hex, GOING_ALONG));
            }
        }
    }

    pub(crate) fn lose_lone_leaders(&mut self, _answers: &Answers) {}

    pub(crate) fn proceed_with_ride(&mut self, _ride: Ride) -> bool {
        self.finish();
        true
    }

    pub(crate) fn proceed_with_leader_withdrawal(&mut self, _withdrawal: LeaderWithdrawal) -> bool {
        self.finish();
        true
    }
}
