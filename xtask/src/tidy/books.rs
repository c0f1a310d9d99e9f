//! The rule books are whole: every number once, every entry of a known kind, no empty words.

use super::Fault;
use crate::library::{Book, Entry, book_files, line_of, line_of_error};
use crate::tree::Tree;
use std::collections::BTreeMap;
use toml::Spanned;

const KINDS: [&str; 3] = ["rule", "heading", "note"];

/// Every book.
pub fn check(tree: &Tree) -> Vec<Fault> {
    book_files(tree).flat_map(|(path, stem, text)| check_book(path, stem, text)).collect()
}

fn check_book(path: &str, stem: &str, text: &str) -> Vec<Fault> {
    let book = match Book::parse(text) {
        Ok(book) => book,
        Err(error) => {
            let line = line_of_error(text, &error);
            return vec![Fault::of(path, error.message(), "write it as the others").on(line)];
        }
    };
    let mut faults = Vec::new();
    if book.name.to_lowercase() != stem {
        let what = format!("the book calls itself `{}`", book.name);
        faults.push(Fault::of(path, what, "name the file after the book, in small letters"));
    }
    if book.entry.is_empty() {
        faults.push(Fault::of(path, "the book has no entry", "write them down"));
    }
    let mut seen = BTreeMap::new();
    for entry in &book.entry {
        let line = line_of(text, entry.number.span().start);
        if let Some(first) = seen.insert(entry.number.get_ref(), line) {
            let what = format!("number {} stands on line {first} already", entry.number.get_ref());
            faults.push(Fault::of(path, what, "keep one of the two").on(line));
        }
        faults.extend(check_entry(path, text, entry));
    }
    faults
}

fn check_entry(path: &str, text: &str, entry: &Entry) -> Vec<Fault> {
    let number = entry.number.get_ref();
    let is_no_rule = matches!(entry.kind.get_ref().as_str(), "heading" | "note");
    let mut faults = Vec::new();
    let mut fault = |at: &Spanned<String>, what: String, remedy: &str| {
        faults.push(Fault::of(path, what, remedy).on(line_of(text, at.span().start)));
    };
    if !is_number(number) {
        fault(&entry.number, format!("`{number}` is no number of a rule"), "write it as printed");
    }
    if !KINDS.contains(&entry.kind.get_ref().as_str()) {
        let what = format!("{number} is of the kind `{}`", entry.kind.get_ref());
        fault(&entry.kind, what, "say `rule`, `heading` or `note`");
    }
    let texts = [
        ("title", Some(&entry.title), "say what it is about"),
        ("summary", entry.summary.as_ref(), "say what the rule says, or leave the key out"),
        ("reading", entry.reading.as_ref(), "say how we read it, or leave the key out"),
        ("no_case", entry.no_case.as_ref(), "say why no case can be written"),
    ];
    for (key, value, remedy) in texts {
        if let Some(value) = value.filter(|value| value.get_ref().trim().is_empty()) {
            fault(value, format!("the `{key}` of {number} is empty"), remedy);
        }
    }
    if let Some(reason) = entry.no_case.as_ref().filter(|_| is_no_rule) {
        let what = format!("{number} is no rule, so it needs no `no_case`");
        fault(reason, what, "leave the key out");
    }
    faults
}

/// Digits in groups with dots between, and perhaps a letter at the end: `10.12`, `2.1.4`, `6.95a`.
fn is_number(number: &str) -> bool {
    let digits = number.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(number);
    let is_group = |group: &str| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit());
    digits.split('.').all(is_group)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with a book of these entries.
    fn faults(entries: &str) -> Vec<String> {
        let text = format!("book = \"Zeta\"\ntitle = \"Z\"\npublisher = \"P\"\n{entries}");
        let tree = Tree::of(&[("assets/rules/zeta.toml", &text)]);
        check(&tree).iter().map(Fault::to_string).collect()
    }

    const GOOD: &str = "[[entry]]\nnumber = \"9.1\"\ntitle = \"T\"\nkind = \"rule\"\n\
        summary = \"S\"\nno_case = \"It is about shuffling.\"\n";

    fn check_fault(from: &str, to: &str, expected: &str) {
        let found = faults(&GOOD.replace(from, to));
        assert!(matches!(&found[..], [one] if one.contains(expected)), "{found:?}");
    }

    #[test]
    fn a_sound_book_passes() {
        assert_eq!(faults(GOOD), [""; 0]);
        assert_eq!(faults(&(GOOD.to_owned() + &GOOD.replace("9.1", "9.2.1b"))), [""; 0]);
    }

    #[test]
    fn what_is_wrong_with_an_entry_is_told_with_its_line() {
        check_fault("\"rule\"", "\"law\"", "9.1 is of the kind `law`");
        check_fault("\"S\"", "\" \"", "zeta.toml:8: the `summary` of 9.1 is empty");
        check_fault("It is about shuffling.", "", "zeta.toml:9: the `no_case` of 9.1 is empty");
        check_fault("\"rule\"", "\"note\"", "9.1 is no rule, so it needs no `no_case`");
        check_fault("9.1", "9..1", "`9..1` is no number of a rule");
        check_fault("summary", "sumary", "zeta.toml:8: unknown field `sumary`");
        check_fault("number = \"9.1\"\n", "", "missing field `number`");
    }

    #[test]
    fn a_number_stands_once() {
        assert_eq!(
            faults(&(GOOD.to_owned() + GOOD)),
            [
                "assets/rules/zeta.toml:11: number 9.1 stands on line 5 already; keep one of the two."
            ]
        );
    }

    #[test]
    fn a_file_is_named_after_its_book() {
        assert_eq!(
            check_book(
                "x.toml",
                "eta",
                &format!("book = \"Zeta\"\ntitle = \"Z\"\npublisher = \"P\"\n{GOOD}")
            )[0]
            .what,
            "the book calls itself `Zeta`"
        );
    }
}
