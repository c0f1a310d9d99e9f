//! What is stored, as a tree: for the steps that lift an older format.
//!
//! The tree carries the names of fields and variants, so that a step needs none of the types that
//! a save was made from. A save of the present format is read without it.

use crate::codec::{CodecError, Reader, Token, Writer};
use std::borrow::Cow;

/// A named value: a field of a struct.
pub type Field<'a> = (&'a str, Value<'a>);

/// A value as it is stored. Names and texts are borrowed from the bytes, or from the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value<'a> {
    /// Nothing to say: `()` or a struct without fields.
    Unit,
    /// Yes or no.
    Bool(bool),
    /// A whole number of any width.
    Integer(i128),
    /// A text, or a single character.
    Text(Cow<'a, str>),
    /// Raw bytes.
    Bytes(Cow<'a, [u8]>),
    /// An absent option.
    Nothing,
    /// A present option.
    Something(Box<Value<'a>>),
    /// A sequence, a tuple or an array.
    List(Vec<Value<'a>>),
    /// Keys and values.
    Map(Vec<(Value<'a>, Value<'a>)>),
    /// A struct with its fields by name.
    Struct(Vec<Field<'a>>),
    /// A variant of an enum by name, with what it holds.
    Variant(&'a str, Option<Box<Value<'a>>>),
}

impl<'a> Value<'a> {
    /// The tree that bytes hold.
    pub fn decode(bytes: &'a [u8]) -> Result<Value<'a>, CodecError> {
        let mut reader = Reader::new(bytes)?;
        let value = Value::read(&mut reader)?;
        reader.finish()?;
        Ok(value)
    }

    /// The bytes of a tree.
    pub fn encode(&self) -> Result<Vec<u8>, CodecError> {
        let mut writer = Writer::default();
        self.write(&mut writer)?;
        writer.finish()
    }

    /// The field of this name, if this is a struct that has it.
    pub fn field(&self, name: &str) -> Option<&Value<'a>> {
        match self {
            Value::Struct(fields) => fields.iter().find(|(n, _)| *n == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The field of this name, to change it.
    pub fn field_mut(&mut self, name: &str) -> Option<&mut Value<'a>> {
        match self {
            Value::Struct(fields) => fields.iter_mut().find(|(n, _)| *n == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// Takes a field away and gives it back, if this is a struct that has it.
    pub fn take(&mut self, name: &str) -> Option<Value<'a>> {
        match self {
            Value::Struct(fields) => {
                let index = fields.iter().position(|(n, _)| *n == name)?;
                Some(fields.remove(index).1)
            }
            _ => None,
        }
    }

    /// Gives a struct one more field; anything else stays as it is.
    pub fn put(&mut self, name: &'a str, value: Value<'a>) {
        if let Value::Struct(fields) = self {
            fields.push((name, value));
        }
    }

    fn read(reader: &mut Reader<'a>) -> Result<Value<'a>, CodecError> {
        let token = reader.token()?;
        reader.enter()?;
        let value = match token {
            Token::Unit => Value::Unit,
            Token::Bool(value) => Value::Bool(value),
            Token::Integer(value) => Value::Integer(value),
            Token::Text(text) => Value::Text(Cow::Borrowed(text)),
            Token::Bytes(bytes) => Value::Bytes(Cow::Borrowed(bytes)),
            Token::Nothing => Value::Nothing,
            Token::Something => Value::Something(Box::new(Value::read(reader)?)),
            Token::List(count) => Value::List(read_each(reader, count, Value::read)?),
            Token::Map(count) => Value::Map(read_each(reader, count, |reader| {
                Ok((Value::read(reader)?, Value::read(reader)?))
            })?),
            Token::Struct(count) => Value::Struct(read_each(reader, count, |reader| {
                Ok((reader.name()?, Value::read(reader)?))
            })?),
            Token::Alone(name) => Value::Variant(name, None),
            Token::Holding(name) => Value::Variant(name, Some(Box::new(Value::read(reader)?))),
        };
        reader.leave();
        Ok(value)
    }

    fn write<'b>(&'b self, writer: &mut Writer<'b>) -> Result<(), CodecError> {
        writer.token(match self {
            Value::Unit => Token::Unit,
            Value::Bool(value) => Token::Bool(*value),
            Value::Integer(value) => Token::Integer(*value),
            Value::Text(text) => Token::Text(text),
            Value::Bytes(bytes) => Token::Bytes(bytes),
            Value::Nothing => Token::Nothing,
            Value::Something(_) => Token::Something,
            Value::List(list) => Token::List(list.len()),
            Value::Map(map) => Token::Map(map.len()),
            Value::Struct(fields) => Token::Struct(fields.len()),
            Value::Variant(name, None) => Token::Alone(name),
            Value::Variant(name, Some(_)) => Token::Holding(name),
        });
        writer.enter()?;
        match self {
            Value::Something(held) | Value::Variant(_, Some(held)) => held.write(writer)?,
            Value::List(list) => list.iter().try_for_each(|element| element.write(writer))?,
            Value::Map(map) => map.iter().try_for_each(|(key, value)| {
                key.write(writer)?;
                value.write(writer)
            })?,
            Value::Struct(fields) => fields.iter().try_for_each(|(name, value)| {
                writer.name(name);
                value.write(writer)
            })?,
            _ => {}
        }
        writer.leave();
        Ok(())
    }
}

fn read_each<'a, T>(
    reader: &mut Reader<'a>,
    count: usize,
    mut read: impl FnMut(&mut Reader<'a>) -> Result<T, CodecError>,
) -> Result<Vec<T>, CodecError> {
    // The reader has seen to it that a count is no larger than the bytes allow.
    let mut each = Vec::with_capacity(count);
    for _ in 0..count {
        each.push(read(reader)?);
    }
    Ok(each)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::DEEPEST;

    fn nested(levels: usize) -> Value<'static> {
        (1..levels).fold(Value::Unit, |inner, _| Value::Something(Box::new(inner)))
    }

    #[test]
    fn every_kind_survives() {
        let text = |text: &'static str| Value::Text(Cow::Borrowed(text));
        let numbers = [0, -1, 300, i128::MAX, i128::MIN].map(Value::Integer);
        let value = Value::Struct(vec![
            ("unit", Value::Unit),
            ("bools", Value::List(vec![Value::Bool(true), Value::Bool(false)])),
            ("numbers", Value::List(numbers.into())),
            ("text", text("Ἀλέξανδρος")),
            ("bytes", Value::Bytes(Cow::Borrowed(&[0, 255]))),
            ("options", Value::List(vec![Value::Nothing, nested(3)])),
            ("map", Value::Map(vec![(text("key"), Value::Integer(1))])),
            ("alone", Value::Variant("alone", None)),
            ("holding", Value::Variant("text", Some(Box::new(text(""))))),
        ]);
        assert_eq!(Value::decode(&value.encode().unwrap()), Ok(value));
    }

    #[test]
    fn fields_are_found_changed_taken_and_put() {
        let mut army = Value::Struct(vec![("men", Value::Integer(1500))]);
        *army.field_mut("men").unwrap() = Value::Integer(3000);
        let men = army.take("men").unwrap();
        assert_eq!(men, Value::Integer(3000));
        assert_eq!(army.field("men"), None);
        army.put("strength", men);
        assert_eq!(army.field("strength"), Some(&Value::Integer(3000)));
        assert_eq!(Value::Unit.take("men"), None);
    }

    #[test]
    fn depth_is_bounded_on_the_way_out_and_in() {
        let deepest = nested(DEEPEST - 1).encode().unwrap();
        assert_eq!(Value::decode(&deepest), Ok(nested(DEEPEST - 1)));
        assert_eq!(nested(DEEPEST).encode(), Err(CodecError::TooDeep));
        let something = deepest[1];
        let bomb = [vec![0], vec![something; 1_000_000]].concat();
        assert_eq!(Value::decode(&bomb), Err(CodecError::TooDeep));
    }
}
