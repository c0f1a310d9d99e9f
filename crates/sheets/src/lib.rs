//! A chart's file being read: every key asked for by name, every fault told with file, key and reason.
//!
//! Invariant: nothing here knows what any chart means.

use diadem_core::{DataFile, Rule, Source};
use serde::de::DeserializeOwned;
use std::ops::RangeInclusive;

/// A chart's file and its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChartFile<'t> {
    /// Its path from the top folder.
    pub path: &'static str,
    /// What it says.
    pub text: &'t str,
}

impl ChartFile<'static> {
    /// The same as a file below `maps/`.
    pub fn data_file(&self) -> DataFile {
        DataFile { name: below_maps(self.path), text: self.text }
    }
}

pub use diadem_core::data_file;

/// A chart below `maps/` that comes with the program: `chart_file!("hexes/types.toml")`.
#[macro_export]
macro_rules! chart_file {
    ($name:literal) => {
        $crate::ChartFile { path: concat!("maps/", $name), text: $crate::data_file!($name).text }
    };
}

/// A path from the top folder as one below `maps/`.
pub fn below_maps(path: &'static str) -> &'static str {
    path.strip_prefix("maps/").unwrap_or(path)
}

/// Where a chart, or a cell of one, comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The file.
    pub file: &'static str,
    /// The chart in it; empty when the file is one chart.
    pub chart: String,
    /// The rule it is used by.
    pub rule: Rule,
    /// One for the whole chart, or one for each cell.
    pub sources: Vec<Source>,
}

/// A chart that cannot be used: which file, where in it, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: {key}: {reason}")]
pub struct ChartError {
    /// The file.
    pub file: &'static str,
    /// The key, with its tables before it.
    pub key: String,
    /// What is wrong.
    pub reason: String,
}

/// A file being read; what is never asked for is not known.
pub struct Sheet {
    file: &'static str,
    table: toml::Table,
    asked: Vec<String>,
    origins: Vec<Origin>,
}

impl Sheet {
    /// Opens one of these files.
    pub fn open(files: &[ChartFile<'_>], path: &'static str) -> Result<Sheet, ChartError> {
        let fault = |key: String, reason| ChartError { file: path, key, reason };
        let text = files.iter().find(|file| file.path == path).map(|file| file.text);
        let text = text.ok_or_else(|| fault("(file)".into(), "is missing".into()))?;
        let table = toml::from_str(text).map_err(|error: toml::de::Error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = text.bytes().take(start).filter(|&byte| byte == b'\n').count() + 1;
            fault(format!("line {line}"), error.message().to_owned())
        })?;
        Ok(Sheet { file: path, table, asked: Vec::new(), origins: Vec::new() })
    }

    /// A fault of this file.
    pub fn fault(&self, key: &str, reason: String) -> ChartError {
        ChartError { file: self.file, key: key.to_owned(), reason }
    }

    /// Something about a key holds, or it is a fault.
    pub fn ensure(
        &self,
        holds: bool,
        key: &str,
        otherwise: impl Into<String>,
    ) -> Result<(), ChartError> {
        if holds { Ok(()) } else { Err(self.fault(key, otherwise.into())) }
    }

    /// What a key says; tables before it are parted by dots. A table that is asked for whole must itself
    /// refuse what it does not know.
    pub fn need<T: DeserializeOwned>(&mut self, key: &str) -> Result<T, ChartError> {
        let found = self.find(key)?;
        found.ok_or_else(|| self.fault(key, "is missing".into()))
    }

    /// The same for a key that is younger than the file: a player's own from before it was there says nothing, and
    /// means what the rules were without it.
    pub fn maybe<T: DeserializeOwned + Default>(&mut self, key: &str) -> Result<T, ChartError> {
        self.find(key).map(Option::unwrap_or_default)
    }

    fn find<T: DeserializeOwned>(&mut self, key: &str) -> Result<Option<T>, ChartError> {
        self.asked.push(key.to_owned());
        let mut value = None;
        let mut table = Some(&self.table);
        for part in key.split('.') {
            value = table.and_then(|table| table.get(part));
            table = value.and_then(toml::Value::as_table);
        }
        let read = |value: toml::Value| {
            T::deserialize(value).map_err(|error: toml::de::Error| error.message().to_owned())
        };
        value.cloned().map(read).transpose().map_err(|error| self.fault(key, error))
    }

    /// A number within its range.
    pub fn figure(&mut self, key: &str, range: RangeInclusive<u8>) -> Result<u8, ChartError> {
        let figure: u8 = self.need(key)?;
        let wanted = format!("is {figure}, not {} to {}", range.start(), range.end());
        self.ensure(range.contains(&figure), key, wanted).map(|()| figure)
    }

    /// A chart of a single number, with where it comes from.
    pub fn number(
        &mut self,
        chart: &str,
        key: &str,
        range: RangeInclusive<u8>,
    ) -> Result<u8, ChartError> {
        self.origin(chart)?;
        self.figure(&format!("{chart}.{key}"), range)
    }

    /// A chart of the faces of a die that count.
    pub fn faces(&mut self, chart: &str) -> Result<[bool; 6], ChartError> {
        self.origin(chart)?;
        let key = format!("{chart}.on");
        let on: Vec<u8> = self.need(&key)?;
        let fits = on.iter().all(|face| (1..=6).contains(face));
        self.ensure(fits, &key, "names faces of a die, 1 to 6")?;
        let mut faces = [false; 6];
        for roll in on {
            faces[usize::from(roll - 1)] = true;
        }
        Ok(faces)
    }

    /// The rule by which a chart is used.
    pub fn rule(&mut self, chart: &str) -> Result<Rule, ChartError> {
        let key = if chart.is_empty() { "rule".to_owned() } else { format!("{chart}.rule") };
        let citation: String = self.need(&key)?;
        self.cited(&key, &citation)
    }

    /// The rule that this key cites.
    pub fn cited(&self, key: &str, citation: &str) -> Result<Rule, ChartError> {
        diadem_books::find(citation)
            .ok_or_else(|| self.fault(key, format!("no book has a rule \"{citation}\"")))
    }

    /// A chart with one source for all its figures.
    pub fn origin(&mut self, chart: &str) -> Result<(), ChartError> {
        let rule = self.rule(chart)?;
        let key = if chart.is_empty() { "source".to_owned() } else { format!("{chart}.source") };
        let sources = vec![self.need(&key)?];
        self.origins.push(Origin { file: self.file, chart: chart.to_owned(), rule, sources });
        Ok(())
    }

    /// A chart whose figures come from here, as its rows say.
    pub fn origin_of(&mut self, chart: &str, rule: Rule, sources: Vec<Source>) {
        self.origins.push(Origin { file: self.file, chart: chart.to_owned(), rule, sources });
    }

    /// A chart that says of each cell where it comes from.
    pub fn cells(&mut self, ruled: &str, chart: &str) -> Result<(), ChartError> {
        let rule = self.rule(ruled)?;
        let sources: [Source; 6] = self.need(&format!("{chart}.source"))?;
        let sources = sources.to_vec();
        self.origins.push(Origin { file: self.file, chart: chart.to_owned(), rule, sources });
        Ok(())
    }

    /// Everything in the file was asked for, by itself or with the table it is in; this is where it
    /// comes from.
    pub fn close(self) -> Result<Vec<Origin>, ChartError> {
        let mut keys = Vec::new();
        flatten("", &self.table, &mut keys);
        let is_known = |key: &str| {
            let is_in = |asked: &String| key.strip_prefix(asked.as_str());
            self.asked.iter().filter_map(is_in).any(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        match keys.iter().find(|key| !is_known(key)) {
            Some(key) => Err(self.fault(key, "is not known here".into())),
            None => Ok(self.origins),
        }
    }
}

fn flatten(before: &str, table: &toml::Table, into: &mut Vec<String>) {
    for (key, value) in table {
        let key = if before.is_empty() { key.clone() } else { format!("{before}.{key}") };
        match value {
            toml::Value::Table(inner) => flatten(&key, inner, into),
            _ => into.push(key),
        }
    }
}
