//! How long a player may think, and how it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How much may be thought about one decision. Counted, not timed, so that the same budget gives the same answer
/// on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Positions that may be played forward or weighed.
    pub plies: u32,
}

/// Tells a player who thinks elsewhere to stop: it answers with the best it has found so far. Clones are the same
/// signal.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A signal that has not been given.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Gives it.
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was given.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
