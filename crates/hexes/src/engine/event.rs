//! What happened.

use crate::engine::action::{LineRight, LineShape};
use crate::engine::state::{Ending, EngineMode, Formation, ShockMark, Supply};
use crate::model::hex::{Hex, Vertex};
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use crate::shock::{Breakdown, ShockHits};
use crate::special::rampage::Heading;
use diadem_core::{Camp, Roll, Rule};

/// Something that happened in a battle. Where one thing can happen by several rules, it says by which.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A game turn begins (3.0).
    Turn(u8),
    /// A leader has the command, by this rule: in his turn, by momentum, by a trump.
    Activated(LeaderId, Rule),
    /// A leader can do no more this turn, by this rule.
    Finished(LeaderId, Rule),
    /// A leader stays inactive in an enemy zone of control (5.25).
    Waits(LeaderId),
    /// A tie between the armies was rolled for (5.12): what each rolled.
    TieRoll(Roll, Roll, Camp),
    /// A leader rolled against a rating: trump, momentum, strategy, elite initiative.
    Rolled {
        /// Who.
        leader: LeaderId,
        /// What he had to roll at most.
        rating: u8,
        /// The roll.
        roll: Roll,
        /// Whether he made it.
        success: bool,
        /// For what.
        rule: Rule,
    },
    /// A leader lost his chance of momentum for this turn, by this rule.
    NoMomentum(LeaderId, Rule),
    /// The die roll of doom (5.33).
    Doom(LeaderId, Roll),
    /// A leader gives a line command (4.34).
    LineCommand(LeaderId, LineRight),
    /// The line was named (4.33): so many units.
    LineNamed(LeaderId, LineShape, u32),
    /// A unit was ordered (5.22).
    Ordered(LeaderId, UnitId),
    /// A leader was ordered to ride, by this rule.
    Sent(LeaderId, Rule),
    /// A unit entered a hex, by this rule: moving, withdrawing, running.
    Entered(UnitId, Hex, Rule),
    /// A unit turned, by this rule.
    Turned(UnitId, Vertex, Rule),
    /// An engine changed its mode (11.82).
    ModeChanged(UnitId, EngineMode),
    /// A unit changed its formation, by this rule.
    Formed(UnitId, Formation, Rule),
    /// A phalanx stands behind another, by this rule (11.71).
    Depth(UnitId, UnitId, Rule),
    /// A unit may go no further, by this rule.
    Halted(UnitId, Rule),
    /// A leader came into a hex, by this rule.
    Rode(LeaderId, Hex, Rule),
    /// A unit left the map in good order.
    LeftMap(UnitId, Rule),
    /// A unit took cohesion hits and has so many now, by this rule (10.12).
    Hit {
        /// Which unit.
        unit: UnitId,
        /// How many.
        hits: u8,
        /// How many it has now.
        total: u8,
        /// Why.
        rule: Rule,
    },
    /// A unit checked its quality (10.11).
    Checked {
        /// Which unit.
        unit: UnitId,
        /// Its troop quality.
        tq: u8,
        /// The roll.
        roll: Roll,
        /// The hits it takes for it.
        hits: u8,
        /// Why it had to.
        rule: Rule,
    },
    /// A unit will attack, or will not (7.32).
    Marked(UnitId, ShockMark, Rule),
    /// A unit withdraws, by this rule.
    Withdraws(UnitId, Rule),
    /// A unit shot at another, or at a leader alone.
    Fired {
        /// Who.
        firer: UnitId,
        /// At which hex.
        at: Hex,
        /// Whom it hit, where a unit was shot at.
        target: Option<UnitId>,
        /// The highest roll that hits.
        strength: u8,
        /// At how many hexes.
        range: u8,
        /// The roll.
        roll: Roll,
        /// The hits.
        hits: u8,
        /// As what: 8.11 ordered, 8.21 entry, 8.22 retire, 8.23 return, 8.31 harassment, 6.76 parting.
        rule: Rule,
    },
    /// A unit's missiles: low, gone, or full again (8.17, 8.18).
    Supplied(UnitId, Supply, Rule),
    /// Whether a leader was hit was rolled for, by this rule.
    LeaderCheck(LeaderId, Roll, Rule),
    /// What a hit did to a leader (9.55): the roll, and what the table says.
    Casualty {
        /// Who.
        leader: LeaderId,
        /// The roll.
        roll: Roll,
        /// What the table says.
        result: Casualty,
        /// By which rule he was hit.
        rule: Rule,
    },
    /// Two leaders meet and will fight in person, by this rule: both alone (4.63), or in shock (9.2).
    Duel(LeaderId, LeaderId, Rule),
    /// Leaders met who do not fight in person: an Indian is among them (9.23).
    NoDuel(LeaderId, LeaderId),
    /// Two leaders fought in person (9.21): what each rolled.
    PersonalCombat(LeaderId, LeaderId, Roll, Roll),
    /// A leader was wounded: every rating falls by so much (9.22).
    Wounded(LeaderId, u8),
    /// A leader was killed or captured, by this rule.
    LeaderLost(LeaderId, Rule),
    /// A leader left the map alive (9.24).
    Fled(LeaderId),
    /// A shock combat was made up (9.12): who attacks whom.
    Combat(UnitSet, UnitSet),
    /// A two-hex unit rolled whether it stands what should rout it, by this rule (9.13, 9.18).
    StandRoll {
        /// Which unit.
        unit: UnitId,
        /// Its troop quality: more than that routs it.
        tq: u8,
        /// The roll.
        roll: Roll,
        /// Whether it stands.
        stands: bool,
        /// When.
        rule: Rule,
    },
    /// Everybody in a combat would rout (10.15): by how much each side was over its quality, and which
    /// army does.
    AllWouldRout {
        /// The attackers, their advance counted.
        attackers: i16,
        /// The defenders.
        defenders: i16,
        /// Who routs.
        routs: Camp,
    },
    /// A shock combat was fought (9.16).
    Struggle {
        /// What decided it.
        breakdown: Box<Breakdown>,
        /// The roll.
        roll: Roll,
        /// The hits of both sides.
        hits: ShockHits,
    },
    /// What a unit that gave its side the type does is little, by this rule (11.33, 11.41, 11.43).
    Limited(UnitId, Rule),
    /// A unit need not check its quality before shock, by this rule (11.33, 11.62).
    Unmoved(UnitId, Rule),
    /// A unit has lost so much more than its enemy that it breaks (9.17).
    Breakthrough(UnitId),
    /// A unit rolled whether it opens its ranks before chariots (11.26).
    OpensRanks {
        /// Which unit.
        unit: UnitId,
        /// Its troop quality: up to that it does.
        tq: u8,
        /// The roll.
        roll: Roll,
        /// Whether it does.
        opens: bool,
    },
    /// A unit near its end rolled for it (9.18).
    CollapseRoll {
        /// Which unit.
        unit: UnitId,
        /// Its troop quality: more than that routs it.
        tq: u8,
        /// The roll.
        roll: Roll,
        /// Whether it stands.
        stands: bool,
    },
    /// Cavalry rolled whether it pursues, by this rule (9.41).
    PursuitRoll {
        /// Which unit.
        unit: UnitId,
        /// Its troop quality: more than that and it pursues.
        tq: u8,
        /// The roll.
        roll: Roll,
        /// Whether it pursues.
        pursues: bool,
        /// By the rules of which edition.
        rule: Rule,
    },
    /// Cavalry pursues, by this rule.
    Pursues(UnitId, Rule),
    /// Cavalry attacks at the end of its pursuit, by this rule (9.43).
    AttacksInPursuit(UnitId, Rule),
    /// Both armies have reached their withdrawal level: by how much each is over it (12.12).
    BothWithdraw(u16, u16),
    /// A unit is engaged, or is not any more, by this rule (9.18, 10.33).
    Engaged(UnitId, bool, Rule),
    /// A unit has so many hits and no more, by this rule.
    Steadied(UnitId, u8, Rule),
    /// A unit routs (10.2).
    Routs(UnitId, Rule),
    /// An elephant's rampage was rolled for (11.14).
    RampageRoll {
        /// Which elephant.
        unit: UnitId,
        /// The roll.
        roll: Roll,
        /// Where it heads; nowhere when its driver has killed it.
        heading: Option<Heading>,
    },
    /// A unit is eliminated, by this rule.
    Eliminated(UnitId, Rule),
    /// A unit lost so many hits (10.16).
    Recovered(UnitId, u8),
    /// A unit tried to rally (10.27).
    RallyRoll {
        /// Which unit.
        unit: UnitId,
        /// Under whom.
        leader: LeaderId,
        /// The highest roll that rallies it.
        rating: u8,
        /// The roll.
        roll: Roll,
    },
    /// A unit rallied with so many hits (10.27).
    Rallied(UnitId, Roll, u8),
    /// A pre-arranged withdrawal marker was laid (6.82).
    Arranged(LeaderId),
    /// A pre-arranged withdrawal marker was shown (6.83): arranged, or blank.
    ArrangementShown(LeaderId, bool),
    /// An army's rout points against its withdrawal level (12.12).
    RoutPoints(Camp, u16, u16),
    /// The battle ended.
    Ended(Ending),
}

impl Event {
    /// The die that decided it, where one did; of two that were compared the first.
    pub const fn roll(&self) -> Option<&Roll> {
        match self {
            Event::TieRoll(roll, ..)
            | Event::Doom(_, roll)
            | Event::LeaderCheck(_, roll, _)
            | Event::PersonalCombat(_, _, roll, _)
            | Event::Rallied(_, roll, _)
            | Event::Rolled { roll, .. }
            | Event::Checked { roll, .. }
            | Event::Fired { roll, .. }
            | Event::Casualty { roll, .. }
            | Event::StandRoll { roll, .. }
            | Event::Struggle { roll, .. }
            | Event::OpensRanks { roll, .. }
            | Event::CollapseRoll { roll, .. }
            | Event::PursuitRoll { roll, .. }
            | Event::RampageRoll { roll, .. }
            | Event::RallyRoll { roll, .. } => Some(roll),
            _ => None,
        }
    }
}

/// What the leader casualty table says (9.55).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Casualty {
    /// Nothing.
    None,
    /// He is finished for the turn.
    Finished,
    /// He is wounded by so much.
    Wounded(u8),
    /// He is killed.
    Killed,
}
