//! No file knows the machine it was written on.

use super::Fault;
use crate::tree::{Tree, ending};

/// Folders at the top of somebody's disk. Without their slash, so that this file is clean.
const MACHINE_FOLDERS: [&str; 8] = ["work", "home", "root", "tmp", "farm", "Users", "mnt", "media"];

/// Every text file but those that cargo writes and those for the build machine.
pub fn check(tree: &Tree) -> Vec<Fault> {
    let is_ours = |path: &str| !path.starts_with(".ci/") && ending(path) != "lock";
    tree.texts().filter(|(path, _)| is_ours(path)).flat_map(|(p, text)| in_text(p, text)).collect()
}

fn in_text(path: &str, text: &str) -> Vec<Fault> {
    let remedy = "name it from the top folder, or find it at run time";
    (1..)
        .zip(text.lines())
        .filter_map(|(number, line)| {
            let what = format!("`{}` is a path of one machine", machine_path(line)?);
            Some(Fault::of(path, what, remedy).on(number))
        })
        .collect()
}

/// The first path in a line that begins at the top of a disk.
fn machine_path(line: &str) -> Option<&str> {
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '~' | '}' | ')');
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '\\');
    line.match_indices(['/', '\\']).map(|(at, _)| at).find_map(|at| {
        let (before, path) = line.split_at(at);
        let drive = before.strip_suffix(':').and_then(|rest| rest.chars().next_back());
        let has_drive = path.starts_with('\\') && drive.is_some_and(|c| c.is_ascii_uppercase());
        let start = if has_drive { at - 2 } else { at };
        let end = path.find(|c| !is_path(c)).map_or(line.len(), |end| at + end);
        let first = path[1..].split(|c: char| !goes_on(c)).next().unwrap_or_default();
        let is_rooted = path.starts_with('/') && !before.ends_with(goes_on);
        let is_machine = (has_drive || is_rooted) && MACHINE_FOLDERS.contains(&first);
        is_machine.then(|| &line[start..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line with `|` for each `/` and `!` for each backslash, so that this file is clean.
    fn found(line: &str) -> Option<String> {
        let line = line.replace('|', "/").replace('!', "\\");
        machine_path(&line).map(|path| path.replace('/', "|").replace('\\', "!"))
    }

    #[test]
    fn paths_of_one_machine_are_found() {
        assert_eq!(found("open(\"|home|ada|x.toml\")").as_deref(), Some("|home|ada|x.toml"));
        assert_eq!(found("see |tmp.").as_deref(), None, "a dot may belong to the name");
        assert_eq!(found("see `|tmp` and").as_deref(), Some("|tmp"));
        assert_eq!(found("file:||||work|main").as_deref(), Some("|work|main"));
        assert_eq!(found("D:!Users!ada").as_deref(), Some("D:!Users!ada"));
    }

    #[test]
    fn other_slashes_are_left_alone() {
        for line in [
            "https:||example.org|home|a",
            "crates|work|x",
            "~|home",
            ".|tmp|x",
            "|homestead",
            "# |usr|bin|env bash",
            "|dev|null",
            "and|or",
            "a |= b",
        ] {
            assert_eq!(found(line), None, "{line}");
        }
    }

    #[test]
    fn only_files_of_ours_are_searched() {
        let bad = "a\n\"|root|x\"".replace('|', "/");
        let tree = Tree::of(&[(".ci/run", &bad), ("Cargo.lock", &bad), ("README.md", &bad)]);
        let places: Vec<_> = check(&tree).into_iter().map(|f| (f.file, f.line)).collect();
        assert_eq!(places, [("README.md".to_owned(), Some(2))]);
    }
}
