//! Tokens as bytes. The one place that knows bincode, so that it can be exchanged.
//!
//! The bytes are a table of names, then a tree as a run of tokens, in which each name is its number
//! in the table. Reading is bounded in depth, in bytes and in tokens before anything is allocated,
//! so that no file, however it was made, can exhaust the stack or the memory.

use bincode::config::{self, Configuration};
use bincode::de::read::{Reader as _, SliceReader};
use bincode::de::{BorrowDecode, Decode, Decoder as _, DecoderImpl};
use bincode::enc::write::Writer as Write;
use bincode::enc::{Encode, EncoderImpl};
use bincode::error::{DecodeError, EncodeError};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The deepest tree that is written or read.
pub const DEEPEST: usize = 64;
/// As many bytes as a tree may take: a hundred times what a long campaign needs.
pub const MOST_BYTES: usize = 32 << 20;
/// As many tokens as a tree may have.
pub const MOST_TOKENS: usize = 4 << 20;

const ENCODING: Configuration = config::standard();

/// Why a tree cannot be written as bytes or read from them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CodecError {
    /// The tree is deeper than [`DEEPEST`].
    #[error("it is nested more than {DEEPEST} levels deep")]
    TooDeep,
    /// The tree is larger than [`MOST_BYTES`] or [`MOST_TOKENS`].
    #[error("it is larger than a save may be")]
    TooLarge,
    /// The bytes are not what this module writes.
    #[error("its bytes make no sense: {0}")]
    Garbled(String),
}

/// What the bytes say next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// Nothing to say.
    Unit,
    /// Yes or no.
    Bool(bool),
    /// A whole number of any width.
    Integer(i128),
    /// A text.
    Text(&'a str),
    /// Raw bytes.
    Bytes(&'a [u8]),
    /// An absent option.
    Nothing,
    /// A present option; the value follows.
    Something,
    /// So many values follow.
    List(usize),
    /// So many keys follow, each with its value.
    Map(usize),
    /// So many fields follow, each a name and a value.
    Struct(usize),
    /// A variant that holds nothing.
    Alone(&'a str),
    /// A variant; what it holds follows.
    Holding(&'a str),
}

/// What stands before a token and says which it is.
mod tag {
    pub const UNIT: u8 = 0;
    pub const FALSE: u8 = 1;
    pub const TRUE: u8 = 2;
    pub const INTEGER: u8 = 3;
    pub const TEXT: u8 = 4;
    pub const BYTES: u8 = 5;
    pub const NOTHING: u8 = 6;
    pub const SOMETHING: u8 = 7;
    pub const LIST: u8 = 8;
    pub const MAP: u8 = 9;
    pub const STRUCT: u8 = 10;
    pub const ALONE: u8 = 11;
    pub const HOLDING: u8 = 12;
}

/// Bytes to write to.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Write for Bytes {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

type Encoder = EncoderImpl<Bytes, Configuration>;

#[inline]
fn put(bytes: &mut Encoder, data: impl Encode) {
    data.encode(bytes).expect("bytes in memory take whatever is written");
}

/// Writes tokens. Names must live as long as the writer.
pub struct Writer<'a> {
    bytes: Encoder,
    names: Names<'a>,
    depth: usize,
    tokens: usize,
}

impl Default for Writer<'_> {
    fn default() -> Self {
        Writer {
            bytes: EncoderImpl::new(Bytes::default(), ENCODING),
            names: Names::default(),
            depth: 0,
            tokens: 0,
        }
    }
}

impl<'a> Writer<'a> {
    /// What was written, after its table of names.
    pub fn finish(self) -> Result<Vec<u8>, CodecError> {
        let mut bytes = EncoderImpl::new(Bytes::default(), ENCODING);
        put(&mut bytes, &self.names.table);
        let mut bytes = bytes.into_writer().0;
        bytes.append(&mut self.bytes.into_writer().0);
        if bytes.len() > MOST_BYTES || self.names.table.len() + self.tokens > MOST_TOKENS {
            return Err(CodecError::TooLarge);
        }
        Ok(bytes)
    }

    /// Goes one level down, to what a token holds.
    pub fn enter(&mut self) -> Result<(), CodecError> {
        self.depth += 1;
        if self.depth < DEEPEST { Ok(()) } else { Err(CodecError::TooDeep) }
    }

    /// Comes up again.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Writes a token. A text, as bytes are, is often shorter lived than names: see
    /// [`Writer::text`] and [`Writer::blob`].
    pub fn token(&mut self, token: Token<'a>) {
        match token {
            Token::Unit => self.tag(tag::UNIT),
            Token::Bool(false) => self.tag(tag::FALSE),
            Token::Bool(true) => self.tag(tag::TRUE),
            Token::Integer(number) => {
                self.tag(tag::INTEGER);
                put(&mut self.bytes, number);
            }
            Token::Text(text) => self.text(text),
            Token::Bytes(bytes) => self.blob(bytes),
            Token::Nothing => self.tag(tag::NOTHING),
            Token::Something => self.tag(tag::SOMETHING),
            Token::List(count) => self.head(tag::LIST, count),
            Token::Map(count) => self.head(tag::MAP, count),
            Token::Struct(count) => self.head(tag::STRUCT, count),
            Token::Alone(name) => {
                self.tag(tag::ALONE);
                self.name(name);
            }
            Token::Holding(name) => {
                self.tag(tag::HOLDING);
                self.name(name);
            }
        }
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) {
        self.tag(tag::TEXT);
        put(&mut self.bytes, text);
    }

    /// Writes raw bytes.
    pub fn blob(&mut self, bytes: &[u8]) {
        self.tag(tag::BYTES);
        put(&mut self.bytes, bytes);
    }

    /// Writes the name of a field.
    #[inline]
    pub fn name(&mut self, name: &'a str) {
        let number = self.names.number(name);
        put(&mut self.bytes, number);
    }

    #[inline]
    fn tag(&mut self, tag: u8) {
        self.tokens += 1;
        put(&mut self.bytes, tag);
    }

    fn head(&mut self, tag: u8, count: usize) {
        self.tag(tag);
        put(&mut self.bytes, count as u64);
    }
}

/// The table of names, in the order in which they first came up.
#[derive(Default)]
struct Names<'a> {
    table: Vec<&'a str>,
    by_text: HashMap<&'a str, u32>,
    /// The same by where the text stands in memory, which is quicker and nearly always enough.
    by_address: HashMap<(usize, usize), u32, BuildHasherDefault<AddressHasher>>,
}

impl<'a> Names<'a> {
    #[inline]
    fn number(&mut self, name: &'a str) -> u32 {
        let Names { table, by_text, by_address } = self;
        *by_address.entry((name.as_ptr().addr(), name.len())).or_insert_with(|| {
            *by_text.entry(name).or_insert_with(|| {
                table.push(name);
                table.len() as u32 - 1
            })
        })
    }
}

/// Addresses need no protection from an adversary, only to be spread.
#[derive(Default)]
struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_usize(byte.into());
        }
    }
    fn write_usize(&mut self, part: usize) {
        self.0 = (self.0.rotate_left(5) ^ part as u64).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

/// Reads tokens; names, texts and bytes are borrowed from what is read.
pub struct Reader<'a> {
    bytes: DecoderImpl<SliceReader<'a>, Configuration, ()>,
    names: Vec<&'a str>,
    depth: usize,
    tokens_left: usize,
}

impl<'a> Reader<'a> {
    /// Begins to read: the table of names.
    pub fn new(bytes: &'a [u8]) -> Result<Reader<'a>, CodecError> {
        if bytes.len() > MOST_BYTES {
            return Err(CodecError::TooLarge);
        }
        let mut reader = Reader {
            bytes: DecoderImpl::new(SliceReader::new(bytes), ENCODING, ()),
            names: Vec::new(),
            depth: 0,
            // Each name and token takes a byte at least, so more than that cannot be true.
            tokens_left: bytes.len().min(MOST_TOKENS),
        };
        let count = reader.count()?;
        reader.names.reserve(count);
        for _ in 0..count {
            let name = reader.borrow()?;
            reader.names.push(name);
        }
        Ok(reader)
    }

    /// Ends reading; nothing may follow.
    pub fn finish(mut self) -> Result<(), CodecError> {
        match self.bytes.reader().peek_read(1) {
            None => Ok(()),
            Some(_) => Err(CodecError::Garbled("something follows its end".into())),
        }
    }

    /// Goes one level down, to what a token holds.
    pub fn enter(&mut self) -> Result<(), CodecError> {
        self.depth += 1;
        if self.depth < DEEPEST { Ok(()) } else { Err(CodecError::TooDeep) }
    }

    /// Comes up again.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// What comes next.
    #[inline]
    pub fn token(&mut self) -> Result<Token<'a>, CodecError> {
        Ok(match self.get::<u8>()? {
            tag::UNIT => Token::Unit,
            tag::FALSE => Token::Bool(false),
            tag::TRUE => Token::Bool(true),
            tag::INTEGER => Token::Integer(self.get()?),
            tag::TEXT => Token::Text(self.borrow()?),
            tag::BYTES => Token::Bytes(self.borrow()?),
            tag::NOTHING => Token::Nothing,
            tag::SOMETHING => Token::Something,
            tag::LIST => Token::List(self.count()?),
            tag::MAP => Token::Map(self.count()?),
            tag::STRUCT => Token::Struct(self.count()?),
            tag::ALONE => Token::Alone(self.name()?),
            tag::HOLDING => Token::Holding(self.name()?),
            other => return Err(CodecError::Garbled(format!("there is no kind {other}"))),
        })
    }

    /// The name of a field.
    #[inline]
    pub fn name(&mut self) -> Result<&'a str, CodecError> {
        let number: u32 = self.get()?;
        let name = self.names.get(number as usize).copied();
        name.ok_or_else(|| CodecError::Garbled(format!("there is no name {number}")))
    }

    /// How many follow; they are taken from what is left before anybody makes room for them.
    fn count(&mut self) -> Result<usize, CodecError> {
        let count = usize::try_from(self.get::<u64>()?).map_err(|_| CodecError::TooLarge)?;
        self.tokens_left = self.tokens_left.checked_sub(count).ok_or(CodecError::TooLarge)?;
        Ok(count)
    }

    #[inline]
    fn get<T: Decode<()>>(&mut self) -> Result<T, CodecError> {
        T::decode(&mut self.bytes).map_err(|error| garbled(&error))
    }

    fn borrow<T: BorrowDecode<'a, ()>>(&mut self) -> Result<T, CodecError> {
        T::borrow_decode(&mut self.bytes).map_err(|error| garbled(&error))
    }
}

#[cold]
fn garbled(error: &DecodeError) -> CodecError {
    CodecError::Garbled(match error {
        DecodeError::UnexpectedEnd { .. } => "it ends too early".into(),
        other => other.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_are_pinned() {
        let mut writer = Writer::default();
        writer.token(Token::Struct(2));
        writer.name("hex");
        writer.token(Token::Integer(300));
        writer.name("facing");
        writer.token(Token::Alone("hex"));
        let expected = [
            &[2, 3][..],
            b"hex",
            &[6],
            b"facing",
            &[tag::STRUCT, 2, 0, tag::INTEGER, 251, 88, 2, 1, tag::ALONE, 0],
        ];
        assert_eq!(writer.finish().unwrap(), expected.concat());
    }

    #[test]
    fn a_name_is_in_the_table_once_wherever_it_stands_in_memory() {
        let copy = String::from("hex");
        let mut writer = Writer::default();
        writer.name("hex");
        writer.name(&copy);
        assert_eq!(writer.finish().unwrap(), [1, 3, b'h', b'e', b'x', 0, 0]);
    }

    fn first_token(bytes: &[u8]) -> Result<Token<'_>, CodecError> {
        Reader::new(bytes)?.token()
    }

    #[test]
    fn a_count_beyond_the_bytes_is_refused_before_room_is_made() {
        for tag in [tag::LIST, tag::MAP, tag::STRUCT] {
            let bomb = [&[0, tag, 253][..], &u64::MAX.to_le_bytes()].concat();
            assert_eq!(first_token(&bomb), Err(CodecError::TooLarge));
        }
        let names = [&[253][..], &(1u64 << 40).to_le_bytes()].concat();
        assert_eq!(first_token(&names), Err(CodecError::TooLarge));
        let text = [&[0, tag::TEXT, 253][..], &u64::MAX.to_le_bytes()].concat();
        assert_eq!(first_token(&text), Err(CodecError::Garbled("it ends too early".into())));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert_eq!(first_token(&[0, 99]), Err(CodecError::Garbled("there is no kind 99".into())));
        assert_eq!(
            first_token(&[0, tag::ALONE, 7]),
            Err(CodecError::Garbled("there is no name 7".into()))
        );
        assert!(matches!(first_token(&[1, 1, 0xff]), Err(CodecError::Garbled(_))), "not UTF-8");
        assert!(matches!(Reader::new(&[0, 0]).unwrap().finish(), Err(CodecError::Garbled(_))));
    }

    #[test]
    fn too_many_tokens_are_refused() {
        let mut writer = Writer::default();
        (0..=MOST_TOKENS).for_each(|_| writer.token(Token::Unit));
        assert_eq!(writer.finish(), Err(CodecError::TooLarge));
    }
}
