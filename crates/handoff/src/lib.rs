//! The war: perhaps a campaign, perhaps a battle in it.
//!
//! [`War`] is the one game that the window, the archive and the command line know. A stand-alone battle
//! is a war without a campaign. When two armies of a campaign meet, the campaign's offer becomes a
//! battle of the chosen form, and the battle's end a report that goes home; the campaign knows nothing
//! of either. A battle of a campaign is fought on the display ([`display_form`]) or on
//! hexes ([`hex_form`]), as [`encounter`] settles it; what comes home from hexes is worked out in [`battle_losses`].
//!
//! Invariant: the campaign and the forms of battle know nothing of each other; only this crate
//! knows both.

mod answer;
mod array;
mod battle_losses;
pub mod cases;
mod conversion;
mod deployment;
mod display_form;
mod encounter;
mod ground;
mod hex_form;
mod offers;
mod playable;
mod prospect;
mod setup;
#[cfg(test)]
mod tests;
mod text;
mod war;

pub use answer::Answer;
pub use battle_losses::{BattleLosses, Close, Toll};
pub use deployment::{Deployment, Draw, Piece};
pub use encounter::{Encounter, EncounterStage, Form};
pub use hex_form::HexBattle;
pub use offers::TypicalOffer;
pub use prospect::{
    ArmyProspect, BrigadeProspect, CounterProspect, GroundProspect, LeaderProspect, Prospect,
};
pub use setup::{BattleForm, WarSetup};
pub use war::{Action, Event, Fight, Interjection, Question, State, War};

use cases::CampaignVocabulary;
use diadem_cases::AnyVocabulary;
use diadem_display::cases::DisplayVocabulary;
use diadem_hexes::cases::HexesVocabulary;

/// The words of every game that rule cases can be written for: the one place to plug them in.
pub fn vocabularies() -> Vec<Box<dyn AnyVocabulary>> {
    vec![Box::new(CampaignVocabulary), Box::new(DisplayVocabulary), Box::new(HexesVocabulary)]
}
