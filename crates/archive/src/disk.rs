//! Saves on the disk: written whole or not at all, the last good one kept, listed whatever state
//! they are in.

use crate::error::{Fault, SaveError};
use crate::format::{self, Header};
use std::cmp::Reverse;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// What the name of a save ends in.
pub const EXTENSION: &str = "diadem";

/// What the name of an unfinished file ends in.
const UNFINISHED: &str = ".part";

/// The bytes of a file, unless it is larger than any save.
pub fn read(file: &Path) -> Result<Vec<u8>, SaveError> {
    let failed = |error: io::Error| SaveError::reading(file, &error);
    // A pipe would make us wait for ever, and a folder is no save.
    if !fs::metadata(file).map_err(failed)?.is_file() {
        return Err(refusal(file, Fault::NotASave));
    }
    let mut bytes = Vec::new();
    let most = format::MOST_FILE as u64;
    File::open(file).map_err(failed)?.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > most {
        return Err(refusal(file, Fault::TooLarge));
    }
    Ok(bytes)
}

/// Verifies a whole file and gives its header.
pub fn verify_file(file: &Path) -> Result<Header, SaveError> {
    format::verify(&read(file)?).map_err(|fault| refusal(file, fault))
}

/// A file is refused; its last good version is offered where there is one.
pub(crate) fn refusal(file: &Path, fault: Fault) -> SaveError {
    let previous = previous_of(file);
    let is_good = fs::metadata(&previous).is_ok_and(|found| found.is_file())
        && read(&previous).is_ok_and(|bytes| format::verify(&bytes).is_ok());
    SaveError::Refused { file: file.into(), fault, previous: is_good.then_some(previous) }
}

/// Where the last good version of a save is kept.
pub fn previous_of(file: &Path) -> PathBuf {
    with_suffix(file, ".previous")
}

pub(crate) fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(suffix);
    name.into()
}

/// The folder of a file.
pub(crate) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes a save, whole or not at all, and keeps the last good one ([`previous_of`]).
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    write_with(file, |draft| draft.write_all(bytes))
}

/// Writes what `fill` writes, whole or not at all, and keeps the last good save.
pub fn write_with(
    file: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), SaveError> {
    let write = || -> io::Result<()> {
        let draft = Draft::written(file, fill)?;
        keep_previous(file)?;
        draft.publish(file)
    };
    write().map_err(|error| SaveError::writing(file, &error))
}

/// Writes a file, whole or not at all, in place of what was there.
pub fn replace(file: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    Draft::written(file, |draft| draft.write_all(bytes))
        .and_then(|draft| draft.publish(file))
        .map_err(|error| SaveError::writing(file, &error))
}

/// Makes an intact file its own previous version. At no moment is either of them missing.
fn keep_previous(file: &Path) -> io::Result<()> {
    match read(file) {
        Ok(bytes) if format::is_intact(&bytes) => {
            // Not every disk knows links.
            keep_by_link(file).or_else(|_| keep_by_copy(file, &bytes))
        }
        _ => Ok(()),
    }
}

fn keep_by_link(file: &Path) -> io::Result<()> {
    let link = draft_path(file);
    fs::hard_link(file, &link)?;
    let renamed = fs::rename(&link, previous_of(file));
    // When both are the same file already, a rename does nothing and the link stays.
    let _ = fs::remove_file(&link);
    renamed
}

fn keep_by_copy(file: &Path, bytes: &[u8]) -> io::Result<()> {
    Draft::written(file, |draft| draft.write_all(bytes))?.publish(&previous_of(file))
}

/// A file in the making, beside the one it will become. Gone when dropped unpublished.
struct Draft {
    path: PathBuf,
    /// Locked while it is written, which tells it from one that a crash left behind.
    file: File,
}

impl Draft {
    /// A draft with everything in it and on the disk.
    fn written(
        target: &Path,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<Draft> {
        remove_stale_drafts(target);
        let mut draft = Draft::create(target)?;
        fill(&mut draft.file)?;
        draft.file.sync_all()?;
        Ok(draft)
    }

    fn create(target: &Path) -> io::Result<Draft> {
        loop {
            let path = draft_path(target);
            match File::create_new(&path) {
                Ok(file) => {
                    // Where the disk knows no locks, no draft is ever taken for a stale one.
                    let _ = file.try_lock();
                    return Ok(Draft { path, file });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn publish(self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        sync_folder(folder_of(target))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After publishing there is nothing of that name.
        let _ = fs::remove_file(&self.path);
    }
}

/// A name that no other draft has: the process and a number.
fn draft_path(target: &Path) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let mut name = draft_prefix(target);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    name.push(format!("{}-{number}{UNFINISHED}", std::process::id()));
    folder_of(target).join(name)
}

fn draft_prefix(target: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(target.file_name().unwrap_or_default());
    prefix.push(".");
    prefix
}

/// Removes drafts of this file that a crash left behind. Those that are being written are locked.
fn remove_stale_drafts(target: &Path) {
    let prefix = draft_prefix(target);
    let Ok(entries) = fs::read_dir(folder_of(target)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(prefix.as_encoded_bytes()) && name.ends_with(UNFINISHED.as_bytes()) {
            let is_stale = File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
            if is_stale {
                // Another save will try again.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Makes a rename lasting.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some network disks cannot; the file itself is safe.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        other => other,
    }
}

/// Elsewhere a folder cannot be opened, and a rename is lasting by itself.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A save as a list shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The file.
    pub file: PathBuf,
    /// When it was last written, as the disk says.
    pub modified: Option<SystemTime>,
    /// Its verified header, or what is wrong with it.
    pub header: Result<Header, SaveError>,
}

impl Listed {
    /// When it was saved, in seconds since 1970: as it says itself, or else as the disk does.
    fn saved_at(&self) -> u64 {
        let modified = || self.modified?.duration_since(UNIX_EPOCH).ok();
        match &self.header {
            Ok(header) => header.saved_at,
            Err(_) => modified().map_or(0, |since| since.as_secs()),
        }
    }
}

/// Every save of a folder, newest first, each verified. A bad file is listed with what is wrong
/// with it; a folder that cannot be read is one such entry, and one that does not exist is empty.
pub fn list(folder: &Path) -> Vec<Listed> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => return vec![unlistable(folder, &error)],
    };
    let mut listed: Vec<Listed> = entries
        .filter_map(|entry| match entry {
            Ok(entry) if is_save(&entry.path()) => Some(look_at(entry.path())),
            Ok(_) => None,
            Err(error) => Some(unlistable(folder, &error)),
        })
        .collect();
    listed.sort_by_cached_key(|one| {
        (Reverse(one.saved_at()), Reverse(one.modified), one.file.clone())
    });
    listed
}

/// The newest save of a folder that can be believed, for when another one cannot.
pub fn newest_good(folder: &Path) -> Option<(PathBuf, Header)> {
    list(folder).into_iter().find_map(|one| Some((one.file, one.header.ok()?)))
}

fn is_save(file: &Path) -> bool {
    file.extension() == Some(OsStr::new(EXTENSION))
}

fn look_at(file: PathBuf) -> Listed {
    let modified = fs::metadata(&file).and_then(|found| found.modified()).ok();
    Listed { header: verify_file(&file), modified, file }
}

fn unlistable(folder: &Path, error: &io::Error) -> Listed {
    let header = Err(SaveError::listing(folder, error));
    Listed { file: folder.into(), modified: None, header }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_one_is_kept_with_and_without_links() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("issus.diadem");
        for (number, content) in ["first", "second", "third"].into_iter().enumerate() {
            fs::write(&file, content).unwrap();
            match number {
                1 => keep_by_copy(&file, content.as_bytes()).unwrap(),
                _ => keep_by_link(&file).unwrap(),
            }
            assert_eq!(fs::read_to_string(&file).unwrap(), content);
            assert_eq!(fs::read_to_string(previous_of(&file)).unwrap(), content);
            fs::remove_file(&file).unwrap();
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else stays");
        }
    }
}
