//! The random player finishes every battle, and what must hold holds after every ply.

use diadem_core::{Chance, Dice, Drop, Game};
use diadem_hexes::{Battle, Hexes, State, Switches};

/// Plays a battle out at random and answers how many plies it took.
fn play(rules: &Hexes, seed: u64) -> (State, usize) {
    let mut dice = Dice::new(seed);
    let mut luck = Chance::new(seed);
    let mut state = rules.open(&mut dice, &mut Drop);
    let mut listed = Vec::new();
    for ply in 0.. {
        let Some(ask) = rules.decision(&state).ask() else { return (state, ply) };
        listed.clear();
        rules.actions(&state, &mut listed);
        assert!(
            !listed.is_empty(),
            "seed {seed}, ply {ply}: nothing to answer in {:?}",
            state.steps
        );
        let action = listed[luck.below(listed.len() as u32) as usize];
        let done = rules.apply(&mut state, ask.seat, action, &mut dice, &mut Drop);
        assert_eq!(done, Ok(()), "seed {seed}, ply {ply}: {action:?}");
        let holds = rules.invariants(&state);
        assert_eq!(holds, Ok(()), "seed {seed}, ply {ply}: after {action:?} in {:?}", state.steps);
        assert!(ply < 200_000, "seed {seed} does not end");
    }
    unreachable!("a battle ends")
}

fn plays(id: &str, games: u64) {
    let rules = Hexes::new(Battle::load(id).unwrap(), Switches::default()).unwrap();
    for seed in 0..games {
        let (state, _) = play(&rules, seed);
        assert!(state.ending.is_some());
    }
}

#[test]
fn samarkand_ends() {
    plays("samarkand", 20);
}

#[test]
fn granicus_ends() {
    plays("granicus", 6);
}

#[test]
fn every_battle_ends_once() {
    for id in ["issus", "gaugamela", "hydaspes", "chaeronea", "jaxartes", "pelium"] {
        plays(id, 1);
    }
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    let rules = Hexes::new(Battle::load("samarkand").unwrap(), Switches::default()).unwrap();
    assert_eq!(play(&rules, 7), play(&rules, 7));
}
