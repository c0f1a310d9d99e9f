//! Many games between computers, over everything that can be played: that each ends, and how long they think.

use clap::Parser;
use diadem_core::checked::Fault;
use diadem_tests::computers::{Evening, Times};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Plays games between computers over every scenario and form of battle, and prints for each matter and level how long its
/// decisions took, and how many were over what a person may be kept waiting.
#[derive(Parser)]
struct Computers {
    /// How many games.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The seed of the first.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many at the same time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

fn main() -> ExitCode {
    let asked = Computers::parse();
    let next = AtomicU64::new(0);
    let played = Mutex::new((0, 0, Times::new()));
    let work = || -> Result<(), Fault> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= asked.games {
                return Ok(());
            }
            let game = Evening::nth(number, asked.seed).play()?;
            let mut all = played.lock().unwrap_or_else(PoisonError::into_inner);
            all.0 += 1;
            all.1 += game.plies;
            for (matter, mut times) in game.times {
                all.2.entry(matter).or_default().append(&mut times);
            }
        }
    };
    let faults: Vec<Fault> = thread::scope(|scope| {
        let workers: Vec<_> = (0..asked.threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|one| one.join().expect("no player panics").err()).collect()
    });
    let (games, plies, times) = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{games} games ended, {plies} plies.");
    for ((matter, level), times) in times {
        println!("{:<24} {}", format!("{matter:?}, {level}"), told(times, matter.patience()));
    }
    for fault in &faults {
        eprintln!("{fault}");
    }
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A line about some decisions.
fn told(mut times: Vec<Duration>, patience: Duration) -> String {
    times.sort_unstable();
    let at = |hundredth: usize| times[(times.len() - 1) * hundredth / 100].as_secs_f64() * 1000.0;
    let late = times.len() - times.partition_point(|&took| took <= patience);
    format!(
        "{:>9} decisions, median {:8.3} ms, p95 {:8.3}, p99 {:8.3}, longest {:8.1}; over {} ms: {late}",
        times.len(),
        at(50),
        at(95),
        at(99),
        at(100),
        patience.as_millis()
    )
}
