//! Setting up on the display: the best troops in front, horse behind the line, leaders with those who fight.

use super::thumb::{Sight, best};
use crate::mind::Choice;
use diadem_display::{Action, BoxId, LeaderId, Line, Place, Placing, Post, UnitId};

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
        Action::Stack { on, .. } if sight.may_double(on) => 55,
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
    let weights = sight.weights;
    let front = sight.for_front(unit);
    let shoots = sight.display.battle().units[unit.index()].kind.shoots();
    let there = standing(sight, at, line);
    let is_fast = sight.is_fast(unit);
    // Those who go round the wing start from one box, with a leader; the others guard the camp and the line.
    let start = start_of_wing(sight);
    let from_here = (at.post(), line) == start;
    // The first in Right has a leader (10.3), who rides to the others of the wing.
    let leads = weights.wing_in_reserve > 0
        && has_few_leaders(sight)
        && (at.post(), line) == (Post::Right, Line::Second)
        && sight.mine(at) == 0;
    match (at.post(), line) {
        _ if leads && is_fast => 95 + front,
        _ if from_here && is_fast && there < weights.set_wing => 90 + front,
        (Post::Reserve, _) => {
            let army = sight.display.muster(sight.side).len() as i32;
            let wing = if start.0 == Post::Reserve { weights.set_wing } else { 0 };
            let guards = weights.set_reserve + wing - if army < 16 { weights.set_small } else { 0 };
            if there < guards { 36 + if is_fast { 8 } else { 0 } - front / 2 } else { 5 - front }
        }
        (_, Line::First) => {
            let fast = if is_fast { weights.set_fast_front } else { 0 };
            let archer = if shoots { weights.set_archer_front } else { 0 };
            let weak = front * 100 < weights.set_front_least * usual_worth(sight);
            let weak = if weak { 40 } else { 0 };
            let refused = if at.post() == Post::Left { weights.set_refuse } else { 0 };
            40 + front - refused - there * weights.set_crowd - archer - fast - weak
        }
        (_, Line::Second) => 20 + if shoots { 20 } else { 0 } - there * 4,
    }
}

/// What a unit of the army is usually worth in front.
fn usual_worth(sight: &Sight<'_>) -> i32 {
    let army = sight.display.muster(sight.side);
    let sum: i32 = army.iter().map(|unit| sight.for_front(unit)).sum();
    sum / (army.len() as i32).max(1)
}

/// Where those start who go round the wing: in reserve where leaders stand freely, or can ride there; else behind
/// the box whose leader can be spared.
fn start_of_wing(sight: &Sight<'_>) -> (Post, Line) {
    match sight.display.retinue(sight.side).len() {
        _ if !is_by_rating(sight)
            || has_few_leaders(sight) && sight.weights.wing_in_reserve > 0 =>
        {
            (Post::Reserve, Line::First)
        }
        4.. => (Post::Reserve, Line::First),
        2 | 3 => (Post::Right, Line::Second),
        _ => (Post::Center, Line::Second),
    }
}

fn is_by_rating(sight: &Sight<'_>) -> bool {
    let mut forces = sight.display.forces(sight.side);
    forces.next().is_some_and(|force| sight.display.force(force).placing == Placing::ByRating)
}

/// Whether somebody leads in Right, but nobody in reserve.
fn has_few_leaders(sight: &Sight<'_>) -> bool {
    is_by_rating(sight) && matches!(sight.display.retinue(sight.side).len(), 2 | 3)
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
    let rides = at.post() == Post::Reserve && sight.is_fast(unit) && !has_one;
    let best = rating > 0 || sight.weights.set_best_leads_wing > 0;
    match rides && sight.weights.set_wing > 0 {
        true if best => good + 80 + rating * (sight.weights.set_best_leads_wing * 2 - 1),
        _ if sight.is_shy(leader) => good + if in_front { 0 } else { 20 },
        _ if in_front => good + 30 + rating,
        _ => good,
    }
}
