//! Everything that changes in a battle.

use crate::engine::steps::Step;
use crate::model::army::{ForceId, LeaderId, UnitId};
use crate::model::boxes::{BOX_COUNT, BoxId, Line};
use crate::model::sets::BoxSet;
use crate::model::sets::LeaderSet;
use crate::model::sets::UnitSet;
use diadem_core::Camp;
use serde::{Deserialize, Serialize};

/// The state of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The round being fought, from 1; 0 while armies are set up.
    pub round: u8,
    /// Whose turn it is; after the end, the first of those who won, where that matters.
    pub active: ForceId,
    /// What is under way: the topmost is asked or done now, what lies below waits for it.
    pub steps: Vec<Step>,
    /// Every unit.
    pub units: Vec<UnitState>,
    /// Every leader.
    pub leaders: Vec<LeaderState>,
    /// 10.9: the boxes that were vacant when the round began.
    pub vacant: BoxSet,
    /// 10.18: routed units that began the round with a leader and have not tried to rally yet.
    pub may_rally: UnitSet,
    /// 10.16: the leader who has taken part in combat in each box this round.
    pub took_part: [Option<LeaderId>; BOX_COUNT],
    /// 10.12: leaders who lost their unit in the latest combat phase and take no more part in it.
    pub spent: LeaderSet,
    /// 10.14: light infantry that has used its defensive fire.
    pub fired: UnitSet,
    /// 10.14: units engaged since before the combat phase under way, who do not fire in defense.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub long_engaged: UnitSet,
    /// How the battle ended.
    pub ending: Option<Ending>,
}

fn is_nobody(units: &UnitSet) -> bool {
    units.is_empty()
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Place {
    /// Not set up yet.
    Unplaced,
    /// Somewhere, but not for whoever looks.
    Hidden,
    /// In a box.
    In(BoxId),
    /// Stacked with this unit of its sort, as its second step (10.7).
    Stacked(UnitId),
    /// In the dead pile.
    Dead,
}

/// One unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnitState {
    /// Where it is.
    pub place: Place,
    /// In which line.
    pub line: Line,
    /// Steps lost so far.
    pub lost: u8,
    /// Whom it is engaged with (10.12).
    pub engaged: Option<UnitId>,
    /// The unit stacked with it as its second step (10.7).
    pub mate: Option<UnitId>,
    /// How often it was attacked in this combat phase (10.15).
    pub attacked: u8,
}

/// Where a leader is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stand {
    /// Not set up yet.
    Unplaced,
    /// Somewhere, but not for whoever looks.
    Hidden,
    /// Stacked with a unit.
    With(UnitId),
    /// In a box without a unit of his own.
    In(BoxId),
    /// Dead.
    Killed,
    /// A prisoner.
    Captured,
}

/// One leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeaderState {
    /// Where he is.
    pub stand: Stand,
    /// Whether he is on his wounded side.
    pub wounded: bool,
}

/// How a battle ended (10.19).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who won; nobody at nightfall.
    pub winner: Option<Camp>,
    /// In which of the four ways.
    pub how: HowEnded,
}

/// The four ways a battle ends (10.19).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HowEnded {
    /// 1: the commander was killed or captured.
    CommanderLost,
    /// 2: one camp has only eliminated and routed units.
    Elimination,
    /// 3: the enemy camp was overrun.
    Breakthrough,
    /// 4: ten rounds were fought.
    Nightfall,
}

impl State {
    pub(crate) fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.index()]
    }
    pub(crate) fn unit_mut(&mut self, unit: UnitId) -> &mut UnitState {
        &mut self.units[unit.index()]
    }
    pub(crate) fn leader(&self, leader: LeaderId) -> &LeaderState {
        &self.leaders[leader.index()]
    }
    pub(crate) fn leader_mut(&mut self, leader: LeaderId) -> &mut LeaderState {
        &mut self.leaders[leader.index()]
    }

    /// The box a unit is in, also as the second step of another.
    pub fn box_of(&self, unit: UnitId) -> Option<BoxId> {
        match self.unit(unit).place {
            Place::In(at) => Some(at),
            Place::Stacked(on) => match self.unit(on).place {
                Place::In(at) => Some(at),
                _ => None,
            },
            _ => None,
        }
    }

    /// The box a leader is in.
    pub fn box_of_leader(&self, leader: LeaderId) -> Option<BoxId> {
        match self.leader(leader).stand {
            Stand::With(unit) => self.box_of(unit),
            Stand::In(at) => Some(at),
            _ => None,
        }
    }

    /// The leader stacked with a unit.
    pub fn leader_of(&self, unit: UnitId) -> Option<LeaderId> {
        let at = self.leaders.iter().position(|leader| leader.stand == Stand::With(unit))?;
        Some(LeaderId(at as u8))
    }
}
