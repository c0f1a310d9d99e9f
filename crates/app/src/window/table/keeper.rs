//! Keeps the game safe: an autosave after every decision, without waiting for the disk.

use crate::Folders;
use diadem_archive::{Autosave, Lineage, Lock, Save, SaveError, Stamp};
use diadem_core::Session;
use diadem_handoff::War;
use std::num::NonZeroU8;
use std::time::{SystemTime, UNIX_EPOCH};

/// How many autosaves are kept.
const SLOTS: NonZeroU8 = NonZeroU8::new(8).expect("eight is not zero");

/// Writes the autosaves of a game.
pub(super) struct Keeper {
    autosave: Option<Autosave<War>>,
    /// Why there is no autosave.
    trouble: Option<SaveError>,
    /// Keeps another copy of the program from the same ring.
    _lock: Option<Lock>,
    lineage: Lineage,
}

impl Keeper {
    /// A keeper for these folders; without any, nothing is kept.
    pub(super) fn new(folders: Option<&Folders>) -> Keeper {
        let started = folders.map(|folders| {
            let autosave = Autosave::start(&folders.autosaves(), SLOTS)?;
            match Lock::take(&folders.autosaves().join("ring")) {
                // Two copies would push each other's games out of the ring.
                Err(in_use @ SaveError::InUse { .. }) => Err(in_use),
                lock => Ok((autosave, lock.ok())),
            }
        });
        let (autosave, lock, trouble) = match started.transpose() {
            Ok(Some((autosave, lock))) => (Some(autosave), lock, None),
            Ok(None) => (None, None, None),
            Err(trouble) => (None, None, Some(trouble)),
        };
        Keeper { autosave, trouble, _lock: lock, lineage: Lineage::Unbroken }
    }

    /// The same keeper, for a game that was not played from its opening.
    pub(super) fn of_lineage(self, lineage: Lineage) -> Keeper {
        Keeper { lineage, ..self }
    }

    /// Hands the game over to be written soon.
    pub(super) fn keep(&self, session: &Session<War>, seats: &[String]) {
        if let Some(autosave) = &self.autosave {
            autosave.submit(self.save(session, seats));
        }
    }

    /// The game as it is kept.
    pub(super) fn save(&self, session: &Session<War>, seats: &[String]) -> Save<War> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let stamp = Stamp {
            seats: seats.to_vec(),
            saved_at: now.map_or(0, |since| since.as_secs()),
            program: env!("CARGO_PKG_VERSION").into(),
            lineage: self.lineage,
        };
        Save::of(session, stamp)
    }

    /// What is wrong with the autosave, if anything is.
    pub(super) fn trouble(&self) -> Option<SaveError> {
        let of_writer = self.autosave.as_ref().and_then(Autosave::trouble);
        of_writer.or_else(|| self.trouble.clone())
    }

    /// Waits until everything is written; tells if it was not.
    pub(super) fn finish(self) -> Option<SaveError> {
        self.autosave.and_then(|autosave| autosave.finish().err()).or(self.trouble)
    }
}
