//! The tactical display (Alexandros 10): one battle in boxes and lines, from set-up to pursuit.
//!
//! [`Display`] is the rules half, made from a [`BattleSetup`]; [`State`] is what changes; at the end
//! [`Display::report`] gives a [`BattleReport`]. Modules are named after the book's words and stand in
//! its order: boxes (10.4), battle line (10.6), stacking (10.7), movement (10.8), advance (10.9), combat
//! (10.10), and so on. Charts and boxes are data in `maps/display/`.
//!
//! Invariant: nothing here knows provinces, armies on a map, or what follows from a battle.

mod action;
mod advance;
mod aftermath;
mod army;
mod ask;
mod battle_line;
mod boxes;
pub mod cases;
mod charts;
mod combat;
mod display;
mod ending;
mod event;
mod flank;
mod game;
mod invariants;
mod leaders;
mod missiles;
mod movement;
mod position;
mod pursuit;
mod rally;
mod ranks;
mod report;
mod resolution;
mod resolver;
mod scenarios;
mod sequence;
mod set_up;
mod sets;
mod stacking;
mod state;
mod text;

pub use action::{Action, Answer, Interjection, Question};
pub use aftermath::{Aftermath, Survivor, Veteran};
pub use army::{
    BattleSetup, Doubling, FEWEST_UNITS, Kind, LeaderId, LeaderSetup, MOST_LEADERS, MOST_UNITS,
    Names, Placing, SideSetup, Strength, Switches, UnitId, UnitSetup, Who,
};
pub use ask::{Outlook, Prospect, ShotProspect};
pub use boxes::{BOX_COUNT, Board, BoxId, Capacity, Line, Post, Side};
pub use charts::{Casualty, CasualtyColumn, Charts, Column, CombatResult, EMBEDDED, Odds, Pursuer};
pub use display::{Display, DisplaySetup};
pub use event::Event;
pub use report::{BattleReport, Fate, LeaderReport, UnitReport};
pub use resolution::{Reckoning, ReckoningItem, ReckoningLine};
pub use sets::BoxSet;
pub use sets::LeaderSet;
pub use sets::UnitSet;
pub use state::{
    Bout, Clash, Ending, Fighting, HowEnded, LeaderState, Moving, Part, Passage, Place, Role,
    Stand, State, Step, UnitState,
};
