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
mod watch;

pub(crate) use cases::cases;
pub(crate) use charts::charts;
pub(crate) use check::check;
pub(crate) use rules::rules;
pub(crate) use scenarios::scenarios;
pub(crate) use simulate::{at_random, random_hand, simulate};
pub(crate) use watch::watch;

use crate::command_line::Forecast;
use crate::exit::Stop;

pub(crate) fn forecast(_: &Forecast) -> Result<(), Stop> {
    Err(Stop::CannotAsk(
        "`diadem forecast` cannot be asked yet; `diadem simulate ID --seats captain,captain --games N` plays \
         many games and tells how each ended."
            .into(),
    ))
}
