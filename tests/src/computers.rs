//! Computer players in every seat of everything that can be played: every game ends, and every decision is timed.

use diadem_core::checked::Fault;
use diadem_core::{Decision, Dice, Drop, Game, Outcome, Playable, Request, StateHash, state_hash};
use diadem_handoff::{Question, War};
use diadem_opponents::{Effort, Level, Player, Stop};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Alexandros with its battles fought in another form; each scenario as it comes is added to these.
const FORMS: [(&str, Option<&str>); 2] = [("alexandros", Some("hex")), ("alexandros", Some("ask"))];

const QUICK: Level = Level::Captain(Effort::Quick);
const FULL: Level = Level::Captain(Effort::Full);

/// Who plays whom.
const PAIRS: [[Level; 2]; 6] = [
    [FULL, QUICK],
    [Level::Recruit, FULL],
    [QUICK, QUICK],
    [FULL, Level::Recruit],
    [Level::Recruit, Level::Recruit],
    [FULL, FULL],
];

/// No game of computers is longer.
const MOST_PLIES: u64 = 1_000_000;

/// What is thought about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Matter {
    /// A decision on the campaign's map.
    Map,
    /// All decisions of a seat on the map in one turn.
    MapTurn,
    /// A decision on the display.
    Display,
    /// A step of a hex battle.
    Hexes,
    /// How and where a battle is fought.
    Before,
}

impl Matter {
    /// How long a person may be kept waiting for it.
    pub fn patience(self) -> Duration {
        Duration::from_millis(match self {
            Matter::MapTurn => 1_000,
            Matter::Hexes => 20,
            Matter::Map | Matter::Display | Matter::Before => 50,
        })
    }
}

/// How long each decision took, by what it was about and who took it.
pub type Times = BTreeMap<(Matter, &'static str), Vec<Duration>>;

/// Something to play, and who plays it.
pub struct Evening {
    war: War,
    /// The scenario, and how its battles are fought if otherwise than usual.
    pub what: (&'static str, Option<&'static str>),
    /// Who plays, by seats.
    pub levels: [Level; 2],
    seed: u64,
}

/// What came of it.
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// How many actions it had.
    pub plies: u64,
    /// The hash of its last state.
    pub hash: StateHash,
    /// How long everybody thought.
    pub times: Times,
}

impl Evening {
    /// One of many: what is played changes from each to the next, who plays it when all has been played.
    pub fn nth(number: u64, seed: u64) -> Evening {
        let scenarios = War::scenarios().into_iter().map(|one| (one.id, None));
        let all: Vec<_> = scenarios.chain(FORMS).collect();
        let what = all[(number % all.len() as u64) as usize];
        let levels = PAIRS[(number / all.len() as u64 % PAIRS.len() as u64) as usize];
        let setup = War::setup(&Request { scenario: what.0, battles: what.1 });
        let war = War::prepare(&setup.expect("it is listed")).expect("a scenario can be prepared");
        Evening { war, what, levels, seed: seed.wrapping_add(number) }
    }

    /// Plays it.
    pub fn play(&self) -> Result<Played, Fault> {
        let (war, seed) = (&self.war, self.seed);
        let (mut dice, stop) = (Dice::new(seed), Stop::new());
        let mut state = war.opening(&mut dice);
        let seats = war.seats().iter().zip(self.levels);
        let mut players: Vec<Player> =
            seats.map(|(seat, level)| Player::new(level, seat, seed)).collect();
        let mut times = Times::new();
        let mut turn = (0, vec![Duration::ZERO; players.len()]);
        for plies in 0..MOST_PLIES {
            let fault = |what: String| Fault { seed, ply: plies, what: self.named(&what) };
            war.invariants(&state).map_err(|broken| fault(broken.0))?;
            let ask = match war.decision(&state) {
                Decision::Ask(ask) => ask,
                Decision::Over(outcome) => {
                    return Ok(Played { outcome, plies, hash: state_hash(&state), times });
                }
            };
            let view = war.view(&state, ask.seat);
            let player = &mut players[ask.seat.index()];
            let word = player.level().word();
            let began = Instant::now();
            let choice = player.choose(war, &view, &stop);
            let took = began.elapsed();
            times.entry((matter(ask.question), word)).or_default().push(took);
            if let (Question::Campaign(_), Some(map)) = (ask.question, &state.campaign) {
                if map.turn != turn.0 {
                    for (spent, level) in turn.1.iter_mut().zip(self.levels) {
                        let spent = std::mem::take(spent);
                        times.entry((Matter::MapTurn, level.word())).or_default().push(spent);
                    }
                    turn.0 = map.turn;
                }
                turn.1[ask.seat.index()] += took;
            }
            let action = choice.ok_or_else(|| fault(format!("{word} has no answer")))?.action;
            war.apply(&mut state, ask.seat, action, &mut dice, &mut Drop)
                .map_err(|illegal| fault(format!("{word} chose {action:?}: {illegal}")))?;
        }
        Err(Fault { seed, ply: MOST_PLIES, what: self.named("the game does not end") })
    }

    /// Plays it twice: the same seed must give the same game.
    pub fn play_twice(&self) -> Result<Played, Fault> {
        let (first, second) = (self.play()?, self.play()?);
        if first.hash == second.hash {
            return Ok(first);
        }
        let what = self.named("the same seed gave another game the second time");
        Err(Fault { seed: self.seed, ply: first.plies, what })
    }

    fn named(&self, what: &str) -> String {
        let [one, two] = self.levels;
        format!(
            "{} ({}), {one} against {two}: {what}",
            self.what.0,
            self.what.1.unwrap_or("as usual")
        )
    }
}

fn matter(question: Question) -> Matter {
    match question {
        Question::Campaign(_) => Matter::Map,
        Question::Display(_) => Matter::Display,
        Question::Hexes(_) => Matter::Hexes,
        Question::Form | Question::Draw => Matter::Before,
    }
}
