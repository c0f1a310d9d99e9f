//! `cargo xtask rules`: which rules the code or a chart cites and which have a case.

use crate::library::{CASES, CHARTS, COVERAGE, Shelved, case_rules, chart_rules, citations, shelf};
use crate::project;
use crate::tree::Tree;
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const HEADER: &str = "# Written by cargo xtask rules; do not edit.\n";

/// Writes the coverage file.
pub fn run() -> Result<()> {
    let text = coverage(&Tree::read(project::root())?)?;
    std::fs::write(project::root().join(COVERAGE), text)
        .with_context(|| format!("{COVERAGE} cannot be written."))?;
    println!("{COVERAGE} is written.");
    Ok(())
}

/// What the coverage file must say: for each book, in order of its name, the numbers cited and the
/// numbers with a case, in the book's order. What the books do not have is left to `tidy`.
pub fn coverage(tree: &Tree) -> Result<String> {
    let shelf = shelf(tree)?;
    let mut cited = BTreeSet::new();
    for (path, source) in tree.crate_sources() {
        let of_the_game = citations(path, source).into_iter().filter(|found| !found.in_tests);
        cited.extend(of_the_game.map(|found| (found.book, found.number)));
    }
    // Rules that come with the figures of a chart are cited as truly as those written in code.
    let mut charted = BTreeSet::new();
    for (path, text) in tree.under(CHARTS, "toml") {
        charted.extend(chart_rules(text).with_context(|| format!("{path} is not a chart."))?);
    }
    let mut cases = BTreeSet::new();
    for (path, text) in tree.under(CASES, "toml") {
        let rules = case_rules(text).with_context(|| format!("{path} is not a rule case."))?;
        cases.extend(rules.into_iter().map(|found| found.rule));
    }

    let by_name: BTreeMap<&str, &Shelved> =
        shelf.iter().map(|shelved| (shelved.book.name.as_str(), shelved)).collect();
    let mut text = HEADER.to_owned();
    for (name, Shelved { constant, book }) in by_name {
        let numbers = || book.entry.iter().map(|entry| entry.number.get_ref().as_str());
        let is_cited = |number: &&str| {
            cited.contains(&(constant.as_str(), *number))
                || charted.contains(&format!("{name} {number}"))
        };
        let has_case = |number: &&str| cases.contains(&format!("{name} {number}"));
        let _ = writeln!(text, "\n[books.{name}]"); // writing into a `String` does not fail
        write_numbers(&mut text, "cited", numbers().filter(is_cited));
        write_numbers(&mut text, "cases", numbers().filter(has_case));
    }
    Ok(text)
}

fn write_numbers<'a>(text: &mut String, key: &str, numbers: impl Iterator<Item = &'a str>) {
    let quoted: Vec<String> = numbers.map(|number| format!("\"{number}\"")).collect();
    let _ = writeln!(text, "{key} = [{}]", quoted.join(", ")); // as above
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZETA: &str = "book = \"Zeta\"\ntitle = \"\"\npublisher = \"\"\n\
        [[entry]]\nnumber = \"9.1\"\ntitle = \"\"\nkind = \"rule\"\n\
        [[entry]]\nnumber = \"10.1\"\ntitle = \"\"\nkind = \"rule\"\n";

    #[test]
    fn the_coverage_is_in_order_and_leaves_out_tests_and_strangers() {
        let alpha = ZETA.replace("Zeta", "Alpha");
        let tree = Tree::of(&[
            ("assets/rules/zeta.toml", ZETA),
            ("assets/rules/alpha.toml", &alpha),
            ("assets/rules/coverage.toml", "anything"),
            (
                "crates/a/src/lib.rs",
                "x(rule!(ZETA, \"10.1\"), rule!(ZETA, \"9.1\"), rule!(ZETA, \"7\"), rule!(FEUD, \"1\"));
                 #[cfg(test)] mod tests { fn t() { rule!(ALPHA, \"9.1\"); } }",
            ),
            ("maps/game/a.toml", "[[row]]\nrule = \"Alpha 9.1\"\nhits = 1"),
            ("tests/cases/alpha/10/a.toml", "rule = \"Alpha 10.1\""),
            ("tests/cases/feud/1/a.toml", "rules = [\"Feud 1\", \"Alpha 10.1\"]"),
        ]);
        assert_eq!(
            coverage(&tree).unwrap(),
            "# Written by cargo xtask rules; do not edit.\n\n\
             [books.Alpha]\ncited = [\"9.1\"]\ncases = [\"10.1\"]\n\n\
             [books.Zeta]\ncited = [\"9.1\", \"10.1\"]\ncases = []\n"
        );
    }
}
