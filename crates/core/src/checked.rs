//! The checked play-out: a game at random with every promise of the contract tested on the way.
//!
//! In every second game somebody now and then does something out of turn, and the game goes on.

use crate::random::{Finished, RandomPlayer};
use crate::{
    Ask, Chance, Decision, Dice, Drop, Game, Illegal, Outcome, Playable, Seat, SeatSet, StateHash,
    state_hash, state_size,
};
use std::fmt::Debug;

/// How closely to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thoroughness {
    /// Test the costly promises on every n-th ply; 1 is every ply.
    pub every: u64,
    /// A game longer than this never ends.
    pub most_plies: u64,
}

/// What a checked game was like.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// Actions applied.
    pub plies: u64,
    /// How many plies were tested closely.
    pub tested: u64,
    /// How often somebody did something out of turn.
    pub interjections: u64,
    /// The longest list of legal actions.
    pub most_actions: usize,
    /// The largest state, in canonical bytes.
    pub most_bytes: usize,
    /// The hash of the final state.
    pub hash: StateHash,
}

/// A promise that was broken: which game, where, and how.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("seed {seed}, ply {ply}: {what}")]
pub struct Fault {
    /// The seed of the game.
    pub seed: u64,
    /// The ply after which it happened.
    pub ply: u64,
    /// What was found.
    pub what: String,
}

/// Who does something out of turn at random, with luck of its own: what the random player picks stays the same.
struct Interrupter<I> {
    luck: Option<Chance>,
    /// It is done after one ply in so many.
    rarity: u32,
    listed: Vec<(Seat, I)>,
}

impl<I: Copy> Interrupter<I> {
    /// Every second game has one; the others are those of [`random::play`](crate::random::play). Some games have fifty
    /// plies and some ten thousand, and a concession may end one: so how rarely it is done is drawn for each game.
    fn new(seed: u64) -> Interrupter<I> {
        let mut luck = (seed % 2 == 1).then(|| Chance::new(seed ^ 0xd1b5_4a32_d192_ed03));
        let rarity = luck.as_mut().map_or(0, |luck| 50 << luck.below(9));
        Interrupter { luck, rarity, listed: Vec::new() }
    }

    /// What somebody does out of turn after this ply, if anything: any seat, anything it may.
    fn pick<G: Game<Interjection = I>>(&mut self, game: &G, state: &G::State) -> Option<(Seat, I)> {
        let luck = self.luck.as_mut()?;
        if luck.below(self.rarity) > 0 || game.decision(state).outcome().is_some() {
            return None;
        }
        self.listed.clear();
        let mut of_one = Vec::new();
        for seat in game.seats().iter() {
            game.interjections(state, seat, &mut of_one);
            self.listed.extend(of_one.drain(..).map(|interjection| (seat, interjection)));
        }
        let count = u32::try_from(self.listed.len()).ok().filter(|&count| count > 0)?;
        self.listed.get(luck.below(count) as usize).copied()
    }
}

/// Plays one game at random and tests the contract.
///
/// `put_away` saves a state and loads it again; core knows no archive, so the caller brings one.
pub fn play_out<G: Playable>(
    game: &G,
    seed: u64,
    how: Thoroughness,
    put_away: impl Fn(&G::State) -> Result<G::State, String>,
) -> Result<Report, Fault> {
    let mut dice = Dice::new(seed);
    let mut state = game.opening(&mut dice);
    let mut player = RandomPlayer::new(seed);
    let mut interrupter = Interrupter::new(seed);
    let mut listed = Vec::new();
    let mut stale: Option<G::Action> = None;
    let mut interrupted = false;
    let (mut ply, mut tested, mut interjections) = (0, 0, 0);
    let (mut most_actions, mut most_bytes) = (0, 0);
    loop {
        let fault = |what: String| Fault { seed, ply, what };
        game.invariants(&state).map_err(|broken| fault(broken.0))?;
        let probe = Probe { game, state: &state, dice: &dice };
        listed.clear();
        game.actions(&state, &mut listed);
        let ask = match game.decision(&state) {
            Decision::Ask(ask) => ask,
            Decision::Over(outcome) => {
                ensure(listed.is_empty(), || "the game is over, yet actions are listed".into())
                    .and_then(|()| probe.survives(&put_away))
                    .map_err(fault)?;
                let (plies, hash) = (ply, state_hash(&state));
                return Ok(Report {
                    outcome,
                    plies,
                    tested,
                    interjections,
                    most_actions,
                    most_bytes,
                    hash,
                });
            }
        };
        if ply % how.every == 0 || interrupted {
            probe
                .listing(ask, &listed)
                .and_then(|()| probe.views(ask, &listed))
                .and_then(|()| probe.interjections())
                .and_then(|()| stale.map_or(Ok(()), |action| probe.refusal(ask.seat, action)))
                .and_then(|()| probe.survives(&put_away))
                .map_err(fault)?;
            most_bytes = most_bytes.max(state_size(&state));
            tested += 1;
        }
        most_actions = most_actions.max(listed.len());
        let chosen = player.pick(&listed).ok_or_else(|| fault("no legal answer".into()))?;
        ensure(ply < how.most_plies, || "the game does not end".into()).map_err(fault)?;
        game.apply(&mut state, ask.seat, chosen, &mut dice, &mut Drop)
            .map_err(|illegal| fault(format!("{chosen:?} was listed but refused: {illegal}")))?;
        stale = Some(chosen);
        ply += 1;
        let out_of_turn = interrupter.pick(game, &state);
        interrupted = out_of_turn.is_some();
        if let Some((seat, interjection)) = out_of_turn {
            let what = |illegal| format!("{interjection:?} was listed but refused: {illegal}");
            game.interject(&mut state, seat, interjection, &mut dice, &mut Drop)
                .map_err(|illegal| Fault { seed, ply, what: what(illegal) })?;
            interjections += 1;
        }
    }
}

/// The game of [`play_out`] once more, and nothing looked at: whether the same seed gives the same game.
pub fn play_again<G: Playable>(
    game: &G,
    seed: u64,
    most_plies: u64,
) -> Result<Finished<G::State>, Illegal> {
    let mut dice = Dice::new(seed);
    let mut state = game.opening(&mut dice);
    let mut player = RandomPlayer::new(seed);
    let mut interrupter = Interrupter::new(seed);
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
        let Some(chosen) = player.pick(&listed).filter(|_| plies < most_plies) else {
            return Ok(Finished { outcome: None, plies, state });
        };
        game.apply(&mut state, seat, chosen, &mut dice, &mut Drop)?;
        plies += 1;
        if let Some((seat, interjection)) = interrupter.pick(game, &state) {
            game.interject(&mut state, seat, interjection, &mut dice, &mut Drop)?;
        }
    }
}

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

/// One state under the lens.
struct Probe<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    dice: &'a Dice,
}

impl<G: Game> Probe<'_, G> {
    /// Every listed action is listed once, passes the check, applies, changes something, and does
    /// the same when done again. No other seat may do it.
    fn listing(&self, ask: Ask<G::Question>, listed: &[G::Action]) -> Result<(), String> {
        for (index, &action) in listed.iter().enumerate() {
            ensure(!listed[..index].contains(&action), || format!("{action:?} is listed twice"))?;
            self.game.check(self.state, ask.seat, action).map_err(|illegal| {
                format!("{action:?} is listed but fails the check: {illegal}")
            })?;
            let after = self.applied(ask.seat, action).map_err(|illegal| {
                format!("{action:?} is listed but cannot be applied: {illegal}")
            })?;
            ensure(after != *self.state, || format!("{action:?} changes nothing"))?;
            ensure(self.applied(ask.seat, action).as_ref() == Ok(&after), || {
                format!("{action:?} did something else the second time")
            })?;
        }
        for other in (self.game.seats() - SeatSet::only(ask.seat)).iter() {
            for &action in listed {
                ensure(self.game.check(self.state, other, action).is_err(), || {
                    format!("{other} may do {action:?}, which is {}'s to decide", ask.seat)
                })?;
            }
        }
        Ok(())
    }

    fn applied(&self, seat: Seat, action: G::Action) -> Result<G::State, Illegal> {
        let mut state = self.state.clone();
        self.game.apply(&mut state, seat, action, &mut self.dice.clone(), &mut Drop)?;
        Ok(state)
    }

    /// Check and apply agree about an action that may not be legal, and a refusal leaves state and
    /// dice alone.
    fn refusal(&self, seat: Seat, action: G::Action) -> Result<(), String> {
        let checked = self.game.check(self.state, seat, action);
        let (mut state, mut dice) = (self.state.clone(), self.dice.clone());
        let applied = self.game.apply(&mut state, seat, action, &mut dice, &mut Drop);
        same("check and apply", &checked, &applied)?;
        if applied.is_err() {
            same("the state after a refusal", &state, self.state)?;
            same("the dice after a refusal", &dice.position(), &self.dice.position())?;
        }
        Ok(())
    }

    /// Each seat's view is a state the game can go on from: it asks the same seat, it is its own
    /// view, and for the seat that decides it lists the true actions.
    fn views(&self, ask: Ask<G::Question>, listed: &[G::Action]) -> Result<(), String> {
        for seat in self.game.seats().iter() {
            let view = self.game.view(self.state, seat);
            same("the view of a view", &self.game.view(&view, seat), &view)?;
            if seat == ask.seat {
                let mut seen = Vec::new();
                self.game.actions(&view, &mut seen);
                same("the actions on the view", &seen.as_slice(), &listed)?;
                same("the decision on the view", &self.game.decision(&view), &Decision::Ask(ask))?;
            }
        }
        Ok(())
    }

    /// Whatever a seat may do out of turn can be done.
    fn interjections(&self) -> Result<(), String> {
        let mut listed = Vec::new();
        for seat in self.game.seats().iter() {
            listed.clear();
            self.game.interjections(self.state, seat, &mut listed);
            for &interjection in &listed {
                let (mut state, mut dice) = (self.state.clone(), self.dice.clone());
                self.game
                    .interject(&mut state, seat, interjection, &mut dice, &mut Drop)
                    .map_err(|illegal| format!("{interjection:?} is refused: {illegal}"))?;
                self.game.invariants(&state).map_err(|broken| broken.0)?;
            }
        }
        Ok(())
    }

    /// Saved and loaded, the state is the same.
    fn survives(
        &self,
        put_away: impl Fn(&G::State) -> Result<G::State, String>,
    ) -> Result<(), String> {
        let loaded = put_away(self.state)?;
        same("the hash after saving and loading", &state_hash(&loaded), &state_hash(self.state))
    }
}

fn same<T: PartialEq + Debug>(what: &str, got: &T, expected: &T) -> Result<(), String> {
    ensure(got == expected, || {
        format!("{what} differs:\n  got      {got:?}\n  expected {expected:?}")
    })
}
