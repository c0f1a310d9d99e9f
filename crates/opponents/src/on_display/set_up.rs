//! Setting up on the display: the best troops in front, horse behind the line, leaders with those who fight.

use super::thumb::{Manner, Sight, best};
use crate::mind::Choice;
use diadem_display::{Action, BoxId, LeaderId, Line, Place, Post, UnitId};

/// Where the next unit or leader stands.
pub(crate) fn choose(sight: &Sight<'_>, listed: &[Action]) -> Option<Choice<Action>> {
    best(listed, |action| score(sight, *action), "")
        .map(|chosen| Choice { why: why(chosen.action), ..chosen })
}

fn why(action: Action) -> &'static str {
    match action {
        Action::Place { line: Line::Second, .. } => "it can step up when the first line is worn",
        Action::Place { at, .. } if at.post() == Post::Reserve => {
            "a reserve guards the camp and goes where it is needed"
        }
        Action::Place { .. } => "the best troops stand in front",
        Action::Stack { .. } => "together they stand better",
        _ => "a leader belongs with those who fight",
    }
}

fn score(sight: &Sight<'_>, action: Action) -> i32 {
    match action {
        Action::Place { unit, at, line } => place(sight, unit, at, line),
        // Two weak units in one rank are worth a strong one.
        Action::Stack { .. } => 55,
        Action::Lead { leader, unit } => lead(sight, leader, unit),
        Action::Stand { at, .. } => i32::from(at.post().is_line()),
        _ => 0,
    }
}

/// Those standing in a line of a box.
fn standing(sight: &Sight<'_>, at: BoxId, line: Line) -> i32 {
    let there =
        |unit: &&diadem_display::UnitState| unit.place == Place::In(at) && unit.line == line;
    sight.state.units.iter().filter(there).count() as i32
}

fn place(sight: &Sight<'_>, unit: UnitId, at: BoxId, line: Line) -> i32 {
    let front = sight.for_front(unit);
    let shoots = sight.display.battle().units[unit.index()].kind.shoots();
    let there = standing(sight, at, line);
    let is_fast = sight.is_fast(unit);
    let army = sight.display.muster(sight.side).len() as i32;
    match (at.post(), line, sight.manner) {
        (Post::Reserve, _, Manner::Plain) => {
            if there < 2 {
                40 - front
            } else {
                5 - front
            }
        }
        (Post::Reserve, _, Manner::Sound) => {
            // Those who go round the wing, and some who guard the camp.
            let wanted = if army >= 16 { 7 } else { 5 };
            match (there < wanted, is_fast) {
                (true, true) => 90 + front,
                (true, false) => 30 - front / 2,
                (false, _) => 5 - front,
            }
        }
        (_, Line::First, _) => 40 + front - there * 4 - if shoots { 30 } else { 0 },
        (_, Line::Second, _) => 20 + if shoots { 20 } else { 0 } - there * 4,
    }
}

/// Leaders stand in front, with units that have steps to lose. Whoever goes round the wing needs one.
fn lead(sight: &Sight<'_>, leader: LeaderId, unit: UnitId) -> i32 {
    let Some(at) = sight.state.box_of(unit) else { return 0 };
    let one = &sight.state.units[unit.index()];
    let kind = sight.display.battle().units[unit.index()].kind;
    let rating = i32::from(sight.display.rating(sight.state, leader));
    let in_front = at.post().is_line() && one.line == Line::First;
    let steps = i32::from(sight.display.steps_left(sight.state, unit));
    let good = sight.for_front(unit) + steps * 5 - if kind.shoots() { 40 } else { 0 };
    let has_one = sight.has_leader(at);
    match (sight.manner, at.post() == Post::Reserve) {
        (Manner::Sound, true) if sight.is_fast(unit) && !has_one => good + 80,
        (Manner::Sound, _) if sight.is_shy(leader) => good + if in_front { 0 } else { 20 },
        _ if in_front => good + 30 + rating,
        _ => good,
    }
}
