//! What happened.

use crate::engine::state::Ending;
use crate::leaders::Part;
use crate::model::army::{ForceId, LeaderId, Strength, UnitId};
use crate::model::boxes::{BoxId, Line};
use crate::model::charts::{Casualty, CasualtyColumn, CombatResult, Odds};
use diadem_core::{Camp, Roll, Rule};

/// Something that happened in a battle.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A unit was set up.
    Placed(UnitId, BoxId, Line),
    /// Two units became one of two steps.
    Doubled(UnitId, UnitId),
    /// A leader was set up with a unit.
    LeaderPlaced(LeaderId, UnitId),
    /// A leader was set up in a box.
    LeaderStands(LeaderId, BoxId),
    /// A force has set up.
    Ready(ForceId),
    /// Both placements were shown (10.3).
    Shown,
    /// The battle is joined; nobody leaves it by choice (10.1).
    Joined,
    /// A round begins.
    Round(u8),
    /// A unit tried to rally; Porus needs no roll.
    Rallied {
        /// The unit.
        unit: UnitId,
        /// Its leader.
        leader: LeaderId,
        /// What was rolled.
        roll: Option<Roll>,
        /// Whether it did.
        success: bool,
    },
    /// A rallied unit returned to a box.
    Returned(UnitId, BoxId),
    /// A unit changed its line.
    Shifted(UnitId, Line),
    /// A leader went over to another unit.
    Restacked(LeaderId, UnitId),
    /// Tactical movement.
    Moved(UnitId, BoxId, BoxId),
    /// Tactical advance.
    Advanced(UnitId, BoxId, BoxId),
    /// A lone leader was overrun (10.16).
    Captured(LeaderId),
    /// One box attacks another.
    Attacks(Camp, BoxId, BoxId),
    /// One box attacks another that was attacked from elsewhere in this phase (10.15).
    Flanks(Camp, BoxId, BoxId),
    /// A force has no legal attack.
    Passes(ForceId),
    /// A unit that must strike back may not, so the engagement ends.
    Disengaged(UnitId, UnitId),
    /// A unit shot at another.
    Shot {
        /// Who.
        by: UnitId,
        /// At whom.
        at: UnitId,
        /// The highest roll that hits.
        strength: u8,
        /// The roll.
        roll: Roll,
        /// The rule it was made under: 10.13, or in defense 10.14.
        rule: Rule,
    },
    /// A leader takes part, or stands back.
    TakesPart(LeaderId, Part),
    /// A duel was rolled.
    Fought {
        /// Who attacked.
        attacker: UnitId,
        /// Who was attacked.
        defender: UnitId,
        /// Strength against strength, leaders added.
        strengths: (u8, u8),
        /// The column used.
        column: Odds,
        /// The roll.
        roll: Roll,
        /// What it brought.
        result: CombatResult,
    },
    /// Two units are locked.
    Engaged(UnitId, UnitId),
    /// A unit routed.
    Routed(UnitId),
    /// A unit with Alexander ignored a rout.
    StoodFirm(UnitId),
    /// A unit lost a step and has this strength left.
    Reduced(UnitId, Strength),
    /// Of a stacked pair only this one is left (10.7).
    Parted(UnitId),
    /// A unit was destroyed.
    Destroyed(UnitId),
    /// A leader's fate was rolled for.
    CasualtyRoll {
        /// The leader.
        leader: LeaderId,
        /// The column.
        column: CasualtyColumn,
        /// The roll.
        roll: Roll,
        /// What the table says.
        casualty: Casualty,
    },
    /// Alexander's second roll (10.17).
    SecondRoll(LeaderId, Roll),
    /// A leader was wounded.
    Wounded(LeaderId),
    /// A leader was killed.
    Killed(LeaderId),
    /// A leader who lost his unit joined another.
    FoundUnit(LeaderId, UnitId),
    /// A leader who lost his unit stands alone.
    Alone(LeaderId, BoxId),
    /// The battle ended.
    Ended(Ending),
    /// A unit pursued and caught so many.
    Pursued {
        /// The pursuer.
        unit: UnitId,
        /// The roll.
        roll: Roll,
        /// How many it catches.
        caught: u8,
    },
    /// A routed unit was caught.
    Caught(UnitId),
}
