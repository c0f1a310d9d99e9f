//! The war: perhaps a campaign, perhaps a battle in it.
//!
//! [`War`] is the one game that the window, the archive and the command line know. Until the first
//! campaign arrives it has no values: nothing can be set up, so nothing can be played, and the
//! program says so. What is here fixes the place where campaigns and battles plug in.

use diadem_cases::AnyVocabulary;
use diadem_core::{
    Broken, Decision, Dice, Game, Illegal, Offer, Playable, Request, Rule, Scenario, Seat, SeatSet,
    SetupError, Sink, Tally, Tell,
};
use serde::{Deserialize, Serialize};

/// A war that can be fought. None can yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum War {}

/// What does not exist yet: the states, actions and events of a war that has no values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Nothing {}

/// The words of every game that rule cases can be written for: the one place to plug them in.
pub fn vocabularies() -> Vec<Box<dyn AnyVocabulary>> {
    Vec::new()
}

impl Game for War {
    type State = Nothing;
    type Action = Nothing;
    type Interjection = Nothing;
    type Question = Nothing;
    type Event = Nothing;
    type AnswerKind = Nothing;

    fn seats(&self) -> SeatSet {
        match *self {}
    }
    fn decision(&self, _: &Nothing) -> Decision<Nothing> {
        match *self {}
    }
    fn actions(&self, _: &Nothing, _: &mut Vec<Nothing>) {
        match *self {}
    }
    fn check(&self, _: &Nothing, _: Seat, _: Nothing) -> Result<(), Illegal> {
        match *self {}
    }
    fn apply(
        &self,
        _: &mut Nothing,
        _: Seat,
        _: Nothing,
        _: &mut Dice,
        _: &mut impl Sink<Nothing>,
    ) -> Result<(), Illegal> {
        match *self {}
    }
    fn interjections(&self, _: &Nothing, _: Seat, _: &mut Vec<Nothing>) {
        match *self {}
    }
    fn interject(
        &self,
        _: &mut Nothing,
        _: Seat,
        _: Nothing,
        _: &mut Dice,
        _: &mut impl Sink<Nothing>,
    ) -> Result<(), Illegal> {
        match *self {}
    }
    fn view(&self, _: &Nothing, _: Seat) -> Nothing {
        match *self {}
    }
    fn offer(&self, _: &Nothing, _: Nothing) -> Option<Offer<Nothing>> {
        match *self {}
    }
    fn invariants(&self, _: &Nothing) -> Result<(), Broken> {
        match *self {}
    }
}

impl Tell for War {
    fn seat_name(&self, _: Seat) -> &str {
        match *self {}
    }
    fn question(&self, _: &Nothing, _: Nothing) -> String {
        match *self {}
    }
    fn action(&self, _: &Nothing, _: Nothing) -> String {
        match *self {}
    }
    fn interjection(&self, _: &Nothing, _: Nothing) -> String {
        match *self {}
    }
    fn event(&self, _: &Nothing) -> String {
        match *self {}
    }
    fn rule_of(&self, _: &Nothing) -> Rule {
        match *self {}
    }
}

impl Playable for War {
    type Setup = Nothing;

    const RULES_VERSION: u32 = 0;

    fn scenarios() -> Vec<Scenario> {
        Vec::new()
    }
    fn setup(request: &Request<'_>) -> Result<Nothing, SetupError> {
        Err(SetupError(format!(
            "There is no scenario \"{}\": nothing can be played yet. Alexander's campaign comes first.",
            request.scenario
        )))
    }
    fn prepare(setup: &Nothing) -> Result<War, SetupError> {
        match *setup {}
    }
    fn setup_of(&self) -> &Nothing {
        match *self {}
    }
    fn opening(&self, _: &mut Dice) -> Nothing {
        match *self {}
    }
    fn data_hash(&self) -> [u8; 32] {
        match *self {}
    }
    fn scenario(&self) -> &str {
        match *self {}
    }
    fn headline(&self, _: &Nothing) -> String {
        match *self {}
    }
    fn tally(&self, _: &Nothing) -> Tally {
        match *self {}
    }
}
