//! How a save lies in its file.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | [`MAGIC`] |
//! | 2 | format |
//! | 4 | length of the header |
//! | 4 | length of the body as it is stored |
//! | 4 | length of the body before compression |
//! | … | header: named data, as `codec` writes it |
//! | 8 | the first bytes of BLAKE3 over everything so far |
//! | … | body: named data, compressed with LZ4 |
//! | 32 | BLAKE3 over everything so far |
//!
//! Numbers are little-endian. The short checksum makes the header and the lengths trustworthy when
//! the rest is missing. Every format, also later ones, begins with magic and format and ends with
//! the checksum over all before it, so that a newer save can be told from a damaged one.

use crate::codec::{self, CodecError};
use crate::data;
use crate::error::Fault;
use crate::lifts::{LIFTS, Lift, Step, lift, newest};
use crate::value::Value;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// What every save begins with. The byte above ASCII and the line end show a file that some
/// transfer took for a text.
pub const MAGIC: [u8; 8] = *b"\x89DIADEM\n";

/// The format this program writes.
pub const CURRENT: u16 = newest(LIFTS);

/// As long as a header may be.
const MOST_HEADER: usize = 64 << 10;
/// As long as a file may be: a body that does not compress, and what goes around it.
pub(crate) const MOST_FILE: usize = codec::MOST_BYTES + codec::MOST_BYTES / 8 + MOST_HEADER;

const PREAMBLE: usize = MAGIC.len() + 2 + 3 * 4;
const SHORT_SUM: usize = 8;
const SUM: usize = 32;

/// What a save says about itself before it is opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The rules that were played ([`Playable::RULES_VERSION`](diadem_core::Playable)).
    pub rules_version: u32,
    /// The hash of the charts and maps that were used.
    pub data_hash: [u8; 32],
    /// The id of the scenario.
    pub scenario: String,
    /// Where the game stands, such as `Autumn 333`.
    pub turn: String,
    /// Who plays, in seat order.
    pub seats: Vec<String>,
    /// What plays each seat, in seat order, in the program's own words; empty where persons play all of them, as
    /// they did in every save from before there was anybody else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// When it was saved, in seconds since 1970, by the clock of whoever saved it.
    pub saved_at: u64,
    /// The version of the program that saved it.
    pub program: String,
    /// How many entries its log has.
    pub actions: u32,
    /// Whether the game goes on.
    pub stage: Progress,
    /// Whether its log leads from the opening to its position.
    pub lineage: Lineage,
}

/// Whether a game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Progress {
    /// It goes on.
    InPlay,
    /// It has been decided.
    Over,
}

/// Whether a log leads from the opening to the position, all under the same rules and data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Lineage {
    /// It does: playing it again gives the position.
    Unbroken,
    /// Once it was taken up from a position of other rules or data, so it cannot be played again.
    Resumed,
}

/// Reads the header from the first bytes of a save. The rest may be missing or damaged.
pub fn read_header(bytes: &[u8]) -> Result<Header, Fault> {
    front(bytes, LIFTS)?.header(LIFTS)
}

/// Verifies the checksum over a whole save and gives its header. Needs no game.
pub fn verify(bytes: &[u8]) -> Result<Header, Fault> {
    whole(bytes, LIFTS)?.front.header(LIFTS)
}

/// Whether two saves hold the same game at the same moment, whoever kept them and when: setup, dice,
/// log and position are the same. Headers can be alike and the games not. Needs no game.
pub fn hold_the_same(one: &[u8], other: &[u8]) -> Result<bool, Fault> {
    let body = |bytes| -> Result<Vec<u8>, Fault> {
        let whole = whole(bytes, LIFTS)?;
        let plain = whole.plain()?;
        whole.front.lifted(&plain, LIFTS, |lift| lift.body).map(Cow::into_owned)
    };
    Ok(body(one)? == body(other)?)
}

/// Whether the last bytes are the checksum of the others: true of an intact save of any format.
pub(crate) fn is_intact(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
        && bytes
            .split_last_chunk::<SUM>()
            .is_some_and(|(rest, sum)| blake3::hash(rest).as_bytes() == sum)
}

/// The file of a header and a body, each as the bytes of its data.
pub(crate) fn assemble(format: u16, header: &[u8], plain: &[u8]) -> Result<Vec<u8>, CodecError> {
    if header.len() > MOST_HEADER {
        return Err(CodecError::TooLarge);
    }
    let body = lz4_flex::block::compress(plain);
    let mut bytes = Vec::with_capacity(PREAMBLE + header.len() + SHORT_SUM + body.len() + SUM);
    bytes.extend(MAGIC);
    bytes.extend(format.to_le_bytes());
    for length in [header.len(), body.len(), plain.len()] {
        bytes.extend((length as u32).to_le_bytes());
    }
    bytes.extend(header);
    bytes.extend(short_sum(&bytes));
    bytes.extend(body);
    let sum = blake3::hash(&bytes);
    bytes.extend(sum.as_bytes());
    Ok(bytes)
}

/// The first part of a save, which its short checksum vouches for.
pub(crate) struct Front<'a> {
    format: u16,
    header: &'a [u8],
    body_length: usize,
    plain_length: usize,
}

impl Front<'_> {
    fn header(&self, lifts: &[Lift]) -> Result<Header, Fault> {
        self.data(self.header, lifts, |lift| lift.header)
    }

    /// Data of this save's format. Only an older one needs a tree to be lifted.
    fn data<T: DeserializeOwned>(
        &self,
        bytes: &[u8],
        lifts: &[Lift],
        step_of: fn(&Lift) -> Step,
    ) -> Result<T, Fault> {
        data::from_bytes(&self.lifted(bytes, lifts, step_of)?).map_err(unreadable)
    }

    /// The bytes that data of this save's format would have in the newest.
    fn lifted<'b>(
        &self,
        bytes: &'b [u8],
        lifts: &[Lift],
        step_of: fn(&Lift) -> Step,
    ) -> Result<Cow<'b, [u8]>, Fault> {
        if self.format == newest(lifts) {
            return Ok(Cow::Borrowed(bytes));
        }
        let old = Value::decode(bytes).map_err(unreadable)?;
        lift(old, self.format, lifts, step_of).encode().map(Cow::Owned).map_err(unreadable)
    }
}

/// A save whose checksum holds.
pub(crate) struct Whole<'a> {
    front: Front<'a>,
    body: &'a [u8],
}

impl Whole<'_> {
    /// What it says about itself.
    pub(crate) fn header(&self, lifts: &[Lift]) -> Result<Header, Fault> {
        self.front.header(lifts)
    }

    /// The older format in which it was written, if it was.
    pub(crate) fn older_format(&self, lifts: &[Lift]) -> Option<u16> {
        Some(self.front.format).filter(|&format| format != newest(lifts))
    }

    /// What its body holds.
    pub(crate) fn body<T: DeserializeOwned>(&self, lifts: &[Lift]) -> Result<T, Fault> {
        self.front.data(&self.plain()?, lifts, |lift| lift.body)
    }

    /// The body before it was compressed.
    fn plain(&self) -> Result<Vec<u8>, Fault> {
        // The length was bounded when the first part was read.
        let mut plain = vec![0; self.front.plain_length];
        match lz4_flex::block::decompress_into(self.body, &mut plain) {
            Ok(length) if length == plain.len() => Ok(plain),
            Ok(_) => Err(unreadable("its length is wrong")),
            Err(error) => Err(unreadable(error)),
        }
    }
}

/// The first part, with its short checksum verified.
fn front<'a>(bytes: &'a [u8], lifts: &[Lift]) -> Result<Front<'a>, Fault> {
    if bytes.is_empty() {
        return Err(Fault::Empty);
    }
    if !bytes.starts_with(&MAGIC) {
        return Err(if MAGIC.starts_with(bytes) { Fault::CutShort } else { Fault::NotASave });
    }
    let preamble: &[u8; PREAMBLE] = bytes.first_chunk().ok_or(Fault::CutShort)?;
    let (format, lengths) = numbers(preamble);
    if format > newest(lifts) {
        return Err(Fault::Newer { format });
    }
    let [header_length, body_length, plain_length] = lengths.map(|length| length as usize);
    if format == 0 || header_length > MOST_HEADER {
        return Err(Fault::HeaderDamaged);
    }
    let (summed, rest) = bytes.split_at_checked(PREAMBLE + header_length).ok_or(Fault::CutShort)?;
    let sum: &[u8; SHORT_SUM] = rest.first_chunk().ok_or(Fault::CutShort)?;
    if *sum != short_sum(summed) {
        return Err(Fault::HeaderDamaged);
    }
    if plain_length > codec::MOST_BYTES {
        return Err(Fault::TooLarge);
    }
    Ok(Front { format, header: &summed[PREAMBLE..], body_length, plain_length })
}

/// The format and the three lengths.
fn numbers(preamble: &[u8; PREAMBLE]) -> (u16, [u32; 3]) {
    let number = |at: usize| {
        let four = preamble[at..].first_chunk().expect("the last of them ends the preamble");
        u32::from_le_bytes(*four)
    };
    let at = MAGIC.len();
    let format = u16::from_le_bytes([preamble[at], preamble[at + 1]]);
    (format, [number(at + 2), number(at + 6), number(at + 10)])
}

/// The whole, with its checksum verified.
pub(crate) fn whole<'a>(bytes: &'a [u8], lifts: &[Lift]) -> Result<Whole<'a>, Fault> {
    let front = match front(bytes, lifts) {
        Err(Fault::Newer { .. }) if !is_intact(bytes) => return Err(Fault::Damaged),
        front => front?,
    };
    let body = &bytes[PREAMBLE + front.header.len() + SHORT_SUM..];
    match body.len().cmp(&(front.body_length + SUM)) {
        std::cmp::Ordering::Less => Err(Fault::CutShort),
        std::cmp::Ordering::Greater => Err(Fault::TooLong),
        std::cmp::Ordering::Equal if is_intact(bytes) => {
            Ok(Whole { body: &body[..front.body_length], front })
        }
        std::cmp::Ordering::Equal => Err(Fault::Damaged),
    }
}

fn short_sum(bytes: &[u8]) -> [u8; SHORT_SUM] {
    let sum = blake3::hash(bytes);
    *sum.as_bytes().first_chunk().expect("eight bytes are fewer than thirty-two")
}

fn unreadable(reason: impl fmt::Display) -> Fault {
    Fault::Unreadable { reason: reason.to_string() }
}
