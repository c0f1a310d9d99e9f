//! Every rule case of the hex battle holds.

use diadem_cases::{AnyVocabulary, run_all};
use diadem_hexes::cases::HexWords;
use std::path::Path;

#[test]
fn the_cases_of_the_hex_battle_hold() {
    let folder =
        |book: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases").join(book);
    let words: [Box<dyn AnyVocabulary>; 1] = [Box::new(HexWords)];
    let mut out = Vec::new();
    let totals = run_all(&[folder("gba"), folder("gba4")], &words, &mut out).unwrap();
    assert!(totals.passed > 0 && totals.failed == 0, "\n{}", String::from_utf8_lossy(&out));
}
