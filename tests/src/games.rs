//! Every game we have, by name, and checked games of it.

use crate::computers::{Evening, Played};
use diadem_archive::data::{from_bytes, to_bytes};
use diadem_campaign::Switch;
use diadem_core::checked::{Fault, Report, Thoroughness, play_again, play_out};
use diadem_core::{Playable, Request};
use diadem_handoff::{War, WarSetup};
use diadem_hexes::{self as hexes, Hexes, Switches};
use diadem_sparring::duel::Duel;
use diadem_sparring::feud::Feud;
use std::collections::BTreeMap;
use std::fmt;

/// A scenario that can be fuzzed.
pub struct FuzzedGame {
    /// Its id.
    pub id: &'static str,
    /// How many games of it an ordinary test plays, none where that takes too long; the fuzzer plays as many
    /// as it is told.
    pub in_tests: u64,
    /// When all games are asked for, one of it is played for so many of the others: it is that much work.
    pub weight: u64,
    /// Plays this many games from this seed on.
    pub fuzz: fn(id: &str, games: u64, seed: u64) -> Result<Totals, Fault>,
}

/// Every game and scenario. New games are added here.
pub const GAMES: [FuzzedGame; 17] = [
    FuzzedGame { id: "duel", in_tests: 30, weight: 1, fuzz: fuzz::<Duel> },
    FuzzedGame { id: "allied-duel", in_tests: 30, weight: 1, fuzz: fuzz::<Duel> },
    FuzzedGame { id: "feud", in_tests: 30, weight: 1, fuzz: fuzz::<Feud> },
    FuzzedGame { id: "pledged-feud", in_tests: 30, weight: 1, fuzz: fuzz::<Feud> },
    FuzzedGame { id: "long-feud", in_tests: 1, weight: 1, fuzz: fuzz_a_little::<Feud> },
    FuzzedGame { id: "granicus-display", in_tests: 10, weight: 1, fuzz: fuzz::<War> },
    FuzzedGame { id: "alexandros", in_tests: 3, weight: 1, fuzz: fuzz::<War> },
    FuzzedGame { id: "alexandros-switches", in_tests: 1, weight: 1, fuzz: fuzz_switches },
    FuzzedGame { id: "alexandros-hex", in_tests: 1, weight: 1, fuzz: fuzz_on_hexes },
    FuzzedGame { id: "alexandros-ask", in_tests: 1, weight: 1, fuzz: fuzz_asked },
    FuzzedGame { id: "samarkand", in_tests: 2, weight: 1, fuzz: fuzz_battle },
    FuzzedGame { id: "granicus", in_tests: 1, weight: 1, fuzz: fuzz_battle },
    FuzzedGame { id: "issus", in_tests: 1, weight: 1, fuzz: fuzz_battle },
    FuzzedGame { id: "meeting", in_tests: 1, weight: 1, fuzz: fuzz_meetings },
    FuzzedGame { id: "samarkand-switches", in_tests: 1, weight: 20, fuzz: fuzz_samarkand_switches },
    FuzzedGame { id: "hex-switches", in_tests: 0, weight: 100, fuzz: fuzz_hex_switches },
    FuzzedGame { id: "computers", in_tests: 0, weight: 15, fuzz: fuzz_computers },
];

/// Games looked at on every ply; later ones are sampled.
const CLOSE: u64 = 20;
const SAMPLED: u64 = 50;
/// No game of ours is longer.
const MOST_PLIES: u64 = 1_000_000;

/// What many games were like.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Games played to their end.
    pub games: u64,
    /// Actions applied.
    pub plies: u64,
    /// Plies tested closely.
    pub tested: u64,
    /// The shortest and the longest game.
    pub shortest_and_longest: Option<(u64, u64)>,
    /// The longest list of actions.
    pub most_actions: usize,
    /// The largest state.
    pub most_bytes: usize,
    /// How they ended.
    pub endings: BTreeMap<&'static str, u64>,
}

impl Totals {
    fn add(&mut self, report: &Report) {
        let (shortest, longest) = self.shortest_and_longest.unwrap_or((u64::MAX, 0));
        self.games += 1;
        self.plies += report.plies;
        self.tested += report.tested;
        self.shortest_and_longest = Some((shortest.min(report.plies), longest.max(report.plies)));
        self.most_actions = self.most_actions.max(report.most_actions);
        self.most_bytes = self.most_bytes.max(report.most_bytes);
        *self.endings.entry(report.outcome.how).or_default() += 1;
    }
}

impl Totals {
    /// A game that was looked at on every ply, but only for its invariants.
    fn add_played(&mut self, played: &Played) {
        let game = (played.plies, played.plies);
        self.join(Totals {
            games: 1,
            plies: played.plies,
            shortest_and_longest: Some(game),
            endings: BTreeMap::from([(played.outcome.how, 1)]),
            ..Totals::default()
        });
    }

    fn join(&mut self, other: Totals) {
        let (shortest, longest) = other.shortest_and_longest.unwrap_or((u64::MAX, 0));
        let own = self.shortest_and_longest.unwrap_or((u64::MAX, 0));
        self.games += other.games;
        self.plies += other.plies;
        self.tested += other.tested;
        self.shortest_and_longest = Some((own.0.min(shortest), own.1.max(longest)));
        self.most_actions = self.most_actions.max(other.most_actions);
        self.most_bytes = self.most_bytes.max(other.most_bytes);
        for (how, count) in other.endings {
            *self.endings.entry(how).or_default() += count;
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shortest, longest) = self.shortest_and_longest.unwrap_or_default();
        let Totals { games, plies, tested, most_actions, most_bytes, .. } = self;
        write!(
            f,
            "{games} games, {plies} plies ({tested} tested closely), {shortest} to {longest} plies a \
             game, at most {most_actions} actions and {most_bytes} bytes"
        )?;
        self.endings.iter().try_for_each(|(how, count)| write!(f, "; {how}: {count}"))
    }
}

/// The rules half of a scenario.
pub fn prepared<G: Playable>(scenario: &str) -> G {
    let request = Request { scenario, battles: None };
    let setup = G::setup(&request).expect("the table of games names scenarios that exist");
    G::prepare(&setup).expect("a scenario of ours can be prepared")
}

/// Plays many games at random in the checked way.
fn fuzz<G: Playable>(id: &str, games: u64, seed: u64) -> Result<Totals, Fault> {
    fuzz_prepared(&prepared::<G>(id), games, seed, CLOSE)
}

/// Alexandros with each switch alone and with all of them, an equal share of games each.
fn fuzz_switches(_: &str, games: u64, seed: u64) -> Result<Totals, Fault> {
    let alone = Switch::ALL.iter().map(|&switch| vec![switch]);
    let choices: Vec<Vec<Switch>> = alone.chain([Switch::ALL.to_vec()]).collect();
    let share = games.div_ceil(choices.len() as u64);
    let mut totals = Totals::default();
    for switches in choices {
        let setup = WarSetup::new("alexandros", switches);
        let war = War::prepare(&setup).expect("Alexandros can be prepared with any switches");
        totals.join(fuzz_prepared(&war, share, seed, 2)?);
    }
    Ok(totals)
}

/// Alexandros with every battle on hexes.
fn fuzz_on_hexes(_: &str, games: u64, seed: u64) -> Result<Totals, Fault> {
    fuzz_prepared(&with_battles("hex"), games, seed, 0)
}

/// Alexandros with the form of every battle asked for.
fn fuzz_asked(_: &str, games: u64, seed: u64) -> Result<Totals, Fault> {
    fuzz_prepared(&with_battles("ask"), games, seed, 0)
}

/// Alexandros with its battles fought so.
pub fn with_battles(form: &str) -> War {
    let request = Request { scenario: "alexandros", battles: Some(form) };
    let setup = War::setup(&request).expect("battles can be fought so");
    War::prepare(&setup).expect("Alexandros can be prepared")
}

/// Hex battles are long: only the first is looked at on every ply.
const CLOSE_BATTLES: u64 = 1;

/// A battle on hexes.
fn fuzz_battle(id: &str, games: u64, seed: u64) -> Result<Totals, Fault> {
    fuzz_prepared(&prepared::<War>(id), games, seed, CLOSE_BATTLES)
}

/// Ten meetings, each on another field between other armies, an equal share of games each.
fn fuzz_meetings(_: &str, games: u64, seed: u64) -> Result<Totals, Fault> {
    let mut totals = Totals::default();
    for meeting in seed..seed.saturating_add(games.min(10)) {
        let war = prepared::<War>(&format!("meeting-{meeting}"));
        let close = u64::from(meeting == seed);
        totals.join(fuzz_prepared(&war, games.div_ceil(10), seed, close)?);
    }
    Ok(totals)
}

/// Every battle and the meeting with each optional rule alone, with all of them and with none: so many games
/// of each, the first of which is looked at on every ply. A fault says which battle and which rules.
fn fuzz_hex_switches(_: &str, games: u64, seed: u64) -> Result<Totals, Fault> {
    let mut totals = Totals::default();
    for scenario in Hexes::scenarios() {
        for (rules, on) in hex_rules() {
            let war = War::prepare(&WarSetup::on_hexes(scenario.id, on))
                .expect("a battle can be prepared with any switches");
            let played = fuzz_prepared(&war, games, seed, CLOSE_BATTLES);
            let named = |fault: Fault| Fault {
                what: format!("{} with {rules}: {}", scenario.id, fault.what),
                ..fault
            };
            totals.join(played.map_err(named)?);
        }
    }
    Ok(totals)
}

/// The shortest battle with each optional rule alone, with all of them and with none.
fn fuzz_samarkand_switches(_: &str, games: u64, seed: u64) -> Result<Totals, Fault> {
    let mut totals = Totals::default();
    for (_, on) in hex_rules() {
        let war = War::prepare(&WarSetup::on_hexes("samarkand", on))
            .expect("a battle can be prepared with any switches");
        totals.join(fuzz_prepared(&war, games, seed, 0)?);
    }
    Ok(totals)
}

/// Computer players in every seat, each game of another scenario.
fn fuzz_computers(_: &str, games: u64, seed: u64) -> Result<Totals, Fault> {
    let mut totals = Totals::default();
    for number in 0..games {
        totals.add_played(&Evening::nth(number, seed).play_twice()?);
    }
    Ok(totals)
}

/// No optional rule of hex battles, each alone, and all of them.
fn hex_rules() -> Vec<(&'static str, Switches)> {
    let mut all = Switches::default();
    let mut rules = vec![("no optional rule", all)];
    for switch in hexes::Switch::ALL {
        let mut alone = Switches::default();
        alone.set(switch, true);
        all.set(switch, true);
        rules.push((switch.rule().number(), alone));
    }
    rules.push(("all optional rules", all));
    rules
}

/// The same seed must give the same hash twice.
fn fuzz_prepared<G: Playable>(
    game: &G,
    games: u64,
    seed: u64,
    close: u64,
) -> Result<Totals, Fault> {
    let mut totals = Totals::default();
    for nth in 0..games {
        let seed = seed.wrapping_add(nth);
        let every = if nth < close { 1 } else { SAMPLED };
        let how = Thoroughness { every, most_plies: MOST_PLIES };
        let report = play_out(game, seed, how, saved_and_loaded::<G>)?;
        let fault = |what| Fault { seed, ply: report.plies, what };
        let again = play_again(game, seed, MOST_PLIES)
            .map_err(|illegal| fault(format!("refused the second time: {illegal}")))?;
        if again.state_hash() != report.hash {
            return Err(fault("the same seed gave another game the second time".into()));
        }
        totals.add(&report);
    }
    Ok(totals)
}

/// A hundredth of the games, for scenarios that take a hundred times as long.
fn fuzz_a_little<G: Playable>(id: &str, games: u64, seed: u64) -> Result<Totals, Fault> {
    fuzz::<G>(id, games.div_ceil(100), seed)
}

fn saved_and_loaded<G: Playable>(state: &G::State) -> Result<G::State, String> {
    let bytes = to_bytes(state).map_err(|why| why.to_string())?;
    from_bytes(&bytes).map_err(|why| why.to_string())
}
