//! What to do about a question, in a line.

use diadem_hexes::{AnswerStage, Question};

/// What to do about a question of the hex battle.
pub(super) fn hint(question: Question) -> &'static str {
    match question {
        Question::Arrange => "Lay a marker under a leader, or none.",
        Question::Elite => "Choose a glowing leader, or none.",
        Question::Activation | Question::Reactivation => "Choose a glowing leader.",
        Question::TrumpTheTrump(_) | Question::MomentumTrump(_) => "Try it with a leader, or not.",
        Question::Command(_) => "One unit after the other, or a whole line at once.",
        Question::NameLine(_) => "Choose a unit of the line.",
        Question::Orders(_) => "Choose a glowing unit or leader.",
        Question::Move(_) => {
            "Choose a hex or an arrowhead; click far to go there at once, or drag it along its way."
        }
        Question::Ride(_) => "Choose a hex; click far to ride there at once.",
        Question::Answers(AnswerStage::ShockMark, _) => "Who attacks checks its quality first.",
        Question::Answers(..) | Question::Departure(..) => "Choose a glowing unit, or nothing.",
        Question::QueuedFire | Question::LineFire => "Choose who fires, or nobody.",
        Question::ScreenFire(_) | Question::ReturnFire(_) => "Fire, or hold.",
        Question::Engines(_) => "Choose an engine and its target, or hold.",
        Question::Champion(_) => "Choose who fights in person.",
        Question::Harass(_) => "Choose a glowing hex.",
        Question::Withdraw(_) | Question::LeaderWithdraw(_) | Question::Rout(_) => {
            "Choose where to."
        }
        Question::Flight(_) => "He flees, or stays.",
        Question::RallyFacing(_) | Question::LeavesColumn(_) => "Choose an arrowhead.",
        Question::Designation(_) => "Choose who attacks without a check, or nobody else.",
        Question::Allocation(_) => "Choose an attacker, then his target.",
        Question::Type(_) => "Choose whose type counts.",
        Question::Hits(_) => "Choose who suffers.",
        Question::Advances(_) => "Choose who goes forward.",
        Question::Advance(_) => "Choose a hex or an arrowhead.",
        Question::RampageWithdrawal(_) | Question::RampageLeaders(_) => {
            "Choose who gets out of their way, or nobody."
        }
        Question::Rampage(_) => "Choose whom or where.",
        Question::OpenRanks(_) => "Choose who opens its ranks, and into which hex.",
        Question::PassThrough(_) => "Choose who breaks through, and where to.",
        Question::Momentum(_) => "A nine is the die roll of doom.",
        Question::Pursuit(_) => "Choose whom it chases.",
        Question::Crisis(_) | Question::RoutPhase => "Choose the next.",
    }
}
