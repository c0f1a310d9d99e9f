//! Sample saves: one for each format, which must load for ever.

use crate::games::prepared;
use diadem_archive::{Lineage, Save, SaveError, Stamp, encode, write};
use diadem_core::Session;
use diadem_core::random::RandomPlayer;
use diadem_sparring::feud::Feud;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the samples lie.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves")
}

/// The sample of the present format: a feud in the middle of a duel.
pub const PRESENT_FORMAT: &str = "format-1.diadem";

/// Writes the samples. Those of older formats are never written again.
pub fn write_samples(folder: &Path) -> Result<Vec<PathBuf>, SaveError> {
    let session = in_the_middle_of_a_duel();
    // Nothing in it may differ from one writing to the next.
    let stamp = Stamp {
        seats: vec!["Ada".into(), "Blaise".into(), "Carl".into()],
        saved_at: 0,
        program: "sample".into(),
        lineage: Lineage::Unbroken,
    };
    let path = folder.join(PRESENT_FORMAT);
    write(&path, &encode(&Save::of(&session, stamp))?)?;
    Ok(vec![path])
}

/// A feud, a few years old, with a duel being fought.
pub fn in_the_middle_of_a_duel() -> Session<Feud> {
    let mut session = Session::begin(Arc::new(prepared::<Feud>("feud")), SEED);
    let mut player = RandomPlayer::new(SEED);
    while session.state().year < 2 || session.state().fight.is_none() {
        let (Some(ask), Some(action)) = (session.decision().ask(), player.pick(&session.actions()))
        else {
            break;
        };
        session.act(ask.seat, action).expect("a listed action is legal");
    }
    session
}

const SEED: u64 = 334;
