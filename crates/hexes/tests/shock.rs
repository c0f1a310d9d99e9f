//! Shock at random: every answer that is listed applies and changes something, and every kind of it comes.

use diadem_core::{Chance, Dice, Drop, Game};
use diadem_hexes::{Action, Battle, Hexes, Step, Switches};

#[derive(Default, Debug)]
struct Counts {
    engage: u32,
    attack: u32,
    give_type: u32,
    take_hit: u32,
    advance: u32,
    pivot: u32,
    turn: u32,
}

impl Counts {
    fn note(&mut self, step: Step, action: Action) {
        let after_combat = matches!(step, Step::Advance(_));
        match action {
            Action::Engage(_) => self.engage += 1,
            Action::Attack { .. } => self.attack += 1,
            Action::Type(_) => self.give_type += 1,
            Action::TakeHit(_) => self.take_hit += 1,
            Action::Advance(_) => self.advance += 1,
            Action::Go(diadem_hexes::Go::Pivot(_)) if after_combat => self.pivot += 1,
            Action::Go(diadem_hexes::Go::Turn(_)) if after_combat => self.turn += 1,
            _ => {}
        }
    }
}

/// Plays a battle out at random, but likes to fight.
fn play(rules: &Hexes, seed: u64, counts: &mut Counts) {
    let mut dice = Dice::new(seed);
    let mut luck = Chance::new(seed);
    let mut state = rules.open(&mut dice, &mut Drop);
    let mut listed = Vec::new();
    for ply in 0..200_000 {
        let Some(ask) = rules.decision(&state).ask() else { return };
        listed.clear();
        rules.actions(&state, &mut listed);
        assert!(!listed.is_empty(), "seed {seed}, ply {ply}: {:?}", state.steps);
        if matches!(state.step(), Step::Shock(_) | Step::Advance(_)) {
            for (at, &action) in listed.iter().enumerate() {
                assert!(!listed[..at].contains(&action), "{action:?} twice: {:?}", state.step());
                let mut other = state.clone();
                let done = rules.apply(&mut other, ask.seat, action, &mut Dice::new(7), &mut Drop);
                assert_eq!(done, Ok(()), "seed {seed}, ply {ply}: {action:?}");
                assert_ne!(other, state, "{action:?} changes nothing");
                assert_eq!(rules.invariants(&other), Ok(()), "seed {seed}, ply {ply}: {action:?}");
            }
        }
        let fights = |action: &&Action| {
            matches!(action, Action::Engage(_) | Action::Attack { .. } | Action::Shock(true))
        };
        let eager: Vec<Action> = listed.iter().filter(fights).copied().collect();
        let from = if !eager.is_empty() && luck.below(4) > 0 { &eager } else { &listed };
        let action = from[luck.below(from.len() as u32) as usize];
        counts.note(state.step(), action);
        let done = rules.apply(&mut state, ask.seat, action, &mut dice, &mut Drop);
        assert_eq!(done, Ok(()), "seed {seed}, ply {ply}: {action:?}");
        assert_eq!(rules.invariants(&state), Ok(()), "seed {seed}, ply {ply}: after {action:?}");
    }
    panic!("seed {seed} does not end");
}

#[test]
fn whoever_fights_at_random_fights_by_the_rules() {
    let mut counts = Counts::default();
    for (id, games) in
        [("chaeronea", 4), ("granicus", 4), ("issus", 2), ("samarkand", 6), ("hydaspes", 2)]
    {
        let rules = Hexes::new(Battle::load(id).unwrap(), Switches::default()).unwrap();
        for seed in 0..games {
            play(&rules, seed, &mut counts);
        }
    }
    let Counts { engage, attack, give_type, take_hit, advance, pivot, turn } = counts;
    let all = [engage, attack, give_type, take_hit, advance, pivot, turn];
    assert!(all.iter().all(|&count| count > 0), "{counts:?}");
}
