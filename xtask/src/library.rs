//! The rule books, and who speaks of them: citations in code and rule cases.

use crate::tokens::{Kind, code, in_tests};
use crate::tree::Tree;
use anyhow::{Context, Result};
use serde::Deserialize;
use toml::Spanned;

/// Where the books are.
pub const BOOKS: &str = "assets/rules/";
/// The one file there that is no book; `cargo xtask rules` writes it.
pub const COVERAGE: &str = "assets/rules/coverage.toml";
/// Where the charts are.
pub const CHARTS: &str = "maps/";
/// Where the rule cases are.
pub const CASES: &str = "tests/cases/";
/// Where the golden record lies.
pub const GOLDEN: &str = "tests/golden/";

/// A rule book as its file has it. Values are kept as written, so that `tidy` can say what is wrong
/// with each.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Book {
    /// The name used in citations, such as `GBA`.
    #[serde(rename = "book")]
    pub name: String,
    /// The title on the box.
    #[serde(rename = "title")]
    pub _title: String,
    /// Who printed it.
    #[serde(rename = "publisher")]
    pub _publisher: String,
    /// Every numbered entry, in the book's order.
    #[serde(default)]
    pub entry: Vec<Entry>,
}

/// A numbered entry of a book.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// As printed.
    pub number: Spanned<String>,
    /// In our words.
    pub title: Spanned<String>,
    /// `rule`, `heading` or `note`.
    pub kind: Spanned<String>,
    /// What it says, in our words.
    pub summary: Option<Spanned<String>>,
    /// How we read it where it can be read in two ways.
    pub reading: Option<Spanned<String>>,
    /// Why no case can be written for it.
    pub no_case: Option<Spanned<String>>,
}

impl Book {
    /// Reads a book's file.
    pub fn parse(text: &str) -> Result<Book, toml::de::Error> {
        toml::from_str(text)
    }

    /// Whether the book has an entry of this number.
    pub fn has(&self, number: &str) -> bool {
        self.entry.iter().any(|entry| entry.number.get_ref() == number)
    }
}

/// The files that hold books: path, the stem of the name, and text.
pub fn book_files(tree: &Tree) -> impl Iterator<Item = (&str, &str, &str)> {
    tree.under(BOOKS, "toml").filter(|(path, _)| *path != COVERAGE).filter_map(|(path, text)| {
        let stem = path.strip_prefix(BOOKS)?.strip_suffix(".toml")?;
        Some((path, stem, text))
    })
}

/// A book as the code knows it: the name of its static, and what it holds.
pub struct Shelved {
    /// The stem of the file in capitals, such as `ALEXANDROS`.
    pub constant: String,
    /// The book.
    pub book: Book,
}

/// Every book, in order of its file.
pub fn shelf(tree: &Tree) -> Result<Vec<Shelved>> {
    book_files(tree)
        .map(|(path, stem, text)| {
            let book = Book::parse(text).with_context(|| format!("{path} is not a rule book."))?;
            Ok(Shelved { constant: stem.to_uppercase(), book })
        })
        .collect()
}

/// A rule that a line of a file speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Citation<'a> {
    /// The file.
    pub path: &'a str,
    /// The line, counted from 1.
    pub line: usize,
    /// The book: its static in code, its name in a case.
    pub book: &'a str,
    /// The number of the rule.
    pub number: &'a str,
    /// Whether it stands in tests, where it does not make the rule a part of the game.
    pub in_tests: bool,
}

/// Every `rule!(BOOK, "N")` of a source.
pub fn citations<'a>(path: &'a str, source: &'a str) -> Vec<Citation<'a>> {
    let code = code(source);
    let marked = in_tests(&code);
    let mut found = Vec::new();
    for (at, window) in code.windows(3).enumerate() {
        let [rule, bang, open] = window else { continue };
        if !(rule.is_word("rule") && bang.is_mark("!") && open.is_mark("(")) {
            continue;
        }
        let Some(comma) = code[at..].iter().position(|token| token.is_mark(",")) else { continue };
        let (book, number) = (&code[at + comma - 1], code.get(at + comma + 1));
        if let (Kind::Word, Some(number)) = (book.kind, number.filter(|n| n.kind == Kind::Text)) {
            found.push(Citation {
                path,
                line: rule.line,
                book: book.text,
                number: number.text,
                in_tests: marked[at],
            });
        }
    }
    found
}

/// The names of books that a source defines for itself, as `Book { name: "Feud", … }`.
pub fn books_in_code(source: &str) -> Vec<&str> {
    code(source)
        .windows(5)
        .filter_map(|window| match window {
            [book, open, name, colon, text]
                if book.is_word("Book")
                    && open.is_mark("{")
                    && name.is_word("name")
                    && colon.is_mark(":")
                    && text.kind == Kind::Text =>
            {
                Some(text.text)
            }
            _ => None,
        })
        .collect()
}

/// A rule named by a case: the line, and the words as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseRule {
    /// The line, counted from 1.
    pub line: usize,
    /// Such as `Alexandros 10.12`.
    pub rule: String,
}

impl CaseRule {
    /// The book's name and the number, if there are two words.
    pub fn parts(&self) -> Option<(&str, &str)> {
        self.rule.rsplit_once(' ')
    }
}

/// The rules that a case names with `rule` or `rules`.
pub fn case_rules(text: &str) -> Result<Vec<CaseRule>, toml::de::Error> {
    #[derive(Deserialize)]
    struct Case {
        rule: Option<Spanned<String>>,
        #[serde(default)]
        rules: Vec<Spanned<String>>,
    }
    let case: Case = toml::from_str(text)?;
    let named = case.rule.into_iter().chain(case.rules);
    Ok(named
        .map(|rule| CaseRule { line: line_of(text, rule.span().start), rule: rule.into_inner() })
        .collect())
}

/// The rules that a file of charts names: every `rule`, of the file or of a row. The games read each
/// into a `Rule` when they load the chart, and cite it whenever they tell what the chart has decided.
pub fn chart_rules(text: &str) -> Result<Vec<String>, toml::de::Error> {
    fn gather(value: toml::Value, into: &mut Vec<String>) {
        match value {
            toml::Value::Table(table) => {
                for (key, value) in table {
                    match value {
                        toml::Value::String(rule) if key == "rule" => into.push(rule),
                        value => gather(value, into),
                    }
                }
            }
            toml::Value::Array(values) => values.into_iter().for_each(|value| gather(value, into)),
            _ => {}
        }
    }
    let mut rules = Vec::new();
    gather(toml::Value::Table(toml::from_str(text)?), &mut rules);
    Ok(rules)
}

/// The line of a byte of a text, counted from 1.
pub fn line_of(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|&b| b == b'\n').count() + 1
}

/// The line at which reading a TOML file failed.
pub fn line_of_error(text: &str, error: &toml::de::Error) -> usize {
    error.span().map_or(1, |span| line_of(text, span.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_found_in_code_and_only_there() {
        let source = "fn a() { rule!(GBA, \"9.1\") }\n// rule!(GBA, \"9.2\")\n\
                      const B: Rule = rule!(\n    diadem_books::SPQR, \"1.0\");\n\
                      #[cfg(test)]\nmod tests { fn c() { rule!(GBA, \"9.3\"); } }";
        let found: Vec<_> = citations("x.rs", source)
            .iter()
            .map(|c| (c.line, c.book, c.number, c.in_tests))
            .collect();
        let expected =
            [(1, "GBA", "9.1", false), (3, "SPQR", "1.0", false), (6, "GBA", "9.3", true)];
        assert_eq!(found, expected);
    }

    #[test]
    fn books_of_the_code_are_known_by_name() {
        let source =
            "static F: Book = Book { name: \"Feud\", numbers: &[] }; // Book { name: \"No\"";
        assert_eq!(books_in_code(source), ["Feud"]);
    }

    #[test]
    fn a_chart_names_rules_at_its_head_and_in_its_rows() {
        let text = "rule = \"Feud 1\"\nrows = [{ rule = \"Feud 2.1\", hits = 1 }]\n[a.b]\nrule = \"GBA 9\"";
        let mut rules = chart_rules(text).unwrap();
        rules.sort();
        assert_eq!(rules, ["Feud 1", "Feud 2.1", "GBA 9"]);
    }

    #[test]
    fn a_case_names_one_rule_or_several() {
        let rules = case_rules("x = 1\nrule = \"GBA 9.1\"\nrules = [\n\"Feud 1\", ]").unwrap();
        let found: Vec<_> = rules.iter().map(|rule| (rule.line, rule.parts())).collect();
        assert_eq!(found, [(2, Some(("GBA", "9.1"))), (4, Some(("Feud", "1")))]);
        assert_eq!(case_rules("[position]\nrule = 3").unwrap(), []);
    }
}
