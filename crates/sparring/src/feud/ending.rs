//! 2.5: who has won.

use super::procedure::Position;
use crate::HOUSE;
use diadem_core::{Outcome, Rule, Seat, SeatSet, rule};

pub(super) const RENOUNCING: Rule = rule!(HOUSE, "2.4");
pub(super) const ENDING: Rule = rule!(HOUSE, "2.5");

impl Position<'_> {
    /// Most hills; an heir alone wins in any case.
    pub(super) fn outcome(&self) -> Outcome {
        let (heirs, hills) = (self.state.heirs, self.state.hills);
        let held = |heir: Seat| hills.iter().filter(|&&hill| hill == Some(heir)).count();
        let most = heirs.iter().map(held).max().unwrap_or_default();
        let first: SeatSet = heirs.iter().filter(|&heir| held(heir) == most).collect();
        let (winners, how) = match first.len() {
            1 if heirs.len() == 1 => (first, "last heir"),
            1 => (first, "most hills"),
            _ => (SeatSet::NONE, "draw"),
        };
        Outcome { winners, how, rule: ENDING }
    }
}
