//! The hash of a state: BLAKE3 over its canonical bytes.
//!
//! The bytes are made by a serializer of our own, so that the hash depends neither on a library's
//! layout nor on the machine, and so that a state with a float or a text in it is refused.

use serde::Serialize;
use serde::ser;
use std::fmt;

/// BLAKE3 of a state's canonical bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct StateHash(pub [u8; 32]);

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The hash of a state.
///
/// # Panics
/// When the state holds what a state may not: a float or a text.
pub fn state_hash(state: &impl Serialize) -> StateHash {
    StateHash(*blake3::hash(&canonical_bytes(state)).as_bytes())
}

/// How many canonical bytes a state has, to see that it does not grow with the game.
pub fn state_size(state: &impl Serialize) -> usize {
    canonical_bytes(state).len()
}

fn canonical_bytes(state: &impl Serialize) -> Vec<u8> {
    let mut canon = Canon(Vec::with_capacity(4096));
    state.serialize(&mut canon).expect("a state holds neither floats nor texts");
    canon.0
}

struct Canon(Vec<u8>);

/// What a state may not hold.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unfit(String);

impl ser::Error for Unfit {
    fn custom<T: fmt::Display>(message: T) -> Unfit {
        Unfit(message.to_string())
    }
}

impl Canon {
    fn count(&mut self, len: Option<usize>) -> Result<&mut Self, Unfit> {
        let len = len.ok_or_else(|| Unfit("a sequence of unknown length".into()))?;
        self.0.extend_from_slice(&(len as u32).to_le_bytes());
        Ok(self)
    }

    fn variant(&mut self, index: u32) -> &mut Self {
        self.0.extend_from_slice(&(index as u16).to_le_bytes());
        self
    }
}

macro_rules! little_endian {
    ($($method:ident: $int:ty),*) => {
        $(fn $method(self, value: $int) -> Result<(), Unfit> {
            self.0.extend_from_slice(&value.to_le_bytes());
            Ok(())
        })*
    };
}

macro_rules! refuse {
    ($($method:ident: $what:ty),*) => {
        $(fn $method(self, _: $what) -> Result<(), Unfit> {
            Err(Unfit(concat!("a state may not hold a ", stringify!($what)).into()))
        })*
    };
}

impl ser::Serializer for &mut Canon {
    type Ok = ();
    type Error = Unfit;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    little_endian! {
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_u128: u128, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_i64: i64, serialize_i128: i128
    }
    refuse! { serialize_f32: f32, serialize_f64: f64, serialize_str: &str, serialize_char: char }

    fn is_human_readable(&self) -> bool {
        false
    }
    fn serialize_bool(self, value: bool) -> Result<(), Unfit> {
        self.serialize_u8(u8::from(value))
    }
    fn serialize_bytes(self, value: &[u8]) -> Result<(), Unfit> {
        self.count(Some(value.len()))?.0.extend_from_slice(value);
        Ok(())
    }
    fn serialize_none(self) -> Result<(), Unfit> {
        self.serialize_u8(0)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unfit> {
        self.0.push(1);
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Unfit> {
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unfit> {
        Ok(())
    }
    fn serialize_unit_variant(self, _: &'static str, i: u32, _: &'static str) -> Result<(), Unfit> {
        self.variant(i);
        Ok(())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Unfit> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Unfit> {
        value.serialize(self.variant(index))
    }
    fn serialize_seq(self, len: Option<usize>) -> Result<Self, Unfit> {
        self.count(len)
    }
    fn serialize_tuple(self, _: usize) -> Result<Self, Unfit> {
        Ok(self)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Unfit> {
        Ok(self)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Unfit> {
        Ok(self.variant(index))
    }
    fn serialize_map(self, len: Option<usize>) -> Result<Self, Unfit> {
        self.count(len)
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Unfit> {
        Ok(self)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Unfit> {
        Ok(self.variant(index))
    }
}

macro_rules! each_in_turn {
    ($($trait:ident: $method:ident),*) => {
        $(impl ser::$trait for &mut Canon {
            type Ok = ();
            type Error = Unfit;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
                value.serialize(&mut **self)
            }
            fn end(self) -> Result<(), Unfit> {
                Ok(())
            }
        })*
    };
}

each_in_turn! {
    SerializeSeq: serialize_element, SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field, SerializeTupleVariant: serialize_field
}

macro_rules! each_field {
    ($($trait:ident),*) => {
        $(impl ser::$trait for &mut Canon {
            type Ok = ();
            type Error = Unfit;
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                _: &'static str,
                value: &T,
            ) -> Result<(), Unfit> {
                value.serialize(&mut **self)
            }
            fn end(self) -> Result<(), Unfit> {
                Ok(())
            }
        })*
    };
}

each_field! { SerializeStruct, SerializeStructVariant }

impl ser::SerializeMap for &mut Canon {
    type Ok = ();
    type Error = Unfit;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unfit> {
        key.serialize(&mut **self)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
        value.serialize(&mut **self)
    }
    fn end(self) -> Result<(), Unfit> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    enum Place {
        Nowhere,
        Hex { column: u8, row: u16 },
    }

    #[test]
    fn the_bytes_are_pinned() {
        let state = (Place::Hex { column: 3, row: 0x0102 }, Place::Nowhere, vec![-1i8], Some(7u32));
        assert_eq!(
            canonical_bytes(&state),
            [1, 0, 3, 2, 1, 0, 0, 1, 0, 0, 0, 255, 1, 7, 0, 0, 0],
            "variant, fields; variant; count, element; present, value"
        );
        assert_eq!(state_size(&state), 17);
    }

    #[test]
    #[should_panic(expected = "neither floats nor texts")]
    fn a_float_is_refused() {
        state_hash(&1.5f32);
    }

    #[test]
    #[should_panic(expected = "neither floats nor texts")]
    fn a_text_is_refused() {
        state_hash(&"Issus");
    }
}
