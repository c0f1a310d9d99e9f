//! Cells as charts write them, and where each comes from.

use diadem_books::GBA;
use diadem_core::{Rule, Source, rule};
use diadem_sheets::{ChartError, Sheet};
use serde::Deserialize;

/// All tables use a ten-sided die whose nought is a nought.
const THE_DIE: Rule = rule!(GBA, "2.3");

/// The figures of the die: a table has a cell for each, from 0 to 9.
pub(super) const FIGURES_OF_DIE: usize = 10;

/// That what was found of a key is there for every figure of the die.
pub(super) fn ensure_for_die(sheet: &Sheet, key: &str, found: usize) -> Result<(), ChartError> {
    let words =
        format!("needs {FIGURES_OF_DIE}, one for each figure of the die from 0 ({THE_DIE})");
    sheet.ensure(found == FIGURES_OF_DIE, key, words)
}

/// A figure, or a letter in its place.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Cell {
    Figure(u8),
    Letters(String),
}

impl Cell {
    /// The figure, or nothing for these letters; anything else is a fault of this key.
    pub(super) fn figure_or(
        &self,
        letters: &str,
        sheet: &Sheet,
        key: &str,
    ) -> Result<Option<u8>, ChartError> {
        match self {
            Cell::Figure(figure) => Ok(Some(*figure)),
            Cell::Letters(found) if found == letters => Ok(None),
            Cell::Letters(found) => {
                Err(sheet.fault(key, format!("has \"{found}\", not a figure or \"{letters}\"")))
            }
        }
    }
}

/// One source for all cells but the named ones.
pub(super) struct Sources {
    pub(super) usual: Source,
    pub(super) printed: Vec<String>,
    pub(super) public: Vec<String>,
}

impl Sources {
    /// Where these cells come from, in their order; every name must be one of them.
    pub(super) fn of(
        &self,
        cells: &[String],
        sheet: &Sheet,
        key: &str,
    ) -> Result<Vec<Source>, ChartError> {
        let mut named = self.printed.iter().chain(&self.public);
        if let Some(unknown) = named.find(|name| !cells.contains(name)) {
            return Err(sheet.fault(key, format!("there is no cell \"{unknown}\"")));
        }
        let source = |cell: &String| {
            if self.printed.contains(cell) {
                Source::Printed
            } else if self.public.contains(cell) {
                Source::Public
            } else {
                self.usual
            }
        };
        Ok(cells.iter().map(source).collect())
    }
}

/// So many cells of a key, made one by one.
pub(super) fn row<T: Copy, const N: usize>(
    sheet: &Sheet,
    key: &str,
    cells: &[Cell],
    mut made: impl FnMut(&Cell) -> Result<T, ChartError>,
) -> Result<[T; N], ChartError> {
    let row: Vec<T> = cells.iter().map(&mut made).collect::<Result<_, _>>()?;
    row.try_into().map_err(|_| sheet.fault(key, format!("needs {N} cells")))
}
