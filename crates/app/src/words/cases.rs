//! `diadem cases`: rule cases.

use crate::command_line::Cases;
use crate::exit::Stop;
use diadem_cases::{AnyVocabulary, Totals, run_all};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the project keeps its cases.
const HOME: &str = "tests/cases";

pub(crate) fn cases(
    asked: &Cases,
    vocabularies: &[Box<dyn AnyVocabulary>],
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let paths = if asked.paths.is_empty() { &[PathBuf::from(HOME)] } else { &asked.paths[..] };
    if let Some(absent) = paths.iter().find(|path| !path.exists()) {
        return Err(Stop::CannotAsk(nothing_at(absent)));
    }
    match run_all(paths, vocabularies, out)? {
        Totals { passed: 0, failed: 0, .. } => Err(Stop::CannotAsk(nothing_at(&paths[0]))),
        Totals { failed: 0, .. } => Ok(()),
        Totals { .. } => Err(Stop::DoesNotHold),
    }
}

fn nothing_at(path: &Path) -> String {
    format!(
        "There are no rule cases at \"{}\"; `diadem cases PATH` runs a case file or a folder of \
         them.",
        path.display()
    )
}
