//! What a game brings to be tested by cases: its words for positions, actions and facts.

use crate::playing;
use crate::runner::Verdict;
use crate::trace::Trace;
use crate::words::{Finding, Words};
use diadem_core::{Book, Dice, Game, Seat, Sink, StandingAnswer, Text};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The words of one game. Everything but [`position`](Vocabulary::position),
/// [`action`](Vocabulary::action) and [`facts`](Vocabulary::facts) has a sensible default.
pub trait Vocabulary: Send + Sync {
    /// The game that is tested.
    type Game: Text + 'static;

    /// The word after `game =` in a case.
    fn name(&self) -> &'static str;

    /// The books whose rules its cases may be about.
    fn books(&self) -> Vec<&'static Book>;

    /// Builds a position from nothing.
    fn position(&self, words: &Words<'_>) -> Result<CasePosition<Self::Game>, Finding>;

    /// Reads an action that `seat` takes.
    fn action(
        &self,
        at: &CasePosition<Self::Game>,
        words: &Words<'_>,
    ) -> Result<<Self::Game as Game>::Action, Finding>;

    /// What is true of the thing that `words` name.
    fn facts(&self, at: &CasePosition<Self::Game>, words: &Words<'_>) -> Result<Facts, Finding>;

    /// Reads something done out of turn.
    fn interjection(
        &self,
        _: &CasePosition<Self::Game>,
        words: &Words<'_>,
    ) -> Result<<Self::Game as Game>::Interjection, Finding> {
        Err(words.complain(format!("{} has no words for interjections", self.name())))
    }

    /// Reads a standing answer.
    fn standing(
        &self,
        words: &Words<'_>,
    ) -> Result<StandingAnswer<<Self::Game as Game>::AnswerKind>, Finding> {
        Err(words.complain(format!("{} has no words for standing answers", self.name())))
    }

    /// Runs a procedure of the rules on a position, such as a supply phase, without playing up to it.
    fn procedure(
        &self,
        _: &mut CasePosition<Self::Game>,
        words: &Words<'_>,
        _: &mut Dice,
        _: &mut impl Sink<<Self::Game as Game>::Event>,
    ) -> Result<(), Finding> {
        Err(words.complain(format!("{} has no procedures to run", self.name())))
    }

    /// The seat of this name.
    fn seat(&self, game: &Self::Game, name: &str) -> Option<Seat> {
        game.seats().iter().find(|&seat| game.seat_name(seat).eq_ignore_ascii_case(name))
    }
}

/// The position that a case is in: a game and a state of it. What answers pure questions about a state is each
/// game's own `Position`.
pub struct CasePosition<G: Game> {
    /// The rules half.
    pub game: Arc<G>,
    /// The state.
    pub state: G::State,
}

/// What is true of a thing, by name. A case mentions the facts that matter to it.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub(crate) subject: Vec<&'static str>,
    pub(crate) known: BTreeMap<&'static str, toml::Value>,
    /// Those of them that are lists which a case may write in any order.
    in_any_order: BTreeSet<&'static str>,
}

impl Facts {
    /// Facts about the thing that is named under this key.
    pub fn about(subject: &'static str) -> Facts {
        Facts { subject: vec![subject], ..Facts::default() }
    }

    /// This key, too, names the thing and is no fact about it.
    #[must_use]
    pub fn and_about(mut self, subject: &'static str) -> Facts {
        self.subject.push(subject);
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: impl Into<toml::Value>) -> Facts {
        self.known.insert(name, value.into());
        self
    }

    /// Adds a fact; if it is a list, a case may write it in any order.
    #[must_use]
    pub fn fact_in_any_order(mut self, name: &'static str, value: impl Into<toml::Value>) -> Facts {
        self.in_any_order.insert(name);
        self.fact(name, value)
    }

    /// Whether a known fact is what a case expects of it.
    pub(crate) fn is(&self, name: &str, expected: &toml::Value) -> bool {
        let Some(known) = self.known.get(name) else { return false };
        if !self.in_any_order.contains(name) {
            return known == expected;
        }
        in_order(known) == in_order(expected)
    }
}

/// A value, of a list its items as texts in alphabetical order.
fn in_order(value: &toml::Value) -> Vec<String> {
    let mut items: Vec<String> = match value {
        toml::Value::Array(items) => items.iter().map(ToString::to_string).collect(),
        one => return vec![one.to_string()],
    };
    items.sort();
    items
}

/// A vocabulary of whatever game.
pub trait AnyVocabulary: Send + Sync {
    /// The word after `game =` in a case.
    fn game_name(&self) -> &'static str;

    /// Plays a case, and writes down what happens in it.
    fn play(&self, case: &Words<'_>, file_stem: &str, trace: &mut Trace) -> Verdict;
}

impl<V: Vocabulary> AnyVocabulary for V {
    fn game_name(&self) -> &'static str {
        self.name()
    }

    fn play(&self, case: &Words<'_>, file_stem: &str, trace: &mut Trace) -> Verdict {
        playing::play(self, case, file_stem, trace)
    }
}
