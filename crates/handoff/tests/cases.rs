//! Every rule case of Alexandros holds.

use diadem_cases::run_all;
use diadem_handoff::vocabularies;
use std::path::Path;

#[test]
fn the_cases_of_alexandros_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/alexandros");
    let mut out = Vec::new();
    let totals = run_all(&[folder], &vocabularies(), &mut out).unwrap();
    assert!(totals.passed > 0 && totals.failed == 0, "{}", String::from_utf8_lossy(&out));
}
