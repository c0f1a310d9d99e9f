//! The hex battle: the Great Battles system, of which `gba` and `spqr` are rulesets.
//!
//! [`Hexes`] is the rules half, made from a [`Battle`]; [`State`] is what changes. What is under way is a stack of [`Step`]s: a procedure that
//! anything may set off (a rout, an answer to a move) is put on top and finished before what waits below.
//!
//! Folders are the book's chapters: [`model`], what is printed (2); [`engine`], how it goes on (3); [`command`] (4, 5);
//! [`movement`] (6, 7); [`missiles`] (8); [`shock`] (9); [`rout`] (10); [`special`] units (11); [`victory`] (12). [`ask`]
//! answers what a player wants to know before he commits himself.
//!
//! Invariant: nothing here knows provinces, armies on a map, or what follows from a battle.

mod ask;
pub mod cases;
mod command;
mod engine;
#[cfg(test)]
mod fixtures;
mod missiles;
mod model;
mod movement;
mod rout;
pub mod shock;
mod special;
mod victory;

pub use ask::foresight::{Foreseen, LineOfFire};
pub use ask::orders::{OrdersLeft, Wasted};
pub use ask::outlook::{Arrival, Outlook};
pub use command::activation::{Activation, Tenure, TenureKind};
pub use command::elite::EliteInitiative;
pub use command::leaders::Ride;
pub use command::line_command::CommandChoice;
pub use command::momentum::{Crisis, Momentum, Reactivation};
pub use command::orders::{OrderMode, Orders};
pub use command::trump::{FailedTrump, MomentumTrump, TrumpTheTrump};
pub use engine::action::{Action, Answer, Interjection, LineRight, LineShape, Question};
pub use engine::event::{Casualty, Event};
pub use engine::hexes::{Hexes, Hexpair, Switches};
pub use engine::state::{
    Arranged, Ending, Engine, EngineDeed, EngineMode, Formation, HowEnded, Leader, LinePart, Place,
    Placement, Reactions, Readiness, ShockMark, State, Supply, Trail, Unit, Volley,
};
pub use engine::steps::Step;
pub use missiles::artillery::Engines;
pub use missiles::harassment::{Harassment, HarassmentStage};
pub use missiles::line_fire::{LineFire, QueuedFire};
pub use missiles::line_of_sight::Sight;
pub use missiles::missile_fire::{Shot, ShotCause};
pub use missiles::reaction_fire::{Occasion, ReturnFire, ScreenFire};
pub use missiles::retire_fire::RetireFire;
pub use model::charts::Charts;
pub use model::field::{Edge, Field, HexsideFeature, SHEER, STEEP, Terrain};
pub use model::hex::{Aspect, Hand, Hex, Hexside, Vertex};
pub use model::order_of_battle::{
    ArmyList, Battle, Commander, Commands, Force, ForceId, LeaderId, LineSort, MOST_LEADERS,
    MOST_UNITS, Role, Ruleset, Special, Start, Troops, UnitId, UnitSet,
};
pub use model::switches::Switch;
pub use model::terrain::{Cost, Going};
pub use model::types::{Attacks, Category, ChartType, Class, Kind, MissileKind, MovementClass};
pub use model::{charts, scenarios};
pub use movement::answers::{AnswerStage, Answers};
pub use movement::departure::{Departure, DepartureStage};
pub use movement::leader_withdrawal::{Flight, LeaderWithdrawal};
pub use movement::line_withdrawal::LineWithdrawal;
pub use movement::moving::{Go, Movement};
pub use movement::orderly_withdrawal::Withdrawal;
pub use movement::pre_arranged::Arranging;
pub use rout::rally::RallyFacing;
pub use rout::routing::{Rout, RoutPhase, RunOver};
pub use shock::advance::Advance;
pub use shock::pursuit::Pursuit;
pub use shock::{ShockSegment, ShockStage};
pub use special::rampage::{Heading, Rampage};
pub use victory::Over;
