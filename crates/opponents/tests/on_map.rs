//! A captain on the map keeps his engines, sends his generals out, and wins the land that counts.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

use diadem_campaign::state::{Objective, Place};
use diadem_campaign::{Action as OnMap, Switch};
use diadem_core::{Decision, Dice, Drop, Game, Playable, Request, Seat};
use diadem_handoff::{Action, State, War, WarSetup};
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

#[test]
fn land_is_laid_waste_and_cities_are_summoned_where_the_players_agreed_on_it() {
    let setup = WarSetup::new("alexandros", [Switch::ScorchedEarth, Switch::CitySurrender]);
    let war = War::prepare(&setup).unwrap();
    let (mut wasted, mut summoned) = (0, 0);
    for seed in 1..=3 {
        let mut dice = Dice::new(seed);
        let mut state = war.opening(&mut dice);
        let mut players = [0, 1].map(|index| Player::new(QUICK, Seat::new(index), seed));
        while state.campaign.as_ref().is_some_and(|map| map.turn < 12) {
            let Decision::Ask(ask) = war.decision(&state) else { break };
            let view = war.view(&state, ask.seat);
            let choice = players[ask.seat.index()].choose(&war, &view, &Stop::new()).unwrap();
            wasted += u32::from(matches!(choice.action, Action::Campaign(OnMap::Scorch(_))));
            summoned += u32::from(matches!(choice.action, Action::Campaign(OnMap::Summon(..))));
            war.apply(&mut state, ask.seat, choice.action, &mut dice, &mut Drop).unwrap();
        }
    }
    assert!(wasted > 0 && summoned > 0, "{wasted} provinces wasted, {summoned} cities summoned");
}

#[test]
fn the_home_army_holds_its_posts_and_alexander_leaves_it_there() {
    let war = alexandros();
    let campaign = war.campaign().unwrap();
    let posts = campaign
        .board
        .provinces()
        .filter(|&at| ["hellas", "thrace"].contains(&campaign.board[at].key.as_str()));
    let posts: Vec<Place> = posts.map(Place::Field).collect();
    for seed in 1..=4 {
        let state = until(&war, 6, seed);
        let map = state.campaign.as_ref().unwrap();
        if map.history.ended.is_some() {
            continue;
        }
        let manned = posts.iter().filter(|&&at| map.units_at(at).next().is_some()).count();
        assert_eq!(manned, posts.len(), "seed {seed}");
    }
}

#[test]
fn alexander_goes_on_when_his_nearest_objectives_are_taken() {
    let war = alexandros();
    let treasuries = [
        Objective::TreasuryBabylon,
        Objective::TreasurySusa,
        Objective::TreasuryPersepolis,
        Objective::TreasuryEcbatana,
    ];
    let mut taken = 0;
    for seed in 1..=4 {
        let state = until(&war, 20, seed);
        let map = state.campaign.as_ref().unwrap();
        taken += treasuries.iter().filter(|&&one| map.secured.has(one)).count();
    }
    assert!(taken >= 12, "{taken} treasuries of sixteen");
}
