//! What one key does in a battle on hexes without asking anybody.

use crate::window::table::Table;
use diadem_handoff as war;
use diadem_hexes::{Action, Question};

/// The answer that is sure to be meant: the only one, or that a unit which has moved stops. Whoever presses the key
/// once too often gives no orders away, holds nobody back and lets no shot pass.
pub(super) fn answer(table: &Table) -> Option<war::Action> {
    let war::Question::Hexes(question) = table.ask()?.question else { return None };
    let has_moved = || {
        let (rules, state) = table.hexes()?;
        Some(rules.points(state)?.0 > 0)
    };
    let stops = matches!(question, Question::Move(_)) && has_moved() == Some(true);
    let done = table.listed(war::Action::Hexes(Action::Done)).filter(|_| stops);
    table.only_answer().or(done)
}
