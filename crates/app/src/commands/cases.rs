//! `diadem cases`: rule cases.

use crate::command_line::Cases;
use crate::exit::Stop;
use diadem_cases::{AnyVocabulary, Totals, find_cases, run_all, trace_all};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where the project keeps its cases.
const HOME: &str = "tests/cases";

pub(crate) fn cases(
    asked: &Cases,
    vocabularies: &[Box<dyn AnyVocabulary>],
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let home = home()?;
    let mut paths = Vec::new();
    for what in &asked.paths {
        paths.extend(found(what, home.as_deref())?);
    }
    if asked.paths.is_empty() {
        paths.push(home.unwrap_or_else(|| PathBuf::from(HOME)));
    }
    if let Some(absent) = paths.iter().find(|path| !path.exists()) {
        return Err(Stop::CannotAsk(nothing_at(absent)));
    }
    let run = if asked.trace { trace_all } else { run_all };
    match run(&paths, vocabularies, out)? {
        Totals { passed: 0, failed: 0, .. } => Err(Stop::CannotAsk(nothing_at(&paths[0]))),
        Totals { failed: 0, .. } => Ok(()),
        Totals { .. } => Err(Stop::DoesNotHold),
    }
}

/// The cases of the project that we are in, from wherever in it.
fn home() -> io::Result<Option<PathBuf>> {
    let here = std::env::current_dir()?;
    let above = here.ancestors().map(|folder| folder.join(HOME)).find(|cases| cases.is_dir());
    // As short as can be, because it is printed before every case that fails.
    Ok(above.map(|cases| cases.strip_prefix(&here).map(Path::to_owned).unwrap_or(cases)))
}

/// What an argument means: a path that is there, or else the cases of a book, a chapter or a number.
fn found(asked: &Path, home: Option<&Path>) -> Result<Vec<PathBuf>, Stop> {
    if asked.exists() {
        return Ok(vec![asked.to_owned()]);
    }
    let cases = match home {
        Some(home) => find_cases(home, &asked.to_string_lossy())?,
        None => Vec::new(),
    };
    if cases.is_empty() {
        return Err(Stop::CannotAsk(nothing_at(asked)));
    }
    Ok(cases)
}

fn nothing_at(asked: &Path) -> String {
    format!(
        "There are no rule cases at \"{}\"; `diadem cases PATH` runs a case file or a folder of \
         them, and inside the project `diadem cases gba/9.18` those of a rule, `gba/9` of a \
         chapter, `gba` of a book.",
        asked.display()
    )
}
