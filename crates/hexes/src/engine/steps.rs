//! What is under way: named steps on a stack, the last of which is asked or done now.
//!
//! A procedure that anything may set off (a rout, an answer to a move) is a step of its own: it is put on
//! top, and what was under way waits below until it is done.

use crate::engine::action::Action;
use crate::model::hex::{Hand, Hex, Hexside, Vertex};
use crate::model::order_of_battle::{Army, LeaderId, UnitId, UnitSet};

use crate::engine::state::Formation;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// A step of the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Step {
    /// 6.82: an army may lay its pre-arranged withdrawal markers.
    Arrange(Army),
    /// 5.51: an army may begin the turn with its elite initiative.
    Elite(Army),
    /// 3.A: the next leader.
    Activation,
    /// 5.41: a trump of this army has failed: a leader who was due is activated.
    Due(Army),
    /// 5.42: the other side may trump the trump of `leader`, who would go before `instead_of`.
    TrumpTheTrump {
        /// Who trumped.
        leader: LeaderId,
        /// Whose turn it would have been.
        instead_of: LeaderId,
    },
    /// 4.34: individual orders, or a line command.
    Command(Tenure),
    /// 3.B1: the active leader gives orders.
    Orders(Orders),
    /// A unit carries out its order.
    Move(Movement),
    /// A leader rides.
    Ride(Ride),
    /// What others may do about a step just made.
    Answers(Answers),
    /// 6.71, 8.22: what others may do before a step is made.
    Departure(Departure),
    /// 8.21: enemies fire at a line that has moved.
    QueuedFire(UnitSet),
    /// 8.21: the units of a line that has moved fire, after the enemy has.
    LineFire(Army),
    /// 8.22: enemies fire at a unit that is about to withdraw or run out of their zones of control.
    RetireFire {
        /// Who is about to go.
        mover: UnitId,
        /// Where to.
        action: Action,
        /// Who may still fire.
        waiting: UnitSet,
    },
    /// 8.25, 11.12: after an elephant's javelins, its screen may fire on the same occasion.
    ScreenFire {
        /// Whose screen.
        firer: UnitId,
        /// At whom.
        target: UnitId,
        /// On which occasion.
        occasion: Occasion,
    },
    /// 8.33: a unit harasses another.
    Harass(Harassment),
    /// 8.23: a unit that was shot at may shoot back.
    ReturnFire {
        /// Who shot.
        firer: UnitId,
        /// Who may shoot back.
        target: UnitId,
    },
    /// 11.86: the engines of this army may fire: at a unit of the enemy that acts, or at its last chance.
    Engines {
        /// Whose engines.
        army: Army,
        /// The enemy unit that acts.
        at: Option<UnitId>,
    },
    /// 6.7: a unit withdraws, hex by hex.
    Withdraw(Withdrawal),
    /// 6.78, 6.83: a line withdraws, unit by unit.
    LineWithdrawal {
        /// Those that still have to.
        units: UnitSet,
        /// Before whom.
        mover: UnitId,
        /// Whether it was arranged (6.8).
        arranged: bool,
    },
    /// 4.62: a leader withdraws, hex by hex.
    LeaderWithdraw(LeaderWithdrawal),
    /// 9.24: the king may flee before an enemy leader.
    Flight {
        /// The king.
        king: LeaderId,
        /// Who has come up to him.
        rider: LeaderId,
    },
    /// 10.21, 10.22: a unit runs.
    Rout(Rout),
    /// 11.14: an elephant runs wild, or waits to.
    Rampage(Rampage),
    /// 10.27: a rallied unit is faced.
    RallyFacing(UnitId),
    /// 3.B2: the shock combat of an orders phase.
    Shock(ShockSegment),
    /// 9.3: an attacker advances after combat.
    Advance(Advance),
    /// 9.4: cavalry pursues whom it has routed.
    Pursuit(Pursuit),
    /// 3.C: the leader may try for momentum.
    Momentum(Tenure),
    /// 5.42: the other side may trump a momentum that was gained.
    MomentumTrump(Tenure),
    /// 5.33: a leader of this army, finished or not, may be activated again.
    Reactivation(Army),
    /// 5.33: the units of a crisis of faith withdraw.
    Crisis {
        /// Whose crisis.
        leader: LeaderId,
        /// Those that still have to withdraw.
        units: UnitSet,
    },
    /// 3.D2: routed units run; these still have to.
    RoutPhase(UnitSet),
    /// It is over.
    Over,
}

/// The shock segment of an orders phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShockSegment {
    /// Whose orders phase it is.
    pub tenure: Tenure,
    /// The step of all combats that is under way.
    pub stage: ShockStage,
    /// The combat that is asked about, by its place in the list.
    pub at: u8,
    /// Its first combat in the list: those before are of the segment that a pursuit has interrupted (9.43).
    pub first: u8,
}

/// The steps of the shock segment; each is done for all combats before the next (9.0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShockStage {
    /// 9.11: who attacks.
    Designation,
    /// 9.12: who attacks whom.
    Allocation,
    /// 11.26: Macedonians may open their ranks before chariots.
    OpenRanks,
    /// 9.13: the charge: everybody checks.
    Charge,
    /// 9.13: those that do not stand it run.
    ChargeRouts,
    /// 9.13: attackers whose enemies have run advance.
    ChargeAdvances,
    /// 9.14: leaders.
    Leaders,
    /// 9.15: the defender says which of his units gives the type.
    DefenderType,
    /// 9.15: the attacker says which of his does.
    AttackerType,
    /// 9.16: the hand-to-hand struggle.
    Struggle,
    /// 10.13: who takes the hits.
    Hits,
    /// 9.17: the push of shields.
    Push,
    /// 9.18, step 1: who collapses.
    Collapse,
    /// 9.18, step 1: those run.
    CollapseRouts,
    /// 9.18, step 2: who is near his end rolls for it.
    LastStand,
    /// 9.18, step 2: those that failed run.
    LastRouts,
    /// 9.18, step 3: advances (9.3).
    Advances,
    /// 6.66, 8.17: what is left to be done.
    Aftermath,
}

impl ShockStage {
    /// The stage after this one.
    pub const fn next(self) -> Option<ShockStage> {
        match self {
            ShockStage::Designation => Some(ShockStage::Allocation),
            ShockStage::Allocation => Some(ShockStage::OpenRanks),
            ShockStage::OpenRanks => Some(ShockStage::Charge),
            ShockStage::Charge => Some(ShockStage::ChargeRouts),
            ShockStage::ChargeRouts => Some(ShockStage::ChargeAdvances),
            ShockStage::ChargeAdvances => Some(ShockStage::Leaders),
            ShockStage::Leaders => Some(ShockStage::DefenderType),
            ShockStage::DefenderType => Some(ShockStage::AttackerType),
            ShockStage::AttackerType => Some(ShockStage::Struggle),
            ShockStage::Struggle => Some(ShockStage::Hits),
            ShockStage::Hits => Some(ShockStage::Push),
            ShockStage::Push => Some(ShockStage::Collapse),
            ShockStage::Collapse => Some(ShockStage::CollapseRouts),
            ShockStage::CollapseRouts => Some(ShockStage::LastStand),
            ShockStage::LastStand => Some(ShockStage::LastRouts),
            ShockStage::LastRouts => Some(ShockStage::Advances),
            ShockStage::Advances => Some(ShockStage::Aftermath),
            ShockStage::Aftermath => None,
        }
    }
}

/// An attacker that advances after combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Advance {
    /// Who advances.
    pub unit: UnitId,
    /// Whether it has entered its hex and may still turn (9.32) or wheel (9.33).
    pub entered: bool,
}

/// Cavalry that pursues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pursuit {
    /// Who pursues.
    pub unit: UnitId,
    /// Whom, once that is said.
    pub quarry: Option<UnitId>,
    /// Hexes it has gone.
    pub gone: u8,
    /// Leaders that go along, as bits (9.41).
    #[serde(default)]
    pub riders: u32,
}

/// One leader's orders phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tenure {
    /// Who gives the orders.
    pub leader: LeaderId,
    /// How he came by them.
    pub kind: TenureKind,
    /// How many orders phases he has had in succession this turn, this one included (5.14).
    pub nth: u8,
    /// 4.34: whether his first orders phase was a line command, so that a later one may be.
    pub line_before: bool,
    /// 4.35: whether he used his overall commander for a line command.
    pub through_overall: bool,
    /// 5.45: whether he trumped and still has to do something.
    pub must_act: bool,
    /// Whether he fought in person in this orders phase (5.31).
    pub fought: bool,
}

/// How a leader came by an orders phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TenureKind {
    /// In his turn, or by a trump.
    Initial,
    /// By momentum.
    Momentum,
    /// By elite initiative (5.51).
    Elite,
    /// By the die roll of doom (5.33).
    Reactivated,
}

/// What may be ordered now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Orders {
    /// Whose orders they are.
    pub tenure: Tenure,
    /// How they are given.
    pub mode: OrderMode,
}

/// How orders are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OrderMode {
    /// One by one: so many are left (4.22).
    Individual(u8),
    /// The line is still to be named (4.31).
    NameLine,
    /// To the units of a line that have not gone yet.
    Line {
        /// Who is left of the line.
        units: UnitSet,
        /// Whether it moves, or fires where it stands (5.22).
        moves: bool,
    },
}

/// A unit on the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Movement {
    /// Which unit.
    pub unit: UnitId,
    /// Movement points spent.
    pub spent: u8,
    /// 6.46: whether it goes at its faster pace.
    pub fast: bool,
    /// Whether it moves as part of a line, so that entry fire waits (8.21).
    pub in_line: bool,
    /// Whether it may only fire (5.22).
    pub fire_only: bool,
    /// 11.72: whether the phalanx behind it moves with it.
    pub in_depth: bool,
    /// Whether it began in an enemy zone of control (7.23).
    pub began_in_zoc: bool,
    /// Whether it had moved in this turn before (6.13, 6.46, 6.5).
    pub was_moved: bool,
    /// 6.61: whether it has changed its formation, which ends its move.
    pub formed: bool,
    /// 6.5: movement points spent on entering hexes.
    pub marched: u8,
    /// 7.31: whether it has come adjacent to an enemy from a hex that was not.
    pub came_adjacent: bool,
    /// 6.91: how it last stood alone, while it passes through a friend.
    pub alone: Option<Placement>,
    /// Whether it has moved at all, turning included.
    pub has_moved: bool,
    /// Whether it may move no further (7.23).
    pub halted: bool,
    /// Whether it has fired (8.11).
    pub fired: bool,
    /// Hexes entered so far.
    pub hexes: u8,
    /// Vertices turned since it came into this hex.
    pub turned: u8,
    /// Levels climbed or gone down in this move.
    pub levels: u8,
    /// Where it was before it last entered a hex: fire while moving wants a target that is now closer (8.11).
    pub came_from: Option<Hex>,
    /// Leaders that go along, by their number as a bit.
    pub riders: u32,
}

/// A leader on the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ride {
    /// Who.
    pub leader: LeaderId,
    /// Whether he may go no further.
    pub halted: bool,
    /// Whether he has moved.
    pub has_moved: bool,
    /// Where he was before, until it is settled whom he meets (4.63).
    pub came_from: Option<Hex>,
}

/// One step of a unit's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Go {
    /// Into the front hex on that hand; a two-hex unit with both halves.
    Forward(Hand),
    /// 6.43: the half on that hand goes into the middle front hex, the other stays.
    Pivot(Hand),
    /// In column, straight ahead (6.64).
    Ahead,
    /// In column, into the front-flank hex on that hand (6.64).
    Bend(Hand),
    /// 11.63: in square, one hex in any direction.
    Shift(Hexside),
    /// 7.12: turn to face this vertex.
    Turn(Vertex),
    /// 6.64: a one-hex column turns to face this side.
    TurnColumn(Hexside),
    /// 6.44: face about in place.
    Reverse,
    /// 6.61, 11.63, 11.93: change formation.
    Form(Formation),
    /// 11.71: into the hexes of the phalanx before it on that hand, to stand behind it.
    Double(Hand),
    /// 6.63: a one-hex column deploys and faces the vertex on that hand of its front.
    Deploy(Hand),
}

/// Where a unit stood before a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Placement {
    /// The hex of its left half.
    pub hex: Hex,
    /// What it faced.
    pub facing: Vertex,
    /// How it was drawn up.
    pub formation: Formation,
}

/// What others may do about a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answers {
    /// Who made the step.
    pub mover: UnitId,
    /// Where it stood before; nothing at the start of its move.
    pub was: Option<Placement>,
    /// Which answers are being taken.
    pub stage: AnswerStage,
    /// The last that will be: only leaders answer a unit that moves otherwise than under orders (4.62).
    pub last: AnswerStage,
    /// Units that may still answer at this stage.
    pub waiting: UnitSet,
    /// Leaders that may still answer at this stage, by their number as a bit.
    pub leaders: u32,
}

impl Answers {
    /// The answers to a step of a unit, from one stage to another.
    pub(crate) fn to(
        mover: UnitId,
        was: Placement,
        stages: RangeInclusive<AnswerStage>,
    ) -> Answers {
        let (stage, last) = (*stages.start(), *stages.end());
        Answers { mover, was: Some(was), stage, last, waiting: UnitSet::NONE, leaders: 0 }
    }
}

/// The answers to a step, in the order in which they are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerStage {
    /// The step has just been made.
    Arrived,
    /// 6.71, 6.78, 6.83: withdrawal.
    Withdrawal,
    /// 7.32: the mover's shock mark.
    ShockMark,
    /// 4.62: leaders withdraw or are lost.
    Leaders,
    /// 11.16: cavalry before elephants.
    Elephants,
    /// 7.16, 7.17: reaction facing.
    Facing,
    /// 8.21: entry fire.
    EntryFire,
}

impl AnswerStage {
    /// The stage after this one.
    pub const fn next(self) -> Option<AnswerStage> {
        match self {
            AnswerStage::Arrived => Some(AnswerStage::Withdrawal),
            AnswerStage::Withdrawal => Some(AnswerStage::ShockMark),
            AnswerStage::ShockMark => Some(AnswerStage::Leaders),
            AnswerStage::Leaders => Some(AnswerStage::Elephants),
            AnswerStage::Elephants => Some(AnswerStage::Facing),
            AnswerStage::Facing => Some(AnswerStage::EntryFire),
            AnswerStage::EntryFire => None,
        }
    }
}

/// A step about to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Departure {
    /// Who is about to go.
    pub mover: UnitId,
    /// The step it is about to make.
    pub go: Go,
    /// Which answers are being taken.
    pub stage: DepartureStage,
    /// Who may still answer.
    pub waiting: UnitSet,
}

/// The answers to a step about to be made, in the order in which they are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DepartureStage {
    /// It has just been announced.
    Announced,
    /// 6.71: at the start of a move, units two hexes away withdraw.
    Withdrawal,
    /// 8.22: units whose zone of control it leaves fire.
    RetireFire,
}

/// What a unit fires at out of turn for (8.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    /// 8.21: an enemy has entered its zone of control.
    Entry,
    /// 8.22: an enemy is about to leave it.
    Retire,
    /// 8.23: an enemy has fired at it.
    Return,
}

/// A unit harassing another (8.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Harassment {
    /// Who harasses.
    pub harasser: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Its way there, as far as it goes; the last hex is next to the target.
    pub path: [Option<Hex>; 3],
    /// Where it stands in truth, while it is shown before its target.
    pub home: Option<Placement>,
    /// What is being done.
    pub stage: HarassmentStage,
    /// Whether the enemies that may fire have been found.
    pub is_asked: bool,
    /// Enemies that may still choose to fire.
    pub waiting: UnitSet,
    /// Enemies that will fire.
    pub firing: UnitSet,
    /// Elephants whose screens will fire.
    pub screens: UnitSet,
}

/// How far a harassment has come (8.33).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HarassmentStage {
    /// The hex from which it fires is chosen.
    Approach,
    /// The target may turn (7.16, 7.17).
    Facing,
    /// Enemies may fire; then all fire at once.
    Fire,
}

/// A unit withdrawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Withdrawal {
    /// Who withdraws.
    pub unit: UnitId,
    /// From whom.
    pub before: Hex,
    /// Movement points left, or hexes where `hexes` says so (6.71).
    pub left: u8,
    /// Whether hexes are counted and not movement points (skirmishers, 6.83, 5.33).
    pub hexes: bool,
    /// Hexes it must still go (6.83: one; 5.33: two).
    pub owed: u8,
    /// Whether it must go towards its retreat edge, and not just away (5.33, 9.24).
    pub homewards: bool,
    /// Hexes it has gone.
    pub gone: u8,
    /// 6.76: the enemy it may shoot at while it withdraws.
    pub may_fire_at: Option<UnitId>,
    /// 6.78, 6.83: whether the rest of its line goes too, and may not be asked apart.
    pub in_line: bool,
    /// Leaders that go along, by their number as a bit.
    pub riders: u32,
}

/// A leader withdrawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeaderWithdrawal {
    /// Who withdraws.
    pub leader: LeaderId,
    /// From whom.
    pub before: Hex,
    /// Movement points left.
    pub left: u8,
    /// Hexes he has gone.
    pub gone: u8,
    /// 5.33, 9.24: whether he goes straight for his retreat edge.
    pub homewards: bool,
    /// 4.63: the hex that he has just come from, while it is not settled whom he meets.
    pub came_from: Option<Hex>,
}

/// A unit running.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rout {
    /// Which unit.
    pub unit: UnitId,
    /// Hexes still to go (10.21), or movement points (10.22) where `by_points` says so.
    pub left: u8,
    /// Whether movement points are counted.
    pub by_points: bool,
    /// Hexes gone.
    pub gone: u8,
    /// Where it comes from.
    pub from: Option<Hex>,
    /// Leaders that go along, by their number as a bit (10.25).
    pub riders: u32,
}

/// An elephant running wild (11.14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rampage {
    /// Which elephant.
    pub unit: UnitId,
    /// Where what frightened it stood.
    pub cause: Option<Hex>,
    /// Rolls made.
    pub rolls: u8,
    /// Hexes still to go on this roll.
    pub left: u8,
    /// Where it heads.
    pub heading: Heading,
    /// The side beyond which it goes next, while leaders there are asked (4.62).
    pub into: Option<Hexside>,
    /// Units of both sides that may still get out of its way (6.71).
    pub waiting: UnitSet,
    /// Leaders in the hex before it who may still get out of it, by their number as a bit (4.62).
    pub leaders: u32,
    /// Leaders who ride it, by their number as a bit.
    pub riders: u32,
}

/// Where a rampage heads (11.14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Heading {
    /// It has still to be rolled for.
    Open,
    /// For the nearest of its own side; the opponent says which.
    Nearest,
    /// For this unit.
    Towards(UnitId),
    /// Away from what frightened it; the opponent says which way, if two are alike.
    Away,
    /// Straight on beyond this side.
    Along(Hexside),
}
