//! What each word of the command line does.
//!
//! A word writes its answer to `out` as it becomes known, and stops with a sentence when it cannot
//! go on. Words that have nothing to show yet say so here.

mod cases;
mod charts;
mod check;
mod rules;
mod scenarios;
mod simulate;

pub(crate) use cases::cases;
pub(crate) use charts::charts;
pub(crate) use check::check;
pub(crate) use rules::rules;
pub(crate) use scenarios::scenarios;
pub(crate) use simulate::{at_random, simulate};

use crate::command_line::Forecast;
use crate::exit::Stop;

pub(crate) fn forecast(_: &Forecast) -> Result<(), Stop> {
    Err(Stop::CannotAsk(
        "`diadem forecast` will tell what a battle would likely bring; there are no battles yet."
            .into(),
    ))
}
