//! How fast battles are fought at random, with 15 units a side; and how fast a state is copied and
//! hashed.
//!
//! `cargo bench -p diadem-display`

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use diadem_core::random::{RandomPlayer, play, play_on};
use diadem_core::{Camp, Dice, Playable, Seat, state_hash, state_size};
use diadem_display::{
    BattleSetup, Display, Doubling, ForceId, ForceSetup, Kind, LeaderSetup, Names, Order, Placing,
    Switches, UnitSetup, Who,
};
use std::hint::black_box;
use std::time::Instant;

const MOST_PLIES: u64 = 100_000;
const SAMPLE: u64 = 2_000;

fn unit(camp: Camp, kind: Kind, steps: &[(u8, u8)], doubling: Doubling) -> UnitSetup {
    UnitSetup {
        parent: 0,
        force: ForceId::new(camp as u8),
        kind,
        steps: steps.iter().copied().map(Into::into).collect(),
        lost: 0,
        spartan: false,
        doubling,
    }
}

fn leader(camp: Camp, who: Who, full: u8) -> LeaderSetup {
    LeaderSetup {
        parent: 0,
        force: ForceId::new(camp as u8),
        who,
        full,
        wounded: full - 2,
        is_wounded: false,
    }
}

/// Fifteen units and three leaders a side, of every kind.
fn fifteen_a_side() -> Display {
    use Doubling::{Foot, Horse, Never};
    const MACEDONIAN: Camp = Camp::First;
    const PERSIAN: Camp = Camp::Second;
    let mut units = Vec::new();
    let mut add = |count: usize, unit: UnitSetup| units.extend(vec![unit; count]);
    add(5, unit(MACEDONIAN, Kind::HeavyInfantry, &[(8, 8), (7, 7)], Never));
    add(1, unit(MACEDONIAN, Kind::HeavyInfantry, &[(9, 9), (8, 8), (6, 6), (4, 4)], Never));
    add(1, unit(MACEDONIAN, Kind::HeavyCavalry, &[(10, 8), (8, 7), (6, 5), (3, 3)], Never));
    add(1, unit(MACEDONIAN, Kind::HeavyCavalry, &[(8, 6), (4, 3)], Never));
    add(2, unit(MACEDONIAN, Kind::LightCavalry, &[(4, 3), (2, 2)], Never));
    add(2, unit(MACEDONIAN, Kind::LightInfantry, &[(6, 3), (3, 2)], Never));
    add(2, unit(MACEDONIAN, Kind::Archer, &[(3, 2)], Never));
    add(1, unit(MACEDONIAN, Kind::Infantry, &[(3, 3)], Never));
    add(4, unit(PERSIAN, Kind::LightCavalry, &[(3, 3)], Horse));
    add(2, unit(PERSIAN, Kind::HeavyCavalry, &[(6, 4), (3, 2)], Never));
    add(3, unit(PERSIAN, Kind::HeavyInfantry, &[(6, 7), (3, 5)], Never));
    add(3, unit(PERSIAN, Kind::Infantry, &[(3, 2)], Foot));
    add(1, unit(PERSIAN, Kind::Archer, &[(4, 1)], Never));
    add(1, unit(PERSIAN, Kind::HorseArcher, &[(3, 2)], Never));
    add(1, unit(PERSIAN, Kind::Elephant, &[(4, 1)], Never));
    let leaders = vec![
        leader(MACEDONIAN, Who::Alexander, 9),
        leader(MACEDONIAN, Who::Other, 6),
        leader(MACEDONIAN, Who::Other, 5),
        leader(PERSIAN, Who::Darius, 4),
        leader(PERSIAN, Who::Other, 7),
        leader(PERSIAN, Who::Other, 5),
    ];
    let forces = vec![
        ForceSetup { camp: MACEDONIAN, seat: Seat::new(0), placing: Placing::Free },
        ForceSetup { camp: PERSIAN, seat: Seat::new(1), placing: Placing::ByRating },
    ];
    let (order, switches) = (Order::ALEXANDROS, Switches::default());
    let battle = BattleSetup { forces, order, units, leaders, switches };
    let names = Names::plain(&battle);
    Display::new(battle, names).expect("the battle is fit to be fought")
}

fn display(criterion: &mut Criterion) {
    let game = fifteen_a_side();
    let begun = Instant::now();
    let mut plies = 0;
    for seed in 0..SAMPLE {
        plies += play(&game, seed, MOST_PLIES).expect("listed actions are legal").plies;
    }
    let per_second =
        |count: u64| u128::from(count) * 1_000_000 / begun.elapsed().as_micros().max(1);
    println!(
        "{SAMPLE} battles of 15 a side: {} plies a battle, {} plies/s, {} battles/s",
        plies / SAMPLE,
        per_second(plies),
        per_second(SAMPLE)
    );

    let mut group = criterion.benchmark_group("display");
    let one = play(&game, 7, MOST_PLIES).expect("listed actions are legal");
    group.throughput(Throughput::Elements(one.plies));
    group.bench_function("a battle at random, by plies", |bencher| {
        bencher.iter(|| play(&game, black_box(7), MOST_PLIES).expect("listed actions are legal"));
    });
    group.throughput(Throughput::Elements(1));
    let middle = {
        let mut dice = Dice::new(7);
        let opening = game.opening(&mut dice);
        let player = &mut RandomPlayer::new(7);
        play_on(&game, opening, &mut dice, player, one.plies / 2).expect("as above").state
    };
    println!("a state is {} bytes", state_size(&middle));
    group.bench_function("clone a state", |bencher| {
        bencher.iter_batched(|| (), |()| black_box(&middle).clone(), BatchSize::SmallInput);
    });
    group.bench_function("hash a state", |bencher| {
        bencher.iter(|| state_hash(black_box(&middle)));
    });
    group.finish();
}

criterion_group!(benches, display);
criterion_main!(benches);
