//! A piece of a case's text that knows its line.

use serde::de::DeserializeOwned;
use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// What is wrong with a case, or with the game it tests, and on which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The line of the case, counted from 1.
    pub line: usize,
    /// What was found.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// A value in a case. Vocabularies [`read`](Words::read) it into types of their own.
#[derive(Clone, Debug)]
pub struct Words<'t> {
    source: &'t str,
    value: Spanned<DeValue<'t>>,
}

impl<'t> Words<'t> {
    /// The whole of a case.
    pub fn parse(source: &'t str) -> Result<Words<'t>, Finding> {
        let table = DeTable::parse(source).map_err(|error| at(source, &error))?;
        let span = table.span();
        Ok(Words { source, value: Spanned::new(span, DeValue::Table(table.into_inner())) })
    }

    /// The line it stands on.
    pub fn line(&self) -> usize {
        line_of(self.source, self.value.span().start)
    }

    /// Reads it as a `T`; what does not fit is told with its line.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Finding> {
        T::deserialize(ValueDeserializer::from(self.value.clone()))
            .map_err(|error| at(self.source, &error))
    }

    /// A complaint about it.
    pub fn complain(&self, what: impl Into<String>) -> Finding {
        Finding { line: self.line(), what: what.into() }
    }

    /// The value under a key of this table.
    pub fn get(&self, key: &str) -> Option<Words<'t>> {
        self.entries().find(|(name, _)| name == key).map(|(_, words)| words)
    }

    /// The keys and values of this table, in alphabetical order; none if it is no table.
    pub fn entries(&self) -> impl Iterator<Item = (String, Words<'t>)> {
        let table = self.value.get_ref().as_table().cloned().unwrap_or_default();
        let source = self.source;
        table.into_iter().map(move |(key, value)| {
            // A table's own span is its header's; a value's is where it is written.
            (key.into_inner().into_owned(), Words { source, value })
        })
    }

    /// The items of this list; none if it is no list.
    pub fn items(&self) -> Vec<Words<'t>> {
        let list = self.value.get_ref().as_array();
        let item =
            |value: &Spanned<DeValue<'t>>| Words { source: self.source, value: value.clone() };
        list.map(|list| list.iter().map(item).collect()).unwrap_or_default()
    }

    /// The text as it stands in the case.
    pub fn text(&self) -> &'t str {
        self.source.get(self.value.span()).unwrap_or_default()
    }
}

fn at(source: &str, error: &toml::de::Error) -> Finding {
    let start = error.span().map_or(0, |span| span.start);
    Finding { line: line_of(source, start), what: error.message().to_owned() }
}

fn line_of(source: &str, offset: usize) -> usize {
    source.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1
}
