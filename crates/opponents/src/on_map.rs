//! Sense for the campaign on the map (Alexandros 3 to 9 and 11 to 17).

use crate::mind::{Choice, Mind};
use diadem_campaign::{Action, Campaign, State};
use diadem_core::Seat;

/// What to do here.
pub(crate) fn choose(
    _rules: &Campaign,
    _state: &State,
    _seat: Seat,
    listed: &[Action],
    mind: &mut Mind<'_>,
) -> Option<Choice<Action>> {
    let action = mind.any(listed)?;
    Some(Choice { action, why: "nothing speaks against it" })
}
