//! What is counted of a battle on hexes by itself, turn by turn.

use crate::window::battle;
use crate::window::history::TurnSample;
use diadem_core::Camp;
use diadem_handoff::{State, War};

/// A turn: units in good order, and rout points.
pub(super) fn turn(war: &War, state: &State) -> Option<TurnSample> {
    let (rules, battle) = battle::on_hexes(war, state)?;
    let steady = |army: Camp| {
        let units = rules.units().filter(|&unit| rules.camp(unit) == army);
        units.filter(|&unit| battle.unit(unit).is_steady()).count() as u16
    };
    Some(TurnSample {
        turn: battle.turn,
        name: format!("Turn {}", battle.turn),
        strength: Camp::BOTH.map(steady),
        lost: Camp::BOTH.map(|army| rules.rout_points_of(battle, army)),
        ..TurnSample::default()
    })
}
