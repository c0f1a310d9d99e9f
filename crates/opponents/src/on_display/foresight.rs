//! Playing on: what becomes of each answer that comes into question.

use super::thumb::Sight;
use super::weights::{self, Weights};
use super::worth;
use crate::mind::{Choice, Mind};
use diadem_core::{Decision, Dice, Drop, Game};
use diadem_display::{Action, Display, Question, Side, State, UnitId};

/// Answers that are played forward, the likeliest first.
const MOST_CANDIDATES: usize = 6;
/// Of these, as many as the first manner thinks of beside its best.
const MOST_OTHERS: usize = 1;
/// A ply on the display is this much cheaper than one of the budget.
const PLIES_FOR_ONE: u32 = 2;
/// Games that are played forward with each answer.
const MOST_SAMPLES: i64 = 48;
/// With fewer plies than this a captain goes by his rules of thumb: too few games played forward mislead him.
const ENOUGH: u32 = 1_500;
/// Fewer tell nothing.
const FEWEST_SAMPLES: i64 = 6;
/// The square of how many times the usual error another answer must be better by than the rule of thumb's, in
/// hundredths.
const SURE: i64 = 400;

/// An answer, and in what manner our side goes on after it.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    choice: Choice<Action>,
    manner: &'a Weights,
}

/// The best answer of those worth a thought.
pub(crate) fn choose(
    display: &Display,
    state: &State,
    side: Side,
    question: Question,
    listed: &[Action],
    mind: &mut Mind<'_>,
) -> Option<Choice<Action>> {
    let sight = Sight::of(display, state, side, &weights::SOUND);
    let by_thumb = sight.choose(question, listed)?;
    let weighty = matches!(question, Question::Move | Question::Attack);
    if !weighty || mind.budget.plies < ENOUGH {
        return Some(by_thumb);
    }
    let candidates = candidates(&sight, question, listed, by_thumb);
    if candidates.len() < 2 {
        return Some(by_thumb);
    }
    // What each would bring beyond the rule of thumb, and the square of it, over every game played forward.
    let mut beyond = vec![(0i64, 0i64); candidates.len()];
    let mut samples = 0i64;
    let mut listed = Vec::new();
    'thinking: while samples < MOST_SAMPLES {
        // Every candidate meets the same luck, so that they differ by what they are worth.
        let seed = u64::from(mind.luck.below(u32::MAX));
        let mut worths = Vec::with_capacity(candidates.len());
        for &candidate in &candidates {
            if !mind.may_think() {
                break 'thinking;
            }
            let (worth, cost) = play_on(display, state, side, candidate, seed, &mut listed);
            worths.push(i64::from(worth));
            mind.budget.plies = mind.budget.plies.saturating_sub(cost / PLIES_FOR_ONE);
        }
        for ((sum, squares), worth) in beyond.iter_mut().zip(&worths) {
            let more = worth - worths[0];
            *sum += more;
            *squares += more * more;
        }
        samples += 1;
    }
    let is_sure = |&(_, &(sum, squares)): &(usize, &(i64, i64))| {
        samples >= FEWEST_SAMPLES
            && sum > 0
            && 100 * sum * sum * (samples - 1) > SURE * (samples * squares - sum * sum)
    };
    let better = beyond.iter().enumerate().filter(is_sure).max_by_key(|(_, (sum, _))| *sum);
    Some(better.map_or(by_thumb, |(at, _)| candidates[at].choice))
}

/// What comes into question: what each manner would do, and what else is good in the first.
fn candidates<'a>(
    sight: &Sight<'a>,
    question: Question,
    listed: &[Action],
    first: Choice<Action>,
) -> Vec<Candidate<'a>> {
    let mut found = vec![Candidate { choice: first, manner: sight.weights }];
    let is_known = |found: &[Candidate<'_>], action| {
        let alike = |known: &Candidate<'_>| {
            is_alike(sight.display, sight.state, known.choice.action, action)
        };
        found.iter().any(alike)
    };
    for manner in weights::MANNERS {
        let other = Sight::of(sight.display, sight.state, sight.side, manner);
        let Some(choice) = other.choose(question, listed) else { continue };
        if !is_known(&found, choice.action) {
            found.push(Candidate { choice, manner });
        }
    }
    let mut scored: Vec<(i32, Action)> =
        listed.iter().map(|&action| (sight.score(action), action)).collect();
    scored.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    let most = (found.len() + MOST_OTHERS).min(MOST_CANDIDATES);
    for (_, action) in scored {
        if found.len() >= most {
            break;
        }
        if is_known(&found, action) {
            continue;
        }
        if let Some(choice) = sight.choose(question, &[action]) {
            found.push(Candidate { choice, manner: sight.weights });
        }
    }
    found
}

/// Whether two actions do the same with units that are the same.
fn is_alike(display: &Display, state: &State, one: Action, other: Action) -> bool {
    let same = |one: UnitId, other: UnitId| {
        let (a, b) = (&display.battle().units[one.index()], &display.battle().units[other.index()]);
        let (c, d) = (&state.units[one.index()], &state.units[other.index()]);
        one == other
            || (a.kind == b.kind
                && a.steps == b.steps
                && (c.place, c.line, c.lost, c.mate.is_some(), c.engaged)
                    == (d.place, d.line, d.lost, d.mate.is_some(), d.engaged)
                && state.leader_of(one).is_none()
                && state.leader_of(other).is_none())
    };
    match (one, other) {
        (Action::Forward(a), Action::Forward(b)) | (Action::Back(a), Action::Back(b)) => same(a, b),
        (Action::Exchange { back: a, forward: b }, Action::Exchange { back: c, forward: d }) => {
            same(a, c) && same(b, d)
        }
        (
            Action::Move { unit: a, to, line },
            Action::Move { unit: b, to: other_to, line: other_line },
        )
        | (
            Action::Advance { unit: a, to, line },
            Action::Advance { unit: b, to: other_to, line: other_line },
        ) => to == other_to && line == other_line && same(a, b),
        (Action::Duel { attacker: a, defender: b }, Action::Duel { attacker: c, defender: d }) => {
            same(a, c) && same(b, d)
        }
        (Action::Stack { unit: a, on: b }, Action::Stack { unit: c, on: d }) => {
            same(a, c) && same(b, d)
        }
        (Action::Lead { leader: a, unit: b }, Action::Lead { leader: c, unit: d }) => {
            a == c && same(b, d)
        }
        (one, other) => one == other,
    }
}

/// Plays an answer and then on by rules of thumb to the end; what the position is worth then, and how many
/// plies it took.
fn play_on(
    display: &Display,
    from: &State,
    side: Side,
    first: Candidate<'_>,
    seed: u64,
    listed: &mut Vec<Action>,
) -> (i32, u32) {
    let mut dice = Dice::new(seed);
    let mut state = from.clone();
    let (ours, theirs) = (first.manner.in_haste(), weights::SOUND.in_haste());
    let mut plies = 0;
    if display
        .apply(&mut state, display.seat(side), first.choice.action, &mut dice, &mut Drop)
        .is_err()
    {
        return (i32::MIN / 2, 1);
    }
    while let Decision::Ask(ask) = display.decision(&state) {
        plies += 1;
        if state.ending.is_some() {
            break;
        }
        listed.clear();
        display.actions(&state, listed);
        let (mover, manner) = match display.seat(side) == ask.seat {
            true => (side, &ours),
            false => (side.other(), &theirs),
        };
        let sight = Sight::of(display, &state, mover, manner);
        let Some(chosen) = sight.choose(ask.question, listed) else { break };
        if display.apply(&mut state, ask.seat, chosen.action, &mut dice, &mut Drop).is_err() {
            break;
        }
    }
    (worth::position(display, &state, side), plies)
}
