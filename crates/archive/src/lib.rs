//! Saves: written whole or not at all, checked before they are believed.
//!
//! A save is a [`Header`] that can be read alone, and a body: the setup, the dice, every action
//! since the start, and a snapshot. What is stored carries the names of fields and variants, so that
//! a numbered list of [`lifts`] can bring an older format up to date. BLAKE3 over all of it says
//! whether it is what was written.
//!
//! From the inside out: `codec` and [`data`] turn data into bytes, [`value`] makes a tree of them
//! for [`lifts`] to change, [`mod@format`] lays them out in a file, [`disk`] puts the file where it belongs, [`autosave`] does so on a thread of its own,
//! and [`mod@check`] opens a save and proves it by playing it again.
//!
//! Invariant: nothing here knows the rules of any game; only `codec` knows bincode; nothing here
//! reads the clock.

pub mod autosave;
pub mod check;
mod codec;
pub mod data;
pub mod disk;
mod error;
pub mod format;
pub mod lifts;
mod lock;
mod save;
pub mod value;

pub use autosave::Autosave;
pub use check::{Opened, Unproven, Verdict, check, open, open_bytes, resume};
pub use disk::{EXTENSION, Listed, list, newest_good, previous_of, read, write};
pub use error::{Fault, SaveError};
pub use format::{Header, Lineage, Progress, hold_the_same, read_header, verify};
pub use lock::Lock;
pub use save::{Save, Stamp, decode, encode};
