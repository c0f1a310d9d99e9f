//! A trace tells every question, every answer and every event, in order.

mod common;

use common::words;
use diadem_cases::trace_all;

const CASE: &str = r#"
rule = "House 1.4"
title = "The struck man dodges, so his friend strikes back"
game = "duel"
run = "show the champion"

[position]
champions = [1, 1]
men = [{ man = ["challenged", 2], wounds = 2 }]

[[do]]
seat = "Challenger"
act = { pick = 2 }
[[do]]
seat = "Challenger"
undo = true
[[do]]
seat = "Challenged"
stand = "always dodge"
[[do]]
seat = "Challenger"
acts = [{ pick = 1 }, { at = 1 }]
[[do]]
seat = "Challenged"
act = { dodge = 1 }
[[do]]
seat = "Challenged"
act = { pick = 1 }
refused = "House 1.2"
[[do]]
seat = "Challenger"
interject = "yield"

[expect]
decides = "Challenger"
"#;

const TRACE: &str = r#"1.4-blow.toml
  The struck man dodges, so his friend strikes back (House 1.4)
  run = "show the champion"
    House 1.4: Challenger: man 1 is seen to be the champion.
  Challenger is asked: Who strikes? (House 1.2)
    Challenger, line 13: Man 2 strikes
  Challenger is asked: Whom does man 2 strike? (House 1.2)
    Challenger, line 16: the last move is taken back
  Challenger is asked: Who strikes? (House 1.2)
    Challenged, line 19: from now on: "always dodge"
  Challenger is asked: Who strikes? (House 1.2)
    Challenger, line 22: Man 1 strikes
  Challenger is asked: Whom does man 1 strike? (House 1.2)
    Challenger, line 22: He strikes man 1
    House 1.2: Challenger: man 1 strikes at man 1.
  Challenged is asked: A blow is coming at man 1. (House 1.3)
    Challenged, a standing answer: Man 1 dodges
    House 1.3: Challenged: man 1 answers: Dodge.
  Challenged is asked: Who strikes? (House 1.2)
    Challenged, the only answer: Man 3 strikes
  Challenged is asked: Whom does man 3 strike? (House 1.2)
    Challenged, line 25: { dodge = 1 } was done by itself
    Challenged, line 28: { pick = 1 } is refused: That is not what is asked now. (House 1.2)
    Challenger, line 32: out of turn: Yield
    House 1.5: Challenger yields.
    House 1.5: Challenged wins the duel.
  Nobody is asked any more: duel (House 1.5)
  line 35: who decides: expected "Challenger", got "nobody, it is over: duel"
0 passed, 1 failed
"#;

#[test]
fn a_case_is_traced_from_its_procedure_to_its_failures() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("1.4-blow.toml");
    std::fs::write(&file, CASE).unwrap();
    let mut out = Vec::new();
    trace_all(&[file], &words(), &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    let (_, out) = out.split_at(out.find("1.4-blow").unwrap());
    assert_eq!(out, TRACE);
}
