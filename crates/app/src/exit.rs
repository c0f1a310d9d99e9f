//! How the program ends, and why a word stops early.

use std::io::{self, Write};
use std::process::ExitCode;

/// What the program answers to whoever started it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// 0: fine.
    Fine,
    /// 1: what was asked does not hold.
    DoesNotHold,
    /// 2: it could not be asked.
    CannotAsk,
    /// 101, as Rust itself has it: the window ended in a panic.
    Panicked,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Fine => 0,
            Exit::DoesNotHold => 1,
            Exit::CannotAsk => 2,
            Exit::Panicked => 101,
        })
    }
}

/// Why a word stops before its end.
#[derive(Debug)]
pub enum Stop {
    /// What was asked does not hold; what was printed says why.
    DoesNotHold,
    /// It could not be asked: a sentence with what to do.
    CannotAsk(String),
    /// The window ended in a panic; where the report is, was told.
    Panicked,
    /// The answer could not be written.
    Output(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Output(error)
    }
}

impl Stop {
    /// Tells `err` what there is to tell, and how to end.
    pub(crate) fn exit(self, err: &mut dyn Write) -> Exit {
        let (sentence, exit) = match self {
            Stop::DoesNotHold => return Exit::DoesNotHold,
            Stop::Panicked => return Exit::Panicked,
            // The reader has seen enough: `diadem rules GBA | head`.
            Stop::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return Exit::Fine,
            Stop::Output(error) => {
                (format!("The answer could not be written: {error}."), Exit::CannotAsk)
            }
            Stop::CannotAsk(sentence) => (sentence, Exit::CannotAsk),
        };
        // Nobody is left to hear that nobody hears.
        let _ = writeln!(err, "{}", sentence.trim_end());
        exit
    }
}
