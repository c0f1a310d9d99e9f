//! Reports about sessions that ended in a panic: written by the panic hook, shown at the next start.
//!
//! A report is a text file in the reports folder. Beside them lies a note with the name of the one
//! that nobody has seen yet; dismissing it removes the note and keeps the report.

use crate::Folders;
use crate::moment::Moment;
use std::backtrace::Backtrace;
use std::fmt;
use std::fs;
use std::io;
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::time::SystemTime;

const UNSEEN_NOTE: &str = "unseen";

/// What is known about a panic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// What the program said.
    pub what: String,
    /// Where in the code.
    pub place: String,
    /// When.
    pub when: SystemTime,
    /// How it came there.
    pub backtrace: String,
}

impl Report {
    /// The report of a panic, from inside its hook.
    pub fn of(panic: &PanicHookInfo<'_>) -> Report {
        Report {
            what: panic.payload_as_str().unwrap_or("(no message)").to_owned(),
            place: panic.location().map_or_else(|| "(unknown)".to_owned(), ToString::to_string),
            when: SystemTime::now(),
            backtrace: Backtrace::force_capture().to_string(),
        }
    }

    /// Writes it into the reports folder, as the one to be shown at the next start.
    pub fn write(&self, folders: &Folders) -> io::Result<PathBuf> {
        let folder = folders.reports();
        fs::create_dir_all(&folder)?;
        let name = format!("{}.txt", Moment::at(self.when).file_name());
        let path = folder.join(&name);
        fs::write(&path, self.to_string())?;
        fs::write(folder.join(UNSEEN_NOTE), name)?;
        Ok(path)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Diadem {} ended unexpectedly.\n", env!("CARGO_PKG_VERSION"))?;
        writeln!(f, "When:  {}", Moment::at(self.when))?;
        writeln!(f, "What:  {}", self.what)?;
        writeln!(f, "Where: {}\n", self.place)?;
        writeln!(f, "{}", self.backtrace)
    }
}

/// The report that nobody has seen yet, if there is one.
pub fn unseen(folders: &Folders) -> Option<PathBuf> {
    let folder = folders.reports();
    let name = fs::read_to_string(folder.join(UNSEEN_NOTE)).ok()?;
    Some(folder.join(name.trim())).filter(|path| path.is_file())
}

/// The report was seen: it stays where it is and is not shown again.
pub fn dismiss(folders: &Folders) -> io::Result<()> {
    match fs::remove_file(folders.reports().join(UNSEEN_NOTE)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    fn report() -> Report {
        Report {
            what: "the elephants were counted twice".into(),
            place: "crates/campaign/src/armies.rs:323:7".into(),
            when: UNIX_EPOCH + Duration::from_secs(1_785_585_781),
            backtrace: "0: march".into(),
        }
    }

    #[test]
    fn a_report_says_what_where_and_when() {
        let text = report().to_string();
        for part in [
            env!("CARGO_PKG_VERSION"),
            "2026-08-01 12:03:01 UTC",
            "the elephants were counted twice",
            "crates/campaign/src/armies.rs:323:7",
            "0: march",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn a_report_is_shown_until_it_is_dismissed_and_kept() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::at(home.path());
        assert_eq!(unseen(&folders), None);
        dismiss(&folders).unwrap();
        let path = report().write(&folders).unwrap();
        assert!(path.ends_with("reports/2026-08-01-120301.txt"));
        assert_eq!(unseen(&folders), Some(path.clone()));
        dismiss(&folders).unwrap();
        assert_eq!(unseen(&folders), None);
        assert!(path.is_file());
    }
}
