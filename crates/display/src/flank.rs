//! 10.15: attacks from flank and rear.
//!
//! What they change about who meets whom is in [`crate::ranks`]: a box attacked from a second box is
//! attacked in both lines, nobody twice until everybody once.

use crate::combat::Clash;
use crate::engine::position::Position;
use diadem_books::ALEXANDROS;
use diadem_core::{Rule, rule};

pub(crate) const FLANK: Rule = rule!(ALEXANDROS, "10.15");

impl Position<'_> {
    /// The optional rule: columns to the right for an attack on a unit that another box has attacked
    /// in this phase.
    pub(crate) fn odds_shift(&self, clash: Clash) -> u8 {
        let (struck, _) = self.under_attack();
        let earlier =
            self.state.unit(clash.defender).attacked - u8::from(struck.contains(clash.defender));
        u8::from(self.rules.battle().switches.odds_shift && earlier > 0)
    }
}
