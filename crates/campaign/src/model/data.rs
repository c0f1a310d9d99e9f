//! The files under `maps/campaign/` as they are written. What comes out of here is still only text
//! that has the right shape; [`Board`](crate::model::board::Board), [`Roster`](crate::model::roster::Roster) and
//! [`Charts`](crate::model::charts::Charts) check it whole and turn names into ids.

use crate::model::pieces::{Kind, Nation};
use diadem_core::{DataFile, OwnFiles, Rule, Source, data_file};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A data file that cannot be used: which, where in it, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: {key}: {reason}")]
pub struct DataError {
    /// The file.
    pub file: &'static str,
    /// The place in it.
    pub key: String,
    /// What is wrong.
    pub reason: String,
}

impl DataError {
    /// A complaint about a place in a file.
    pub fn new(file: &'static str, key: impl Into<String>, reason: impl Into<String>) -> DataError {
        DataError { file, key: key.into(), reason: reason.into() }
    }
}

pub(crate) const PROVINCES: DataFile = data_file!("campaign/provinces.toml");
pub(crate) const SEAS: DataFile = data_file!("campaign/seas.toml");
pub(crate) const CITIES: DataFile = data_file!("campaign/cities.toml");
pub(crate) const UNITS: DataFile = data_file!("campaign/units.toml");
pub(crate) const LEADERS: DataFile = data_file!("campaign/leaders.toml");
pub(crate) const CHARTS: DataFile = data_file!("campaign/charts.toml");
pub(crate) const ALEXANDROS: DataFile = data_file!("campaign/alexandros.toml");

/// Every file the campaign is made from.
pub const FILES: [DataFile; 7] = [PROVINCES, SEAS, CITIES, UNITS, LEADERS, CHARTS, ALEXANDROS];

/// A data file, or a player's own in its place, that can be read into its shape.
pub(crate) trait Shape {
    fn read<T: DeserializeOwned>(self, own: &OwnFiles) -> Result<T, DataError>;
}

impl Shape for DataFile {
    fn read<T: DeserializeOwned>(self, own: &OwnFiles) -> Result<T, DataError> {
        let text = own.text(self);
        toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| {
                text.bytes().take(span.start).filter(|&byte| byte == b'\n').count() + 1
            });
            DataError::new(self.name, format!("line {line}"), error.message())
        })
    }
}

/// The rule by which a file says it is used.
pub(crate) fn rule_of(file: DataFile, own: &OwnFiles) -> Result<Rule, DataError> {
    #[derive(Deserialize)]
    struct Used {
        rule: String,
    }
    let Used { rule } = file.read(own)?;
    let unknown = || DataError::new(file.name, "rule", format!("no book has a rule \"{rule}\""));
    diadem_books::find(&rule).ok_or_else(unknown)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProvincesFile {
    #[serde(rename = "rule")]
    _rule: String,
    pub(crate) province: Vec<ProvinceData>,
    pub(crate) border: Vec<BorderData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProvinceData {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) kind: Land,
    pub(crate) region: Region,
    pub(crate) start: String,
    pub(crate) people: Option<People>,
    #[serde(default)]
    pub(crate) coasts: Vec<String>,
    pub(crate) source: Source,
}

/// What a province yields (7.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Land {
    /// A river valley.
    Rich,
    /// Good farm land.
    Fertile,
    /// Poor, and closed in Winter.
    Mountain,
    /// Desert or wilderness: never feeds an army.
    Desert,
}

/// The part of the world a province lies in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Region {
    Europe,
    AsiaMinor,
    Levant,
    Africa,
    Mesopotamia,
    Iran,
    CentralAsia,
    India,
    Steppe,
}

/// What a province is called that nobody holds at the start (5.2).
pub(crate) const INDEPENDENT: &str = "independent";

/// Whose land a province is, where the rules care.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum People {
    /// Gandara, Upper and Lower India (8.3).
    Indian,
    /// Where raids rise (14.3).
    Barbarian,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BorderData {
    pub(crate) between: [String; 2],
    pub(crate) kind: Border,
    pub(crate) source: Source,
}

/// A border between two provinces (8.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Border {
    /// Always open.
    Normal,
    /// Closed in Winter.
    Mountain,
    /// Open to whoever holds Gaza.
    Gaza,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeasFile {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "source")]
    _source: Source,
    pub(crate) sea: Vec<SeaData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeaData {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) next_to: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CitiesFile {
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "source")]
    _source: Source,
    pub(crate) city: Vec<CityData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CityData {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) provinces: Vec<String>,
    #[serde(default)]
    pub(crate) walls: u8,
    pub(crate) wall_owner: Option<String>,
    pub(crate) coast: Option<String>,
    #[serde(default)]
    pub(crate) surrenders_on: u8,
    #[serde(default = "yes")]
    pub(crate) fortifiable: bool,
    #[serde(default = "yes")]
    pub(crate) founded: bool,
    #[serde(default)]
    pub(crate) capital: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitsFile {
    #[serde(rename = "rule")]
    _rule: String,
    pub(crate) unit: Vec<UnitData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitData {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) count: u8,
    pub(crate) nation: Nation,
    pub(crate) kind: Kind,
    pub(crate) steps: Vec<(u8, u8)>,
    #[serde(default)]
    pub(crate) missile: bool,
    #[serde(default)]
    pub(crate) force_march: bool,
    #[serde(default)]
    pub(crate) turns_coat: bool,
    #[serde(default)]
    pub(crate) doubles: bool,
    pub(crate) source: Source,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeadersFile {
    #[serde(rename = "rule")]
    _rule: String,
    pub(crate) leader: Vec<LeaderData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeaderData {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) side: Nation,
    pub(crate) ability: u8,
    pub(crate) wounded: u8,
    pub(crate) source: Source,
}

/// A scenario: set-up, turn track and limits.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    pub(crate) id: String,
    pub(crate) title: String,
    #[serde(rename = "rule")]
    _rule: String,
    pub(crate) story: String,
    /// Younger than the file: a player's own from before may be silent.
    pub(crate) first_battle: Option<String>,
    pub(crate) last_turn: u8,
    pub(crate) last_turn_if_he_lives: u8,
    pub(crate) wall_markers: u8,
    pub(crate) most_walls: u8,
    #[serde(default = "macedon_and_persia")]
    pub(crate) power: Vec<PowerData>,
    #[serde(default)]
    pub(crate) victory: VictoryData,
    pub(crate) turn: Vec<TurnData>,
    pub(crate) set_up: Vec<SetUpData>,
}

/// What wins a scenario.
#[derive(Deserialize)]
#[serde(tag = "article", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum VictoryData {
    /// One power conquers, and all its enemies prevent it.
    Conquest {
        /// Who.
        by: String,
    },
}

/// What wins a scenario that does not say so, as files from before there were powers do (16.0).
impl Default for VictoryData {
    fn default() -> VictoryData {
        VictoryData::Conquest { by: "macedonian".into() }
    }
}

/// A power of a scenario.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PowerData {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) people: String,
    /// Counted from 1; nobody decides for a power without one.
    pub(crate) seat: Option<u8>,
    /// Those it commands when they enter the game.
    #[serde(default)]
    pub(crate) nations: Vec<Nation>,
    #[serde(default)]
    pub(crate) allies: Vec<String>,
}

/// The powers of a scenario that names none, as files from before there were powers do (3.1).
fn macedon_and_persia() -> Vec<PowerData> {
    use Nation::{
        Arab, Barbarian, GreekAllied, GreekMercenary, Indian, Macedonian, Persian, Spartan,
    };
    let power = |id: &str, name: &str, people: &str, seat, nations: &[Nation]| PowerData {
        id: id.into(),
        name: name.into(),
        people: people.into(),
        seat: Some(seat),
        nations: nations.to_vec(),
        allies: Vec::new(),
    };
    let persian = [GreekMercenary, Spartan, Persian, Indian, Barbarian, Arab];
    vec![
        power("macedonian", "Macedonian", "the Macedonians", 1, &[Macedonian, GreekAllied]),
        power("persian", "Persian", "the Persians", 2, &persian),
    ]
}

#[derive(Deserialize)]
pub(crate) struct TurnData {
    pub(crate) season: Season,
    pub(crate) year: u16,
    #[serde(default)]
    pub(crate) replacements: Vec<String>,
    #[serde(default)]
    pub(crate) checks: Vec<Check>,
    #[serde(default)]
    pub(crate) departures: Vec<String>,
    /// `persian_arrivals` and the like: who comes, by power.
    #[serde(flatten)]
    pub(crate) arrivals: BTreeMap<String, Vec<String>>,
}

impl TurnData {
    /// What the key of a list of arrivals ends in, after the power's.
    pub(crate) const ARRIVALS: &str = "_arrivals";
}

/// The season of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

impl Season {
    /// The seasons of a year, in their order.
    pub const YEAR: [Season; 4] = [Season::Spring, Season::Summer, Season::Autumn, Season::Winter];
}

/// A check of the random events phase (14.1, 17.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Check {
    /// 14.2.
    #[serde(rename = "spartan revolt")]
    SpartanRevolt,
    /// 14.3.
    #[serde(rename = "barbarians")]
    Barbarians,
    /// 17.4.
    #[serde(rename = "mutiny")]
    Mutiny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetUpData {
    pub(crate) place: Option<String>,
    #[serde(default)]
    pub(crate) choice: Vec<String>,
    pub(crate) side: Nation,
    #[serde(default)]
    pub(crate) leaders: Vec<String>,
    pub(crate) units: BTreeMap<String, u8>,
}
