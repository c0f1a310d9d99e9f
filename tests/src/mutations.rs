//! Mutated saves: a bit, a byte, a cut, something doubled. Not one may panic, and not one may be
//! opened as good.

use diadem_archive::{Fault, Header, Lineage, Save, Stamp, decode, encode, read_header, verify};
use diadem_core::random::RandomPlayer;
use diadem_core::{Chance, Playable, Request, Session};
use diadem_sparring::feud::Feud;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// What became of the mutated saves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Refused.
    pub refused: u64,
    /// The mutation happened to change nothing, and the save was opened.
    pub unchanged: u64,
    /// Refused, but the header could still be read, and was the true one.
    pub header_read: u64,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { refused, unchanged, header_read } = self;
        write!(f, "{refused} refused ({header_read} with a readable header), {unchanged} unchanged")
    }
}

/// Mutates saves and tries to open each. An error names the first mutation that did harm; seed and
/// count give it again.
pub fn mutate_and_open(count: u64, seed: u64) -> Result<Counts, String> {
    let saves = [1, 40, 400].map(|entries| bytes_after(entries, seed));
    let headers = saves.each_ref().map(|good| verify(good));
    let mut luck = Chance::new(seed);
    let mut counts = Counts::default();
    for number in 0..count {
        let which = luck.below(saves.len() as u32) as usize;
        let (good, header) = (&saves[which], &headers[which]);
        let (mutation, bytes) = mutated(good, &mut luck);
        let harm = |what: &str| format!("seed {seed}, save {number} ({mutation:?}): {what}");
        let tried = catch_unwind(AssertUnwindSafe(|| attempt(&bytes)));
        let (opened, front) = tried.map_err(|_| harm("panicked"))?;
        match opened {
            Ok(()) if bytes == *good => counts.unchanged += 1,
            Ok(()) => return Err(harm("was opened as good")),
            Err(_) if bytes == *good => return Err(harm("is unchanged, but was refused")),
            Err(_) => counts.refused += 1,
        }
        match front {
            Ok(_) if front != *header => return Err(harm("has a header that was never written")),
            Ok(_) if bytes != *good => counts.header_read += 1,
            _ => {}
        }
    }
    Ok(counts)
}

/// Everything that reads bytes, read.
fn attempt(bytes: &[u8]) -> (Result<(), Fault>, Result<Header, Fault>) {
    let opened = verify(bytes).and(decode::<Feud>(bytes).map(drop));
    (opened, read_header(bytes))
}

/// What was done to a save.
#[derive(Clone, Copy, Debug)]
enum Mutation {
    Bit,
    Byte,
    CutBehind,
    CutInFront,
    CutInside,
    Doubled,
    DoubledInside,
    Several,
}

const MUTATIONS: [Mutation; 8] = [
    Mutation::Bit,
    Mutation::Byte,
    Mutation::CutBehind,
    Mutation::CutInFront,
    Mutation::CutInside,
    Mutation::Doubled,
    Mutation::DoubledInside,
    Mutation::Several,
];

fn mutated(good: &[u8], luck: &mut Chance) -> (Mutation, Vec<u8>) {
    let mutation = MUTATIONS[luck.below(MUTATIONS.len() as u32) as usize];
    let mut bytes = good.to_vec();
    let mut place = || luck.below(good.len() as u32) as usize;
    let (one, other) = (place(), place());
    let (from, to) = (one.min(other), one.max(other));
    match mutation {
        Mutation::Bit => bytes[one] ^= 1 << luck.below(8),
        Mutation::Byte => bytes[one] = luck.below(256) as u8,
        Mutation::CutBehind => bytes.truncate(from),
        Mutation::CutInFront => drop(bytes.drain(..from)),
        Mutation::CutInside => drop(bytes.drain(from..to)),
        Mutation::Doubled => bytes.extend_from_slice(good),
        Mutation::DoubledInside => drop(bytes.splice(to..to, good[from..to].to_vec())),
        Mutation::Several => {
            for _ in 0..2 + luck.below(30) {
                bytes[luck.below(good.len() as u32) as usize] = luck.below(256) as u8;
            }
        }
    }
    (mutation, bytes)
}

/// A feud played at random until its log has so many entries, as bytes.
fn bytes_after(entries: usize, seed: u64) -> Vec<u8> {
    let setup = Feud::setup(&Request { scenario: "long-feud", battles: None })
        .expect("the scenario exists");
    let game = Feud::prepare(&setup).expect("the setup is its own");
    let mut session = Session::begin(Arc::new(game), seed);
    let mut player = RandomPlayer::new(seed);
    while let (Some(ask), true) = (session.decision().ask(), session.log().len() < entries) {
        let action = player.pick(&session.actions()).expect("a question has an answer");
        session.act(ask.seat, action).expect("a listed action is legal");
    }
    let stamp = Stamp {
        seats: ["Ada", "Berenice", "Cleon"].map(String::from).into(),
        players: Vec::new(),
        saved_at: 333,
        program: "fuzz".into(),
        lineage: Lineage::Unbroken,
    };
    encode(&Save::of(&session, stamp)).expect("a feud can be saved")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_thousand_mutated_saves_are_refused() {
        let counts = mutate_and_open(5_000, 1).unwrap();
        assert_eq!(counts.refused + counts.unchanged, 5_000);
    }
}
