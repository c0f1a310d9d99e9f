//! Sense for the tactical display (Alexandros 10).
//!
//! A recruit plays by rules of thumb. A captain has better ones, others when he moves first than when he moves second;
//! with time he plays the movements that come into question forward by them, many times with luck of his own, to see
//! what becomes of it.

mod duels;
mod foresight;
mod lines;
mod moves;
mod set_up;
mod thumb;
mod ways;
mod weights;
mod worth;

use crate::Level;
use crate::mind::{Choice, Mind};
use diadem_core::{Camp, Game, Seat};
use diadem_display::{Action, Display, State};
use thumb::Sight;

/// What to do here.
pub(crate) fn choose(
    display: &Display,
    state: &State,
    seat: Seat,
    listed: &[Action],
    mind: &mut Mind<'_>,
) -> Option<Choice<Action>> {
    if let &[action] = listed {
        return Some(Choice { action, why: "there is nothing else to do" });
    }
    let side = side_of(display, seat)?;
    let question = display.decision(state).ask()?.question;
    let thinks = matches!(mind.level, Level::Captain(_));
    let weights = if thinks { weights::of_captain(display, side) } else { &weights::PLAIN };
    let sight = Sight::of(display, state, side, weights);
    if thinks {
        foresight::choose(&sight, question, listed, mind)
    } else {
        sight.choose(question, listed)
    }
}

/// The camp that a seat decides for, alone or with an ally.
fn side_of(display: &Display, seat: Seat) -> Option<Camp> {
    display.force_of_seat(seat).map(|force| display.camp(force))
}
