//! Every rule case of the hex battle holds.

use diadem_cases::{AnyVocabulary, run_all, run_text};
use diadem_hexes::cases::HexesVocabulary;
use std::path::Path;

#[test]
fn the_cases_of_the_hex_battle_hold() {
    let folder =
        |book: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases").join(book);
    let words: [Box<dyn AnyVocabulary>; 1] = [Box::new(HexesVocabulary)];
    let mut out = Vec::new();
    let totals = run_all(&[folder("gba"), folder("gba4")], &words, &mut out).unwrap();
    assert!(totals.passed > 0 && totals.failed == 0, "\n{}", String::from_utf8_lossy(&out));
}

/// A phalanx goes forward; `STARTS` and `ENDS` stand for its hexes.
const PHALANX: &str = r#"
rule = "GBA 6.31"
title = "The two halves of a phalanx go forward together"
game = "hexes"

[position]
orders = "Alexander"

[position.macedonian]
units = [{ unit = "taxis", kind = "PH", hex = STARTS }]
leaders = [{ leader = "Alexander", hex = "0408" }]

[[do]]
seat = "Macedonian"
acts = [{ order = "taxis" }, { go = "forward left" }, "done"]

[[then]]
unit = "taxis"
hex = ENDS
"#;

/// What is found about the phalanx in these hexes, before and after.
fn phalanx(starts: &str, ends: &str) -> Vec<String> {
    let text = PHALANX.replace("STARTS", starts).replace("ENDS", ends);
    let words: [Box<dyn AnyVocabulary>; 1] = [Box::new(HexesVocabulary)];
    let verdict = run_text(&text, "6.31-either-order", &words);
    verdict.failures.iter().map(ToString::to_string).collect()
}

#[test]
fn the_hexes_of_a_two_hex_unit_are_named_in_either_order() {
    let either = |one: u16, other: u16| {
        [format!("[\"0{one}\", \"0{other}\"]"), format!("[\"0{other}\", \"0{one}\"]")]
    };
    for starts in either(508, 509) {
        for ends in either(608, 609) {
            assert_eq!(phalanx(&starts, &ends), Vec::<String>::new(), "{starts} to {ends}");
        }
        for wrong in ["\"0608\"", "[\"0608\", \"0608\"]", "[\"0607\", \"0608\"]"] {
            assert_eq!(phalanx(&starts, wrong).len(), 1, "{starts} to {wrong}");
        }
    }
}

#[test]
fn whoever_stands_outside_the_field_is_complained_of() {
    let found = phalanx("[2508, 2509]", "[2608, 2609]");
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("the field has no hex 2508"), "{found:?}");

    let text = PHALANX.replace("STARTS", "[1008, 1009]").replace("ENDS", "[1108, 1109]");
    let text = text.replace("\"0408\"", "2108");
    let words: [Box<dyn AnyVocabulary>; 1] = [Box::new(HexesVocabulary)];
    let found = run_text(&text, "6.31-outside", &words).failures;
    assert_eq!(found.len(), 1);
    assert!(found[0].to_string().contains("the field has no hex 2108"), "{found:?}");
}
