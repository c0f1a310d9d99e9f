//! What is done in the window. A new screen adds its steps here.

use super::program::Program;
use super::screen::Screen;
use crate::bounded::Deadline;
use anyhow::{Context, Result};
use std::time::Duration;

/// How long a picture may take to come to rest.
const SETTLING: Duration = Duration::from_secs(15);
/// How long computers may take to finish a battle while they are watched.
const A_BATTLE: Duration = Duration::from_mins(2);

/// One start of the program, from its first picture to Ctrl+Q.
pub struct Script {
    /// For messages and for the name of the log.
    pub name: &'static str,
    /// Width and height of the window, in pixels of the screen.
    pub size: (u32, u32),
    /// `DIADEM_SCALE`: how much larger than usual everything is drawn.
    pub scale: &'static str,
    /// A sample in `saves/` to open, if not the start screen.
    pub save: Option<&'static str>,
    /// What to do, in order.
    pub steps: &'static [Step],
}

/// One thing to do. Places are in pixels from the upper left corner.
#[derive(Debug)]
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
    /// The same, for as long as a battle takes.
    Outlast,
    /// Take a picture, which must show something.
    Shoot(&'static str),
}

use Step::{Click, Key, Outlast, Resize, Settle, Shoot, Type};

/// From the menu through every screen into the first battle.
const EVENING: &[Step] = &[
    Settle,
    Shoot("start"),
    Click(1600, 110), // New campaign
    Settle,
    Shoot("new-campaign"),
    Key("Escape"),
    Settle,
    Click(1600, 167), // Load
    Settle,
    Shoot("load"),
    Key("Escape"),
    Key("F1"),
    Settle,
    Type("forced march"),
    Settle,
    Shoot("rulebook"),
    Key("Escape"),
    Key("Escape"),
    Settle,
    Click(1600, 395), // Settings
    Settle,
    Shoot("settings"),
    Key("Escape"),
    Key("question"),
    Settle,
    Shoot("keys"),
    Key("Escape"),
    Settle,
    Click(1600, 224), // Learn
    Settle,
    Shoot("learn"),
    Click(1880, 23), // Menu
    Settle,
    Shoot("menu"),
    Key("Escape"),
    Resize(1280, 720),
    Settle,
    Shoot("learn-small"),
];

/// A campaign: the map, what lies over it, a march by the mouse.
const CAMPAIGN: &[Step] = &[
    Settle,
    Shoot("map"),
    Key("c"),
    Settle,
    Shoot("chronicle"),
    Key("c"),
    Key("o"),
    Settle,
    Shoot("objectives"),
    Key("o"),
    Key("t"),
    Settle,
    Shoot("turn-track"),
    Key("t"),
    Key("g"),
    Settle,
    Shoot("statistics"),
    Key("Escape"),
    Click(740, 840), // Arabia
    Settle,
    Shoot("province"),
    Key("space"),
    Settle,
    Key("ctrl+z"),
    Settle,
    Key("ctrl+s"),
    Settle,
    Shoot("save-as"),
    Key("Escape"),
    Resize(1280, 720),
    Settle,
    Shoot("map-small"),
];

/// The sample of a battle on hexes.
const HEXES: &str = "granicus-hexes.diadem";

/// A battle on hexes: who gives the type; nearer, and on a small screen.
const ON_HEXES: &[Step] = &[
    Settle,
    Shoot("hexes"),
    Click(1600, 262), // Whose type counts
    Settle,
    Key("plus"),
    Key("plus"),
    Key("plus"),
    Settle,
    Shoot("hexes-near"),
    Key("Home"),
    Resize(1280, 720),
    Settle,
    Shoot("hexes-small"),
];

/// Two captains take over a battle on hexes: watched, paused, stepped, and at once to its end.
const WATCHED: &[Step] = &[
    Settle,
    Key("h"),
    Settle,
    Shoot("hint"),
    Key("w"),
    Settle,
    Click(1006, 548), // Macedonian: captain
    Click(1006, 592), // Persian: captain
    Shoot("who-plays"),
    Key("Escape"),
    Click(358, 1061), // Watched
    Shoot("watched"),
    Key("p"),
    Settle,
    Key("n"),
    Settle,
    Shoot("stepped"),
    Click(221, 1061), // Instant
    Key("p"),
    Outlast,
    Shoot("battle-report"),
];

/// Every script, in order.
pub const SCRIPTS: [Script; 8] = [
    Script { name: "evening", size: (1920, 1080), scale: "1", save: None, steps: EVENING },
    Script {
        name: "campaign",
        size: (1920, 1080),
        scale: "1",
        save: Some("alexandros.diadem"),
        steps: CAMPAIGN,
    },
    Script {
        name: "battle",
        size: (1920, 1080),
        scale: "1",
        save: Some("alexandros-battle.diadem"),
        steps: &[Settle, Shoot("battle"), Resize(1280, 720), Settle, Shoot("battle-small")],
    },
    Script { name: "hexes", size: (1920, 1080), scale: "1", save: Some(HEXES), steps: ON_HEXES },
    Script { name: "watched", size: (1920, 1080), scale: "1", save: Some(HEXES), steps: WATCHED },
    Script {
        name: "hexes-twice-as-large",
        size: (1920, 1080),
        scale: "2",
        save: Some(HEXES),
        steps: &[Settle, Shoot("hexes-large")],
    },
    Script {
        name: "start-twice-as-large",
        size: (1920, 1080),
        scale: "2",
        save: None,
        steps: &[Settle, Shoot("start-large")],
    },
    Script {
        name: "map-twice-as-large",
        size: (1920, 1080),
        scale: "2",
        save: Some("alexandros.diadem"),
        steps: &[Settle, Shoot("map-large")],
    },
];

impl Script {
    /// Takes every step. Pictures are numbered through all scripts.
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
        Click(x, y) => screen.click((x, y), deadline),
        Key(keys) => screen.press(keys, deadline),
        Type(text) => screen.write(text, deadline),
        Settle => screen.settle(deadline.sooner(SETTLING)),
        Outlast => screen.settle(deadline.sooner(A_BATTLE)),
        Shoot(name) => {
            *pictures += 1;
            screen.shoot(&format!("{pictures:02}-{name}"), deadline)
        }
    }
}
