//! Cases are found by book, chapter and number.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_cases::{case_name, find_cases, part_of_names};
use std::fs;
use std::path::Path;

const FILES: [&str; 8] = [
    "alexandros/9/9.18-a",
    "alexandros/10/10.1-b",
    "gba/9/9.1-c",
    "gba/9/9.18-d",
    "gba/9/9.181-e",
    "gba/9/9.18.2-f",
    "gba/19/19.18-g",
    "gba4/9/9.18-h",
];

/// The names of what is found.
fn found(asked: &str) -> Vec<String> {
    let home = tempfile::tempdir().unwrap();
    for file in FILES {
        let path = home.path().join(file).with_added_extension("toml");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }
    fs::write(home.path().join("README.md"), "").unwrap();
    let files = find_cases(home.path(), asked).unwrap();
    files.iter().map(|file| case_name(home.path(), file)).collect()
}

#[test]
fn a_number_is_found_whole() {
    assert_eq!(found("gba/9.18"), ["gba/9.18-d"]);
    assert_eq!(found("GBA/9.1"), ["gba/9.1-c"]);
    assert_eq!(found("gba/9.18.2"), ["gba/9.18.2-f"]);
    assert_eq!(found("9.18"), ["alexandros/9.18-a", "gba/9.18-d", "gba4/9.18-h"]);
}

#[test]
fn a_chapter_and_a_book_are_found() {
    assert_eq!(found("gba/9"), ["gba/9.1-c", "gba/9.18-d", "gba/9.18.2-f", "gba/9.181-e"]);
    assert_eq!(found("gba/1"), [""; 0]);
    assert_eq!(found("gba4"), ["gba4/9.18-h"]);
    assert_eq!(found("Alexandros"), ["alexandros/10.1-b", "alexandros/9.18-a"]);
}

#[test]
fn what_is_not_there_is_not_found() {
    for asked in ["", "herodotus", "gba/8", "gba/9.2", "gba/9.18-d", "ba/9.18", "spqr/9.18", "/"] {
        assert_eq!(found(asked), [""; 0], "{asked}");
    }
}

#[test]
fn a_filter_that_is_no_number_stays_what_it_is() {
    for asked in ["elephant", "gba", "/9.1", "9.", "9.x", "gba/", "gba/9.18-d", ""] {
        assert_eq!(part_of_names(asked), None, "{asked}");
    }
    assert_eq!(part_of_names("9.18").as_deref(), Some("/9.18-"));
}

#[test]
fn a_case_is_called_by_its_book_and_file() {
    let name = |file: &str| case_name(Path::new("cases"), Path::new(file));
    assert_eq!(name("cases/gba/9/9.18-d.toml"), "gba/9.18-d");
    assert_eq!(name("cases/9.18-d.toml"), "9.18-d");
    assert_eq!(name("elsewhere.toml"), "elsewhere");
}
