//! The war: perhaps a campaign, perhaps a battle in it.
//!
//! [`War`] is the one game that the window, the archive and the command line know. A stand-alone battle
//! is a war without a campaign. When two armies of a campaign meet, the campaign's offer becomes a
//! battle of the chosen form, and the battle's end a report that goes home; the campaign knows nothing
//! of either. A war is in exactly one [`Scene`]; a form of battle is a folder of [`forms`] and a line in its list.
//! [`choosing`] settles the form, [`homecoming`] pursues and carries home, and [`battle_losses`] says what a field has cost.
//!
//! Invariant: the campaign and the forms of battle know nothing of each other; only this crate
//! knows both.

mod battle_losses;
pub mod cases;
mod choosing;
mod conversion;
mod data;
mod forms;
mod homecoming;
mod offers;
mod playable;
mod rules_cache;
mod scene;
mod setup;
#[cfg(test)]
mod tests;
mod text;
mod war;
mod worn;

pub use battle_losses::{BattleLosses, Condition, Fraction, Remains, Remnant, Toll};
#[cfg(feature = "coin")]
pub use forms::coin;
pub use forms::hexes::{
    ArmyProspect, BrigadeProspect, Close, CounterProspect, Deployment, Draw, GroundProspect,
    HexBattle, HexesStage, HexesState, LeaderProspect, Piece, Prospect,
};
pub use forms::{BattleState, Form, FormSet, Fought};
pub use offers::TypicalOffer;
pub use scene::{Choosing, Engagement, GroundSeed, Offered, Pursuit, Scene, State};
pub use setup::{Battles, WarSetup};
pub use war::{Action, Answer, Event, Interjection, Question, War};

use cases::CampaignVocabulary;
use diadem_cases::AnyVocabulary;
use diadem_display::cases::DisplayVocabulary;
use diadem_hexes::cases::HexesVocabulary;

/// The words of every game that rule cases can be written for: the one place to plug them in.
pub fn vocabularies() -> Vec<Box<dyn AnyVocabulary>> {
    vec![Box::new(CampaignVocabulary), Box::new(DisplayVocabulary), Box::new(HexesVocabulary)]
}
