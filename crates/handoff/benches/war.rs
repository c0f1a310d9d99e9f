//! Random play through the one door: whole campaigns and display battles, listing and applying.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use diadem_core::{Playable, Request, random, state_hash};
use diadem_handoff::War;
use std::hint::black_box;

fn prepared(scenario: &str) -> War {
    let setup = War::setup(&Request { scenario, battles: None }).expect("the scenario exists");
    War::prepare(&setup).expect("it can be prepared")
}

fn random_play(criterion: &mut Criterion) {
    for (scenario, games) in [("alexandros", 20), ("granicus-display", 100)] {
        let war = prepared(scenario);
        let play = |seed| random::play(&war, seed, u64::MAX).expect("listed actions apply");
        let plies: u64 = (0..games).map(|seed| play(seed).plies).sum();
        let mut group = criterion.benchmark_group("random play, plies");
        group.throughput(Throughput::Elements(plies)).sample_size(20);
        group.bench_function(scenario, |bench| {
            bench.iter(|| (0..games).map(|seed| black_box(play(seed)).plies).sum::<u64>());
        });
        group.finish();
        let mut group = criterion.benchmark_group("random play, games");
        group.throughput(Throughput::Elements(games)).sample_size(10);
        group.bench_function(scenario, |bench| {
            bench.iter(|| (0..games).map(|seed| black_box(play(seed)).plies).sum::<u64>());
        });
        group.finish();
    }
}

fn state(criterion: &mut Criterion) {
    let war = prepared("alexandros");
    let state = random::play(&war, 3, 600).expect("listed actions apply").state;
    criterion.bench_function("clone a campaign's state", |bench| {
        bench.iter_batched(|| (), |()| state.clone(), BatchSize::SmallInput);
    });
    criterion.bench_function("hash a campaign's state", |bench| {
        bench.iter(|| state_hash(black_box(&state)));
    });
}

criterion_group!(benches, random_play, state);
criterion_main!(benches);
