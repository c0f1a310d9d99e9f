//! What is under way: named steps on a stack, the last of which is asked or done now.
//!
//! A procedure that anything may set off (a rout, an answer to a move) is a step of its own: it is put on
//! top, and what was under way waits below until it is done.

use crate::command::activation::Activation;
use crate::command::elite::EliteInitiative;
use crate::command::leaders::Ride;
use crate::command::line_command::CommandChoice;
use crate::command::momentum::{Crisis, Momentum, Reactivation};
use crate::command::orders::Orders;
use crate::command::trump::{FailedTrump, MomentumTrump, TrumpTheTrump};
use crate::missiles::artillery::Engines;
use crate::missiles::harassment::Harassment;
use crate::missiles::line_fire::{LineFire, QueuedFire};
use crate::missiles::reaction_fire::{ReturnFire, ScreenFire};
use crate::missiles::retire_fire::RetireFire;
use crate::movement::answers::Answers;
use crate::movement::departure::Departure;
use crate::movement::leader_withdrawal::{Flight, LeaderWithdrawal};
use crate::movement::line_withdrawal::LineWithdrawal;
use crate::movement::moving::Movement;
use crate::movement::orderly_withdrawal::Withdrawal;
use crate::movement::pre_arranged::Arranging;
use crate::rout::rally::RallyFacing;
use crate::rout::routing::{Rout, RoutPhase, RunOver};
use crate::shock::ShockSegment;
use crate::shock::advance::Advance;
use crate::shock::pursuit::Pursuit;
use crate::special::rampage::Rampage;
use crate::victory::Over;

diadem_core::steps! {
    ($)
    /// A step of the battle, in the order of the book: each is told in its rule's own file.
    pub enum Step by each_step {
        Arrange(Arranging),
        Elite(EliteInitiative),
        Activation(Activation),
        Due(FailedTrump),
        TrumpTheTrump(TrumpTheTrump),
        Command(CommandChoice),
        Orders(Orders),
        Move(Movement),
        Ride(Ride),
        Answers(Answers),
        Departure(Departure),
        QueuedFire(QueuedFire),
        LineFire(LineFire),
        RetireFire(RetireFire),
        ScreenFire(ScreenFire),
        Harass(Harassment),
        ReturnFire(ReturnFire),
        Engines(Engines),
        Withdraw(Withdrawal),
        LineWithdrawal(LineWithdrawal),
        LeaderWithdraw(LeaderWithdrawal),
        Flight(Flight),
        Rout(Rout),
        RunOver(RunOver),
        Rampage(Rampage),
        RallyFacing(RallyFacing),
        Shock(ShockSegment),
        Advance(Advance),
        Pursuit(Pursuit),
        Momentum(Momentum),
        MomentumTrump(MomentumTrump),
        Reactivation(Reactivation),
        Crisis(Crisis),
        RoutPhase(RoutPhase),
        Over(Over),
    }
}
