//! Every rule case of Alexandros holds, and what is wrong with a case is told with its line.

use diadem_cases::{run_all, run_text};
use diadem_handoff::vocabularies;
use std::path::Path;

#[test]
fn the_cases_of_alexandros_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/alexandros");
    let mut out = Vec::new();
    let totals = run_all(&[folder], &vocabularies(), &mut out).unwrap();
    assert!(totals.passed > 0 && totals.failed == 0, "{}", String::from_utf8_lossy(&out));
}

/// What players read about cases.
const README: &str = include_str!("../../../tests/cases/README.md");

/// Whoever learns from an example copies it: each that is a whole case holds as it stands.
#[test]
fn the_examples_for_players_hold() {
    let blocks = README.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut examples = 0;
    for text in blocks.filter(|text| text.starts_with("rule = ")) {
        let number = text.split('"').nth(1).and_then(|rule| rule.split(' ').nth(1)).unwrap();
        let verdict = run_text(text, &format!("{number}-example"), &vocabularies());
        assert!(verdict.holds() && verdict.warnings.is_empty(), "{verdict:?}\n{text}");
        examples += 1;
    }
    assert_eq!(examples, 3, "one of them for each game");
}

/// The campaign's example of `tests/cases/README.md`.
const HOLDS: &str = r#"
rule = "Alexandros 9.4"
title = "31 against 8 is 3:1"
game = "campaign"
run = "combat"
dice = [3]

[position]
turn = "autumn 333"
units = [
  { unit = "mac_phalanx", at = "susiana", count = 2 },
  { unit = "hetairai", at = "susiana" },
  { unit = "royal_guard", at = "susiana" },
  { unit = "persian_levy", at = "susiana" },
]
leaders = [{ leader = "coenus", at = "susiana" }]

[[do]]
seat = "Persian"
act = { lose = "royal_guard" }

[expect]
told = ["31 to 8, d6 3: the defender loses a step"]
"#;

/// `HOLDS` with one thing changed, and what is then found.
#[track_caller]
fn spoiled(before: &str, after: &str, found: &[&str]) {
    assert!(HOLDS.contains(before));
    let text = HOLDS.replace(before, after);
    let verdict = run_text(&text, "9.4-odds", &vocabularies());
    let told: Vec<String> = verdict.failures.iter().map(ToString::to_string).collect();
    assert_eq!(told, found);
}

#[test]
fn what_a_case_of_the_campaign_gets_wrong_is_told() {
    spoiled("combat", "combat", &[]);
    spoiled("count = 2", "count = 9", &["line 8: there are not so many counters of mac_phalanx"]);
    spoiled(
        "\"hetairai\", at = \"susiana\"",
        "\"arab\", at = \"susiana\"",
        &["line 8: arab need `from`, the province they come from"],
    );
    spoiled(
        "autumn 333",
        "autumn 444",
        &["line 8: there is no turn \"autumn 444\"; write \"autumn 333\""],
    );
    spoiled("lose = \"royal_guard\"", "lose = \"guard\"", &["line 20: there is no unit \"guard\""]);
    spoiled(
        "{ lose = \"royal_guard\" }",
        "{ lose = \"royal_guard\", with = 1 }",
        &["line 20: `with` is not known beside `lose`; from, to, who, enemy, at, steps, nth are"],
    );
    spoiled(
        "leader = \"coenus\", at = \"susiana\"",
        "leader = \"coenus\", at = \"shushan\"",
        &[
            "line 8: there is no place \"shushan\": name a province, a city, \"pool\", \"aside\" or \"to come\"",
        ],
    );
    spoiled(
        "run = \"combat\"",
        "run = { battle = \"susiana\" }",
        &["line 5: no two armies meet there"],
    );
}

/// A phalanx in the middle of a battle on hexes; `HEXES` stands for where.
const IN_THE_MIDST: &str = r#"
rule = "Alexandros 10.1"
title = "A phalanx stands where it is said to stand"
game = "campaign"
run = { hexes = "susiana", turn = 5, stands = [{ who = "Taxis 1", hex = HEXES, facing = "E" }] }
uncited = "nothing is done"

[position]
battles = "hex"
units = [
  { unit = "mac_phalanx", at = "susiana", count = 2 },
  { unit = "cretan_archer", at = "susiana" },
  { unit = "persian_levy", at = "susiana", count = 3 },
]
leaders = [{ leader = "parmenio", at = "susiana" }, { leader = "darius", at = "susiana" }]

[[then]]
counter = "Taxis 1"
hex = "1910"
"#;

#[test]
fn a_two_hex_unit_of_a_campaign_stands_in_hexes_named_in_either_order() {
    let told = |hexes: &str| {
        let text = IN_THE_MIDST.replace("HEXES", hexes);
        let failures = run_text(&text, "10.1-midst", &vocabularies()).failures;
        failures.iter().map(ToString::to_string).collect::<Vec<String>>()
    };
    for hexes in ["1910", "[1910, 1911]", "[1911, 1910]"] {
        assert_eq!(told(hexes), Vec::<String>::new(), "{hexes}");
    }
    let across = "line 5: Taxis 1 cannot lie across these two hexes and face E";
    assert_eq!(told("[1910, 1912]"), [across]);
}
