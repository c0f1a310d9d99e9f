//! The files of the project in memory, so that every check is a pure question about text.

use crate::project::from_root;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::Path;

/// What is built or kept by git, not written by us.
const NOT_OURS: [&str; 2] = [".git", "target"];

/// Every file of the project by its path from the top folder, in order.
#[derive(Default, Debug)]
pub struct Tree {
    files: BTreeMap<String, Content>,
}

#[derive(Debug)]
enum Content {
    Text(String),
    Binary,
}

impl Tree {
    /// Reads the project from disk.
    pub fn read(root: &Path) -> Result<Tree> {
        let mut tree = Tree::default();
        tree.read_folder(root, root)?;
        Ok(tree)
    }

    fn read_folder(&mut self, root: &Path, folder: &Path) -> Result<()> {
        let cannot = || format!("{} cannot be read.", folder.display());
        for entry in std::fs::read_dir(folder).with_context(cannot)? {
            let entry = entry.with_context(cannot)?;
            let (path, kind) = (entry.path(), entry.file_type().with_context(cannot)?);
            let name = from_root(&path, root);
            if kind.is_dir() {
                if !NOT_OURS.contains(&name.as_str()) {
                    self.read_folder(root, &path)?;
                }
            } else if kind.is_file() {
                let bytes = std::fs::read(&path)
                    .with_context(|| format!("{} cannot be read.", path.display()))?;
                let content = String::from_utf8(bytes).map_or(Content::Binary, Content::Text);
                self.files.insert(name, content);
            }
        }
        Ok(())
    }

    /// Every path.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Every file that is text, with its path.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|(path, content)| match content {
            Content::Text(text) => Some((path.as_str(), text.as_str())),
            Content::Binary => None,
        })
    }

    /// The text files under a folder, such as `tests/cases/`, of this ending, such as `toml`.
    pub fn under(&self, folder: &str, ending: &str) -> impl Iterator<Item = (&str, &str)> {
        self.texts()
            .filter(move |(path, _)| path.starts_with(folder) && self::ending(path) == ending)
    }

    /// The sources of our crates.
    pub fn crate_sources(&self) -> impl Iterator<Item = (&str, &str)> {
        self.under("crates/", "rs").filter(|(path, _)| path.split('/').nth(2) == Some("src"))
    }

    /// The text of one file, if it is there and text.
    pub fn text(&self, path: &str) -> Option<&str> {
        match self.files.get(path)? {
            Content::Text(text) => Some(text),
            Content::Binary => None,
        }
    }

    /// Whether there is such a file.
    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// A small tree for a test.
    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Tree {
        let text = |&(path, text): &(&str, &str)| (path.into(), Content::Text(text.into()));
        Tree { files: files.iter().map(text).collect() }
    }
}

/// What stands after the last dot of a path.
pub fn ending(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, ending)| ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_itself_can_be_read() {
        let tree = Tree::read(crate::project::root()).unwrap();
        assert!(tree.text("xtask/src/tree.rs").is_some_and(|text| text.starts_with("//!")));
        assert!(tree.paths().all(|path| !path.starts_with("target/")));
    }

    #[test]
    fn only_src_counts_as_the_source_of_a_crate() {
        let tree = Tree::of(&[("crates/a/src/x.rs", ""), ("crates/a/benches/y.rs", "")]);
        assert_eq!(tree.crate_sources().collect::<Vec<_>>(), [("crates/a/src/x.rs", "")]);
    }
}
