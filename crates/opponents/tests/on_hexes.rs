//! Hex battles with computer players: they end, they are the same again, and the better level wins.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_core::Playable;
use diadem_core::random::Finished;
use diadem_handoff::{State, War, WarSetup};
use diadem_opponents::{Effort, Level, play};

const QUICK: Level = Level::Captain(Effort::Quick);
const FULL: Level = Level::Captain(Effort::Full);

fn battle(id: &str) -> War {
    War::prepare(&WarSetup::new(id, [])).unwrap()
}

fn fight(war: &War, levels: [Level; 2], seed: u64) -> Finished<State> {
    let played = play(war, &levels, seed, 200_000).unwrap();
    assert!(played.outcome.is_some(), "{levels:?} with seed {seed} come to no end");
    played
}

/// How many of the mirrored battles of these seeds the better level wins, from either seat, and how many it loses.
fn duel(better: Level, other: Level, seeds: std::ops::Range<u64>) -> (u32, u32) {
    let (mut won, mut lost) = (0, 0);
    for seed in seeds {
        let war = battle(&format!("mirror-{seed}"));
        for seat in 0..2 {
            let levels = if seat == 0 { [better, other] } else { [other, better] };
            let winners = fight(&war, levels, seed).outcome.unwrap().winners;
            let is_won = winners.iter().any(|winner| winner.index() == seat);
            won += u32::from(is_won);
            lost += u32::from(!is_won && !winners.is_empty());
        }
    }
    (won, lost)
}

#[test]
fn the_same_seed_is_the_same_battle() {
    for levels in [[Level::Recruit, QUICK], [FULL, Level::Recruit]] {
        let hash = || fight(&battle("mirror-3"), levels, 3).state_hash();
        assert_eq!(hash(), hash(), "{levels:?}");
    }
}

#[test]
fn samarkand_and_granicus_are_fought_out() {
    for (id, levels) in [
        ("samarkand", [Level::Recruit, Level::Recruit]),
        ("samarkand", [QUICK, Level::Recruit]),
        ("samarkand", [Level::Random, FULL]),
        ("granicus", [Level::Recruit, Level::Recruit]),
        ("granicus", [QUICK, Level::Recruit]),
    ] {
        fight(&battle(id), levels, 1);
    }
}

#[test]
fn recruits_finish_every_battle() {
    for id in ["issus", "gaugamela", "hydaspes", "chaeronea", "jaxartes", "pelium", "meeting-2"] {
        fight(&battle(id), [Level::Recruit, Level::Recruit], 1);
    }
}

#[test]
fn a_recruit_beats_chance() {
    let (won, lost) = duel(Level::Recruit, Level::Random, 0..5);
    assert!(won >= 8 && lost == 0, "{won} won, {lost} lost");
}

#[test]
fn a_captain_beats_a_recruit() {
    let (won, lost) = duel(QUICK, Level::Recruit, 0..5);
    assert!(won > 2 * lost, "{won} won, {lost} lost");
}
