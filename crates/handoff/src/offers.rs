//! A dozen typical battles of a war, from `maps/conversion/offers.toml`: set on a map by themselves, to be fought in
//! every form and compared.

use crate::conversion::sheet;
use crate::war::{State, War};
use diadem_campaign::ids::{LeaderId, UnitId};
use diadem_campaign::pieces::Nation;
use diadem_campaign::powers::Power;
use diadem_campaign::state::{Force, Kin};
use diadem_campaign::{Campaign, Meeting};
use diadem_core::{Dice, Drop, OwnFiles, SetupError};
use diadem_sheets::{ChartFile, chart_file};
use serde::Deserialize;
use std::collections::BTreeMap;

static OFFERS: ChartFile<'static> = chart_file!("conversion/offers.toml");

/// A typical battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypicalOffer {
    /// What it is called.
    pub name: String,
    /// Who meets where and when.
    pub meeting: Meeting,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfferRow {
    name: String,
    province: String,
    date: String,
    macedonian: ArmyRow,
    enemy: EnemyRow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyRow {
    leaders: Vec<String>,
    units: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnemyRow {
    force: ForceWord,
    leaders: Vec<String>,
    units: BTreeMap<String, u8>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum ForceWord {
    Persian,
    Indian,
    Band,
}

impl War {
    /// The typical battles of its campaign; none where there is no campaign.
    pub fn typical_offers(&self) -> Result<Vec<TypicalOffer>, SetupError> {
        self.campaign().map_or_else(|| Ok(Vec::new()), read)
    }

    /// A war in which nothing has happened but that two armies have met. The ground is made from this number.
    pub fn at_meeting(&self, meeting: &Meeting, ground: u32, dice: &mut Dice) -> Option<State> {
        let mut state = State::new(Some(self.campaign()?.met(meeting)), ground);
        self.settle(&mut state, dice, &mut Drop);
        Some(state)
    }
}

/// Reads the typical battles and checks them against a campaign's pieces.
pub(crate) fn read(campaign: &Campaign) -> Result<Vec<TypicalOffer>, SetupError> {
    let damaged = |error: diadem_sheets::ChartError| SetupError(error.to_string());
    let mut sheet = sheet(&OFFERS, &OwnFiles::NONE).map_err(damaged)?;
    sheet.origin("").map_err(damaged)?;
    let rows: Vec<OfferRow> = sheet.need("offer").map_err(damaged)?;
    let read = |row: OfferRow| {
        let name = row.name.clone();
        let fault = |why: String| sheet.fault("offer", format!("\"{name}\": {why}"));
        meeting(campaign, &row)
            .map_err(fault)
            .map(|meeting| TypicalOffer { name: row.name, meeting })
    };
    let offers: Result<Vec<TypicalOffer>, _> = rows.into_iter().map(read).collect();
    let offers = offers.map_err(damaged)?;
    sheet.close().map_err(damaged)?;
    Ok(offers)
}

fn meeting(campaign: &Campaign, row: &OfferRow) -> Result<Meeting, String> {
    let last = campaign.scenario.last_turn_if_he_lives;
    let turn = (0..last).find(|&turn| campaign.date(turn) == row.date);
    let own = units(campaign, &row.macedonian.units, &[])?;
    let theirs = units(campaign, &row.enemy.units, &own)?;
    let enemy = match row.enemy.force {
        ForceWord::Persian => Force::main(campaign.persia()),
        ForceWord::Indian => {
            Force { power: campaign.powers.home(Nation::Indian), kin: Kin::Indian }
        }
        ForceWord::Band => campaign.band(1),
    };
    Ok(Meeting {
        province: campaign.board.province(&row.province)?,
        turn: turn.ok_or_else(|| format!("there is no turn \"{}\"", row.date))?,
        forces: [Force::main(campaign.macedon()), enemy],
        units: [own, theirs],
        leaders: [
            leaders(campaign, &row.macedonian.leaders, campaign.macedon())?,
            leaders(campaign, &row.enemy.leaders, enemy.power)?,
        ],
    })
}

/// So many counters of each type, none of those that are taken.
fn units(
    campaign: &Campaign,
    wanted: &BTreeMap<String, u8>,
    taken: &[UnitId],
) -> Result<Vec<UnitId>, String> {
    let mut found = Vec::new();
    for (key, &count) in wanted {
        let kind = campaign.roster.unit_type(key);
        let kind = kind.ok_or_else(|| format!("there are no units \"{key}\""))?;
        let free = kind.units().filter(|unit| !taken.contains(unit)).take(usize::from(count));
        let before = found.len();
        found.extend(free);
        if found.len() - before < usize::from(count) {
            return Err(format!("there are not {count} counters of \"{key}\""));
        }
    }
    Ok(found)
}

fn leaders(campaign: &Campaign, keys: &[String], power: Power) -> Result<Vec<LeaderId>, String> {
    let find = |key: &String| {
        let found = campaign.roster.leader(key);
        let serves =
            found.filter(|&one| campaign.powers.home(campaign.roster[one].nation) == power);
        serves.ok_or_else(|| format!("that army has no leader \"{key}\""))
    };
    keys.iter().map(find).collect()
}
