//! What a war is made from.

use crate::conversion::Conversion;
use crate::encounter::OnHexes;
use crate::ground::Grounds;
use crate::war::War;
use diadem_campaign::{Campaign, Switch, Switches};
use diadem_core::{Chart, OwnFiles, Playable, Request, Scenario, SetupError};
use diadem_display::{Charts, Display};
use diadem_hexes::{self as hexes, Hexes};
use diadem_sheets::{Origin, below_maps};
use serde::{Deserialize, Serialize};
use std::error::Error;

/// Everything the rules half is made from: scenario and options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WarSetup {
    /// The scenario's id.
    pub scenario: String,
    /// The optional rules in use.
    pub switches: Switches,
    /// How battles are fought.
    pub battles: BattleForm,
    /// Charts and maps of a player's own, in place of the program's.
    pub own: OwnFiles,
    /// The optional rules of hex battles; saves from before there were any have none.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub hexes: hexes::Switches,
}

fn is_usual(switches: &hexes::Switches) -> bool {
    *switches == hexes::Switches::default()
}

/// How the form of a campaign's battles is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BattleForm {
    /// On the tactical display, always.
    #[default]
    Display,
    /// On a hex map, always.
    Hex,
    /// The attacker chooses, battle by battle.
    Attacker,
    /// Both are asked, battle by battle; if they disagree, the display.
    Ask,
}

impl BattleForm {
    fn named(name: Option<&str>) -> Result<BattleForm, SetupError> {
        match name {
            None | Some("display") => Ok(BattleForm::Display),
            Some("hex") => Ok(BattleForm::Hex),
            Some("attacker") => Ok(BattleForm::Attacker),
            Some("ask") => Ok(BattleForm::Ask),
            Some(other) => Err(SetupError(format!(
                "Battles cannot be fought as \"{other}\"; there are \"display\", \"hex\", \
                 \"attacker\" and \"ask\"."
            ))),
        }
    }
}

impl WarSetup {
    /// A scenario with some optional rules, as the window and the fuzzer ask for it.
    pub fn new(scenario: &str, switches: impl IntoIterator<Item = Switch>) -> WarSetup {
        let switches = switches.into_iter().collect();
        let (scenario, battles) = (scenario.to_owned(), BattleForm::Display);
        let hexes = hexes::Switches::default();
        WarSetup { scenario, switches, battles, own: OwnFiles::NONE, hexes }
    }

    /// A battle on hexes with some optional rules.
    pub fn on_hexes(scenario: &str, switches: hexes::Switches) -> WarSetup {
        WarSetup { hexes: switches, ..WarSetup::new(scenario, []) }
    }

    /// Whether it is a battle on hexes alone.
    pub fn is_hex_battle(&self) -> bool {
        Hexes::is_scenario(&self.scenario)
    }
}

const ALEXANDROS: &str = "alexandros";

/// Every campaign and battle that can be played.
pub(crate) fn scenarios() -> Vec<Scenario> {
    let campaign = Scenario {
        id: ALEXANDROS,
        title: "Alexandros",
        story: "Spring 334. Alexander has crossed the straits with the army his father made. Memnon \
                and the satraps wait behind the Granicus; far away the King of Kings has hardly heard \
                of it. Eleven years to win an empire, or to kill one man.",
        seats: vec!["Macedonian", "Persian"],
    };
    let mut all = vec![campaign];
    all.extend(Display::scenarios());
    all.extend(Hexes::scenarios());
    all
}

/// The setup that a request describes.
pub(crate) fn requested(request: &Request<'_>) -> Result<WarSetup, SetupError> {
    let known = scenarios();
    let is_known = known.iter().any(|scenario| scenario.id == request.scenario);
    if !is_known && !Hexes::is_scenario(request.scenario) {
        let ids: Vec<&str> = known.iter().map(|scenario| scenario.id).collect();
        return Err(SetupError(format!(
            "There is no scenario \"{}\"; there are: {}.",
            request.scenario,
            ids.join(", ")
        )));
    }
    if Hexes::is_scenario(request.scenario) {
        return match request.battles {
            None | Some("hex") => Ok(WarSetup::new(request.scenario, [])),
            Some(other) => Err(SetupError(format!(
                "\"{}\" is a battle on hexes and cannot be fought as \"{other}\".",
                request.scenario
            ))),
        };
    }
    let battles = BattleForm::named(request.battles)?;
    Ok(WarSetup { battles, ..WarSetup::new(request.scenario, []) })
}

/// The charts of the hand-off, with where their figures come from.
pub(crate) fn handoff_charts(own: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
    let told = |error: &dyn Error| SetupError(error.to_string());
    let campaign = Campaign::alexandros(Switches::default(), own).map_err(|error| told(&error))?;
    let conversion = Conversion::load(&campaign.roster, own).map_err(|error| told(&error))?;
    // Where the ground comes from can be told whatever a player has made of the battlefields.
    let charts = hexes::Charts::embedded().map_err(|error| told(&error))?;
    let grounds = Grounds::load(&campaign, own, &OwnFiles::NONE, &charts);
    let grounds = grounds.map_err(|error| told(&error))?;
    let chart = |origin: &Origin| {
        let sources = origin.sources.iter().copied();
        Chart::new(below_maps(origin.file), origin.chart.clone(), origin.rule, sources)
    };
    Ok(conversion.origins.iter().chain(&grounds.origins).map(chart).collect())
}

/// The rules half for a setup.
pub(crate) fn prepared(setup: &WarSetup) -> Result<War, SetupError> {
    let damaged = |error: &dyn Error| SetupError(format!("A data file is damaged: {error}"));
    let charts = Charts::with_own(&setup.own).map_err(|error| damaged(&error))?;
    if setup.scenario == ALEXANDROS {
        let campaign = Campaign::alexandros(setup.switches, &setup.own);
        let campaign = campaign.map_err(|error| damaged(&error))?;
        let on_hexes = match setup.battles {
            BattleForm::Display => None,
            _ => {
                let read = OnHexes::load(&campaign, &setup.own);
                Some(Box::new(read.map_err(|error| damaged(&error))?))
            }
        };
        return Ok(War::of_campaign(setup.clone(), campaign, charts, on_hexes));
    }
    if setup.is_hex_battle() {
        let hexes = Hexes::with_own(&setup.scenario, setup.hexes, &setup.own);
        let hexes = hexes.map_err(|error| damaged(&error))?;
        return Ok(War::of_hexes(setup.clone(), hexes));
    }
    let request = Request { scenario: &setup.scenario, battles: None };
    let display = Display::with_charts(Display::setup(&request)?, charts)?;
    Ok(War::of_battle(setup.clone(), display))
}
