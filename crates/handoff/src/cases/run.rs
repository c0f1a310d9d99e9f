//! Procedures: the phases of a turn, and a battle that was fought.

use super::Lookup;
use super::hexes_told::{self, HexBattleToml};
use crate::forms::Event;
use crate::scene::State;
use crate::war::War;
use diadem_campaign::ids::LeaderId;
use diadem_campaign::powers::Power;
use diadem_campaign::steps::{
    Arrivals, Attrition, BeginTurn, Combats, CountPoints, Departures, Deplete, EndTurn, Feed,
    Movement, Recovery, Scorch, Sieges, Stragglers,
};
use diadem_campaign::{
    Action, BattleOffer, BattleReport, Campaign, Commander, Fighter, LeaderFate, Step, Switch,
    UnitFate, Waiting,
};
use diadem_cases::{CasePosition, Finding, Words};
use diadem_core::{Camp, Dice, Mapped, Sink};
use serde::Deserialize;

/// A phase of the turn.
#[derive(Clone, Copy)]
enum Phase {
    Turn,
    Supply,
    Combat,
    Events,
    EndOfTurn,
    Arrivals(Power),
    Replacements(Power),
    Movement(Power),
    Sieges(Power),
}

impl Phase {
    /// The phase of a name such as `supply` or `persian movement`.
    fn named(lookup: &Lookup<'_, '_>, name: &str) -> Result<Phase, Finding> {
        const UNKNOWN: &str = "there is no such phase; there are \"turn\", \"supply\", \"combat\", \"events\", \
             \"end of turn\", and of a power such as \"persian\" its \"arrivals\", \"replacements\", \
             \"movement\" and \"sieges\"";
        match (name, name.rsplit_once(' ')) {
            ("turn", _) => Ok(Phase::Turn),
            ("supply", _) => Ok(Phase::Supply),
            ("combat", _) => Ok(Phase::Combat),
            ("events", _) => Ok(Phase::Events),
            ("end of turn", _) => Ok(Phase::EndOfTurn),
            (_, Some((power, "arrivals"))) => Ok(Phase::Arrivals(lookup.power(power)?)),
            (_, Some((power, "replacements"))) => Ok(Phase::Replacements(lookup.power(power)?)),
            (_, Some((power, "movement"))) => Ok(Phase::Movement(lookup.power(power)?)),
            (_, Some((power, "sieges"))) => Ok(Phase::Sieges(lookup.power(power)?)),
            _ => Err(lookup.words.complain(UNKNOWN)),
        }
    }
}

/// A battle that was fought, told rather than played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FoughtToml {
    battle: String,
    winner: Option<String>,
    #[serde(default)]
    wounded: Vec<String>,
    #[serde(default)]
    killed: Vec<String>,
    #[serde(default)]
    captured: Vec<String>,
    #[serde(default)]
    darius_fled: bool,
    /// Every unit of these types loses a step.
    #[serde(default)]
    reduced: Vec<String>,
    /// Every unit of these types dies.
    #[serde(default)]
    destroyed: Vec<String>,
}

/// Runs one phase, several in order, or the end of a battle. When the last is done, nothing more is
/// asked.
pub(super) fn run(
    at: &mut CasePosition<War>,
    words: &Words<'_>,
    dice: &mut Dice,
    sink: &mut impl Sink<Event>,
) -> Result<(), Finding> {
    let war = at.game.clone();
    let Some(campaign) = war.campaign() else { return Ok(()) };
    let lookup = Lookup { campaign, words };
    if words.get("battle").is_some() {
        return fight(&lookup, &mut at.state, &words.read()?, dice, sink);
    }
    if words.get("hexes").is_some() {
        let read: HexBattleToml = words.read()?;
        meet(&lookup, &mut at.state, &read.hexes, dice, sink)?;
        war.settle(&mut at.state, dice, sink);
        return hexes_told::end(&lookup, &war, &mut at.state, &read, dice, sink);
    }
    let listed = words.items();
    let names: Vec<String> = if listed.is_empty() { vec![words.read()?] } else { words.read()? };
    let phases = names.iter().map(|name| Phase::named(&lookup, name));
    let phases = phases.collect::<Result<Vec<Phase>, Finding>>()?;
    let Some(map) = &mut at.state.campaign else { return Ok(()) };
    map.steps.clear();
    for phase in phases.into_iter().rev() {
        push(campaign, map, phase);
    }
    campaign.run(map, dice, &mut Mapped::new(sink, Event::Campaign));
    war.settle(&mut at.state, dice, sink);
    Ok(())
}

/// Puts the steps of a phase on the stack, the last first.
fn push(campaign: &Campaign, map: &mut diadem_campaign::State, phase: Phase) {
    let steps: Vec<Step> = match phase {
        Phase::Turn => vec![BeginTurn.into()],
        Phase::Supply => {
            let feeds = campaign.powers.iter().rev().map(|power| Feed(power).into());
            let scorch = campaign.switches.has(Switch::ScorchedEarth).then(|| Scorch.into());
            let first = [Attrition { after: None }.into(), Deplete.into()];
            first.into_iter().chain(feeds).chain(scorch).collect()
        }
        Phase::Arrivals(power) => vec![Arrivals(power).into(), Departures(power).into()],
        Phase::Replacements(power) => vec![CountPoints(power).into(), Recovery(power).into()],
        Phase::Movement(power) => vec![Movement(power).into()],
        Phase::Combat => vec![Combats::default().into(), Stragglers.into()],
        Phase::Sieges(power) => vec![Sieges(power).into()],
        Phase::Events => return campaign.push_events(map),
        Phase::EndOfTurn => vec![EndTurn.into()],
    };
    map.steps.extend(steps);
    if matches!(phase, Phase::Supply) {
        map.hungry_lands = map.depleted;
    }
}

/// Two armies meet in a province, and nobody evades.
fn meet(
    lookup: &Lookup<'_, '_>,
    state: &mut State,
    province: &str,
    dice: &mut Dice,
    sink: &mut impl Sink<Event>,
) -> Result<Option<BattleOffer>, Finding> {
    let campaign = lookup.campaign;
    let Some(map) = &mut state.campaign else { return Ok(None) };
    let mut sink = Mapped::new(sink, Event::Campaign);
    map.steps.clear();
    map.steps.push(Combats::default().into());
    let province = lookup.province(province)?;
    while let Waiting::Ask(ask) = campaign.waiting(map) {
        let mut listed = Vec::new();
        campaign.actions(map, &mut listed);
        let wanted = |one: &&Action| match one {
            Action::Fight(at, _) => *at == province,
            other => **other == Action::Stand,
        };
        let Some(&action) = listed.iter().find(wanted) else { break };
        let done = campaign.apply(map, ask.seat, action, dice, &mut sink);
        done.map_err(|illegal| lookup.words.complain(illegal.to_string()))?;
    }
    let offer = campaign.offer(map).filter(|_| campaign.waiting(map) == Waiting::Battle);
    offer.map(Some).ok_or_else(|| lookup.words.complain("no two armies meet there"))
}

/// The camp of a power that fights.
pub(super) fn camp_of(
    lookup: &Lookup<'_, '_>,
    offer: &BattleOffer,
    key: &str,
) -> Result<Camp, Finding> {
    let power = lookup.power(key)?;
    let fights = |camp: &Camp| offer.camps[camp.index()].iter().any(|one| one.power == power);
    let camp = Camp::BOTH.into_iter().find(fights);
    camp.ok_or_else(|| lookup.words.complain(format!("\"{key}\" does not fight there")))
}

/// Two armies meet, nobody evades, and the battle ends as it is told.
fn fight(
    lookup: &Lookup<'_, '_>,
    state: &mut State,
    read: &FoughtToml,
    dice: &mut Dice,
    sink: &mut impl Sink<Event>,
) -> Result<(), Finding> {
    let campaign = lookup.campaign;
    let Some(offer) = meet(lookup, state, &read.battle, dice, sink)? else { return Ok(()) };
    let Some(map) = &mut state.campaign else { return Ok(()) };
    let among = |leader: LeaderId, names: &[String]| names.contains(&campaign.roster[leader].key);
    let mut report = BattleReport {
        winner: read.winner.as_deref().map(|key| camp_of(lookup, &offer, key)).transpose()?,
        units: Vec::new(),
        leaders: Vec::new(),
        darius_fled: read.darius_fled,
    };
    for army in &offer.armies {
        for &Fighter { unit, steps, .. } in &army.units {
            let key = &campaign.roster[unit].key;
            let steps = match (read.destroyed.contains(key), read.reduced.contains(key)) {
                (true, _) => 0,
                (false, reduced) => steps - u8::from(reduced),
            };
            report.units.push(UnitFate { unit, steps });
        }
        for &Commander { leader, wounded, .. } in &army.leaders {
            report.leaders.push(if among(leader, &read.killed) {
                LeaderFate::Killed(leader)
            } else if among(leader, &read.captured) {
                LeaderFate::Captured(leader)
            } else {
                let wounded = wounded || among(leader, &read.wounded);
                LeaderFate::Lives { leader, wounded }
            });
        }
    }
    campaign.report(map, &report, dice, &mut Mapped::new(sink, Event::Campaign));
    Ok(())
}
