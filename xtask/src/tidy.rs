//! `cargo xtask tidy`: the rules of the house as checks.
//!
//! Each check is a pure question about the text of the tree and what cargo says of it; only
//! formatting asks a program. All of them run, and all they find is told together.

mod books;
mod case_places;
mod citations;
mod crate_graph;
mod formatting;
mod forms;
mod layout;
mod manifests;
mod panics;
mod paths;
mod reachable;

use crate::library::COVERAGE;
use crate::project::{self, Workspace};
use crate::rules;
use crate::tree::Tree;
use anyhow::{Result, bail};
use std::fmt;

/// Something that is not as the house wants it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Fault {
    /// The file, from the top folder; empty when it is about none.
    file: String,
    /// The line, where there is one.
    line: Option<usize>,
    /// What is wrong.
    what: String,
    /// What to do about it.
    remedy: String,
}

impl Fault {
    /// A fault of a whole file.
    fn of(file: impl Into<String>, what: impl Into<String>, remedy: impl Into<String>) -> Fault {
        Fault { file: file.into(), line: None, what: what.into(), remedy: remedy.into() }
    }

    /// The same fault on this line.
    fn on(self, line: usize) -> Fault {
        Fault { line: Some(line), ..self }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: ", self.file)?,
            None if self.file.is_empty() => {}
            None => write!(f, "{}: ", self.file)?,
        }
        write!(f, "{}; {}.", self.what, self.remedy)
    }
}

/// What the checks look at.
struct House {
    tree: Tree,
    workspace: Workspace,
    top_level: Vec<String>,
}

/// A check: its name and its question.
type Check = (&'static str, fn(&House) -> Vec<Fault>);

const CHECKS: [Check; 13] = [
    ("formatting", |_| formatting::check()),
    ("crate graph", |house| crate_graph::check(&house.workspace)),
    ("manifests", |house| manifests::check(&house.tree, &house.workspace)),
    ("citations", |house| citations::check(&house.tree)),
    ("places of cases", |house| case_places::check(&house.tree)),
    ("coverage", |house| coverage(&house.tree)),
    ("absolute paths", |house| paths::check(&house.tree)),
    ("forms of battle", |house| forms::check(&house.tree)),
    ("panics", |house| panics::check(&house.tree, &house.workspace)),
    ("stray files", |house| reachable::check(&house.tree, &house.workspace)),
    ("top level", |house| layout::check(&house.top_level)),
    ("crate docs", |house| layout::check_docs(&house.tree, &house.workspace)),
    ("rule books", |house| books::check(&house.tree)),
];

/// Runs every check and tells everything found.
pub fn run() -> Result<()> {
    let house = House {
        tree: Tree::read(project::root())?,
        workspace: Workspace::ask()?,
        top_level: layout::top_level(project::root())?,
    };
    let mut count = 0;
    for (name, check) in CHECKS {
        let faults = check(&house);
        if !faults.is_empty() {
            println!("{name}:");
        }
        for fault in &faults {
            println!("  {fault}");
        }
        count += faults.len();
    }
    match count {
        0 => println!("tidy: {} checks, nothing to put right.", CHECKS.len()),
        1 => bail!("tidy: 1 thing to put right."),
        _ => bail!("tidy: {count} things to put right."),
    }
    Ok(())
}

/// The coverage file says what the tree says.
fn coverage(tree: &Tree) -> Vec<Fault> {
    let remedy = "run `cargo xtask rules`";
    match (rules::coverage(tree), tree.text(COVERAGE)) {
        (Err(error), _) => vec![Fault::of(
            COVERAGE,
            format!("the coverage cannot be worked out: {error:#}"),
            "put that file right first",
        )],
        (Ok(_), None) => vec![Fault::of(COVERAGE, "the file is missing", remedy)],
        (Ok(fresh), Some(written)) if fresh != written => {
            vec![Fault::of(COVERAGE, "the file is stale", remedy)]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_says_where_what_and_what_to_do() {
        let fault = Fault::of("a.rs", "it is torn", "mend it");
        assert_eq!(fault.to_string(), "a.rs: it is torn; mend it.");
        assert_eq!(fault.on(3).to_string(), "a.rs:3: it is torn; mend it.");
    }

    #[test]
    fn a_stale_coverage_file_is_found() {
        let book = "book = \"Zeta\"\ntitle = \"\"\npublisher = \"\"\n";
        let tree = |coverage| Tree::of(&[("assets/rules/zeta.toml", book), (COVERAGE, coverage)]);
        let fresh = rules::coverage(&tree("")).unwrap();
        assert_eq!(coverage(&tree(&fresh)), []);
        assert_eq!(coverage(&tree("old"))[0].what, "the file is stale");
        assert_eq!(coverage(&Tree::default())[0].what, "the file is missing");
    }
}
