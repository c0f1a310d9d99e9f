//! The table at which the tests play: a feud of three heirs.

use diadem_archive::{Lineage, Save, Stamp, encode};
use diadem_core::random::RandomPlayer;
use diadem_core::{Playable, Request, Session};
use diadem_sparring::feud::Feud;
use std::path::Path;
use std::sync::Arc;

/// A feud that nobody has begun.
pub fn fresh(seed: u64) -> Session<Feud> {
    let setup = Feud::setup(&Request { scenario: "feud", battles: None }).expect("it exists");
    Session::begin(Arc::new(Feud::prepare(&setup).expect("it is valid")), seed)
}

/// A feud played at random until `enough`, or to its end.
pub fn played_until(seed: u64, enough: impl Fn(&Session<Feud>) -> bool) -> Session<Feud> {
    let mut session = fresh(seed);
    let mut player = RandomPlayer::new(seed);
    while let (Some(ask), false) = (session.decision().ask(), enough(&session)) {
        let action = player.pick(&session.actions()).expect("a question has an answer");
        session.act(ask.seat, action).expect("a listed action is legal");
    }
    session
}

/// A feud in the middle of things.
pub fn under_way() -> Session<Feud> {
    let session = played_until(7, |session| session.log().len() >= 12);
    assert!(session.decision().ask().is_some(), "it still goes on");
    session
}

/// What is written on a save.
pub fn stamp(saved_at: u64) -> Stamp {
    Stamp {
        seats: ["Ada", "Berenice", "Cleon"].map(String::from).into(),
        players: Vec::new(),
        saved_at,
        program: "0.1.0".into(),
        lineage: Lineage::Unbroken,
    }
}

/// A save of a session.
pub fn saved(session: &Session<Feud>) -> Save<Feud> {
    Save::of(session, stamp(1_000))
}

/// The bytes of a small save.
pub fn bytes() -> Vec<u8> {
    bytes_saved_at(1_000)
}

/// The bytes of a small save of that moment.
pub fn bytes_saved_at(saved_at: u64) -> Vec<u8> {
    encode(&Save::of(&under_way(), stamp(saved_at))).expect("a feud can be saved")
}

/// The names of everything in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
