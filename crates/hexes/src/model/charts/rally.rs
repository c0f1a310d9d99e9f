//! The Rally Table (10.27), and the numbers of rout and recovery (10.16, 10.21).

use super::cells::{Cell, FIGURES_OF_DIE, ensure_for_die, row};
use diadem_core::Source;
use diadem_sheets::{ChartError, Sheet};

/// What the table says of a unit that is rallied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rallied {
    /// It is back with so many hits.
    WithHits(u8),
    /// It routs on.
    RoutsOn,
}

/// The table and its numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rally {
    columns: [[Rallied; FIGURES_OF_DIE]; 3],
    /// Added to the leader's initiative for the attempt.
    pub added_to_initiative: u8,
    /// 10.21: how many hexes a unit runs at once.
    pub rout_hexes: u8,
    /// 10.26: troop quality while routed.
    pub routed_tq: u8,
    /// 10.16: the hits that an order takes off.
    pub recovery: u8,
    /// 10.16: the same within range of enemy missiles.
    pub recovery_under_missiles: u8,
}

impl Rally {
    /// What a roll of 0 to 9 brings for this printed troop quality.
    pub fn on(&self, tq: u8, roll: u8) -> Rallied {
        let column = match tq {
            0..=3 => 0,
            4..=5 => 1,
            _ => 2,
        };
        self.columns[column][usize::from(roll.min(9))]
    }
}

pub(super) fn read(sheet: &mut Sheet) -> Result<Rally, ChartError> {
    let rule = sheet.rule("")?;
    let mut columns = [[Rallied::RoutsOn; FIGURES_OF_DIE]; 3];
    let mut sources: Vec<Source> = Vec::new();
    for (column, (name, least_tq)) in [("tq_3", 3), ("tq_4_5", 4), ("tq_6_9", 6)].iter().enumerate()
    {
        let key = format!("hits.{name}");
        let cells: Vec<Cell> = sheet.need(&key)?;
        ensure_for_die(sheet, &key, cells.len())?;
        columns[column] = row(sheet, &key, &cells, |cell| {
            let hits = cell.figure_or("R", sheet, &key)?;
            let fits = hits.is_none_or(|hits| hits < *least_tq);
            sheet.ensure(fits, &key, "has hits that would rout the unit again")?;
            Ok(hits.map_or(Rallied::RoutsOn, Rallied::WithHits))
        })?;
        let source_key = format!("hits_source.{name}");
        let of_cells: Vec<Source> = sheet.need(&source_key)?;
        ensure_for_die(sheet, &source_key, of_cells.len())?;
        sources.extend(of_cells);
    }
    sheet.origin_of("hits", rule, sources);
    ["rout", "recovery"].iter().try_for_each(|chart| sheet.origin(chart))?;
    Ok(Rally {
        columns,
        added_to_initiative: sheet.number("attempt", "added_to_initiative", 0..=9)?,
        rout_hexes: sheet.figure("rout.hexes", 1..=9)?,
        routed_tq: sheet.figure("rout.routed_tq", 1..=9)?,
        recovery: sheet.figure("recovery.hits", 1..=9)?,
        recovery_under_missiles: sheet.figure("recovery.hits_under_missiles", 0..=9)?,
    })
}
