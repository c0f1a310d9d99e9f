//! A screen of our own: Xvfb, and what can be done and seen on it.

use super::screens;
use crate::bounded::{self, Deadline, Running, Told};
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A picture of fewer colours shows nothing: text alone brings a hundred.
const FEWEST_COLOURS: u32 = 40;
/// For one small chore of xdotool or `ImageMagick`.
const A_MOMENT: Duration = Duration::from_secs(15);
/// How long a picture may stay blank.
const SHOWING: Duration = Duration::from_secs(15);
/// How long it must stay the same to count as settled.
const STILL: Duration = Duration::from_millis(400);

/// An X server without a monitor; it ends when dropped.
pub struct Screen {
    _server: Running,
    display: String,
}

/// A window on the screen, as X numbers it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowId(String);

impl Screen {
    /// Starts one of 1920 by 1080 on a display that is free.
    pub fn open(deadline: Deadline) -> Result<Screen> {
        let mut server = Running::start(
            Command::new("Xvfb")
                // The server picks a free display and writes its number to descriptor 1.
                .args(["-displayfd", "1", "-screen", "0", "1920x1080x24"])
                .args(["-nolisten", "tcp", "-noreset", "+extension", "GLX", "+extension", "RANDR"])
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null()),
        )
        .context("Xvfb could not be started.")?;
        let out = server.child().stdout.take().context("Xvfb has no output.")?;
        let (send, receive) = mpsc::channel();
        thread::spawn(move || {
            let mut line = String::new();
            let read = BufReader::new(out).read_line(&mut line);
            send.send(read.map(|_| line))
        });
        let number = receive
            .recv_timeout(deadline.sooner(A_MOMENT).left())
            .context("Xvfb did not say which display it took.")?
            .context("Xvfb could not be heard.")?;
        if number.trim().is_empty() {
            bail!("Xvfb ended at once.");
        }
        Ok(Screen { _server: server, display: format!(":{}", number.trim()) })
    }

    /// What a program needs to find this screen and no other.
    pub fn show_on<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("DISPLAY", &self.display).env_remove("WAYLAND_DISPLAY").env_remove("XAUTHORITY")
    }

    /// The visible window whose title begins so.
    pub fn find_window(&self, title: &str, deadline: Deadline) -> Option<WindowId> {
        let pattern = format!("^{title}");
        // It fails where there is no such window yet.
        let told =
            self.ask("xdotool", &["search", "--onlyvisible", "--name", &pattern], deadline).ok()?;
        let listed = String::from_utf8_lossy(&told.out).into_owned();
        listed.lines().next().map(|id| WindowId(id.to_owned()))
    }

    /// Puts a window into the upper left corner in this size, and gives it the keyboard: there is
    /// no window manager to do it.
    pub fn place(
        &self,
        window: &WindowId,
        (width, height): (u32, u32),
        deadline: Deadline,
    ) -> Result<()> {
        let (width, height) = (width.to_string(), height.to_string());
        let place = ["windowmove", &window.0, "0", "0", "windowsize", &window.0, &width, &height];
        self.xdotool(&[&place[..], &["windowfocus", &window.0]].concat(), deadline)
    }

    /// Moves the pointer there and presses its left button.
    pub fn click(&self, (x, y): (u32, u32), deadline: Deadline) -> Result<()> {
        let (x, y) = (x.to_string(), y.to_string());
        self.xdotool(&["mousemove", &x, &y, "click", "1"], deadline)
    }

    /// Presses keys together, such as `ctrl+q`.
    pub fn press(&self, keys: &str, deadline: Deadline) -> Result<()> {
        self.xdotool(&["key", "--clearmodifiers", keys], deadline)
    }

    /// Types a text.
    pub fn write(&self, text: &str, deadline: Deadline) -> Result<()> {
        self.xdotool(&["type", "--delay", "20", "--", text], deadline)
    }

    /// Waits until the picture stays the same for a while.
    pub fn settle(&self, deadline: Deadline) -> Result<()> {
        let look = || self.ask("import", &["-window", "root", "-depth", "8", "rgb:-"], deadline);
        let mut last = look()?.out;
        while !deadline.left().is_zero() {
            thread::sleep(STILL);
            let now = look()?.out;
            if now == last {
                return Ok(());
            }
            last = now;
        }
        bail!("The picture did not come to rest.")
    }

    /// Takes a picture, again while there is nothing on it: a busy machine draws late.
    pub fn shoot(&self, name: &str, deadline: Deadline) -> Result<()> {
        let file = screens().join(format!("{name}.png"));
        let file = file.to_string_lossy();
        let mut colours = 0;
        let shown = deadline.sooner(SHOWING).poll(|| match self.picture(&file, deadline) {
            Ok(counted) => {
                colours = counted;
                (counted >= FEWEST_COLOURS).then_some(Ok(()))
            }
            Err(error) => Some(Err(error)),
        });
        match shown {
            Some(Ok(())) => println!("window: {file} ({colours} colours)"),
            Some(Err(error)) => return Err(error),
            None => bail!("The picture {file} is blank: its colours number {colours}."),
        }
        Ok(())
    }

    /// Writes what is to be seen into a file, and counts its colours.
    fn picture(&self, file: &str, deadline: Deadline) -> Result<u32> {
        self.ask("import", &["-window", "root", file], deadline)?;
        let told = self.ask("identify", &["-format", "%k", file], deadline)?;
        String::from_utf8_lossy(&told.out)
            .trim()
            .parse()
            .with_context(|| format!("`identify` did not count the colours of {file}."))
    }

    fn xdotool(&self, args: &[&str], deadline: Deadline) -> Result<()> {
        self.ask("xdotool", args, deadline).map(drop)
    }

    /// Runs one of the tools on this screen.
    fn ask(&self, tool: &str, args: &[&str], deadline: Deadline) -> Result<Told> {
        let said = format!("`{tool} {}`", args.join(" "));
        let told =
            bounded::run(self.show_on(Command::new(tool).args(args)), deadline.sooner(A_MOMENT))
                .with_context(|| format!("{said} could not be run."))?;
        if !told.status.success() {
            bail!("{said} failed: {}", told.err.trim());
        }
        Ok(told)
    }
}
