//! From tokens back to data.

use super::Mismatch;
use crate::codec::{Reader, Token};
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::fmt;

impl<'de> Reader<'de> {
    fn dispatch<V: Visitor<'de>>(
        &mut self,
        token: Token<'de>,
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        match token {
            Token::Unit => visitor.visit_unit(),
            Token::Bool(value) => visitor.visit_bool(value),
            Token::Integer(value) => visit_integer(value, visitor),
            Token::Text(text) => visitor.visit_borrowed_str(text),
            Token::Bytes(bytes) => visitor.visit_borrowed_bytes(bytes),
            Token::Nothing => visitor.visit_none(),
            Token::Something => self.below(|reader| visitor.visit_some(reader)),
            Token::List(count) => self.list(count, visitor),
            Token::Map(count) => self.map(count, visitor),
            Token::Struct(count) => self.fields(count, None, visitor),
            Token::Alone(name) => visitor.visit_enum(Chosen { name, holding: None }),
            Token::Holding(name) => {
                self.below(|reader| visitor.visit_enum(Chosen { name, holding: Some(reader) }))
            }
        }
    }

    /// Reads what the last token holds.
    fn below<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Mismatch>,
    ) -> Result<T, Mismatch> {
        self.enter()?;
        let data = read(self)?;
        self.leave();
        Ok(data)
    }

    fn list<V: Visitor<'de>>(&mut self, count: usize, visitor: V) -> Result<V::Value, Mismatch> {
        self.below(|reader| {
            let mut elements = Elements { reader, count, left: count };
            let data = visitor.visit_seq(&mut elements)?;
            all_read(elements.left)?;
            Ok(data)
        })
    }

    fn map<V: Visitor<'de>>(&mut self, count: usize, visitor: V) -> Result<V::Value, Mismatch> {
        self.below(|reader| {
            let mut entries = Entries { reader, left: count };
            let data = visitor.visit_map(&mut entries)?;
            all_read(entries.left)?;
            Ok(data)
        })
    }

    /// The fields of a struct, and which it may have; `None` when the asker takes any.
    fn fields<V: Visitor<'de>>(
        &mut self,
        count: usize,
        known: Option<&'static [&'static str]>,
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        self.below(|reader| {
            let mut fields = Fields { reader, left: count, known, current: "" };
            let data = visitor.visit_map(&mut fields)?;
            all_read(fields.left)?;
            Ok(data)
        })
    }
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Mismatch;

    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        let token = self.token()?;
        self.dispatch(token, visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        match self.token()? {
            option @ (Token::Nothing | Token::Something) => self.dispatch(option, visitor),
            other => Err(unexpected("an option", other)),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        match self.token()? {
            Token::List(count) if count == len => self.list(count, visitor),
            other => Err(unexpected(format_args!("a list of {len}"), other)),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        match self.token()? {
            Token::Struct(count) => self.fields(count, Some(known), visitor),
            other => Err(unexpected(format_args!("the struct {name}"), other)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        match self.token()? {
            variant @ (Token::Alone(_) | Token::Holding(_)) => self.dispatch(variant, visitor),
            other => Err(unexpected(format_args!("a variant of {name}"), other)),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq map identifier ignored_any
    }
}

#[inline]
fn visit_integer<'de, V: Visitor<'de>>(value: i128, visitor: V) -> Result<V::Value, Mismatch> {
    if let Ok(value) = u64::try_from(value) {
        visitor.visit_u64(value)
    } else if let Ok(value) = i64::try_from(value) {
        visitor.visit_i64(value)
    } else {
        visitor.visit_i128(value)
    }
}

fn all_read(left: usize) -> Result<(), Mismatch> {
    match left {
        0 => Ok(()),
        _ => Err(Mismatch::new(format_args!("{left} more than expected"))),
    }
}

fn unexpected(expected: impl fmt::Display, found: Token<'_>) -> Mismatch {
    let found = match found {
        Token::Unit => "nothing".into(),
        Token::Bool(value) => format!("`{value}`"),
        Token::Integer(value) => format!("the number {value}"),
        Token::Text(text) => format!("the text {text:?}"),
        Token::Bytes(_) => "bytes".into(),
        Token::Nothing | Token::Something => "an option".into(),
        Token::List(count) => format!("a list of {count}"),
        Token::Map(_) => "a map".into(),
        Token::Struct(_) => "a struct".into(),
        Token::Alone(name) | Token::Holding(name) => format!("the variant `{name}`"),
    };
    Mismatch::new(format_args!("expected {expected}, found {found}"))
}

struct Elements<'r, 'de> {
    reader: &'r mut Reader<'de>,
    count: usize,
    left: usize,
}

impl<'de> SeqAccess<'de> for Elements<'_, 'de> {
    type Error = Mismatch;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Mismatch> {
        if self.left == 0 {
            return Ok(None);
        }
        let index = self.count - self.left;
        self.left -= 1;
        seed.deserialize(&mut *self.reader).map(Some).map_err(|mismatch| mismatch.inside(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

struct Fields<'r, 'de> {
    reader: &'r mut Reader<'de>,
    left: usize,
    known: Option<&'static [&'static str]>,
    current: &'de str,
}

impl<'de> MapAccess<'de> for Fields<'_, 'de> {
    type Error = Mismatch;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Mismatch> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        self.current = self.reader.name()?;
        if let Some(known) = self.known
            && !known.contains(&self.current)
        {
            return Err(Mismatch::unknown_field(self.current, known));
        }
        seed.deserialize(BorrowedStrDeserializer::new(self.current)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Mismatch> {
        seed.deserialize(&mut *self.reader).map_err(|mismatch| mismatch.inside(self.current))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

struct Entries<'r, 'de> {
    reader: &'r mut Reader<'de>,
    left: usize,
}

impl<'de> MapAccess<'de> for Entries<'_, 'de> {
    type Error = Mismatch;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Mismatch> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Mismatch> {
        seed.deserialize(&mut *self.reader)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// A variant that was stored, with what it holds.
struct Chosen<'r, 'de> {
    name: &'de str,
    holding: Option<&'r mut Reader<'de>>,
}

impl<'de> EnumAccess<'de> for Chosen<'_, 'de> {
    type Error = Mismatch;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Mismatch> {
        let variant: Result<_, Mismatch> =
            seed.deserialize(BorrowedStrDeserializer::new(self.name));
        Ok((variant?, self))
    }
}

impl<'r, 'de> Chosen<'r, 'de> {
    fn within<T>(
        self,
        read: impl FnOnce(&'r mut Reader<'de>) -> Result<T, Mismatch>,
    ) -> Result<T, Mismatch> {
        match self.holding {
            Some(reader) => read(reader).map_err(|mismatch| mismatch.inside(self.name)),
            None => Err(Mismatch::new(format_args!("the variant `{}` holds nothing", self.name))),
        }
    }
}

impl<'de> VariantAccess<'de> for Chosen<'_, 'de> {
    type Error = Mismatch;

    fn unit_variant(self) -> Result<(), Mismatch> {
        match self.holding {
            None => Ok(()),
            Some(_) => {
                Err(Mismatch::new(format_args!("the variant `{}` holds something", self.name)))
            }
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Mismatch> {
        self.within(|reader| seed.deserialize(reader))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Mismatch> {
        self.within(|reader| reader.deserialize_tuple(len, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        let name = "of this variant";
        self.within(|reader| reader.deserialize_struct(name, known, visitor))
    }
}
