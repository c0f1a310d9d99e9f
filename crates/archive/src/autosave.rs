//! A ring of autosaves, written on a thread of its own.
//!
//! Handing over a save never waits for the disk. While one is being written a single newer one
//! waits; a still newer one takes its place. Quitting waits until the last one is written.

use crate::disk::{self, EXTENSION, verify_file};
use crate::error::SaveError;
use crate::save::{Save, encode};
use diadem_core::Playable;
use std::fs;
use std::num::NonZeroU8;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// The writer of a ring of autosaves.
pub struct Autosave<G: Playable> {
    mailbox: Arc<Mailbox<G>>,
    folder: PathBuf,
    writer: Option<JoinHandle<()>>,
}

impl<G: Playable> Autosave<G> {
    /// Starts a ring of `slots` files in a folder, which is made if it is missing. An earlier ring
    /// goes on where it stopped.
    pub fn start(folder: &Path, slots: NonZeroU8) -> Result<Autosave<G>, SaveError> {
        Autosave::start_with(folder, slots, disk::replace)
    }

    fn start_with(
        folder: &Path,
        slots: NonZeroU8,
        mut write: impl FnMut(&Path, &[u8]) -> Result<(), SaveError> + Send + 'static,
    ) -> Result<Autosave<G>, SaveError> {
        fs::create_dir_all(folder).map_err(|error| SaveError::listing(folder, &error))?;
        let mailbox = Arc::new(Mailbox::default());
        let mut ring = Ring::found(folder, slots);
        let at_work = Arc::clone(&mailbox);
        let writer = thread::Builder::new()
            .name("autosave".into())
            .spawn(move || {
                while let Some(save) = at_work.next() {
                    let file = ring.next_file();
                    let written = encode(&save).and_then(|bytes| write(&file, &bytes));
                    if written.is_ok() {
                        ring.turn();
                    }
                    at_work.lock().trouble = written.err();
                }
            })
            .map_err(|error| SaveError::listing(folder, &error))?;
        Ok(Autosave { mailbox, folder: folder.into(), writer: Some(writer) })
    }

    /// Hands over a save to be written soon. One that still waits gives way to it.
    pub fn submit(&self, save: Save<G>) {
        self.mailbox.lock().waiting = Some(save);
        self.mailbox.changed.notify_one();
    }

    /// What went wrong with the last autosave, if anything did.
    pub fn trouble(&self) -> Option<SaveError> {
        self.mailbox.lock().trouble.clone()
    }

    /// Waits until the last save handed over is written, and says whether it was.
    pub fn finish(mut self) -> Result<(), SaveError> {
        self.close()?;
        self.trouble().map_or(Ok(()), Err)
    }

    fn close(&mut self) -> Result<(), SaveError> {
        self.mailbox.lock().is_closing = true;
        self.mailbox.changed.notify_one();
        match self.writer.take().map(JoinHandle::join) {
            Some(Err(_)) => Err(SaveError::Other {
                path: self.folder.clone(),
                reason: "the autosave has stopped because of a defect in Diadem".into(),
            }),
            Some(Ok(())) | None => Ok(()),
        }
    }
}

impl<G: Playable> Drop for Autosave<G> {
    fn drop(&mut self) {
        // Nobody is left to be told; whoever wants to know calls `finish`.
        let _ = self.close();
    }
}

/// Where the player's side and the writer meet.
struct Mailbox<G: Playable> {
    contents: Mutex<Contents<G>>,
    changed: Condvar,
}

struct Contents<G: Playable> {
    waiting: Option<Save<G>>,
    trouble: Option<SaveError>,
    is_closing: bool,
}

impl<G: Playable> Default for Mailbox<G> {
    fn default() -> Self {
        let contents = Contents { waiting: None, trouble: None, is_closing: false };
        Mailbox { contents: Mutex::new(contents), changed: Condvar::new() }
    }
}

impl<G: Playable> Mailbox<G> {
    fn lock(&self) -> MutexGuard<'_, Contents<G>> {
        // Nothing is done under the lock that could leave the contents half changed.
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next save; `None` when there will be no more.
    fn next(&self) -> Option<Save<G>> {
        let idle = |contents: &mut Contents<G>| contents.waiting.is_none() && !contents.is_closing;
        let mut contents =
            self.changed.wait_while(self.lock(), idle).unwrap_or_else(PoisonError::into_inner);
        contents.waiting.take()
    }
}

/// The files of a ring, and whose turn it is.
struct Ring {
    folder: PathBuf,
    slots: u8,
    next: u8,
}

impl Ring {
    /// Takes up a ring: first what is missing or damaged, then the oldest.
    fn found(folder: &Path, slots: NonZeroU8) -> Ring {
        let ring = Ring { folder: folder.into(), slots: slots.get(), next: 1 };
        let age = |slot: &u8| {
            let file = ring.file(*slot);
            let saved_at = verify_file(&file).ok().map(|header| header.saved_at);
            let modified = fs::metadata(&file).and_then(|found| found.modified()).ok();
            saved_at.map(|saved_at| (saved_at, modified))
        };
        let next = (1..=ring.slots).min_by_key(age).unwrap_or(1);
        Ring { next, ..ring }
    }

    fn file(&self, slot: u8) -> PathBuf {
        self.folder.join(format!("autosave-{slot}.{EXTENSION}"))
    }

    fn next_file(&self) -> PathBuf {
        self.file(self.next)
    }

    fn turn(&mut self) {
        self.next = self.next % self.slots + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Lineage, read_header};
    use crate::save::Stamp;
    use diadem_core::{Request, Session};
    use diadem_sparring::feud::Feud;
    use std::sync::mpsc;

    const TWO: NonZeroU8 = NonZeroU8::new(2).unwrap();

    fn save(saved_at: u64) -> Save<Feud> {
        let setup = Feud::setup(&Request { scenario: "feud", battles: None }).unwrap();
        let session = Session::begin(Arc::new(Feud::prepare(&setup).unwrap()), 1);
        let stamp = Stamp {
            seats: Vec::new(),
            players: Vec::new(),
            saved_at,
            program: "test".into(),
            lineage: Lineage::Unbroken,
        };
        Save::of(&session, stamp)
    }

    #[test]
    fn the_newest_wins_while_the_disk_is_slow() {
        let folder = tempfile::tempdir().unwrap();
        let (began, beginnings) = mpsc::channel();
        let (let_go, gate) = mpsc::channel();
        let slow = move |_: &Path, bytes: &[u8]| {
            began.send(read_header(bytes).unwrap().saved_at).unwrap();
            gate.recv().unwrap();
            Ok(())
        };
        let autosave = Autosave::start_with(folder.path(), TWO, slow).unwrap();
        autosave.submit(save(1));
        assert_eq!(beginnings.recv(), Ok(1));
        autosave.submit(save(2));
        autosave.submit(save(3));
        let_go.send(()).unwrap();
        let_go.send(()).unwrap();
        assert_eq!(autosave.finish(), Ok(()));
        assert_eq!(beginnings.iter().collect::<Vec<u64>>(), [3], "2 gave way to 3");
    }

    #[test]
    fn trouble_is_told_and_forgotten_when_it_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let (done, written) = mpsc::channel();
        let full = |file: &Path| SaveError::DiskFull { file: file.into() };
        let mut is_full = true;
        let failing_once = move |file: &Path, _: &[u8]| {
            let result = if is_full { Err(full(file)) } else { Ok(()) };
            is_full = false;
            done.send(file.to_path_buf()).unwrap();
            result
        };
        let autosave = Autosave::start_with(folder.path(), TWO, failing_once).unwrap();
        autosave.submit(save(1));
        let first = written.recv().unwrap();
        autosave.submit(save(2));
        assert_eq!(written.recv().unwrap(), first, "a slot that failed is tried again");
        assert_eq!(autosave.finish(), Ok(()));

        let always_full = move |file: &Path, _: &[u8]| Err(full(file));
        let autosave = Autosave::start_with(folder.path(), TWO, always_full).unwrap();
        assert_eq!(autosave.trouble(), None);
        autosave.submit(save(1));
        assert_eq!(autosave.finish(), Err(full(&first)));
    }

    #[test]
    fn a_writer_that_breaks_down_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let broken = |_: &Path, _: &[u8]| panic!("this panic is part of the test");
        let autosave = Autosave::start_with(folder.path(), TWO, broken).unwrap();
        autosave.submit(save(1));
        assert!(matches!(autosave.finish(), Err(SaveError::Other { .. })));
    }
}
