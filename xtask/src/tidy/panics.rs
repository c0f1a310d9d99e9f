//! No `unwrap` outside tests, no `expect` without a reason, and nothing left for later anywhere.

use super::Fault;
use super::reachable::{Role, reached};
use crate::project::Workspace;
use crate::tokens::{Kind, Token, code, in_tests, tokens};
use crate::tree::Tree;

/// Macros that say "not done yet" or "I am still looking".
const UNFINISHED: [&str; 3] = ["todo", "unimplemented", "dbg"];

/// Nothing unfinished in any Rust source; no panics in the sources of crates and chores.
pub fn check(tree: &Tree, workspace: &Workspace) -> Vec<Fault> {
    let reached = reached(tree, workspace);
    let mut faults: Vec<Fault> =
        tree.under("", "rs").flat_map(|(path, source)| unfinished(path, source)).collect();
    for (path, source) in tree.crate_sources().chain(tree.under("xtask/src/", "rs")) {
        if reached.get(path) != Some(&Role::Tests) {
            faults.extend(panics(path, source));
        }
    }
    faults
}

/// Panics in a source, outside the tests in it.
fn panics(path: &str, source: &str) -> Vec<Fault> {
    let code = code(source);
    let marked = in_tests(&code);
    let outside = code.windows(4).enumerate().filter(|(at, _)| !marked[*at]);
    outside
        .filter_map(|(_, window)| {
            let (what, remedy) = match window {
                [dot, word, open, close]
                    if is_call(dot, word, open, "unwrap") && close.is_mark(")") =>
                {
                    (
                        "`.unwrap()` outside tests",
                        "hand the error on, or `expect` with the reason it cannot fail",
                    )
                }
                [dot, word, open, reason]
                    if is_call(dot, word, open, "expect")
                        && reason.kind == Kind::Text
                        && reason.text.trim().is_empty() =>
                {
                    ("`.expect` without a reason", "say why it cannot fail")
                }
                _ => return None,
            };
            Some(Fault::of(path, what, remedy).on(window[1].line))
        })
        .collect()
}

fn is_call(dot: &Token, word: &Token, open: &Token, name: &str) -> bool {
    dot.is_mark(".") && word.is_word(name) && open.is_mark("(")
}

/// Work left for later, in tests too.
fn unfinished(path: &str, source: &str) -> Vec<Fault> {
    let code = code(source);
    let macros = code.windows(2).filter_map(|window| match window {
        [word, bang] if bang.is_mark("!") && UNFINISHED.iter().any(|name| word.is_word(name)) => {
            let what = format!("`{}!` was left in", word.text);
            Some(Fault::of(path, what, "finish the work").on(word.line))
        }
        _ => None,
    });
    let ignored = code.windows(3).filter_map(|window| match window {
        [hash, open, word] if hash.is_mark("#") && open.is_mark("[") && word.is_word("ignore") => {
            let remedy = "make the test quick and true, or delete it";
            Some(Fault::of(path, "a test is ignored", remedy).on(word.line))
        }
        _ => None,
    });
    let comments = tokens(source).into_iter().filter(|token| token.kind == Kind::Comment);
    let notes = comments.filter_map(|comment| {
        let at = comment.text.find("FIXME")?;
        let line = comment.line + comment.text[..at].matches('\n').count();
        Some(Fault::of(path, "a FIXME was left in", "put it right, or open an issue").on(line))
    });
    macros.chain(ignored).chain(notes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with a source in a crate.
    fn faults(source: &str) -> Vec<(Option<usize>, String)> {
        let tree = Tree::of(&[("crates/a/src/lib.rs", source)]);
        let found = check(&tree, &Workspace { packages: Vec::new() });
        found.into_iter().map(|fault| (fault.line, fault.what)).collect()
    }

    #[test]
    fn panics_outside_tests_are_found() {
        assert_eq!(
            faults("fn a() { b\n.unwrap(); c.expect(\"\"); }"),
            [
                (Some(2), "`.unwrap()` outside tests".to_owned()),
                (Some(2), "`.expect` without a reason".to_owned()),
            ]
        );
    }

    #[test]
    fn reasons_tests_comments_and_strings_pass() {
        let good =
            "fn a() { b.expect(\"it was parsed\"); c.unwrap_or(0); \"x.unwrap()\"; } // .unwrap()
            #[cfg(test)] mod tests { fn d() { e.unwrap(); f.expect(\"\"); } }";
        assert_eq!(faults(good), []);
    }

    #[test]
    fn what_was_left_for_later_is_found_even_in_tests() {
        let bad = "#[cfg(test)] mod tests {\n todo!();\n dbg!(x); /* \n FIXME */\n
            #[ignore = \"slow\"] #[test] fn a() { unimplemented!() } }";
        let lines: Vec<_> = faults(bad).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [Some(2), Some(3), Some(6), Some(6), Some(4)]);
        assert_eq!(faults("/// a FIX, me\nfn todo() { let dbg = 1; } // todo!"), []);
    }
}
