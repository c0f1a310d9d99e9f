//! Random play through the one door: whole campaigns and display battles, listing and applying.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use diadem_campaign::data::Season;
use diadem_campaign::ids::{ProvinceSet, UnitId};
use diadem_campaign::pieces::Nation;
use diadem_campaign::state::Force;
use diadem_campaign::{Army, BattleOffer, Commander, Contingents, Fighter};
use diadem_core::{Camp, Dice, Playable, Request, random, state_hash};
use diadem_handoff::{Close, War};
use diadem_hexes::{Ending, HowEnded};
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

/// Every Macedonian and Greek against every Persian, mercenary and Spartan, on an ordinary field.
fn largest_offer(war: &War) -> BattleOffer {
    let campaign = war.campaign().expect("Alexandros is a campaign");
    let forces = [campaign.macedon(), campaign.persia()].map(Force::main);
    let army = |force: Force| {
        let serves = |unit: &UnitId| {
            let printed = &campaign.roster[*unit];
            let here = !matches!(printed.nation, Nation::Indian | Nation::Barbarian | Nation::Arab);
            printed.kind.fights() && here && campaign.powers.home(printed.nation) == force.power
        };
        let fighter =
            |unit| Fighter { unit, force, steps: campaign.roster[unit].full(), missing: 0 };
        let leaders = campaign.roster.leaders();
        let leaders = leaders
            .filter(|&leader| campaign.powers.home(campaign.roster[leader].nation) == force.power);
        Army {
            units: campaign.roster.units().filter(serves).map(fighter).collect(),
            leaders: leaders.map(|leader| Commander { leader, force, wounded: false }).collect(),
            refuges: ProvinceSet::default(),
        }
    };
    BattleOffer {
        province: campaign.board.province("phrygia").expect("it is on the board"),
        camps: forces.map(Contingents::alone),
        armies: forces.map(army),
        attacker: Camp::Second,
        season: Season::Summer,
        number: 1,
    }
}

/// The largest offer to a hex map, and its way back.
fn hand_off(criterion: &mut Criterion) {
    let request = Request { scenario: "alexandros", battles: Some("hex") };
    let setup = War::setup(&request).expect("battles can be fought on hexes");
    let war = War::prepare(&setup).expect("it can be prepared");
    let offer = largest_offer(&war);
    let battle = war.offered_on_hexes(&offer, 1).expect("there is room for it");
    let mut fought = battle.hexes().beginning();
    for (nth, unit) in fought.units.iter_mut().enumerate() {
        unit.routed = nth % 5 == 0;
        unit.hits = (nth % 7) as u8;
    }
    let campaign = war.campaign().expect("it is a campaign");
    let night = Close::Fought(Ending { winner: None, how: HowEnded::Nightfall });
    criterion.bench_function("convert the largest offer", |bench| {
        bench.iter(|| war.offered_on_hexes(black_box(&offer), 1));
    });
    criterion.bench_function("bring the largest battle home", |bench| {
        bench.iter(|| {
            let remains = battle.remains(campaign, black_box(&offer), &fought, night, None);
            war.losses(&offer, &remains, &mut Dice::new(1))
        });
    });
    criterion.bench_function("convert the largest offer and bring it home", |bench| {
        bench.iter(|| {
            let battle = war.offered_on_hexes(black_box(&offer), 1)?;
            let remains = battle.remains(campaign, &offer, &fought, night, None);
            war.losses(&offer, &remains, &mut Dice::new(1))
        });
    });
}

criterion_group!(benches, random_play, state, hand_off);
criterion_main!(benches);
