//! The samples in `saves/` load, prove themselves, and go on.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_archive::{Lineage, Save, Stamp, Verdict, encode, open, open_bytes};
use diadem_core::random::RandomPlayer;
use diadem_core::{OwnFiles, Playable, Session};
use diadem_handoff::{War, WarSetup};
use diadem_tests::samples::{self, KeptSave, offered, older, own_charts, present};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Opens a save, finds under way what it is kept for, and plays it to its end. Played again from its log it comes to
/// the same, unless it is one of other rules.
fn goes_on<G: Playable>(save: &KeptSave<G>) {
    let KeptSave { file, is_under_way } = save;
    let mut opened = open::<G>(&samples::folder().join(file)).unwrap();
    let is_replayed = opened.verdict == Verdict::Replayed;
    let is_of_other_rules = older::is_of_other_rules(file);
    assert_eq!(is_replayed, !is_of_other_rules, "{file}: {}", opened.verdict);
    assert!(is_under_way(&opened.session), "{file}: what it is kept for is under way");
    let mut player = RandomPlayer::new(1);
    while let Some(ask) = opened.session.decision().ask() {
        let action = player.pick(&opened.session.actions()).unwrap();
        opened.session.act(ask.seat, action).unwrap();
    }
}

#[test]
fn a_feud_of_every_format_goes_on_for_ever() {
    older::FEUDS.iter().for_each(goes_on);
    present::FEUDS.iter().map(|sample| &sample.save).for_each(goes_on);
}

#[test]
fn a_war_of_every_older_format_goes_on_for_ever() {
    older::wars().for_each(goes_on);
}

#[test]
fn whatever_can_be_under_way_in_a_war_is_kept_and_goes_on() {
    present::WARS.iter().map(|sample| &sample.save).for_each(goes_on);
}

#[test]
fn the_wars_that_the_program_offers_go_on() {
    offered::WARS.iter().map(|sample| &sample.save).for_each(goes_on);
}

#[test]
fn a_campaign_of_the_first_format_goes_on_by_the_charts_of_the_program() {
    let path = samples::folder().join("format-1-campaign.diadem");
    let session = open::<War>(&path).unwrap().session;
    assert!(session.game().setup_of().own.is_empty());
}

#[test]
fn every_file_in_the_folder_is_a_sound_save_and_in_a_list() {
    let feuds = older::FEUDS.iter().chain(present::FEUDS.iter().map(|sample| &sample.save));
    let written = present::WARS.iter().chain(&offered::WARS).map(|sample| &sample.save);
    let wars = older::wars().chain(written);
    let known: BTreeSet<&str> =
        feuds.map(|save| save.file).chain(wars.map(|save| save.file)).collect();
    let listed = diadem_archive::list(&samples::folder());
    let files = listed.iter().map(|one| one.file.file_name().unwrap().to_str().unwrap());
    assert_eq!(files.collect::<BTreeSet<_>>(), known);
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
    let own: OwnFiles = [own_charts::changed(name, good, other)].into_iter().collect();
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
