//! `cargo xtask saves`: writes the sample saves.

use diadem_tests::samples;
use std::process::ExitCode;

fn main() -> ExitCode {
    match samples::write_samples(&samples::folder()) {
        Ok(paths) => {
            for path in paths {
                println!("wrote {}", path.display());
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
