//! Shock and pursuit under way, in words (9.1, 9.4).

use super::orders::{TenureToml, tenure};
use super::writing::{Entry, Writer, list, quoted};
use super::{HexToml, Lookup, side};
use crate::command::activation::Tenure;
use crate::command::leaders::{bit, leaders_in};
use crate::engine::state::{State, Trail};
use crate::engine::steps::Step;
use crate::model::hex::Hex;
use crate::model::order_of_battle::{LeaderId, UnitSet};
use crate::rout::routing::{Rout, RunOver};
use crate::shock::advance::Advance;
use crate::shock::pursuit::Pursuit;
use crate::shock::{Combat, ShockSegment, ShockStage, leader_bit};
use diadem_cases::Finding;
use serde::Deserialize;

/// A shock segment as a case writes it: its combats, the ways of those who have run, and the steps that lie
/// upon each other, the last of which is asked or done now.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShockToml {
    by: TenureToml,
    #[serde(default)]
    combats: Vec<CombatToml>,
    #[serde(default)]
    trails: Vec<TrailToml>,
    steps: Vec<StepToml>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct CombatToml {
    attackers: Vec<String>,
    defenders: Vec<String>,
    all: Option<Vec<String>>,
    routed: Vec<String>,
    ground: Option<Vec<HexToml>>,
    left_early: Vec<HexToml>,
    defended: Vec<HexToml>,
    opened: Vec<String>,
    champions: Vec<String>,
    attacker: Option<String>,
    defender: Option<String>,
    fallen_attacker: Option<u8>,
    fallen_defender: Option<u8>,
    silent: Vec<String>,
    fought: bool,
    hits: [u8; 2],
    position: bool,
    superior: bool,
    routing: Vec<String>,
    stood: Vec<String>,
    advanced: Vec<String>,
    pivoted: Vec<String>,
    rolled: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrailToml {
    unit: String,
    from: Vec<HexToml>,
    sides: Vec<String>,
}

/// One step: a stage of the segment, a unit that advances, pursues or runs, or one that was run through.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct StepToml {
    stage: Option<ShockStage>,
    at: u8,
    first: u8,
    advance: Option<String>,
    entered: bool,
    pursuit: Option<String>,
    quarry: Option<String>,
    rout: Option<String>,
    run_over: Option<String>,
    runner: Option<String>,
    stopped_in: bool,
    left: Option<u8>,
    from: Option<HexToml>,
    gone: u8,
    riders: Vec<String>,
}

/// Goes into the middle of a shock segment as the words say.
pub(super) fn begin(
    lookup: &Lookup<'_, '_>,
    state: &mut State,
    read: &ShockToml,
) -> Result<(), Finding> {
    for words in &read.combats {
        let combat = combat(lookup, state, words)?;
        state.combats.push(combat);
    }
    for words in &read.trails {
        state.trails.push(trail(lookup, words)?);
    }
    let tenure = tenure(lookup, &read.by.table())?;
    for words in &read.steps {
        let step = step(lookup, words, tenure, state.combats.len())?;
        state.steps.push(step);
    }
    let begins = read.steps.first().is_some_and(|step| step.stage.is_some());
    if !begins {
        return Err(lookup.words.complain("the first of `steps` names the `stage` of the segment"));
    }
    Ok(())
}

fn combat(lookup: &Lookup<'_, '_>, state: &State, words: &CombatToml) -> Result<Combat, Finding> {
    let units = |names: &[String]| lookup.units(names);
    let hexes = |words: &[HexToml]| -> Result<Vec<Hex>, Finding> {
        words.iter().map(|word| lookup.hex(word)).collect()
    };
    let (attackers, defenders) = (units(&words.attackers)?, units(&words.defenders)?);
    let ground = match &words.ground {
        Some(words) => hexes(words)?,
        None => defenders.iter().flat_map(|unit| lookup.game.hexes_of(state, unit)).collect(),
    };
    let early = hexes(&words.left_early)?;
    let early = ground.iter().enumerate().filter(|(_, hex)| early.contains(hex));
    let mut combat = Combat {
        attackers,
        defenders,
        all: match &words.all {
            Some(names) => units(names)?,
            None => attackers.or(defenders),
        },
        routed: units(&words.routed)?,
        opened: units(&words.opened)?,
        left_early: early.fold(0, |bits, (at, _)| bits | 1u8.checked_shl(at as u32).unwrap_or(0)),
        attacker: words.attacker.as_ref().map(|name| lookup.unit(name)).transpose()?,
        defender: words.defender.as_ref().map(|name| lookup.unit(name)).transpose()?,
        fallen: [words.fallen_attacker, words.fallen_defender],
        fought: words.fought,
        hits: words.hits,
        has_position: words.position,
        is_superior: words.superior,
        routing: units(&words.routing)?,
        stood: units(&words.stood)?,
        advanced: units(&words.advanced)?,
        pivoted: units(&words.pivoted)?,
        rolled: units(&words.rolled)?,
        ..Combat::NONE
    };
    for (place, hex) in combat.ground.iter_mut().zip(ground) {
        *place = Some(hex);
    }
    for (place, hex) in combat.defended.iter_mut().zip(hexes(&words.defended)?) {
        *place = Some(hex);
    }
    for name in &words.champions {
        let leader = lookup.leader(name)?;
        let attacks = attackers.iter().next().map(|unit| lookup.game.camp(unit));
        let side = usize::from(attacks != Some(lookup.game.camp_of(leader)));
        combat.champions[side] = Some(leader);
    }
    for name in &words.silent {
        combat.silent |= leader_bit(lookup.leader(name)?);
    }
    Ok(combat)
}

fn trail(lookup: &Lookup<'_, '_>, words: &TrailToml) -> Result<Trail, Finding> {
    let mut trail = Trail { unit: lookup.unit(&words.unit)?, from: [None; 2], sides: [None; 4] };
    for (place, word) in trail.from.iter_mut().zip(&words.from) {
        *place = Some(lookup.hex(word)?);
    }
    for (place, word) in trail.sides.iter_mut().zip(&words.sides) {
        *place = Some(side(word, lookup.words)?);
    }
    Ok(trail)
}

fn step(
    lookup: &Lookup<'_, '_>,
    words: &StepToml,
    tenure: Tenure,
    combats: usize,
) -> Result<Step, Finding> {
    let mut riders = 0;
    for name in &words.riders {
        riders |= bit(lookup.leader(name)?);
    }
    let quarry = words.quarry.as_ref().map(|name| lookup.unit(name)).transpose()?;
    let from = words.from.as_ref().map(|word| lookup.hex(word)).transpose()?;
    let gone = words.gone;
    if let (Some(friend), Some(by)) = (&words.run_over, &words.runner) {
        let (friend, by) = (lookup.unit(friend)?, lookup.unit(by)?);
        return Ok(Step::RunOver(RunOver { friend, by, stopped_in: words.stopped_in }));
    }
    Ok(match (words.stage, &words.advance, &words.pursuit, &words.rout) {
        (Some(stage), None, None, None) => {
            if usize::from(words.first) > combats || words.at < words.first {
                let words = "`at` and `first` are places in the list of combats, `at` not before";
                return Err(lookup.words.complain(words));
            }
            Step::Shock(ShockSegment { tenure, stage, at: words.at, first: words.first })
        }
        (None, Some(name), None, None) => {
            Step::Advance(Advance { unit: lookup.unit(name)?, entered: words.entered })
        }
        (None, None, Some(name), None) => {
            Step::Pursuit(Pursuit { unit: lookup.unit(name)?, quarry, gone, riders })
        }
        (None, None, None, Some(name)) => {
            let left = words.left.unwrap_or(lookup.game.charts().rally.rout_hexes);
            let unit = lookup.unit(name)?;
            Step::Rout(Rout { unit, left, by_points: false, gone, from, riders })
        }
        _ => {
            let words = "a step of shock is a `stage`, an `advance`, a `pursuit`, a `rout`, or who was `run_over`";
            return Err(lookup.words.complain(words));
        }
    })
}

/// The words for the shock segment under way, as `begin` reads them.
pub(super) fn words(writer: &Writer<'_>) -> Option<String> {
    let state = writer.state;
    let first = state.steps.iter().position(|step| matches!(step, Step::Shock(_)))?;
    let steps = &state.steps[first..];
    let Step::Shock(segment) = steps[0] else { return None };
    let mut entry = Entry::of("by", &writer.tenure(segment.tenure).in_braces());
    let combats: Vec<String> = state.combats.iter().map(|one| combat_words(writer, one)).collect();
    entry.add("combats", &list(&combats));
    let trails: Vec<String> = state.trails.iter().map(|one| trail_words(writer, one)).collect();
    entry.add("trails", &list(&trails));
    let steps: Vec<String> = steps.iter().filter_map(|step| step_words(writer, step)).collect();
    entry.add("steps", &list(&steps));
    Some(entry.in_braces())
}

fn hexes_words<'a>(hexes: impl IntoIterator<Item = &'a Option<Hex>>) -> String {
    let words = hexes.into_iter().flatten().map(|hex| quoted(&hex.to_string()));
    list(&words.collect::<Vec<String>>())
}

fn combat_words(writer: &Writer<'_>, combat: &Combat) -> String {
    let mut entry = Entry::of("attackers", &writer.units(combat.attackers));
    let leaders = |leaders: &mut dyn Iterator<Item = LeaderId>| {
        list(&leaders.map(|leader| writer.leader_word(leader)).collect::<Vec<String>>())
    };
    let early = |at: &usize| combat.left_early >> at & 1 == 1;
    let early: Vec<Option<Hex>> =
        (0..combat.ground.len()).filter(early).map(|at| combat.ground[at]).collect();
    let silent = writer.game.leaders().filter(|&one| combat.silent & leader_bit(one) != 0);
    entry.add("defenders", &writer.units(combat.defenders));
    entry.add("all", &writer.units(combat.all));
    entry.add("ground", &hexes_words(&combat.ground));
    entry.add("left_early", &hexes_words(&early));
    entry.add("defended", &hexes_words(&combat.defended));
    entry.add("champions", &leaders(&mut combat.champions.into_iter().flatten()));
    entry.add("silent", &leaders(&mut silent.into_iter()));
    let chosen = [("attacker", combat.attacker), ("defender", combat.defender)];
    for (key, unit) in chosen.into_iter().filter_map(|(key, unit)| Some((key, unit?))) {
        entry.add(key, &writer.unit_word(unit));
    }
    for (key, fallen) in ["fallen_attacker", "fallen_defender"].into_iter().zip(combat.fallen) {
        if let Some(charisma) = fallen {
            entry.add(key, &charisma.to_string());
        }
    }
    entry.flag("fought", combat.fought);
    entry.add("hits", &format!("{:?}", combat.hits));
    entry.flag("position", combat.has_position);
    entry.flag("superior", combat.is_superior);
    let sets: [(&str, UnitSet); 7] = [
        ("routed", combat.routed),
        ("opened", combat.opened),
        ("routing", combat.routing),
        ("stood", combat.stood),
        ("advanced", combat.advanced),
        ("pivoted", combat.pivoted),
        ("rolled", combat.rolled),
    ];
    for (key, units) in sets.into_iter().filter(|(_, units)| !units.is_empty()) {
        entry.add(key, &writer.units(units));
    }
    entry.in_braces()
}

fn trail_words(writer: &Writer<'_>, trail: &Trail) -> String {
    let mut entry = Entry::of("unit", &writer.unit_word(trail.unit));
    entry.add("from", &hexes_words(&trail.from));
    let sides = trail.sides.iter().flatten().map(|side| quoted(side.code()));
    entry.add("sides", &list(&sides.collect::<Vec<String>>()));
    entry.in_braces()
}

fn step_words(writer: &Writer<'_>, step: &Step) -> Option<String> {
    let riders = |bits: u32| {
        list(&leaders_in(bits).map(|one| writer.leader_word(one)).collect::<Vec<String>>())
    };
    let entry = match *step {
        Step::Shock(segment) => {
            let mut entry = Entry::of("stage", &quoted(stage_word(segment.stage)));
            entry.add("at", &segment.at.to_string());
            entry.add("first", &segment.first.to_string());
            entry
        }
        Step::Advance(advance) => {
            let mut entry = Entry::of("advance", &writer.unit_word(advance.unit));
            entry.flag("entered", advance.entered);
            entry
        }
        Step::Pursuit(pursuit) => {
            let mut entry = Entry::of("pursuit", &writer.unit_word(pursuit.unit));
            if let Some(quarry) = pursuit.quarry {
                entry.add("quarry", &writer.unit_word(quarry));
            }
            entry.number("gone", pursuit.gone);
            entry.add("riders", &riders(pursuit.riders));
            entry
        }
        Step::Rout(rout) => {
            let mut entry = Entry::of("rout", &writer.unit_word(rout.unit));
            entry.add("left", &rout.left.to_string());
            if let Some(from) = rout.from {
                entry.add("from", &quoted(&from.to_string()));
            }
            entry.number("gone", rout.gone);
            entry.add("riders", &riders(rout.riders));
            entry
        }
        Step::RunOver(run_over) => {
            let mut entry = Entry::of("run_over", &writer.unit_word(run_over.friend));
            entry.add("runner", &writer.unit_word(run_over.by));
            entry.flag("stopped_in", run_over.stopped_in);
            entry
        }
        _ => return None,
    };
    Some(entry.in_braces())
}

/// A stage as serde reads it.
const fn stage_word(stage: ShockStage) -> &'static str {
    match stage {
        ShockStage::Designation => "designation",
        ShockStage::Allocation => "allocation",
        ShockStage::OpenRanks => "open_ranks",
        ShockStage::Charge => "charge",
        ShockStage::ChargeRouts => "charge_routs",
        ShockStage::ChargeAdvances => "charge_advances",
        ShockStage::Leaders => "leaders",
        ShockStage::DefenderType => "defender_type",
        ShockStage::AttackerType => "attacker_type",
        ShockStage::Struggle => "struggle",
        ShockStage::Hits => "hits",
        ShockStage::Push => "push",
        ShockStage::Collapse => "collapse",
        ShockStage::CollapseRouts => "collapse_routs",
        ShockStage::LastStand => "last_stand",
        ShockStage::LastRouts => "last_routs",
        ShockStage::Advances => "advances",
        ShockStage::Aftermath => "aftermath",
    }
}
