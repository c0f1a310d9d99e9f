//! The samples in `saves/` load, prove themselves, and go on.

use diadem_archive::{Verdict, check, open};
use diadem_core::random::RandomPlayer;
use diadem_sparring::feud::Feud;
use diadem_tests::samples;

#[test]
fn a_save_of_every_format_loads_for_ever() {
    let folder = samples::folder();
    let mut seen = 0;
    for listed in diadem_archive::list(&folder) {
        let header = listed.header.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(header.scenario, "feud");
        assert!(matches!(check::<Feud>(&listed.file), Ok(Verdict::Replayed)));
        let mut session = open::<Feud>(&listed.file).unwrap().session;
        assert!(session.state().fight.is_some(), "saved in the middle of a duel");
        let mut player = RandomPlayer::new(1);
        while let Some(ask) = session.decision().ask() {
            session.act(ask.seat, player.pick(&session.actions()).unwrap()).unwrap();
        }
        seen += 1;
    }
    assert_eq!(seen, 1, "one sample for each format");
}

#[test]
fn the_sample_is_what_would_be_written_today() {
    let folder = tempfile::tempdir().unwrap();
    let written = samples::write_samples(folder.path()).unwrap();
    let kept = samples::folder().join(samples::PRESENT_FORMAT);
    assert_eq!(
        std::fs::read(&written[0]).unwrap(),
        std::fs::read(kept).unwrap(),
        "run `cargo xtask saves` if the format or the small games changed on purpose"
    );
}
