//! The thin binary: everything is in the library.

use diadem::{Program, run};
use diadem_handoff::{War, vocabularies};
use std::process::ExitCode;
use std::{env, io};

fn main() -> ExitCode {
    let mut program = Program::<War>::new();
    program.vocabularies = vocabularies();
    #[cfg(feature = "window")]
    {
        program.window = Some(diadem::window::open);
    }
    // Unlocked: a panic in another thread must be able to write while this one waits.
    run(&program, env::args_os(), &mut io::stdout(), &mut io::stderr()).into()
}
