//! The saves in `saves/`: those that must load for ever, and games to look at.
//!
//! `present` has the table of those of the present format, `older` the list of those of older formats, `offered` the
//! games that the program offers; `under_way` says what a save is kept for, `own_charts` what some are played by.
//!
//! When the format of saves gets its next number: give each row of `present` a line in `older`, with its file and what
//! is under way in it; then give the rows of `present` file names of the new format, and run `cargo xtask saves`.

pub mod offered;
pub mod older;
pub mod own_charts;
pub mod present;
mod under_way;

use diadem_archive::disk::replace;
use diadem_archive::{Lineage, Save, SaveError, Stamp, encode};
use diadem_core::random::RandomPlayer;
use diadem_core::{Playable, Session};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the samples lie.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves")
}

/// Games that are tried for a sample. A row whose games no longer come there needs another seed.
const MOST_GAMES: usize = 100;

/// A save that is kept for what is under way in it.
pub struct KeptSave<G: Playable> {
    /// Its file in the folder.
    pub file: &'static str,
    /// Whether that is under way.
    pub is_under_way: fn(&Session<G>) -> bool,
}

/// A save that can be written again, byte for byte: games of players who pick at random, one after the other, until
/// that is under way for which it is kept.
pub struct Sample<G: Playable> {
    /// The save.
    pub save: KeptSave<G>,
    /// The seed of the first game; one that comes there soon, so that the file is small.
    seed: u64,
    /// What is played.
    setup: fn() -> G::Setup,
    /// What is done beside the answers, before each of them.
    beside: fn(&mut Session<G>),
}

impl<G: Playable> Sample<G> {
    /// A row of a table: the file, what is under way in it, and how it is reached.
    const fn new(
        file: &'static str,
        is_under_way: fn(&Session<G>) -> bool,
        seed: u64,
        setup: fn() -> G::Setup,
    ) -> Sample<G> {
        Sample { save: KeptSave { file, is_under_way }, seed, setup, beside: |_| {} }
    }

    /// The same row where something is done beside the answers, before each of them.
    const fn and(self, beside: fn(&mut Session<G>)) -> Sample<G> {
        let Sample { save, seed, setup, .. } = self;
        Sample { save, seed, setup, beside }
    }

    /// Plays until that is under way for which it is kept.
    fn play(&self) -> Session<G> {
        let game = G::prepare(&(self.setup)()).expect("what a sample is played by can be prepared");
        let game = Arc::new(game);
        for seed in (self.seed..).take(MOST_GAMES) {
            let mut session = Session::begin(Arc::clone(&game), seed);
            let mut player = RandomPlayer::new(seed);
            loop {
                (self.beside)(&mut session);
                if (self.save.is_under_way)(&session) {
                    return session;
                }
                let Some(ask) = session.decision().ask() else { break };
                let action = player.pick(&session.actions());
                let action = action.expect("somebody who is asked can answer");
                session.act(ask.seat, action).expect("a listed action is legal");
            }
        }
        let KeptSave { file, .. } = self.save;
        panic!("no game from seed {} on comes to what {file} is kept for; try others", self.seed);
    }

    fn write(&self, folder: &Path) -> Result<PathBuf, SaveError> {
        let session = self.play();
        let game = session.game();
        // Nothing in it may differ from one writing to the next.
        let stamp = Stamp {
            seats: game.seats().iter().map(|seat| game.seat_name(seat).to_owned()).collect(),
            players: Vec::new(),
            saved_at: 0,
            program: "sample".into(),
            lineage: Lineage::Unbroken,
        };
        let path = folder.join(self.save.file);
        replace(&path, &encode(&Save::of(&session, stamp))?)?;
        Ok(path)
    }
}

/// Writes the samples. Those of older formats are never written again.
pub fn write_samples(folder: &Path) -> Result<Vec<PathBuf>, SaveError> {
    let feuds = present::FEUDS.iter().map(|sample| sample.write(folder));
    let wars = present::WARS.iter().chain(&offered::WARS).map(|sample| sample.write(folder));
    feuds.chain(wars).collect()
}
