//! The window does not ask which form a battle has: it asks the view of that form.

use super::Fault;
use crate::tree::Tree;

/// Where the window lives.
const WINDOW: &str = "crates/app/src/window/";
/// What of it may name a form: the forms' own folders, their lessons, and the two files that list them.
const ITS_OWN: [&str; 8] = [
    "battle.rs",
    "battle_view.rs",
    "display.rs",
    "display/",
    "hexes.rs",
    "hexes/",
    "learn.rs",
    "learn/",
];
/// What names a form.
const NAMES: [&str; 6] =
    ["diadem_display", "diadem_hexes", "::Display(", "::Hexes(", "Form::Display", "Form::Hex"];

/// Every file of the window that belongs to no form.
pub fn check(tree: &Tree) -> Vec<Fault> {
    let is_ours = |path: &str| {
        let inside = path.strip_prefix(WINDOW);
        inside.is_some_and(|inside| !ITS_OWN.iter().any(|own| inside.starts_with(own)))
    };
    tree.texts().filter(|(path, _)| is_ours(path)).flat_map(|(p, text)| in_text(p, text)).collect()
}

fn in_text(path: &str, text: &str) -> Vec<Fault> {
    let remedy = "ask `Table::view`, or every one of `battle_view::views`";
    (1..)
        .zip(text.lines())
        .filter_map(|(number, line)| {
            let name = NAMES.iter().find(|name| line.contains(**name))?;
            Some(Fault::of(path, format!("`{name}` names a form of battle"), remedy).on(number))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_form_names_itself() {
        let named = "fn a() {}\nuse diadem_hexes::Hexes;\n";
        let tree = Tree::of(&[
            ("crates/app/src/window/hexes/view.rs", named),
            ("crates/app/src/window/battle_view.rs", named),
            ("crates/app/src/window/table/bar.rs", named),
            ("crates/opponents/src/lib.rs", named),
        ]);
        let places: Vec<_> = check(&tree).into_iter().map(|f| (f.file, f.line)).collect();
        assert_eq!(places, [("crates/app/src/window/table/bar.rs".to_owned(), Some(2))]);
    }
}
