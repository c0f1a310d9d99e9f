//! Computer players for every seat of a war, by level.
//!
//! A [`Player`] is given what its seat may see ([`War::view`](diadem_core::Game::view)), and answers with one of the
//! listed actions and a few words why: the same words are a hint to a person. What it knows of each form of play
//! lives in a folder of its own: `on_map`, and for each form of battle one, in the list of [`forms`].
//!
//! Invariant: a player has luck and a budget of its own, and never holds the session's dice. The same seed, level
//! and questions give the same answers on every machine; only [`Stop`] can cut them short.

mod calibration;
mod forecast;
mod forms;
mod level;
mod mind;
mod odds;
#[cfg(feature = "coin")]
mod on_coin;
mod on_display;
mod on_hexes;
mod on_map;
mod play;
mod player;
mod thinking;

pub use calibration::{Calibration, Comparison, calibrate};
pub use forecast::{Forecast, Fortune, Method, forecast, in_form};
pub use level::{Effort, Level, NoSuchLevel};
pub use mind::Choice;
pub use odds::{Estimate, Mean, Share};
pub use play::{Spectator, play, play_battle, play_on};
pub use player::Player;
pub use thinking::{Budget, Stop};
