//! What the code and the cases cite stands in the books.
//!
//! The compiler checks citations too, but not in code that is switched off.

use super::Fault;
use crate::library::{CASES, Shelved, books_in_code, case_rules, citations, line_of_error, shelf};
use crate::tree::Tree;
use std::collections::BTreeSet;

/// Every citation in our crates and every rule named by a case.
pub fn check(tree: &Tree) -> Vec<Fault> {
    let shelf = match shelf(tree) {
        Ok(shelf) => shelf,
        Err(error) => {
            return vec![Fault::of("", format!("{error:#}"), "put that book right first")];
        }
    };
    let mut faults = in_code(tree, &shelf);
    faults.extend(in_cases(tree, &shelf));
    faults
}

/// Books that the code defines for itself (in sparring, in tests) are left to the compiler.
fn in_code(tree: &Tree, shelf: &[Shelved]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, source) in tree.crate_sources() {
        for cited in citations(path, source) {
            let Some(shelved) = shelf.iter().find(|shelved| shelved.constant == cited.book) else {
                continue;
            };
            if !shelved.book.has(cited.number) {
                let what = format!("{} has no rule {}", shelved.book.name, cited.number);
                faults.push(Fault::of(path, what, "cite a number of the book").on(cited.line));
            }
        }
    }
    faults
}

fn in_cases(tree: &Tree, shelf: &[Shelved]) -> Vec<Fault> {
    let of_the_code: BTreeSet<&str> = tree
        .under("crates/", "rs")
        .chain(tree.under("tests/", "rs"))
        .flat_map(|(_, source)| books_in_code(source))
        .collect();
    let mut faults = Vec::new();
    for (path, text) in tree.under(CASES, "toml") {
        let rules = match case_rules(text) {
            Ok(rules) => rules,
            Err(error) => {
                let line = line_of_error(text, &error);
                faults.push(Fault::of(path, error.message(), "see tests/cases/README.md").on(line));
                continue;
            }
        };
        if rules.is_empty() {
            let remedy = "begin it with `rule = \"Alexandros 10.12\"` or such";
            faults.push(Fault::of(path, "the case names no rule", remedy));
        }
        for rule in rules {
            let (name, number) = rule.parts().unwrap_or((&rule.rule, ""));
            let what = match shelf.iter().find(|shelved| shelved.book.name == name) {
                Some(shelved) if shelved.book.has(number) => continue,
                Some(_) => format!("{name} has no rule `{number}`"),
                None if of_the_code.contains(name) => continue,
                None => format!("there is no book `{name}`"),
            };
            let remedy = "name the book and a number in it, such as `Alexandros 10.12`";
            faults.push(Fault::of(path, what, remedy).on(rule.line));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZETA: &str = "book = \"Zeta\"\ntitle = \"\"\npublisher = \"\"\n\
        [[entry]]\nnumber = \"9.1\"\ntitle = \"\"\nkind = \"rule\"\n";

    /// What is wrong with a source and a case, next to the book Zeta.
    fn faults(source: &str, case: &str) -> Vec<String> {
        let tree = Tree::of(&[
            ("assets/rules/zeta.toml", ZETA),
            ("crates/a/src/lib.rs", source),
            ("tests/cases/zeta/9/case.toml", case),
        ]);
        check(&tree).iter().map(Fault::to_string).collect()
    }

    #[test]
    fn a_number_that_the_book_does_not_have_is_found() {
        let case = "rule = \"Zeta 9.1\"";
        assert!(faults("rule!(ZETA, \"9.1\"); rule!(FEUD, \"1\");", case).is_empty());
        assert_eq!(
            faults("\nrule!(ZETA, \"9.2\");", case),
            ["crates/a/src/lib.rs:2: Zeta has no rule 9.2; cite a number of the book."]
        );
    }

    #[test]
    fn a_case_names_a_rule_of_a_book_that_is_there() {
        let feud = "static FEUD: Book = Book { name: \"Feud\", numbers: &[] };";
        assert!(faults(feud, "rules = [\"Feud 1\", \"Zeta 9.1\"]").is_empty());
        let starts = |case: &str, expected: &str| {
            let found = faults("", case);
            assert!(matches!(&found[..], [one] if one.contains(expected)), "{found:?}");
        };
        starts("rules = [\"Feud 1\"]", "case.toml:1: there is no book `Feud`");
        starts("a = 1\nrule = \"Zeta 9\"", "case.toml:2: Zeta has no rule `9`");
        starts("rule = \"Zeta\"", "Zeta has no rule ``");
        starts("a = 1", "the case names no rule");
        starts("a = 1\nrule = 3", "case.toml:2: ");
    }
}
