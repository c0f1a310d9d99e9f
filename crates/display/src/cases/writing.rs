//! The other way round: a battle at the table in the words of a rule case.

use super::{box_words, post_name};
use crate::engine::display::Display;
use crate::engine::sequence::{Phase, Turn};
use crate::engine::state::{HowEnded, Place, Stand, State};
use crate::model::army::{Doubling, Kind, LeaderId, Placing, UnitId, Who};
use crate::model::boxes::{BoxId, Line};
use crate::model::charts::Pursuer;
use crate::model::sets::UnitSet;
use crate::pursuit::{Caught, Pursuit};
use diadem_core::Camp;
use std::fmt::Write;

/// A battle as the `[position]` of a rule case. What was done in the phase so far is not in it.
pub fn position_words(game: &Display, state: &State) -> String {
    let mut text = String::from("\n[position]\n");
    let phase = match state.phase() {
        Some(Phase::Rally) => "rally",
        Some(Phase::Movement) => "movement",
        Some(Phase::Combat) => "combat",
        None if state.round == 0 => "set_up",
        // What is left of a battle after its end is written as its last fight.
        None if state.is_over() => "combat",
        None => "pursuit",
    };
    let _ = writeln!(text, "phase = {phase:?}\nturn = {:?}", side_word(game.camp(state.active)));
    if state.round > 0 {
        let _ = writeln!(text, "round = {}", state.round);
    }
    if phase == "pursuit" {
        pursuit(&mut text, game, state);
    }
    let switches = game.battle().switches;
    let on = [
        ("secret_set_up", switches.secret_set_up),
        ("light_infantry_fire", switches.light_infantry_fire),
        ("odds_shift", switches.odds_shift),
    ];
    let on: Vec<&str> = on.into_iter().filter(|(_, on)| *on).map(|(name, _)| name).collect();
    if !on.is_empty() {
        let _ = writeln!(text, "switches = {on:?}");
    }
    for camp in Camp::BOTH {
        army(&mut text, game, state, camp);
    }
    text
}

/// How the battle has ended, who may still roll, and who is caught by the last roll.
fn pursuit(text: &mut String, game: &Display, state: &State) {
    let ended = match state.ending.map(|ending| ending.how) {
        Some(HowEnded::CommanderLost) => "commander_lost",
        Some(HowEnded::Breakthrough) => "breakthrough",
        Some(HowEnded::Elimination | HowEnded::Nightfall) | None => "elimination",
    };
    let left = state.under_way::<Pursuit>().map_or(UnitSet::NONE, |pursuit| pursuit.pursuers);
    let pursuers: Vec<String> = left.iter().map(|unit| unit_name(game, unit)).collect();
    let _ = writeln!(text, "ended = {ended:?}\npursuers = {pursuers:?}");
    if let Some(Caught { owed, by }) = state.under_way() {
        let by = match by {
            Pursuer::Cavalry => "cavalry",
            Pursuer::LightInfantry => "light_infantry",
        };
        let _ = writeln!(text, "caught = {{ owed = {owed}, by = {by:?} }}");
    }
}

fn army(text: &mut String, game: &Display, state: &State, camp: Camp) {
    let _ = writeln!(text, "\n[position.{}]", side_word(camp));
    let placing = match game.force(game.leading_force(camp)).placing {
        Placing::ByRating => "by_rating",
        Placing::Free => "free",
    };
    let _ = writeln!(text, "placing = {placing:?}\nunits = [");
    for unit in game.muster(camp).iter() {
        let _ = writeln!(text, "  {},", unit_words(game, state, camp, unit));
    }
    text.push_str("]\nleaders = [\n");
    for leader in game.retinue(camp).iter() {
        let _ = writeln!(text, "  {},", leader_words(game, state, camp, leader));
    }
    text.push_str("]\n");
}

/// Names of units that are alike get a number, so that each can be meant.
fn unit_name(game: &Display, unit: UnitId) -> String {
    format!("{} {}", game.names().units[unit.index()], unit.index() + 1)
}

fn leader_name(game: &Display, leader: LeaderId) -> String {
    format!("{} {}", game.names().leaders[leader.index()], leader.index() + 1)
}

fn unit_words(game: &Display, state: &State, camp: Camp, unit: UnitId) -> String {
    let (printed, now) = (&game.battle().units[unit.index()], state.unit(unit));
    let steps: Vec<String> =
        printed.steps.iter().map(|one| format!("[{}, {}]", one.attack, one.defense)).collect();
    let mut words = format!(
        "{{ unit = {:?}, kind = {:?}, steps = [{}]",
        unit_name(game, unit),
        kind_word(printed.kind),
        steps.join(", ")
    );
    if now.lost > 0 && now.place != Place::Dead {
        let _ = write!(words, ", lost = {}", now.lost);
    }
    match now.place {
        Place::In(at) => {
            let _ = write!(words, ", at = {:?}", at_word(camp, at));
        }
        Place::Stacked(on) => {
            let _ = write!(words, ", stacked = {:?}", unit_name(game, on));
        }
        Place::Dead => words.push_str(", dead = true"),
        Place::Unplaced | Place::Hidden => {}
    }
    if now.line == Line::Second {
        words.push_str(", line = 2");
    }
    if let Some(enemy) = now.engaged.filter(|_| camp == Camp::First) {
        let _ = write!(words, ", engaged = {:?}", unit_name(game, enemy));
    }
    for (key, holds) in [
        ("spartan", printed.spartan),
        ("doubles", printed.doubling != Doubling::Never),
        ("advanced", state.under_way::<Turn>().is_some_and(|turn| turn.advanced.contains(unit))),
    ] {
        if holds {
            let _ = write!(words, ", {key} = true");
        }
    }
    words + " }"
}

fn leader_words(game: &Display, state: &State, camp: Camp, leader: LeaderId) -> String {
    let (printed, now) = (&game.battle().leaders[leader.index()], state.leader(leader));
    let name = leader_name(game, leader);
    let mut words =
        format!("{{ leader = {name:?}, rating = [{}, {}]", printed.full, printed.wounded);
    let who = match printed.who {
        Who::Alexander => Some("alexander"),
        Who::Darius => Some("darius"),
        Who::Bessus => Some("bessus"),
        Who::Porus => Some("porus"),
        Who::Agis => Some("agis"),
        Who::Nameless => Some("nameless"),
        Who::Other => None,
    };
    if let Some(who) = who {
        let _ = write!(words, ", is = {who:?}");
    }
    if now.wounded {
        words.push_str(", wounded = true");
    }
    match now.stand {
        Stand::With(unit) => {
            let _ = write!(words, ", with = {:?}", unit_name(game, unit));
        }
        Stand::In(at) => {
            let _ = write!(words, ", at = {:?}", at_word(camp, at));
        }
        Stand::Killed => words.push_str(", fate = \"killed\""),
        Stand::Captured => words.push_str(", fate = \"captured\""),
        Stand::Unplaced | Stand::Hidden => {}
    }
    words + " }"
}

fn at_word(camp: Camp, at: BoxId) -> String {
    if at.camp() == camp { post_name(at.post()).to_owned() } else { box_words(at) }
}

fn side_word(camp: Camp) -> &'static str {
    match camp {
        Camp::First => "macedonian",
        Camp::Second => "persian",
    }
}

fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::HeavyInfantry => "heavy_infantry",
        Kind::Infantry => "infantry",
        Kind::LightInfantry => "light_infantry",
        Kind::Archer => "archer",
        Kind::HeavyCavalry => "heavy_cavalry",
        Kind::LightCavalry => "light_cavalry",
        Kind::HorseArcher => "horse_archer",
        Kind::Elephant => "elephant",
        Kind::Chariot => "chariot",
    }
}
