//! A save of a game: what is kept of a session, and the way to bytes and back.

use crate::data::{self, Mismatch};
use crate::error::{Fault, SaveError};
use crate::format::{CURRENT, Header, Lineage, Progress, assemble, whole};
use crate::lifts::{LIFTS, Lift};
use diadem_core::{Decision, Playable, Record, Session};
use serde::{Deserialize, Serialize};

/// Everything that is kept of a session.
pub struct Save<G: Playable> {
    /// What it says about itself.
    pub header: Header,
    /// What the rules half is made from.
    pub setup: G::Setup,
    /// The dice, the log and the position.
    pub record: Record<G>,
    /// The older format in which it was written, if it was: the rules have to complete its position.
    pub(crate) lifted_from: Option<u16>,
}

/// What a session does not know about its own save.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stamp {
    /// Who plays, in seat order.
    pub seats: Vec<String>,
    /// What plays each seat, in seat order; empty where persons play all of them.
    pub players: Vec<String>,
    /// Now, in seconds since 1970.
    pub saved_at: u64,
    /// The version of the program.
    pub program: String,
    /// Whether the session was played, or replayed, from its opening; see
    /// [`Opened::lineage`](crate::Opened::lineage).
    pub lineage: Lineage,
}

impl<G: Playable> Save<G> {
    /// What to keep of a session as it stands.
    pub fn of(session: &Session<G>, stamp: Stamp) -> Save<G> {
        let game = session.game();
        let stage = match session.decision() {
            Decision::Ask(_) => Progress::InPlay,
            Decision::Over(_) => Progress::Over,
        };
        let header = Header {
            rules_version: G::RULES_VERSION,
            data_hash: game.data_hash(),
            scenario: game.scenario().into(),
            turn: game.headline(session.state()),
            seats: stamp.seats,
            players: stamp.players,
            saved_at: stamp.saved_at,
            program: stamp.program,
            actions: session.log().len() as u32,
            stage,
            lineage: stamp.lineage,
        };
        Save { header, setup: game.setup_of().clone(), record: session.record(), lifted_from: None }
    }
}

impl<G: Playable> Clone for Save<G> {
    fn clone(&self) -> Self {
        Save {
            header: self.header.clone(),
            setup: self.setup.clone(),
            record: self.record.clone(),
            lifted_from: self.lifted_from,
        }
    }
}

/// What is stored behind the header.
#[derive(Serialize, Deserialize)]
struct Body<S, R> {
    setup: S,
    record: R,
}

/// The bytes of a save.
pub fn encode<G: Playable>(save: &Save<G>) -> Result<Vec<u8>, SaveError> {
    let assembled = || {
        let header = data::to_bytes(&save.header)?;
        let body = data::to_bytes(&Body { setup: &save.setup, record: &save.record })?;
        Ok(assemble(CURRENT, &header, &body)?)
    };
    assembled().map_err(|why: Mismatch| SaveError::Unsavable { reason: why.to_string() })
}

/// The save that bytes hold, once their checksum is verified.
pub fn decode<G: Playable>(bytes: &[u8]) -> Result<Save<G>, Fault> {
    decode_with(bytes, LIFTS)
}

/// The same with another list of lifts.
pub(crate) fn decode_with<G: Playable>(bytes: &[u8], lifts: &[Lift]) -> Result<Save<G>, Fault> {
    let whole = whole(bytes, lifts)?;
    let header = whole.header(lifts)?;
    let Body { setup, record } = whole.body(lifts)?;
    Ok(Save { header, setup, record, lifted_from: whole.older_format(lifts) })
}
