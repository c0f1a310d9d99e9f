//! The kinds of answer that windows offer, of every form of battle.

use diadem_display as display;
use diadem_hexes as hexes;
use serde::de::value::StrDeserializer;
use serde::de::{EnumAccess, Error, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// The kinds of answer that windows offer. Their names are apart, so saves need not say whose they are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// On the display.
    Display(display::Answer),
    /// On hexes.
    Hexes(hexes::Answer),
}

// By hand: what is derived for untagged kinds wants formats that tell texts, and ours tells variants.
impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(data: D) -> Result<Answer, D::Error> {
        data.deserialize_enum("Answer", &[], Named)
    }
}

/// Finds the kind that has a name.
struct Named;

impl<'de> Visitor<'de> for Named {
    type Value = Answer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a kind of answer")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Answer, A::Error> {
        let (name, kind) = data.variant::<String>()?;
        kind.unit_variant()?;
        let on_display = display::Answer::deserialize(text::<A::Error>(&name));
        let on_hexes = || hexes::Answer::deserialize(text::<A::Error>(&name));
        let known = on_display.map(Answer::Display).or_else(|_| on_hexes().map(Answer::Hexes));
        known.map_err(|_| A::Error::custom(format_args!("there is no answer `{name}`")))
    }
}

fn text<E>(name: &str) -> StrDeserializer<'_, E> {
    StrDeserializer::new(name)
}
