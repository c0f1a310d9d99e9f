//! What is done in the window. A new screen adds its steps here.

use super::program::Program;
use super::screen::Screen;
use crate::bounded::Deadline;
use anyhow::{Context, Result};

/// One start of the program, from its first picture to Ctrl+Q.
pub struct Course {
    /// For messages and for the name of the log.
    pub name: &'static str,
    /// Width and height of the window, in pixels of the screen.
    pub size: (u32, u32),
    /// `DIADEM_SCALE`: how much larger than usual everything is drawn.
    pub scale: &'static str,
    /// What to do, in order.
    pub steps: &'static [Step],
}

/// One thing to do. Places are in pixels from the upper left corner.
#[derive(Debug)]
#[expect(dead_code, reason = "the start screen needs no hand and no words; the next screens do")]
pub enum Step {
    /// Give the window another size.
    Resize(u32, u32),
    /// Press the left button of the pointer there.
    Click(u32, u32),
    /// Press keys together, such as `ctrl+z`.
    Key(&'static str),
    /// Type a text.
    Type(&'static str),
    /// Wait until the picture no longer changes.
    Settle,
    /// Take a picture, which must show something.
    Shoot(&'static str),
}

use Step::{Key, Resize, Settle, Shoot};

/// Every course, in order.
pub const COURSES: [Course; 2] = [
    Course {
        name: "as-usual",
        size: (1920, 1080),
        scale: "1",
        steps: &[
            Settle,
            Shoot("start"),
            Key("Tab"),
            Settle,
            Shoot("start-by-keys"),
            Resize(1280, 720),
            Settle,
            Shoot("start-small"),
        ],
    },
    Course {
        name: "twice-as-large",
        size: (1920, 1080),
        scale: "2",
        steps: &[Settle, Shoot("start-large")],
    },
];

impl Course {
    /// Takes every step. Pictures are numbered through all courses.
    pub fn run(
        &self,
        screen: &Screen,
        program: &mut Program,
        pictures: &mut usize,
        deadline: Deadline,
    ) -> Result<()> {
        for step in self.steps {
            take(step, screen, program, pictures, deadline)
                .and_then(|()| program.still_runs())
                .with_context(|| format!("at the step {step:?}"))?;
        }
        Ok(())
    }
}

fn take(
    step: &Step,
    screen: &Screen,
    program: &Program,
    pictures: &mut usize,
    deadline: Deadline,
) -> Result<()> {
    match *step {
        Resize(width, height) => screen.place(program.window(), (width, height), deadline),
        Step::Click(x, y) => screen.click((x, y), deadline),
        Key(keys) => screen.press(keys, deadline),
        Step::Type(text) => screen.write(text, deadline),
        Settle => screen.settle(deadline),
        Shoot(name) => {
            *pictures += 1;
            screen.shoot(&format!("{pictures:02}-{name}"), deadline)
        }
    }
}
