//! What can be decided, and what is asked.

use crate::engine::state::Force;
use crate::model::ids::{CityId, LeaderId, ProvinceId, UnitId};
use crate::model::powers::Power;
use serde::{Deserialize, Serialize};

/// A small step of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Darius' army begins here (3.3).
    PlaceRoyalArmy(ProvinceId),
    /// Lay a province waste (17.1).
    Scorch(ProvinceId),
    /// The army is fed by sea from there, or lives off the land (7.5).
    Feed(Option<ProvinceId>),
    /// This unit loses the step.
    Lose(UnitId),
    /// The piece that waits is placed here (13.1, 12.4, 12.10, 15.6).
    Place(ProvinceId),
    /// The leader that waits is placed with the garrison of this city (12.10, 15.6).
    PlaceInCity(CityId),
    /// A reduced unit regains a step (12.3).
    Rebuild(UnitId),
    /// A dead unit is raised again; then it is placed (12.4).
    Raise(UnitId),
    /// A wall is built (12.5).
    BuildWall(CityId),
    /// A wall is built with the marker of another, which falls (12.5).
    MoveWall(CityId, CityId),
    /// This leader will march (8.1).
    Lead(LeaderId),
    /// This band will march (14.3).
    LeadBand(u8),
    /// He takes this unit along.
    Take(UnitId),
    /// He takes everybody along.
    TakeAll,
    /// The march goes there.
    March(ProvinceId),
    /// On a forced march: this unit stays behind (8.4).
    Drop(UnitId),
    /// On a forced march: this unit joins (8.4).
    PickUp(UnitId),
    /// The forced march goes on to there (8.4).
    Press(ProvinceId),
    /// A unit goes into a city (11.2).
    EnterCity(UnitId, CityId),
    /// A unit comes out of its city.
    LeaveCity(UnitId),
    /// A unit comes out of its city into this province, which is not the city's own: of Gaza, into Egypt (8.2, 11.2).
    LeaveCityFor(UnitId, ProvinceId),
    /// A leader goes into a city (11.2).
    LeaderEnters(LeaderId, CityId),
    /// A leader comes out of his city.
    LeaderLeaves(LeaderId),
    /// A leader comes out of his city into this province, which is not the city's own (8.2, 11.2).
    LeaderLeavesFor(LeaderId, ProvinceId),
    /// This combat is fought next (9.1).
    Fight(ProvinceId, Force),
    /// Try to evade (9.2, 9.3).
    Evade,
    /// Do not try.
    Stand,
    /// Go there: in evasion, retreat or flight.
    Withdraw(ProvinceId),
    /// Call on a city to surrender (17.5).
    Summon(CityId, ProvinceId),
    /// Besiege a city from a province (11.1).
    Besiege(CityId, ProvinceId),
    /// This unit takes part in the siege.
    Assign(UnitId),
    /// Everybody who can takes part.
    AssignAll,
    /// This leader takes part in the siege.
    AssignLeader(LeaderId),
    /// The assault begins.
    Storm,
    /// A garrison unit gives a step for a sortie (11.5).
    Sortie(UnitId),
    /// The defender loses a wall (11.4).
    LoseWall,
    /// This leader is in danger (11.4).
    Risk(LeaderId),
    /// This unit joins the raid, the revolt, or the mutiny (14.2, 14.3, 17.4).
    Choose(UnitId),
    /// Nothing more.
    Done,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Where does Darius begin?
    RoyalArmy,
    /// Is a province laid waste?
    Scorch,
    /// What feeds the army here?
    Feed(ProvinceId),
    /// Which unit loses a step?
    Lose {
        /// Steps left to lose.
        steps: u8,
    },
    /// Where does a unit appear?
    PlaceUnit(UnitId),
    /// Where does a leader appear?
    PlaceLeader(LeaderId),
    /// What is raised and built?
    Replace {
        /// Points left.
        points: u8,
    },
    /// Who marches?
    March,
    /// Who comes along, and where to?
    Gather(Option<LeaderId>),
    /// Does the forced march go on?
    Press,
    /// Which combat is fought next?
    NextCombat,
    /// Does the force evade?
    Evade(ProvinceId, Force),
    /// Does the leader alone evade?
    EvadeAlone(LeaderId),
    /// Where to?
    Withdraw(ProvinceId, Force),
    /// Which city is besieged?
    Siege,
    /// Who takes part?
    Invest(CityId),
    /// Is there a sortie?
    Sortie(CityId),
    /// What does the defender lose?
    DefenderLoss {
        /// The city.
        city: CityId,
        /// Losses left.
        losses: u8,
    },
    /// Which leader is in danger?
    Risk,
    /// Which units?
    Choose {
        /// How many more.
        units: u8,
    },
}

/// What a power may do out of turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Interjection {
    /// Give the war up.
    Concede(Power),
}
