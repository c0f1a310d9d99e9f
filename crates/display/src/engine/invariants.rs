//! What must hold after every ply.

use crate::combat::Attack;
use crate::engine::display::Display;
use crate::engine::position::Position;
use crate::engine::state::{Place, Stand, State};
use crate::engine::steps::Step;
use crate::model::army::UnitId;
use crate::model::boxes::{BoxId, Line, Post};
use crate::model::sets::UnitSet;
use diadem_core::{Broken, Camp, Game};

pub(crate) fn check(rules: &Display, state: &State) -> Result<(), Broken> {
    let setup = rules.battle();
    ensure(state.units.len() == setup.units.len(), || "units have come or gone".into())?;
    ensure(state.leaders.len() == setup.leaders.len(), || "leaders have come or gone".into())?;
    let position = Position::of(rules, state);
    for index in 0..state.units.len() {
        of_unit(&position, UnitId(index as u8))?;
    }
    for at in BoxId::all() {
        of_box(&position, at)?;
    }
    of_leaders(&position)?;
    of_the_phase(&position)
}

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(Broken(otherwise())) }
}

/// A unit is in one place, alive or dead, engaged and stacked with whom it says.
fn of_unit(position: &Position<'_>, id: UnitId) -> Result<(), Broken> {
    let (rules, state) = (position.rules, position.state);
    let name = || rules.names().units[id.index()].clone();
    let unit = state.unit(id);
    let setup = rules.unit(id);
    let camp = rules.camp_of(id);
    let steps = setup.steps.len() as u8;
    let is_dead = unit.place == Place::Dead;
    ensure(is_dead == (unit.lost >= steps), || format!("{} is dead or it has steps", name()))?;
    ensure(unit.lost >= setup.lost, || format!("{} has regained a step", name()))?;
    match unit.place {
        Place::In(at) => {
            let routed_elsewhere = at.post() == Post::Routed && at.camp() != camp;
            ensure(!routed_elsewhere, || format!("{} routed to the enemy's box", name()))?;
        }
        Place::Stacked(on) => ensure(state.unit(on).mate == Some(id), || {
            format!("{} is stacked with a unit that does not know it", name())
        })?,
        Place::Unplaced => ensure(state.round == 0, || format!("{} was never set up", name()))?,
        Place::Hidden | Place::Dead => {}
    }
    let is_on_the_field = matches!(unit.place, Place::In(at) if at.post() != Post::Routed);
    if let Some(mate) = unit.mate {
        let alike = |class: &UnitSet| class.contains(id) && class.contains(mate);
        ensure(
            state.unit(mate).place == Place::Stacked(id)
                && rules.classes.doubling.iter().any(alike)
                && state.unit(mate).mate.is_none()
                && rules.force_of(mate) == setup.force
                && matches!(unit.place, Place::In(_)),
            || format!("{} is doubled against the rules", name()),
        )?;
    }
    if let Some(enemy) = unit.engaged {
        let mutual = state.unit(enemy).engaged == Some(id) && rules.camp_of(enemy) != camp;
        ensure(mutual && is_on_the_field, || format!("{} is engaged with nobody", name()))?;
        let linked = state
            .box_of(id)
            .zip(state.box_of(enemy))
            .is_some_and(|(here, there)| rules.board().links(here).contains(there));
        ensure(linked, || format!("{} is engaged with a unit out of reach", name()))?;
    }
    Ok(())
}

/// A box holds one camp, as many as it may, and a first line before a second.
fn of_box(position: &Position<'_>, at: BoxId) -> Result<(), Broken> {
    let (rules, state) = (position.rules, position.state);
    let capacity = rules.board().capacity();
    let told = |what: &str| format!("the {:?} {:?} box {what}", at.camp(), at.post());
    let [ours, theirs] = [at.camp(), at.camp().other()].map(|camp| position.of_camp(camp, at));
    ensure(ours.is_empty() || theirs.is_empty(), || told("holds both sides"))?;
    if state.ending.is_some() {
        // Doubled units have come apart (10.7), so more may stand there than could fight.
        return Ok(());
    }
    if let Some(one) = position.at[at.index()].first().filter(|_| at.post() != Post::Routed) {
        let all_of_one = (position.at[at.index()] - rules.units_of(rules.force_of(one))).is_empty();
        ensure(all_of_one, || told("is shared by allies"))?;
    }
    ensure(theirs.len() <= usize::from(capacity.intruders), || told("holds too many enemies"))?;
    let lined = ours & position.second;
    ensure((theirs & position.second).is_empty(), || told("has a second line of enemies"))?;
    match at.post() {
        post if post.is_line() => {
            let first = (ours - position.second).len();
            ensure(first <= usize::from(capacity.lines[0]), || told("has too long a first line"))?;
            let second = lined.len();
            ensure(second <= usize::from(capacity.lines[1]), || {
                told("has too long a second line")
            })?;
            // It may be hollow while armies are set up, while its force moves, and from a combat to the next
            // movement, before which an ally of the force may attack.
            let is_allys =
                at.camp() == position.camp && position.of_force(position.force, at).is_empty();
            let is_fought = !position.turn.boxes.is_empty();
            let may_be = *state.step() != Step::Attack(Attack) || is_fought || is_allys;
            ensure(may_be || first > 0 || second == 0, || told("has no first line"))?;
        }
        post if post.is_outflank() => {
            let ours_fit = ours.len() <= usize::from(capacity.outflank);
            ensure(ours_fit && lined.is_empty(), || told("is too full"))?;
            let light = rules.classes.outflanking;
            ensure(((ours | theirs) - light).is_empty(), || told("holds units too heavy for it"))?;
        }
        _ => ensure(lined.is_empty(), || told("has lines"))?,
    }
    Ok(())
}

/// A leader is with a living unit of his camp, alone with it, or in a box of the field.
fn of_leaders(position: &Position<'_>) -> Result<(), Broken> {
    let (rules, state) = (position.rules, position.state);
    let mut led = UnitSet::NONE;
    for camp in Camp::BOTH {
        for leader in rules.retinue(camp).iter() {
            let name = || rules.names().leaders[leader.index()].clone();
            match state.leader(leader).stand {
                Stand::With(unit) => {
                    let stands = matches!(state.unit(unit).place, Place::In(_));
                    ensure(
                        stands && rules.force_of(unit) == rules.force_of_leader(leader),
                        || format!("{} is with a unit that does not stand", name()),
                    )?;
                    ensure(!led.contains(unit), || format!("{} shares his unit", name()))?;
                    led.insert(unit);
                }
                Stand::In(at) => {
                    let captured = position.of_camp(camp.other(), at).is_empty();
                    ensure(captured, || format!("{} is among enemies and free", name()))?;
                }
                Stand::Unplaced => {
                    ensure(state.round == 0, || format!("{} was never set up", name()))?;
                }
                Stand::Hidden | Stand::Killed | Stand::Captured => {}
            }
        }
    }
    Ok(())
}

/// What is under way fits together, and somebody is asked.
fn of_the_phase(position: &Position<'_>) -> Result<(), Broken> {
    let state = position.state;
    let below = |steps: &[Step]| steps.split_last().map(|(&top, rest)| (top, rest.last().copied()));
    for depth in 1..=state.steps.len() {
        let Some((step, under)) = below(&state.steps[..depth]) else { continue };
        ensure(lies_upon(step, under), || format!("{step:?} lies upon {under:?}"))?;
    }
    let is_over = state.is_over();
    let asks = position.rules.decision(state).ask().is_some();
    ensure(!state.steps.is_empty() && asks != is_over, || "nobody is asked anything".into())?;
    let first = state.steps.first();
    let is_set_up = matches!(first, Some(Step::SetUp(_)));
    ensure((state.round == 0) == is_set_up, || "a round out of step".into())?;
    ensure(state.round <= position.rules.charts.rounds, || "a round after nightfall".into())?;
    let is_fought = matches!(first, Some(Step::Turn(_)));
    let is_after = !is_set_up && !is_fought;
    ensure(state.ending.is_some() == is_after, || "an end out of step".into())?;
    ensure(!is_fought || position.decided().is_none(), || "a decided battle goes on".into())?;
    let second_or_dead = |unit: &crate::engine::state::UnitState| {
        unit.line == Line::First || matches!(unit.place, Place::In(at) if at.post().is_line())
    };
    ensure(state.units.iter().all(second_or_dead), || "a second line out of the line".into())
}

/// Whether a step has below it what it is a part of.
fn lies_upon(step: Step, under: Option<Step>) -> bool {
    match step {
        Step::SetUp(_) | Step::Turn(_) | Step::Pursuit(_) | Step::Over(_) => under.is_none(),
        Step::Rally(_) | Step::Movement(_) | Step::Attack(_) => {
            matches!(under, Some(Step::Turn(_)))
        }
        Step::Return(_) => matches!(under, Some(Step::Rally(_))),
        Step::Fill(_) => matches!(under, Some(Step::Movement(_) | Step::Fill(_))),
        Step::Duels(_) => matches!(under, Some(Step::Attack(_))),
        Step::Clash(_) | Step::Displaced(_) => matches!(under, Some(Step::Duels(_))),
        Step::DefensiveFire(_) | Step::TakePart(_) => matches!(under, Some(Step::Clash(_))),
        Step::Caught(_) => matches!(under, Some(Step::Pursuit(_))),
    }
}
