//! A captain on the map keeps his engines, sends his generals out, and wins the land that counts.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

use diadem_campaign::state::Place;
use diadem_core::{Decision, Dice, Drop, Game, Playable, Request, Seat};
use diadem_handoff::{State, War};
use diadem_opponents::{Effort, Level, Player, Stop, play};

const QUICK: Level = Level::Captain(Effort::Quick);

fn alexandros() -> War {
    let setup = War::setup(&Request { scenario: "alexandros", battles: None }).unwrap();
    War::prepare(&setup).unwrap()
}

/// Captains play until this turn begins.
fn until(war: &War, turn: u8, seed: u64) -> State {
    let mut dice = Dice::new(seed);
    let mut state = war.opening(&mut dice);
    let mut players = [0, 1].map(|index| Player::new(QUICK, Seat::new(index), seed));
    let stop = Stop::new();
    while state.campaign.as_ref().is_some_and(|map| map.turn < turn) {
        let Decision::Ask(ask) = war.decision(&state) else { break };
        let view = war.view(&state, ask.seat);
        let choice = players[ask.seat.index()].choose(war, &view, &stop).unwrap();
        war.apply(&mut state, ask.seat, choice.action, &mut dice, &mut Drop).unwrap();
    }
    state
}

#[test]
fn the_siege_train_goes_where_alexander_goes() {
    let war = alexandros();
    let roster = &war.campaign().unwrap().roster;
    let train = roster.siege_trains().iter().next().unwrap();
    for seed in 1..=4 {
        let state = until(&war, 3, seed);
        let map = state.campaign.as_ref().unwrap();
        let alexander = map.leader(roster.who().alexander).place;
        assert!(matches!(alexander, Place::Field(_)), "seed {seed}: {alexander:?}");
        assert_eq!(map.unit(train).place, alexander, "seed {seed}");
    }
}

#[test]
fn a_captain_conquers_what_a_recruit_defends() {
    let war = alexandros();
    let campaign = war.campaign().unwrap();
    let points = |seed: u64| {
        let played = play(&war, &[QUICK, Level::Recruit], seed, 1_000_000).unwrap();
        u32::from(campaign.victory_points(played.state.campaign.as_ref().unwrap()))
    };
    let sum: u32 = (1..=4).map(points).sum();
    assert!(sum / 4 >= 21, "{sum} points in four campaigns");
}
