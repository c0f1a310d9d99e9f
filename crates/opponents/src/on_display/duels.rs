//! Which duels are worth fighting, by the odds that the rules give.

use super::thumb::Manner;
use super::worth;
use diadem_display::{Bout, Display, LeaderId, Prospect, State, UnitId};

/// Leader casualties in sixths of a sixth: a death, and half of it for a wound.
const FALLS: i32 = 9;

/// What an attack of one unit on another brings on average, in sixths of what units are worth.
pub(crate) fn gain(
    display: &Display,
    state: &State,
    attacker: UnitId,
    defender: UnitId,
    manner: Manner,
) -> i32 {
    let risk = |unit| match manner {
        Manner::Plain => 0,
        Manner::Sound => risk(display, state, unit),
    };
    let whole = |unit| worth::unit(display, state, unit);
    let step = |unit| whole(unit) - worth::after_a_loss(display, state, unit);
    match display.prospect(state, attacker, defender) {
        Prospect::Shot(shot) => i32::from(shot.hits) * (step(defender) + risk(defender)),
        Prospect::Duel(_, chances) => {
            let [attacker_loses, attacker_routs, _, defender_routs, defender_loses] =
                chances.map(i32::from);
            // A routed unit comes home after the battle, perhaps before its end.
            let routed = |unit: UnitId| {
                let led = state.leader_of(unit);
                let firm = led.is_some_and(|leader| is_alexander(display, leader));
                let kept = if firm { 0 } else { whole(unit) * 4 / 5 };
                kept + risk(unit)
            };
            let lost = |unit: UnitId| step(unit) + risk(unit);
            let fire = fire_at(display, state, attacker, defender);
            defender_routs * routed(defender) + defender_loses * lost(defender)
                - attacker_routs * routed(attacker)
                - attacker_loses * lost(attacker)
                - fire * step(attacker)
        }
    }
}

/// The chance in sixths that the attacked unit shoots first and hits.
fn fire_at(display: &Display, state: &State, attacker: UnitId, defender: UnitId) -> i32 {
    let shoots = display.battle().units[defender.index()].kind.shoots();
    if !shoots || state.units[attacker.index()].engaged == Some(defender) {
        return 0;
    }
    match display.prospect(state, defender, attacker) {
        Prospect::Shot(shot) => i32::from(shot.hits),
        Prospect::Duel(..) => 0,
    }
}

/// What the leader of a unit stands to lose when it suffers.
fn risk(display: &Display, state: &State, unit: UnitId) -> i32 {
    let Some(leader) = state.leader_of(unit) else { return 0 };
    let at_stake = worth::leader(display, state, leader);
    // Alexander dies on a second roll only.
    let share = if is_alexander(display, leader) { 36 } else { FALLS - 1 };
    at_stake / share
}

fn is_alexander(display: &Display, leader: LeaderId) -> bool {
    display.battle().leaders[leader.index()].who == diadem_display::Who::Alexander
}

/// What an attack of one box on another brings on average, if the best pairs meet.
pub(crate) fn gain_of_box(display: &Display, state: &State, bout: Bout, manner: Manner) -> i32 {
    let mut pairs: Vec<(i32, UnitId, UnitId)> = display
        .pairings(state, bout)
        .into_iter()
        .map(|(one, other)| (gain(display, state, one, other, manner), one, other))
        .collect();
    pairs.sort_by_key(|&(gain, one, other)| (-gain, one, other));
    let (mut mine, mut theirs) = (diadem_display::UnitSet::NONE, diadem_display::UnitSet::NONE);
    let mut sum = 0;
    for (gain, one, other) in pairs {
        if !mine.contains(one) && !theirs.contains(other) {
            mine.insert(one);
            theirs.insert(other);
            sum += gain;
        }
    }
    sum
}
