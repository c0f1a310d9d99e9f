//! A plain soldier: goes for the enemy, shoots when he can, attacks when he is there. What he answers is
//! always one of the answers that the rules list.

use diadem_hexes::{Action, Go, Hex, Hexes, Question, State, UnitId};

/// Whether those withdraw who may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Temper {
    /// They do.
    Wary,
    /// They stand.
    Stubborn,
}

/// His answer.
pub fn answer(
    rules: &Hexes,
    state: &State,
    question: Question,
    actions: &[Action],
    temper: Temper,
) -> Action {
    let find = |wanted: fn(&Action) -> bool| actions.iter().copied().find(wanted);
    let done = || find(|it| *it == Action::Done);
    let wanted = match question {
        Question::Command(_) => find(|it| matches!(it, Action::Individual)),
        Question::Activation => find(|it| matches!(it, Action::Activate(_))),
        Question::Orders(_) => order(rules, state, actions),
        Question::Move(unit) => find(|it| matches!(it, Action::FireAt(_)))
            .or_else(|| step(rules, state, unit, actions))
            .or_else(done),
        Question::Momentum(_) => done(),
        _ => find(|it| matches!(it, Action::Withdraw(_)))
            .filter(|_| temper == Temper::Wary)
            .or_else(|| find(|it| matches!(it, Action::Shock(true))))
            .or_else(|| find(|it| matches!(it, Action::ReactionFire { .. })))
            .or_else(|| find(|it| matches!(it, Action::Engage(_)))),
    };
    wanted.or_else(done).unwrap_or(actions[0])
}

/// An order for whoever is nearest to the enemy and not yet next to him.
fn order(rules: &Hexes, state: &State, actions: &[Action]) -> Option<Action> {
    let units = actions.iter().filter_map(|action| match *action {
        Action::Order(unit) => Some(unit),
        _ => None,
    });
    let far = |unit: &UnitId| {
        state.unit(*unit).hex().map_or(u8::MAX, |hex| apart(rules, state, *unit, hex))
    };
    let best = units.filter(|unit| far(unit) > 1 && !state.unit(*unit).moved).min_by_key(far);
    best.map(Action::Order)
}

/// The step that leads nearer to the enemy.
fn step(rules: &Hexes, state: &State, unit: UnitId, actions: &[Action]) -> Option<Action> {
    let here = apart(rules, state, unit, state.unit(unit).hex()?);
    let steps = actions.iter().filter_map(|action| match *action {
        Action::Go(go @ Go::Forward(_)) => {
            Some((apart(rules, state, unit, rules.placement_after(state, go)?.hex), go))
        }
        _ => None,
    });
    let best = steps.min_by_key(|(apart, _)| *apart).filter(|(apart, _)| *apart < here);
    best.map(|(_, go)| Action::Go(go))
}

/// How far the nearest enemy is.
fn apart(rules: &Hexes, state: &State, unit: UnitId, hex: Hex) -> u8 {
    let army = rules.camp(unit);
    let enemies =
        rules.units().filter(|&other| rules.camp(other) != army && !state.unit(other).routed);
    let hexes = enemies.flat_map(|other| rules.hexes_of(state, other));
    hexes.map(|there| there.distance(hex)).min().unwrap_or(u8::MAX)
}
