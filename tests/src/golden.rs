//! The golden record of play: what every scenario told, turn by turn, when it was last meant to change.
//!
//! For every scenario and form of battle, without optional rules and with all of them, [`games`] lists a few games
//! of random players and of captains. Each has a small file in `tests/golden`: how it ended, how many plies it took,
//! and for each turn a hash over the text, the rule and the audience of everything told. Whoever picks at random picks
//! by number, so the order of every list and every draw of luck show in it as well.

use diadem_campaign as campaign;
use diadem_core::{Dice, Game, Outcome, Playable, Seal, SeatSet, Sink, Text};
use diadem_handoff::{Battles, Event, Form, State, War, WarSetup};
use diadem_hexes as hexes;
use diadem_opponents::{Effort, Level, Spectator, play_on};
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, io, thread};

/// Games of each setup, by who plays them.
const RANDOM_GAMES: u64 = 20;
const CAPTAIN_GAMES: u64 = 4;
/// No game of ours is longer.
const MOST_PLIES: u64 = 1_000_000;
/// How many events of a turn are shown where it differs.
const SHOWN: usize = 400;

/// Where the record lies.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// One game of the record.
#[derive(Clone)]
pub struct GoldenGame {
    /// Its file below [`folder`], without the ending: `alexandros-hex/plain-random-07`.
    pub name: String,
    setup: WarSetup,
    level: Level,
    seed: u64,
}

/// Every game of the record.
pub fn games() -> Vec<GoldenGame> {
    let levels = [(Level::Random, RANDOM_GAMES), (Level::Captain(Effort::Full), CAPTAIN_GAMES)];
    let mut games = Vec::new();
    for (name, setup) in setups() {
        for (level, count) in levels {
            games.extend((1..=count).map(|seed| GoldenGame {
                name: format!("{name}-{level}-{seed:02}"),
                setup: setup.clone(),
                level,
                seed,
            }));
        }
    }
    games
}

/// The first games at random of every setup: what an ordinary test has time for.
pub fn few_games(of_each: u64) -> Vec<GoldenGame> {
    let few = |game: &GoldenGame| game.level == Level::Random && game.seed <= of_each;
    games().into_iter().filter(few).collect()
}

/// Everything that can be played, in every form, without optional rules and with all of them.
fn setups() -> Vec<(String, WarSetup)> {
    let forms = [
        Battles::default(),
        Battles::Always(Form::Hexes),
        Battles::by_attacker(),
        Battles::by_agreement(),
    ];
    let mut setups = Vec::new();
    for scenario in War::scenarios() {
        let plain = WarSetup::new(scenario.id, []);
        let war = War::prepare(&plain).expect("a scenario of ours can be prepared");
        let of_scenario: Vec<(String, WarSetup)> = match war.campaign() {
            Some(_) => forms
                .into_iter()
                .map(|battles| {
                    let form = battles.to_string();
                    (format!("{}-{form}", scenario.id), WarSetup { battles, ..plain.clone() })
                })
                .collect(),
            None => vec![(scenario.id.to_owned(), plain)],
        };
        for (name, plain) in of_scenario {
            let switched = WarSetup {
                switches: campaign::Switch::ALL.into_iter().collect(),
                hexes: every_hex_switch(),
                ..plain.clone()
            };
            setups.push((format!("{name}/plain"), plain));
            setups.push((format!("{name}/switches"), switched));
        }
    }
    setups
}

fn every_hex_switch() -> hexes::Switches {
    let mut all = hexes::Switches::default();
    for switch in hexes::Switch::ALL {
        all.set(switch, true);
    }
    all
}

/// What a game was like.
#[derive(PartialEq, Eq, Debug)]
struct Record {
    outcome: String,
    plies: u64,
    turns: Vec<Turn>,
}

/// What was told in a turn.
#[derive(PartialEq, Eq, Debug)]
struct Turn {
    number: u32,
    events: u64,
    hash: String,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {}: {} events, {}", self.number, self.events, self.hash)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{} plies", self.outcome, self.plies)?;
        self.turns.iter().try_for_each(|turn| writeln!(f, "{turn}"))
    }
}

/// Listens to a game and writes its turns down.
struct Listener<'a> {
    war: &'a War,
    turns: Vec<(u32, u64, blake3::Hasher)>,
    /// The place of the turn whose events are kept, and they.
    kept: Option<(usize, Vec<String>)>,
}

impl Sink<Event> for Listener<'_> {
    fn tell(&mut self, seen_by: SeatSet, event: Event) {
        let place = self.turns.len().saturating_sub(1);
        let Some((_, events, hasher)) = self.turns.last_mut() else { return };
        let mut unseen = String::new();
        for seat in self.war.seats().iter().filter(|&seat| !seen_by.contains(seat)) {
            let _ = write!(unseen, ", not told to the {}", self.war.seat_name(seat));
        }
        let (text, rule) = (self.war.event(&event), self.war.rule_of(&event));
        let line = format!("{text} [{rule}{unseen}]\n");
        *events += 1;
        hasher.update(line.as_bytes());
        if let Some((_, lines)) = self.kept.as_mut().filter(|(kept, _)| *kept == place) {
            lines.push(line);
        }
    }
    fn seal(&mut self, _: Seal) {}
}

impl Spectator for Listener<'_> {
    fn before_ply(&mut self, state: &State) {
        let now = self.war.tally(state).turns;
        if self.turns.last().is_none_or(|&(number, ..)| number != now) {
            self.turns.push((now, 0, blake3::Hasher::new()));
        }
    }
}

impl GoldenGame {
    fn path(&self) -> PathBuf {
        folder().join(format!("{}.txt", self.name))
    }

    /// Plays it; keeps the events of one turn if asked to.
    fn play(&self, keep: Option<usize>) -> Result<(Record, Vec<String>), String> {
        let war = War::prepare(&self.setup).map_err(|error| error.to_string())?;
        let kept = keep.map(|turn| (turn, Vec::new()));
        let mut listener = Listener { war: &war, turns: Vec::new(), kept };
        let mut dice = Dice::new(self.seed);
        let opening = war.opening(&mut dice);
        let levels = vec![self.level; war.seats().iter().count()];
        let finished =
            play_on(&war, opening, &levels, self.seed, &mut dice, MOST_PLIES, &mut listener)
                .map_err(|illegal| format!("a listed action was refused: {illegal}"))?;
        let outcome = finished.outcome.ok_or("the game does not end")?;
        let Listener { turns, kept, .. } = listener;
        let turns = turns.into_iter().map(|(number, events, hasher)| Turn {
            number,
            events,
            hash: hasher.finalize().to_hex()[..16].to_owned(),
        });
        let record = Record {
            outcome: outcome_words(&war, outcome),
            plies: finished.plies,
            turns: turns.collect(),
        };
        Ok((record, kept.map(|(_, lines)| lines).unwrap_or_default()))
    }

    /// Plays it and writes it down.
    pub fn write(&self) -> Result<(), String> {
        let (record, _) = self.play(None).map_err(|what| format!("{}: {what}", self.name))?;
        let path = self.path();
        let written = path.parent().map_or(Ok(()), fs::create_dir_all);
        written
            .and_then(|()| fs::write(&path, record.to_string()))
            .map_err(|error| format!("{}: cannot be written: {error}", path.display()))
    }

    /// Plays it and compares it with what is written; a difference names the first turn and tells its events.
    pub fn compare(&self) -> Result<(), String> {
        let told = |what: String| format!("{}: {what}", self.name);
        let written = fs::read_to_string(self.path()).map_err(|error| {
            told(format!("has no record ({error}); `cargo xtask golden --write` makes one"))
        })?;
        let (record, _) = self.play(None).map_err(told)?;
        let now = record.to_string();
        if now == written {
            return Ok(());
        }
        // The first two lines follow from the turns, so a difference is looked for there first.
        let turns = |text: &str| text.lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
        let (was, is) = (turns(&written), turns(&now));
        let place = (0..was.len().max(is.len())).find(|&place| was.get(place) != is.get(place));
        let Some(place) = place else {
            return Err(told(format!(
                "tells the same but ends otherwise.\nrecorded:\n{written}\nnow:\n{now}"
            )));
        };
        let line = |turns: &[String]| {
            turns.get(place).cloned().unwrap_or_else(|| "the game was over".into())
        };
        let mut difference = format!(
            "differs.\n  recorded: {}\n  now:      {}\nWhat that turn tells now:\n",
            line(&was),
            line(&is)
        );
        let (_, events) = self.play(Some(place)).map_err(told)?;
        for event in events.iter().take(SHOWN) {
            let _ = write!(difference, "  {event}");
        }
        if let Some(more) = events.len().checked_sub(SHOWN).filter(|&more| more > 0) {
            let _ = writeln!(difference, "  … and {more} more");
        }
        Err(told(difference))
    }
}

fn outcome_words(war: &War, outcome: Outcome) -> String {
    let winners: Vec<&str> = outcome.winners.iter().map(|seat| war.seat_name(seat)).collect();
    let winners = if winners.is_empty() { "nobody".into() } else { winners.join(" and ") };
    format!("{} ({}), won by {winners}", outcome.how, outcome.rule)
}

/// Does something with every game, on every core; what went wrong, in the order of the games.
pub fn for_each(
    games: &[GoldenGame],
    work: impl Fn(&GoldenGame) -> Result<(), String> + Sync,
) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let share = || {
        let mut wrong = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.get(index) else { return wrong };
            wrong.extend(work(game).err().map(|what| (index, what)));
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut wrong: Vec<(usize, String)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(share)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a game that panics is a defect to be seen"))
            .collect()
    });
    wrong.sort();
    wrong.into_iter().map(|(_, what)| what).collect()
}

/// Files of the record that belong to no game any more.
pub fn strays() -> io::Result<Vec<PathBuf>> {
    let known: BTreeSet<PathBuf> = games().iter().map(GoldenGame::path).collect();
    let mut strays = Vec::new();
    for scenario in fs::read_dir(folder())? {
        let scenario = scenario?.path();
        if !scenario.is_dir() {
            strays.push(scenario);
            continue;
        }
        for file in fs::read_dir(&scenario)? {
            strays.push(file?.path());
        }
    }
    strays.retain(|path| !known.contains(path));
    strays.sort();
    Ok(strays)
}
