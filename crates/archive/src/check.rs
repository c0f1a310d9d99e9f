//! Opening a save, and proving it by playing it again.

use crate::disk::{read, refusal};
use crate::error::{Fault, SaveError};
use crate::format::{Header, Lineage, verify};
use crate::save::{Save, decode};
use diadem_core::{Playable, Session, SetupError, state_hash};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// How far a save could be proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The checksum holds, and playing the actions again gives the position bit for bit.
    Replayed,
    /// The checksum holds; more could not be tested.
    ChecksumOnly(Unproven),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Replayed => f.write_str("sound: playing it again gives the same position"),
            Verdict::ChecksumOnly(reason) => {
                write!(f, "intact, but it cannot be played again here: {reason}")
            }
        }
    }
}

/// Why a save cannot be played again here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unproven {
    /// It was played by other rules.
    #[error("it was played by version {theirs} of the rules, and these are version {ours}")]
    OtherRules {
        /// The version of its rules.
        theirs: u32,
        /// The version of the program's rules.
        ours: u32,
    },
    /// It was played with other charts or maps.
    #[error("it was played with other charts or maps")]
    OtherData,
    /// This program does not have its scenario.
    #[error("its game cannot be set up: {0}")]
    UnknownScenario(SetupError),
    /// It was taken up once from a position of other rules or data.
    #[error("it goes on from a save of other rules, charts or maps")]
    TakenUp,
}

/// A save that was opened.
pub struct Opened<G: Playable> {
    /// The game, ready to go on.
    pub session: Session<G>,
    /// What the save said about itself.
    pub header: Header,
    /// Whether all of it came back. Where it was not replayed, the chronicle begins anew, nothing
    /// before can be taken back, and the verdict says why.
    pub verdict: Verdict,
}

impl<G: Playable> Opened<G> {
    /// What to stamp on later saves of this session.
    pub fn lineage(&self) -> Lineage {
        match self.verdict {
            Verdict::Replayed => Lineage::Unbroken,
            Verdict::ChecksumOnly(_) => Lineage::Resumed,
        }
    }
}

/// Opens a save: played again in full where rules and data are the program's own, so that the
/// chronicle and what can be taken back return with it; otherwise taken up from its position.
pub fn open<G: Playable>(file: &Path) -> Result<Opened<G>, SaveError> {
    open_bytes(&read(file)?).map_err(|fault| refusal(file, fault))
}

/// Opens a save that is no file: one that came with the program.
pub fn open_bytes<G: Playable>(bytes: &[u8]) -> Result<Opened<G>, Fault> {
    let mut save = decode::<G>(bytes)?;
    let game = prepare(&mut save).map_err(|why| unknown_game(&why))?;
    match unproven(&save.header, &game) {
        None => {
            let session = replayed(game, &save)?;
            Ok(Opened { session, header: save.header, verdict: Verdict::Replayed })
        }
        Some(reason) => taken_up(game, save, reason),
    }
}

/// Opens a save from the position it holds, without playing it again: the way out when
/// [`open`] finds that a replay differs.
pub fn resume<G: Playable>(file: &Path) -> Result<Opened<G>, SaveError> {
    let refused = |fault| refusal(file, fault);
    let mut save = decode::<G>(&read(file)?).map_err(refused)?;
    let game = prepare(&mut save).map_err(|why| refused(unknown_game(&why)))?;
    let reason = unproven(&save.header, &game).unwrap_or(Unproven::TakenUp);
    taken_up(game, save, reason).map_err(refused)
}

/// Verifies a save: its checksum, and where rules and data are the program's own, that playing its
/// actions again gives its position. An error says what is wrong with it.
pub fn check<G: Playable>(file: &Path) -> Result<Verdict, SaveError> {
    let refused = |fault| refusal(file, fault);
    let bytes = read(file)?;
    let header = verify(&bytes).map_err(refused)?;
    // What other rules stored need not even decode here.
    if let Some(reason) = other_rules::<G>(&header) {
        return Ok(Verdict::ChecksumOnly(reason));
    }
    let mut save = decode::<G>(&bytes).map_err(refused)?;
    let game = match prepare(&mut save) {
        Ok(game) => game,
        Err(why) => return Ok(Verdict::ChecksumOnly(Unproven::UnknownScenario(why))),
    };
    match unproven(&save.header, &game) {
        Some(reason) => Ok(Verdict::ChecksumOnly(reason)),
        None => replayed(game, &save).map(|_| Verdict::Replayed).map_err(refused),
    }
}

/// The rules half of a save, which completes a position that was lifted, before anything is compared.
fn prepare<G: Playable>(save: &mut Save<G>) -> Result<Arc<G>, SetupError> {
    let game = G::prepare(&save.setup)?;
    if let Some(format) = save.lifted_from.take() {
        game.complete(&mut save.record.state, format);
        // What was told of the data in another way is told in today's.
        if save.header.data_hash == game.data_hash_in(format) {
            save.header.data_hash = game.data_hash();
        }
    }
    Ok(Arc::new(game))
}

fn unknown_game(why: &SetupError) -> Fault {
    Fault::UnknownGame { reason: why.to_string() }
}

fn other_rules<G: Playable>(header: &Header) -> Option<Unproven> {
    let (theirs, ours) = (header.rules_version, G::RULES_VERSION);
    (theirs != ours).then_some(Unproven::OtherRules { theirs, ours })
}

/// Why a save with this header cannot be played again by this game, if it cannot.
fn unproven<G: Playable>(header: &Header, game: &Arc<G>) -> Option<Unproven> {
    if let Some(other) = other_rules::<G>(header) {
        Some(other)
    } else if header.data_hash != game.data_hash() {
        Some(Unproven::OtherData)
    } else {
        (header.lineage == Lineage::Resumed).then_some(Unproven::TakenUp)
    }
}

fn replayed<G: Playable>(game: Arc<G>, save: &Save<G>) -> Result<Session<G>, Fault> {
    let record = &save.record;
    let session = Session::replay(game, record.dice.seed, &record.log)
        .map_err(|refused| Fault::ReplayRefused { reason: refused.to_string() })?;
    let same_dice = session.record().dice == record.dice;
    if same_dice && session.state_hash() == state_hash(&record.state) {
        Ok(session)
    } else {
        Err(Fault::ReplayDiffers)
    }
}

fn taken_up<G: Playable>(
    game: Arc<G>,
    save: Save<G>,
    reason: Unproven,
) -> Result<Opened<G>, Fault> {
    game.invariants(&save.record.state)
        .map_err(|broken| Fault::Impossible { reason: broken.to_string() })?;
    let session = Session::resume(game, save.record);
    Ok(Opened { session, header: save.header, verdict: Verdict::ChecksumOnly(reason) })
}
