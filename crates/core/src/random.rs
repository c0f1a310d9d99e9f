//! The player who picks at random, and whole games of such players.
//!
//! It must be able to finish every game; so it is also our fuzzer's hand.

use crate::{
    Chance, Decision, Dice, Drop, Game, Illegal, Outcome, Playable, StateHash, state_hash,
};

/// Picks any legal action, with luck of its own: no player holds the session's dice.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    luck: Chance,
}

impl RandomPlayer {
    /// A player whose luck has this seed.
    pub fn new(seed: u64) -> RandomPlayer {
        // The seats of a game share its seed; their luck must not be the dice's.
        RandomPlayer { luck: Chance::new(seed ^ 0x9e37_79b9_7f4a_7c15) }
    }

    /// One of the listed actions; none when nothing is listed.
    pub fn pick<A: Copy>(&mut self, listed: &[A]) -> Option<A> {
        let count = u32::try_from(listed.len()).ok().filter(|&count| count > 0)?;
        Some(listed[self.luck.below(count) as usize])
    }
}

/// A game that was played to its end, or as far as it was allowed to go.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished<S> {
    /// How it ended; `None` when the limit came first.
    pub outcome: Option<Outcome>,
    /// How many actions were applied.
    pub plies: u64,
    /// The final state.
    pub state: S,
}

impl<S: serde::Serialize> Finished<S> {
    /// The hash of the final state.
    pub fn state_hash(&self) -> StateHash {
        state_hash(&self.state)
    }
}

/// Plays a whole game at random, with nobody watching: the fastest way through the door.
///
/// An error means that a listed action was refused, which is a defect of the game.
pub fn play<G: Playable>(
    game: &G,
    seed: u64,
    most_plies: u64,
) -> Result<Finished<G::State>, Illegal> {
    let mut dice = Dice::new(seed);
    let state = game.opening(&mut dice);
    play_on(game, state, &mut dice, &mut RandomPlayer::new(seed), most_plies)
}

/// Plays on from a state, at random.
pub fn play_on<G: Game>(
    game: &G,
    mut state: G::State,
    dice: &mut Dice,
    player: &mut RandomPlayer,
    most_plies: u64,
) -> Result<Finished<G::State>, Illegal> {
    let mut listed = Vec::new();
    let mut plies = 0;
    loop {
        let seat = match game.decision(&state) {
            Decision::Over(outcome) => {
                return Ok(Finished { outcome: Some(outcome), plies, state });
            }
            Decision::Ask(ask) => ask.seat,
        };
        listed.clear();
        game.actions(&state, &mut listed);
        match player.pick(&listed) {
            Some(action) if plies < most_plies => {
                game.apply(&mut state, seat, action, dice, &mut Drop)?;
                plies += 1;
            }
            _ => return Ok(Finished { outcome: None, plies, state }),
        }
    }
}
