//! A battle's file as it is written, before anything in it is believed.

use crate::model::field::{Edge, HexsideFeature, Terrain};
use crate::model::order_of_battle::{Role, Ruleset};
use crate::model::types::{Class, Kind, MissileKind};
use diadem_core::{Rule, Source};
use diadem_sheets::{ChartError, ChartFile};
use serde::Deserialize;

/// A file that could be parsed, and its name for faults.
pub(super) struct Paper {
    file: &'static str,
    pub(super) battle: BattlePaper,
}

impl Paper {
    /// A battle that stands in no file.
    pub(super) const fn unwritten(battle: BattlePaper) -> Paper {
        Paper { file: "(made)", battle }
    }

    pub(super) fn open(files: &[ChartFile<'_>], path: &'static str) -> Result<Paper, ChartError> {
        let fault = |key: String, reason| ChartError { file: path, key, reason };
        let text = files.iter().find(|file| file.path == path).map(|file| file.text);
        let text = text.ok_or_else(|| fault("(file)".into(), "is missing".into()))?;
        let battle = toml::from_str(text).map_err(|error: toml::de::Error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = text.bytes().take(start).filter(|&byte| byte == b'\n').count() + 1;
            fault(format!("line {line}"), error.message().to_owned())
        })?;
        Ok(Paper { file: path, battle })
    }

    pub(super) fn fault(&self, key: impl Into<String>, reason: impl Into<String>) -> ChartError {
        ChartError { file: self.file, key: key.into(), reason: reason.into() }
    }

    pub(super) fn ensure(
        &self,
        holds: bool,
        key: &str,
        otherwise: impl Into<String>,
    ) -> Result<(), ChartError> {
        if holds { Ok(()) } else { Err(self.fault(key, otherwise)) }
    }

    pub(super) fn rule(&self) -> Result<Rule, ChartError> {
        let citation = &self.battle.rule;
        diadem_books::find(citation)
            .ok_or_else(|| self.fault("rule", format!("no book has a rule \"{citation}\"")))
    }
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BattlePaper {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) date: String,
    pub(super) game: Ruleset,
    pub(super) rule: String,
    pub(super) source: Vec<Source>,
    pub(super) whence: String,
    pub(super) story: String,
    #[serde(default)]
    pub(super) remarks: Vec<String>,
    pub(super) last_turn: u8,
    pub(super) compass: Vec<String>,
    #[serde(default)]
    pub(super) engines_begin: EngineMode,
    pub(super) map: MapPaper,
    pub(super) army: Vec<ArmyPaper>,
}

/// 11.82: an engine moves or fires.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EngineMode {
    #[default]
    Move,
    Fire,
}

/// A map of its own, or that of another battle without some hexsides.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapPaper {
    #[serde(rename = "use")]
    pub(super) used: Option<String>,
    #[serde(default)]
    pub(super) ignore: Vec<HexsideFeature>,
    pub(super) up: String,
    pub(super) columns: Option<(u8, u8)>,
    pub(super) rows: Option<(u8, u8)>,
    pub(super) base_terrain: Option<Terrain>,
    pub(super) base_level: Option<u8>,
    #[serde(default)]
    pub(super) elevation: Vec<ElevationPaper>,
    #[serde(default)]
    pub(super) terrain: Vec<TerrainPaper>,
    #[serde(default)]
    pub(super) hexsides: Vec<HexsidePaper>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ElevationPaper {
    pub(super) level: u8,
    pub(super) hexes: Vec<String>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainPaper {
    pub(super) kind: Terrain,
    pub(super) level: Option<u8>,
    pub(super) hexes: Vec<String>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HexsidePaper {
    pub(super) kind: HexsideFeature,
    pub(super) sides: Vec<String>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmyPaper {
    pub(super) key: String,
    pub(super) name: String,
    pub(super) macedonian: bool,
    pub(super) retreat_edge: Edge,
    pub(super) withdrawal: u16,
    pub(super) unit_rout_points: u16,
    pub(super) overall_commander: Option<String>,
    pub(super) lines: Vec<Vec<String>>,
    pub(super) exit: Option<Edge>,
    #[serde(default)]
    pub(super) idle_first_turn: Vec<String>,
    pub(super) holds_height_first_turn: Option<HeightPaper>,
    #[serde(default)]
    pub(super) stops_in_river: Vec<String>,
    pub(super) units: Vec<UnitPaper>,
    pub(super) leaders: Vec<LeaderPaper>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeightPaper {
    pub(super) units: Vec<String>,
    pub(super) level: u8,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitPaper {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) class: Option<Class>,
    pub(super) tq: u8,
    pub(super) size: u8,
    /// Where it is not that of the type.
    pub(super) ma: Option<u8>,
    pub(super) missile: Option<MissileKind>,
    #[serde(default)]
    pub(super) screen: bool,
    pub(super) hex: String,
    pub(super) second_hex: Option<String>,
    pub(super) facing: Option<String>,
    pub(super) wing: String,
    pub(super) nation: Option<Nation>,
}

/// A nation that rules name.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Nation {
    GreekMercenary,
    Spartan,
    Thracian,
    Indian,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderPaper {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) role: Role,
    pub(super) initiative: Option<u8>,
    pub(super) range: u8,
    pub(super) strategy: Option<u8>,
    pub(super) charisma: u8,
    pub(super) personal_combat: Option<u8>,
    #[serde(default)]
    pub(super) line_command: bool,
    #[serde(default)]
    pub(super) elite: bool,
    /// Where it is not five times his initiative.
    pub(super) worth: Option<u16>,
    #[serde(default)]
    pub(super) target: bool,
    pub(super) commands: Vec<String>,
    pub(super) hex: String,
}
