//! The Stacking Chart (6.95).

use crate::model::types::Kind;
use diadem_core::Source;
use diadem_sheets::{ChartError, Sheet};

/// The hits of moving through a friend.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Passing {
    /// For the unit that moves.
    pub mover: u8,
    /// For the unit that stands there.
    pub stationary: u8,
}

/// The chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stacking {
    basic_through_basic: Passing,
    basic_through_skirmisher: Passing,
    skirmisher_through_any: Passing,
    /// For a unit under orders that moves through a routed one, which is eliminated.
    pub through_routed: u8,
    /// For a routed unit that moves through another, before the check.
    pub routed_through_any: Passing,
    /// For the unit in whose hex a routed one would stop, before the check.
    pub routed_stopping_in: u8,
}

impl Stacking {
    /// 6.92: the hits when one unit moves through another of its army, neither of them routed; nothing
    /// where that is not allowed.
    pub fn passing(&self, mover: Kind, stationary: Kind) -> Option<Passing> {
        if mover.is_skirmisher() {
            Some(self.skirmisher_through_any)
        } else if mover.is_phalanx_or_heavy() || stationary.is_phalanx_or_heavy() {
            None
        } else if stationary.is_skirmisher() {
            Some(self.basic_through_skirmisher)
        } else {
            Some(self.basic_through_basic)
        }
    }
}

pub(super) fn read(sheet: &mut Sheet) -> Result<Stacking, ChartError> {
    let rule = sheet.rule("")?;
    let mut figure = |chart: &str, key: &str| sheet.figure(&format!("{chart}.{key}"), 0..=9);
    let mut passing = |chart: &str| {
        let mover = figure(chart, "mover")?;
        Ok(Passing { mover, stationary: figure(chart, "stationary")? })
    };
    let stacking = Stacking {
        basic_through_basic: passing("basic_through_basic")?,
        basic_through_skirmisher: passing("basic_through_skirmisher")?,
        skirmisher_through_any: passing("skirmisher_through_any")?,
        routed_through_any: passing("routed_through_any")?,
        through_routed: figure("through_routed", "mover")?,
        routed_stopping_in: figure("routed_stopping_in", "stationary")?,
    };
    let charts = [
        "basic_through_basic",
        "basic_through_skirmisher",
        "skirmisher_through_any",
        "through_routed",
        "routed_through_any",
        "routed_stopping_in",
    ];
    let mut sources: Vec<Source> = Vec::new();
    for chart in charts {
        sources.push(sheet.need(&format!("{chart}.source"))?);
    }
    sheet.origin_of("", rule, sources);
    Ok(stacking)
}
