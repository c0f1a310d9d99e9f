//! Random play with every switch on reaches every kind of command, and nothing breaks.

use diadem_core::{Chance, Dice, Drop, Game, SetupError};
use diadem_hexes::{Action, Battle, Hexes, LineRight, State, Step, Switches};
use std::collections::BTreeMap;

/// What a step and an action are called in the count.
fn word(step: Step, action: Action) -> String {
    let text = format!("{action:?}");
    let action = text.split(['(', ' ']).next().unwrap_or_default().to_owned();
    let step = format!("{step:?}");
    let step = step.split(['(', ' ']).next().unwrap_or_default().to_owned();
    format!("{step} {action}")
}

/// How often a leader's word is cut short (4.21).
const CUT: &str = "a word cut short";

/// Where leaders' words are obstructed they reach this side of it and not the other; counts the places.
fn words_end(rules: &Hexes, state: &State) -> usize {
    let mut count = 0;
    for leader in rules.leaders() {
        let reached = rules.commanded(state, leader);
        for (hex, side) in rules.obstructions(state, leader) {
            assert!(reached.contains(&hex), "{hex}");
            let there = rules.field().beyond(hex, side).expect("it is on the map");
            assert!(!reached.contains(&there), "{hex} {side:?}");
            count += 1;
        }
    }
    count
}

fn play(battle: &Battle, seed: u64, count: &mut BTreeMap<String, usize>) -> Result<(), SetupError> {
    let id = &battle.id;
    let switches = Switches {
        elite_initiative: true,
        elite_roll: seed % 2 == 1,
        contingents: true,
        few_contingents: seed % 3 == 1,
        ..Switches::default()
    };
    let rules = Hexes::new(battle.clone(), switches)?;
    let (mut dice, mut luck) = (Dice::new(seed), Chance::new(seed));
    let mut state = rules.open(&mut dice, &mut Drop);
    let mut listed = Vec::new();
    for ply in 0.. {
        let Some(ask) = rules.decision(&state).ask() else { return Ok(()) };
        listed.clear();
        rules.actions(&state, &mut listed);
        assert!(!listed.is_empty(), "{id}, seed {seed}, ply {ply}: {:?}", state.steps);
        if ply % 64 == 0 {
            *count.entry(CUT.to_owned()).or_default() += words_end(&rules, &state);
        }
        if ply % 16 == 0 {
            for &action in &listed {
                let checked = rules.check(&state, ask.seat, action);
                assert_eq!(checked, Ok(()), "{id}, seed {seed}, ply {ply}: {action:?}");
            }
        }
        let action = listed[luck.below(listed.len() as u32) as usize];
        *count.entry(word(state.step(), action)).or_default() += 1;
        if let Action::LineCommand(right) = action {
            *count.entry(format!("{right:?}")).or_default() += 1;
        }
        let done = rules.apply(&mut state, ask.seat, action, &mut dice, &mut Drop);
        assert_eq!(done, Ok(()), "{id}, seed {seed}, ply {ply}: {action:?}");
        let holds = rules.invariants(&state);
        assert_eq!(holds, Ok(()), "{id}, seed {seed}, ply {ply}: after {action:?}");
        assert!(ply < 200_000, "{id}, seed {seed} does not end");
    }
    Ok(())
}

#[test]
fn every_kind_of_command_is_met() -> Result<(), SetupError> {
    let mut count = BTreeMap::new();
    for id in ["granicus", "issus", "gaugamela", "chaeronea"] {
        let battle = Battle::load(id)?;
        for seed in 0..4 {
            play(&battle, seed, &mut count)?;
        }
    }
    for (word, times) in &count {
        eprintln!("{times:6} {word}");
    }
    assert!(count[CUT] > 100, "{}", count[CUT]);
    let rights = [
        LineRight::Overall,
        LineRight::ThroughOverall,
        LineRight::Strategy,
        LineRight::Wing,
        LineRight::FirstTurn,
    ];
    let mut expected: Vec<String> = rights.iter().map(|right| format!("{right:?}")).collect();
    let words = [
        "Elite Elite",
        "Activation Activate",
        "Activation Pass",
        "Activation Trump",
        "Due Activate",
        "TrumpTheTrump Trump",
        "MomentumTrump Trump",
        "Momentum Momentum",
        "Orders Order",
        "Orders Send",
        "Orders Contingent",
        "Orders NameLine",
        "Orders Recover",
        "Reactivation Activate",
        "Crisis Next",
    ];
    expected.extend(words.iter().map(|&word| word.to_owned()));
    expected.retain(|word| !count.contains_key(word));
    assert!(expected.is_empty(), "never met: {expected:?}");
    Ok(())
}
