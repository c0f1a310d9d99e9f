//! The Movement Cost Chart (6.29) and the single numbers of movement and facing.

use super::cells::{Cell, Sources, row};
use crate::model::field::{HexsideFeature, SHEER, Terrain};
use crate::model::types::MovementClass;
use diadem_books::GBA;
use diadem_core::{Rule, Source, rule};
use diadem_sheets::{ChartError, Sheet};
use serde::Deserialize;

/// What is rough is not for a chart to say.
const ROUGH: Rule = rule!(GBA, "6.28");

/// Movement points and hits, or nothing where it is prohibited.
pub(crate) type CostCell = Option<(u8, u8)>;

/// What each class pays for one terrain, hexside or slope.
pub(crate) type CostRow = [CostCell; MovementClass::COUNT];

/// The Movement Cost Chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovementCosts {
    pub(crate) hex: [CostRow; Terrain::COUNT],
    pub(crate) hexside: [CostRow; HexsideFeature::COUNT],
    /// By levels climbed, from one.
    pub(crate) up: [CostRow; SHEER as usize],
    /// By levels descended, from one.
    pub(crate) down: [CostRow; SHEER as usize],
    facing_in_rough: [Option<u8>; MovementClass::COUNT],
}

impl MovementCosts {
    /// 7.14: the hits for turning in a rough hex.
    pub fn facing_in_rough(&self, class: MovementClass) -> u8 {
        self.facing_in_rough[class as usize].unwrap_or(0)
    }

    /// The points for entering a hex of this terrain, hexsides and slopes aside (10.27); nothing where
    /// the class may not enter.
    pub fn hex_points(&self, terrain: Terrain, class: MovementClass) -> Option<u8> {
        self.hex[terrain as usize][class as usize].map(|(points, _)| points)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    mp: u8,
    hits: Vec<Cell>,
    rough: bool,
    source: Source,
    #[serde(default)]
    printed: Vec<String>,
    #[serde(default)]
    public: Vec<String>,
    #[serde(default)]
    free: Vec<MovementClass>,
}

/// The columns of the file, which must be all classes in their order.
fn classes(sheet: &mut Sheet) -> Result<(), ChartError> {
    let classes: Vec<MovementClass> = sheet.need("classes")?;
    sheet.ensure(classes == MovementClass::ALL, "classes", "needs every class in its order")
}

fn cost_row(
    sheet: &mut Sheet,
    key: &str,
    is_rough: bool,
    sources: &mut Vec<Source>,
) -> Result<CostRow, ChartError> {
    let read: Row = sheet.need(key)?;
    sheet.ensure(read.mp <= 9, key, "has more than 9 points")?;
    sheet.ensure(read.rough == is_rough, key, format!("is not as rough as in {ROUGH}"))?;
    let hits: [Option<u8>; MovementClass::COUNT] =
        row(sheet, key, &read.hits, |cell| cell.figure_or("P", sheet, key))?;
    sheet.ensure(hits.iter().flatten().all(|&hits| hits <= 9), key, "has more than 9 hits")?;
    let mut cells = vec!["mp".to_owned()];
    cells.extend(MovementClass::ALL.map(|class| class.code().to_owned()));
    let named = Sources { usual: read.source, printed: read.printed, public: read.public };
    sources.extend(named.of(&cells, sheet, key)?);
    let cost = |class: MovementClass| {
        let points = if read.free.contains(&class) { 0 } else { read.mp };
        hits[class as usize].map(|hits| (points, hits))
    };
    Ok(MovementClass::ALL.map(cost))
}

pub(super) fn read_costs(sheet: &mut Sheet) -> Result<MovementCosts, ChartError> {
    let rule = sheet.rule("")?;
    classes(sheet)?;
    let nobody: CostRow = [None; MovementClass::COUNT];
    let mut costs = MovementCosts {
        hex: [nobody; Terrain::COUNT],
        hexside: [nobody; HexsideFeature::COUNT],
        up: [nobody; SHEER as usize],
        down: [nobody; SHEER as usize],
        facing_in_rough: [None; MovementClass::COUNT],
    };
    let mut sources = Vec::new();
    for terrain in Terrain::ALL {
        let key = format!("hex.{}", terrain.code());
        let row = cost_row(sheet, &key, terrain.is_rough(), &mut sources)?;
        let is_closed = row.iter().all(Option::is_none);
        sheet.ensure(is_closed == terrain.is_impassable(), &key, "is open to some or to nobody")?;
        costs.hex[terrain as usize] = row;
    }
    sheet.origin_of("hex", rule, std::mem::take(&mut sources));
    for hexside in HexsideFeature::ALL {
        let key = format!("hexside.{}", hexside.code());
        costs.hexside[hexside as usize] = cost_row(sheet, &key, hexside.is_rough(), &mut sources)?;
    }
    sheet.origin_of("hexside", rule, std::mem::take(&mut sources));
    for levels in 1..=SHEER {
        let is_rough = levels > 1;
        let at = usize::from(levels - 1);
        costs.up[at] = cost_row(sheet, &format!("slope.up_{levels}"), is_rough, &mut sources)?;
        costs.down[at] = cost_row(sheet, &format!("slope.down_{levels}"), is_rough, &mut sources)?;
    }
    sheet.origin_of("slope", rule, sources);
    sheet.origin("facing_in_rough")?;
    let key = "facing_in_rough.hits";
    let hits: Vec<Cell> = sheet.need(key)?;
    costs.facing_in_rough = row(sheet, key, &hits, |cell| cell.figure_or("P", sheet, key))?;
    Ok(costs)
}

/// What it costs to turn (7.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FacingFigures {
    /// Points for each vertex.
    pub per_vertex: u8,
    /// The same for elephants, chariots, cataphracts and charge formation.
    pub per_vertex_clumsy: u8,
    /// Points for a skirmisher, however far it turns.
    pub skirmisher: u8,
    /// 7.16: how many vertices a unit turns in reaction.
    pub reaction_vertices: u8,
}

/// Marching in column (6.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ColumnFigures {
    /// Points to form or leave it.
    pub change: u8,
    /// Added to the allowance.
    pub ma_added: u8,
    /// Taken off terrain hits.
    pub terrain_hits_less: u8,
    /// Taken off troop quality.
    pub tq_less: u8,
}

/// Charge formation (11.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChargeFigures {
    /// Points to form it.
    pub enter: u8,
    /// Points to leave it.
    pub leave: u8,
    /// What terrain hits are multiplied by.
    pub terrain_hits_times: u8,
}

/// The single numbers of movement and facing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovementFigures {
    /// Turning.
    pub facing: FacingFigures,
    /// 6.44: points to reverse face.
    pub reverse_face: u8,
    /// Column.
    pub column: ColumnFigures,
    /// 11.71: points added to form double depth.
    pub double_depth_added: u8,
    /// Charge formation.
    pub charge: ChargeFigures,
    /// 11.63: the allowance of a square.
    pub square_ma: u8,
    /// 11.21: how many levels a chariot may change in an orders phase.
    pub chariot_levels_in_a_phase: u8,
    /// 4.1: the allowance of every leader.
    pub leader_ma: u8,
    /// 6.71: how many hexes a skirmisher may withdraw.
    pub skirmisher_withdrawal: u8,
}

pub(super) fn read_figures(sheet: &mut Sheet) -> Result<MovementFigures, ChartError> {
    let charts = [
        "facing",
        "reaction_facing",
        "reverse_face",
        "column",
        "double_depth",
        "charge_formation",
        "square",
        "levels",
        "leader",
        "skirmisher_withdrawal",
    ];
    charts.iter().try_for_each(|chart| sheet.origin(chart))?;
    Ok(MovementFigures {
        facing: FacingFigures {
            per_vertex: sheet.figure("facing.mp_per_vertex", 0..=9)?,
            per_vertex_clumsy: sheet.figure("facing.mp_per_vertex_clumsy", 0..=9)?,
            skirmisher: sheet.figure("facing.mp_skirmisher", 0..=9)?,
            reaction_vertices: sheet.figure("reaction_facing.vertices", 1..=3)?,
        },
        reverse_face: sheet.figure("reverse_face.mp", 0..=9)?,
        column: ColumnFigures {
            change: sheet.figure("column.change_mp", 0..=9)?,
            ma_added: sheet.figure("column.ma_added", 0..=9)?,
            terrain_hits_less: sheet.figure("column.terrain_hits_less", 0..=9)?,
            tq_less: sheet.figure("column.tq_less", 0..=9)?,
        },
        double_depth_added: sheet.figure("double_depth.mp_added", 0..=9)?,
        charge: ChargeFigures {
            enter: sheet.figure("charge_formation.enter_mp", 0..=9)?,
            leave: sheet.figure("charge_formation.leave_mp", 0..=9)?,
            terrain_hits_times: sheet.figure("charge_formation.terrain_hits_times", 1..=9)?,
        },
        square_ma: sheet.figure("square.ma", 0..=9)?,
        chariot_levels_in_a_phase: sheet.figure("levels.chariot_in_a_phase", 0..=9)?,
        leader_ma: sheet.figure("leader.ma", 1..=20)?,
        skirmisher_withdrawal: sheet.figure("skirmisher_withdrawal.hexes", 0..=9)?,
    })
}
