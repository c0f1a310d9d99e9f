//! A battle of the campaign on hexes, told rather than played: who was lost, and how it ended or how far it has
//! come.

use super::Lookup;
use super::run::camp_of;
use crate::forms::hexes::{HexBattle, HexesStage, HexesState, Piece};
use crate::forms::{BattleState, Event};
use crate::scene::{Engagement, Scene, State};
use crate::war::War;
use diadem_cases::Finding;
use diadem_core::{Dice, Mapped, Sink};
use diadem_hexes::{self as hexes, Hex, HowEnded, Place, Start, Vertex};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is told of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HexBattleToml {
    /// Where.
    pub(super) hexes: String,
    winner: Option<String>,
    /// Whether the loser's king has fallen.
    #[serde(default)]
    king_killed: bool,
    #[serde(default)]
    wounded: Vec<String>,
    #[serde(default)]
    killed: Vec<String>,
    #[serde(default)]
    captured: Vec<String>,
    #[serde(default)]
    fled: Vec<String>,
    /// So many counters of each of these types of units.
    #[serde(default)]
    eliminated: BTreeMap<String, u8>,
    #[serde(default)]
    routed: BTreeMap<String, u8>,
    #[serde(default)]
    battered: BTreeMap<String, u8>,
    /// The turn that begins, where it is not over yet.
    turn: Option<u8>,
    /// Who stands elsewhere than in the line of battle.
    #[serde(default)]
    stands: Vec<StandToml>,
}

/// Where a counter or a leader stands, by his name on the field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StandToml {
    who: String,
    hex: Option<HexesToml>,
    facing: Option<String>,
    #[serde(default)]
    hits: u8,
    #[serde(default)]
    routed: bool,
    #[serde(default)]
    wound: u8,
    /// What became of who stands nowhere.
    is: Option<GoneToml>,
}

/// A hex: a number, in quotes where it begins with a nought.
#[derive(Deserialize)]
#[serde(untagged)]
enum HexToml {
    Number(u16),
    Text(String),
}

/// A hex, of a two-hex unit the left half; or both halves in either order.
#[derive(Deserialize)]
#[serde(untagged)]
enum HexesToml {
    One(HexToml),
    Two(HexToml, HexToml),
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "snake_case")]
enum GoneToml {
    Eliminated,
    RanOff,
    Left,
    Lost,
    Captured,
    Fled,
}

/// Ends the battle that has just been drawn up as it is told.
pub(super) fn end(
    lookup: &Lookup<'_, '_>,
    war: &War,
    state: &mut State,
    read: &HexBattleToml,
    dice: &mut Dice,
    sink: &mut impl Sink<Event>,
) -> Result<(), Finding> {
    let no_hexes = || lookup.words.complain("write `battles = \"hex\"` in the position");
    let battle = war.hex_battle(state).ok_or_else(no_hexes)?;
    let Scene::Fighting(Engagement {
        offered: Some(offered),
        battle: BattleState::Hexes(HexesState { stage, battle: fought }),
    }) = &mut state.scene
    else {
        return Err(no_hexes());
    };
    let mut used = Vec::new();
    let told = [
        (&read.eliminated, Lot::Eliminated),
        (&read.routed, Lot::Routed),
        (&read.battered, Lot::Battered),
    ];
    for (counts, lot) in told {
        for (key, &count) in counts {
            let kind = lookup.unit_type(key)?;
            let of_type = battle
                .brigades
                .iter()
                .filter(|one| kind.units().any(|unit| unit == one.fighter.unit));
            let counters = of_type.flat_map(|one| one.counters.clone()).map(hexes::UnitId::new);
            let free: Vec<hexes::UnitId> = counters.filter(|one| !used.contains(one)).collect();
            let Some(those) = free.get(..usize::from(count)) else {
                let words = format!("there are {} counters of \"{key}\" left", free.len());
                return Err(lookup.words.complain(words));
            };
            for &counter in those {
                lot.befall(&battle, fought, counter);
                used.push(counter);
            }
        }
    }
    let mut each = |names: &[String], befall: fn(&mut hexes::Leader)| {
        for name in names {
            let leader = battle.leader(lookup.leader(name)?);
            let leader =
                leader.ok_or_else(|| lookup.words.complain(format!("{name} is not there")))?;
            befall(&mut fought.leaders[leader.index()]);
        }
        Ok(())
    };
    each(&read.wounded, |one| one.wound = 1)?;
    each(&read.killed, |one| one.at = None)?;
    each(&read.captured, |one| (one.at, one.captured) = (None, true))?;
    each(&read.fled, |one| (one.at, one.fled) = (None, true))?;
    for words in &read.stands {
        stand(lookup, &battle, fought, words)?;
    }
    *stage = HexesStage::BEGUN;
    if let Some(turn) = read.turn {
        // Drawn up is before the first turn.
        fought.turn = turn.saturating_sub(1);
        let wrap = |event| Event::Hexes(Arc::clone(&battle.hexes), event);
        battle.hexes.open_as(fought, dice, &mut Mapped::new(&mut *sink, wrap));
        war.settle(state, dice, sink);
        return Ok(());
    }
    let offer = &offered.offer;
    let winner = read.winner.as_deref().map(|key| camp_of(lookup, offer, key)).transpose()?;
    let how = match (winner, read.king_killed) {
        (None, _) => HowEnded::Nightfall,
        (Some(_), true) => HowEnded::KingKilled,
        (Some(_), false) => HowEnded::Withdrawal,
    };
    fought.ending = Some(hexes::Ending { winner, how });
    war.settle(state, dice, sink);
    Ok(())
}

fn stand(
    lookup: &Lookup<'_, '_>,
    battle: &HexBattle,
    fought: &mut hexes::State,
    words: &StandToml,
) -> Result<(), Finding> {
    let complain = |what: String| lookup.words.complain(what);
    let spot = |word: &HexToml| {
        let text = match word {
            HexToml::Number(number) => number.to_string(),
            HexToml::Text(text) => text.clone(),
        };
        let hex = Hex::parse(&text).filter(|&hex| battle.hexes.field().contains(hex));
        hex.ok_or_else(|| complain(format!("{text} is no hex of the field")))
    };
    let vertex = |word: &str| {
        Vertex::parse(word).ok_or_else(|| complain(format!("\"{word}\" is no vertex")))
    };
    let facing = words.facing.as_deref().map(vertex).transpose()?;
    let nowhere = || complain(format!("{} needs a `hex`, or `is`", words.who));
    let across = |one: &HexToml, other: &HexToml, facing: Vertex| {
        Start::across(spot(one)?, spot(other)?, facing).ok_or_else(|| {
            let (who, code) = (&words.who, facing.code());
            complain(format!("{who} cannot lie across these two hexes and face {code}"))
        })
    };
    match battle.piece(&words.who) {
        Some(Piece::Unit(unit)) => {
            let now = &mut fought.units[unit.index()];
            let hex = match &words.hex {
                None => None,
                Some(HexesToml::One(hex)) => Some(spot(hex)?),
                Some(HexesToml::Two(..)) if !battle.hexes.troops(unit).kind.is_two_hex() => {
                    return Err(complain(format!("{} is a unit of one hex", words.who)));
                }
                Some(HexesToml::Two(one, other)) => {
                    Some(across(one, other, facing.unwrap_or(now.facing))?.hex)
                }
            };
            now.place = match (hex, words.is) {
                (Some(hex), None) => Place::On(hex),
                (None, Some(GoneToml::Eliminated)) => Place::Eliminated,
                (None, Some(GoneToml::RanOff)) => Place::RanOff,
                (None, Some(GoneToml::Left)) => Place::Left,
                _ => return Err(nowhere()),
            };
            (now.hits, now.routed) = (words.hits, words.routed);
            now.facing = facing.unwrap_or(now.facing);
        }
        Some(Piece::Leader(leader)) => {
            let now = &mut fought.leaders[leader.index()];
            let hex = match &words.hex {
                None => None,
                Some(HexesToml::One(hex)) => Some(spot(hex)?),
                Some(HexesToml::Two(..)) => return Err(nowhere()),
            };
            match (hex, words.is) {
                (Some(_), None) | (None, Some(GoneToml::Lost)) => {}
                (None, Some(GoneToml::Captured)) => now.captured = true,
                (None, Some(GoneToml::Fled)) => now.fled = true,
                _ => return Err(nowhere()),
            }
            (now.at, now.wound) = (hex, words.wound);
        }
        None => return Err(complain(format!("there is no \"{}\" on the field", words.who))),
    }
    Ok(())
}

/// What befalls a counter.
#[derive(Clone, Copy)]
enum Lot {
    Eliminated,
    Routed,
    Battered,
}

impl Lot {
    fn befall(self, battle: &HexBattle, fought: &mut hexes::State, counter: hexes::UnitId) {
        let now = &mut fought.units[counter.index()];
        match self {
            Lot::Eliminated => now.place = Place::Eliminated,
            Lot::Routed => now.routed = true,
            Lot::Battered => now.hits = battle.hexes.troops(counter).tq.div_ceil(2),
        }
    }
}
