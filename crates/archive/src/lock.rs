//! One copy of the program per save.

use crate::disk::with_suffix;
use crate::error::SaveError;
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// Keeps other copies of the program from a save until it is dropped, also by a crash.
#[derive(Debug)]
pub struct Lock {
    // The empty file stays behind: removing it would let two others lock two files of one name.
    _held: File,
}

impl Lock {
    /// Takes the lock of a save, which need not exist yet.
    pub fn take(file: &Path) -> Result<Lock, SaveError> {
        let beside = with_suffix(file, ".lock");
        let held = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&beside)
            .map_err(|error| SaveError::writing(&beside, &error))?;
        match held.try_lock() {
            Ok(()) => Ok(Lock { _held: held }),
            Err(TryLockError::WouldBlock) => Err(SaveError::InUse { file: file.into() }),
            // Where the disk knows no locks, playing matters more.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                Ok(Lock { _held: held })
            }
            Err(TryLockError::Error(error)) => Err(SaveError::writing(&beside, &error)),
        }
    }
}
