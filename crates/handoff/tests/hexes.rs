//! A battle on hexes is a war without a campaign.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_core::random::play;
use diadem_core::{Dice, Game, Playable, Request, Text};
use diadem_handoff::{Form, War, WarSetup};

fn prepared(scenario: &str) -> War {
    let setup = War::setup(&Request { scenario, battles: None }).unwrap();
    War::prepare(&setup).unwrap()
}

#[test]
fn every_battle_on_hexes_can_be_opened() {
    let ids: Vec<&str> = War::scenarios().iter().map(|scenario| scenario.id).collect();
    for id in ["samarkand", "granicus", "issus", "gaugamela", "hydaspes", "chaeronea", "jaxartes"] {
        assert!(ids.contains(&id), "{id}");
    }
    for id in ids.into_iter().filter(|id| WarSetup::new(id, []).alone() == Some(Form::Hexes)) {
        let war = prepared(id);
        let state = war.opening(&mut Dice::new(1));
        assert_eq!(war.headline(&state), "turn 1");
        assert!(war.invariants(&state).is_ok() && war.decision(&state).ask().is_some());
    }
}

#[test]
fn a_battle_on_hexes_is_counted_as_one() {
    let war = prepared("samarkand");
    let finished = play(&war, 1, 1_000_000).unwrap();
    let tally = war.tally(&finished.state);
    assert_eq!(tally.battles.get("hex"), Some(&1));
    assert!(finished.outcome.is_some() && tally.turns >= 1);
    let names: Vec<&str> = war.seats().iter().map(|seat| war.seat_name(seat)).collect();
    assert_eq!(names[0], "Macedonian");
}

#[test]
fn meetings_differ_by_their_seed_and_forms_are_kept_apart() {
    let opening = |scenario: &str| prepared(scenario).opening(&mut Dice::new(1));
    assert_ne!(opening("meeting-2"), opening("meeting-3"));
    assert_eq!(opening("meeting-2"), opening("meeting-2"));
    assert!(War::setup(&Request { scenario: "granicus", battles: Some("hex") }).is_ok());
    for (scenario, battles) in [("granicus", Some("display")), ("meeting-x", None)] {
        let refused = War::setup(&Request { scenario, battles });
        assert!(refused.is_err(), "{scenario} as {battles:?}");
    }
}
