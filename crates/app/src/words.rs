//! What each word of the command line does.
//!
//! A word writes its answer to `out` as it becomes known, and stops with a sentence when it cannot
//! go on. Words that have nothing to show yet say so here.

mod cases;
mod check;
mod rules;
mod scenarios;
mod simulate;

pub(crate) use cases::cases;
pub(crate) use check::check;
pub(crate) use rules::rules;
pub(crate) use scenarios::scenarios;
pub(crate) use simulate::simulate;

use crate::command_line::{Charts, Forecast, WithCharts};
use crate::exit::Stop;

pub(crate) fn charts(asked: &Charts) -> Result<(), Stop> {
    let promise = match asked.then {
        None => "`diadem charts` will list every chart with where it comes from",
        Some(WithCharts::Export { .. }) => {
            "`diadem charts export` will write every chart as a file to edit"
        }
    };
    Err(Stop::CannotAsk(format!("{promise}; there are none yet.")))
}

pub(crate) fn forecast(_: &Forecast) -> Result<(), Stop> {
    Err(Stop::CannotAsk(
        "`diadem forecast` will tell what a battle would likely bring; there are no battles yet."
            .into(),
    ))
}
