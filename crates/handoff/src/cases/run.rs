//! Procedures: the phases of a turn, and a battle that was fought.

use super::hexes_told::{self, HexBattleToml};
use super::{Lookup, SideToml};
use crate::war::{Event, State, War};
use diadem_campaign::ids::LeaderId;
use diadem_campaign::pieces::Side;
use diadem_campaign::{
    Action, BattleOffer, BattleReport, Campaign, Fighter, LeaderFate, Step, Switch, UnitFate,
    Waiting,
};
use diadem_cases::{CasePosition, Finding, Words};
use diadem_core::{Dice, Mapped, Sink};
use serde::Deserialize;

/// A phase of the turn.
#[derive(Deserialize, Clone, Copy)]
enum Phase {
    #[serde(rename = "turn")]
    Turn,
    #[serde(rename = "supply")]
    Supply,
    #[serde(rename = "macedonian arrivals")]
    MacedonianArrivals,
    #[serde(rename = "macedonian replacements")]
    MacedonianReplacements,
    #[serde(rename = "macedonian movement")]
    MacedonianMovement,
    #[serde(rename = "persian arrivals")]
    PersianArrivals,
    #[serde(rename = "persian replacements")]
    PersianReplacements,
    #[serde(rename = "persian movement")]
    PersianMovement,
    #[serde(rename = "combat")]
    Combat,
    #[serde(rename = "macedonian sieges")]
    MacedonianSieges,
    #[serde(rename = "persian sieges")]
    PersianSieges,
    #[serde(rename = "events")]
    Events,
    #[serde(rename = "end of turn")]
    EndOfTurn,
}

/// A battle that was fought, told rather than played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FoughtToml {
    battle: String,
    winner: Option<SideToml>,
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
    let phases: Vec<Phase> = if listed.is_empty() { vec![words.read()?] } else { words.read()? };
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
    use Side::{Macedonian, Persian};
    let steps: &[Step] = match phase {
        Phase::Turn => &[Step::BeginTurn],
        Phase::Supply => {
            &[Step::Attrition(None), Step::Deplete, Step::Feed(Persian), Step::Feed(Macedonian)]
        }
        Phase::MacedonianArrivals => &[Step::Arrivals(Macedonian), Step::Departures(Macedonian)],
        Phase::PersianArrivals => &[Step::Arrivals(Persian), Step::Departures(Persian)],
        Phase::MacedonianReplacements => &[Step::Points(Macedonian), Step::Recovery(Macedonian)],
        Phase::PersianReplacements => &[Step::Points(Persian), Step::Recovery(Persian)],
        Phase::MacedonianMovement => &[Step::Movement(Macedonian)],
        Phase::PersianMovement => &[Step::Movement(Persian)],
        Phase::Combat => &[Step::Combats, Step::Stragglers],
        Phase::MacedonianSieges => &[Step::Sieges(Macedonian)],
        Phase::PersianSieges => &[Step::Sieges(Persian)],
        Phase::Events => return campaign.push_events(map),
        Phase::EndOfTurn => &[Step::EndTurn],
    };
    map.steps.extend(steps.iter().copied());
    if matches!(phase, Phase::Supply) {
        map.hungry_lands = map.depleted;
        map.steps.extend(campaign.switches.has(Switch::ScorchedEarth).then_some(Step::Scorch));
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
    map.steps.push(Step::Combats);
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
        winner: read.winner.map(SideToml::side),
        units: Vec::new(),
        leaders: Vec::new(),
        darius_fled: read.darius_fled,
    };
    for army in &offer.armies {
        for &Fighter { unit, steps, wear } in &army.units {
            let key = &campaign.roster[unit].key;
            let steps = match (read.destroyed.contains(key), read.reduced.contains(key)) {
                (true, _) => 0,
                (false, reduced) => steps - u8::from(reduced),
            };
            report.units.push(UnitFate { unit, steps, wear });
        }
        for &(leader, wounded) in &army.leaders {
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
