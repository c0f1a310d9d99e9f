//! How campaigns between computer players go: points turn by turn, and what each side loses to what.

use clap::Parser;
use diadem_campaign::LossCause;
use diadem_campaign::ids::ProvinceId;
use diadem_campaign::powers::Power;
use diadem_campaign::state::{Ending, Force, Objective, Place};
use diadem_campaign::{
    BattleReport, Campaign, Event as MapEvent, Fighter, State as MapState, Switch, UnitFate,
};
use diadem_core::Camp;
use diadem_core::{Decision, Dice, Game, OwnFile, OwnFiles, Playable, Request, Seat, Text, Told};
use diadem_handoff::{Action, Event, Question, War, WarSetup};
use diadem_opponents::{Level, Player, Stop};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Plays campaigns and says how they went.
#[derive(Parser)]
struct WarStatistics {
    /// The Macedonian's level.
    macedonian: Level,
    /// The Persian's level.
    persian: Level,
    /// How many campaigns.
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Tells everything that happens on the map, with every answer and why.
    #[arg(long)]
    tell: bool,
    /// The form of its battles.
    #[arg(long, default_value = "display")]
    battles: String,
    /// A chart to try instead of the program's, such as `conversion/battle.toml=FILE`.
    #[arg(long, value_parser = own_file)]
    own: Vec<OwnFile>,
    /// Optional rules to play by, such as `scorched-earth` and `city-surrender`.
    #[arg(long, value_parser = switch)]
    with: Vec<Switch>,
}

/// A chart's name and the file that is read in its place.
fn own_file(words: &str) -> Result<OwnFile, String> {
    let (name, path) = words.split_once('=').ok_or("write NAME=FILE")?;
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(OwnFile { name: name.to_owned(), text })
}

/// A switch by its name.
fn switch(name: &str) -> Result<Switch, String> {
    let plain = name.replace('-', "");
    let named = |one: &Switch| format!("{one:?}").eq_ignore_ascii_case(&plain);
    Switch::ALL.into_iter().find(named).ok_or_else(|| format!("there is no rule {name}"))
}

/// What came of some campaigns.
#[derive(Default)]
struct Ledger {
    endings: BTreeMap<String, u32>,
    /// Points at the start of each turn: their sum, and of how many campaigns.
    points: BTreeMap<u8, (u32, u32)>,
    objectives: BTreeMap<&'static str, u32>,
    lost: BTreeMap<String, u32>,
    flips: BTreeMap<String, [u32; 2]>,
    battles: BTreeMap<&'static str, u32>,
    sieges: BTreeMap<String, [u32; 2]>,
    thoughts: Vec<Duration>,
    /// Alexander's battles.
    fields: Vec<AlexandersBattle>,
    begun: Option<AlexandersBattle>,
    /// The steps that everybody had, and for whom, when the battle began that is being fought.
    before: Vec<(u8, Power)>,
    /// What each side has lost, by seat.
    sides: [Side; 2],
    /// Battles by how they ended, and the men of each side that came and were lost.
    by_winner: BTreeMap<&'static str, (u32, [u32; 2], [u32; 2])>,
    /// Turns of all campaigns.
    turns: u32,
}

/// What a side has lost, and how long its units have lived.
#[derive(Clone, Copy, Default)]
struct Side {
    /// Men lost in battles, with their pursuit.
    men: u32,
    /// Units that died in battles.
    dead: u32,
    /// Turns that units were on the map, all together.
    lived: u32,
}

/// A battle that Alexander fought: who came, and what was left.
#[derive(Clone, Copy)]
struct AlexandersBattle {
    turn: u8,
    units: [usize; 2],
    worth: [i32; 2],
    left: [i32; 2],
    winner: Option<Camp>,
}

/// What the units of a power in a province are worth, and how many they are.
fn muster(campaign: &Campaign, state: &MapState, power: Power, at: ProvinceId) -> (i32, usize) {
    let here = state.units_at(Place::Field(at)).filter(|&unit| state.unit(unit).power == power);
    let fighting = here.filter(|&unit| campaign.roster[unit].kind.fights());
    fighting.fold((0, 0), |(worth, count), unit| {
        let kind = &campaign.roster[unit];
        let strength = kind.strength(state.unit(unit).steps);
        let attack = i32::from(strength.attack) * if kind.missile { 2 } else { 1 };
        let both = attack + i32::from(strength.defence);
        let depth = i32::from(state.unit(unit).steps.min(3));
        (worth + both * (both * 100).isqrt() / 40 + depth, count + 1)
    })
}

fn loss_of(campaign: &Campaign, state: &MapState, event: &MapEvent) -> Option<String> {
    let MapEvent::StepLost { unit, cause, .. } = event else { return None };
    let why = match cause {
        LossCause::Attrition => "hunger",
        LossCause::ForcedMarch => "forced march",
        LossCause::Minor => "minor combat",
        LossCause::Storm => "storm",
        LossCause::Sortie => "sortie",
    };
    Some(format!("{}: {why}", campaign.power_name(state.unit(*unit).power)))
}

impl Ledger {
    /// Counts the men and units that a battle has cost, by a war that counts them.
    fn count_losses(&mut self, census: &War, report: &BattleReport, how: &'static str) {
        let (battles, came, lost) = self.by_winner.entry(how).or_default();
        *battles += 1;
        for &UnitFate { unit, steps } in &report.units {
            let (had, power) = self.before[unit.index()];
            let force = Force::main(power);
            let men = |steps| census.amount(Fighter { unit, force, steps, missing: 0 });
            let side = &mut self.sides[power.index()];
            side.men += men(had) - men(steps);
            came[power.index()] += men(had);
            lost[power.index()] += men(had) - men(steps);
            side.dead += u32::from(steps == 0);
        }
    }

    fn note(&mut self, campaign: &Campaign, census: &War, state: &MapState, event: &MapEvent) {
        if let Some(loss) = loss_of(campaign, state, event) {
            *self.lost.entry(loss).or_default() += 1;
        }
        match event {
            MapEvent::Turn { turn } => {
                let (sum, count) = self.points.entry(*turn).or_default();
                *sum += u32::from(campaign.victory_points(state));
                *count += 1;
                self.turns += 1;
                for unit in state.units.iter().filter(|unit| unit.steps > 0) {
                    self.sides[unit.power.index()].lived += 1;
                }
            }
            MapEvent::Control { province, control, .. } => {
                let to = usize::from(*control != Some(campaign.macedon()));
                self.flips.entry(campaign.board[*province].key.clone()).or_default()[to] += 1;
            }
            MapEvent::BattleBegins { province, camps } => {
                *self.battles.entry("battles").or_default() += 1;
                self.before = state.units.iter().map(|unit| (unit.steps, unit.power)).collect();
                let alexander = state.leader(campaign.roster.who().alexander).place;
                self.begun = (alexander == Place::Field(*province)).then(|| {
                    let all = camps.map(|camp| muster(campaign, state, camp.lead.power, *province));
                    let (worth, units) = (all.map(|(worth, _)| worth), all.map(|(_, many)| many));
                    AlexandersBattle { turn: state.turn, units, worth, left: [0; 2], winner: None }
                });
            }
            MapEvent::BattleEnded { province, camps, report } => {
                if let Some(field) = self.begun.take() {
                    let left =
                        camps.map(|camp| muster(campaign, state, camp.lead.power, *province).0);
                    self.fields.push(AlexandersBattle { winner: report.winner, left, ..field });
                }
                let how = match report.winner {
                    Some(Camp::First) => "won by Macedon",
                    Some(Camp::Second) => "won by Persia",
                    None => "drawn",
                };
                *self.battles.entry(how).or_default() += 1;
                self.count_losses(census, report, how);
            }
            MapEvent::CombatBegins { .. } => *self.battles.entry("combats").or_default() += 1,
            MapEvent::Siege { city, .. } => {
                self.sieges.entry(campaign.board[*city].key.clone()).or_default()[0] += 1;
            }
            MapEvent::CityTaken { city, .. } => {
                self.sieges.entry(campaign.board[*city].key.clone()).or_default()[1] += 1;
            }
            MapEvent::Scorched { .. } => *self.battles.entry("scorched").or_default() += 1,
            MapEvent::Summoned { surrendered, .. } => {
                let how = if *surrendered { "summons heard" } else { "summons refused" };
                *self.battles.entry(how).or_default() += 1;
            }
            MapEvent::TrainLost { .. } => *self.battles.entry("trains lost").or_default() += 1,
            MapEvent::Pressed { .. } => *self.battles.entry("forced marches").or_default() += 1,
            _ => {}
        }
    }

    fn close(&mut self, campaign: &Campaign, state: &MapState) {
        let points = campaign.victory_points(state);
        let ending = match state.history.ended {
            Some(Ending::Points) => campaign.outcome(state, Ending::Points).how.to_owned(),
            other => format!("{other:?}"),
        };
        *self.endings.entry(ending).or_default() += 1;
        let (sum, count) = self.points.entry(99).or_default();
        *sum += u32::from(points);
        *count += 1;
        for (objective, name) in Objective::ALL.into_iter().zip([
            "family",
            "babylon",
            "susa",
            "persepolis",
            "ecbatana",
            "knot",
            "ammon",
            "alexandria",
            "roxana",
            "darius",
            "bessus",
        ]) {
            *self.objectives.entry(name).or_default() += u32::from(state.secured.has(objective));
        }
    }
}

fn play_one(
    war: &War,
    census: &War,
    asked: &WarStatistics,
    seed: u64,
    ledger: &mut Ledger,
) -> Result<(), String> {
    let campaign = war.campaign().ok_or("this is no campaign")?;
    let mut dice = Dice::new(seed);
    let mut state = war.opening(&mut dice);
    let levels = [asked.macedonian, asked.persian];
    let mut players: Vec<Player> = (0u8..)
        .zip(levels)
        .map(|(index, level)| Player::new(level, Seat::new(index), seed))
        .collect();
    let stop = Stop::new();
    let mut told: Vec<Told<Event>> = Vec::new();
    while let Decision::Ask(ask) = war.decision(&state) {
        let view = war.view(&state, ask.seat);
        let start = Instant::now();
        let choice = players[ask.seat.index()].choose(war, &view, &stop).ok_or("no answer")?;
        if matches!(ask.question, Question::Campaign(_)) {
            ledger.thoughts.push(start.elapsed());
            if asked.tell && !matches!(choice.action, Action::Display(_)) {
                let name = war.seat_name(ask.seat);
                println!("      {name}: {} ({})", war.action(&state, choice.action), choice.why);
            }
        }
        let applied = war.apply(&mut state, ask.seat, choice.action, &mut dice, &mut told);
        applied.map_err(|illegal| illegal.to_string())?;
        let Some(map) = state.campaign.as_ref() else { continue };
        for told in told.drain(..) {
            if let Event::Campaign(event) = &told.event {
                ledger.note(campaign, census, map, event);
                if asked.tell {
                    if matches!(event, MapEvent::Turn { .. }) {
                        println!(
                            "== {} points {}",
                            war.headline(&state),
                            campaign.victory_points(map)
                        );
                    }
                    println!("  {}", war.event(&told.event));
                }
            }
        }
    }
    if let Some(map) = state.campaign.as_ref() {
        ledger.close(campaign, map);
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "shares for people")]
fn tell(ledger: &mut Ledger, games: u64) {
    let per = |count: u32| f64::from(count) / games as f64;
    println!("endings {:?}", ledger.endings);
    print!("points by turn");
    for (turn, (sum, count)) in &ledger.points {
        print!(" {turn}:{:.1}", f64::from(*sum) / f64::from(*count));
    }
    println!();
    let told = |map: &BTreeMap<&'static str, u32>| {
        map.iter()
            .map(|(name, count)| format!("{name} {:.2}", per(*count)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let years = f64::from(ledger.turns) / 4.0;
    for (name, Side { men, dead, lived }) in ["Macedon", "Persia"].iter().zip(ledger.sides) {
        println!(
            "{name}: {:.0} men lost in battles a year; units live {:.1} turns a death in battle",
            f64::from(men) / years,
            f64::from(lived) / f64::from(dead.max(1)),
        );
    }
    for (how, (battles, came, lost)) in &ledger.by_winner {
        let each = |men: u32| men / battles;
        println!(
            "battles {how}: {battles}, {:?} men came to one, {:?} lost",
            came.map(each),
            lost.map(each)
        );
    }
    println!("objectives a game: {}", told(&ledger.objectives));
    println!("combats a game: {}", told(&ledger.battles));
    for (what, count) in &ledger.lost {
        println!("  steps lost a game, {what} {:.1}", per(*count));
    }
    for (province, [to, from]) in &ledger.flips {
        print!("  {province} +{:.1} -{:.1}", per(*to), per(*from));
    }
    println!();
    for (city, [storms, falls]) in &ledger.sieges {
        print!("  {city} {:.1} storms {:.1} falls", per(*storms), per(*falls));
    }
    println!();
    for field in &ledger.fields {
        println!(
            "  Alexander's battle in turn {}: {:?} units worth {:?}, {:?} left there, won by {:?}",
            field.turn, field.units, field.worth, field.left, field.winner
        );
    }
    ledger.thoughts.sort_unstable();
    let at = |share: usize| {
        ledger.thoughts.get(ledger.thoughts.len() * share / 1000).copied().unwrap_or_default()
    };
    let all: Duration = ledger.thoughts.iter().sum();
    println!(
        "decisions on the map {}, p50 {:?}, p95 {:?}, p99.9 {:?}, together {all:?}",
        ledger.thoughts.len(),
        at(500),
        at(950),
        at(999)
    );
}

fn main() -> ExitCode {
    let asked = WarStatistics::parse();
    let prepare = |battles: &str| {
        let request = Request { scenario: "alexandros", battles: Some(battles) };
        let battles = War::setup(&request)?.battles;
        let setup = WarSetup::new("alexandros", asked.with.iter().copied());
        let own: OwnFiles = asked.own.iter().cloned().collect();
        War::prepare(&WarSetup { battles, own, ..setup })
    };
    let (war, census) = match (prepare(&asked.battles), prepare("hex")) {
        (Ok(war), Ok(census)) => (war, census),
        (Err(refusal), _) | (_, Err(refusal)) => {
            eprintln!("{refusal}");
            return ExitCode::from(2);
        }
    };
    let mut ledger = Ledger::default();
    for seed in asked.seed..asked.seed + asked.games {
        if let Err(fault) = play_one(&war, &census, &asked, seed, &mut ledger) {
            eprintln!("seed {seed}: {fault}");
            return ExitCode::FAILURE;
        }
    }
    tell(&mut ledger, asked.games);
    ExitCode::SUCCESS
}
