//! House 1.0, the duel: two camps of three men, one man of each secretly its champion.
//!
//! - 1.1 Before the first blow each camp names its champion, the challenger first, in secret.
//! - 1.2 In turn, a camp picks a man who stands and is not winded, and whom he strikes.
//! - 1.3 The struck camp may answer: the struck man dodges (the blow is lost, he is winded until his
//!   camp's next turn ends), or a companion who stands takes the blow on his shield.
//! - 1.4 The blow: a die, +1 when a champion strikes, -1 when a champion is struck or shields. 4 or
//!   more wounds; the second wound fells. A champion who takes part is known from then on.
//! - 1.5 The duel ends when a camp has nobody left, or after six rounds. Who yields leaves with his
//!   men. More men standing wins; the challenged wins a tie.
//! - 1.6 A camp may hold the men of two allies. Who has its first man standing names the champion and
//!   picks who strikes. Whom a man strikes, and how he answers, his own seat says, that of the struck
//!   man first. A blow by or at a man who leaves is lost.
//!
//! Each rule has a file of its own, and in it the steps that it asks; `procedure` has the list of them.

mod answering;
mod blows;
mod ending;
mod game;
mod naming;
mod procedure;
mod setup;
mod striking;
mod text;

pub use answering::Answering;
pub use blows::Blow;
pub use naming::Naming;
pub use procedure::Step;
pub use setup::DuelSetup;
pub use striking::{Aiming, Turn};

use diadem_core::{AnswerOffer, Camp, Roll, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// Men in a camp.
pub const MEN: u8 = 3;
const ROUNDS: u8 = 6;
const FATAL: u8 = 2;

/// The rules half: whose the men are. Who decides is never asked of a camp, but of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Duel {
    /// The seat of each man, camp by camp: first the challenger's, then the challenged's.
    pub men: [[Seat; MEN as usize]; 2],
}

impl Duel {
    /// A duel of two.
    pub fn between(challenger: Seat, challenged: Seat) -> Duel {
        Duel { men: [[challenger; MEN as usize], [challenged; MEN as usize]] }
    }

    /// 1.6: a duel in which the last man of a camp is an ally's.
    #[must_use]
    pub fn with_ally(mut self, camp: Camp, ally: Seat) -> Duel {
        self.men[camp.index()][usize::from(MEN) - 1] = ally;
        self
    }

    /// Those whose men are in a camp.
    pub fn seats_of(&self, camp: Camp) -> SeatSet {
        self.men[camp.index()].into_iter().collect()
    }

    /// The camp in which somebody has men.
    pub fn camp_of(&self, seat: Seat) -> Option<Camp> {
        Camp::BOTH.into_iter().find(|&camp| self.seats_of(camp).contains(seat))
    }
}

/// One man, by his place in the line of his camp.
pub type Man = u8;

/// What is known of a camp's champion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Champion {
    /// Not named yet.
    Unnamed,
    /// Named, but not to whoever looks.
    Unknown,
    /// Named in secret.
    Secret(Man),
    /// Has taken part; everybody knows.
    Known(Man),
}

/// A fighter's condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Fighter {
    /// Wounds taken; two fell him.
    pub wounds: u8,
    /// Whether he has dodged and must catch his breath.
    pub winded: bool,
}

/// Everything that changes in a duel.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The men of both camps.
    pub men: [[Fighter; MEN as usize]; 2],
    /// Their champions.
    pub champions: [Champion; 2],
    /// Rounds finished.
    pub round: u8,
    /// Who has left with his men.
    pub yielded: SeatSet,
    /// What is under way: the topmost step is asked or goes on now, those below wait for it. None: it is over.
    pub steps: Vec<Step>,
}

impl State {
    /// Before the first champion is named.
    pub fn beginning() -> State {
        State {
            men: Default::default(),
            champions: [Champion::Unnamed; 2],
            round: 0,
            yielded: SeatSet::NONE,
            steps: vec![Naming { camp: Camp::First }.into()],
        }
    }
}

/// How a blow can be answered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// The struck man steps back.
    Dodge,
    /// A companion takes the blow.
    Shield,
}

/// What can be answered to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Name the champion.
    Name(Man),
    /// Pick who strikes.
    Pick(Man),
    /// Name whom he strikes.
    At(Man),
    /// Answer a blow.
    Answer(AnswerOffer<Answer>),
    /// No (more) answers.
    Done,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Who is the champion?
    Champion,
    /// Who strikes?
    Striker,
    /// Whom does he strike?
    Target(Man),
    /// How is the blow at this man answered?
    Answer(Man),
}

/// Out of turn: give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Yield;

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A champion was named; who he is only his camp is told.
    Named(Camp, Man),
    /// A man strikes at one of the other camp.
    Strikes {
        /// The camp that strikes.
        camp: Camp,
        /// Who strikes.
        by: Man,
        /// Whom.
        at: Man,
    },
    /// The blow was answered.
    Answered(Camp, AnswerOffer<Answer>),
    /// A champion has taken part.
    Revealed(Camp, Man),
    /// The blow was rolled.
    Struck {
        /// The camp that was struck.
        camp: Camp,
        /// Who took the blow.
        man: Man,
        /// The roll.
        roll: Roll,
    },
    /// Somebody gave up and left with his men.
    Yielded(Seat),
    /// The duel was won.
    Won(Camp),
}
