//! The contract that every game of Diadem keeps, and what every game gets for keeping it.
//!
//! A [`Game`] is a pair: the *rules half*, immutable and shared, and the *state*, plain data. There
//! is one way in ([`Game::apply`]) and one way out ([`Game::decision`] and events). The window, the
//! command line, the computer opponents, replays, the fuzzer and the rule cases use that one door.
//!
//! What a game gets in return: [`Session`] (log, chronicle, undo, standing answers, replay),
//! [`random`] players, the [`checked`] play-out, the [`state_hash`] and citations ([`Rule`]) that the
//! compiler verifies.
//!
//! Invariant: nothing here knows any particular game, reads a clock, a file or the network, or
//! draws a random number outside [`Dice`] and [`Chance`].

mod camp;
pub mod checked;
mod dice;
mod event;
mod game;
mod hash;
mod ids;
mod procedure;
pub mod random;
mod rule;
mod seat;
mod session;
mod window;

pub use camp::Camp;
pub use dice::{Chance, Dice, DicePosition, Die, Modifier, Roll};
pub use event::{Drop, Mapped, Seal, Sink, Told};
pub use game::{
    Ask, Broken, Chart, DataFile, Decision, Discretion, Game, Moment, Outcome, OwnFile, OwnFiles,
    Playable, Request, Scenario, SetupError, Source, Tally, Text,
};
pub use hash::{StateHash, state_hash, state_size};
pub use procedure::{Frame, innermost, innermost_mut};
pub use rule::{Book, Illegal, Rule};
pub use seat::{Seat, SeatSet};
pub use session::{CannotUndo, Cause, Entry, Line, Play, Record, ReplayError, Session};
pub use window::{AnswerOffer, Stance, StandingAnswer, StandingAnswers};
