//! The samples in `saves/` load, prove themselves, and go on.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_archive::{Lineage, Save, Stamp, Verdict, check, encode, open, open_bytes};
use diadem_core::random::RandomPlayer;
use diadem_core::{OwnFile, OwnFiles, Playable, Session};
use diadem_handoff::{War, WarSetup};
use diadem_sparring::feud::Feud;
use diadem_tests::samples;
use std::sync::Arc;

/// Opens a sample, proves it by playing it again, and plays it to its end.
fn plays_on<G: Playable>(file: &str) -> G::State {
    let path = samples::folder().join(file);
    assert!(matches!(check::<G>(&path), Ok(Verdict::Replayed)), "{:?}", check::<G>(&path));
    let mut session = open::<G>(&path).unwrap().session;
    let saved = session.state().clone();
    let mut player = RandomPlayer::new(1);
    while let Some(ask) = session.decision().ask() {
        session.act(ask.seat, player.pick(&session.actions()).unwrap()).unwrap();
    }
    saved
}

#[test]
fn a_save_of_every_format_loads_for_ever() {
    for file in samples::OLDER_FORMATS.into_iter().chain([samples::PRESENT_FORMAT]) {
        assert!(plays_on::<Feud>(file).fight.is_some(), "in the middle of a duel");
    }
}

#[test]
fn a_campaign_of_the_first_format_goes_on_by_the_charts_of_the_program() {
    let path = samples::folder().join(samples::OLD_CAMPAIGN);
    let session = open::<War>(&path).unwrap().session;
    assert!(session.game().setup_of().own.is_empty());
    assert!(session.decision().ask().is_some());
}

#[test]
fn a_hex_battle_of_the_second_format_is_played_on_to_its_end() {
    let path = samples::folder().join(samples::OLD_HEXES);
    let mut session = open::<War>(&path).unwrap().session;
    let mut player = RandomPlayer::new(1);
    while let Some(ask) = session.decision().ask() {
        session.act(ask.seat, player.pick(&session.actions()).unwrap()).unwrap();
    }
}

#[test]
fn the_sample_campaigns_play_on() {
    assert!(plays_on::<War>(samples::CAMPAIGN).fight.is_none());
    assert!(plays_on::<War>(samples::BATTLE).fight.is_some(), "in the middle of a battle");
    assert!(plays_on::<War>(samples::HEXES).hexes.is_some(), "in the middle of a battle on hexes");
}

#[test]
fn every_file_in_the_folder_is_a_sound_save() {
    let listed = diadem_archive::list(&samples::folder());
    assert_eq!(listed.len(), 8);
    for one in listed {
        assert!(one.header.is_ok(), "{:?}", one.header);
    }
}

#[test]
fn the_sample_is_what_would_be_written_today() {
    let folder = tempfile::tempdir().unwrap();
    let written = samples::write_samples(folder.path()).unwrap();
    for path in written {
        let kept = samples::folder().join(path.file_name().unwrap());
        assert_eq!(
            std::fs::read(&path).unwrap(),
            std::fs::read(&kept).unwrap(),
            "{}: run `cargo xtask saves` if the format or the rules changed on purpose",
            kept.display()
        );
    }
}

/// A battle on hexes by one of our files with one thing changed.
fn by_own(scenario: &str, name: &str, good: &str, other: &str) -> WarSetup {
    let file = War::data_files().into_iter().find(|file| file.name == name).unwrap();
    assert!(file.text.contains(good), "{good}");
    let text = file.text.replacen(good, other, 1);
    let own: OwnFiles = [OwnFile { name: name.into(), text }].into_iter().collect();
    WarSetup { own, ..WarSetup::new(scenario, []) }
}

#[test]
fn a_hex_battle_is_played_by_a_players_own_charts_and_its_save_keeps_them() {
    let ours = War::prepare(&WarSetup::new("jaxartes", [])).unwrap();
    for (name, good, other) in [
        ("hexes/missiles.toml", "bolt             = [7,", "bolt             = [8,"),
        ("battlefields/jaxartes.toml", "engines_begin = \"fire\"", "engines_begin = \"move\""),
    ] {
        let setup = by_own("jaxartes", name, good, other);
        let war = Arc::new(War::prepare(&setup).unwrap());
        assert_ne!(war.data_hash(), ours.data_hash(), "{name}: a save knows what it is played by");
        assert_ne!(war.hexes(), ours.hexes(), "{name}: and it is played by it");
        let (seats, lineage) = (vec!["Ann".into(), "Ben".into()], Lineage::Unbroken);
        let stamp =
            Stamp { seats, players: Vec::new(), saved_at: 1, program: "0.1.0".into(), lineage };
        let bytes = encode(&Save::of(&Session::begin(war, 1), stamp)).unwrap();
        let opened = open_bytes::<War>(&bytes).unwrap();
        assert_eq!(opened.session.game().setup_of(), &setup, "wherever it is taken up");
        assert_eq!(opened.lineage(), Lineage::Unbroken, "and it can be played again");
    }
    let rosters =
        by_own("meeting-7", "battlefields/meeting.toml", "name = \"Greek\"", "name = \"Hellenic\"");
    let meeting = War::prepare(&rosters).unwrap();
    assert_eq!(meeting.hexes().unwrap().battle().armies[0].name, "Hellenic");
}

#[test]
fn a_bad_file_of_a_hex_battle_is_refused_with_file_key_and_reason() {
    let refused = |setup: WarSetup| War::prepare(&setup).err().unwrap().to_string();
    let told = refused(by_own("granicus", "hexes/types.toml", "moves = \"LL\"", "moves = \"XX\""));
    assert!(told.contains("maps/hexes/types.toml: "), "{told}");
    let name = "battlefields/granicus.toml";
    let told = refused(by_own("granicus", name, "id = \"granicus\"", "id = \"issus\""));
    assert!(told.contains("maps/battlefields/granicus.toml: id: is issus"), "{told}");
    let setup = by_own("granicus", name, "id = \"granicus\"", "id = \"issus\"");
    assert!(War::charts(&setup.own).is_ok(), "where it comes from can be told all the same");
    let bad = by_own("granicus", "hexes/rally.toml", "rule =", "rules =");
    assert!(War::charts(&bad.own).is_err());
}
