//! 6.8: pre-arranged withdrawal.

use crate::order_of_battle::Army;
use crate::position::Position;
use diadem_books::GBA;
use diadem_core::{Rule, rule};

pub(crate) const ARRANGING: Rule = rule!(GBA, "6.82");

impl Position<'_> {
    /// Whether an army has a leader who could arrange a withdrawal (6.81).
    pub(crate) fn may_arrange(&self, _army: Army) -> bool {
        false
    }
}
