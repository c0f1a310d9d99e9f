//! The random player finishes every battle, and what must hold holds after every ply.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_core::{Chance, Dice, Drop, Game};
use diadem_hexes::{Action, Hexes, State, Step, Switch, Switches};

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
        let before = state.clone();
        let done = rules.apply(&mut state, ask.seat, action, &mut dice, &mut Drop);
        assert_eq!(done, Ok(()), "seed {seed}, ply {ply}: {action:?}");
        let holds = rules.invariants(&state);
        assert_eq!(holds, Ok(()), "seed {seed}, ply {ply}: after {action:?} in {:?}", state.steps);
        let keeps = keeps_what_cannot_change(rules, &before, action, &state);
        assert_eq!(keeps, Ok(()), "seed {seed}, ply {ply}: after {action:?} in {:?}", before.steps);
        assert!(ply < 200_000, "seed {seed} does not end");
    }
    unreachable!("a battle ends")
}

/// What no single state shows: missiles come back only when they are reloaded, nobody comes back from the
/// dead, no unit is ordered twice in an orders phase.
fn keeps_what_cannot_change(
    rules: &Hexes,
    before: &State,
    action: Action,
    after: &State,
) -> Result<(), String> {
    // 8.18: missiles are reloaded at the end of a turn, the last one too.
    let turn_ended = before.turn != after.turn || after.ending.is_some();
    for unit in rules.units() {
        let (was, is) = (before.unit(unit), after.unit(unit));
        let name = &rules.troops(unit).name;
        if !turn_ended && (is.missiles > was.missiles || is.screen > was.screen) {
            return Err(format!("{name} has more missiles than before"));
        }
        if is.is_on_map() && !was.is_on_map() {
            return Err(format!("{name} has come back"));
        }
    }
    for leader in rules.leaders() {
        if before.leader(leader).at.is_none() && after.leader(leader).at.is_some() {
            return Err(format!("{} has come back", rules.commander(leader).name));
        }
    }
    if after.turn < before.turn || after.turn > before.turn + 1 {
        return Err(format!("turn {} follows on turn {}", after.turn, before.turn));
    }
    match (before.step(), action) {
        // 5.23: to move and fire; it may still rally or recover.
        (Step::Orders(_), Action::Order(unit) | Action::OrderFast(unit))
            if before.unit(unit).ordered =>
        {
            Err(format!("{} is ordered twice", rules.troops(unit).name))
        }
        _ => Ok(()),
    }
}

fn plays(id: &str, games: u64) {
    let rules = Hexes::named(id, Switches::default()).unwrap();
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
fn meetings_end() {
    for id in ["meeting", "meeting-2", "meeting-3", "meeting-4"] {
        plays(id, 2);
    }
}

#[test]
fn every_switch_lets_a_battle_end() {
    let mut all = Switches::default();
    for switch in Switch::ALL {
        let mut alone = Switches::default();
        alone.set(switch, true);
        all.set(switch, true);
        let rules = Hexes::named("samarkand", alone).unwrap();
        for seed in 0..2 {
            assert!(play(&rules, seed).0.ending.is_some(), "{switch:?}");
        }
    }
    for (id, games) in [("samarkand", 4), ("granicus", 2), ("chaeronea", 1)] {
        let rules = Hexes::named(id, all).unwrap();
        for seed in 0..games {
            assert!(play(&rules, seed).0.ending.is_some());
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    let rules = Hexes::named("samarkand", Switches::default()).unwrap();
    assert_eq!(play(&rules, 7), play(&rules, 7));
}
