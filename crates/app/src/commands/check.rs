//! `diadem check`: whether saves are what they say.

use crate::command_line::Check;
use crate::exit::Stop;
use diadem_archive::SaveError;
use diadem_core::Playable;
use std::io::Write;

/// A line per file. A save that is refused does not hold; a file that cannot be read could not be
/// asked about.
pub(crate) fn check<G: Playable>(
    asked: &Check,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Stop> {
    let mut refused = false;
    let mut unreadable = None;
    for file in &asked.files {
        match diadem_archive::check::<G>(file) {
            Ok(verdict) => writeln!(out, "{}: {verdict}", file.display())?,
            Err(refusal @ SaveError::Refused { .. }) => {
                writeln!(out, "{refusal}")?;
                refused = true;
            }
            Err(failure) => {
                if let Some(earlier) = unreadable.replace(failure.to_string()) {
                    writeln!(err, "{earlier}")?;
                }
            }
        }
    }
    match unreadable {
        Some(sentence) if refused => {
            writeln!(err, "{sentence}")?;
            Err(Stop::DoesNotHold)
        }
        Some(sentence) => Err(Stop::CannotAsk(sentence)),
        None if refused => Err(Stop::DoesNotHold),
        None => Ok(()),
    }
}
