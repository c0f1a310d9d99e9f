//! The charts of shock combat: clash, superiority, results, shifts and the check before (9.1, 9.5).

use super::cells::{Cell, Sources, row};
use crate::model::hex::Aspect;
use crate::model::types::{ChartType, Kind, coded};
use diadem_core::Source;
use diadem_sheets::{ChartError, Sheet};
use serde::Deserialize;

/// A column of the Shock Combat Results Table, 1 to 13.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ShockColumn(u8);

impl ShockColumn {
    /// The column of this number; the outermost beyond the ends.
    pub fn new(number: i32) -> ShockColumn {
        let number = u8::try_from(number.max(1)).unwrap_or(u8::MAX);
        ShockColumn(number.min(ShockResults::COLUMNS))
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// So many columns to the right, or with a minus to the left.
    #[must_use]
    pub fn shifted(self, to_the_right: i32) -> ShockColumn {
        ShockColumn::new(i32::from(self.0) + to_the_right)
    }
}

/// The hits of a shock combat, before they are multiplied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShockResult {
    /// For the attackers.
    pub attacker: u8,
    /// For the defenders: the figure in brackets.
    pub defender: u8,
}

/// What results are multiplied by and what follows from them (9.16 to 9.18).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShockAdjustments {
    /// The defender's hits when the attacker is superior.
    pub attack_superior: u8,
    /// The attacker's hits when the defender is superior.
    pub defense_superior: u8,
    /// The defender's hits when a double depth stack is attacked from flank or rear.
    pub double_depth_flank_or_rear: u8,
    /// The most hits in a fight against skirmishers.
    pub skirmisher_most: u8,
    /// 9.17: so many times the hits of an enemy are a breakthrough.
    pub breakthrough_ratio: u8,
    /// 9.17: the hits it adds.
    pub breakthrough_hits: u8,
    /// 9.17: what no hits count as.
    pub breakthrough_none_counts_as: u8,
    /// 9.13, 9.18: what an attacker adds to the roll to stand.
    pub stand_attacker_adds: u8,
}

/// The Shock Combat Results Table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShockResults {
    rows: [[ShockResult; ShockResults::COLUMNS as usize]; 10],
    /// What follows from it.
    pub adjustments: ShockAdjustments,
}

impl ShockResults {
    /// How many columns it has.
    pub const COLUMNS: u8 = 13;

    /// What a modified roll brings; beyond 0 and 9 the outermost.
    pub fn result(&self, column: ShockColumn, modified_roll: i32) -> ShockResult {
        let roll = usize::try_from(modified_roll).unwrap_or(0).min(9);
        self.rows[roll][usize::from(column.0 - 1)]
    }
}

fn shock_result(text: &str) -> Option<ShockResult> {
    let (attacker, defender) = text.strip_suffix(')')?.split_once('(')?;
    Some(ShockResult { attacker: attacker.parse().ok()?, defender: defender.parse().ok()? })
}

pub(super) fn read_results(sheet: &mut Sheet) -> Result<ShockResults, ChartError> {
    sheet.origin("")?;
    let mut rows = [[ShockResult { attacker: 0, defender: 0 }; ShockResults::COLUMNS as usize]; 10];
    for (die, results) in rows.iter_mut().enumerate() {
        let key = format!("die.{die}");
        let cells: Vec<Cell> = sheet.need(&key)?;
        *results = row(sheet, &key, &cells, |cell| {
            match cell {
                Cell::Letters(text) => shock_result(text),
                Cell::Figure(_) => None,
            }
            .ok_or_else(|| sheet.fault(&key, "needs results such as \"3(2)\"".into()))
        })?;
        // The further right, the better for the attacker; in the last columns both take less.
        let fair = results.windows(2).all(|two| {
            two[0].attacker >= two[1].attacker && two[0].defender <= two[1].defender + 1
        });
        sheet.ensure(fair, &key, "favours the attacker from left to right")?;
    }
    ["results", "breakthrough"].iter().try_for_each(|chart| sheet.origin(chart))?;
    let adjustments = ShockAdjustments {
        attack_superior: sheet.figure("results.attack_superior_defender", 1..=9)?,
        defense_superior: sheet.figure("results.defense_superior_attacker", 1..=9)?,
        double_depth_flank_or_rear: sheet.figure("results.double_depth_flank_or_rear", 1..=9)?,
        skirmisher_most: sheet.figure("results.skirmisher_most", 0..=9)?,
        breakthrough_ratio: sheet.figure("breakthrough.ratio", 2..=9)?,
        breakthrough_hits: sheet.figure("breakthrough.hits", 0..=9)?,
        breakthrough_none_counts_as: sheet.figure("breakthrough.none_counts_as", 0..=1)?,
        stand_attacker_adds: sheet.number("stand", "attacker_adds", 0..=9)?,
    };
    Ok(ShockResults { rows, adjustments })
}

/// A table of every attacker and defender of the shock charts.
type Pairs<T> = [[T; ChartType::COUNT]; ChartType::COUNT];

/// The types that head a table.
struct Heads {
    attackers: Vec<ChartType>,
    defenders: Vec<ChartType>,
}

impl Heads {
    fn read(sheet: &mut Sheet) -> Result<Heads, ChartError> {
        let heads =
            Heads { attackers: sheet.need("attackers")?, defenders: sheet.need("defenders")? };
        for (key, types) in [("attackers", &heads.attackers), ("defenders", &heads.defenders)] {
            let apart = types.iter().enumerate().all(|(at, one)| !types[..at].contains(one));
            sheet.ensure(apart && !types.is_empty(), key, "names types, each once")?;
        }
        Ok(heads)
    }

    /// The cells of a table as `attacker>defender`, row by row.
    fn cells(&self) -> Vec<String> {
        let of_row = |defender: &ChartType| {
            let defender = defender.code();
            self.attackers.iter().map(move |attacker| format!("{}>{defender}", attacker.code()))
        };
        self.defenders.iter().flat_map(of_row).collect()
    }
}

/// Agrianians defend as skirmishers do; where the chart has no row of theirs they use that row.
fn fill_skirmisher_row<T: Copy>(pairs: &mut Pairs<T>, heads: &Heads) {
    if !heads.defenders.contains(&ChartType::ShockSkirmisher) {
        pairs[ChartType::ShockSkirmisher as usize] = pairs[ChartType::Skirmisher as usize];
    }
}

/// Clash of Spears: the column that a shock combat begins from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash([Pairs<Option<u8>>; 3]);

impl Clash {
    /// The base column for these types when the defender is attacked there; nothing where the attacker may
    /// not attack.
    pub fn column(
        &self,
        attacker: ChartType,
        defender: ChartType,
        aspect: Aspect,
    ) -> Option<ShockColumn> {
        self.0[aspect as usize][defender as usize][attacker as usize].map(ShockColumn)
    }
}

pub(super) fn read_clash(sheet: &mut Sheet) -> Result<Clash, ChartError> {
    let rule = sheet.rule("")?;
    let heads = Heads::read(sheet)?;
    let mut clash = [[[None; ChartType::COUNT]; ChartType::COUNT]; 3];
    for (aspect, chart) in ["front", "flank", "rear"].into_iter().enumerate() {
        let pairs: &mut Pairs<Option<u8>> = &mut clash[aspect];
        for &defender in &heads.defenders {
            let key = format!("{chart}.{}", defender.code());
            let cells: Vec<Cell> = sheet.need(&key)?;
            let wanted = heads.attackers.len();
            sheet.ensure(cells.len() == wanted, &key, format!("needs {wanted} columns"))?;
            for (cell, &attacker) in cells.iter().zip(&heads.attackers) {
                let column = cell.figure_or("NA", sheet, &key)?;
                let fits =
                    column.is_none_or(|column| (1..=ShockResults::COLUMNS).contains(&column));
                sheet.ensure(fits, &key, "has a column that is not 1 to 13")?;
                pairs[defender as usize][attacker as usize] = column;
            }
        }
        // Skirmishers attack chariots, and nobody else, as Agrianians do.
        let chariots = &mut pairs[ChartType::Chariot as usize];
        chariots[ChartType::Skirmisher as usize] = chariots[ChartType::ShockSkirmisher as usize];
        fill_skirmisher_row(pairs, &heads);
        let named = Sources {
            usual: sheet.need(&format!("{chart}.source"))?,
            printed: sheet.need(&format!("{chart}.printed"))?,
            public: Vec::new(),
        };
        let sources = named.of(&heads.cells(), sheet, &format!("{chart}.printed"))?;
        sheet.origin_of(chart, rule, sources);
    }
    Ok(Clash(clash))
}

/// Who is superior by his weapons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Superior {
    /// Nobody.
    #[serde(rename = "-")]
    Nobody,
    /// AS: the attacker.
    #[serde(rename = "AS")]
    Attacker,
    /// DS: the defender.
    #[serde(rename = "DS")]
    Defender,
    /// `DSm`: the defender, unless he is a javelinist on foot without missiles (9.16).
    #[serde(rename = "DSm")]
    DefenderWithMissiles,
    /// The attacker may not attack.
    #[serde(rename = "NA")]
    NotAllowed,
}

/// The Shock Superiority Chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Superiority(Pairs<Superior>);

impl Superiority {
    /// Who is superior when these types meet.
    pub fn between(&self, attacker: ChartType, defender: ChartType) -> Superior {
        self.0[defender as usize][attacker as usize]
    }
}

pub(super) fn read_superiority(sheet: &mut Sheet) -> Result<Superiority, ChartError> {
    let rule = sheet.rule("")?;
    let heads = Heads::read(sheet)?;
    let mut pairs = [[Superior::NotAllowed; ChartType::COUNT]; ChartType::COUNT];
    for &defender in &heads.defenders {
        let key = format!("defender.{}", defender.code());
        let cells: Vec<Superior> = sheet.need(&key)?;
        let wanted = heads.attackers.len();
        sheet.ensure(cells.len() == wanted, &key, format!("needs {wanted} cells"))?;
        for (&cell, &attacker) in cells.iter().zip(&heads.attackers) {
            pairs[defender as usize][attacker as usize] = cell;
        }
    }
    fill_skirmisher_row(&mut pairs, &heads);
    let plus: Vec<ChartType> = sheet.need("plus")?;
    let must = |kind: &Kind| ChartType::parse(kind.code()).map(|of| (of, kind.must_shock()));
    let as_played = Kind::ALL
        .iter()
        .filter_map(must)
        .all(|(of, must)| !heads.attackers.contains(&of) || plus.contains(&of) == must);
    sheet.ensure(as_played, "plus", "is not what the rules make of these types")?;
    let named = Sources {
        usual: sheet.need("source")?,
        printed: sheet.need("printed")?,
        public: Vec::new(),
    };
    let sources = named.of(&heads.cells(), sheet, "printed")?;
    sheet.origin_of("", rule, sources);
    Ok(Superiority(pairs))
}

/// What is added to the roll before shock (9.13).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PreShock {
    /// An elephant attacks a phalanx or heavy infantry through the front.
    pub elephant_attacks_heavy_front: i8,
    /// Attacked by an elephant.
    pub attacked_by_elephant: i8,
    /// Attacked by a chariot.
    pub attacked_by_chariot: i8,
    /// Attacked by a double depth phalanx.
    pub attacked_by_double_depth: i8,
    /// A double depth phalanx that is attacked.
    pub double_depth_attacked: i8,
    /// A chariot that moved so many hexes to attack does not check.
    pub chariot_run_up: u8,
}

fn signed(sheet: &mut Sheet, key: &str) -> Result<i8, ChartError> {
    let figure: i8 = sheet.need(key)?;
    sheet.ensure((-9..=9).contains(&figure), key, "is not -9 to 9").map(|()| figure)
}

pub(super) fn read_pre_shock(sheet: &mut Sheet) -> Result<PreShock, ChartError> {
    sheet.origin("")?;
    Ok(PreShock {
        elephant_attacks_heavy_front: signed(sheet, "elephant_attacks_heavy_front")?,
        attacked_by_elephant: signed(sheet, "attacked_by_elephant")?,
        attacked_by_chariot: signed(sheet, "attacked_by_chariot")?,
        attacked_by_double_depth: signed(sheet, "attacked_by_double_depth")?,
        double_depth_attacked: signed(sheet, "double_depth_attacked")?,
        chariot_run_up: sheet.figure("chariot_run_up", 1..=9)?,
    })
}

coded! {
    /// What shifts the column in shock.
    pub enum Shift {
        /// A cataphract attacks.
        CataphractAttacks = "cataphract_attacks",
        /// A cataphract defends.
        CataphractDefends = "cataphract_defends",
        /// Each supported flank of a phalanx attacked frontally by a moving unit.
        PhalanxFlank = "phalanx_flank",
        /// The same when heavy infantry attacks.
        PhalanxFlankAgainstHeavy = "phalanx_flank_against_heavy",
        /// The same when a phalanx attacks.
        PhalanxFlankAgainstPhalanx = "phalanx_flank_against_phalanx",
        /// All defenders are in woods or marsh.
        DefendersInWoodsOrMarsh = "defenders_in_woods_or_marsh",
        /// Some defender is higher than all attackers.
        SomeDefenderHigher = "some_defender_higher",
        /// All defenders are higher, in the place of that.
        AllDefendersHigher = "all_defenders_higher",
        /// All defenders are lower.
        AllDefendersLower = "all_defenders_lower",
        /// All attackers cross a minor river.
        AttackersCrossMinorRiver = "attackers_cross_minor_river",
        /// All attackers cross a steep bank or a steep-banked stream.
        AttackersCrossSteepBank = "attackers_cross_steep_bank",
        /// All defenders are among rocks.
        DefendersInRocky = "defenders_in_rocky",
        /// All defenders are in a major river or its bed.
        DefendersInRiver = "defenders_in_river",
        /// All defenders are in a town.
        DefendersInTown = "defenders_in_town",
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShiftRow {
    rule: String,
    value: i8,
    source: Source,
}

pub(super) fn read_shifts(sheet: &mut Sheet) -> Result<[i8; Shift::COUNT], ChartError> {
    let mut shifts = [0; Shift::COUNT];
    for shift in Shift::ALL {
        let key = format!("shift.{}", shift.code());
        let row: ShiftRow = sheet.need(&key)?;
        let rule = sheet.cited(&key, &row.rule)?;
        sheet.ensure((-12..=12).contains(&row.value), &key, "shifts by more than 12")?;
        sheet.origin_of(shift.code(), rule, vec![row.source]);
        shifts[shift as usize] = row.value;
    }
    Ok(shifts)
}
