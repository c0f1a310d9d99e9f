//! What a side can do, and what it is asked.

use crate::combat::{Clash, Role};
use crate::leaders::Part;
use crate::model::army::{LeaderId, UnitId};
use crate::model::boxes::{BoxId, Line};
use serde::{Deserialize, Serialize};

/// One small step of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Set a unit up (10.3).
    Place {
        /// The unit.
        unit: UnitId,
        /// Its box.
        at: BoxId,
        /// Its line.
        line: Line,
    },
    /// Stack a unit with another of its sort (10.7).
    Stack {
        /// The unit that becomes the second step.
        unit: UnitId,
        /// The unit it joins.
        on: UnitId,
    },
    /// Stack a leader with a unit (10.3, 10.12, 10.16).
    Lead {
        /// The leader.
        leader: LeaderId,
        /// The unit.
        unit: UnitId,
    },
    /// Set a leader up in a box where every unit has one (10.3).
    Stand {
        /// The leader.
        leader: LeaderId,
        /// The box.
        at: BoxId,
    },
    /// Try to rally a unit (10.18).
    Rally(UnitId),
    /// Where a rallied unit goes when the enemy is in the reserve (10.18).
    Return {
        /// The box.
        at: BoxId,
        /// The line.
        line: Line,
    },
    /// From the second line into the first (10.6).
    Forward(UnitId),
    /// From the first line into the second (10.6).
    Back(UnitId),
    /// Two units of full lines change places (10.6).
    Exchange {
        /// The unit of the first line.
        back: UnitId,
        /// The unit of the second line.
        forward: UnitId,
    },
    /// Tactical movement (10.8).
    Move {
        /// The unit.
        unit: UnitId,
        /// Into this box.
        to: BoxId,
        /// Into this line.
        line: Line,
    },
    /// Tactical advance (10.9).
    Advance {
        /// The unit.
        unit: UnitId,
        /// Into this box.
        to: BoxId,
        /// Into this line.
        line: Line,
    },
    /// One box attacks another (10.10).
    Attack {
        /// The attacking box.
        from: BoxId,
        /// The attacked one.
        to: BoxId,
    },
    /// One unit attacks another (10.10).
    Duel {
        /// Who attacks.
        attacker: UnitId,
        /// Who is attacked.
        defender: UnitId,
    },
    /// Whether a leader takes part (10.16).
    Leader(Part),
    /// Defensive fire (10.14).
    Fire(UnitId),
    /// Roll for a pursuing unit (10.20).
    Pursue(UnitId),
    /// Give up a routed unit to the pursuers (10.20).
    GiveUp(UnitId),
    /// Nothing (more) of this kind.
    Done,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Where does the next unit stand?
    SetUpUnit,
    /// Which leader goes with this unit?
    SetUpLeaderOf(UnitId),
    /// Where do the other leaders stand?
    SetUpLeaders,
    /// Who tries to rally?
    Rally,
    /// Where does the rallied unit go?
    Return(UnitId),
    /// Who fills the first line?
    Fill,
    /// What moves?
    Move,
    /// Which box attacks which?
    Attack,
    /// Who meets whom?
    Duel,
    /// Does the attacked unit fire first?
    DefensiveFire(Clash),
    /// Does this leader take part?
    TakePart(Clash, Role),
    /// Which unit does the leader join?
    Displaced(LeaderId),
    /// Who pursues?
    Pursue,
    /// Which routed unit is caught?
    Caught(u8),
}

/// The kinds of answer that windows offer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// Fire at the attacker (10.14).
    DefensiveFire,
}

/// Out of turn, nothing: armies never leave the display by choice (10.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Interjection {}
