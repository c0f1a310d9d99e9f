//! The words of the campaign for rule cases; `tests/cases/README.md` explains them to players.

mod actions;
mod facts;
mod hexes_told;
mod position;
mod run;
mod writing;

pub use writing::written;

use crate::setup::WarSetup;
use crate::war::{Action, Event, Interjection, War};
use diadem_books::ALEXANDROS;
use diadem_campaign::Campaign;
use diadem_campaign::ids::{CityId, LeaderId, ProvinceId};
use diadem_campaign::powers::Power;
use diadem_campaign::roster::UnitType;
use diadem_campaign::state::Place;
use diadem_cases::{CasePosition, Facts, Finding, Vocabulary, Words};
use diadem_core::{Book, Dice, Playable, Sink};
use serde::Deserialize;
use std::sync::Arc;

/// The campaign's words.
#[derive(Clone, Copy, Debug, Default)]
pub struct CampaignVocabulary;

impl Vocabulary for CampaignVocabulary {
    type Game = War;

    fn name(&self) -> &'static str {
        "campaign"
    }

    fn books(&self) -> Vec<&'static Book> {
        vec![&ALEXANDROS]
    }

    fn position(&self, words: &Words<'_>) -> Result<CasePosition<War>, Finding> {
        let read: position::PositionToml = words.read()?;
        let setup = WarSetup::new("alexandros", read.switches.iter().copied());
        let war = War::prepare(&WarSetup { battles: read.battles, ..setup })
            .map_err(|error| words.complain(error.0))?;
        let campaign = war.campaign().ok_or_else(|| words.complain("there is no campaign"))?;
        let lookup = Lookup { campaign, words };
        let mut map = position::state(&lookup, &read)?;
        map.battles = read.fought;
        let mut state = crate::State::new(Some(map), read.ground);
        for key in &read.famous_fought {
            state.famous_fought.insert(lookup.province(key)?);
        }
        Ok(CasePosition { game: Arc::new(war), state })
    }

    fn action(&self, at: &CasePosition<War>, words: &Words<'_>) -> Result<Action, Finding> {
        actions::read(at, words)
    }

    fn facts(&self, at: &CasePosition<War>, words: &Words<'_>) -> Result<Facts, Finding> {
        facts::about(at, words)
    }

    fn interjection(
        &self,
        at: &CasePosition<War>,
        words: &Words<'_>,
    ) -> Result<Interjection, Finding> {
        #[derive(Deserialize)]
        struct Concedes {
            concede: String,
        }
        let read: Concedes = words.read()?;
        let campaign = at.game.campaign().ok_or_else(|| words.complain("there is no campaign"))?;
        let power = Lookup { campaign, words }.power(&read.concede)?;
        Ok(Interjection::Campaign(diadem_campaign::Interjection::Concede(power)))
    }

    fn procedure(
        &self,
        at: &mut CasePosition<War>,
        words: &Words<'_>,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Finding> {
        run::run(at, words, dice, sink)
    }
}

/// Finds things by the names that the data gives them.
struct Lookup<'a, 't> {
    campaign: &'a Campaign,
    words: &'a Words<'t>,
}

impl<'a> Lookup<'a, '_> {
    fn power(&self, key: &str) -> Result<Power, Finding> {
        let known = || {
            let keys = self.campaign.powers.iter().map(|power| &self.campaign.powers[power].key);
            keys.map(|key| format!("\"{key}\"")).collect::<Vec<_>>().join(", ")
        };
        let found = self.campaign.powers.named(key);
        let missing = || format!("there is no power \"{key}\"; there are {}", known());
        found.ok_or_else(|| self.words.complain(missing()))
    }

    fn province(&self, key: &str) -> Result<ProvinceId, Finding> {
        self.campaign.board.province(key).map_err(|why| self.words.complain(why))
    }

    fn city(&self, key: &str) -> Result<CityId, Finding> {
        self.campaign.board.city(key).map_err(|why| self.words.complain(why))
    }

    fn leader(&self, key: &str) -> Result<LeaderId, Finding> {
        let found = self.campaign.roster.leader(key);
        found.ok_or_else(|| self.words.complain(format!("there is no leader \"{key}\"")))
    }

    fn unit_type(&self, key: &str) -> Result<&'a UnitType, Finding> {
        let found = self.campaign.roster.unit_type(key);
        found.ok_or_else(|| self.words.complain(format!("there is no unit \"{key}\"")))
    }

    /// A province, a city, or one of the places off the map.
    fn place(&self, key: &str) -> Result<Place, Finding> {
        let board = &self.campaign.board;
        match key {
            "pool" => Ok(Place::Pool),
            "aside" => Ok(Place::Aside),
            "to come" => Ok(Place::ToCome),
            _ => board
                .province(key)
                .map(Place::Field)
                .or_else(|_| board.city(key).map(Place::City))
                .map_err(|_| {
                    self.words.complain(format!(
                        "there is no place \"{key}\": name a province, a city, \"pool\", \"aside\" \
                         or \"to come\""
                    ))
                }),
        }
    }

    /// The turn of a date such as `autumn 333`, counted from 0.
    fn turn(&self, date: &str) -> Result<u8, Finding> {
        let last = self.campaign.scenario.last_turn_if_he_lives;
        let found = (0..last).find(|&turn| self.campaign.date(turn).eq_ignore_ascii_case(date));
        found.ok_or_else(|| {
            self.words.complain(format!("there is no turn \"{date}\"; write \"autumn 333\""))
        })
    }

    /// The text under a key that must be there.
    fn text(&self, key: &str) -> Result<String, Finding> {
        let missing = || self.words.complain(format!("`{key}` is missing"));
        self.words.get(key).ok_or_else(missing)?.read()
    }

    /// The text under a key that may be there.
    fn maybe(&self, key: &str) -> Result<Option<String>, Finding> {
        self.words.get(key).map(|words| words.read()).transpose()
    }
}

/// A power, or nobody, as cases write it.
fn power_word(campaign: &Campaign, power: Option<Power>) -> &str {
    power.map_or("independent", |power| campaign.powers[power].key.as_str())
}

/// The name of a place, as cases write it.
fn place_word(campaign: &Campaign, place: Place) -> String {
    match place {
        Place::Field(province) => campaign.board[province].key.clone(),
        Place::City(city) => campaign.board[city].key.clone(),
        Place::Pool => "pool".into(),
        Place::Aside => "aside".into(),
        Place::ToCome => "to come".into(),
    }
}
