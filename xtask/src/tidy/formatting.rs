//! The tree is formatted.

use super::Fault;
use crate::project::{cargo, from_root, root};
use std::path::Path;

/// Asks `cargo fmt` which files it would change.
pub fn check() -> Vec<Fault> {
    match cargo(&["fmt", "--all", "--check", "--", "--files-with-diff"]).output() {
        Err(error) => {
            vec![Fault::of("", format!("`cargo fmt` could not run: {error}"), "install it")]
        }
        Ok(output) if output.status.success() => Vec::new(),
        Ok(output) => {
            let listed = String::from_utf8_lossy(&output.stdout);
            let unformatted = faults(&listed, root());
            if unformatted.is_empty() {
                let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
                vec![Fault::of("", format!("`cargo fmt` failed: {said}"), "put that right first")]
            } else {
                unformatted
            }
        }
    }
}

/// One fault for each file listed; a file of two targets is listed twice.
fn faults(listed: &str, root: &Path) -> Vec<Fault> {
    let mut files: Vec<String> = listed
        .lines()
        .filter(|line| Path::new(line).extension().is_some_and(|ending| ending == "rs"))
        .map(|line| from_root(line, root))
        .collect();
    files.sort();
    files.dedup();
    let unformatted = |file| Fault::of(file, "the file is not formatted", "run `cargo fmt`");
    files.into_iter().map(unformatted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_unformatted_file_is_told_once() {
        let found = faults("top/b.rs\ntop/a.rs\ntop/b.rs\n", Path::new("top"));
        let files: Vec<_> = found.iter().map(|fault| fault.file.as_str()).collect();
        assert_eq!(files, ["a.rs", "b.rs"]);
        assert_eq!(faults("", Path::new("top")), []);
    }
}
