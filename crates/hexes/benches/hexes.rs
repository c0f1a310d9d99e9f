//! How fast the Granicus is fought at random; how fast a position of Gaugamela is copied and hashed; how
//! fast a leader's orders and a unit's steps are found; how fast a combat is broken down.
//!
//! `cargo bench -p diadem-hexes`

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use diadem_core::random::{Finished, RandomPlayer, play_on};
use diadem_core::{Dice, Game, state_hash, state_size};
use diadem_hexes::shock::Clash;
use diadem_hexes::{Hexes, ShockStage, State, Step, Switches};
use std::hint::black_box;
use std::time::Instant;

const MOST_PLIES: u64 = 1_000_000;
const SAMPLE: u64 = 40;

fn named(id: &str) -> Hexes {
    Hexes::named(id, Switches::default()).expect("the battle comes with the program")
}

fn play(game: &Hexes, seed: u64, most: u64) -> Finished<State> {
    let mut dice = Dice::new(seed);
    let opening = game.opening(&mut dice);
    let player = &mut RandomPlayer::new(seed);
    play_on(game, opening, &mut dice, player, most).expect("listed actions are legal")
}

/// The first position after so many plies in which a step like this is asked.
fn when(game: &Hexes, plies: u64, wanted: fn(Step) -> bool) -> State {
    let mut state = play(game, 7, plies).state;
    let (mut dice, mut player) = (Dice::new(7), RandomPlayer::new(8));
    while !wanted(state.step()) && state.ending.is_none() {
        let played = play_on(game, state, &mut dice, &mut player, 1);
        state = played.expect("listed actions are legal").state;
    }
    state
}

fn hexes(criterion: &mut Criterion) {
    let granicus = named("granicus");
    let begun = Instant::now();
    let plies: u64 = (0..SAMPLE).map(|seed| play(&granicus, seed, MOST_PLIES).plies).sum();
    let per_second = u128::from(plies) * 1_000_000 / begun.elapsed().as_micros().max(1);
    println!(
        "{SAMPLE} times the Granicus: {} plies a battle, {per_second} plies/s",
        plies / SAMPLE
    );

    let mut group = criterion.benchmark_group("hexes");
    let one = play(&granicus, 7, MOST_PLIES);
    group.throughput(Throughput::Elements(one.plies));
    group.bench_function("the Granicus at random, by plies", |bencher| {
        bencher.iter(|| play(&granicus, black_box(7), MOST_PLIES));
    });
    group.throughput(Throughput::Elements(1));

    let gaugamela = named("gaugamela");
    let middle = play(&gaugamela, 7, 500).state;
    println!("a state of Gaugamela is {} bytes", state_size(&middle));
    group.bench_function("clone a position of Gaugamela", |bencher| {
        bencher.iter_batched(|| (), |()| black_box(&middle).clone(), BatchSize::SmallInput);
    });
    group.bench_function("hash a position of Gaugamela", |bencher| {
        bencher.iter(|| state_hash(black_box(&middle)));
    });

    let orders = when(&gaugamela, 200, |step| matches!(step, Step::Orders(_)));
    let moves = when(&gaugamela, 200, |step| matches!(step, Step::Move(_)));
    let mut listed = Vec::new();
    for (name, state) in [("orders within a leader's reach", orders), ("a unit's steps", moves)] {
        group.bench_function(format!("list {name} at Gaugamela"), |bencher| {
            bencher.iter(|| {
                listed.clear();
                gaugamela.actions(black_box(&state), &mut listed);
                listed.len()
            });
        });
    }

    let (state, clash) = a_combat(&granicus);
    group.bench_function("break a combat down, at the Granicus", |bencher| {
        bencher.iter(|| granicus.breakdown(black_box(&state), black_box(clash)));
    });
    group.finish();
}

/// A position in the middle of the struggle, and the largest of its combats.
fn a_combat(game: &Hexes) -> (State, Clash) {
    for seed in 0..SAMPLE {
        let (mut dice, mut player) = (Dice::new(seed), RandomPlayer::new(seed));
        let mut state = game.opening(&mut dice);
        while state.ending.is_none() {
            if let Some(clash) = largest_combat(game, &state) {
                return (state, clash);
            }
            let played = play_on(game, state, &mut dice, &mut player, 1);
            state = played.expect("listed actions are legal").state;
        }
    }
    unreachable!("somebody fights at the Granicus")
}

/// The largest combat of a shock segment that has come to blows.
fn largest_combat(game: &Hexes, state: &State) -> Option<Clash> {
    let Step::Shock(segment) = state.step() else { return None };
    let combats = state.combats.iter().filter(|combat| combat.is_on());
    let combat = combats.max_by_key(|combat| combat.units().len())?;
    let (attackers, defenders) = (combat.attackers, combat.defenders);
    let (attacker, defender) = (attackers.iter().next()?, defenders.iter().next()?);
    let clash = Clash { attackers, defenders, attacker, defender, fallen: [None; 2], silent: 0 };
    let is_fought = segment.stage >= ShockStage::Charge;
    (is_fought && game.breakdown(state, clash).is_some()).then_some(clash)
}

criterion_group!(benches, hexes);
criterion_main!(benches);
