//! What each command of the command line does.
//!
//! A command writes its answer to `out` as it becomes known, and stops with a sentence when it cannot
//! go on.

mod cases;
mod charts;
mod check;
mod forecast;
mod rules;
mod scenarios;
mod simulate;
mod watch;

pub(crate) use cases::cases;
pub(crate) use charts::charts;
pub(crate) use check::check;
pub(crate) use forecast::forecast;
pub(crate) use rules::rules;
pub(crate) use scenarios::scenarios;
pub(crate) use simulate::{at_random, random_hand, simulate};
pub(crate) use watch::watch;
