//! Every rule case in `tests/cases/` holds: each is a test of its own, called by its book and number, such
//! as `gba/9.18-giving-way`.
//!
//! A filter that is a number means that number and no other: `9.18` leaves 19.18 and 9.181 alone, `gba/9.1`
//! runs the cases of GBA 9.1 and not those of 9.18, `gba/9` all of chapter 9. Any other filter is a part of a
//! name, as in every test: `elephant`, or `/9.1` for whatever begins with 9.1.

use diadem_cases::{AnyVocabulary, Finding, case_files, case_name, part_of_names, run_file};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

type Vocabularies = Arc<Vec<Box<dyn AnyVocabulary>>>;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    if !arguments.exact {
        arguments.filter = arguments.filter.map(|asked| part_of_names(&asked).unwrap_or(asked));
    }
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let files = case_files(&home).expect("the folder of cases can be read");
    assert!(!files.is_empty(), "there are cases");
    let vocabularies = Arc::new(diadem_handoff::vocabularies());
    let trials =
        files.into_iter().map(|file| trial(&home, file, Arc::clone(&vocabularies))).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A case as a test.
fn trial(home: &Path, file: PathBuf, vocabularies: Vocabularies) -> Trial {
    Trial::test(case_name(home, &file), move || {
        let verdict = run_file(&file, &vocabularies);
        for warning in &verdict.warnings {
            eprintln!("warning: {}: {warning}", file.display());
        }
        if verdict.holds() {
            return Ok(());
        }
        let told: Vec<String> = verdict.failures.iter().map(Finding::to_string).collect();
        Err(Failed::from(format!("{}\n{}", file.display(), told.join("\n"))))
    })
}
