//! The middle of a shock segment or of a pursuit, written as a case and read again, is the same position.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_cases::{Vocabulary, Words};
use diadem_core::{Camp, Chance, Dice, Drop, Game};
use diadem_hexes::cases::{HexesVocabulary, position_words};
use diadem_hexes::{Action, Edge, Hex, Hexes, Place, State, Step, Switches};

const BATTLE: &str = "samarkand";

/// Whether shock is under way, and asked is something that there are words for.
fn is_in_shock(state: &State) -> bool {
    state.steps.iter().any(|step| matches!(step, Step::Shock(_)))
        && matches!(
            state.step(),
            Step::Shock(_) | Step::Advance(_) | Step::Pursuit(_) | Step::Rout(_)
        )
}

/// The armies as they begin, but the first one brought up to within two hexes of the second.
fn brought_together(rules: &Hexes) -> State {
    let mut state = rules.beginning();
    let hexes = |state: &State, camp: Camp| -> Vec<Hex> {
        let of = rules.units().filter(|&unit| rules.camp(unit) == camp);
        of.flat_map(|unit| rules.hexes_of(state, unit)).collect()
    };
    let is_near = |state: &State| {
        let [first, second] = Camp::BOTH.map(|camp| hexes(state, camp));
        first.iter().any(|one| second.iter().any(|other| one.distance(*other) <= 2))
    };
    // By two columns, so that the ranks stay as they are.
    let by = if rules.list(Camp::First).retreat_edge == Edge::Left { 2 } else { -2 };
    let shifted = |hex: Hex| Hex { column: hex.column.wrapping_add_signed(by), ..hex };
    while !is_near(&state) {
        for unit in rules.units().filter(|&unit| rules.camp(unit) == Camp::First) {
            if let Place::On(hex) = state.units[unit.index()].place {
                state.units[unit.index()].place = Place::On(shifted(hex));
            }
        }
        for leader in rules.leaders().filter(|&one| rules.camp_of(one) == Camp::First) {
            let at = &mut state.leaders[leader.index()].at;
            *at = at.map(shifted);
        }
    }
    state
}

/// Writes a position, reads it again, and compares the two.
fn write_and_read(rules: &Hexes, state: &State) {
    let text = position_words(rules, BATTLE, state);
    let words = Words::parse(&text).unwrap();
    let read = HexesVocabulary.position(&words.get("position").unwrap());
    let read = read.unwrap_or_else(|fault| panic!("{fault:?} in {text}"));
    let listed = |rules: &Hexes, state: &State| {
        let mut listed = Vec::new();
        rules.actions(state, &mut listed);
        listed
    };
    assert_eq!(read.state.combats, state.combats, "{text}");
    assert_eq!(read.state.trails, state.trails, "{text}");
    let of_shock = |state: &State| {
        let first = state.steps.iter().position(|step| matches!(step, Step::Shock(_))).unwrap();
        state.steps[first..].to_vec()
    };
    assert_eq!(of_shock(&read.state), of_shock(state), "{text}");
    assert_eq!(listed(&read.game, &read.state), listed(rules, state), "{text}");
}

#[test]
fn what_is_written_in_the_middle_of_shock_is_read_again() {
    let mut kinds = [0u32; 4];
    for seed in 0..6 {
        let (charge, engaged) = (seed % 2 == 0, seed % 3 == 0);
        let switches = Switches { charge, engaged, fourth_edition: !charge, ..Switches::default() };
        let rules = Hexes::named(BATTLE, switches).unwrap();
        let (mut dice, mut luck) = (Dice::new(seed), Chance::new(seed));
        let mut state = brought_together(&rules);
        rules.open_as(&mut state, &mut dice, &mut Drop);
        let (mut listed, mut written) = (Vec::new(), 0);
        while let Some(ask) = rules.decision(&state).ask() {
            if is_in_shock(&state) && written < 60 {
                written += 1;
                let kind = match state.step() {
                    Step::Shock(_) => 0,
                    Step::Advance(_) => 1,
                    Step::Pursuit(_) => 2,
                    _ => 3,
                };
                kinds[kind] += 1;
                write_and_read(&rules, &state);
            }
            listed.clear();
            rules.actions(&state, &mut listed);
            let fights = |action: &&Action| {
                matches!(action, Action::Engage(_) | Action::Attack { .. } | Action::Shock(true))
            };
            let eager: Vec<Action> = listed.iter().filter(fights).copied().collect();
            let from = if eager.is_empty() { &listed } else { &eager };
            let action = from[luck.below(from.len() as u32) as usize];
            rules.apply(&mut state, ask.seat, action, &mut dice, &mut Drop).unwrap();
        }
    }
    // Pursuits are asked about seldom; there is a case for them.
    let [shock, advance, _, rout] = kinds;
    assert!(shock > 0 && advance > 0 && rout > 0, "{kinds:?}");
}
