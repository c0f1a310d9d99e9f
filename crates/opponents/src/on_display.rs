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
use crate::forms::{FormPlayer, Toll, thousandths};
use crate::mind::{Choice, Mind};
use diadem_core::{Camp, Game, Seat};
use diadem_display::{Action, Display, Fate, State, Who};
use diadem_handoff::{self as war, War};
use thumb::Sight;

/// The display as a form of battle.
pub(crate) struct OnDisplay;

impl FormPlayer for OnDisplay {
    /// What is listed, kept from one question to the next.
    type Memory = Vec<Action>;

    const GENERALSHIP: u8 = 1;

    fn choose(
        war: &War,
        view: &war::State,
        seat: Seat,
        mind: &mut Mind<'_>,
        listed: &mut Vec<Action>,
    ) -> Option<Choice<war::Action>> {
        let (display, state) = war.on_display(view)?;
        listed.clear();
        display.actions(state, listed);
        Some(choose(&display, state, seat, listed, mind)?.map(war::Action::Display))
    }

    fn toll(war: &War, state: &war::State, seat: Seat) -> Option<Toll> {
        let (display, state) = war.on_display(state)?;
        let report = display.report(state)?;
        let battle = display.battle();
        let (mut had, mut left) = (0, 0);
        for (setup, now) in battle.units.iter().zip(&report.units) {
            if display.seat(setup.force) == seat {
                had += setup.steps.len() as u32 - u32::from(setup.lost);
                left += u32::from(now.steps);
            }
        }
        let mut toll = Toll { lost: thousandths(had.saturating_sub(left), had), ..Toll::default() };
        for (setup, now) in battle.leaders.iter().zip(&report.leaders) {
            let is_ours = display.seat(setup.force) == seat;
            if is_ours && matches!(now.fate, Fate::Killed | Fate::Captured) {
                toll.leaders += 1;
                toll.king_fell |= matches!(setup.who, Who::Alexander | Who::Darius);
            }
        }
        Some(toll)
    }
}

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
