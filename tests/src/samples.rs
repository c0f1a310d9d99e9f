//! Sample saves: one for each format, which must load for ever, and campaigns to look at.

use crate::games::prepared;
use diadem_archive::disk::replace;
use diadem_archive::{Lineage, Save, SaveError, Stamp, encode};
use diadem_core::random::RandomPlayer;
use diadem_core::{Playable, Session};
use diadem_handoff::War;
use diadem_hexes::{ShockStage, Step};
use diadem_sparring::feud::Feud;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the samples lie.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves")
}

/// The sample of the present format: a feud in the middle of a duel.
pub const PRESENT_FORMAT: &str = "format-3.diadem";
/// Those of older formats.
pub const OLDER_FORMATS: [&str; 2] = ["format-1.diadem", "format-2.diadem"];
/// A campaign of format 1, the last that knew no charts of a player's own.
pub const OLD_CAMPAIGN: &str = "format-1-campaign.diadem";
/// The Granicus on hexes of format 2, the last that did not know who had come up to whom.
pub const OLD_HEXES: &str = "format-2-hexes.diadem";
/// Alexander's campaign, a few turns in.
pub const CAMPAIGN: &str = "alexandros.diadem";
/// The same in the middle of a battle.
pub const BATTLE: &str = "alexandros-battle.diadem";
/// The Granicus on hexes, as lines meet.
pub const HEXES: &str = "granicus-hexes.diadem";

/// Writes the samples. Those of older formats are never written again.
pub fn write_samples(folder: &Path) -> Result<Vec<PathBuf>, SaveError> {
    Ok(vec![
        write_sample(&folder.join(PRESENT_FORMAT), &in_the_middle_of_a_duel())?,
        write_sample(&folder.join(CAMPAIGN), &a_few_turns_in())?,
        write_sample(&folder.join(BATTLE), &in_the_middle_of_a_battle())?,
        write_sample(&folder.join(HEXES), &as_lines_meet())?,
    ])
}

fn write_sample<G: Playable>(path: &Path, session: &Session<G>) -> Result<PathBuf, SaveError> {
    let game = session.game();
    // Nothing in it may differ from one writing to the next.
    let stamp = Stamp {
        seats: game.seats().iter().map(|seat| game.seat_name(seat).to_owned()).collect(),
        players: Vec::new(),
        saved_at: 0,
        program: "sample".into(),
        lineage: Lineage::Unbroken,
    };
    replace(path, &encode(&Save::of(session, stamp))?)?;
    Ok(path.to_owned())
}

/// A feud, a few years old, with a duel being fought.
pub fn in_the_middle_of_a_duel() -> Session<Feud> {
    play_until("feud", |state: &<Feud as diadem_core::Game>::State| {
        state.year >= 2 && state.fight.is_some()
    })
}

/// Alexander's campaign in its third year.
pub fn a_few_turns_in() -> Session<War> {
    play_until("alexandros", |state: &diadem_handoff::State| {
        state.fight.is_none() && state.campaign.as_ref().is_some_and(|map| map.turn >= 8)
    })
}

/// A later battle than the Granicus, after its first rounds.
pub fn in_the_middle_of_a_battle() -> Session<War> {
    play_until("alexandros", |state: &diadem_handoff::State| {
        let later = state.campaign.as_ref().is_some_and(|map| map.turn >= 2);
        later && state.fight.as_ref().is_some_and(|fight| fight.state.round >= 3)
    })
}

/// The Granicus on hexes, with combats allocated and their types being asked for.
pub fn as_lines_meet() -> Session<War> {
    play_until("granicus", |state: &diadem_handoff::State| {
        state.hexes.as_ref().is_some_and(|battle| {
            let blows = battle.combats.iter().filter(|combat| combat.is_on()).count();
            let Step::Shock(segment) = battle.step() else { return false };
            blows >= 1 && segment.stage > ShockStage::Allocation
        })
    })
}

/// Games at random, one after the other, until one comes to such a state.
fn play_until<G: Playable>(scenario: &str, reached: impl Fn(&G::State) -> bool) -> Session<G> {
    let game = Arc::new(prepared::<G>(scenario));
    let mut seed = FIRST_SEED;
    loop {
        let mut session = Session::begin(Arc::clone(&game), seed);
        let mut player = RandomPlayer::new(seed);
        while let Some(ask) = session.decision().ask() {
            if reached(session.state()) {
                return session;
            }
            let action = player.pick(&session.actions()).expect("somebody who is asked can answer");
            session.act(ask.seat, action).expect("a listed action is legal");
        }
        seed += 1;
    }
}

const FIRST_SEED: u64 = 334;
