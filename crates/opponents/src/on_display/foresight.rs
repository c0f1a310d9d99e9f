//! Playing on: what becomes of each movement that comes into question.
//!
//! Attacks are left to the rules of thumb: between them a few games played forward tell nothing but luck.

use super::side_of;
use super::thumb::Sight;
use super::weights;
use super::worth;
use crate::mind::{Choice, Mind};
use diadem_core::{Decision, Dice, Drop, Game};
use diadem_display::{Action, Display, Question, State, UnitId};

/// Answers that are played forward, the likeliest first.
const MOST_CANDIDATES: usize = 8;
/// A ply on the display is this much cheaper than one of the budget.
const PLIES_FOR_ONE: u32 = 4;
/// With fewer plies than this a captain goes by his rules of thumb: too few games played forward mislead him.
const ENOUGH: u32 = 1_000;
/// The square of how many times the usual error another answer must be better by than the rule of thumb's, in
/// hundredths.
const SURE: i64 = 144;

/// The best answer of those worth a thought.
pub(crate) fn choose(
    sight: &Sight<'_>,
    question: Question,
    listed: &[Action],
    mind: &mut Mind<'_>,
) -> Option<Choice<Action>> {
    let by_thumb = sight.choose(question, listed)?;
    if question != Question::Move || mind.budget.plies < ENOUGH {
        return Some(by_thumb);
    }
    let candidates = candidates(sight, listed, by_thumb.action);
    let better = try_out(sight, &candidates, mind).filter(|&action| action != by_thumb.action);
    let better = better.and_then(|action| sight.choose(question, &[action]));
    Some(better.unwrap_or(by_thumb))
}

/// What comes into question: the rule of thumb's answer, then the others as it ranks them.
fn candidates(sight: &Sight<'_>, listed: &[Action], first: Action) -> Vec<Action> {
    let mut scored: Vec<(i32, Action)> =
        listed.iter().map(|&action| (sight.score(action), action)).collect();
    scored.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    let mut found = vec![first];
    for (_, action) in scored {
        let is_known = |&known: &Action| is_alike(sight.display, sight.state, known, action);
        if found.len() < MOST_CANDIDATES && !found.iter().any(is_known) {
            found.push(action);
        }
    }
    found
}

/// The one that surely brings more than the first. All are played forward, then the better half of them, and so on;
/// the first stays to the end, to be compared with.
fn try_out(sight: &Sight<'_>, candidates: &[Action], mind: &mut Mind<'_>) -> Option<Action> {
    let mut left: Vec<usize> = (1..candidates.len()).collect();
    let mut trials: Vec<Trial> = vec![Trial::default(); candidates.len()];
    let mut samples = 0;
    let mut listed = Vec::new();
    while let Some(halvings) = left.len().checked_ilog2() {
        let until = mind.budget.plies - mind.budget.plies / (halvings + 1);
        while mind.budget.plies > until {
            if !mind.may_think() {
                return None;
            }
            // Every candidate meets the same luck, so that they differ by what they are worth.
            let seed = u64::from(mind.luck.below(u32::MAX));
            let (first, mut plies) = play_on(sight, candidates[0], seed, &mut listed);
            for &at in &left {
                let (worth, cost) = play_on(sight, candidates[at], seed, &mut listed);
                plies += cost;
                trials[at].add(i64::from(worth) - i64::from(first));
            }
            mind.budget.plies = mind.budget.plies.saturating_sub(plies / PLIES_FOR_ONE);
            samples += 1;
        }
        left.sort_by_key(|&at| (std::cmp::Reverse(trials[at].sum), at));
        if halvings == 0 {
            break;
        }
        left.truncate(left.len().div_ceil(2));
    }
    let best = left.first().copied().filter(|&at| trials[at].is_sure(samples))?;
    Some(candidates[best])
}

/// What an answer has brought beyond the first, and the squares of it, over every game played forward.
#[derive(Clone, Copy, Default)]
struct Trial {
    sum: i64,
    squares: i64,
}

impl Trial {
    fn add(&mut self, more: i64) {
        self.sum += more;
        self.squares += more * more;
    }

    fn is_sure(&self, samples: i64) -> bool {
        let Trial { sum, squares } = *self;
        sum > 0 && 100 * sum * sum * (samples - 1) > SURE * (samples * squares - sum * sum)
    }
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

/// Plays an answer and then on to the end; what the position is worth then, and how many plies it took. The enemy goes
/// by a recruit's rules of thumb: whoever takes him for a captain waits for what never comes.
fn play_on(sight: &Sight<'_>, first: Action, seed: u64, listed: &mut Vec<Action>) -> (i32, u32) {
    let Sight { display, side, .. } = *sight;
    let mut dice = Dice::new(seed);
    let mut state = sight.state.clone();
    let (ours, theirs) = (sight.weights.in_haste(), weights::PLAIN);
    let mut plies = 1;
    let played = display
        .decision(&state)
        .ask()
        .map(|ask| display.apply(&mut state, ask.seat, first, &mut dice, &mut Drop));
    if !matches!(played, Some(Ok(()))) {
        return (-2 * worth::VICTORY, plies);
    }
    while let Decision::Ask(ask) = display.decision(&state) {
        if state.ending.is_some() {
            break;
        }
        plies += 1;
        listed.clear();
        display.actions(&state, listed);
        let (mover, manner) = match side_of(display, ask.seat) {
            Some(mover) if mover != side => (mover, &theirs),
            _ => (side, &ours),
        };
        let action = match listed.as_slice() {
            &[only] => Some(only),
            _ => {
                let sight = Sight::of(display, &state, mover, manner);
                sight.choose(ask.question, listed).map(|choice| choice.action)
            }
        };
        let played =
            action.map(|action| display.apply(&mut state, ask.seat, action, &mut dice, &mut Drop));
        if !matches!(played, Some(Ok(()))) {
            break;
        }
    }
    (worth::position(display, &state, side), plies)
}
