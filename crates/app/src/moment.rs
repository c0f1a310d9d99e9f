//! Moments by the calendar, in a few lines of our own.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A moment by the calendar, in universal time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    year: u64,
    month: u64,
    day: u64,
    /// Since midnight.
    seconds: u64,
}

impl Moment {
    pub(crate) fn at(time: SystemTime) -> Moment {
        Moment::since_1970(time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs())
    }

    /// So many seconds after 1970 began.
    pub(crate) fn since_1970(since: u64) -> Moment {
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

    /// The moment as a list shows it, without seconds.
    #[cfg(feature = "window")]
    pub(crate) fn to_the_minute(self) -> String {
        let ([hour, minute, _], Moment { year, month, day, .. }) = (self.clock(), self);
        format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
    }

    /// The moment as names of files sort it.
    pub(crate) fn file_name(self) -> String {
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

    fn at(seconds: u64) -> String {
        Moment::since_1970(seconds).to_string()
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

    #[test]
    #[cfg(feature = "window")]
    fn a_list_needs_no_seconds() {
        assert_eq!(Moment::since_1970(1_785_585_781).to_the_minute(), "2026-08-01 12:03 UTC");
    }
}
