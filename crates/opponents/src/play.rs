//! Whole games with a player in every seat.

use crate::{Choice, Level, Player, Stop};
use diadem_core::random::{Finished, RandomPlayer};
use diadem_core::{Decision, Dice, Drop, Game, Illegal, Playable, Seat, Sink};
use diadem_display::Display;
use diadem_handoff::{Event, State, War};

/// Somebody who watches a game: hears what is told, and sees where it stands before each ply.
pub trait Spectator: Sink<Event> {
    /// A ply is about to be played from this state.
    fn before_ply(&mut self, _state: &State) {}
}

/// Nobody watches.
impl Spectator for Drop {}

/// Plays a whole game with nobody watching: a level for each seat in order, seats not named at random. Where all
/// play at random it is the game of [`diadem_core::random::play`].
///
/// An error means that a listed action was refused, which is a defect of the game.
pub fn play(
    war: &War,
    levels: &[Level],
    seed: u64,
    most_plies: u64,
) -> Result<Finished<State>, Illegal> {
    let mut dice = Dice::new(seed);
    let state = war.opening(&mut dice);
    play_on(war, state, levels, seed, &mut dice, most_plies, &mut Drop)
}

/// Plays on from a state while somebody watches; the players' luck has this seed.
pub fn play_on(
    war: &War,
    mut state: State,
    levels: &[Level],
    seed: u64,
    dice: &mut Dice,
    most_plies: u64,
    spectator: &mut impl Spectator,
) -> Result<Finished<State>, Illegal> {
    let stop = Stop::new();
    // Seats that play at random share a hand, as they do where all of them play so.
    let mut at_random = RandomPlayer::new(seed);
    let mut players: Vec<Player> = (0u8..)
        .zip(levels)
        .map(|(index, &level)| Player::new(level, Seat::new(index), seed))
        .collect();
    let mut listed = Vec::new();
    let mut plies = 0;
    loop {
        let seat = match war.decision(&state) {
            Decision::Over(outcome) => {
                return Ok(Finished { outcome: Some(outcome), plies, state });
            }
            Decision::Ask(ask) => ask.seat,
        };
        let thinks = players.get_mut(seat.index()).filter(|one| one.level() != Level::Random);
        let action = match thinks {
            Some(player) => {
                let view = war.view(&state, seat);
                player.choose(war, &view, &stop).map(|choice| choice.action)
            }
            None => {
                listed.clear();
                war.actions(&state, &mut listed);
                at_random.pick(&listed)
            }
        };
        match action {
            Some(action) if plies < most_plies => {
                spectator.before_ply(&state);
                war.apply(&mut state, seat, action, dice, spectator)?;
                plies += 1;
            }
            _ => return Ok(Finished { outcome: None, plies, state }),
        }
    }
}

/// Plays a battle on the display to its end, as [`play`] does a war.
pub fn play_battle(
    display: &Display,
    levels: &[Level],
    seed: u64,
    most_plies: u64,
) -> Result<Finished<diadem_display::State>, Illegal> {
    let stop = Stop::new();
    let mut dice = Dice::new(seed);
    let mut state = display.opening(&mut dice);
    let mut players: Vec<Player> = (0u8..)
        .zip(levels)
        .map(|(index, &level)| Player::new(level, Seat::new(index), seed))
        .collect();
    let mut plies = 0;
    loop {
        let seat = match display.decision(&state) {
            Decision::Over(outcome) => {
                return Ok(Finished { outcome: Some(outcome), plies, state });
            }
            Decision::Ask(ask) => ask.seat,
        };
        let player = players.get_mut(seat.index()).filter(|_| plies < most_plies);
        let view = display.view(&state, seat);
        match player.and_then(|player| player.choose_on_display(display, &view, &stop)) {
            Some(Choice { action, .. }) => {
                display.apply(&mut state, seat, action, &mut dice, &mut Drop)?;
                plies += 1;
            }
            None => return Ok(Finished { outcome: None, plies, state }),
        }
    }
}
