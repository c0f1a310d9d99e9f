//! Keeps the game safe: an autosave after every decision, without waiting for the disk.

use crate::Folders;
use crate::window::seating::Seating;
use diadem_archive::{Autosave, Lineage, Lock, Save, SaveError, Stamp};
use diadem_core::Session;
use diadem_handoff::War;
use std::num::NonZeroU8;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How many autosaves are kept.
const SLOTS: NonZeroU8 = NonZeroU8::new(8).expect("eight is not zero");
/// How often a game is kept that the computer hurries through.
const NOW_AND_THEN: Duration = Duration::from_secs(1);

/// Writes the autosaves of a game.
pub(super) struct Keeper {
    autosave: Option<Autosave<War>>,
    /// Why there is no autosave.
    trouble: Option<SaveError>,
    /// Keeps another copy of the program from the same ring.
    _lock: Option<Lock>,
    lineage: Lineage,
    /// When the game was handed over last.
    kept: Option<Instant>,
    /// Whether something has happened since.
    is_behind: bool,
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
        let lineage = Lineage::Unbroken;
        Keeper { autosave, trouble, _lock: lock, lineage, kept: None, is_behind: false }
    }

    /// The same keeper, for a game that was not played from its opening.
    pub(super) fn of_lineage(self, lineage: Lineage) -> Keeper {
        Keeper { lineage, ..self }
    }

    /// Hands the game over to be written soon; while the computer hurries on, only now and then.
    pub(super) fn keep(
        &mut self,
        session: &Session<War>,
        seats: &[String],
        seating: &Seating,
        is_hurrying: bool,
    ) {
        let lately = self.kept.is_some_and(|kept| kept.elapsed() < NOW_AND_THEN);
        self.is_behind = is_hurrying && lately;
        if let Some(autosave) = self.autosave.as_ref().filter(|_| !self.is_behind) {
            self.kept = Some(Instant::now());
            autosave.submit(self.save(session, seats, seating));
        }
    }

    /// Hands over what has happened since.
    pub(super) fn keep_the_rest(
        &mut self,
        session: &Session<War>,
        seats: &[String],
        seating: &Seating,
    ) {
        if self.is_behind {
            self.keep(session, seats, seating, false);
        }
    }

    /// The game as it is kept.
    pub(super) fn save(
        &self,
        session: &Session<War>,
        seats: &[String],
        seating: &Seating,
    ) -> Save<War> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let stamp = Stamp {
            seats: seats.to_vec(),
            players: seating.words(),
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
