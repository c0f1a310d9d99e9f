//! Every name that a log can hold is what it was: `log_names.txt` lists them all, those of actions that no sample
//! in `saves/` happens to have, too. A variant or a field that is renamed without `serde(rename)` shows here.

use diadem_core::{Entry, Game, StandingAnswer};
use diadem_handoff::War;
use serde::de::value::{Error, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;

const LISTED: &str = include_str!("log_names.txt");

#[test]
fn the_names_in_logs_are_those_that_saves_have() {
    let mut names = BTreeSet::new();
    names.extend(names_of::<Entry<(), (), ()>>("entry"));
    names.extend(names_of::<<War as Game>::Action>("action"));
    names.extend(names_of::<<War as Game>::Interjection>("interjection"));
    // A war takes the answers of both forms by their names alone, so they are asked of the forms.
    names.extend(names_of::<StandingAnswer<diadem_display::Answer>>("standing"));
    names.extend(names_of::<StandingAnswer<diadem_hexes::Answer>>("standing"));
    let listed: BTreeSet<String> = LISTED.lines().map(str::to_owned).collect();
    if names == listed {
        return;
    }
    let gone: Vec<_> = listed.difference(&names).map(|name| format!("- {name}")).collect();
    let new: Vec<_> = names.difference(&listed).map(|name| format!("+ {name}")).collect();
    let now = Path::new(env!("CARGO_TARGET_TMPDIR")).join("log_names.txt");
    let lines: Vec<String> = names.iter().cloned().collect();
    std::fs::write(&now, lines.join("\n") + "\n").unwrap();
    panic!(
        "names in logs are not those that saves have:\n{}\n{}\nWhat is gone can be read no more: keep it \
         with `#[serde(rename)]`, or add a lift (crates/archive/src/lifts.rs). Then\n    cp {} tests/log_names.txt",
        gone.join("\n"),
        new.join("\n"),
        now.display()
    );
}

/// Every way through the names of a type, down to what has none: `action/Hexes/Attack/target: number`.
fn names_of<T: DeserializeOwned>(root: &str) -> BTreeSet<String> {
    let survey = RefCell::new(Survey::default());
    loop {
        survey.borrow_mut().met = 0;
        let read = T::deserialize(Reader { survey: &survey, path: root.to_owned() });
        assert!(read.is_ok(), "{root}: {:?}", read.err());
        let mut survey = survey.borrow_mut();
        // The next way: the last choice that has a variant left takes it, those after it begin anew.
        while survey.choices.last().is_some_and(|choice| choice.chosen + 1 == choice.of) {
            survey.choices.pop();
        }
        match survey.choices.last_mut() {
            Some(choice) => choice.chosen += 1,
            None => return std::mem::take(&mut survey.names),
        }
    }
}

/// What was found, and which variants are taken on the way.
#[derive(Default)]
struct Survey {
    names: BTreeSet<String>,
    choices: Vec<Choice>,
    /// How many enums were met on this way.
    met: usize,
}

/// Which variant of an enum is taken.
struct Choice {
    chosen: usize,
    of: usize,
}

/// Reads a value out of nothing: noughts, and one variant after the other.
struct Reader<'a> {
    survey: &'a RefCell<Survey>,
    path: String,
}

impl<'a> Reader<'a> {
    fn below(&self, name: impl std::fmt::Display) -> Reader<'a> {
        Reader { survey: self.survey, path: format!("{}/{name}", self.path) }
    }

    fn leaf(&self, what: &str) {
        self.survey.borrow_mut().names.insert(format!("{}: {what}", self.path));
    }
}

/// Leaves of some sort, all read in the same way.
macro_rules! leaves {
    ($what:literal, $visit:ident $value:tt, $($method:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.leaf($what);
            visitor.$visit $value
        })+
    };
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Error;

    // As saves are.
    fn is_human_readable(&self) -> bool {
        false
    }

    leaves!("yes or no", visit_bool(false), deserialize_bool);
    leaves!("number", visit_u8(0), deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_u128 deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128);
    leaves!("nothing", visit_unit(), deserialize_unit);

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        unreachable!("no log holds such a thing yet: {}", self.path)
    }

    forward_to_deserialize_any! {
        f32 f64 char str string bytes byte_buf map identifier ignored_any
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self.below('?'))
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_tuple(1, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(Items { of: self, next: 0, len })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_map(Fields { of: self, names: fields, next: 0 })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut survey = self.survey.borrow_mut();
        let met = survey.met;
        survey.met += 1;
        if survey.choices.len() == met {
            survey.choices.push(Choice { chosen: 0, of: variants.len() });
        }
        let name = variants[survey.choices[met].chosen];
        drop(survey);
        visitor.visit_enum(Variant { reader: self.below(name), name })
    }
}

/// The items of a tuple.
struct Items<'a> {
    of: Reader<'a>,
    next: usize,
    len: usize,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if self.next == self.len {
            return Ok(None);
        }
        self.next += 1;
        seed.deserialize(self.of.below(self.next)).map(Some)
    }
}

/// The fields of a struct.
struct Fields<'a> {
    of: Reader<'a>,
    names: &'static [&'static str],
    next: usize,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let field = self.names.get(self.next).map(|name| StrDeserializer::new(name));
        field.map(|name| seed.deserialize(name)).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let field = self.names[self.next];
        self.next += 1;
        seed.deserialize(self.of.below(field))
    }
}

/// A variant of an enum.
struct Variant<'a> {
    reader: Reader<'a>,
    name: &'static str,
}

impl<'de, 'a> EnumAccess<'de> for Variant<'a> {
    type Error = Error;
    type Variant = Reader<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Reader<'a>), Error> {
        let name: StrDeserializer<'_, Error> = StrDeserializer::new(self.name);
        Ok((seed.deserialize(name)?, self.reader))
    }
}

impl<'de> VariantAccess<'de> for Reader<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        self.leaf("nothing");
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_struct("", fields, visitor)
    }
}
