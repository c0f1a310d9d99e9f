//! What is counted of a battle on the display by itself, round by round.

use crate::window::battle;
use crate::window::history::TurnSample;
use diadem_core::Camp;
use diadem_handoff::{State, War};

/// A round: the steps that stand, and those that were lost.
pub(super) fn round(war: &War, state: &State, lost: [u16; 2]) -> Option<TurnSample> {
    let (_, battle) = battle::on_display(war, state)?;
    let name = match battle.round {
        0 => "Setting up".to_owned(),
        round => format!("Round {round}"),
    };
    let (turn, strength) = (battle.round, steps(war, state));
    Some(TurnSample { turn, name, strength, lost, ..TurnSample::default() })
}

/// The steps of both sides.
pub(super) fn steps(war: &War, state: &State) -> [u16; 2] {
    let Some((display, battle)) = battle::on_display(war, state) else { return [0; 2] };
    Camp::BOTH.map(|side| {
        let units = display.muster(side);
        units.iter().map(|unit| u16::from(display.steps_left(battle, unit))).sum()
    })
}
