//! Every case about the display holds.

use diadem_cases::{AnyVocabulary, case_files, run_all};
use diadem_display::cases::DisplayVocabulary;
use std::path::{Path, PathBuf};

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/alexandros");
    let files = case_files(&folder).expect("the folder of cases can be read");
    files.into_iter().filter(|path| is_of_the_display(path)).collect()
}

/// Section 10 has cases of the campaign, too.
fn is_of_the_display(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).expect("a case is a text");
    text.contains("game = \"display\"")
}

#[test]
fn every_case_of_section_10_holds() {
    let words: Vec<Box<dyn AnyVocabulary>> = vec![Box::new(DisplayVocabulary)];
    let mut told = Vec::new();
    let totals = run_all(&cases(), &words, &mut told).unwrap();
    assert_eq!(totals.failed, 0, "\n{}", String::from_utf8_lossy(&told));
}

#[test]
fn every_rule_of_section_10_has_a_case() {
    let named = |number: u32| {
        let start = format!("10.{number}-");
        let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        cases().iter().any(|path| name(path).starts_with(&start))
    };
    let missing: Vec<u32> = (1..=20).filter(|&number| !named(number)).collect();
    assert_eq!(missing, Vec::<u32>::new());
}
