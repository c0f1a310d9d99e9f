//! Where case files lie, and how they are found by number.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The case files at a path: itself, or every `.toml` below it, in the order of their names.
pub fn case_files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut entries = fs::read_dir(path)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<PathBuf>>>()?;
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        if entry.is_dir() || entry.extension().is_some_and(|extension| extension == "toml") {
            files.extend(case_files(&entry)?);
        }
    }
    Ok(files)
}

/// What a case below `home` is called: its book, and its file without the ending, such as
/// `gba/9.18-giving-way`. The chapter's folder is left out, so that a name is said as a rule is.
pub fn case_name(home: &Path, file: &Path) -> String {
    let below = file.strip_prefix(home).unwrap_or(file);
    let book = below.parent().and_then(|folders| folders.iter().next());
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    match book {
        Some(book) => format!("{}/{stem}", book.to_string_lossy()),
        None => stem.into_owned(),
    }
}

/// What the names of the cases of a number have in them, and no others: `9.18` (of any book) gives
/// `/9.18-`, `GBA/9.18` gives `gba/9.18-`, and the chapter `gba/9` gives `gba/9.`. Nothing if no
/// number is asked for.
pub fn part_of_names(asked: &str) -> Option<String> {
    let (book, number) = match asked.split_once('/') {
        Some(("", _)) => return None,
        Some((book, number)) => (book.to_lowercase(), number),
        None => (String::new(), asked),
    };
    let is_figures = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let end = if number.contains('.') { '-' } else { '.' };
    number.split('.').all(is_figures).then(|| format!("{book}/{number}{end}"))
}

/// The cases below `home` that somebody asks for by book (`gba`), chapter (`gba/9`) or number
/// (`gba/9.18`, or `9.18` of any book), in the order of their files; perhaps there are none.
pub fn find_cases(home: &Path, asked: &str) -> io::Result<Vec<PathBuf>> {
    let of_book = || format!("{}/", asked.to_lowercase());
    let part = part_of_names(asked);
    let is_asked_for = |file: &PathBuf| {
        let name = case_name(home, file);
        match &part {
            Some(part) if part.starts_with('/') => name.contains(part),
            Some(part) => name.starts_with(part),
            None => name.starts_with(&of_book()),
        }
    };
    Ok(case_files(home)?.into_iter().filter(is_asked_for).collect())
}
