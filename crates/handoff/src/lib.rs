//! The war: perhaps a campaign, perhaps a battle in it.
//!
//! [`War`] is the one game that the window, the archive and the command line know. A stand-alone battle
//! is a war without a campaign. When two armies of a campaign meet, the campaign's offer becomes a
//! battle of the chosen form, and the battle's end a report that goes home; the campaign knows nothing
//! of either. Today the battles of a campaign are fought on the display ([`display_form`]); battles on
//! hexes are fought by themselves.
//!
//! Invariant: the campaign and the forms of battle know nothing of each other; only this crate
//! knows both.

pub mod cases;
mod display_form;
mod setup;
mod tell;
mod war;

pub use setup::{BattleForm, WarSetup};
pub use war::{Action, Answer, Event, Fight, Interjection, Question, State, War};

use cases::CampaignWords;
use diadem_cases::AnyVocabulary;
use diadem_display::cases::DisplayWords;
use diadem_hexes::cases::HexWords;

/// The words of every game that rule cases can be written for: the one place to plug them in.
pub fn vocabularies() -> Vec<Box<dyn AnyVocabulary>> {
    vec![Box::new(CampaignWords), Box::new(DisplayWords), Box::new(HexWords)]
}
