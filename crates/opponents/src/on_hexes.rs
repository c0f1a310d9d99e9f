//! Sense for the battle on hexes (Great Battles).

use crate::mind::{Choice, Mind};
use diadem_core::Seat;
use diadem_hexes::{Action, Hexes, State};

/// What a player keeps in mind from one question of a battle to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {}

/// What to do here.
pub(crate) fn choose(
    _rules: &Hexes,
    _state: &State,
    _seat: Seat,
    listed: &[Action],
    mind: &mut Mind<'_>,
    _memory: &mut Memory,
) -> Option<Choice<Action>> {
    let action = mind.any(listed)?;
    Some(Choice { action, why: "nothing speaks against it" })
}
