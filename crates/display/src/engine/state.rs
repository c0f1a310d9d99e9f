//! Everything that changes in a battle.

use crate::model::army::{LeaderId, UnitId};
use crate::model::boxes::{BOX_COUNT, BoxId, Line, Side};
use crate::model::charts::Pursuer;
use crate::model::sets::BoxSet;
use crate::model::sets::LeaderSet;
use crate::model::sets::UnitSet;
use serde::{Deserialize, Serialize};

/// The state of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The round being fought, from 1; 0 while armies are set up.
    pub round: u8,
    /// Whose turn it is; after the end, who won, where that matters.
    pub side: Side,
    /// What is waited for.
    pub step: Step,
    /// Every unit.
    pub units: Vec<UnitState>,
    /// Every leader.
    pub leaders: Vec<LeaderState>,
    /// 10.9: the boxes that were vacant when the round began.
    pub vacant: BoxSet,
    /// 10.18: routed units that began the round with a leader and have not tried to rally yet.
    pub may_rally: UnitSet,
    /// The movement phase.
    pub moving: Moving,
    /// The combat phase.
    pub fighting: Fighting,
    /// 10.16: the leader who has taken part in combat in each box this round.
    pub took_part: [Option<LeaderId>; BOX_COUNT],
    /// 10.14: light infantry that has used its defensive fire.
    pub fired: UnitSet,
    /// 10.20: victorious units that have not rolled for pursuit yet.
    pub pursuers: UnitSet,
    /// How the battle ended.
    pub ending: Option<Ending>,
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

/// What the battle waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Step {
    /// A unit or a leader is to be set up.
    SetUp,
    /// Units may rally.
    Rally,
    /// A rallied unit needs a box.
    Return(UnitId),
    /// The side that does not move must fill its first lines.
    Fill,
    /// Units may move.
    Move,
    /// A box is to attack.
    Attack,
    /// The attacking box's next duel is to be named.
    Duel,
    /// The attacked unit may fire first.
    DefensiveFire(Clash),
    /// It is open which of a box's leaders takes part.
    TakePart(Clash, Role),
    /// A leader who lost his unit needs another.
    Displaced(LeaderId),
    /// The winner may pursue.
    Pursue,
    /// The loser must name units that are caught.
    Caught {
        /// How many still.
        owed: u8,
        /// By whom.
        by: Pursuer,
    },
    /// It is over.
    Over,
}

/// A duel being fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clash {
    /// Who attacks.
    pub attacker: UnitId,
    /// Who is attacked.
    pub defender: UnitId,
    /// Whether the two were engaged before.
    pub engaged: bool,
    /// Whether the attacker's and the defender's leader take part; nothing while it is open.
    pub led: [Option<Part>; 2],
}

/// The two ends of a duel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Role {
    /// Who attacks.
    Attacker,
    /// Who is attacked.
    Defender,
}

/// Whether a leader takes part in a duel (10.16).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// He fights.
    Fights,
    /// He stands back, for another leader's sake.
    StandsBack,
}

/// What has been moved in this phase.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Moving {
    /// Units that changed their box.
    pub moved: UnitSet,
    /// Units that changed their line.
    pub shifted: UnitSet,
    /// Units that advanced, and may not attack (10.9).
    pub advanced: UnitSet,
    /// Leaders that went over to another unit.
    pub restacked: LeaderSet,
    /// The tactical movement, once begun (10.8).
    pub tactical: Option<Passage>,
    /// The advance into each box, once begun (10.9).
    pub advances: [Option<Passage>; BOX_COUNT],
    /// Boxes whose first line the side that does not move must fill (10.6).
    pub to_fill: BoxSet,
}

/// Units on their way from a box into another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Passage {
    /// Out of this box.
    pub from: BoxId,
    /// Into this one.
    pub to: BoxId,
    /// So many so far.
    pub count: u8,
}

/// What has been fought in this phase.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Fighting {
    /// Boxes that have attacked.
    pub boxes: BoxSet,
    /// Boxes that were attacked.
    pub targets: BoxSet,
    /// Units that have attacked.
    pub fought: UnitSet,
    /// The box that attacks now, and the one it attacks.
    pub bout: Option<Bout>,
    /// Units attacked by the box that attacks now.
    pub struck: UnitSet,
    /// Duels fought by the box that attacks now.
    pub duels: u8,
    /// How many of the enemy's reserve have been attacked (10.5).
    pub of_reserve: u8,
    /// Leaders who lost their unit and take no more part (10.12).
    pub spent: LeaderSet,
}

/// One box attacks another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bout {
    /// The attacking box.
    pub from: BoxId,
    /// The attacked one.
    pub to: BoxId,
}

/// How a battle ended (10.19).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who won; nobody at nightfall.
    pub winner: Option<Side>,
    /// In which of the four ways.
    pub how: HowEnded,
}

/// The four ways a battle ends (10.19).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HowEnded {
    /// 1: the commander was killed or captured.
    CommanderLost,
    /// 2: one side has only eliminated and routed units.
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
