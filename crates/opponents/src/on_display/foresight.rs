//! Playing on: what becomes of each answer that comes into question.

use super::thumb::{Manner, Sight};
use super::worth;
use crate::mind::{Choice, Mind};
use diadem_core::{Decision, Dice, Drop, Game};
use diadem_display::{Action, Display, Question, Side, State, UnitId};

/// Answers that are played forward, the likeliest first.
const MOST_CANDIDATES: usize = 8;
/// A ply on the display is this much cheaper than one of the budget.
const PLIES_FOR_ONE: u32 = 10;
/// Rounds that are played forward; then the position is weighed.
const ROUNDS: u8 = 4;

/// The best answer of those worth a thought.
pub(crate) fn choose(
    display: &Display,
    state: &State,
    side: Side,
    question: Question,
    listed: &[Action],
    mind: &mut Mind<'_>,
) -> Option<Choice<Action>> {
    let sight = Sight::of(display, state, side, Manner::Sound);
    let by_thumb = sight.choose(question, listed)?;
    let weighty = matches!(
        question,
        Question::Move | Question::Attack | Question::Duel | Question::TakePart(..)
    );
    if !weighty {
        return Some(by_thumb);
    }
    let candidates = candidates(&sight, listed, by_thumb.action);
    if candidates.len() < 2 {
        return Some(by_thumb);
    }
    let mut sums = vec![0i64; candidates.len()];
    let mut played = 0u32;
    let mut plies = i64::from(mind.budget.plies) * i64::from(PLIES_FOR_ONE);
    let mut scratch = Scratch::default();
    // Every candidate meets the same luck, so that they differ by what they are worth.
    'thinking: while plies > 0 && played < MOST_SAMPLES {
        let seed = u64::from(mind.luck.below(u32::MAX));
        let mut round = vec![0i64; candidates.len()];
        for (sum, &candidate) in round.iter_mut().zip(&candidates) {
            if mind.stop.is_asked() {
                break 'thinking;
            }
            let (worth, cost) = play_on(display, state, side, candidate, seed, &mut scratch);
            *sum = i64::from(worth);
            plies -= i64::from(cost);
        }
        sums.iter_mut().zip(round).for_each(|(sum, more)| *sum += more);
        played += 1;
    }
    let most = sums.iter().copied().max()?;
    let at = sums.iter().position(|&sum| sum == most)?;
    let action = candidates[at];
    if action == by_thumb.action || played == 0 {
        return Some(by_thumb);
    }
    let named = sight.choose(question, &[action])?;
    Some(Choice { action, why: named.why })
}

const MOST_SAMPLES: u32 = 64;

/// What comes into question: the best by rule of thumb, one of each sort.
fn candidates(sight: &Sight<'_>, listed: &[Action], first: Action) -> Vec<Action> {
    let mut scored: Vec<(i32, Action)> =
        listed.iter().map(|&action| (sight.score(action), action)).collect();
    scored.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    let mut found = vec![first];
    for (_, action) in scored {
        if found.len() >= MOST_CANDIDATES {
            break;
        }
        let known = |&known: &Action| is_alike(sight.display, sight.state, known, action);
        if !found.iter().any(known) {
            found.push(action);
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

/// Lists that are kept from one game played forward to the next.
#[derive(Default)]
struct Scratch {
    listed: Vec<Action>,
}

/// Plays an answer and then on by rules of thumb for some rounds; what the position is worth then, and how many
/// plies it took.
fn play_on(
    display: &Display,
    from: &State,
    side: Side,
    first: Action,
    seed: u64,
    scratch: &mut Scratch,
) -> (i32, u32) {
    let mut dice = Dice::new(seed);
    let mut state = from.clone();
    let last = from.round.saturating_add(ROUNDS);
    let mut plies = 0;
    if display.apply(&mut state, display.seat(side), first, &mut dice, &mut Drop).is_err() {
        return (i32::MIN / 2, 1);
    }
    while let Decision::Ask(ask) = display.decision(&state) {
        plies += 1;
        if state.ending.is_some() || state.round > last {
            break;
        }
        scratch.listed.clear();
        display.actions(&state, &mut scratch.listed);
        let mover = if display.seat(side) == ask.seat { side } else { side.other() };
        let sight = Sight::of(display, &state, mover, Manner::Sound);
        let Some(chosen) = sight.choose(ask.question, &scratch.listed) else { break };
        if display.apply(&mut state, ask.seat, chosen.action, &mut dice, &mut Drop).is_err() {
            break;
        }
    }
    (worth::position(display, &state, side), plies)
}
