//! From data to tokens.

use super::Mismatch;
use crate::codec::{Token, Writer};
use serde::Serialize;
use serde::ser;

type Written = Result<(), Mismatch>;

impl Writer<'static> {
    /// Writes a token and the one value it holds.
    fn hold<T: Serialize + ?Sized>(&mut self, token: Token<'static>, value: &T) -> Written {
        self.begin(token)?;
        value.serialize(&mut *self)?;
        self.leave();
        Ok(())
    }

    /// Writes a token and waits for what it holds.
    fn begin(&mut self, token: Token<'static>) -> Result<&mut Self, Mismatch> {
        self.token(token);
        self.enter()?;
        Ok(self)
    }
}

macro_rules! integers {
    ($($method:ident: $int:ty),*) => {
        $(fn $method(self, value: $int) -> Written {
            self.token(Token::Integer(value.into()));
            Ok(())
        })*
    };
}

macro_rules! fractions {
    ($($method:ident: $float:ty),*) => {
        $(fn $method(self, _: $float) -> Written {
            Err(Mismatch::new("a save holds no fractions"))
        })*
    };
}

impl<'w> ser::Serializer for &'w mut Writer<'static> {
    type Ok = ();
    type Error = Mismatch;
    type SerializeSeq = Whole<'w>;
    type SerializeTuple = Whole<'w>;
    type SerializeTupleStruct = Whole<'w>;
    type SerializeTupleVariant = Whole<'w>;
    type SerializeMap = Whole<'w>;
    type SerializeStruct = Whole<'w>;
    type SerializeStructVariant = Whole<'w>;

    integers! {
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_i128: i128
    }
    fractions! { serialize_f32: f32, serialize_f64: f64 }

    fn is_human_readable(&self) -> bool {
        false
    }
    fn serialize_u128(self, value: u128) -> Written {
        let value = i128::try_from(value);
        self.serialize_i128(value.map_err(|_| Mismatch::new("the number is too large to store"))?)
    }
    fn serialize_bool(self, value: bool) -> Written {
        self.token(Token::Bool(value));
        Ok(())
    }
    fn serialize_char(self, value: char) -> Written {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Written {
        self.text(value);
        Ok(())
    }
    fn serialize_bytes(self, value: &[u8]) -> Written {
        self.blob(value);
        Ok(())
    }
    fn serialize_none(self) -> Written {
        self.token(Token::Nothing);
        Ok(())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        self.hold(Token::Something, value)
    }
    fn serialize_unit(self) -> Written {
        self.token(Token::Unit);
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.token(Token::Unit);
        Ok(())
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.token(Token::Alone(variant));
        Ok(())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Written {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        self.hold(Token::Holding(variant), value)
    }
    fn serialize_seq(self, len: Option<usize>) -> Result<Whole<'w>, Mismatch> {
        self.begin(Token::List(known(len)?)).map(Whole::alone)
    }
    fn serialize_tuple(self, len: usize) -> Result<Whole<'w>, Mismatch> {
        self.begin(Token::List(len)).map(Whole::alone)
    }
    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Whole<'w>, Mismatch> {
        self.begin(Token::List(len)).map(Whole::alone)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Whole<'w>, Mismatch> {
        self.begin(Token::Holding(variant))?.begin(Token::List(len)).map(Whole::in_variant)
    }
    fn serialize_map(self, len: Option<usize>) -> Result<Whole<'w>, Mismatch> {
        self.begin(Token::Map(known(len)?)).map(Whole::alone)
    }
    fn serialize_struct(self, _: &'static str, len: usize) -> Result<Whole<'w>, Mismatch> {
        self.begin(Token::Struct(len)).map(Whole::alone)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Whole<'w>, Mismatch> {
        self.begin(Token::Holding(variant))?.begin(Token::Struct(len)).map(Whole::in_variant)
    }
}

fn known(len: Option<usize>) -> Result<usize, Mismatch> {
    len.ok_or_else(|| Mismatch::new("a list whose length nobody knows cannot be stored"))
}

/// Something that is written part by part.
pub struct Whole<'w> {
    writer: &'w mut Writer<'static>,
    /// How many levels it is deep: one more inside a variant.
    levels: u8,
}

impl<'w> Whole<'w> {
    fn alone(writer: &'w mut Writer<'static>) -> Whole<'w> {
        Whole { writer, levels: 1 }
    }

    fn in_variant(writer: &'w mut Writer<'static>) -> Whole<'w> {
        Whole { writer, levels: 2 }
    }

    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        value.serialize(&mut *self.writer)
    }

    fn close(self) {
        (0..self.levels).for_each(|_| self.writer.leave());
    }
}

macro_rules! each_in_turn {
    ($($trait:ident: $($method:ident),*;)*) => {
        $(impl ser::$trait for Whole<'_> {
            type Ok = ();
            type Error = Mismatch;
            $(fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
                self.part(value)
            })*
            fn end(self) -> Written {
                self.close();
                Ok(())
            }
        })*
    };
}

each_in_turn! {
    SerializeSeq: serialize_element;
    SerializeTuple: serialize_element;
    SerializeTupleStruct: serialize_field;
    SerializeTupleVariant: serialize_field;
    SerializeMap: serialize_key, serialize_value;
}

macro_rules! each_field {
    ($($trait:ident),*) => {
        $(impl ser::$trait for Whole<'_> {
            type Ok = ();
            type Error = Mismatch;
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Written {
                self.writer.name(name);
                self.part(value)
            }
            fn end(self) -> Written {
                self.close();
                Ok(())
            }
        })*
    };
}

each_field! { SerializeStruct, SerializeStructVariant }
