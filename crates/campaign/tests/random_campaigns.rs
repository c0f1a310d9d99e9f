//! Whole campaigns by players who pick at random; battles are decided by chance alone.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_campaign::{
    BattleOffer, BattleReport, Campaign, Commander, LeaderFate, State, Switch, Switches, UnitFate,
    Waiting,
};
use diadem_core::random::RandomPlayer;
use diadem_core::{Camp, Chance, Dice, Drop, OwnFiles, state_hash};
use std::collections::BTreeMap;

/// A battle decided by chance: each unit may lose a step, somebody wins.
fn any_report(offer: &BattleOffer, luck: &mut Chance) -> BattleReport {
    let winner = [Some(Camp::First), Some(Camp::Second), None][luck.below(3) as usize];
    let units = offer.armies.iter().flat_map(|army| army.units.clone());
    let units = units
        .map(|one| UnitFate { unit: one.unit, steps: one.steps - u8::from(luck.below(3) == 0) });
    let units = units.collect();
    let leaders = offer.armies.iter().flat_map(|army| army.leaders.clone());
    let leaders = leaders.map(|Commander { leader, wounded, .. }| match luck.below(60) {
        0 => LeaderFate::Killed(leader),
        1 => LeaderFate::Captured(leader),
        2..10 => LeaderFate::Lives { leader, wounded: true },
        _ => LeaderFate::Lives { leader, wounded },
    });
    let leaders = leaders.collect();
    BattleReport { winner, units, leaders, darius_fled: luck.below(20) == 0 }
}

struct Played {
    state: State,
    plies: u32,
    how: &'static str,
    most_actions: usize,
}

fn play(campaign: &Campaign, seed: u64) -> Played {
    let mut dice = Dice::new(seed);
    let mut luck = Chance::new(seed + 1_000_000);
    let mut player = RandomPlayer::new(seed);
    let mut state = campaign.opening();
    let mut listed = Vec::new();
    let (mut plies, mut most_actions) = (0, 0);
    loop {
        campaign.invariants(&state).unwrap_or_else(|broken| {
            panic!("seed {seed}, ply {plies}: {broken}\n{:?}", state.steps)
        });
        match campaign.waiting(&state) {
            Waiting::Over(outcome) => {
                return Played { state, plies, how: outcome.how, most_actions };
            }
            Waiting::Battle => {
                let offer = campaign.offer(&state).unwrap();
                campaign.report(&mut state, &any_report(&offer, &mut luck), &mut dice, &mut Drop);
            }
            Waiting::Ask(ask) => {
                listed.clear();
                campaign.actions(&state, &mut listed);
                most_actions = most_actions.max(listed.len());
                for &action in &listed {
                    campaign
                        .check(&state, ask.seat, action)
                        .unwrap_or_else(|why| panic!("seed {seed}: {action:?} {why}"));
                }
                let action = player.pick(&listed).unwrap_or_else(|| {
                    panic!("seed {seed}, ply {plies}: {ask:?} {:?}", state.steps)
                });
                campaign.apply(&mut state, ask.seat, action, &mut dice, &mut Drop).unwrap();
            }
        }
        plies += 1;
        assert!(plies < 200_000, "seed {seed} does not end: {:?}", state.steps);
    }
}

fn play_many(switches: Switches, games: u64) {
    let campaign = Campaign::alexandros(switches, &OwnFiles::NONE).unwrap();
    let mut endings: BTreeMap<&str, u32> = BTreeMap::new();
    let (mut plies, mut turns, mut battles, mut most) = (0, 0, 0, 0);
    for seed in 0..games {
        let played = play(&campaign, seed);
        plies += played.plies;
        turns += u32::from(played.state.turn);
        battles += u32::from(played.state.battles);
        most = most.max(played.most_actions);
        *endings.entry(played.how).or_default() += 1;
    }
    println!(
        "{games} games, {plies} plies, {turns} turns, {battles} battles, {most} actions: {endings:?}"
    );
}

#[test]
fn random_campaigns_end() {
    play_many(Switches::default(), 40);
    play_many(Switch::ALL.into_iter().collect(), 20);
    for switch in Switch::ALL {
        play_many(std::iter::once(switch).collect(), 6);
    }
}

#[test]
fn the_same_seed_gives_the_same_campaign() {
    let campaign = Campaign::alexandros(Switches::default(), &OwnFiles::NONE).unwrap();
    assert_eq!(state_hash(&play(&campaign, 3).state), state_hash(&play(&campaign, 3).state));
}
