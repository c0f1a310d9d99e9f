//! Sense for the tactical display (Alexandros 10).

use crate::mind::{Choice, Mind};
use diadem_core::Seat;
use diadem_display::{Action, Display, State};

/// What to do here.
pub(crate) fn choose(
    _rules: &Display,
    _state: &State,
    _seat: Seat,
    listed: &[Action],
    mind: &mut Mind<'_>,
) -> Option<Choice<Action>> {
    let action = mind.any(listed)?;
    Some(Choice { action, why: "nothing speaks against it" })
}
