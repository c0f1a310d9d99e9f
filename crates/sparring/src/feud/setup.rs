//! The feuds that can be played, each a row of a table.

use super::{HEIRS, HILLS, Ordering, Scene, State, Year};
use diadem_core::{
    Chart, DataFile, Dice, Game, OwnFiles, Playable, Request, Scenario, SetupError, Tally,
};
use serde::{Deserialize, Serialize};

pub(super) const NAMES: [&str; HEIRS as usize] = ["North", "East", "South"];

/// How those fight who meet on a hill: the article in which feuds differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meetings {
    /// One by one (2.2).
    OneByOne,
    /// Those who are pledged, together (2.6).
    Pledged,
}

struct Row {
    id: &'static str,
    title: &'static str,
    story: &'static str,
    years: u16,
    meetings: Meetings,
}

const ROWS: [Row; 3] = [
    Row {
        id: "feud",
        title: "The feud of three heirs",
        story: "Three heirs, three hills, four years.",
        years: 4,
        meetings: Meetings::OneByOne,
    },
    Row {
        id: "long-feud",
        title: "The feud that would not end",
        story: "The same quarrel, handed down for two thousand years.",
        years: 2000,
        meetings: Meetings::OneByOne,
    },
    Row {
        id: "pledged-feud",
        title: "The feud of pledges",
        story: "Three heirs of whom two may have come to an understanding.",
        years: 4,
        meetings: Meetings::Pledged,
    },
];

fn row(id: &str) -> Result<&'static Row, SetupError> {
    ROWS.iter().find(|row| row.id == id).ok_or_else(|| {
        let known = ROWS.map(|row| row.id).join(", ");
        SetupError(format!("There is no scenario \"{id}\"; there are: {known}."))
    })
}

/// How a feud is set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FeudSetup {
    /// The scenario's id.
    pub scenario: String,
    /// How many years it lasts.
    pub years: u16,
}

/// The rules half.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feud {
    pub(super) setup: FeudSetup,
    pub(super) meetings: Meetings,
}

impl Playable for Feud {
    type Setup = FeudSetup;

    const RULES_VERSION: u32 = 1;

    fn scenarios() -> Vec<Scenario> {
        let scenario =
            |Row { id, title, story, .. }| Scenario { id, title, story, seats: NAMES.to_vec() };
        ROWS.map(scenario).into()
    }

    fn charts(_: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
        Ok(Vec::new())
    }

    fn data_files() -> Vec<DataFile> {
        Vec::new()
    }

    fn setup(request: &Request<'_>) -> Result<FeudSetup, SetupError> {
        let years = row(request.scenario)?.years;
        match request.battles {
            None | Some("display") => {
                Ok(FeudSetup { scenario: request.scenario.to_owned(), years })
            }
            Some(form) => Err(SetupError(format!("Duels cannot be fought as \"{form}\"."))),
        }
    }

    fn prepare(setup: &FeudSetup) -> Result<Feud, SetupError> {
        if setup.years == 0 {
            return Err(SetupError("A feud lasts one year at least.".into()));
        }
        Ok(Feud { setup: setup.clone(), meetings: row(&setup.scenario)?.meetings })
    }

    fn setup_of(&self) -> &FeudSetup {
        &self.setup
    }

    fn opening(&self, _: &mut Dice) -> State {
        State {
            year: 0,
            duels: 0,
            heirs: self.seats(),
            hills: [None; HILLS as usize],
            steps: vec![Year::NEW.into(), Ordering.into()],
            scene: Scene::Hills,
        }
    }

    fn data_hash(&self) -> [u8; 32] {
        [0; 32]
    }

    fn scenario(&self) -> &str {
        &self.setup.scenario
    }

    fn headline(&self, state: &State) -> String {
        format!("year {}", state.year + 1)
    }

    fn tally(&self, state: &State) -> Tally {
        let battles = [("display", state.duels)].into_iter().collect();
        Tally { turns: u32::from(state.year), battles }
    }
}
