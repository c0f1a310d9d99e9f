//! What to do about a question, in a line.

use diadem_display::Question;

/// What to do about a question of the battle on the display.
pub(super) fn hint(question: Question) -> &'static str {
    match question {
        Question::SetUpUnit => "Drag a unit into a glowing box.",
        Question::SetUpLeaderOf(_) => "Choose the leader who goes with it.",
        Question::SetUpLeaders => "Put each leader with a unit.",
        Question::Rally => "Choose a routed unit with a leader, or none.",
        Question::Return(_) => "Choose a box for it.",
        Question::Fill => "Somebody must step into the first line.",
        Question::Move => "Move what you like, then end the phase.",
        Question::Attack => "Choose a box of yours, then its target.",
        Question::Duel => "Choose who meets whom.",
        Question::DefensiveFire(_) => "Fire before the blow falls, or hold.",
        Question::TakePart(..) => "He adds his ability, and risks his life.",
        Question::Displaced(_) => "Choose the unit he joins.",
        Question::Pursue => "Choose a fresh unit to pursue, or let them go.",
        Question::Caught(_) => "Choose who is lost.",
    }
}
