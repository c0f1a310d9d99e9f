//! The types chart (2.22): what each kind of unit is.

use crate::model::types::{Attacks, Category, ChartType, Kind, MovementClass};
use diadem_core::Source;
use diadem_sheets::{ChartError, Sheet};
use serde::Deserialize;

/// What the chart says of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeRow {
    /// What it is called.
    pub name: String,
    /// Its row and column on the Clash of Spears.
    pub clash: ChartType,
    /// Its row and column on the Shock Superiority Chart.
    pub superiority: ChartType,
    /// Movement allowance.
    pub ma: u8,
    /// The greater allowance of the phalanx (6.46).
    pub fast_ma: Option<u8>,
}

/// The whole chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Types(Vec<TypeRow>);

impl Types {
    /// The row of a kind.
    pub fn row(&self, kind: Kind) -> &TypeRow {
        &self.0[kind as usize]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    clash: ChartType,
    superiority: ChartType,
    moves: MovementClass,
    arm: Category,
    attacks: Attacks,
    must_shock: bool,
    hexes: u8,
    ma: u8,
    fast: Option<u8>,
    source: Source,
}

pub(super) fn read(sheet: &mut Sheet) -> Result<Types, ChartError> {
    let rule = sheet.rule("")?;
    let mut rows = Vec::new();
    let mut sources = Vec::new();
    for kind in Kind::ALL {
        let key = format!("kind.{}", kind.code());
        let row: Row = sheet.need(&key)?;
        // What code hangs on is not to be changed in the chart alone.
        let as_played = row.moves == kind.movement_class()
            && row.arm == kind.category()
            && row.attacks == kind.attacks()
            && row.must_shock == kind.must_shock()
            && row.hexes == 1 + u8::from(kind.is_two_hex());
        sheet.ensure(as_played, &key, "is not what the rules make of this type")?;
        let fast = row.fast.is_none_or(|fast| fast > row.ma && fast <= 12);
        sheet.ensure((1..=12).contains(&row.ma) && fast, &key, "needs an allowance of 1 to 12")?;
        rows.push(TypeRow {
            name: row.name,
            clash: row.clash,
            superiority: row.superiority,
            ma: row.ma,
            fast_ma: row.fast,
        });
        sources.push(row.source);
    }
    sheet.origin_of("kind", rule, sources);
    Ok(Types(rows))
}
