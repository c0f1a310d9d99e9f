//! 11.8: where there are engines, the random player sets them up, moves them and fires them on both turns.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_core::{Chance, Dice, Drop, Game};
use diadem_hexes::{Action, EngineMode, Hexes, Step, Switches};

/// How often engines changed their mode, moved, fired on their turn and on the enemy's.
#[derive(Default, Debug)]
struct Seen {
    changes: u32,
    moves: u32,
    active: u32,
    reactions: u32,
}

fn look_at(id: &str, games: u64) -> Seen {
    let rules = Hexes::named(id, Switches::default()).unwrap();
    let mut seen = Seen::default();
    for seed in 0..games {
        let (mut dice, mut luck) = (Dice::new(seed), Chance::new(seed));
        let mut state = rules.open(&mut dice, &mut Drop);
        let mut listed = Vec::new();
        while let Some(ask) = rules.decision(&state).ask() {
            listed.clear();
            rules.actions(&state, &mut listed);
            let action = listed[luck.below(listed.len() as u32) as usize];
            match (state.step(), action) {
                (_, Action::ChangeMode(_)) => seen.changes += 1,
                (Step::Move(movement), Action::Go(_))
                    if rules.troops(movement.unit).kind.is_artillery() =>
                {
                    assert_eq!(state.unit(movement.unit).engine.mode, EngineMode::Move);
                    seen.moves += 1;
                }
                (Step::Engines(_), Action::EngineFire { .. }) => seen.reactions += 1,
                (_, Action::EngineFire { .. }) => seen.active += 1,
                _ => {}
            }
            rules.apply(&mut state, ask.seat, action, &mut dice, &mut Drop).unwrap();
        }
    }
    seen
}

#[test]
fn engines_at_the_jaxartes_fire() {
    let seen = look_at("jaxartes", 2);
    assert!(seen.changes > 0 && seen.moves > 0, "{seen:?}");
    assert!(seen.active > 0 && seen.reactions > 0, "{seen:?}");
}

#[test]
fn engines_before_pelium_are_set_up() {
    let seen = look_at("pelium", 4);
    assert!(seen.changes > 0 && seen.moves > 0, "{seen:?}");
}
