//! Battles that can be fought by themselves, from `maps/display/`.

use crate::engine::display::{Display, DisplaySetup};
use crate::engine::state::State;
use crate::model::army::{
    BattleSetup, Doubling, ForceId, ForceSetup, Kind, LeaderSetup, Names, Order, Placing, Strength,
    Switches, UnitSetup, Who,
};
use crate::model::charts::{Charts, EMBEDDED};
use diadem_core::{
    Camp, Chart, DataFile, Dice, OwnFiles, Playable, Request, Scenario, Seat, SetupError, Source,
    Tally, state_hash,
};
use diadem_sheets::{ChartError, ChartFile, Origin, below_maps, chart_file};
use serde::Deserialize;
use std::sync::OnceLock;

/// The battles that come with the program.
static BATTLES: [ChartFile<'static>; 1] = [chart_file!("display/granicus.toml")];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BattleFile {
    id: String,
    title: String,
    story: String,
    rule: String,
    #[expect(dead_code, reason = "a battle says where it comes from, as every chart does")]
    source: Source,
    unit: Vec<UnitEntry>,
    leader: Vec<LeaderEntry>,
}

/// A battle as it is offered and as it is fought.
struct Battle {
    title: String,
    story: String,
    setup: DisplaySetup,
}

/// The two camps, as files name them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SideName {
    /// Acts first, sets up second, and freely.
    Macedonian,
    /// Sets up first, by rating.
    Persian,
}

impl SideName {
    pub(crate) const fn camp(self) -> Camp {
        match self {
            SideName::Macedonian => Camp::First,
            SideName::Persian => Camp::Second,
        }
    }

    /// Its only force.
    pub(crate) const fn force(self) -> ForceId {
        ForceId(self.camp() as u8)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitEntry {
    side: SideName,
    name: String,
    #[serde(default = "one")]
    count: u8,
    kind: Kind,
    steps: Vec<Strength>,
    #[serde(default)]
    spartan: bool,
    #[serde(default)]
    doubling: Doubling,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderEntry {
    side: SideName,
    name: String,
    #[serde(default)]
    who: Who,
    rating: (u8, u8),
}

fn one() -> u8 {
    1
}

/// The usual table, with a seat for each: the Macedonian places freely, the Persian by rating.
pub(crate) fn usual_forces() -> Vec<ForceSetup> {
    let force = |side: SideName, placing| ForceSetup {
        camp: side.camp(),
        seat: Seat::new(side.force().0),
        placing,
    };
    vec![force(SideName::Macedonian, Placing::Free), force(SideName::Persian, Placing::ByRating)]
}

/// What the two are called.
pub(crate) fn usual_names() -> [String; 2] {
    ["Macedonian".into(), "Persian".into()]
}

fn read(file: &ChartFile<'static>) -> Result<Battle, ChartError> {
    let fault = |key: String, reason: String| ChartError { file: file.path, key, reason };
    let read: BattleFile = toml::from_str(file.text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let line = file.text.bytes().take(start).filter(|&byte| byte == b'\n').count() + 1;
        fault(format!("line {line}"), error.message().to_owned())
    })?;
    if diadem_books::find(&read.rule).is_none() {
        return Err(fault("rule".into(), format!("no book has a rule \"{}\"", read.rule)));
    }
    let mut units = Vec::new();
    let mut names = Vec::new();
    for entry in read.unit {
        for nth in 1..=entry.count {
            names.push(match entry.count {
                1 => entry.name.clone(),
                _ => format!("{} {nth}", entry.name),
            });
            units.push(UnitSetup {
                parent: units.len() as u16,
                force: entry.side.force(),
                kind: entry.kind,
                steps: entry.steps.clone(),
                lost: 0,
                spartan: entry.spartan,
                doubling: entry.doubling,
            });
        }
    }
    let leader = |(number, entry): (usize, &LeaderEntry)| LeaderSetup {
        parent: number as u16,
        force: entry.side.force(),
        who: entry.who,
        full: entry.rating.0,
        wounded: entry.rating.1,
        is_wounded: false,
    };
    let battle = BattleSetup {
        forces: usual_forces(),
        order: Order::ALEXANDROS,
        units,
        leaders: read.leader.iter().enumerate().map(leader).collect(),
        switches: Switches::default(),
    };
    battle.check().map_err(|error| fault("unit".into(), error.0))?;
    let names = Names {
        camps: usual_names(),
        forces: usual_names().into(),
        units: names,
        leaders: read.leader.into_iter().map(|leader| leader.name).collect(),
    };
    let setup = DisplaySetup { scenario: read.id, battle, names };
    Ok(Battle { title: read.title, story: read.story, setup })
}

/// Every battle, read once.
fn battles() -> Result<&'static [Battle], SetupError> {
    static READ: OnceLock<Result<Vec<Battle>, ChartError>> = OnceLock::new();
    let read = READ.get_or_init(|| BATTLES.iter().map(read).collect());
    read.as_deref().map_err(|error| SetupError(error.to_string()))
}

/// The battle of this id.
pub(crate) fn battle(id: &str) -> Result<DisplaySetup, SetupError> {
    let battles = battles()?;
    let found = battles.iter().find(|battle| battle.setup.scenario == id);
    found.map(|battle| battle.setup.clone()).ok_or_else(|| {
        let known: Vec<&str> = battles.iter().map(|one| one.setup.scenario.as_str()).collect();
        let known = known.join(", ");
        SetupError(format!("There is no battle \"{id}\" for the display; there are: {known}."))
    })
}

impl Display {
    /// The files that one battle is made from.
    pub fn files_of(id: &str) -> Vec<DataFile> {
        let nth = battles().ok().and_then(|all| all.iter().position(|it| it.setup.scenario == id));
        let battle = nth.map(|nth| BATTLES[nth].data_file());
        Display::data_files().into_iter().chain(battle).collect()
    }
}

impl Playable for Display {
    type Setup = DisplaySetup;

    const RULES_VERSION: u32 = 1;

    fn scenarios() -> Vec<Scenario> {
        let told = |battle: &'static Battle| Scenario {
            id: &battle.setup.scenario,
            title: &battle.title,
            story: &battle.story,
            seats: battle.setup.names.forces.iter().map(String::as_str).collect(),
        };
        battles().unwrap_or_default().iter().map(told).collect()
    }

    fn charts(own: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
        let charts = Charts::with_own(own).map_err(|error| SetupError(error.to_string()))?;
        let chart = |origin: &Origin| {
            let sources = origin.sources.iter().copied();
            Chart::new(below_maps(origin.file), origin.chart.clone(), origin.rule, sources)
        };
        Ok(charts.origins.iter().map(chart).collect())
    }

    fn data_files() -> Vec<DataFile> {
        EMBEDDED.iter().map(ChartFile::data_file).collect()
    }

    fn setup(request: &Request<'_>) -> Result<DisplaySetup, SetupError> {
        match request.battles {
            None | Some("display") => battle(request.scenario),
            Some(form) => Err(SetupError(format!(
                "\"{}\" is fought on the display, not as \"{form}\".",
                request.scenario
            ))),
        }
    }

    fn prepare(setup: &DisplaySetup) -> Result<Display, SetupError> {
        Display::from_setup(setup.clone())
    }

    fn setup_of(&self) -> &DisplaySetup {
        &self.setup
    }

    fn opening(&self, _: &mut Dice) -> State {
        self.beginning()
    }

    fn data_hash(&self) -> [u8; 32] {
        let battles: Vec<&[u8]> = BATTLES.iter().map(|file| file.text.as_bytes()).collect();
        state_hash(&(self.charts.fingerprint, battles)).0
    }

    fn scenario(&self) -> &str {
        &self.setup.scenario
    }

    fn headline(&self, state: &State) -> String {
        match state.round {
            0 => "setting up".into(),
            round => format!("round {round}"),
        }
    }

    fn tally(&self, state: &State) -> Tally {
        let battles = [("display", 1)].into_iter().collect();
        Tally { turns: u32::from(state.round), battles }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_battle_can_be_prepared() {
        assert_eq!(Display::scenarios().len(), BATTLES.len());
        for scenario in Display::scenarios() {
            let display = Display::prepare(&battle(scenario.id).unwrap()).unwrap();
            assert_eq!(display.muster(Camp::First).len(), 20);
            assert_eq!(display.muster(Camp::Second).len(), 13);
        }
        assert!(battle("cannae").unwrap_err().0.contains("granicus-display"));
    }
}
