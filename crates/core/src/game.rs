//! The contract itself: what a game answers, and what a game that can be saved says beside it.

use crate::{AnswerOffer, Dice, Illegal, Rule, Seat, SeatSet, Sink};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// A game: `Self` is the rules half (scenario, options, charts, graphs), immutable and shared;
/// [`Game::State`] is plain data that [`Game::apply`] alone changes.
///
/// The same seed and the same actions give the same game on every machine, for ever. So a state
/// holds no float, no text, no clock and no cache, and nothing in it is iterated in an order that
/// can differ between runs; [`state_hash`](crate::state_hash) refuses what it can detect.
pub trait Game: Send + Sync {
    /// Everything that changes. It does not grow with the length of the game.
    type State: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + 'static;
    /// One small step of a decision: take this unit along, step into that hex.
    type Action: Copy + PartialEq + Debug + Serialize + DeserializeOwned + Send + 'static;
    /// What a seat may do out of turn: concede, propose a pact.
    type Interjection: Copy + PartialEq + Debug + Serialize + DeserializeOwned + Send + 'static;
    /// What a decision is about.
    type Question: Copy + PartialEq + Debug;
    /// What happened, cheaply: ids, rolls, rules. Sentences are made when shown ([`Text`]).
    type Event: Clone + PartialEq + Debug + Send + 'static;
    /// The kinds of answer that windows offer, and that standing answers are given for.
    type AnswerKind: Copy + Ord + Debug + Serialize + DeserializeOwned + Send + 'static;

    /// The seats of this game.
    fn seats(&self) -> SeatSet;

    /// Which seat must decide next and about what, or that the game is over.
    fn decision(&self, state: &Self::State) -> Decision<Self::Question>;

    /// Appends every legal answer to the present decision. Each makes progress; none is listed
    /// twice. Over means none.
    fn actions(&self, state: &Self::State, into: &mut Vec<Self::Action>);

    /// Whether `seat` may do this now: the same test that listing uses.
    fn check(&self, state: &Self::State, seat: Seat, action: Self::Action) -> Result<(), Illegal>;

    /// Does it. On an error the state is exactly what it was and nothing was rolled or told.
    fn apply(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Self::Event>,
    ) -> Result<(), Illegal>;

    /// Appends what `seat` may do out of turn. Never part of [`Game::actions`].
    fn interjections(&self, state: &Self::State, seat: Seat, into: &mut Vec<Self::Interjection>);

    /// Does something out of turn. On an error the state is exactly what it was.
    fn interject(
        &self,
        state: &mut Self::State,
        seat: Seat,
        interjection: Self::Interjection,
        dice: &mut Dice,
        sink: &mut impl Sink<Self::Event>,
    ) -> Result<(), Illegal>;

    /// The state as `seat` knows it, unknowns blanked. Where that seat decides, [`Game::actions`]
    /// on the view are the true ones, in the same order.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::State;

    /// In a window: the offer that `action` takes up, or `None` when it closes the window.
    fn offer(
        &self,
        state: &Self::State,
        action: Self::Action,
    ) -> Option<AnswerOffer<Self::AnswerKind>>;

    /// What must hold after every ply, for the fuzzer.
    fn invariants(&self, state: &Self::State) -> Result<(), Broken>;
}

/// What a game waits for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Decision<Q> {
    /// Somebody has to decide something.
    Ask(Ask<Q>),
    /// Nothing more: this is how it ended.
    Over(Outcome),
}

impl<Q> Decision<Q> {
    /// What is asked, unless the game is over.
    pub fn ask(self) -> Option<Ask<Q>> {
        match self {
            Decision::Ask(ask) => Some(ask),
            Decision::Over(_) => None,
        }
    }

    /// The outcome, once the game is over.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Decision::Ask(_) => None,
            Decision::Over(outcome) => Some(outcome),
        }
    }

    /// The rule this moment of the game stands under.
    pub fn rule(&self) -> Rule {
        match self {
            Decision::Ask(ask) => ask.rule,
            Decision::Over(outcome) => outcome.rule,
        }
    }

    /// The same decision as a part of a game around this one.
    pub fn map<R>(self, wrap: impl FnOnce(Q) -> R) -> Decision<R> {
        match self {
            Decision::Ask(Ask { seat, question, rule, moment, discretion }) => {
                Decision::Ask(Ask { seat, question: wrap(question), rule, moment, discretion })
            }
            Decision::Over(outcome) => Decision::Over(outcome),
        }
    }
}

/// A question to one seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ask<Q> {
    /// Who decides.
    pub seat: Seat,
    /// About what.
    pub question: Q,
    /// The rule that asks.
    pub rule: Rule,
    /// In its own turn, or as an answer to another's.
    pub moment: Moment,
    /// Whether a single legal answer may be taken without asking.
    pub discretion: Discretion,
}

impl<Q> Ask<Q> {
    /// An ordinary question in a seat's own turn.
    pub fn turn(seat: Seat, question: Q, rule: Rule) -> Ask<Q> {
        Ask { seat, question, rule, moment: Moment::Turn, discretion: Discretion::Open }
    }

    /// A window: a seat may answer what another just did.
    pub fn window(seat: Seat, question: Q, rule: Rule) -> Ask<Q> {
        Ask { seat, question, rule, moment: Moment::Window, discretion: Discretion::Open }
    }

    /// The same question, asked even where there is but one answer, because not asking would
    /// give something away.
    #[must_use]
    pub fn secret(self) -> Ask<Q> {
        Ask { discretion: Discretion::Secret, ..self }
    }
}

/// When a question comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// In the seat's own turn.
    Turn,
    /// As an answer to what another seat did; standing answers may close it.
    Window,
}

/// Whether the engine may take a single legal answer itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discretion {
    /// It may, and tells.
    Open,
    /// It must ask all the same.
    Secret,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winners: SeatSet,
    /// In a word or two, such as `points` or `decisive Macedonian victory`.
    pub how: &'static str,
    /// The rule that says so.
    pub rule: Rule,
}

/// An invariant that does not hold, in words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Broken(pub String);

/// The words of a game, made only when somebody reads them.
pub trait Text: Game {
    /// The name of a seat, such as `Macedonian`.
    fn seat_name(&self, seat: Seat) -> &str;
    /// What is to be decided.
    fn question(&self, state: &Self::State, question: Self::Question) -> String;
    /// What an action does.
    fn action(&self, state: &Self::State, action: Self::Action) -> String;
    /// What an interjection does.
    fn interjection(&self, state: &Self::State, interjection: Self::Interjection) -> String;
    /// What happened.
    fn event(&self, event: &Self::Event) -> String;
    /// The rule an event stands under.
    fn rule_of(&self, event: &Self::Event) -> Rule;
}

/// A game that can be set up from scratch, put away and taken out again.
pub trait Playable: Text + Sized + 'static {
    /// Everything the rules half is made from: scenario, options, names.
    type Setup: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + 'static;

    /// Raised whenever the same actions would lead somewhere else than before.
    const RULES_VERSION: u32;

    /// Everything that can be played, in the order it is shown.
    fn scenarios() -> Vec<Scenario>;

    /// Every chart and map it is played by, with where the figures come from; a player's own in place
    /// of the program's.
    fn charts(own: &OwnFiles) -> Result<Vec<Chart>, SetupError>;

    /// The files they are written in.
    fn data_files() -> Vec<DataFile>;

    /// The setup that a request describes.
    fn setup(request: &Request<'_>) -> Result<Self::Setup, SetupError>;

    /// The rules half for a setup.
    fn prepare(setup: &Self::Setup) -> Result<Self, SetupError>;

    /// The setup this was prepared from.
    fn setup_of(&self) -> &Self::Setup;

    /// The state a game begins with.
    fn opening(&self, dice: &mut Dice) -> Self::State;

    /// Completes a state that was lifted from an older format of saves, with what only the rules can tell.
    fn complete(&self, _: &mut Self::State, _format: u16) {}

    /// A hash of every chart and map that its setup reads, and of no other, so that a save knows its own.
    fn data_hash(&self) -> [u8; 32];

    /// The same as saves of an older format told it.
    fn data_hash_in(&self, _format: u16) -> [u8; 32] {
        self.data_hash()
    }

    /// The id of the scenario being played.
    fn scenario(&self) -> &str;

    /// Where the game stands, for a list of saves: `Autumn 333`.
    fn headline(&self, state: &Self::State) -> String;

    /// What a report about a finished game counts.
    fn tally(&self, state: &Self::State) -> Tally;
}

/// Something that can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// The word that names it on the command line.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its story, in a few sentences.
    pub story: &'static str,
    /// Its seats by name.
    pub seats: Vec<&'static str>,
}

/// A chart or map, and where its figures come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    /// The file it is written in, below `maps/`.
    pub file: &'static str,
    /// Its name in that file; empty when the file is one chart.
    pub name: String,
    /// The rule that uses it.
    pub rule: Rule,
    /// Where its figures come from, each once.
    pub sources: Vec<Source>,
}

impl Chart {
    /// A chart whose figures come from here, however often each is named.
    pub fn new(
        file: &'static str,
        name: impl Into<String>,
        rule: Rule,
        figures: impl IntoIterator<Item = Source>,
    ) -> Chart {
        let sources: BTreeSet<Source> = figures.into_iter().collect();
        Chart { file, name: name.into(), rule, sources: sources.into_iter().collect() }
    }
}

/// Where figures come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The books state it.
    Printed,
    /// Read elsewhere.
    Public,
    /// Ours: it satisfies the books, but the printed game may differ.
    Reconstructed,
}

impl Source {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Printed => "printed",
            Source::Public => "public",
            Source::Reconstructed => "reconstructed",
        }
    }
}

/// A file of charts or maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataFile {
    /// Its path below `maps/`.
    pub name: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// A file below `maps/` that comes with the program: `data_file!("campaign/provinces.toml")`. It is found from the
/// package that asks, however deep its source lies.
#[macro_export]
macro_rules! data_file {
    ($name:literal) => {
        $crate::DataFile {
            name: $name,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/", $name)),
        }
    };
}

/// Files that a player has put in the place of the program's. A game is made from them, so its save
/// keeps them, and can be taken up where they are not.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OwnFiles(Vec<OwnFile>);

/// A file of a player's own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnFile {
    /// The name of the file whose place it takes.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl OwnFiles {
    /// No file: everything is the program's.
    pub const NONE: OwnFiles = OwnFiles(Vec::new());

    /// What is to be read in the place of a file: the player's own, or the file itself.
    pub fn text(&self, file: DataFile) -> &str {
        let own = self.0.iter().find(|own| own.name == file.name);
        own.map_or(file.text, |own| &own.text)
    }

    /// Whether a file of this name is the player's own.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|own| own.name == name)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|own| own.name.as_str())
    }

    /// These and one more.
    #[must_use]
    pub fn with(&self, file: OwnFile) -> OwnFiles {
        self.0.iter().cloned().chain([file]).collect()
    }
}

impl FromIterator<OwnFile> for OwnFiles {
    fn from_iter<I: IntoIterator<Item = OwnFile>>(files: I) -> OwnFiles {
        let mut files: Vec<OwnFile> = files.into_iter().collect();
        files.sort_by(|a, b| a.name.cmp(&b.name));
        OwnFiles(files)
    }
}

/// What somebody asks to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request<'a> {
    /// The scenario's id.
    pub scenario: &'a str,
    /// How battles are to be fought, where the scenario leaves it open.
    pub battles: Option<&'a str>,
}

/// Why a game cannot be set up as asked: what is wrong and what to do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub String);

/// What a report about a game counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Turns begun.
    pub turns: u32,
    /// Battles by form, such as `display`.
    pub battles: BTreeMap<&'static str, u32>,
}
