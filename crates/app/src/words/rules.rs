//! `diadem rules`: how far the rulebooks are kept.

use crate::command_line::Rules;
use crate::exit::Stop;
use crate::write_json;
use diadem_books::{Article, Coverage, Kind, Volume, volume};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};

pub(crate) fn rules(asked: &Rules, out: &mut dyn Write) -> Result<(), Stop> {
    let book = asked.book.as_deref().map(known_volume).transpose()?;
    let volumes = book.as_ref().map_or(diadem_books::all(), std::slice::from_ref);
    match (asked.missing, book) {
        (true, _) => volumes.iter().try_for_each(|volume| missing(volume, asked, out))?,
        (false, Some(volume)) => contents(volume, asked, out)?,
        (false, None) => totals(volumes, asked, out)?,
    }
    Ok(())
}

fn known_volume(name: &str) -> Result<&'static Volume, Stop> {
    volume(name).ok_or_else(|| {
        let names: Vec<&str> = diadem_books::all().iter().map(|volume| volume.book.name).collect();
        Stop::CannotAsk(format!("There is no book \"{name}\"; the books are {}.", names.join(", ")))
    })
}

#[derive(Serialize)]
struct Total<'a> {
    book: &'a str,
    title: &'a str,
    entries: usize,
    rules: usize,
    cited: usize,
    cases: usize,
    summaries: usize,
}

/// A line for each book, and one for all.
fn totals(volumes: &[&Volume], asked: &Rules, out: &mut dyn Write) -> io::Result<()> {
    if asked.json {
        return volumes.iter().try_for_each(|volume| {
            let Coverage { entries, rules, cited, cases, summaries } = volume.coverage();
            let (book, title) = (volume.book.name, volume.title);
            write_json(out, &Total { book, title, entries, rules, cited, cases, summaries })
        });
    }
    row(out, "book", ["entries", "rules", "cited", "with case", "with summary"])?;
    let mut sums = [0; 5];
    for volume in volumes {
        let Coverage { entries, rules, cited, cases, summaries } = volume.coverage();
        let counts = [entries, rules, cited, cases, summaries];
        row(out, volume.book.name, counts)?;
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    row(out, "all", sums)
}

fn row<T: fmt::Display>(out: &mut dyn Write, name: &str, cells: [T; 5]) -> io::Result<()> {
    let [entries, rules, cited, cases, summaries] = cells;
    writeln!(out, "{name:11} {entries:>8} {rules:>6} {cited:>6} {cases:>10} {summaries:>13}")
}

#[derive(Serialize)]
struct Entry<'a> {
    book: &'a str,
    number: &'a str,
    title: &'a str,
    kind: &'a str,
    is_cited: bool,
    has_case: bool,
    has_summary: bool,
    no_case: Option<&'a str>,
}

/// Every number of a book with its title and marks.
fn contents(volume: &Volume, asked: &Rules, out: &mut dyn Write) -> io::Result<()> {
    if !asked.json {
        writeln!(out, "{} ({})", volume.title, volume.publisher)?;
    }
    for article in volume.articles {
        if asked.json {
            write_json(
                out,
                &Entry {
                    book: volume.book.name,
                    number: article.number,
                    title: article.title,
                    kind: kind_word(article.kind),
                    is_cited: article.is_cited,
                    has_case: article.has_case,
                    has_summary: article.summary.is_some(),
                    no_case: article.no_case,
                },
            )?;
        } else {
            writeln!(out, "{:8} {:23} {}", article.number, marks(article), article.title)?;
        }
    }
    Ok(())
}

fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Rule => "rule",
        Kind::Heading => "heading",
        Kind::Note => "note",
    }
}

/// What a rule has, in three columns; what an entry is that is no rule.
fn marks(article: &Article) -> String {
    let case = match (article.has_case, article.no_case) {
        (true, _) => "case",
        (false, Some(_)) => "no case",
        (false, None) => "-",
    };
    match article.kind {
        Kind::Heading | Kind::Note => kind_word(article.kind).to_owned(),
        Kind::Rule => format!(
            "{:6} {case:8} {}",
            if article.is_cited { "cited" } else { "-" },
            if article.summary.is_some() { "summary" } else { "-" },
        ),
    }
}

#[derive(Serialize)]
struct Lack<'a> {
    book: &'a str,
    number: &'a str,
    title: &'a str,
    missing: Vec<&'a str>,
}

/// The rules of a book that lack something.
fn missing(volume: &Volume, asked: &Rules, out: &mut dyn Write) -> io::Result<()> {
    let book = volume.book.name;
    for article in volume.articles {
        let (number, title, missing) = (article.number, article.title, article.missing());
        if missing.is_empty() {
            continue;
        }
        if asked.json {
            write_json(out, &Lack { book, number, title, missing })?;
        } else {
            writeln!(out, "{book} {number} {title}: no {}", missing.join(", no "))?;
        }
    }
    Ok(())
}
