//! How strong the computer players are: one level against another, every seed with the seats exchanged.

use clap::Parser;
use diadem_campaign::state::Ending;
use diadem_core::{Playable, Request, Seat, SetupError};
use diadem_display::{BattleSetup, Display, ForceId, Names};
use diadem_handoff::War;
use diadem_opponents::{Estimate, Level, Mean, Share, play, play_battle};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Plays one level against another, every seed twice with the seats exchanged, and prints a table with 95 %
/// intervals (Wilson).
#[derive(Parser)]
struct Strength {
    /// The stronger level, by its word.
    stronger: Level,
    /// The weaker level.
    weaker: Level,
    /// What is played: `mirror` (the Macedonian army of the Granicus on both sides), `mirror-persian`,
    /// `hex-mirror` (the hex battle of an army against its own image, another army for each seed), or a
    /// scenario's id.
    #[arg(required = true)]
    on: Vec<String>,
    /// How many games of each, half of them with the seats exchanged.
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many at the same time.
    #[arg(long, default_value_t = 2)]
    threads: u64,
}

const MOST_PLIES: u64 = 10_000_000;
const SEATS: [Seat; 2] = [Seat::new(0), Seat::new(1)];

enum Ground {
    Display(Display),
    War(War),
    /// The battle `mirror-7` with the seed 7, and so on.
    HexMirrors,
}

fn ground(id: &str) -> Result<Ground, SetupError> {
    match id {
        "mirror" => mirrored(ForceId::new(0)).map(Ground::Display),
        "mirror-persian" => mirrored(ForceId::new(1)).map(Ground::Display),
        "hex-mirror" => Ok(Ground::HexMirrors),
        _ => war(id).map(Ground::War),
    }
}

fn war(id: &str) -> Result<War, SetupError> {
    War::prepare(&War::setup(&Request { scenario: id, battles: None })?)
}

/// An army of the Granicus against itself.
fn mirrored(side: ForceId) -> Result<Display, SetupError> {
    let request = Request { scenario: "granicus-display", battles: None };
    let of = Display::setup(&request)?.battle;
    let mut battle = BattleSetup { units: Vec::new(), leaders: Vec::new(), ..of.clone() };
    for force in (0..battle.forces.len() as u8).map(ForceId::new) {
        for unit in of.units.iter().filter(|unit| unit.force == side) {
            let parent = battle.units.len() as u16;
            battle.units.push(diadem_display::UnitSetup { force, parent, ..unit.clone() });
        }
        for leader in of.leaders.iter().filter(|leader| leader.force == side) {
            let parent = battle.leaders.len() as u16;
            battle.leaders.push(diadem_display::LeaderSetup { force, parent, ..*leader });
        }
    }
    let names = Names::plain(&battle);
    Display::new(battle, names)
}

/// What came of some games, for the stronger.
#[derive(Default)]
struct Score {
    /// Won, drawn, lost; by the seat the stronger had.
    games: [[AtomicU64; 3]; 2],
    /// In a campaign: the victory points of the stronger's Macedon and of the weaker's, by seed.
    points: Mutex<BTreeMap<u64, [i32; 2]>>,
}

/// Who won, and in a campaign the victory points of Macedon: none when Alexander fell (16.1).
fn play_one(ground: &Ground, levels: &[Level], seed: u64) -> Result<(usize, Option<i32>), String> {
    let told = |illegal: diadem_core::Illegal| format!("seed {seed}: {illegal}");
    let (outcome, points) = match ground {
        Ground::Display(display) => {
            let played = play_battle(display, levels, seed, MOST_PLIES).map_err(told)?;
            (played.outcome, None)
        }
        Ground::War(war) => {
            let played = play(war, levels, seed, MOST_PLIES).map_err(told)?;
            let map = war.campaign().zip(played.state.campaign.as_ref());
            let points = map.map(|(campaign, map)| match map.history.ended {
                Some(Ending::AlexanderFell) => 0,
                _ => i32::from(campaign.victory_points(map)),
            });
            (played.outcome, points)
        }
        Ground::HexMirrors => {
            let war = war(&format!("mirror-{seed}")).map_err(|error| error.to_string())?;
            let played = play(&war, levels, seed, MOST_PLIES).map_err(told)?;
            (played.outcome, None)
        }
    };
    let winners = outcome.ok_or_else(|| format!("seed {seed}: unfinished"))?.winners;
    let winner = SEATS.iter().position(|&seat| winners.contains(seat) && winners.len() == 1);
    Ok((winner.unwrap_or(2), points))
}

impl Score {
    fn play(&self, ground: &Ground, asked: &Strength, nth: u64) -> Result<(), String> {
        let seat = (nth % 2) as usize;
        let mut levels = [asked.weaker; 2];
        levels[seat] = asked.stronger;
        let seed = asked.seed + nth / 2;
        let (winner, points) = play_one(ground, &levels, seed)?;
        let how = match winner {
            2 => 1,
            won if won == seat => 0,
            _ => 2,
        };
        self.games[seat][how].fetch_add(1, Ordering::Relaxed);
        if let Some(points) = points {
            let mut all = self.points.lock().unwrap_or_else(PoisonError::into_inner);
            all.entry(seed).or_default()[seat] = points;
        }
        Ok(())
    }

    /// By how many points on average the stronger's Macedon does better, and how sure that is.
    fn margin(&self) -> Option<Estimate> {
        let all = self.points.lock().unwrap_or_else(PoisonError::into_inner);
        let mut margins = Mean::default();
        all.values().for_each(|[ours, theirs]| margins.add((ours - theirs).into()));
        margins.estimate()
    }

    fn of_seat(&self, seat: usize) -> [u64; 3] {
        [0, 1, 2].map(|how| self.games[seat][how].load(Ordering::Relaxed))
    }
}

fn main() -> ExitCode {
    let asked = Strength::parse();
    println!(
        "| {} against {} on | games | won, drawn, lost | as first | as second | share, draws half (95 %) | seconds |",
        asked.stronger, asked.weaker
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for id in &asked.on {
        let ground = match ground(id) {
            Ok(ground) => ground,
            Err(refusal) => {
                eprintln!("{refusal}");
                return ExitCode::from(2);
            }
        };
        let (score, next, start) = (Score::default(), AtomicU64::new(0), Instant::now());
        let work = || -> Result<(), String> {
            loop {
                let nth = next.fetch_add(1, Ordering::Relaxed);
                if nth >= asked.games {
                    return Ok(());
                }
                score.play(&ground, &asked, nth)?;
            }
        };
        let faults: Vec<String> = thread::scope(|scope| {
            let hands: Vec<_> = (0..asked.threads).map(|_| scope.spawn(work)).collect();
            hands.into_iter().filter_map(|hand| hand.join().ok()?.err()).collect()
        });
        if let Some(fault) = faults.first() {
            eprintln!("{id}: {fault}");
            return ExitCode::FAILURE;
        }
        tell(id, &score, start.elapsed().as_secs_f64());
    }
    ExitCode::SUCCESS
}

fn tell(id: &str, score: &Score, seconds: f64) {
    let [first, second] = [0, 1].map(|seat| score.of_seat(seat));
    let all = [0, 1, 2].map(|how| first[how] + second[how]);
    let games = all.iter().sum::<u64>();
    let Estimate { figure, low, high } =
        Share::with_draws(all[0], all[1], games).estimate().times(100.0);
    let told = |one: [u64; 3]| format!("{}-{}-{}", one[0], one[1], one[2]);
    println!(
        "| {id} | {games} | {} | {} | {} | {figure:.1} % ({low:.1} to {high:.1}) | {seconds:.1} |",
        told(all),
        told(first),
        told(second)
    );
    if let Some(Estimate { figure, low, .. }) = score.margin() {
        println!(
            "Paired margin of Macedon's points on {id}, seats exchanged: {figure:+.1} ± {:.1}",
            figure - low
        );
    }
}
