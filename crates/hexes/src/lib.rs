//! The hex battle: the Great Battles system, of which `gba` and `spqr` are rulesets.
//!
//! [`Hexes`] is the rules half, made from a [`Battle`]; [`State`] is what changes. Modules are named after
//! the book's words and stand in its order. What is under way is a stack of [`Step`]s: a procedure that
//! anything may set off (a rout, an answer to a move) is put on top and finished before what waits below.
//!
//! Invariant: nothing here knows provinces, armies on a map, or what follows from a battle.

mod action;
mod activation;
mod answers;
mod artillery;
mod board;
pub mod cases;
mod casualties;
mod charge_formation;
pub mod charts;
mod cohesion;
mod column;
mod command;
mod contingent;
mod double_depth;
mod drift;
mod elephants;
mod elite;
mod engaged;
mod event;
mod facing;
mod field;
#[cfg(test)]
mod fixtures;
mod foresight;
mod game;
mod harassment;
mod hex;
mod hexes;
mod inertia;
mod invariants;
mod leader_withdrawal;
mod leaders;
mod line_command;
mod line_of_sight;
mod line_withdrawal;
mod missile_fire;
mod momentum;
mod movement;
mod order_of_battle;
mod orderly_withdrawal;
mod orders;
mod outlook;
mod personal_combat;
mod playable;
mod position;
mod pre_arranged;
mod rally;
mod rampage;
mod reaction_facing;
mod reaction_fire;
mod recovery;
mod resolver;
mod rout;
mod rules;
pub mod scenarios;
mod sequence;
pub mod shock;
mod shock_marks;
mod square;
mod stacking;
mod state;
mod steps;
mod switches;
mod terrain;
mod text;
mod trump;
mod two_hex;
mod types;
mod victory;
mod zones;

pub use action::{Action, Answer, Interjection, LineRight, LineShape, Question};
pub use charts::Charts;
pub use event::{Casualty, Event};
pub use field::{Edge, Field, HexsideFeature, SHEER, STEEP, Terrain};
pub use foresight::{Foreseen, LineOfFire};
pub use hex::{Aspect, Hand, Hex, Hexside, Vertex};
pub use hexes::{Hexes, Hexpair, Switches};
pub use line_of_sight::Sight;
pub use missile_fire::Shot;
pub use order_of_battle::{
    Army, ArmyList, Battle, Commander, Commands, LeaderId, LineSort, MOST_LEADERS, MOST_UNITS,
    Role, Ruleset, Special, Start, Troops, UnitId, UnitSet,
};
pub use outlook::{Arrival, Outlook};
pub use state::{
    Arranged, Ending, Engine, EngineDeed, EngineMode, Formation, HowEnded, Leader, LinePart, Place,
    Reactions, Readiness, ShockMark, State, Supply, Trail, Unit, Volley,
};
pub use steps::{
    Advance, AnswerStage, Answers, Departure, DepartureStage, Go, Harassment, HarassmentStage,
    Heading, LeaderWithdrawal, Movement, Occasion, OrderMode, Orders, Placement, Pursuit, Rampage,
    Ride, Rout, ShockSegment, ShockStage, Step, Tenure, TenureKind, Withdrawal,
};
pub use switches::Switch;
pub use terrain::{Cost, Going};
pub use types::{Attacks, Category, ChartType, Class, Kind, MissileKind, MovementClass};
