//! What a battle brings home.

use crate::engine::display::Display;
use crate::engine::state::{Ending, HowEnded, Place, Stand, State};
use crate::model::army::{LeaderId, UnitId, Who};
use crate::model::boxes::Post;
use diadem_core::Camp;
use serde::{Deserialize, Serialize};

/// The end of a battle, unit by unit and leader by leader: plain data, a function of the final state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BattleReport {
    /// Who won; nobody at nightfall.
    pub winner: Option<Camp>,
    /// In which of the four ways (10.19).
    pub how: HowEnded,
    /// Rounds begun.
    pub rounds: u8,
    /// Every unit, in the order of the battle's setup.
    pub units: Vec<UnitReport>,
    /// Every leader, in the order of the battle's setup.
    pub leaders: Vec<LeaderReport>,
    /// 15.2: whether Darius routed, alone or with his army.
    pub darius_routed: bool,
}

/// What became of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnitReport {
    /// The campaign's number for it.
    pub parent: u16,
    /// Steps left; none is dead.
    pub steps: u8,
    /// Whether it was in the Routed Units Box at the end. It rallies now (10.18).
    pub routed: bool,
}

/// What became of a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeaderReport {
    /// The campaign's number for him.
    pub parent: u16,
    /// His fate.
    pub fate: Fate,
}

/// A leader's fate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// As good as new.
    Unhurt,
    /// Wounded, now or before.
    Wounded,
    /// Dead.
    Killed,
    /// A prisoner of the enemy.
    Captured,
}

impl Display {
    /// The report, once the battle is over.
    pub fn report(&self, state: &State) -> Option<BattleReport> {
        if !state.is_over() {
            return None;
        }
        let Ending { winner, how } = state.ending?;
        let is_routed =
            |unit: UnitId| state.box_of(unit).is_some_and(|at| at.post() == Post::Routed);
        let unit = |index: usize| {
            let id = UnitId(index as u8);
            let routed = is_routed(id) && state.unit(id).place != Place::Dead;
            UnitReport { parent: self.unit(id).parent, steps: self.steps_left(state, id), routed }
        };
        let leader = |index: usize| LeaderReport {
            parent: self.battle().leaders[index].parent,
            fate: fate(state, LeaderId(index as u8)),
        };
        let darius_routed = (0..state.leaders.len()).map(|index| LeaderId(index as u8)).any(|id| {
            let at = state.box_of_leader(id);
            self.who(id) == Who::Darius && at.is_some_and(|at| at.post() == Post::Routed)
        });
        Some(BattleReport {
            winner,
            how,
            rounds: state.round,
            units: (0..state.units.len()).map(unit).collect(),
            leaders: (0..state.leaders.len()).map(leader).collect(),
            darius_routed,
        })
    }
}

/// A leader's fate so far.
pub(crate) fn fate(state: &State, leader: LeaderId) -> Fate {
    match state.leader(leader).stand {
        Stand::Killed => Fate::Killed,
        Stand::Captured => Fate::Captured,
        _ if state.leader(leader).wounded => Fate::Wounded,
        _ => Fate::Unhurt,
    }
}
