//! Reports about sessions that ended in a panic: written by the panic hook, shown at the next start.
//!
//! A report is a text file in the reports folder. Beside them lies a note with the name of the one
//! that nobody has seen yet; dismissing it removes the note and keeps the report.

use crate::Folders;
use std::backtrace::Backtrace;
use std::fmt;
use std::fs;
use std::io;
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

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

/// A moment by the calendar, in universal time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Moment {
    year: u64,
    month: u64,
    day: u64,
    /// Since midnight.
    seconds: u64,
}

impl Moment {
    fn at(time: SystemTime) -> Moment {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        // Years that begin in March end with the leap day; 719,468 days lie between 0000-03-01
        // and 1970-01-01 (Howard Hinnant, "chrono-compatible low-level date algorithms").
        let days = since / 86_400 + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * of_year + 2) / 153;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
        Moment {
            year: era * 400 + year_of_era + u64::from(month <= 2),
            month,
            day: of_year - (153 * march_month + 2) / 5 + 1,
            seconds: since % 86_400,
        }
    }

    fn clock(self) -> [u64; 3] {
        [self.seconds / 3_600, self.seconds / 60 % 60, self.seconds % 60]
    }

    /// The moment as names of files sort it.
    fn file_name(self) -> String {
        let ([hour, minute, second], Moment { year, month, day, .. }) = (self.clock(), self);
        format!("{year:04}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}")
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([hour, minute, second], Moment { year, month, day, .. }) = (self.clock(), self);
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn at(seconds: u64) -> String {
        Moment::at(UNIX_EPOCH + Duration::from_secs(seconds)).to_string()
    }

    #[test]
    fn moments_follow_the_calendar() {
        assert_eq!(at(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(at(951_782_399), "2000-02-28 23:59:59 UTC");
        assert_eq!(at(951_782_400), "2000-02-29 00:00:00 UTC");
        assert_eq!(at(1_709_251_199), "2024-02-29 23:59:59 UTC");
        assert_eq!(at(1_709_251_200), "2024-03-01 00:00:00 UTC");
        assert_eq!(at(4_107_542_399), "2100-02-28 23:59:59 UTC");
        assert_eq!(at(4_107_542_400), "2100-03-01 00:00:00 UTC");
    }

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
