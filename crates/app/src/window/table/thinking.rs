//! Where computer players think: beside the window, on a thread of their own, so that no frame ever waits for
//! them; or at once, for tests.
//!
//! Invariant: a player is given what its seat may see, never the state and never the session's dice.

use diadem_core::Seat;
use diadem_handoff::{Action, State, War};
use diadem_opponents::{Choice, Effort, Level, Player, Stop};
use eframe::egui::Context;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Where players think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Thinking {
    /// On a thread of their own.
    #[default]
    Beside,
    /// In the frame that asks them: the same every time, for tests.
    AtOnce,
}

/// A question to a computer player.
pub(super) struct Task {
    /// By which its answer is known.
    pub(super) ticket: u64,
    pub(super) war: Arc<War>,
    /// What its seat may see.
    pub(super) view: State,
    pub(super) seat: Seat,
    pub(super) purpose: Purpose,
    /// What a player's luck begins with, should it be a new one.
    pub(super) seed: u64,
    pub(super) stop: Stop,
    /// Whom to tell that there is an answer.
    pub(super) window: Context,
}

/// What an answer is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A player of this level plays; those of another sitting have left, and what they had in mind with them.
    Play { level: Level, sitting: u64 },
    /// A captain is asked for advice.
    Hint,
}

/// Whether a captain is sure of what he says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sureness {
    /// Others would do the same, whatever their luck.
    Sure,
    /// Another would do something else.
    Unsure,
}

/// As many captains as are asked besides: of one mind, they are sure.
const SECONDS: u64 = 2;

/// An answer.
pub(super) struct Thought {
    pub(super) ticket: u64,
    pub(super) sureness: Sureness,
    /// What to do and why; nothing when the player knew nothing.
    pub(super) choice: Option<Choice<Action>>,
}

/// Nobody answers any more: a player has broken down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BrokenDown;

/// Everybody who thinks.
#[derive(Default)]
pub(super) struct Minds {
    players: Vec<(u64, Player)>,
}

impl Minds {
    fn think(&mut self, task: &Task) -> Thought {
        let (war, view, seat) = (&task.war, &task.view, task.seat);
        let mut sureness = Sureness::Sure;
        let choice = match task.purpose {
            Purpose::Hint => {
                let captain = |effort, seed| {
                    let mut captain = Player::new(Level::Captain(effort), seat, seed);
                    captain.choose(war, view, &task.stop)
                };
                let choice = captain(Effort::Full, task.seed);
                let agrees = |nth: u64| {
                    let other = captain(Effort::Quick, task.seed.wrapping_add(nth));
                    other.map(|other| other.action) == choice.map(|choice| choice.action)
                };
                if !(1..=SECONDS).all(agrees) {
                    sureness = Sureness::Unsure;
                }
                choice
            }
            Purpose::Play { level, sitting } => {
                let stays = |(of, one): &(u64, Player)| {
                    *of == sitting && (one.seat() != seat || one.level() == level)
                };
                self.players.retain(stays);
                let at = self.players.iter().position(|(_, one)| one.seat() == seat);
                let at = at.unwrap_or_else(|| {
                    self.players.push((sitting, Player::new(level, seat, task.seed)));
                    self.players.len() - 1
                });
                self.players[at].1.choose(war, view, &task.stop)
            }
        };
        Thought { ticket: task.ticket, sureness, choice }
    }
}

/// Those who think for a table.
pub(super) enum Worker {
    /// Nobody was asked anything yet.
    Idle(Thinking),
    Beside(Beside),
    AtOnce {
        minds: Box<Minds>,
        thought: Option<Thought>,
    },
}

impl Worker {
    /// Asks a question; it is answered later.
    pub(super) fn ask(&mut self, task: Task) {
        if let Worker::Idle(thinking) = *self {
            *self = match thinking {
                Thinking::Beside => Worker::Beside(Beside::start()),
                Thinking::AtOnce => Worker::AtOnce { minds: Box::default(), thought: None },
            };
        }
        match self {
            // Should nobody be there to hear it, waiting for the answer tells.
            Worker::Beside(beside) => drop(beside.tasks.send(task)),
            Worker::AtOnce { minds, thought } => *thought = Some(minds.think(&task)),
            Worker::Idle(_) => {}
        }
    }

    /// The next answer, if it comes within this time.
    pub(super) fn wait(&mut self, most: Duration) -> Result<Option<Thought>, BrokenDown> {
        match self {
            Worker::Idle(_) => Ok(None),
            Worker::AtOnce { thought, .. } => Ok(thought.take()),
            Worker::Beside(beside) => match beside.thoughts.recv_timeout(most) {
                Ok(thought) => Ok(Some(thought)),
                Err(RecvTimeoutError::Timeout) => Ok(None),
                Err(RecvTimeoutError::Disconnected) => {
                    *self = Worker::Idle(Thinking::Beside);
                    Err(BrokenDown)
                }
            },
        }
    }

    /// Whether answers come in the frame that asks.
    pub(super) fn is_at_once(&self) -> bool {
        matches!(self, Worker::AtOnce { .. } | Worker::Idle(Thinking::AtOnce))
    }
}

/// The thread beside the window. It ends when nobody asks any more; nobody waits for that.
pub(super) struct Beside {
    tasks: Sender<Task>,
    thoughts: Receiver<Thought>,
}

impl Beside {
    fn start() -> Beside {
        let (tasks, to_do) = mpsc::channel::<Task>();
        let (done, thoughts) = mpsc::channel();
        let think = move || {
            let mut minds = Minds::default();
            while let Ok(task) = to_do.recv() {
                let told = done.send(minds.think(&task));
                task.window.request_repaint();
                if told.is_err() {
                    return;
                }
            }
        };
        // A machine that has no thread to spare is told as a player who does not answer.
        drop(thread::Builder::new().name("opponents".into()).spawn(think));
        Beside { tasks, thoughts }
    }
}

/// The seed of a new player's luck: of the game's seed and how far it has come, so that it is not the same luck
/// again after a load, and yet the same on every machine.
pub(super) fn seed_of(game: u64, decisions: usize) -> u64 {
    let far = (decisions as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (game ^ far).rotate_left(23).wrapping_mul(0xd6e8_feb8_6659_fd93)
}
