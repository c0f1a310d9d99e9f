//! The top level holds what it should and nothing else, and every crate says what it is.

use super::Fault;
use crate::project::Workspace;
use crate::tokens::{Kind, tokens};
use crate::tree::Tree;
use anyhow::{Context, Result};
use std::path::Path;

/// What must be there.
const NEEDED: [&str; 18] = [
    ".cargo",
    ".ci",
    ".gitignore",
    ".rustfmt.toml",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "assets",
    "crates",
    "maps",
    "saves",
    "tests",
    "xtask",
];
/// What may be there.
const ALLOWED: [&str; 3] = [".clippy.toml", ".git", "target"];

/// The names at the top level.
pub fn top_level(root: &Path) -> Result<Vec<String>> {
    let cannot = || format!("{} cannot be read.", root.display());
    let names = std::fs::read_dir(root).with_context(cannot)?;
    let mut names = names
        .map(|entry| Ok(entry.with_context(cannot)?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<Vec<String>>>()?;
    names.sort();
    Ok(names)
}

/// What is missing at the top level, and what is too much.
pub fn check(top_level: &[String]) -> Vec<Fault> {
    let missing = NEEDED.iter().filter(|name| !top_level.iter().any(|there| there == *name));
    let missing = missing.map(|&name| Fault::of(name, "it is missing at the top level", "add it"));
    let is_known =
        |name: &&String| NEEDED.contains(&name.as_str()) || ALLOWED.contains(&name.as_str());
    let extra = top_level.iter().filter(|name| !is_known(name)).map(|name| {
        let remedy = "move it into the folder it belongs to, or delete it";
        Fault::of(name, "it does not belong at the top level", remedy)
    });
    missing.chain(extra).collect()
}

/// Every library and program begins with what it is.
pub fn check_docs(tree: &Tree, workspace: &Workspace) -> Vec<Fault> {
    let targets = workspace.packages.iter().flat_map(|package| &package.targets);
    let shown =
        targets.filter(|target| target.kind.iter().any(|kind| kind == "lib" || kind == "bin"));
    shown
        .map(|target| target.src_path.as_str())
        .filter(|path| !has_docs(tree.text(path).unwrap_or_default()))
        .map(|path| {
            let remedy = "begin it with a `//!` that says what the crate is";
            Fault::of(path, "the crate has no documentation at its top", remedy).on(1)
        })
        .collect()
}

fn has_docs(source: &str) -> bool {
    tokens(source).first().is_some_and(|first| {
        first.kind == Kind::Comment
            && first.text.strip_prefix("//!").is_some_and(|words| !words.trim().is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_level_is_exact() {
        let mut names: Vec<String> = NEEDED.iter().chain(&ALLOWED).map(|&n| n.to_owned()).collect();
        assert_eq!(check(&names), []);
        names.retain(|name| name != "README.md");
        names.push("notes.txt".into());
        let found: Vec<_> = check(&names).into_iter().map(|fault| fault.file).collect();
        assert_eq!(found, ["README.md", "notes.txt"]);
    }

    #[test]
    fn a_crate_begins_with_its_documentation() {
        assert!(has_docs("//! The dice.\n\nmod a;"));
        for source in ["", "mod a;", "// The dice.", "//!", "mod a;\n//! The dice."] {
            assert!(!has_docs(source), "{source}");
        }
    }
}
