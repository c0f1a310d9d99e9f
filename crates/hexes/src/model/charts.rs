//! The charts as data: `maps/hexes/*.toml`, read whole and refused with file, key and reason when something
//! does not fit.

mod cells;
mod cohesion;
mod leaders;
mod missiles;
mod movement;
mod rally;
mod rampage;
mod shock;
mod stacking;
mod types;

pub use cohesion::{CohesionCause, CohesionToll, TollCheck};
pub use leaders::{Harm, LeaderCasualties};
pub use missiles::{MissileArm, MissileModifiers, Missiles};
pub use movement::{ChargeFigures, ColumnFigures, FacingFigures, MovementCosts, MovementFigures};
pub use rally::{Rallied, Rally};
pub use rampage::Rampage;
pub use shock::{
    Clash, PreShock, Shift, ShockAdjustments, ShockColumn, ShockResult, ShockResults, Superior,
    Superiority,
};
pub use stacking::{Passing, Stacking};
pub use types::{TypeRow, Types};

use crate::model::scenarios;
use diadem_core::{Chart, DataFile, OwnFiles, SetupError, state_hash};
use diadem_sheets::{ChartError, ChartFile, Origin, Sheet, below_maps, chart_file};
use std::sync::{Arc, OnceLock};

/// The charts that come with the program.
pub static EMBEDDED: [ChartFile<'static>; 14] = [
    chart_file!("hexes/types.toml"),
    chart_file!("hexes/movement.toml"),
    chart_file!("hexes/movement-figures.toml"),
    chart_file!("hexes/stacking.toml"),
    chart_file!("hexes/missiles.toml"),
    chart_file!("hexes/cohesion.toml"),
    chart_file!("hexes/leader-casualties.toml"),
    chart_file!("hexes/rally.toml"),
    chart_file!("hexes/rampage.toml"),
    chart_file!("hexes/shock-results.toml"),
    chart_file!("hexes/clash-of-spears.toml"),
    chart_file!("hexes/superiority.toml"),
    chart_file!("hexes/pre-shock.toml"),
    chart_file!("hexes/shock-shifts.toml"),
];

/// Everything printed that a battle is fought with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    /// What each type is (2.22).
    pub types: Types,
    /// The Movement Cost Chart (6.29).
    pub movement: MovementCosts,
    /// The single numbers of movement and facing.
    pub figures: MovementFigures,
    /// The Stacking Chart (6.95).
    pub stacking: Stacking,
    /// The Missile Range and Result Chart (9.51).
    pub missiles: Missiles,
    /// The Cohesion Hit and TQ Check Chart (10.11).
    pub cohesion: [CohesionToll; CohesionCause::COUNT],
    /// The Leader Casualty Table (9.55).
    pub casualties: LeaderCasualties,
    /// Rally, rout and recovery (10.16, 10.2).
    pub rally: Rally,
    /// Rampage and pursuit (11.14, 9.4).
    pub rampage: Rampage,
    /// The Shock Combat Results Table (9.54).
    pub shock: ShockResults,
    /// Clash of Spears (9.53).
    pub clash: Clash,
    /// Shock Superiority (9.52).
    pub superiority: Superiority,
    /// The check before shock (9.13).
    pub pre_shock: PreShock,
    /// Shifts of the column (9.16), to the right.
    pub shifts: [i8; Shift::COUNT],
    /// Each chart with its rule and where it comes from.
    pub origins: Vec<Origin>,
    /// A hash of the texts they were read from.
    pub fingerprint: [u8; 32],
}

impl Charts {
    /// The charts that come with the program.
    pub fn embedded() -> Result<Arc<Charts>, ChartError> {
        static CHARTS: OnceLock<Result<Arc<Charts>, ChartError>> = OnceLock::new();
        CHARTS.get_or_init(|| Charts::load(&EMBEDDED).map(Arc::new)).clone()
    }

    /// The charts that come with the program, and a player's own in their place.
    pub fn with_own(own: &OwnFiles) -> Result<Arc<Charts>, ChartError> {
        if !EMBEDDED.iter().any(|file| own.has(file.data_file().name)) {
            return Charts::embedded();
        }
        let of_player =
            |file: ChartFile<'static>| ChartFile { text: own.text(file.data_file()), ..file };
        Charts::load(&EMBEDDED.map(of_player)).map(Arc::new)
    }

    /// Reads charts from their texts, each file once.
    pub fn load(files: &[ChartFile<'_>]) -> Result<Charts, ChartError> {
        let mut origins = Vec::new();
        let mut book = Book { files, origins: &mut origins };
        let charts = Charts {
            types: book.read(&EMBEDDED[0], types::read)?,
            movement: book.read(&EMBEDDED[1], movement::read_costs)?,
            figures: book.read(&EMBEDDED[2], movement::read_figures)?,
            stacking: book.read(&EMBEDDED[3], stacking::read)?,
            missiles: book.read(&EMBEDDED[4], missiles::read)?,
            cohesion: book.read(&EMBEDDED[5], cohesion::read)?,
            casualties: book.read(&EMBEDDED[6], leaders::read)?,
            rally: book.read(&EMBEDDED[7], rally::read)?,
            rampage: book.read(&EMBEDDED[8], rampage::read)?,
            shock: book.read(&EMBEDDED[9], shock::read_results)?,
            clash: book.read(&EMBEDDED[10], shock::read_clash)?,
            superiority: book.read(&EMBEDDED[11], shock::read_superiority)?,
            pre_shock: book.read(&EMBEDDED[12], shock::read_pre_shock)?,
            shifts: book.read(&EMBEDDED[13], shock::read_shifts)?,
            origins: Vec::new(),
            fingerprint: state_hash(
                &files.iter().map(|file| file.text.as_bytes()).collect::<Vec<_>>(),
            )
            .0,
        };
        Ok(Charts { origins, ..charts })
    }

    /// What a cause costs in cohesion.
    pub const fn toll(&self, cause: CohesionCause) -> &CohesionToll {
        &self.cohesion[cause as usize]
    }

    /// A shift of the column in shock, to the right.
    pub const fn shift(&self, shift: Shift) -> i8 {
        self.shifts[shift as usize]
    }
}

/// The files being read, and where what was read comes from.
struct Book<'a> {
    files: &'a [ChartFile<'a>],
    origins: &'a mut Vec<Origin>,
}

impl Book<'_> {
    fn read<T>(
        &mut self,
        file: &ChartFile<'static>,
        read: fn(&mut Sheet) -> Result<T, ChartError>,
    ) -> Result<T, ChartError> {
        let mut sheet = Sheet::open(self.files, file.path)?;
        let chart = read(&mut sheet)?;
        self.origins.extend(sheet.close()?);
        Ok(chart)
    }
}

/// Every chart and battlefield with where its figures come from, a player's own in the place of ours.
pub fn catalogue(own: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
    let told = |error: ChartError| SetupError(error.to_string());
    let charts = Charts::with_own(own).map_err(told)?;
    let battles = scenarios::origins(own).map_err(told)?;
    let chart = |origin: &Origin| {
        let sources = origin.sources.iter().copied();
        Chart::new(below_maps(origin.file), origin.chart.clone(), origin.rule, sources)
    };
    Ok(charts.origins.iter().chain(&battles).map(chart).collect())
}

/// Every file of charts and battlefields, to be exported and edited.
pub fn data_files() -> Vec<DataFile> {
    chart_files().into_iter().chain(scenarios::files()).collect()
}

/// Every file of charts.
pub(crate) fn chart_files() -> Vec<DataFile> {
    EMBEDDED.iter().map(ChartFile::data_file).collect()
}

#[cfg(test)]
mod tests;
