//! The words of the hex battle for rule cases; `tests/cases/README.md` explains them to players.

mod actions;
mod facts;
mod orders;
mod position;
mod rampage;
mod run;
mod shock;
mod writing;

pub use writing::position_words;

use crate::engine::action::{Action, Answer};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::model::field::Field;
use crate::model::hex::{Hand, Hex, Hexside, Vertex};
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use diadem_books::{GBA, GBA4};
use diadem_cases::{CasePosition, Facts, Finding, Vocabulary, Words};
use diadem_core::{Book, Camp, Dice, Sink, Stance, StandingAnswer};
use serde::Deserialize;

/// The words of the hex battle.
#[derive(Clone, Copy, Debug, Default)]
pub struct HexesVocabulary;

impl Vocabulary for HexesVocabulary {
    type Game = Hexes;

    fn name(&self) -> &'static str {
        "hexes"
    }

    fn books(&self) -> Vec<&'static Book> {
        vec![&GBA, &GBA4]
    }

    fn position(&self, words: &Words<'_>) -> Result<CasePosition<Hexes>, Finding> {
        position::build(words)
    }

    fn action(&self, at: &CasePosition<Hexes>, words: &Words<'_>) -> Result<Action, Finding> {
        actions::read(at, words)
    }

    fn facts(&self, at: &CasePosition<Hexes>, words: &Words<'_>) -> Result<Facts, Finding> {
        facts::about(at, words)
    }

    fn standing(&self, words: &Words<'_>) -> Result<StandingAnswer<Answer>, Finding> {
        let text: String = words.read()?;
        let stances = [("always", Stance::Always), ("never", Stance::Never), ("ask", Stance::Ask)];
        let found = stances.iter().find_map(|(word, stance)| {
            let kind = text.strip_prefix(word)?.trim();
            Some((ANSWERS.iter().find(|(name, _)| *name == kind)?.1, *stance))
        });
        let (kind, stance) = found.ok_or_else(|| {
            let known: Vec<&str> = ANSWERS.iter().map(|(name, _)| *name).collect();
            words.complain(format!(
                "write \"always\", \"never\" or \"ask\" and one of: {}",
                known.join(", ")
            ))
        })?;
        Ok(StandingAnswer { kind, unit: None, stance })
    }

    fn procedure(
        &self,
        at: &mut CasePosition<Hexes>,
        words: &Words<'_>,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Finding> {
        run::run(at, words, dice, sink)
    }
}

/// The answers of windows, by the words that cases use.
const ANSWERS: [(&str, Answer); 8] = [
    ("withdraw", Answer::Withdraw),
    ("withdraw leaders", Answer::LeaderWithdraw),
    ("turn", Answer::Turn),
    ("entry fire", Answer::EntryFire),
    ("retire fire", Answer::RetireFire),
    ("return fire", Answer::ReturnFire),
    ("trump", Answer::Trump),
    ("engine fire", Answer::EngineFire),
];

/// A hex as a case writes it: a number, in quotes where it begins with a nought.
#[derive(Deserialize, Clone)]
#[serde(untagged)]
enum HexToml {
    Number(u16),
    Text(String),
}

/// The hex or the two hexes of a unit.
#[derive(Deserialize, Clone)]
#[serde(untagged)]
enum HexesToml {
    One(HexToml),
    Two(HexToml, HexToml),
}

/// Finds things by their names.
struct Lookup<'a, 't> {
    game: &'a Hexes,
    words: &'a Words<'t>,
}

impl Lookup<'_, '_> {
    fn unit(&self, name: &str) -> Result<UnitId, Finding> {
        let battle = self.game.battle();
        let is_it = |unit: &UnitId| {
            let troops = battle.unit(*unit);
            troops.name.eq_ignore_ascii_case(name) || troops.id == name
        };
        battle.unit_ids().find(is_it).ok_or_else(|| {
            let known: Vec<&str> = battle.units.iter().map(|unit| unit.name.as_str()).collect();
            let known = known.join(", ");
            self.words.complain(format!("there is no unit \"{name}\"; there are: {known}"))
        })
    }

    fn units(&self, names: &[String]) -> Result<UnitSet, Finding> {
        names.iter().map(|name| self.unit(name)).collect()
    }

    fn leader(&self, name: &str) -> Result<LeaderId, Finding> {
        let battle = self.game.battle();
        let is_he = |leader: &LeaderId| {
            let commander = battle.leader(*leader);
            commander.name.eq_ignore_ascii_case(name) || commander.id == name
        };
        battle.leader_ids().find(is_he).ok_or_else(|| {
            let known: Vec<&str> = battle.leaders.iter().map(|one| one.name.as_str()).collect();
            let known = known.join(", ");
            self.words.complain(format!("there is no leader \"{name}\"; there are: {known}"))
        })
    }

    fn camp(&self, name: &str) -> Result<Camp, Finding> {
        let is_it = |camp: &Camp| {
            let list = self.game.list(*camp);
            list.name.eq_ignore_ascii_case(name) || list.key.eq_ignore_ascii_case(name)
        };
        Camp::BOTH.into_iter().find(is_it).ok_or_else(|| {
            let names = Camp::BOTH.map(|camp| self.game.list(camp).name.as_str()).join(", ");
            self.words.complain(format!("there is no army \"{name}\"; there are: {names}"))
        })
    }

    /// A hex of the field.
    fn hex(&self, word: &HexToml) -> Result<Hex, Finding> {
        hex_on(self.game.field(), word, self.words)
    }

    /// The text under a key that must be there.
    fn text(&self, key: &str) -> Result<String, Finding> {
        self.must(key)?.read()
    }

    fn must(&self, key: &str) -> Result<Words<'_>, Finding> {
        self.words.get(key).ok_or_else(|| self.words.complain(format!("`{key}` is missing")))
    }

    fn flag(&self, key: &str, otherwise: bool) -> Result<bool, Finding> {
        self.words.get(key).map_or(Ok(otherwise), |words| words.read())
    }
}

/// A hex of the field by its number.
fn hex_on(field: &Field, word: &HexToml, words: &Words<'_>) -> Result<Hex, Finding> {
    let hex = hex(word, words)?;
    if field.contains(hex) {
        return Ok(hex);
    }
    Err(words.complain(format!("the field has no hex {hex}")))
}

/// A hex number, whether or not the field has it.
fn hex(word: &HexToml, words: &Words<'_>) -> Result<Hex, Finding> {
    let text = match word {
        HexToml::Number(number) => number.to_string(),
        HexToml::Text(text) => text.clone(),
    };
    Hex::parse(&text).ok_or_else(|| {
        words.complain(format!("\"{text}\" is no hex; write its number, such as 1207 or \"0907\""))
    })
}

fn vertex(text: &str, words: &Words<'_>) -> Result<Vertex, Finding> {
    Vertex::parse(text).ok_or_else(|| {
        let known = Vertex::ALL.map(Vertex::code).join(", ");
        words.complain(format!("no unit faces \"{text}\"; vertices are {known}"))
    })
}

fn side(text: &str, words: &Words<'_>) -> Result<Hexside, Finding> {
    Hexside::parse(text).ok_or_else(|| {
        let known = Hexside::ALL.map(Hexside::code).join(", ");
        words.complain(format!("a hex has no side \"{text}\"; sides are {known}"))
    })
}

fn hand(text: &str, words: &Words<'_>) -> Result<Hand, Finding> {
    let found = Hand::BOTH.into_iter().find(|hand| hand.name() == text);
    found.ok_or_else(|| words.complain(format!("\"{text}\" is neither left nor right")))
}

/// The one of some words, or a complaint that lists them.
fn one_of<T: Copy>(known: &[(&str, T)], text: &str, words: &Words<'_>) -> Result<T, Finding> {
    let found = known.iter().find(|(name, _)| *name == text).map(|(_, one)| *one);
    found.ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        words.complain(format!("\"{text}\" is not known; known are: {}", names.join(", ")))
    })
}
