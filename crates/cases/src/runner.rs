//! Runs cases from files and texts, and counts them.

use crate::files::case_files;
use crate::trace::Trace;
use crate::vocabulary::AnyVocabulary;
use crate::words::{Finding, Words};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What came of a case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// Why it does not hold; nothing means that it holds.
    pub failures: Vec<Finding>,
    /// What its writer should look at, though it holds.
    pub warnings: Vec<Finding>,
}

impl Verdict {
    /// Whether it holds.
    pub fn holds(&self) -> bool {
        self.failures.is_empty()
    }
}

impl From<Finding> for Verdict {
    fn from(failure: Finding) -> Verdict {
        Verdict { failures: vec![failure], warnings: Vec::new() }
    }
}

/// How many cases held and how many did not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Cases that hold.
    pub passed: usize,
    /// Cases that do not, or cannot be read.
    pub failed: usize,
    /// Warnings about cases that hold or do not.
    pub warnings: usize,
}

/// Runs every case under the given files and folders, in the order of their names; writes what does
/// not hold and what is to be looked at, and the totals last.
pub fn run_all(
    paths: &[PathBuf],
    vocabularies: &[Box<dyn AnyVocabulary>],
    out: &mut dyn Write,
) -> io::Result<Totals> {
    run_each(paths, vocabularies, Trace::off, out)
}

/// The same, and writes of every case whatever is asked, answered and told in it, in order.
pub fn trace_all(
    paths: &[PathBuf],
    vocabularies: &[Box<dyn AnyVocabulary>],
    out: &mut dyn Write,
) -> io::Result<Totals> {
    run_each(paths, vocabularies, Trace::on, out)
}

fn run_each(
    paths: &[PathBuf],
    vocabularies: &[Box<dyn AnyVocabulary>],
    trace: fn() -> Trace,
    out: &mut dyn Write,
) -> io::Result<Totals> {
    let mut totals = Totals::default();
    for path in paths {
        for file in case_files(path)? {
            let mut trace = trace();
            let verdict = run_traced(&file, vocabularies, &mut trace);
            if verdict.holds() {
                totals.passed += 1;
            } else {
                totals.failed += 1;
            }
            totals.warnings += verdict.warnings.len();
            write_verdict(&file, &trace, &verdict, out)?;
        }
    }
    write!(out, "{} passed, {} failed", totals.passed, totals.failed)?;
    match totals.warnings {
        0 => writeln!(out)?,
        1 => writeln!(out, ", 1 warning")?,
        many => writeln!(out, ", {many} warnings")?,
    }
    Ok(totals)
}

/// The file's name, what happened in the case, and what was found; nothing if there is nothing.
fn write_verdict(
    file: &Path,
    trace: &Trace,
    verdict: &Verdict,
    out: &mut dyn Write,
) -> io::Result<()> {
    if trace.lines().is_empty() && *verdict == Verdict::default() {
        return Ok(());
    }
    writeln!(out, "{}", file.display())?;
    for line in trace.lines() {
        writeln!(out, "  {line}")?;
    }
    for failure in &verdict.failures {
        writeln!(out, "  {failure}")?;
    }
    for warning in &verdict.warnings {
        writeln!(out, "  warning: {warning}")?;
    }
    Ok(())
}

/// Runs one case file.
pub fn run_file(file: &Path, vocabularies: &[Box<dyn AnyVocabulary>]) -> Verdict {
    run_traced(file, vocabularies, &mut Trace::off())
}

fn run_traced(file: &Path, vocabularies: &[Box<dyn AnyVocabulary>], trace: &mut Trace) -> Verdict {
    match fs::read_to_string(file) {
        Ok(text) => {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            run(&text, &stem, vocabularies, trace)
        }
        Err(error) => Finding { line: 1, what: format!("cannot be read: {error}") }.into(),
    }
}

/// Runs one case from its text; its name begins with the number of its rule.
pub fn run_text(text: &str, name: &str, vocabularies: &[Box<dyn AnyVocabulary>]) -> Verdict {
    run(text, name, vocabularies, &mut Trace::off())
}

fn run(
    text: &str,
    name: &str,
    vocabularies: &[Box<dyn AnyVocabulary>],
    trace: &mut Trace,
) -> Verdict {
    let words = match Words::parse(text) {
        Ok(words) => words,
        Err(finding) => return finding.into(),
    };
    let names: Vec<&str> = vocabularies.iter().map(|one| one.game_name()).collect();
    let game = match words.get("game").map(|game| game.read::<String>()) {
        Some(Ok(game)) => game,
        Some(Err(finding)) => return finding.into(),
        None => {
            let what = format!("the case needs `game`, one of: {}", names.join(", "));
            return words.complain(what).into();
        }
    };
    match vocabularies.iter().find(|one| one.game_name() == game) {
        Some(vocabulary) => vocabulary.play(&words, name, trace),
        None => {
            let what = format!("there is no game \"{game}\"; there are: {}", names.join(", "));
            words.get("game").unwrap_or(words).complain(what).into()
        }
    }
}
