//! How long a computer player thinks: every decision of some whole games, by what is asked.
//!
//! `cargo bench -p diadem-opponents` prints for each form of play the median, the 95th and the 99th percentile and the longest
//! decision; on the map also the longest turn of one seat. `cargo bench -p diadem-opponents -- captain-quick` asks another level.

use diadem_core::{Decision, Dice, Drop, Game, Playable, Request};
use diadem_handoff::{Question, War};
use diadem_opponents::{Effort, Level, Player, Stop};
use std::collections::BTreeMap;
use std::env;
use std::time::{Duration, Instant};

/// What is played, and how many games of it.
const GAMES: [(&str, Option<&str>, u64); 3] =
    [("alexandros", None, 3), ("granicus-display", None, 10), ("granicus", None, 3)];

fn main() {
    let level = env::args().find_map(|word| word.parse().ok());
    let level = level.unwrap_or(Level::Captain(Effort::Full));
    let mut asked: BTreeMap<&'static str, Vec<Duration>> = BTreeMap::new();
    for (scenario, battles, games) in GAMES {
        let setup = War::setup(&Request { scenario, battles }).expect("the scenario exists");
        let war = War::prepare(&setup).expect("a scenario of ours can be prepared");
        for seed in 1..=games {
            time_game(&war, level, seed, &mut asked);
        }
    }
    for (form, mut times) in asked {
        times.sort_unstable();
        let at = |hundredth: usize| times[(times.len() - 1) * hundredth / 100];
        println!(
            "{level} {form}: {} decisions, median {:?}, p95 {:?}, p99 {:?}, longest {:?}",
            times.len(),
            at(50),
            at(95),
            at(99),
            at(100)
        );
    }
}

/// Plays a game and notes how long everything took.
fn time_game(
    war: &War,
    level: Level,
    seed: u64,
    asked: &mut BTreeMap<&'static str, Vec<Duration>>,
) {
    let (mut dice, stop) = (Dice::new(seed), Stop::new());
    let mut state = war.opening(&mut dice);
    let mut players: Vec<Player> =
        war.seats().iter().map(|seat| Player::new(level, seat, seed)).collect();
    // The turn, and what each seat has thought on the map in it.
    let mut turn = (0, vec![Duration::ZERO; players.len()]);
    while let Decision::Ask(ask) = war.decision(&state) {
        let view = war.view(&state, ask.seat);
        let began = Instant::now();
        let choice = players[ask.seat.index()].choose(war, &view, &stop);
        let took = began.elapsed();
        let form = match ask.question {
            Question::Campaign(_) => "on the map",
            Question::Display(_) => "on the display",
            Question::Hexes(_) => "on hexes",
            Question::Form | Question::Draw => "before a battle",
        };
        asked.entry(form).or_default().push(took);
        if let (Question::Campaign(_), Some(map)) = (ask.question, &state.campaign) {
            if map.turn != turn.0 {
                asked.entry("on the map, a seat's whole turn").or_default().append(&mut turn.1);
                turn = (map.turn, vec![Duration::ZERO; players.len()]);
            }
            turn.1[ask.seat.index()] += took;
        }
        let Some(choice) = choice else { return };
        if war.apply(&mut state, ask.seat, choice.action, &mut dice, &mut Drop).is_err() {
            return;
        }
    }
}
