//! Sense for the toss of a coin: there is none to be had.

use crate::forms::{FormPlayer, Toll};
use crate::mind::{Choice, Mind};
use diadem_core::{Game, Seat};
use diadem_handoff::{Action, State, War};

/// The toss of a coin as a form of battle.
pub(crate) struct OnCoin;

impl FormPlayer for OnCoin {
    type Memory = ();

    const GENERALSHIP: u8 = 0;

    fn choose(
        war: &War,
        view: &State,
        _: Seat,
        mind: &mut Mind<'_>,
        (): &mut (),
    ) -> Option<Choice<Action>> {
        let mut listed = Vec::new();
        war.actions(view, &mut listed);
        Some(Choice { action: mind.any(&listed)?, why: "nothing else can be done" })
    }

    fn toll(_: &War, _: &State, _: Seat) -> Option<Toll> {
        None
    }
}
