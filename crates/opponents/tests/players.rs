//! Players finish games, do the same twice, have words for what they do, and stop when told.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

use diadem_core::{Decision, Dice, Drop, Game, Playable, Request, Seat, random};
use diadem_handoff::{State, War};
use diadem_opponents::{Effort, Level, Player, Stop, play};

const MOST_PLIES: u64 = 1_000_000;
const QUICK: Level = Level::Captain(Effort::Quick);

fn war(scenario: &str) -> War {
    let setup = War::setup(&Request { scenario, battles: None }).unwrap();
    War::prepare(&setup).unwrap()
}

fn hash_of(war: &War, levels: &[Level], seed: u64) -> String {
    let played = play(war, levels, seed, MOST_PLIES).unwrap();
    assert!(played.outcome.is_some(), "{levels:?} do not finish");
    played.state_hash().to_string()
}

#[test]
fn everybody_finishes_and_does_the_same_twice() {
    let war = war("granicus-display");
    for levels in [[Level::Recruit; 2], [QUICK, Level::Recruit], [Level::Random, QUICK]] {
        assert_eq!(hash_of(&war, &levels, 7), hash_of(&war, &levels, 7), "{levels:?}");
    }
}

#[test]
fn a_campaign_is_finished() {
    let war = war("alexandros");
    let levels = [Level::Recruit; 2];
    assert_eq!(hash_of(&war, &levels, 3), hash_of(&war, &levels, 3));
}

#[test]
fn seats_at_random_play_the_random_game() {
    let war = war("granicus-display");
    let expected = random::play(&war, 5, MOST_PLIES).unwrap().state_hash().to_string();
    assert_eq!(hash_of(&war, &[Level::Random; 2], 5), expected);
    assert_eq!(hash_of(&war, &[], 5), expected);
}

/// Asks a captain for every decision of the first plies of a game.
fn each_choice(war: &War, stop: &Stop, plies: u32, mut each: impl FnMut(&State, &'static str)) {
    let mut dice = Dice::new(1);
    let mut state = war.opening(&mut dice);
    let level = Level::Captain(Effort::Full);
    let mut players = [0, 1].map(|index| Player::new(level, Seat::new(index), 1));
    for _ in 0..plies {
        let Decision::Ask(ask) = war.decision(&state) else { return };
        let view = war.view(&state, ask.seat);
        let choice = players[ask.seat.index()].choose(war, &view, stop).unwrap();
        war.check(&state, ask.seat, choice.action).unwrap();
        each(&state, choice.why);
        war.apply(&mut state, ask.seat, choice.action, &mut dice, &mut Drop).unwrap();
    }
}

#[test]
fn a_hint_has_words() {
    for scenario in ["granicus-display", "alexandros"] {
        each_choice(&war(scenario), &Stop::new(), 60, |_, why| {
            assert!(!why.is_empty() && !why.ends_with('.'), "{why}");
        });
    }
}

#[test]
fn an_interrupted_player_answers() {
    let stop = Stop::new();
    stop.now();
    each_choice(&war("granicus-display"), &stop, 300, |_, _| {});
    each_choice(&war("alexandros"), &stop, 300, |_, _| {});
}

#[test]
fn nobody_answers_for_another_seat() {
    let war = war("granicus-display");
    let state = war.opening(&mut Dice::new(1));
    let Decision::Ask(ask) = war.decision(&state) else { panic!("the battle has not begun") };
    let other = Seat::new(1 - ask.seat.index() as u8);
    assert!(Player::new(QUICK, other, 1).choose(&war, &state, &Stop::new()).is_none());
}
