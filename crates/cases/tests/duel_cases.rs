//! The runner, proved on the duel: cases that hold, and every kind of complaint with its line.

mod common;

use common::words;
use diadem_cases::{run_all, run_text};

/// Why the case does not hold.
fn findings(text: &str) -> Vec<String> {
    run_text(text, "1.4-blow", &words()).failures.iter().map(ToString::to_string).collect()
}

/// A champion strikes for 3 + 1 = 4 and wounds.
const HOLDS: &str = r#"
rule = "House 1.4"
title = "A champion's three is a four"
game = "duel"
dice = [3]

[position]
champions = [1, 2]
men = [{ man = ["challenged", 3], wounds = 1 }]

[[do]]
seat = "Challenger"
act = { pick = 2 }

[[do]]
seat = "Challenger"
undo = true

[[do]]
seat = "Challenger"
act = { pick = 1 }

[[do]]
seat = "Challenger"
act = { at = 3 }

[[do]]
seat = "Challenged"
act = "done"

[expect]
decides = "Challenged"
by_rule = "House 1.2"
events = ["House 1.2", "House 1.4", "House 1.4"]
told = ["man 3 is wounded (d6 3 +1 = 4)"]
untold = ["yields"]
legal = [{ pick = 1 }]
not_legal = [{ pick = 3 }]

[[then]]
man = ["challenged", 3]
wounds = 2
winded = false
"#;

#[test]
fn a_case_holds() {
    assert_eq!(findings(HOLDS), Vec::<String>::new());
}

#[test]
fn standing_answers_interjections_and_procedures_have_words() {
    let text = r#"
rules = ["House 1.4", "House 1.3", "House 1.5"]
title = "The struck man dodges by standing order, then his side yields"
game = "duel"
run = "show the champion"

[position]
champions = [1, 2]

[[do]]
seat = "Challenged"
stand = "never shield"

[[do]]
seat = "Challenged"
stand = "always dodge"

[[do]]
seat = "Challenger"
act = { pick = 1 }

[[do]]
seat = "Challenger"
act = { at = 2 }
then = [{ man = ["challenged", 2], winded = true }]

[[do]]
seat = "Challenged"
interject = "yield"

[expect]
over = "duel"
winners = ["Challenger"]
"#;
    assert_eq!(findings(text), Vec::<String>::new());
}

#[test]
fn a_refusal_can_be_what_is_expected() {
    let text = r#"
rules = ["House 1.4", "House 1.2"]
title = "Nobody strikes out of turn"
game = "duel"
uncited = "no blow is struck"

[position]
champions = [1, 1]

[[do]]
seat = "Challenged"
act = { pick = 1 }
refused = "House 1.2"
"#;
    assert_eq!(findings(text), Vec::<String>::new());
}

/// `HOLDS` with one thing changed, and what is then found.
#[track_caller]
fn spoiled(before: &str, after: &str, found: &[&str]) {
    assert!(HOLDS.contains(before));
    assert_eq!(findings(&HOLDS.replace(before, after)), found);
}

#[test]
fn what_does_not_hold_is_told_with_its_line() {
    spoiled(
        "wounds = 2",
        "wounds = 1",
        &["line 42: man [\"challenged\", 3]: wounds: expected 1, got 2"],
    );
    spoiled(
        "decides = \"Challenged\"",
        "decides = \"Challenger\"",
        &["line 32: who decides: expected \"Challenger\", got \"Challenged\""],
    );
    spoiled(
        "act = { at = 3 }",
        "act = { at = 3 }\nrefused = \"House 1.2\"",
        &["line 26: expected a refusal by House 1.2, but it was done"],
    );
    spoiled(
        "act = { at = 3 }",
        "act = { pick = 3 }",
        &["line 23: was refused: That is not what is asked now. (House 1.2)"],
    );
    spoiled(
        "told = [\"man 3",
        "told = [\"man 1",
        &[
            "line 35: expected to be told \"man 1 is wounded (d6 3 +1 = 4)\", got:\n    House 1.2: Challenger: man 1 strikes at man 3.\n    House 1.4: Challenger: man 1 is seen to be the champion.\n    House 1.4: Challenged: man 3 is wounded (d6 3 +1 = 4).",
        ],
    );
    spoiled(
        "legal = [{ pick = 1 }]",
        "legal = [{ pick = 3 }]",
        &["line 37: expected to be legal: { pick = 3 }"],
    );
    spoiled("dice = [3]", "dice = [3, 5]", &["line 7: scripted dice were never rolled: 5"]);
    spoiled(
        "events = [\"House 1.2\", \"House 1.4\", \"House 1.4\"]",
        "events = [\"House 1.4\", \"House 1.2\"]",
        &[
            "line 34: expected an event of House 1.2 here, got:\n    House 1.2: Challenger: man 1 strikes at man 3.\n    House 1.4: Challenger: man 1 is seen to be the champion.\n    House 1.4: Challenged: man 3 is wounded (d6 3 +1 = 4).",
        ],
    );
}

#[test]
fn what_cannot_be_read_is_told_with_its_line() {
    spoiled(
        "game = \"duel\"",
        "game = \"chess\"",
        &["line 4: there is no game \"chess\"; there are: duel"],
    );
    spoiled(
        "House 1.4\"\ntitle",
        "House 9.9\"\ntitle",
        &["line 2: no rule \"House 9.9\" in House"],
    );
    spoiled(
        "wounds = 2",
        "wounded = 2",
        &[
            "line 42: nothing is known about `wounded` of man [\"challenged\", 3]; known are: winded, wounds",
        ],
    );
    spoiled(
        "[expect]",
        "[expects]",
        &[
            "line 31: `expects` is not known here; known are: rule, rules, title, game, dice, position, run, do, expect, then, uncited",
        ],
    );
    spoiled(
        "champions = [1, 2]",
        "champions = [1]",
        &["line 8: invalid length 1, expected an array of length 2"],
    );
    spoiled(
        "wounds = 1",
        "wounds = 9",
        &["line 7: the position is impossible: a man who was down was struck again"],
    );
    spoiled(
        "undo = true",
        "undo = true\nact = \"done\"",
        &["line 15: the step needs one of `act`, `acts`, `interject`, `stand`, `undo`"],
    );
    spoiled(
        "seat = \"Challenged\"",
        "seat = \"Xerxes\"",
        &["line 28: there is no seat \"Xerxes\"; there are: Challenger, Challenged"],
    );
    spoiled(
        "title = ",
        "tilte = ",
        &[
            "line 3: `tilte` is not known here; known are: rule, rules, title, game, dice, position, run, do, expect, then, uncited",
        ],
    );
    spoiled(
        "dice = [3]",
        "dice = [3",
        &["line 7: missing comma between array elements, expected `,`"],
    );
}

#[test]
fn a_case_that_cannot_fail_fails() {
    let (until_expect, _) = HOLDS.split_once("[expect]").unwrap();
    assert_eq!(findings(until_expect), ["line 1: the case expects nothing, so it cannot fail"]);
}

#[test]
fn a_case_is_about_a_rule_that_applies() {
    spoiled(
        "rule = \"House 1.4\"",
        "rules = [\"House 1.4\", \"House 2.1\"]",
        &[
            "line 7: House 2.1 was never cited by an event, a refusal or a question (say why with `uncited`)",
        ],
    );
}

#[test]
fn a_rule_that_came_to_be_cited_is_a_warning() {
    let text = HOLDS.replace("game = ", "uncited = \"shy\"\ngame = ");
    let verdict = run_text(&text, "1.4-blow", &words());
    assert!(verdict.holds());
    let told: Vec<String> = verdict.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["line 4: every rule is cited now: `uncited` has nothing left to explain"]);
    assert_eq!(run_text(HOLDS, "1.4-blow", &words()).warnings, []);
}

#[test]
fn a_file_is_named_after_its_rule() {
    let named = |name| run_text(HOLDS, name, &words()).failures.len();
    assert_eq!((named("1.4"), named("1.4-blow"), named("1.41-blow"), named("blow")), (0, 0, 1, 1));
}

#[test]
fn folders_are_run_in_order_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("house")).unwrap();
    std::fs::write(folder.path().join("house/1.4-good.toml"), HOLDS).unwrap();
    std::fs::write(folder.path().join("house/1.4-bad.toml"), "nonsense").unwrap();
    std::fs::write(folder.path().join("README.md"), "not a case").unwrap();
    let mut out = Vec::new();
    let totals = run_all(&[folder.path().to_owned()], &words(), &mut out).unwrap();
    assert_eq!((totals.passed, totals.failed), (1, 1));
    let out = String::from_utf8(out).unwrap();
    assert!(out.ends_with("1 passed, 1 failed\n"), "{out}");
    assert!(out.contains("1.4-bad.toml\n  line 1: "), "{out}");

    let shy = HOLDS.replace("game = ", "uncited = \"shy\"\ngame = ");
    std::fs::write(folder.path().join("house/1.4-bad.toml"), shy).unwrap();
    let mut out = Vec::new();
    let totals = run_all(&[folder.path().to_owned()], &words(), &mut out).unwrap();
    assert_eq!((totals.passed, totals.failed, totals.warnings), (2, 0, 1));
    let out = String::from_utf8(out).unwrap();
    assert!(out.ends_with("2 passed, 0 failed, 1 warning\n"), "{out}");
    assert!(out.contains("1.4-bad.toml\n  warning: line 4: "), "{out}");
}
