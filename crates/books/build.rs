//! Turns `assets/rules/*.toml` into static tables, so that a citation of a rule that does not exist
//! stops the compiler, and the program reads no file to show a summary.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BookFile {
    book: String,
    title: String,
    publisher: String,
    entry: Vec<EntryFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryFile {
    number: String,
    title: String,
    kind: Kind,
    summary: Option<String>,
    reading: Option<String>,
    no_case: Option<String>,
}

/// As `diadem_books::Kind`, whose variants its `Debug` names.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Rule,
    Heading,
    Note,
}

#[derive(Deserialize, Default)]
struct CoverageFile {
    #[serde(default)]
    books: BTreeMap<String, Coverage>,
}

#[derive(Deserialize, Default)]
struct Coverage {
    cited: BTreeSet<String>,
    cases: BTreeSet<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../assets/rules");
    println!("cargo::rerun-if-changed={}", rules.display());
    println!("cargo::rerun-if-changed=build.rs");
    let coverage = read_coverage(&rules.join("coverage.toml"))?;
    let mut code = String::new();
    for stem in ORDER {
        let path = rules.join(format!("{stem}.toml"));
        let book = read_book(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        write_book(&mut code, stem, &book, coverage.get(&book.book))?;
    }
    let names: Vec<String> = ORDER.iter().map(|stem| volume_name(stem)).collect();
    writeln!(code, "static SHELF: [&Volume; {}] = [&{}];", names.len(), names.join(", &"))?;
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("books.rs"), code)?;
    Ok(())
}

/// The order in which books are shown.
const ORDER: [&str; 7] = ["alexandros", "successors", "xenophon", "gba", "gba4", "spqr", "arbela"];

fn read_coverage(path: &Path) -> Result<BTreeMap<String, Coverage>, Box<dyn Error>> {
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let file: CoverageFile = toml::from_str(&fs::read_to_string(path)?)?;
    Ok(file.books)
}

fn read_book(path: &Path) -> Result<BookFile, Box<dyn Error>> {
    let book: BookFile = toml::from_str(&fs::read_to_string(path)?)?;
    let mut seen = BTreeSet::new();
    for entry in &book.entry {
        if !seen.insert(&entry.number) {
            return Err(format!("number {} stands twice", entry.number).into());
        }
    }
    Ok(book)
}

fn volume_name(stem: &str) -> String {
    format!("{}_VOLUME", stem.to_uppercase())
}

fn write_book(
    code: &mut String,
    stem: &str,
    book: &BookFile,
    coverage: Option<&Coverage>,
) -> Result<(), Box<dyn Error>> {
    let name = stem.to_uppercase();
    let numbers: Vec<&String> = book.entry.iter().map(|entry| &entry.number).collect();
    writeln!(code, "/// {}", book.title)?;
    writeln!(
        code,
        "pub static {name}: Book = Book {{ name: {:?}, numbers: &{numbers:?} }};",
        book.book
    )?;
    writeln!(
        code,
        "static {}: Volume = Volume {{ book: &{name}, title: {:?}, publisher: {:?}, articles: &[",
        volume_name(stem),
        book.title,
        book.publisher
    )?;
    for EntryFile { number, title, kind, summary, reading, no_case } in &book.entry {
        let is_cited = coverage.is_some_and(|coverage| coverage.cited.contains(number));
        let has_case = coverage.is_some_and(|coverage| coverage.cases.contains(number));
        writeln!(
            code,
            "Article {{ number: {number:?}, title: {title:?}, kind: Kind::{kind:?}, \
             summary: {summary:?}, reading: {reading:?}, no_case: {no_case:?}, \
             is_cited: {is_cited}, has_case: {has_case} }},"
        )?;
    }
    writeln!(code, "] }};")?;
    Ok(())
}
