//! Armies and garrisons as stacks of counters with their leaders beside them.

use super::hands;
use crate::window::figures;
use crate::window::pieces::{self, Counter, Emphasis, Medallion};
use crate::window::table::{Table, Target};
use diadem_campaign::ids::{LeaderId, ProvinceId, UnitId};
use diadem_campaign::powers::Power;
use diadem_campaign::state::{Done, LeaderDone, Place};
use diadem_campaign::{Campaign, State};
use eframe::egui::{Pos2, Rect, Vec2, vec2};

/// Those of one side who stand in one place.
#[derive(Clone, PartialEq, Debug)]
pub struct Stack {
    /// Where they stand.
    pub place: Place,
    /// The province that is in.
    pub province: ProvinceId,
    /// Whom they serve.
    pub power: Power,
    /// Who they are, the strongest first.
    pub units: Vec<(UnitId, Counter)>,
    /// Who leads them, the ablest first.
    pub leaders: Vec<(LeaderId, Medallion)>,
    /// What they are called.
    pub name: String,
    /// Whether somebody of the other side stands beside them.
    pub shares: bool,
}

/// Every stack on the map.
pub fn stacks(table: &Table, campaign: &Campaign, state: &State) -> Vec<Stack> {
    let mut stacks: Vec<Stack> = Vec::new();
    let of = |stacks: &mut Vec<Stack>, place: Place, power: Power| -> Option<usize> {
        let province = campaign.province_of(place)?;
        let known = stacks.iter().position(|one| one.place == place && one.power == power);
        Some(known.unwrap_or_else(|| {
            let whose = campaign.power_name(power);
            let name = match place {
                Place::City(city) => {
                    format!("{whose} garrison of {}", campaign.board[city].name)
                }
                _ => format!("{whose} army in {}", campaign.board[province].name),
            };
            let (units, leaders) = (Vec::new(), Vec::new());
            stacks.push(Stack { place, province, power, units, leaders, name, shares: false });
            stacks.len() - 1
        }))
    };
    for (unit, piece) in campaign.roster.units().zip(&state.units) {
        if let Some(index) = of(&mut stacks, piece.place, piece.power) {
            stacks[index].units.push((unit, counter(table, campaign, state, unit)));
        }
    }
    for (leader, piece) in campaign.roster.leaders().zip(&state.leaders) {
        if let Some(index) = of(&mut stacks, piece.place, piece.power) {
            stacks[index].leaders.push((leader, medallion(table, campaign, state, leader)));
        }
    }
    let places: Vec<_> = stacks.iter().map(|one| (one.place, one.power)).collect();
    for stack in &mut stacks {
        stack.units.sort_by_key(|(_, one)| std::cmp::Reverse((one.attack, one.defence, one.steps)));
        stack.leaders.sort_by_key(|(_, one)| std::cmp::Reverse(one.ability));
        let beside =
            |&(place, power): &(Place, Power)| place == stack.place && power != stack.power;
        stack.shares = places.iter().any(beside);
    }
    stacks
}

/// The counter of a unit as it stands.
pub fn counter(table: &Table, campaign: &Campaign, state: &State, unit: UnitId) -> Counter {
    let piece = state.unit(unit);
    let chosen = state.march().is_some_and(|march| march.units.contains(unit))
        || state.siege().is_some_and(|siege| siege.units.contains(unit));
    let emphasis = if chosen {
        Emphasis::Chosen
    } else if !hands::answers(table, Target::Unit(unit)).is_empty() {
        Emphasis::Eligible
    } else if piece.done.marched || piece.done.evaded {
        Emphasis::Spent
    } else {
        Emphasis::Plain
    };
    figures::counter(campaign, state, unit, emphasis)
}

/// The medallion of a leader as he stands.
fn medallion(table: &Table, campaign: &Campaign, state: &State, leader: LeaderId) -> Medallion {
    let chosen = state.march().is_some_and(|march| march.leader == Some(leader))
        || state.siege().is_some_and(|siege| siege.leaders.contains(leader));
    let emphasis = if chosen {
        Emphasis::Chosen
    } else if table.answers_at(Target::Leader(leader)).next().is_some() {
        Emphasis::Eligible
    } else if state.leader(leader).done.marched {
        Emphasis::Spent
    } else {
        Emphasis::Plain
    };
    figures::medallion(campaign, state, leader, emphasis)
}

/// A unit's name among its like: `Macedonian phalanx 3`.
pub fn unit_name(campaign: &Campaign, unit: UnitId) -> String {
    let printed = &campaign.roster[unit];
    match printed.count {
        1 => printed.name.clone(),
        _ => format!("{} {}", printed.name, unit.0 - printed.first.0 + 1),
    }
}

/// What is told about a unit: its strength, its steps, and what it has done this turn.
pub fn unit_words(campaign: &Campaign, state: &State, unit: UnitId) -> String {
    let (printed, piece) = (&campaign.roster[unit], state.unit(unit));
    let strength = printed.strength(piece.steps);
    let steps = format!("{} of {} steps", piece.steps, printed.full());
    let Done { marched, left_city, entered_city, evaded, fought, besieged, entered_play } =
        piece.done;
    let done = [
        (entered_play, "has come this turn"),
        (marched, "has marched"),
        (left_city, "has come out of a city"),
        (entered_city, "has gone into a city"),
        (evaded, "has evaded"),
        (fought, "has fought"),
        (besieged, "has besieged"),
    ];
    words(format!("{}–{}, {steps}", strength.attack, strength.defence), &done)
}

/// What is told about a leader.
pub fn leader_words(campaign: &Campaign, state: &State, leader: LeaderId) -> String {
    let piece = state.leader(leader);
    let LeaderDone { marched, left_city, entered_city, besieged, evaded, entered_play } =
        piece.done;
    let done = [
        (piece.wounded, "is wounded"),
        (entered_play, "has come this turn"),
        (marched, "has marched"),
        (left_city, "has come out of a city"),
        (entered_city, "has gone into a city"),
        (besieged, "has led a siege"),
        (evaded, "has evaded"),
    ];
    words(format!("ability {}", campaign.ability(state, leader)), &done)
}

fn words(first: String, done: &[(bool, &str)]) -> String {
    let done: Vec<&str> = done.iter().filter(|(is, _)| *is).map(|(_, what)| *what).collect();
    if done.is_empty() { first } else { format!("{first}; {}", done.join(", ")) }
}

/// Where the pieces of a stack are drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Laid {
    /// The counter on top, if there is a unit at all.
    pub top: Option<Rect>,
    /// The medallions: middle and radius.
    pub leaders: Vec<(Pos2, f32)>,
    /// Everything.
    pub bounds: Rect,
}

/// How wide a counter is on the map.
pub fn counter_width(scale: f32) -> f32 {
    (41.0 * scale.max(0.05).powf(0.45)).clamp(30.0, 66.0)
}

/// Lays every stack: armies around their anchors, and where a city or another stack is in the way,
/// beside it, as long as `fits` says that their province reaches so far.
pub fn lay_all(
    stacks: &[Stack],
    anchors: &[Pos2],
    cities: &[Rect],
    scale: f32,
    fits: impl Fn(&Stack, Pos2) -> bool,
) -> Vec<Laid> {
    let width = counter_width(scale);
    let mut laid: Vec<Option<Laid>> = vec![None; stacks.len()];
    let mut taken: Vec<Rect> = cities.to_vec();
    let in_city = |stack: &Stack| matches!(stack.place, Place::City(_));
    // Garrisons give way to armies, and armies to cities.
    for garrisons in [false, true] {
        for (index, (stack, &anchor)) in stacks.iter().zip(anchors).enumerate() {
            if in_city(stack) != garrisons {
                continue;
            }
            let ways = if garrisons { &AROUND[..] } else { &ASIDE[..] };
            let places = || ways.iter().map(|&(right, down)| vec2(right, down) * width);
            let own = Rect::from_center_size(anchor, Vec2::splat(2.0));
            let free = |one: &Laid| {
                let room = one.bounds.shrink(2.0);
                let own_city = |other: &Rect| garrisons && other.intersects(own);
                !taken.iter().any(|other| other.intersects(room) && !own_city(other))
            };
            let found = places()
                .filter(|&aside| garrisons || fits(stack, anchor + aside))
                .map(|aside| lay(stack, anchor + aside, width))
                .find(free);
            let one = found.unwrap_or_else(|| {
                let first = places().next().unwrap_or_default();
                lay(stack, anchor + first, width)
            });
            taken.push(one.bounds);
            laid[index] = Some(one);
        }
    }
    laid.into_iter().flatten().collect()
}

/// Where an army stands, in widths of a counter, the nearest first.
const ASIDE: [(f32, f32); 13] = [
    (0.0, 0.0),
    (0.0, -0.35),
    (0.0, 0.35),
    (0.4, 0.0),
    (-0.4, 0.0),
    (0.0, -0.7),
    (0.0, 0.7),
    (0.6, -0.5),
    (-0.6, -0.5),
    (0.6, 0.5),
    (-0.6, 0.5),
    (0.9, 0.0),
    (-0.9, 0.0),
];

/// Where a garrison stands: above its city, or else around it.
const AROUND: [(f32, f32); 6] =
    [(0.0, -0.78), (0.8, -0.5), (-0.8, -0.5), (0.0, 0.8), (0.8, 0.4), (-0.8, 0.4)];

/// Lays a stack around a place.
fn lay(stack: &Stack, middle: Pos2, width: f32) -> Laid {
    let in_city = matches!(stack.place, Place::City(_));
    let width = width * if in_city { 0.72 } else { 1.0 };
    let size = pieces::COUNTER * width;
    let radius = width * 0.44;
    let led = !stack.leaders.is_empty();
    // Two powers in one province stand apart.
    let aside = match (stack.shares && !in_city, stack.power.index()) {
        (false, _) => 0.0,
        (true, 0) => -width * 0.98,
        (true, _) => width * 0.98,
    };
    let middle = middle + vec2(aside, 0.0);
    let has_units = !stack.units.is_empty();
    let shift = if led && has_units { radius * 0.72 } else { 0.0 };
    let top = has_units.then(|| Rect::from_center_size(middle + vec2(shift, 0.0), size));
    let column = match top {
        Some(top) => top.left() - radius * 0.55,
        None => middle.x,
    };
    let leaders: Vec<(Pos2, f32)> = (0u8..)
        .zip(&stack.leaders)
        .map(|(row, _)| {
            let small = if row == 0 { radius } else { radius * 0.74 };
            let down = match row {
                0 => -radius * 0.12,
                row => radius * 0.62 + radius * 1.15 * (f32::from(row) - 0.5),
            };
            (Pos2::new(column - (radius - small) * 0.5, middle.y + down), small)
        })
        .collect();
    let mut bounds = top.unwrap_or(Rect::NOTHING);
    for &(at, radius) in &leaders {
        bounds = bounds.union(Rect::from_center_size(at, Vec2::splat(radius * 2.0)));
    }
    Laid { top, leaders, bounds }
}
