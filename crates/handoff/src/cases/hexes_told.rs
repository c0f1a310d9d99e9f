//! A battle of the campaign on hexes, told rather than played: who was lost and how it ended.

use super::{Lookup, SideWords};
use crate::encounter::Stage;
use crate::hex_form::{HexBattle, army};
use crate::war::{Event, State, War};
use diadem_cases::Finding;
use diadem_core::{Dice, Sink};
use diadem_hexes::{self as hexes, HowEnded, Place};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What is told of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HexesWords {
    /// Where.
    pub(super) hexes: String,
    winner: Option<SideWords>,
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
}

/// Ends the battle that has just been drawn up as it is told.
pub(super) fn end(
    lookup: &Lookup<'_, '_>,
    war: &War,
    state: &mut State,
    read: &HexesWords,
    dice: &mut Dice,
    sink: &mut impl Sink<Event>,
) -> Result<(), Finding> {
    let no_hexes = || lookup.words.complain("write `battles = \"hex\"` in the position");
    let battle = war.hex_battle(state).ok_or_else(no_hexes)?;
    let Some(fought) = &mut state.hexes else { return Err(no_hexes()) };
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
    let winner = read.winner.map(|side| army(side.side()));
    let how = match (winner, read.king_killed) {
        (None, _) => HowEnded::Nightfall,
        (Some(_), true) => HowEnded::KingKilled,
        (Some(_), false) => HowEnded::Withdrawal,
    };
    fought.ending = Some(hexes::Ending { winner, how });
    if let Some(encounter) = &mut state.encounter {
        encounter.stage = Stage::Fight { carried_off: false };
    }
    war.settle(state, dice, sink);
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
