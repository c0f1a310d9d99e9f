//! What is true of the things that a case can name.

use super::box_words;
use crate::ask::Prospect;
use crate::engine::display::Display;
use crate::engine::position::Position;
use crate::engine::sequence::Phase;
use crate::engine::state::{Place, Stand, State};
use crate::model::army::{LeaderId, UnitId};
use crate::model::boxes::{BoxId, Line};
use crate::model::charts::CombatResult;
use crate::report::{Fate, fate};
use diadem_cases::Facts;

fn names<'a>(game: &'a Display, units: impl Iterator<Item = UnitId> + 'a) -> Vec<String> {
    units.map(|unit| game.unit_name(unit).to_owned()).collect()
}

pub(super) fn unit_facts(game: &Display, state: &State, unit: UnitId) -> Facts {
    let here = state.unit(unit);
    let place = match here.place {
        Place::Unplaced | Place::Hidden => "nowhere".to_owned(),
        Place::Dead => "dead".to_owned(),
        Place::In(at) => box_words(at),
        Place::Stacked(on) => format!("stacked with {}", game.unit_name(on)),
    };
    let strength = game.strength(state, unit);
    let name = |id: Option<UnitId>| id.map_or("nobody", |id| game.unit_name(id)).to_owned();
    Facts::about("unit")
        .fact("at", place)
        .fact("line", i64::from(here.line == Line::Second) + 1)
        .fact("steps", i64::from(game.steps_left(state, unit)))
        .fact("strength", format!("{}-{}", strength.attack, strength.defense))
        .fact("engaged", name(here.engaged))
        .fact("doubled", name(here.mate))
        .fact("leader", state.leader_of(unit).map_or("nobody", |id| game.leader_name(id)))
        .fact("attacked", i64::from(here.attacked))
}

pub(super) fn leader_facts(game: &Display, state: &State, leader: LeaderId) -> Facts {
    let with = match state.leader(leader).stand {
        Stand::With(unit) => game.unit_name(unit),
        _ => "nobody",
    };
    let fate = match fate(state, leader) {
        Fate::Unhurt => "unhurt",
        Fate::Wounded => "wounded",
        Fate::Killed => "killed",
        Fate::Captured => "captured",
    };
    let at = state.box_of_leader(leader);
    Facts::about("leader")
        .fact("with", with)
        .fact("at", at.map_or("nowhere".to_owned(), box_words))
        .fact("fate", fate)
        .fact("rating", i64::from(game.rating(state, leader)))
        .fact("commands", game.commanders(game.camp_of_leader(leader)).contains(leader))
}

pub(super) fn box_facts(game: &Display, state: &State, at: BoxId) -> Facts {
    let position = Position::of(game, state);
    let targets: Vec<String> = game.targets(state, at).iter().map(box_words).collect();
    let links: Vec<String> = game.board().links(at).iter().map(box_words).collect();
    Facts::about("box")
        .fact("first", names(game, position.in_line(at, Line::First).iter()))
        .fact("second", names(game, position.in_line(at, Line::Second).iter()))
        .fact("may_attack", targets)
        .fact("links", links)
}

pub(super) fn duel_facts(
    game: &Display,
    state: &State,
    attacker: UnitId,
    defender: UnitId,
) -> Facts {
    match game.prospect(state, attacker, defender) {
        Prospect::Duel(reckoning, chances) => {
            let (attack, defense) = reckoning.strengths();
            let facts = Facts::about("duel")
                .fact("attack", i64::from(attack))
                .fact("defense", i64::from(defense))
                .fact("column", reckoning.heading.to_string())
                .fact("shift", i64::from(reckoning.shift));
            CombatResult::ALL.into_iter().zip(chances).fold(facts, |facts, (result, chance)| {
                facts.fact(result.printed(), i64::from(chance))
            })
        }
        Prospect::Shot(shot) => Facts::about("duel")
            .fact("strength", i64::from(shot.strength))
            .fact("added", i64::from(shot.modifier.map_or(0, |modifier| modifier.amount)))
            .fact("hits", i64::from(shot.hits)),
    }
}

pub(super) fn battle_facts(game: &Display, state: &State) -> Facts {
    let phase = match state.phase() {
        Some(Phase::Rally) => "rally",
        Some(Phase::Movement) => "movement",
        Some(Phase::Combat) => "combat",
        None if state.round == 0 => "set up",
        None if state.is_over() => "over",
        None => "pursuit",
    };
    let facts = Facts::about("battle")
        .fact("round", i64::from(state.round))
        .fact("phase", phase)
        .fact("turn", game.force_name(state.active));
    match game.report(state) {
        None => facts,
        Some(report) => {
            let routed = (0..report.units.len()).filter(|&index| report.units[index].routed);
            facts
                .fact("winner", report.winner.map_or("nobody", |camp| game.camp_name(camp)))
                .fact("darius_routed", report.darius_routed)
                .fact("routed", names(game, routed.map(|unit| UnitId::new(unit as u8))))
        }
    }
}
