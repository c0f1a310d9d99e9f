//! Programs that are never waited for without end and never left behind.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often we look whether something has happened.
const GLANCE: Duration = Duration::from_millis(20);

/// The moment at which patience ends.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    /// So long from now.
    pub fn within(time: Duration) -> Deadline {
        Deadline(Instant::now() + time)
    }

    /// So long from now, but never later than this one.
    pub fn sooner(self, time: Duration) -> Deadline {
        Deadline(self.0.min(Instant::now() + time))
    }

    /// What is left.
    pub fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// Looks again and again until there is an answer or time is up.
    pub fn poll<T>(self, mut look: impl FnMut() -> Option<T>) -> Option<T> {
        loop {
            if let Some(found) = look() {
                return Some(found);
            }
            if self.left().is_zero() {
                return None;
            }
            thread::sleep(GLANCE.min(self.left()));
        }
    }
}

/// A running program that is killed when nobody holds it any more.
#[derive(Debug)]
pub struct Running(Child);

impl Running {
    /// Starts it.
    pub fn start(command: &mut Command) -> io::Result<Running> {
        command.spawn().map(Running)
    }

    /// The program itself.
    pub fn child(&mut self) -> &mut Child {
        &mut self.0
    }

    /// How it ended, if it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().ok().flatten()
    }

    /// Waits for its end.
    pub fn wait(&mut self, deadline: Deadline) -> Option<ExitStatus> {
        deadline.poll(|| self.ended())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail only when the program has ended, which is what we want.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a program wrote, and how it ended.
#[derive(Debug)]
pub struct Told {
    /// How it ended.
    pub status: ExitStatus,
    /// What it wrote to its standard output.
    pub out: Vec<u8>,
    /// What it wrote to its standard error.
    pub err: String,
}

/// Runs a program to its end; `TimedOut` when it takes too long.
pub fn run(command: &mut Command, deadline: Deadline) -> io::Result<Told> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = Running::start(command)?;
    let out = read_aside(running.child().stdout.take());
    let err = read_aside(running.child().stderr.take());
    let status = running.wait(deadline).ok_or_else(|| {
        let name = command.get_program().to_string_lossy().into_owned();
        io::Error::new(io::ErrorKind::TimedOut, format!("{name} took too long"))
    })?;
    let all = |reader: JoinHandle<Vec<u8>>| reader.join().unwrap_or_default();
    Ok(Told { status, out: all(out), err: String::from_utf8_lossy(&all(err)).into_owned() })
}

/// Reads a stream on a thread of its own, so that the program never waits for us.
fn read_aside(stream: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What could be read is enough: the status tells whether all went well.
            let _ = stream.read_to_end(&mut bytes);
        }
        bytes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn what_a_program_says_is_heard() {
        let patient = Deadline::within(Duration::from_mins(1));
        let told = run(&mut shell("echo a; echo b >&2; exit 3"), patient).unwrap();
        assert_eq!((told.out.as_slice(), told.err.as_str()), (&b"a\n"[..], "b\n"));
        assert_eq!(told.status.code(), Some(3));
    }

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let error =
            run(&mut shell("exec sleep 600"), Deadline::within(Duration::ZERO)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[test]
    fn a_deadline_is_never_put_off() {
        let over = Deadline::within(Duration::ZERO);
        assert!(over.sooner(Duration::from_mins(1)).left().is_zero());
        assert_eq!(over.poll(|| Some(1)), Some(1), "it looks once even so");
    }
}
