//! The rulebooks as data: every numbered entry of every book, with our titles, summaries and
//! readings, and whether the code keeps it.
//!
//! The tables are made from `assets/rules/` when this crate is built. A constant such as
//! `rule!(ALEXANDROS, "10.12")` is looked up by the compiler.
//!
//! Invariant: this crate knows what the books say, not how any of it is played.

use diadem_core::{Book, Rule};

include!(concat!(env!("OUT_DIR"), "/books.rs"));

/// Every book, in the order they are shown.
pub fn all() -> &'static [&'static Volume] {
    &SHELF
}

/// The book of this name, however it is capitalised.
pub fn volume(name: &str) -> Option<&'static Volume> {
    all().iter().copied().find(|volume| volume.book.name.eq_ignore_ascii_case(name))
}

/// The rule that a citation such as `Alexandros 10.12` names.
pub fn find(citation: &str) -> Option<Rule> {
    let (book, number) = citation.trim().rsplit_once(' ')?;
    volume(book.trim())?.book.find(number)
}

/// A book with everything we say about it.
#[derive(Debug)]
pub struct Volume {
    /// Its name and numbers, for citing.
    pub book: &'static Book,
    /// Its full title.
    pub title: &'static str,
    /// Who publishes it.
    pub publisher: &'static str,
    /// Its entries, in its order.
    pub articles: &'static [Article],
}

impl Volume {
    /// The entry with this number.
    pub fn article(&self, number: &str) -> Option<&'static Article> {
        self.articles.iter().find(|article| article.number == number)
    }

    /// The entries that bind a program.
    pub fn rules(&self) -> impl Iterator<Item = &'static Article> {
        self.articles.iter().filter(|article| article.kind == Kind::Rule)
    }

    /// How far we are with it.
    pub fn coverage(&self) -> Coverage {
        let count = |holds: fn(&Article) -> bool| self.rules().filter(|rule| holds(rule)).count();
        Coverage {
            entries: self.articles.len(),
            rules: count(|_| true),
            cited: count(|rule| rule.is_cited),
            cases: count(Article::is_tested),
            summaries: count(|rule| rule.summary.is_some()),
        }
    }
}

/// One numbered entry of a book, in our words.
#[derive(Debug)]
pub struct Article {
    /// Its number as printed.
    pub number: &'static str,
    /// A short title.
    pub title: &'static str,
    /// Whether it binds a program.
    pub kind: Kind,
    /// What it says.
    pub summary: Option<&'static str>,
    /// How we read it where it is unclear.
    pub reading: Option<&'static str>,
    /// Why no case can be written for it.
    pub no_case: Option<&'static str>,
    /// Whether an event or a refusal cites it.
    pub is_cited: bool,
    /// Whether a rule case tests it.
    pub has_case: bool,
}

impl Article {
    /// Whether a case tests it, or none can.
    pub fn is_tested(&self) -> bool {
        self.has_case || self.no_case.is_some()
    }

    /// What is still missing: nothing for headings and notes.
    pub fn missing(&self) -> Vec<&'static str> {
        let kept = [
            ("citation", self.is_cited),
            ("case", self.is_tested()),
            ("summary", self.summary.is_some()),
        ];
        let binds = self.kind == Kind::Rule;
        kept.into_iter().filter(|(_, there)| binds && !there).map(|(what, _)| what).collect()
    }
}

/// What an entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Something a program must do, allow or forbid.
    Rule,
    /// A title over others.
    Heading,
    /// A remark, a list of parts, an introduction.
    Note,
}

/// How many of a book's rules are kept. All but `entries` count rules only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// All numbered entries.
    pub entries: usize,
    /// Those that bind a program.
    pub rules: usize,
    /// Those that the code cites.
    pub cited: usize,
    /// Those that have a case, or need none.
    pub cases: usize,
    /// Those that have a summary.
    pub summaries: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use diadem_core::rule;

    /// Entries, and rules among them, as counted in the books themselves.
    #[test]
    fn totals_match_the_books() {
        let totals: Vec<(&str, usize)> =
            all().iter().map(|volume| (volume.book.name, volume.coverage().entries)).collect();
        assert_eq!(
            totals,
            [
                ("Alexandros", 123),
                ("Successors", 72),
                ("Xenophon", 44),
                ("GBA", 282),
                ("GBA4", 10),
                ("SPQR", 283),
                ("Arbela", 78)
            ]
        );
    }

    #[test]
    fn numbers_that_hide_in_the_print_are_there() {
        assert_eq!(rule!(GBA, "6.95").to_string(), "GBA 6.95");
        assert_eq!(rule!(GBA, "11.41").to_string(), "GBA 11.41");
        assert_eq!(find("alexandros 10.12"), Some(rule!(ALEXANDROS, "10.12")));
        assert_eq!(find("Alexandros 10.99"), None);
        assert_eq!(find("10.12"), None);
    }

    #[test]
    fn only_rules_can_be_missing() {
        for volume in all() {
            for article in volume.articles {
                assert!(article.kind == Kind::Rule || article.missing().is_empty());
            }
        }
    }

    #[test]
    fn every_rule_of_alexandros_has_a_summary() {
        let coverage = volume("Alexandros").unwrap().coverage();
        assert_eq!(coverage.summaries, coverage.rules);
    }
}
