//! What is true of the things that a case can name.

use super::actions::formation_words;
use super::{HexToml, Lookup};
use crate::command::activation::Activation;
use crate::command::line_command::CommandChoice;
use crate::command::momentum::Momentum;
use crate::command::orders::OrderMode;
use crate::command::trump::MomentumTrump;
use crate::engine::hexes::Hexes;
use crate::engine::state::{
    Arranged, EngineDeed, EngineMode, HowEnded, Place, Readiness, ShockMark, State, Supply,
};
use crate::engine::steps::Step;
use crate::model::hex::{Aspect, Hex};
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use crate::shock::{Advantage, Clash, ShockStage};
use crate::victory::Over;
use diadem_cases::{CasePosition, Facts, Finding, Words};
use diadem_core::Camp;
use serde::Deserialize;
use toml::Value;

/// The facts about the thing that some words name.
pub(super) fn about(at: &CasePosition<Hexes>, words: &Words<'_>) -> Result<Facts, Finding> {
    let lookup = Lookup { game: &at.game, words };
    let (game, state) = (&*at.game, &at.state);
    if words.get("unit").is_some() {
        Ok(unit_facts(game, state, lookup.unit(&lookup.text("unit")?)?))
    } else if words.get("leader").is_some() {
        Ok(leader_facts(game, state, lookup.leader(&lookup.text("leader")?)?))
    } else if words.get("army").is_some() {
        Ok(army_facts(game, state, lookup.camp(&lookup.text("army")?)?))
    } else if let Some(hex) = words.get("hex") {
        Ok(hex_facts(game, state, lookup.hex(&hex.read::<HexToml>()?)?))
    } else if words.get("combat").is_some() {
        combat_facts(game, state, lookup.unit(&lookup.text("combat")?)?)
            .ok_or_else(|| words.complain("that unit is in no combat"))
    } else if let Some(clash) = words.get("clash") {
        let lookup = Lookup { game, words: &clash };
        clash_facts(&lookup, state)
    } else if words.get("battle").is_some() {
        Ok(battle_facts(game, state))
    } else {
        Err(words.complain(
            "name a `unit`, a `leader`, an `army`, a `hex`, a `combat`, a `clash` or the `battle`",
        ))
    }
}

fn number(number: impl Into<i64>) -> Value {
    Value::Integer(number.into())
}

fn place(hexes: &[Hex]) -> Value {
    match hexes {
        [one] => Value::String(one.to_string()),
        many => many.iter().map(Hex::to_string).collect::<Vec<_>>().into(),
    }
}

fn names(game: &Hexes, units: impl Iterator<Item = UnitId>) -> Vec<String> {
    units.map(|unit| game.troops(unit).name.clone()).collect()
}

pub(super) const fn supply(supply: Supply) -> &'static str {
    match supply {
        Supply::No => "no",
        Supply::Low => "low",
        Supply::Full => "full",
    }
}

pub(super) const fn mark(mark: ShockMark) -> &'static str {
    match mark {
        ShockMark::None => "none",
        ShockMark::MustCheck => "must_check",
        ShockMark::Declined => "declined",
        ShockMark::NoCheck => "no_check",
    }
}

pub(super) const fn engine_mode(mode: EngineMode) -> &'static str {
    match mode {
        EngineMode::Move => "move",
        EngineMode::Fire => "fire",
    }
}

pub(super) const fn engine_deed(deed: EngineDeed) -> &'static str {
    match deed {
        EngineDeed::Nothing => "nothing",
        EngineDeed::Changed => "changed",
        EngineDeed::Fired => "fired",
    }
}

fn unit_facts(game: &Hexes, state: &State, unit: UnitId) -> Facts {
    let now = state.unit(unit);
    let hex = match now.place {
        Place::On(_) => place(&game.hexes_of(state, unit)),
        Place::Eliminated | Place::RanOff => "eliminated".into(),
        Place::Left => "left".into(),
    };
    let mut zone = Vec::new();
    game.each_zone_hex(state, unit, |hex| zone.push(hex.to_string()));
    zone.sort();
    zone.dedup();
    let (tq, in_zone) = game.ask(state, |position| (position.tq(unit), position.is_in_zone(unit)));
    let facts = Facts::about("unit")
        .fact_in_any_order("hex", hex)
        .fact("facing", now.facing.code())
        .fact("formation", formation_words(now.formation))
        .fact("hits", number(now.hits))
        .fact("tq", number(tq))
        .fact("routed", now.routed)
        .fact("rallied", now.rallied)
        .fact("moved", now.moved)
        .fact("ordered", now.ordered)
        .fact("turned", now.turned)
        .fact("engaged", now.engaged)
        .fact("behind", now.behind.map_or("nobody", |front| game.unit_name(front)))
        .fact("mark", mark(now.mark))
        .fact("missiles", supply(now.missiles))
        .fact("screen_missiles", supply(now.screen))
        .fact("mode", engine_mode(now.engine.mode))
        .fact("active_shots", number(now.engine.active))
        .fact("reaction_shots", number(now.engine.reactions))
        .fact("deed", engine_deed(now.engine.deed))
        .fact("zone", zone)
        .fact("in_enemy_zone", in_zone);
    let movement = state.steps.iter().rev().find_map(|step| match step {
        Step::Move(movement) if movement.unit == unit => Some(*movement),
        _ => None,
    });
    let Some(movement) = movement else { return facts.fact("moving", false) };
    let allowance = game.ask(state, |position| position.allowance(&movement));
    facts
        .fact("moving", true)
        .fact("spent", number(movement.spent))
        .fact("left", number(allowance.saturating_sub(movement.spent)))
        .fact("halted", movement.halted)
        .fact("fired", movement.fired)
}

fn leader_facts(game: &Hexes, state: &State, leader: LeaderId) -> Facts {
    let now = state.leader(leader);
    let hex = match (now.at, now.fled, now.captured) {
        (Some(hex), ..) => hex.to_string(),
        (None, true, _) => "fled".into(),
        (None, false, true) => "captured".into(),
        (None, false, false) => "lost".into(),
    };
    let readiness = match now.readiness {
        Readiness::Inactive => "inactive",
        Readiness::Waiting => "waiting",
        Readiness::Finished => "finished",
    };
    let arranged = match now.arranged {
        Arranged::No => "no",
        Arranged::Hidden => "hidden",
        Arranged::Blank => "blank",
        Arranged::Secretly => "secretly",
        Arranged::Openly => "openly",
    };
    let printed = game.commander(leader);
    let rated = |rating: Option<u8>| number(rating.unwrap_or(0).saturating_sub(now.wound));
    let (in_zone, reach) = game.ask(state, |position| {
        let range = position.range(leader);
        let units = game.list(printed.camp).units.iter();
        let reach: UnitSet = position
            .with_reach(leader, range, |in_range| units.filter(|&unit| in_range(unit)).collect());
        (position.is_leader_in_zone(leader), reach)
    });
    Facts::about("leader")
        .fact("hex", hex)
        .fact("readiness", readiness)
        .fact("wound", number(now.wound))
        .fact("no_momentum", now.no_momentum)
        .fact("spent", number(now.spent))
        .fact("sent", now.sent)
        .fact("rallied", names(game, now.rallied.iter()))
        .fact("arranged", arranged)
        .fact("initiative", rated(printed.initiative))
        .fact("range", rated(Some(printed.range)))
        .fact("strategy", rated(printed.strategy))
        .fact("charisma", rated(Some(printed.charisma)))
        .fact("personal_combat", rated(printed.personal_combat))
        .fact("in_enemy_zone", in_zone)
        .fact("in_range", names(game, reach.iter()))
}

fn army_facts(game: &Hexes, state: &State, camp: Camp) -> Facts {
    let of = |units: &mut dyn Iterator<Item = UnitId>| {
        units.filter(|&unit| game.camp(unit) == camp).collect::<Vec<_>>()
    };
    let routed = of(&mut game
        .units()
        .filter(|&unit| state.unit(unit).routed && state.unit(unit).is_on_map()));
    let gone = of(&mut game.units().filter(|&unit| state.unit(unit).is_eliminated()));
    Facts::about("army")
        .fact("rout_points", number(game.rout_points_of(state, camp)))
        .fact("withdrawal", number(game.list(camp).withdrawal))
        .fact("routed", names(game, routed.into_iter()))
        .fact("eliminated", names(game, gone.into_iter()))
}

/// What the shock segment asks.
const fn shock_stage(stage: ShockStage) -> &'static str {
    match stage {
        ShockStage::Designation => "designation",
        ShockStage::Allocation => "allocation",
        ShockStage::OpenRanks => "open ranks",
        ShockStage::Leaders => "champion",
        ShockStage::DefenderType => "defender type",
        ShockStage::AttackerType => "attacker type",
        ShockStage::Hits => "hits",
        ShockStage::ChargeAdvances | ShockStage::Advances => "advances",
        ShockStage::Aftermath => "leaving column",
        _ => "shock",
    }
}

fn combat_facts(game: &Hexes, state: &State, unit: UnitId) -> Option<Facts> {
    let combat = state.combats.iter().rev().find(|combat| combat.all.contains(unit));
    let combat = combat.or_else(|| state.combats.iter().find(|one| one.units().contains(unit)))?;
    let name = |unit: Option<UnitId>| {
        unit.map_or_else(|| "nobody".to_owned(), |unit| game.troops(unit).name.clone())
    };
    Some(
        Facts::about("combat")
            .fact("attackers", names(game, combat.attackers.iter()))
            .fact("defenders", names(game, combat.defenders.iter()))
            .fact("attacker", name(combat.attacker))
            .fact("defender", name(combat.defender))
            .fact("hits_left", vec![number(combat.hits[0]), number(combat.hits[1])]),
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClashToml {
    attackers: Vec<String>,
    defenders: Vec<String>,
    attacker: Option<String>,
    defender: Option<String>,
}

/// What would decide a combat of these units; the first of each side gives its type unless another is named.
fn clash_facts(lookup: &Lookup<'_, '_>, state: &State) -> Result<Facts, Finding> {
    let read: ClashToml = lookup.words.read()?;
    let first = |named: &Option<String>, all: &[String]| {
        let name = named.as_ref().or(all.first());
        let name = name.ok_or_else(|| lookup.words.complain("each side needs a unit"))?;
        lookup.unit(name)
    };
    let clash = Clash {
        attackers: lookup.units(&read.attackers)?,
        defenders: lookup.units(&read.defenders)?,
        attacker: first(&read.attacker, &read.attackers)?,
        defender: first(&read.defender, &read.defenders)?,
        fallen: [None; 2],
        silent: 0,
    };
    let Some(breakdown) = lookup.game.breakdown(state, clash) else {
        return Ok(Facts::about("clash").fact("allowed", false));
    };
    let superior = match breakdown.advantage {
        Advantage::Neither => "nobody",
        Advantage::Attack => "attacker",
        Advantage::Defense => "defender",
    };
    let angle = match breakdown.aspect {
        Aspect::Front => "front",
        Aspect::Flank => "flank",
        Aspect::Rear => "rear",
    };
    let shifts: Vec<Value> = breakdown.shifts.iter().map(|shift| number(shift.by)).collect();
    let rules: Vec<String> = breakdown.shifts.iter().map(|shift| shift.rule.to_string()).collect();
    let limits: Vec<String> = breakdown.limits.iter().flatten().map(ToString::to_string).collect();
    let hits = breakdown.hits.iter().map(|hits| format!("{}({})", hits.attackers, hits.defenders));
    Ok(Facts::about("clash")
        .fact("allowed", true)
        .fact("angle", angle)
        .fact("base", number(breakdown.base.number()))
        .fact("column", number(breakdown.column.number()))
        .fact("superior", superior)
        .fact("superior_by", breakdown.advantage_rule.to_string())
        .fact("times", number(breakdown.times.0))
        .fact("shifts", shifts)
        .fact("shift_rules", rules)
        .fact("limits", limits)
        .fact("modifier", number(breakdown.die_modifier()))
        .fact("hits", hits.collect::<Vec<String>>()))
}

fn hex_facts(game: &Hexes, state: &State, hex: Hex) -> Facts {
    let (units, zones) = game.ask(state, |position| {
        let units: Vec<UnitId> = position.units_at(hex).collect();
        (units, Camp::BOTH.map(|camp| position.is_in_enemy_zone(camp.other(), hex)))
    });
    let leaders: Vec<String> =
        state.leaders_at(hex).map(|leader| game.commander(leader).name.clone()).collect();
    Facts::about("hex")
        .fact("units", names(game, units.into_iter()))
        .fact("leaders", leaders)
        .fact("macedonian_zone", zones[0])
        .fact("persian_zone", zones[1])
        .fact("terrain", game.field().terrain(hex).code())
        .fact("level", number(game.field().level(hex)))
        .fact("rough", game.field().is_rough(hex))
}

fn battle_facts(game: &Hexes, state: &State) -> Facts {
    let step = match state.step() {
        Step::Arrange(_) => "arrangement",
        Step::Elite(_) => "elite initiative",
        Step::Activation(Activation) => "activation",
        Step::TrumpTheTrump(_) => "trump the trump",
        Step::Command(_) => "command",
        Step::Orders(_) => "orders",
        Step::Move(_) => "move",
        Step::Ride(_) => "ride",
        Step::Answers(_) => "answers",
        Step::Departure(_) => "departure",
        Step::QueuedFire(_) => "queued fire",
        Step::LineFire(_) => "line fire",
        Step::RetireFire(_) => "retire fire",
        Step::ScreenFire(_) => "screen fire",
        Step::Harass(_) => "harassment",
        Step::ReturnFire(_) => "return fire",
        Step::Engines(_) => "engine fire",
        Step::Withdraw(_) => "withdrawal",
        Step::LeaderWithdraw(_) => "leader withdrawal",
        Step::Rout(_) => "rout",
        Step::RunOver(_) => "run over",
        Step::Rampage(_) => "rampage",
        Step::Due(_) => "due",
        Step::LineWithdrawal(_) => "line withdrawal",
        Step::Flight(_) => "flight",
        Step::RallyFacing(_) => "rally facing",
        Step::Shock(segment) => shock_stage(segment.stage),
        Step::Advance(_) => "advance",
        Step::Pursuit(_) => "pursuit",
        Step::Momentum(_) => "momentum",
        Step::MomentumTrump(_) => "momentum trump",
        Step::Reactivation(_) => "reactivation",
        Step::Crisis(_) => "crisis",
        Step::RoutPhase(_) => "rout phase",
        Step::Over(Over) => "over",
    };
    let mut facts = Facts::about("battle").fact("turn", number(state.turn)).fact("step", step);
    let tenure = state.steps.iter().rev().find_map(|step| match step {
        Step::Orders(orders) => Some((orders.tenure, Some(orders.mode))),
        Step::Shock(segment) => Some((segment.tenure, None)),
        Step::Command(CommandChoice(tenure))
        | Step::Momentum(Momentum(tenure))
        | Step::MomentumTrump(MomentumTrump { tenure, .. }) => Some((*tenure, None)),
        _ => None,
    });
    if let Some((tenure, mode)) = tenure {
        facts = facts
            .fact("active", game.commander(tenure.leader).name.clone())
            .fact("orders_phase", number(tenure.nth));
        facts = match mode {
            Some(OrderMode::Individual(left)) => facts.fact("orders_left", number(left)),
            Some(OrderMode::Line { units, .. }) => facts.fact("line", names(game, units.iter())),
            Some(OrderMode::NameLine) | None => facts,
        };
    }
    if let Some(ending) = state.ending {
        let how = match ending.how {
            HowEnded::Withdrawal => "withdrawal",
            HowEnded::KingKilled => "the king killed",
            HowEnded::Nightfall => "nightfall",
        };
        let winner = ending.winner.map_or("nobody", |camp| game.list(camp).name.as_str());
        facts = facts.fact("ended", how).fact("winner", winner);
    }
    facts
}
