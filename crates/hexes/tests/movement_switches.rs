//! The random player finishes battles with the optional rules of movement in use (6.14, 6.5).

use diadem_core::{Chance, Dice, Drop, Game};
use diadem_hexes::{Battle, Hexes, Switches};

#[test]
fn gba_6_14_and_6_5_leave_somebody_something_to_do() {
    let switches = Switches { inertia: true, drift: true, charge: true, ..Switches::default() };
    for id in ["chaeronea", "granicus"] {
        let rules = Hexes::new(Battle::load(id).unwrap(), switches).unwrap();
        for seed in 0..2 {
            plays_out(&rules, seed);
        }
    }
}

fn plays_out(rules: &Hexes, seed: u64) {
    let (mut dice, mut luck) = (Dice::new(seed), Chance::new(seed));
    let mut state = rules.open(&mut dice, &mut Drop);
    let mut listed = Vec::new();
    for ply in 0..200_000 {
        let Some(ask) = rules.decision(&state).ask() else { return };
        listed.clear();
        rules.actions(&state, &mut listed);
        assert!(!listed.is_empty(), "seed {seed}, ply {ply}: nothing in {:?}", state.steps);
        if ply % 61 == 0 {
            for &action in &listed {
                let mut other = state.clone();
                let done =
                    rules.apply(&mut other, ask.seat, action, &mut Dice::new(seed), &mut Drop);
                assert_eq!(done, Ok(()), "seed {seed}, ply {ply}: {action:?}");
                assert_ne!(other, state, "seed {seed}, ply {ply}: {action:?} does nothing");
            }
        }
        let action = listed[luck.below(listed.len() as u32) as usize];
        let done = rules.apply(&mut state, ask.seat, action, &mut dice, &mut Drop);
        assert_eq!(done, Ok(()), "seed {seed}, ply {ply}: {action:?}");
        assert_eq!(rules.invariants(&state), Ok(()), "seed {seed}, ply {ply}: {action:?}");
    }
    panic!("seed {seed} does not end");
}
