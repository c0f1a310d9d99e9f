//! Every file belongs to something: a target of its package, or data that we know of.
//!
//! Cargo silently ignores a source that no target reaches, and a virtual workspace ignores a bare
//! `tests/`.

use super::Fault;
use crate::library::{CASES, GOLDEN};
use crate::project::{Package, Workspace};
use crate::tokens::{Kind, Token, attribute, code, in_tests};
use crate::tree::{Tree, ending};
use std::collections::BTreeMap;

/// What a source that a target reaches is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// Only tests and benches.
    Tests,
    /// The program.
    Program,
}

/// Every file that a target of ours reaches, and what for.
pub type Reached = BTreeMap<String, Role>;

/// Files that belong to nothing.
pub fn check(tree: &Tree, workspace: &Workspace) -> Vec<Fault> {
    let reached = reached(tree, workspace);
    let stray = |path: &&str| is_guarded(workspace, path) && !reached.contains_key(*path);
    let told = |path| {
        let remedy = "name it in a `mod`, move it to where it belongs, or delete it";
        Fault::of(path, "no target reaches the file, and it is not data we know", remedy)
    };
    tree.paths().filter(|path| !is_data(path)).filter(stray).map(told).collect()
}

/// Whether a file has to be reached: all of `tests/`, the `src` of every package, and any Rust
/// elsewhere.
fn is_guarded(workspace: &Workspace, path: &str) -> bool {
    let in_src = |package: &Package| {
        let inner = path.strip_prefix(package.folder()).and_then(|rest| rest.strip_prefix('/'));
        inner.is_some_and(|inner| inner.starts_with("src/"))
    };
    path.starts_with("tests/") || ending(path) == "rs" || workspace.packages.iter().any(in_src)
}

/// What lies in `tests/` without being code.
fn is_data(path: &str) -> bool {
    let is_case =
        path.starts_with(CASES) && (ending(path) == "toml" || path.ends_with("/README.md"));
    let is_record = path.starts_with(GOLDEN) && ending(path) == "txt";
    path == "tests/Cargo.toml" || is_case || is_record
}

/// Follows every target of every package from its first file.
pub fn reached(tree: &Tree, workspace: &Workspace) -> Reached {
    let mut reached = Reached::new();
    for target in workspace.packages.iter().flat_map(|package| &package.targets) {
        let is_for_tests = target.kind.iter().any(|kind| kind == "test" || kind == "bench");
        let role = if is_for_tests { Role::Tests } else { Role::Program };
        let (folder, _) = target.src_path.rsplit_once('/').unwrap_or_default();
        follow(tree, &target.src_path, folder, role, &mut reached);
    }
    reached
}

/// Notes a file and what it names; its modules lie in `children`.
fn follow(tree: &Tree, path: &str, children: &str, role: Role, reached: &mut Reached) {
    if !tree.has(path) || reached.get(path).is_some_and(|&known| known >= role) {
        return;
    }
    reached.insert(path.to_owned(), role);
    let Some(source) = tree.text(path).filter(|_| ending(path) == "rs") else { return };
    let (folder, _) = path.rsplit_once('/').unwrap_or_default();
    for named in named_files(source) {
        let role = if named.in_tests { Role::Tests } else { role };
        match named.what {
            Names::Module { inside, name } => {
                let place = [&[children][..], &inside, &[name]].concat().join("/");
                follow(tree, &format!("{place}.rs"), &place, role, reached);
                follow(tree, &format!("{place}/mod.rs"), &place, role, reached);
            }
            Names::File(file) => {
                let file = joined(folder, file);
                let (folder, _) = file.rsplit_once('/').unwrap_or_default();
                follow(tree, &file, folder, role, reached);
            }
        }
    }
}

/// A file that a source names.
#[derive(PartialEq, Eq, Debug)]
struct Named<'a> {
    what: Names<'a>,
    in_tests: bool,
}

#[derive(PartialEq, Eq, Debug)]
enum Names<'a> {
    /// `mod name;`, perhaps inside modules written in place.
    Module { inside: Vec<&'a str>, name: &'a str },
    /// `#[path = "file"]`, `include_str!("file")` and its sisters.
    File(&'a str),
}

fn named_files(source: &str) -> Vec<Named<'_>> {
    let code = code(source);
    let marked = in_tests(&code);
    let mut found = Vec::new();
    let mut braces: Vec<Option<&str>> = Vec::new();
    let mut other_path = None;
    let mut at = 0;
    while at < code.len() {
        if let Some((body, after)) = attribute(&code, at) {
            other_path = path_attribute(&code[body..after]).or(other_path);
            at = after;
            continue;
        }
        let in_tests = marked[at];
        match &code[at..] {
            [word, name, end, ..] if word.is_word("mod") && name.kind == Kind::Word => {
                if end.is_mark(";") {
                    let inside = || braces.iter().copied().flatten().collect();
                    let module = || Names::Module { inside: inside(), name: name.text };
                    let what = other_path.take().map_or_else(module, Names::File);
                    found.push(Named { what, in_tests });
                } else if end.is_mark("{") {
                    braces.push(Some(name.text));
                }
                other_path = None;
                at += 3;
                continue;
            }
            [word, bang, open, file, ..]
                if matches!(word.text, "include" | "include_str" | "include_bytes")
                    && bang.is_mark("!")
                    && open.is_mark("(")
                    && file.kind == Kind::Text =>
            {
                found.push(Named { what: Names::File(file.text), in_tests });
            }
            [open, ..] if open.is_mark("{") => braces.push(None),
            [close, ..] if close.is_mark("}") => {
                braces.pop();
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The file that an attribute `path = "file"` names.
fn path_attribute<'a>(body: &[Token<'a>]) -> Option<&'a str> {
    match body {
        [path, equals, file, ..] if path.is_word("path") && equals.is_mark("=") => Some(file.text),
        _ => None,
    }
}

/// A path as seen from a folder, with every `..` taken.
fn joined(folder: &str, file: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in file.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Target;

    /// One package in `folder` with targets of these kinds and first files.
    fn workspace(folder: &str, targets: &[(&str, &str)]) -> Workspace {
        let target = |&(kind, file): &(&str, &str)| Target {
            kind: vec![kind.into()],
            src_path: format!("{folder}/{file}"),
        };
        let package = Package {
            name: "a".into(),
            manifest_path: format!("{folder}/Cargo.toml"),
            dependencies: Vec::new(),
            targets: targets.iter().map(target).collect(),
            features: BTreeMap::new(),
        };
        Workspace { packages: vec![package] }
    }

    fn strays(workspace: &Workspace, files: &[(&str, &str)]) -> Vec<String> {
        check(&Tree::of(files), workspace).into_iter().map(|fault| fault.file).collect()
    }

    #[test]
    fn modules_are_followed_wherever_they_may_lie() {
        let workspace = workspace("crates/a", &[("lib", "src/lib.rs")]);
        let files = [
            ("crates/a/src/lib.rs", "mod b; mod c; mod d { mod e; } #[path = \"g.rs\"] mod f;"),
            ("crates/a/src/b.rs", "pub mod h; const X: &str = include_str!(\"../src/x.txt\");"),
            ("crates/a/src/b/h.rs", ""),
            ("crates/a/src/c/mod.rs", "mod i;"),
            ("crates/a/src/c/i.rs", ""),
            ("crates/a/src/d/e.rs", ""),
            ("crates/a/src/g.rs", ""),
            ("crates/a/src/x.txt", ""),
            ("crates/a/README.md", ""),
        ];
        assert_eq!(strays(&workspace, &files), [""; 0]);
        let without_modules: Vec<_> = files.iter().map(|&(path, _)| (path, "// mod b;")).collect();
        assert_eq!(strays(&workspace, &without_modules).len(), files.len() - 2);
    }

    #[test]
    fn tests_hold_only_targets_and_cases() {
        let workspace = workspace("tests", &[("lib", "src/lib.rs"), ("bin", "src/bin/fuzz.rs")]);
        let files = [
            ("tests/Cargo.toml", ""),
            ("tests/cases/README.md", ""),
            ("tests/cases/gba/9/one.toml", ""),
            ("tests/golden/granicus/one.txt", ""),
            ("tests/src/lib.rs", ""),
            ("tests/src/bin/fuzz.rs", ""),
        ];
        assert_eq!(strays(&workspace, &files), [""; 0]);
        let bad = ["tests/whole_games.rs", "tests/cases/gba/9/one.json", "tests/notes.md"];
        assert_eq!(strays(&workspace, &bad.map(|path| (path, ""))).len(), bad.len());
    }

    #[test]
    fn a_module_for_tests_is_known_as_one() {
        let workspace = workspace("crates/a", &[("lib", "src/lib.rs"), ("bench", "benches/z.rs")]);
        let tree = Tree::of(&[
            ("crates/a/src/lib.rs", "mod b; #[cfg(test)] mod tests;"),
            ("crates/a/src/b.rs", ""),
            ("crates/a/src/tests.rs", "mod more;"),
            ("crates/a/src/tests/more.rs", ""),
            ("crates/a/benches/z.rs", ""),
        ]);
        let for_tests: Vec<_> = reached(&tree, &workspace)
            .into_iter()
            .filter_map(|(path, role)| (role == Role::Tests).then_some(path))
            .collect();
        assert_eq!(
            for_tests,
            ["crates/a/benches/z.rs", "crates/a/src/tests.rs", "crates/a/src/tests/more.rs"]
        );
    }
}
