//! What can be done, and what is asked.

use crate::model::hex::{Hand, Hex, Hexside, Vertex};
use crate::model::order_of_battle::{LeaderId, UnitId};
use crate::movement::answers::AnswerStage;
use crate::movement::departure::DepartureStage;
use crate::movement::moving::Go;
use serde::{Deserialize, Serialize};

/// One small step of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// 6.82: lay a marker under a leader: withdrawal is arranged, or it is not.
    Arrange(LeaderId, bool),
    /// 5.51: this leader begins the turn.
    Elite(LeaderId),
    /// 5.12: this leader is activated.
    Activate(LeaderId),
    /// 5.15: this leader is passed over and finished.
    Pass(LeaderId),
    /// 5.25: this leader stays inactive in an enemy zone of control.
    Wait(LeaderId),
    /// 5.41, 5.42: try to trump with this leader.
    Trump(LeaderId),
    /// 4.22: he gives individual orders.
    Individual,
    /// 4.34: he gives a line command, by this right.
    LineCommand(LineRight),
    /// 4.33: the line that this unit belongs to, drawn up like this; it moves, or fires in place.
    NameLine {
        /// The first unit of the line.
        unit: UnitId,
        /// How the line is drawn up.
        shape: LineShape,
        /// Whether it moves.
        moves: bool,
    },
    /// 5.22: this unit moves and fires.
    Order(UnitId),
    /// 6.46: the same at the phalanx's faster pace.
    OrderFast(UnitId),
    /// 4.23, 4.4, 4.36: this leader rides.
    Send(LeaderId),
    /// 10.16: this unit recovers.
    Recover(UnitId),
    /// 10.27: this unit tries to rally.
    Rally(UnitId),
    /// 5.63: this contingent commander is activated.
    Contingent(LeaderId),
    /// 11.82: these engines change between fire and move.
    ChangeMode(UnitId),
    /// A step of the moving unit.
    Go(Go),
    /// 4.23: this leader goes along.
    Take(LeaderId),
    /// 4.23: this leader stays behind.
    Leave(LeaderId),
    /// A leader rides into the hex beyond this side.
    RideTo(Hexside),
    /// 8.13: the active unit fires at this one.
    FireAt(UnitId),
    /// 8.15: the active unit fires at this one, and will move afterwards.
    FireMoving(UnitId),
    /// 8.19: the active unit fires at a leader alone in this hex.
    FireAtHex(Hex),
    /// 8.31: the moving unit harasses this one.
    Harass(UnitId),
    /// 8.32: the harassing unit comes up to its target in this hex.
    ComeUp(Hex),
    /// 7.32: the mover will attack, or will not.
    Shock(bool),
    /// 9.11: this unit attacks without a check.
    Engage(UnitId),
    /// 10.32: this engaged unit slips away beyond this side, and does not attack.
    BreakOff(UnitId, Hexside),
    /// 9.12: this unit attacks that one.
    Attack {
        /// Who attacks.
        unit: UnitId,
        /// Whom.
        target: UnitId,
    },
    /// 9.2: of leaders alike in initiative this one fights in person.
    Champion(LeaderId),
    /// 9.15: this unit gives the type of its side.
    Type(UnitId),
    /// 10.13: this unit takes the next hit.
    TakeHit(UnitId),
    /// 9.34: this unit advances.
    Advance(UnitId),
    /// 11.13, 11.25: this unit passes through its enemy, straight on beyond this side.
    PassThrough(UnitId, Hexside),
    /// 11.26: this unit opens its ranks, and the chariots would come to this hex.
    OpenRanks(UnitId, Hex),
    /// 6.71: this unit withdraws.
    Withdraw(UnitId),
    /// 6.78, 6.83: the line of this unit withdraws, under this leader.
    WithdrawLine(UnitId, LeaderId),
    /// 4.62: this leader withdraws.
    WithdrawLeader(LeaderId),
    /// A withdrawing or running unit or leader, or an elephant run wild, goes beyond this side.
    Back(Hexside),
    /// A two-hex unit withdraws or runs, to the hex on that hand of its rear or front.
    BackTwo(Hand),
    /// A unit that has withdrawn or rallied faces this vertex.
    Face(Vertex),
    /// 11.14: the elephants head for this unit.
    Towards(UnitId),
    /// 7.16: this unit turns one vertex to that hand.
    React(UnitId, Hand),
    /// 7.17: this two-hex unit faces about.
    ReactReverse(UnitId),
    /// 8.2: this unit fires in reaction at that one.
    ReactionFire {
        /// Who fires.
        firer: UnitId,
        /// At whom.
        target: UnitId,
    },
    /// 8.25: this elephant's screen fires in reaction at that one.
    ScreenFire {
        /// Whose screen.
        firer: UnitId,
        /// At whom.
        target: UnitId,
    },
    /// 11.85, 11.86: this engine fires at that unit, without an order.
    EngineFire {
        /// Which engine.
        engine: UnitId,
        /// At whom.
        target: UnitId,
    },
    /// 8.19, 11.85, 11.86: this engine fires at a leader alone in that hex.
    EngineFireAtHex {
        /// Which engine.
        engine: UnitId,
        /// Where he is.
        hex: Hex,
    },
    /// 5.31: try for momentum.
    Momentum,
    /// The unit whose rout or withdrawal is next.
    Next(UnitId),
    /// Nothing more of this.
    Done,
}

/// What gives a leader the right to a line command (4.34).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineRight {
    /// He is the overall commander.
    Overall,
    /// He starts within the range of the overall commander.
    ThroughOverall,
    /// A roll against his strategy rating.
    Strategy,
    /// He is a wing commander.
    Wing,
    /// It is the first turn.
    FirstTurn,
}

/// How a line is drawn up (4.33).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineShape {
    /// Flank to flank.
    Abreast,
    /// Front to rear.
    InFile,
    /// Horse and chariots: all within half the leader's range.
    Loose,
}

/// What a decision is about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Question {
    /// Are withdrawals pre-arranged (6.82)?
    Arrange,
    /// Who begins with elite initiative (5.51)?
    Elite,
    /// Which leader is activated (5.12)?
    Activation,
    /// Is the trump trumped (5.42)?
    TrumpTheTrump(LeaderId),
    /// Individual orders or a line command (4.34)?
    Command(LeaderId),
    /// Which line (4.33)?
    NameLine(LeaderId),
    /// Which order next (5.22)?
    Orders(LeaderId),
    /// How does the unit go on (6.3)?
    Move(UnitId),
    /// How does the leader go on (6.15)?
    Ride(LeaderId),
    /// What is done about the step of this unit?
    Answers(AnswerStage, UnitId),
    /// What is done before the unit makes its step (6.71, 8.22)?
    Departure(DepartureStage, UnitId),
    /// Who fires at the line that has moved (8.21)?
    QueuedFire,
    /// Which unit of the line fires next (8.21)?
    LineFire,
    /// Does the screen of the elephants fire too (11.12)?
    ScreenFire(UnitId),
    /// From which hex does the unit harass its target (8.32)?
    Harass(UnitId),
    /// Does the unit shoot back (8.23)?
    ReturnFire(UnitId),
    /// Do the engines fire (11.86), at this unit that acts or at others?
    Engines(Option<UnitId>),
    /// Where does the unit withdraw to (6.71)?
    Withdraw(UnitId),
    /// Where does the leader withdraw to (4.62)?
    LeaderWithdraw(LeaderId),
    /// Does the king flee before an enemy leader (9.24)?
    Flight(LeaderId),
    /// Which way does the unit run (10.21)?
    Rout(UnitId),
    /// Who gets out of the elephants' way (6.71, 11.14)?
    RampageWithdrawal(UnitId),
    /// Which leader gets out of the elephants' way (4.62, 11.14)?
    RampageLeaders(UnitId),
    /// Where do the elephants run, of what the die leaves open (11.14)?
    Rampage(UnitId),
    /// How is the rallied unit faced (10.27)?
    RallyFacing(UnitId),
    /// Who attacks (9.11)?
    Designation(LeaderId),
    /// Who attacks whom (9.12)?
    Allocation(LeaderId),
    /// Which leader fights in person in this combat (9.2)?
    Champion(u8),
    /// Which unit gives the type of its side in this combat (9.15)?
    Type(u8),
    /// Which unit of this combat takes the next hit (10.13)?
    Hits(u8),
    /// Which unit of this combat opens its ranks (11.26)?
    OpenRanks(u8),
    /// Which attacker of this combat passes through, and where (11.13)?
    PassThrough(u8),
    /// Which attacker of this combat advances (9.34)?
    Advances(u8),
    /// How does the unit advance (9.31)?
    Advance(UnitId),
    /// Whom does the unit pursue (9.42)?
    Pursuit(UnitId),
    /// How does a column that was attacked face (6.66)?
    LeavesColumn(UnitId),
    /// Is momentum tried for (5.31)?
    Momentum(LeaderId),
    /// Is the momentum trumped (5.42)?
    MomentumTrump(LeaderId),
    /// Which leader is activated again (5.33)?
    Reactivation,
    /// Which unit withdraws next in the crisis (5.33)?
    Crisis(LeaderId),
    /// Which routed unit runs next (10.22)?
    RoutPhase,
}

/// The kinds of answer that windows offer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Withdraw (6.71).
    Withdraw,
    /// A leader withdraws (4.62).
    LeaderWithdraw,
    /// Turn to face (7.16, 7.17).
    Turn,
    /// Fire at who enters (8.21).
    EntryFire,
    /// Fire at who leaves (8.22).
    RetireFire,
    /// Shoot back (8.23).
    ReturnFire,
    /// Trump (5.42).
    Trump,
    /// Fire of engines (11.86).
    EngineFire,
}

/// Nothing is done out of turn in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Interjection {}
