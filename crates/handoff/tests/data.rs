//! A save's hash covers exactly the files that its setup reads: a change of any other leaves it proven.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_core::{OwnFile, OwnFiles, Playable, Request};
use diadem_handoff::{War, WarSetup};

/// No file of ours can be read so.
const NONSENSE: &str = "this = is not a chart [";

fn setup(scenario: &str, battles: Option<&str>) -> WarSetup {
    War::setup(&Request { scenario, battles }).unwrap()
}

fn with_nonsense_in(setup: &WarSetup, name: &str) -> WarSetup {
    let own = OwnFile { name: name.into(), text: NONSENSE.into() };
    WarSetup { own: [own].into_iter().collect::<OwnFiles>(), ..setup.clone() }
}

/// Every file is either refused when it is nonsense, and then in the hash, or neither.
fn check(setup: &WarSetup) -> Vec<&'static str> {
    let hash = War::prepare(setup).unwrap().data_hash();
    let read = |name: &&'static str| match War::prepare(&with_nonsense_in(setup, name)) {
        Err(_) => true,
        Ok(war) => {
            assert_eq!(war.data_hash(), hash, "{name} is not read, and in the hash");
            false
        }
    };
    let files = War::data_files().into_iter().map(|file| file.name);
    let read: Vec<&'static str> = files.filter(read).collect();
    for &name in &read {
        // A comment more makes another file that can be read.
        let file = War::data_files().into_iter().find(|file| file.name == name).unwrap();
        let own = OwnFile { name: name.into(), text: format!("{}\n# Ours.\n", file.text) };
        let own: OwnFiles = [own].into_iter().collect();
        let changed = War::prepare(&WarSetup { own, ..setup.clone() }).unwrap();
        assert_ne!(changed.data_hash(), hash, "{name} is read, and not in the hash");
    }
    read
}

#[test]
fn the_hash_of_a_setup_covers_exactly_what_it_reads() {
    let on_display = check(&setup("alexandros", None));
    assert!(on_display.contains(&"campaign/alexandros.toml"));
    assert!(!on_display.iter().any(|name| name.starts_with("hexes/")));
    let on_hexes = check(&setup("alexandros", Some("hex")));
    assert!(on_hexes.contains(&"conversion/units.toml"));
    assert!(on_hexes.contains(&"battlefields/issus.toml"), "a famous field");
    assert!(!on_hexes.contains(&"battlefields/samarkand.toml"), "a battle nobody fights there");
    assert_eq!(check(&setup("alexandros", Some("ask"))), on_hexes);
    let alone = check(&setup("granicus-display", None));
    assert!(alone.iter().all(|name| name.starts_with("display/")), "{alone:?}");
}

#[test]
fn the_hash_of_a_battle_covers_its_own_field_and_no_other() {
    let battlefields = |id: &str| {
        let read = check(&setup(id, None)).into_iter();
        read.filter(|name| !name.starts_with("hexes/")).collect::<Vec<_>>()
    };
    assert_eq!(battlefields("granicus"), ["battlefields/granicus.toml"]);
    assert_eq!(battlefields("meeting-7"), ["battlefields/meeting.toml"]);
}
