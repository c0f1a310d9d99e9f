//! What can be wrong with a save, in sentences for a player: what it is and what to do.

use crate::format::CURRENT;
use std::io;
use std::path::{Path, PathBuf};

/// What is wrong with the bytes of a save; `it` is the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// There are no bytes.
    #[error("it is empty")]
    Empty,
    /// The bytes are something else.
    #[error("it is not a save of Diadem")]
    NotASave,
    /// The end is missing.
    #[error("it is cut short: its end is missing")]
    CutShort,
    /// There is more than was written.
    #[error("it is longer than it should be: something was added to it")]
    TooLong,
    /// It is larger than any save that this program would open.
    #[error("it is larger than a save of Diadem can be")]
    TooLarge,
    /// The checksum over everything does not hold.
    #[error("it is damaged: its checksum does not hold")]
    Damaged,
    /// The checksum over the first bytes does not hold.
    #[error("its first part, which says what game it is, is damaged")]
    HeaderDamaged,
    /// A newer version of the program wrote it.
    #[error(
        "it was made by a newer version of Diadem (save format {format}; this version knows \
         formats up to {CURRENT})"
    )]
    Newer {
        /// Its format.
        format: u16,
    },
    /// It is what was written, but not what this program understands.
    #[error("this version of Diadem does not understand what is in it ({reason})")]
    Unreadable {
        /// What was found where.
        reason: String,
    },
    /// The game it is about cannot be set up.
    #[error("its game cannot be set up: {reason}")]
    UnknownGame {
        /// Why.
        reason: String,
    },
    /// The rules do not accept its actions.
    #[error("playing its actions again fails: {reason}")]
    ReplayRefused {
        /// Which action, and why.
        reason: String,
    },
    /// Playing its actions again leads elsewhere.
    #[error("playing its actions again does not lead to the position it holds")]
    ReplayDiffers,
    /// The position in it cannot come up in a game.
    #[error("the position in it cannot be: {reason}")]
    Impossible {
        /// What does not hold.
        reason: String,
    },
}

impl Fault {
    /// What to do about it.
    fn advice(&self) -> &'static str {
        match self {
            Fault::Newer { .. } => "Open it with that version, or choose another save.",
            Fault::NotASave => "Choose a file that ends in .diadem and was written by Diadem.",
            Fault::ReplayRefused { .. } | Fault::ReplayDiffers => {
                "Please report this with the file; you can go on from the position it holds."
            }
            _ => "Choose another save, or the newest autosave.",
        }
    }
}

/// Why a save could not be read or written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SaveError {
    /// The file is there but cannot be used.
    #[error("“{}” cannot be opened: {fault}. {}", .file.display(), what_to_do(.fault, .previous.as_deref()))]
    Refused {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        fault: Fault,
        /// Its last good version, where there is one.
        previous: Option<PathBuf>,
    },
    /// There is no such file.
    #[error("There is no file “{}”. Choose another save.", .file.display())]
    Missing {
        /// The file that was asked for.
        file: PathBuf,
    },
    /// There is no such folder.
    #[error("There is no folder “{}”. Create it, or save somewhere else.", .folder.display())]
    FolderMissing {
        /// The folder that was asked for.
        folder: PathBuf,
    },
    /// The system forbids it.
    #[error("Diadem may not use “{}”. Change its permissions, or choose another folder.", .path.display())]
    NoPermission {
        /// The file or folder.
        path: PathBuf,
    },
    /// No room is left.
    #[error(
        "The disk is full, so “{}” was not written; what was there before is untouched. \
         Make room and save again.", .file.display()
    )]
    DiskFull {
        /// The file that was to be written.
        file: PathBuf,
    },
    /// Another copy of the program has it.
    #[error("“{}” is in use by another copy of Diadem. Close it there, or choose another save.", .file.display())]
    InUse {
        /// The file.
        file: PathBuf,
    },
    /// The game holds something that cannot be stored: a defect of ours.
    #[error("The game cannot be saved: {reason}. Please report this.")]
    Unsavable {
        /// What and why.
        reason: String,
    },
    /// Anything else the system says.
    #[error("“{}” could not be used: {reason}. Try again, or choose another folder.", .path.display())]
    Other {
        /// The file or folder.
        path: PathBuf,
        /// The system's own words.
        reason: String,
    },
}

fn what_to_do(fault: &Fault, previous: Option<&Path>) -> String {
    match previous {
        Some(previous) => {
            format!("Its last good version, “{}”, can be opened instead.", previous.display())
        }
        None => fault.advice().into(),
    }
}

impl SaveError {
    /// What went wrong while reading `file`.
    pub(crate) fn reading(file: &Path, error: &io::Error) -> SaveError {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                SaveError::Missing { file: file.into() }
            }
            _ => SaveError::from_system(file, error),
        }
    }

    /// What went wrong while writing `file`.
    pub(crate) fn writing(file: &Path, error: &io::Error) -> SaveError {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                SaveError::FolderMissing { folder: crate::disk::folder_of(file).into() }
            }
            _ => SaveError::from_system(file, error),
        }
    }

    /// What went wrong while looking into `folder`.
    pub(crate) fn listing(folder: &Path, error: &io::Error) -> SaveError {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                SaveError::FolderMissing { folder: folder.into() }
            }
            _ => SaveError::from_system(folder, error),
        }
    }

    fn from_system(path: &Path, error: &io::Error) -> SaveError {
        match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                SaveError::NoPermission { path: path.into() }
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                SaveError::DiskFull { file: path.into() }
            }
            _ => SaveError::Other { path: path.into(), reason: error.to_string() },
        }
    }
}
