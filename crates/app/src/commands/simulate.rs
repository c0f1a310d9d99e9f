//! `diadem simulate`: whole games without a person.

use crate::command_line::Simulate;
use crate::exit::Stop;
use crate::{Hand, Seating, Simulator, write_json};
use diadem_core::random::{self, Finished, RandomPlayer};
use diadem_core::{Playable, Request};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::time::Instant;

/// Every game has a last turn; one that is longer than this has lost it.
const MOST_PLIES: u64 = 10_000_000;

pub(crate) fn simulate<G: Playable>(
    asked: &Simulate,
    seating: Seating<G>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Stop> {
    let game: G = prepared(&asked.scenario, asked.battles.as_deref(), &asked.seats)?;
    let play = seating(&asked.seats).map_err(Stop::CannotAsk)?;

    let mut broken_games = 0;
    for seed in (0..asked.games).map(|n| asked.seed.wrapping_add(n)) {
        let start = Instant::now();
        let played = play(&game, seed, MOST_PLIES);
        let seconds = start.elapsed().as_secs_f64();
        match played {
            Ok(finished) => {
                let line = Line::about(&game, seed, &finished, seconds);
                if asked.json {
                    write_json(out, &line)?;
                } else {
                    writeln!(out, "{line}")?;
                }
                broken_games += u64::from(finished.outcome.is_none());
            }
            Err(illegal) => {
                writeln!(err, "Seed {seed}: a listed action was refused: {illegal}")?;
                broken_games += 1;
            }
        }
    }
    if broken_games > 0 { Err(Stop::DoesNotHold) } else { Ok(()) }
}

/// Who plays where no computer player is known: everybody at random.
pub(crate) fn at_random<G: Playable>(levels: &[String]) -> Result<Simulator<G>, String> {
    are_all_random(levels)?;
    Ok(Box::new(random::play))
}

/// The same where somebody watches.
pub(crate) fn random_hand<G: Playable>(levels: &[String], seed: u64) -> Result<Hand<G>, String> {
    are_all_random(levels)?;
    let (mut player, mut listed) = (RandomPlayer::new(seed), Vec::new());
    Ok(Box::new(move |game, view, _| {
        listed.clear();
        game.actions(view, &mut listed);
        player.pick(&listed)
    }))
}

fn are_all_random(levels: &[String]) -> Result<(), String> {
    match levels.iter().find(|level| *level != "random") {
        Some(level) => Err(format!("There is no level \"{level}\"; every seat plays `random`.")),
        None => Ok(()),
    }
}

/// The rules half of what is to be played, with room for whoever was named.
pub(super) fn prepared<G: Playable>(
    scenario: &str,
    battles: Option<&str>,
    named: &[String],
) -> Result<G, Stop> {
    let game = G::setup(&Request { scenario, battles })
        .and_then(|setup| G::prepare(&setup))
        .map_err(|refusal| Stop::CannotAsk(refusal.to_string()))?;
    let (named, seats) = (named.len(), game.seats().len());
    if named > seats {
        return Err(Stop::CannotAsk(format!(
            "{named} seats were given, but the game has {seats}."
        )));
    }
    Ok(game)
}

/// What is told about one game.
#[derive(Serialize)]
struct Line<'a> {
    scenario: &'a str,
    seed: u64,
    /// Nobody's in a draw; several names where several win together.
    winner: Option<String>,
    outcome: &'a str,
    turns: u32,
    plies: u64,
    battles: BTreeMap<&'a str, u32>,
    seconds: f64,
    plies_per_second: f64,
    state_hash: String,
}

impl<'a> Line<'a> {
    fn about<G: Playable>(
        game: &'a G,
        seed: u64,
        finished: &Finished<G::State>,
        seconds: f64,
    ) -> Line<'a> {
        let winners = finished.outcome.map(|outcome| outcome.winners).unwrap_or_default();
        let names: Vec<&str> = winners.iter().map(|seat| game.seat_name(seat)).collect();
        let tally = game.tally(&finished.state);
        // Each form is there, fought or not, so that a reader need not ask.
        let mut battles = BTreeMap::from([("display", 0), ("hex", 0), ("cards", 0)]);
        battles.extend(tally.battles);
        Line {
            scenario: game.scenario(),
            seed,
            winner: (!names.is_empty()).then(|| names.join(" and ")),
            outcome: finished.outcome.map_or("unfinished", |outcome| outcome.how),
            turns: tally.turns,
            plies: finished.plies,
            battles,
            seconds,
            plies_per_second: per_second(finished.plies, seconds),
            state_hash: finished.state_hash().to_string(),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people, not for sums")]
fn per_second(plies: u64, seconds: f64) -> f64 {
    (plies as f64 / seconds.max(f64::EPSILON)).round()
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} seed {}: ", self.scenario, self.seed)?;
        match &self.winner {
            Some(winner) => write!(f, "{winner} won ({})", self.outcome)?,
            None => write!(f, "{}", self.outcome)?,
        }
        write!(f, ", {} turns, {} plies", self.turns, self.plies)?;
        for (form, count) in self.battles.iter().filter(|(_, count)| **count > 0) {
            write!(f, ", {count} {form} battles")?;
        }
        write!(f, ", {:.3} s, {} plies a second", self.seconds, self.plies_per_second)?;
        write!(f, ", state {}", self.state_hash)
    }
}
