//! The samples in `saves/` load, prove themselves, and go on.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_archive::{Verdict, check, open};
use diadem_core::Playable;
use diadem_core::random::RandomPlayer;
use diadem_handoff::War;
use diadem_sparring::feud::Feud;
use diadem_tests::samples;

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
fn the_sample_campaigns_play_on() {
    assert!(plays_on::<War>(samples::CAMPAIGN).fight.is_none());
    assert!(plays_on::<War>(samples::BATTLE).fight.is_some(), "in the middle of a battle");
}

#[test]
fn every_file_in_the_folder_is_a_sound_save() {
    let listed = diadem_archive::list(&samples::folder());
    assert_eq!(listed.len(), 5);
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
