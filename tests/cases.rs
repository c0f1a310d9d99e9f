//! Every rule case in `tests/cases/` holds.

use std::path::Path;

#[test]
fn every_rule_case_holds() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut told = Vec::new();
    let totals =
        diadem_cases::run_all(&[cases], &diadem_handoff::vocabularies(), &mut told).unwrap();
    assert_eq!(totals.failed, 0, "\n{}", String::from_utf8_lossy(&told));
}
