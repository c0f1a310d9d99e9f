//! The tactical display (Alexandros 10): one battle in boxes and lines, from set-up to pursuit.
//!
//! [`Display`] is the rules half, made from a [`BattleSetup`]; [`State`] is what changes; at the end
//! [`Display::report`] gives a [`BattleReport`]. Modules are named after the book's words and stand in
//! its order: boxes (10.4), battle line (10.6), stacking (10.7), movement (10.8), advance (10.9), combat
//! (10.10), and so on. Charts and boxes are data in `maps/display/`.
//!
//! Invariant: nothing here knows provinces, armies on a map, or what follows from a battle.

mod advance;
mod aftermath;
mod ask;
mod battle_line;
pub mod cases;
mod combat;
mod ending;
mod engine;
mod flank;
mod leaders;
mod missiles;
mod model;
mod movement;
mod pursuit;
mod rally;
mod ranks;
mod report;
mod resolution;
mod set_up;
mod stacking;

pub use aftermath::{Aftermath, Survivor, Veteran};
pub use ask::{Outlook, Prospect, ShotProspect};
pub use battle_line::Fill;
pub use combat::{Attack, Bout, Clash, Duels, Role};
pub use ending::Over;
pub use engine::action::{Action, Answer, Interjection, Question};
pub use engine::display::{Display, DisplaySetup};
pub use engine::event::Event;
pub use engine::sequence::{Phase, Turn};
pub use engine::state::{Ending, HowEnded, LeaderState, Place, Stand, State, UnitState};
pub use engine::steps::Step;
pub use leaders::{Displaced, Part, TakePart};
pub use missiles::DefensiveFire;
pub use model::army::{
    BattleSetup, Doubling, FEWEST_UNITS, ForceId, ForceSetup, Kind, LeaderId, LeaderSetup,
    MOST_ALLIES, MOST_LEADERS, MOST_UNITS, Names, Order, Placing, Strength, Switches, UnitId,
    UnitSetup, Who,
};
pub use model::boxes::{BOX_COUNT, Board, BoxId, Capacity, Line, Post};
pub use model::charts::{
    Casualty, CasualtyColumn, Charts, Column, CombatResult, EMBEDDED, Odds, Pursuer,
};
pub use model::sets::BoxSet;
pub use model::sets::LeaderSet;
pub use model::sets::UnitSet;
pub use movement::{Movement, Passage};
pub use pursuit::{Caught, Pursuit};
pub use rally::{Rally, Return};
pub use report::{BattleReport, Fate, LeaderReport, UnitReport};
pub use resolution::{Reckoning, ReckoningItem, ReckoningLine};
pub use set_up::SetUp;
