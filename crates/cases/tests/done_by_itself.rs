//! What the session does by itself may be written down all the same, and must then be right.

mod common;

use common::words;
use diadem_cases::run_text;

/// A case in which one man is left on each side, so that nobody has to say who strikes whom; with these steps.
fn findings(steps: &str) -> Vec<String> {
    let text = format!(
        r#"
rule = "House 1.4"
title = "The last man strikes the last man"
game = "duel"
dice = [6]

[position]
champions = [1, 1]
men = [
  {{ man = ["challenger", 2], wounds = 2 }},
  {{ man = ["challenger", 3], wounds = 2 }},
  {{ man = ["challenged", 2], wounds = 2 }},
  {{ man = ["challenged", 3], wounds = 2 }},
]
{steps}
[expect]
told = ["man 1 is wounded"]
"#
    );
    let verdict = run_text(&text, "1.4-blow", &words());
    verdict.failures.iter().map(ToString::to_string).collect()
}

const NOTHING: [&str; 0] = [];

/// One step of a seat.
fn step(seat: &str, act: &str) -> String {
    format!("[[do]]\nseat = \"{seat}\"\nact = {act}\n")
}

#[test]
fn what_is_done_by_itself_need_not_be_written() {
    assert_eq!(findings(&step("Challenged", "\"done\"")), NOTHING);
}

#[test]
fn what_is_done_by_itself_may_be_confirmed_in_its_order() {
    let [pick, at, done] = [
        step("Challenger", "{ pick = 1 }"),
        step("Challenger", "{ at = 1 }"),
        step("Challenged", "\"done\""),
    ];
    assert_eq!(findings(&[&pick[..], &at, &done].concat()), NOTHING);
    assert_eq!(findings(&[&pick[..], &done].concat()), NOTHING);
    assert_eq!(findings(&[&at[..], &done].concat()), NOTHING);
    let both = "[[do]]\nseat = \"Challenger\"\nacts = [{ pick = 1 }, { at = 1 }]\n".to_owned();
    assert_eq!(findings(&(both + &done)), NOTHING);
}

const DONE_BEFORE: &str = "by itself the game had done:\n    \
                           Challenger, the only answer: Man 1 strikes\n    \
                           Challenger, the only answer: He strikes man 1";

#[test]
fn a_wrong_confirmation_is_told_what_was_done() {
    let asked_now = "was refused: That is not what is asked now. (House 1.3)";
    let not_yours = "was refused: It is not for this seat to decide now. (House 1.3)";
    let [pick, at] = [step("Challenger", "{ pick = 1 }"), step("Challenger", "{ at = 1 }")];
    let wrong = [
        step("Challenger", "{ pick = 2 }"),
        step("Challenged", "{ pick = 1 }"),
        [&at[..], &pick].concat(),
        [&pick[..], &pick].concat(),
    ];
    for (steps, line) in wrong.iter().zip([15, 15, 18, 18]) {
        let [told] = &findings(steps)[..] else { panic!("one finding about {steps}") };
        assert!(told.starts_with(&format!("line {line}: ")), "{told}");
        assert!(told.contains(asked_now) || told.contains(not_yours), "{told}");
        assert!(told.ends_with(DONE_BEFORE), "{told}");
    }
}

#[test]
fn what_was_done_before_somebody_chose_cannot_be_confirmed_any_more() {
    let steps = step("Challenged", "\"done\"") + &step("Challenger", "{ pick = 1 }");
    let [told] = &findings(&steps)[..] else { panic!("one finding") };
    // The blow was struck, and the other man struck back without being asked.
    assert!(told.contains("Challenged, the only answer: Man 1 strikes"), "{told}");
    assert!(!told.contains("Challenger, the only answer"), "{told}");
}

#[test]
fn a_refusal_that_is_expected_is_no_confirmation() {
    let refused = step("Challenger", "{ pick = 1 }") + "refused = \"House 1.3\"\n";
    assert_eq!(findings(&(refused + &step("Challenged", "\"done\""))), NOTHING);
}

const STANDING: &str = r#"
rule = "House 1.3"
title = "The struck man dodges by standing order"
game = "duel"

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
acts = [{ pick = 1 }, { at = 2 }]

[[do]]
seat = "Challenged"
act = { dodge = 2 }

[[then]]
man = ["challenged", 2]
winded = true
"#;

#[test]
fn a_standing_answer_may_be_confirmed() {
    let told = |text: &str| -> Vec<String> {
        let verdict = run_text(text, "1.3-dodge", &words());
        verdict.failures.iter().map(ToString::to_string).collect()
    };
    assert_eq!(told(STANDING), NOTHING);
    let [wrong] = &told(&STANDING.replace("dodge = 2", "shield = 3"))[..] else {
        panic!("one finding")
    };
    assert!(wrong.ends_with("\n    Challenged, a standing answer: Man 2 dodges"), "{wrong}");
}

#[test]
fn an_answer_that_could_be_meant_twice_is_the_next_one_and_told_when_the_case_fails() {
    // The first blow falls by itself: one man can strike, one can be struck, and he can do nothing about it.
    let text = r#"
rule = "House 1.4"
title = "Two blows"
game = "duel"
dice = [1]

[position]
champions = [3, 3]
men = [
  { man = ["challenger", 2], wounds = 0, winded = true },
  { man = ["challenger", 3], wounds = 2 },
  { man = ["challenged", 1], wounds = 0, winded = true },
  { man = ["challenged", 2], wounds = 2 },
  { man = ["challenged", 3], wounds = 2 },
]

[[do]]
seat = "Challenger"
act = { pick = 1 }

[expect]
by_rule = "House 1.3"
"#;
    let verdict = run_text(text, "1.4-blow", &words());
    assert!(verdict.holds() && verdict.warnings.is_empty(), "{verdict:?}");
    let verdict =
        run_text(&text.replace("by_rule = \"House 1.3\"", "over = \"duel\""), "1.4-blow", &words());
    assert!(!verdict.holds());
    let [doubt] = &verdict.warnings[..] else { panic!("one doubt: {verdict:?}") };
    assert!(doubt.to_string().starts_with("line 19: this was taken as a new answer"), "{doubt}");
}
