//! What units, leaders and whole positions on the display are worth.

use diadem_core::Camp;
use diadem_display::{BoxId, Display, LeaderId, Place, Post, Stand, State, UnitId};

/// A won battle, on the scale of what is in it.
pub(crate) const VICTORY: i32 = 1_200;

/// A unit as it stands: what it fights with now counts twice, what it could still lose once.
pub(crate) fn unit(display: &Display, state: &State, unit: UnitId) -> i32 {
    let setup = &display.battle().units[unit.index()];
    let one = &state.units[unit.index()];
    let strength = display.strength(state, unit);
    let now = if setup.kind.shoots() {
        i32::from(strength.attack) * 5 + i32::from(strength.defense)
    } else {
        i32::from(strength.attack) + i32::from(strength.defense)
    };
    let below = setup.steps.iter().skip(usize::from(one.lost) + 1);
    let below: i32 = below.map(|step| i32::from(step.attack) + i32::from(step.defense)).sum();
    let mate = if one.mate.is_some() { now / 2 } else { 0 };
    now * 2 + below + mate
}

/// The same with one step less.
pub(crate) fn after_a_loss(display: &Display, state: &State, unit: UnitId) -> i32 {
    let setup = &display.battle().units[unit.index()];
    let one = &state.units[unit.index()];
    let lost = usize::from(one.lost) + usize::from(one.mate.is_none());
    let step = |step: &diadem_display::Strength| {
        let attack = i32::from(step.attack) * if setup.kind.shoots() { 5 } else { 1 };
        attack + i32::from(step.defense)
    };
    let Some(now) = setup.steps.get(lost) else { return 0 };
    step(now) * 2 + setup.steps.iter().skip(lost + 1).map(step).sum::<i32>()
}

/// What it costs a side when this leader falls.
pub(crate) fn leader(display: &Display, state: &State, leader: LeaderId) -> i32 {
    let rating = i32::from(display.rating(state, leader));
    let side = display.camp_of_leader(leader);
    if display.commanders(side).contains(leader) { VICTORY } else { 10 + rating * 5 }
}

/// How well a side stands; what the enemy has is taken off.
pub(crate) fn position(display: &Display, state: &State, side: Camp) -> i32 {
    let army = |side: Camp| {
        let units = display.muster(side).iter().map(|one| standing(display, state, one, side));
        let leaders = display.retinue(side).iter().map(|one| alive(display, state, one));
        units.sum::<i32>() + leaders.sum::<i32>()
    };
    let mut balance = army(side) - army(side.other());
    if let Some(ending) = state.ending {
        match ending.winner {
            Some(winner) if winner == side => balance += VICTORY,
            Some(_) => balance -= VICTORY,
            None => {}
        }
    }
    balance
}

fn standing(display: &Display, state: &State, one: UnitId, side: Camp) -> i32 {
    match state.units[one.index()].place {
        Place::In(at) if at == BoxId::of(side, Post::Routed) => {
            let worth = unit(display, state, one);
            if state.leader_of(one).is_some() { worth * 2 / 5 } else { worth / 5 }
        }
        Place::In(at) if at.camp() != side => unit(display, state, one) + 6,
        Place::In(_) => unit(display, state, one),
        _ => 0,
    }
}

fn alive(display: &Display, state: &State, leader: LeaderId) -> i32 {
    match state.leaders[leader.index()].stand {
        Stand::Killed | Stand::Captured => 0,
        _ => 10 + i32::from(display.rating(state, leader)) * 5,
    }
}
