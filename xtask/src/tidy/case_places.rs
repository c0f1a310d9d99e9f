//! A rule case lies where its number says.

use super::Fault;
use crate::library::{CASES, case_rules};
use crate::tree::Tree;

/// Every case lies in the folder of its book and chapter, and its name begins with its number. What
/// cannot be read is left to the citations.
pub fn check(tree: &Tree) -> Vec<Fault> {
    tree.under(CASES, "toml")
        .filter_map(|(path, text)| {
            let rules = case_rules(text).ok()?;
            let start = beginning(rules.first()?.parts()?);
            let lies_there = path.strip_prefix(&start).is_some_and(|rest| !rest.contains('/'));
            let what = format!("a case of {} does not lie here", rules[0].rule);
            let remedy = format!("call it {start}….toml");
            (!lies_there).then(|| Fault::of(path, what, remedy))
        })
        .collect()
}

/// What the path of a case begins with.
fn beginning((book, number): (&str, &str)) -> String {
    let (chapter, _) = number.split_once('.').unwrap_or((number, ""));
    format!("{CASES}{}/{chapter}/{number}-", book.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, rules: &str) -> Vec<String> {
        check(&Tree::of(&[(path, rules)])).iter().map(Fault::to_string).collect()
    }

    #[test]
    fn a_case_lies_in_the_folder_of_its_book_and_chapter() {
        let rules = "rules = [\"GBA 9.18\", \"Feud 1\"]";
        assert!(faults("tests/cases/gba/9/9.18-giving-way.toml", rules).is_empty());
        assert!(faults("tests/cases/feud/1/1-a.toml", "rule = \"Feud 1\"").is_empty());
        let place = "tests/cases/gba/9/9.1-giving-way.toml";
        let told = "a case of GBA 9.18 does not lie here; call it tests/cases/gba/9/9.18-….toml.";
        assert_eq!(faults(place, rules), [format!("{place}: {told}")]);
        for path in ["gba/9.18-a", "gba/1/9.18-a", "gba4/9/9.18-a", "gba/9/9.18", "gba/9/b/9.18-a"]
        {
            assert_eq!(faults(&format!("tests/cases/{path}.toml"), rules).len(), 1, "{path}");
        }
    }
}
