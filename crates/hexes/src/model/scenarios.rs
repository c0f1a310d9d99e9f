//! The battles that can be fought, from `maps/battlefields/`: read whole, and refused with file, key and
//! reason when something does not fit.

mod ground;
mod meeting;
mod muster;
mod paper;
mod selector;

pub use meeting::{MEETING, MIRROR};

use crate::model::charts::Charts;
use crate::model::hex::Hexside;
use crate::model::order_of_battle::{ArmyList, Battle, Special};
use diadem_core::{DataFile, OwnFiles, SetupError, state_hash};
use diadem_sheets::{ChartError, ChartFile, Origin, chart_file};
use muster::Muster;
use paper::{BattlePaper, Paper};
use std::sync::OnceLock;

/// The battles that come with the program, in the order they are offered.
pub static BATTLES: [ChartFile<'static>; 8] = [
    chart_file!("battlefields/samarkand.toml"),
    chart_file!("battlefields/granicus.toml"),
    chart_file!("battlefields/issus.toml"),
    chart_file!("battlefields/gaugamela.toml"),
    chart_file!("battlefields/hydaspes.toml"),
    chart_file!("battlefields/chaeronea.toml"),
    chart_file!("battlefields/jaxartes.toml"),
    chart_file!("battlefields/pelium.toml"),
];

/// Every battle that comes with the program, read once.
pub fn battles() -> Result<&'static [Battle], SetupError> {
    static READ: OnceLock<Result<Vec<Battle>, ChartError>> = OnceLock::new();
    let read = READ.get_or_init(|| {
        let charts = Charts::embedded()?;
        BATTLES.iter().map(|file| Battle::read(file.path, &BATTLES, &charts)).collect()
    });
    read.as_deref().map_err(|error| SetupError(error.to_string()))
}

/// Every file that battles are made from.
fn all_files() -> impl Iterator<Item = &'static ChartFile<'static>> {
    BATTLES.iter().chain(std::iter::once(&meeting::ROSTERS))
}

/// A hash of the texts of all battles.
pub fn fingerprint() -> [u8; 32] {
    state_hash(&all_files().map(|file| file.text.as_bytes()).collect::<Vec<_>>()).0
}

/// Every battle's file, to be exported and edited.
pub(crate) fn files() -> impl Iterator<Item = DataFile> {
    all_files().map(ChartFile::data_file)
}

/// The files that a battle is read from: its own, or a player's in its place, and that of the map it uses.
pub(crate) fn files_of(id: &str, own: &OwnFiles) -> Vec<DataFile> {
    let files = with_own(own);
    let nth = battles().ok().and_then(|all| all.iter().position(|battle| battle.id == id));
    let Some(file) = nth.map(|nth| BATTLES[nth]) else { return Vec::new() };
    let paper = Paper::open(&files, file.path).ok();
    let used = paper.and_then(|paper| paper.battle.map.used).map(|used| ground::path_of(&used));
    let map = used.and_then(|path| BATTLES.iter().find(|file| file.path == path));
    [Some(&file), map].into_iter().flatten().map(ChartFile::data_file).collect()
}

/// The files that meetings are made from.
pub(crate) fn files_of_meetings() -> Vec<DataFile> {
    vec![meeting::ROSTERS.data_file()]
}

/// The battles that come with the program, and a player's own in their place.
fn with_own(own: &OwnFiles) -> [ChartFile<'_>; BATTLES.len()] {
    BATTLES.map(|file| ChartFile { text: own.text(file.data_file()), ..file })
}

/// Where each battle comes from.
pub(crate) fn origins(own: &OwnFiles) -> Result<Vec<Origin>, ChartError> {
    let files = with_own(own);
    let origin = |file: &ChartFile<'_>| {
        let paper = Paper::open(&files, file.path)?;
        let (rule, sources) = (paper.rule()?, paper.battle.source.clone());
        Ok(Origin { file: file.path, chart: String::new(), rule, sources })
    };
    files.iter().map(origin).chain(std::iter::once_with(|| meeting::origin(own))).collect()
}

impl Battle {
    /// The battle of this id.
    pub fn load(id: &str) -> Result<Battle, SetupError> {
        let battles = battles()?;
        battles.iter().find(|battle| battle.id == id).cloned().ok_or_else(|| {
            let known: Vec<&str> = battles.iter().map(|battle| battle.id.as_str()).collect();
            let known = known.join(", ");
            SetupError(format!("There is no battle \"{id}\" on a hex map; there are: {known}."))
        })
    }

    /// The battle of this id, read from a player's own files and fought by these charts, which may be his.
    pub fn load_own(id: &str, own: &OwnFiles, charts: &Charts) -> Result<Battle, SetupError> {
        let ours = Battle::load(id)?;
        let nth = battles()?.iter().position(|battle| battle.id == id).unwrap_or(0);
        let (files, path) = (with_own(own), BATTLES[nth].path);
        let read = Battle::read(path, &files, charts).and_then(|battle| {
            let reason =
                format!("is {}, not {id}: the file takes the place of that battle", battle.id);
            let fault = ChartError { file: path, key: "id".into(), reason };
            if battle.id == ours.id { Ok(battle) } else { Err(fault) }
        });
        read.map_err(|error| SetupError(error.to_string()))
    }

    /// Reads a battle from one of these files; it may use the map of another.
    pub fn read(
        path: &'static str,
        files: &[ChartFile<'_>],
        charts: &Charts,
    ) -> Result<Battle, ChartError> {
        Battle::from_paper(&Paper::open(files, path)?, files, charts)
    }

    /// Checks all that a paper says and believes it.
    fn from_paper(
        paper: &Paper,
        files: &[ChartFile<'_>],
        charts: &Charts,
    ) -> Result<Battle, ChartError> {
        paper.rule()?;
        let BattlePaper { map, army, .. } = &paper.battle;
        let sources = !paper.battle.source.is_empty();
        paper.ensure(sources, "source", "names at least one")?;
        let turns = paper.battle.last_turn;
        paper.ensure((1..=100).contains(&turns), "last_turn", "is not 1 to 100")?;
        let compass = compass(paper)?;
        let field = ground::field(paper, map, files)?;
        let [first, second] = army.as_slice() else {
            return Err(paper.fault("army", "needs two armies"));
        };
        paper.ensure(first.key != second.key, "army", "has two armies of one key")?;
        let mut muster = Muster::new(paper, &field, charts);
        let armies: [ArmyList; 2] = [muster.army(first)?, muster.army(second)?];
        let Muster { units, leaders, forces, special, .. } = muster;
        let special = Special {
            engines_begin_in_fire_mode: paper.battle.engines_begin == paper::EngineMode::Fire,
            ..special
        };
        let BattlePaper { id, name, date, story, whence, game, remarks, .. } = paper.battle.clone();
        let up = map.up.clone();
        Ok(Battle {
            id,
            name,
            date,
            story,
            whence,
            up,
            ruleset: game,
            field,
            armies,
            forces,
            units,
            leaders,
            last_turn: turns,
            compass,
            special,
            remarks,
        })
    }
}

/// The six sides of a rampage, each once.
fn compass(paper: &Paper) -> Result<[Hexside; 6], ChartError> {
    let fault = || paper.fault("compass", "names the six sides N NE SE S SW NW, each once");
    let sides: Option<Vec<Hexside>> =
        paper.battle.compass.iter().map(|code| Hexside::parse(code)).collect();
    let sides: [Hexside; 6] = sides.and_then(|sides| sides.try_into().ok()).ok_or_else(fault)?;
    if Hexside::ALL.iter().all(|side| sides.contains(side)) { Ok(sides) } else { Err(fault()) }
}

#[cfg(test)]
mod tests;
