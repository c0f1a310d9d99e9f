//! Where case files lie.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The case files at a path: itself, or every `.toml` below it, in the order of their names.
pub fn case_files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut entries = fs::read_dir(path)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<PathBuf>>>()?;
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        if entry.is_dir() || entry.extension().is_some_and(|extension| extension == "toml") {
            files.extend(case_files(&entry)?);
        }
    }
    Ok(files)
}
