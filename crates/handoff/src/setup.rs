//! What a war is made from.

use crate::conversion::Conversion;
use crate::forms::hexes::ground::Grounds;
use crate::forms::{Form, FormSet, Kits, Source};
use crate::war::{OnMap, Theatre, War};
use diadem_campaign::{Campaign, Switch, Switches};
use diadem_core::{Chart, OwnFiles, Request, Scenario, SetupError};
use diadem_display::Charts;
use diadem_hexes as hexes;
use diadem_sheets::{Origin, below_maps};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Everything the rules half is made from: scenario and options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WarSetup {
    /// The scenario's id.
    pub scenario: String,
    /// The optional rules in use.
    pub switches: Switches,
    /// How battles are fought.
    pub battles: Battles,
    /// Charts and maps of a player's own, in place of the program's.
    pub own: OwnFiles,
    /// The optional rules of hex battles; saves from before there were any have none.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub hexes: hexes::Switches,
}

fn is_usual(switches: &hexes::Switches) -> bool {
    *switches == hexes::Switches::default()
}

/// How the form of a campaign's battles is settled. As a word: `hex`, `ask`, or `ask:display,hex` where not all forms
/// may be chosen. Saves name the forms always, so that a further one leaves them as they were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Battles {
    /// In this form, always.
    Always(Form),
    /// The attacker chooses one of these, battle by battle.
    Attacker(FormSet),
    /// Both are asked for one of these, battle by battle; if they disagree, the display.
    Ask(FormSet),
}

impl Battles {
    /// The attacker chooses among all forms.
    pub fn by_attacker() -> Battles {
        Battles::Attacker(FormSet::usual())
    }

    /// Both must agree on one of all forms.
    pub fn by_agreement() -> Battles {
        Battles::Ask(FormSet::usual())
    }

    /// The forms in which battles may be fought; whoever cannot agree, and every pursuit, takes the display.
    pub(crate) fn forms(self) -> FormSet {
        let chosen = match self {
            Battles::Always(form) => [form].into_iter().collect(),
            Battles::Attacker(forms) | Battles::Ask(forms) => forms,
        };
        chosen.with(Form::FALLBACK)
    }
}

impl Default for Battles {
    fn default() -> Battles {
        Battles::Always(Form::FALLBACK)
    }
}

impl fmt::Display for Battles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, forms) = match *self {
            Battles::Always(form) => return f.write_str(form.word()),
            Battles::Attacker(forms) => (ATTACKER, forms),
            Battles::Ask(forms) => (ASK, forms),
        };
        f.write_str(word)?;
        if forms == FormSet::usual() {
            return Ok(());
        }
        write!(f, ":{}", words_of(forms))
    }
}

const ATTACKER: &str = "attacker";
const ASK: &str = "ask";

impl FromStr for Battles {
    type Err = SetupError;

    fn from_str(words: &str) -> Result<Battles, SetupError> {
        let unknown = || {
            let forms = Form::ALL.iter().filter(|form| form.is_usual());
            let forms: Vec<String> = forms.map(|form| format!("\"{}\"", form.word())).collect();
            SetupError(format!(
                "Battles cannot be fought as \"{words}\"; there are {}, \"{ATTACKER}\" and \"{ASK}\".",
                forms.join(", ")
            ))
        };
        let form = |word: &str| Form::ALL.iter().copied().find(|form| form.word() == word);
        let (who, forms) = match words.split_once(':') {
            Some((who, named)) => {
                let named: Option<FormSet> = named.split(',').map(form).collect();
                (who, named.ok_or_else(unknown)?)
            }
            None => (words, FormSet::usual()),
        };
        match who {
            ATTACKER => Ok(Battles::Attacker(forms)),
            ASK => Ok(Battles::Ask(forms)),
            _ => form(words).map(Battles::Always).ok_or_else(unknown),
        }
    }
}

impl From<Battles> for String {
    fn from(battles: Battles) -> String {
        let (word, forms) = match battles {
            Battles::Always(form) => return form.word().into(),
            Battles::Attacker(forms) => (ATTACKER, forms),
            Battles::Ask(forms) => (ASK, forms),
        };
        format!("{word}:{}", words_of(forms))
    }
}

fn words_of(forms: FormSet) -> String {
    let words: Vec<&str> = forms.iter().map(Form::word).collect();
    words.join(",")
}

impl TryFrom<String> for Battles {
    type Error = SetupError;

    fn try_from(words: String) -> Result<Battles, SetupError> {
        words.parse()
    }
}

impl WarSetup {
    /// A scenario with some optional rules, as the window and the fuzzer ask for it.
    pub fn new(scenario: &str, switches: impl IntoIterator<Item = Switch>) -> WarSetup {
        let switches = switches.into_iter().collect();
        let (scenario, battles) = (scenario.to_owned(), Battles::default());
        let hexes = hexes::Switches::default();
        WarSetup { scenario, switches, battles, own: OwnFiles::NONE, hexes }
    }

    /// A battle on hexes with some optional rules.
    pub fn on_hexes(scenario: &str, switches: hexes::Switches) -> WarSetup {
        WarSetup { hexes: switches, ..WarSetup::new(scenario, []) }
    }

    /// The form of the battle that it is, if it is one alone.
    pub fn alone(&self) -> Option<Form> {
        Form::of_scenario(&self.scenario)
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
    all.extend(Form::ALL.iter().flat_map(|form| form.scenarios()));
    all
}

/// The setup that a request describes.
pub(crate) fn requested(request: &Request<'_>) -> Result<WarSetup, SetupError> {
    let setup = WarSetup::new(request.scenario, []);
    if let Some(form) = setup.alone() {
        return match request.battles {
            None => Ok(setup),
            Some(asked) if asked == form.word() => Ok(setup),
            Some(other) => Err(SetupError(format!(
                "\"{}\" is a battle on {} and cannot be fought as \"{other}\".",
                request.scenario,
                form.place()
            ))),
        };
    }
    if request.scenario != ALEXANDROS {
        let known = scenarios();
        let ids: Vec<&str> = known.iter().map(|scenario| scenario.id).collect();
        return Err(SetupError(format!(
            "There is no scenario \"{}\"; there are: {}.",
            request.scenario,
            ids.join(", ")
        )));
    }
    let battles = request.battles.map_or_else(|| Ok(Battles::default()), str::parse)?;
    Ok(WarSetup { battles, ..setup })
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
    let theatre = match setup.alone() {
        Some(form) => Theatre::Alone(form.alone(setup).map_err(damaged)?),
        None => Theatre::Map(Box::new(on_map(setup)?)),
    };
    Ok(War { setup: setup.clone(), theatre })
}

/// A campaign, and what its battles are made from.
fn on_map(setup: &WarSetup) -> Result<OnMap, SetupError> {
    let campaign = Campaign::alexandros(setup.switches, &setup.own).map_err(damaged)?;
    let charts = Charts::with_own(&setup.own).map_err(damaged)?;
    let forms = setup.battles.forms();
    let conversion = if forms.iter().any(Form::counts_men) {
        let read = Conversion::load(&campaign.roster, &setup.own);
        Some(Arc::new(read.map_err(damaged)?))
    } else {
        None
    };
    let source = Source { campaign: &campaign, conversion: conversion.as_ref(), setup };
    let kits = Kits::load(&source, forms).map_err(damaged)?;
    Ok(OnMap { campaign, charts, conversion, kits })
}

fn damaged(error: impl Error) -> SetupError {
    SetupError(format!("A data file is damaged: {error}"))
}
