//! Battles at random between mixed armies, with every promise of the contract tested on the way.

mod common;

use diadem_core::checked::{Thoroughness, play_out};
use diadem_core::random::RandomPlayer;
use diadem_core::{Camp, Chance, Game, Playable, Request, Seat, Session};
use diadem_display::{
    Action, BattleSetup, BoxId, Display, Doubling, ForceId, ForceSetup, Kind, LeaderId,
    LeaderSetup, Line, Names, Order, Placing, SetUp, State, Step, Strength, Switches, UnitId,
    UnitSetup, Who,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The counters that armies are drawn from: kind, steps, whether Spartan, how doubled.
type Counter = (Kind, &'static [(u8, u8)], bool, Doubling);

const MACEDONIANS: [Counter; 9] = [
    (Kind::HeavyInfantry, &[(8, 8), (7, 7)], false, Doubling::Never),
    (Kind::HeavyInfantry, &[(9, 9), (8, 8), (6, 6), (4, 4)], false, Doubling::Never),
    (Kind::HeavyCavalry, &[(10, 8), (8, 7), (6, 5), (3, 3)], false, Doubling::Never),
    (Kind::LightCavalry, &[(4, 3), (2, 2)], false, Doubling::Never),
    (Kind::LightInfantry, &[(6, 3), (3, 2)], false, Doubling::Never),
    (Kind::Infantry, &[(3, 3)], false, Doubling::Never),
    (Kind::Archer, &[(3, 1)], false, Doubling::Never),
    (Kind::LightCavalry, &[(3, 3)], false, Doubling::Horse),
    (Kind::Elephant, &[(6, 2)], false, Doubling::Never),
];

const PERSIANS: [Counter; 13] = [
    (Kind::LightCavalry, &[(3, 3)], false, Doubling::Horse),
    (Kind::LightCavalry, &[(3, 3)], false, Doubling::Horse),
    (Kind::Infantry, &[(3, 2)], false, Doubling::Foot),
    (Kind::Infantry, &[(3, 2)], false, Doubling::Foot),
    (Kind::HeavyCavalry, &[(6, 4), (3, 2)], false, Doubling::Never),
    (Kind::HeavyInfantry, &[(6, 7), (3, 5)], false, Doubling::Never),
    (Kind::HeavyInfantry, &[(7, 8), (4, 6)], true, Doubling::Never),
    (Kind::Archer, &[(4, 2)], false, Doubling::Never),
    (Kind::HorseArcher, &[(3, 2)], false, Doubling::Never),
    (Kind::Elephant, &[(6, 2)], false, Doubling::Never),
    (Kind::Chariot, &[(4, 1)], false, Doubling::Never),
    (Kind::LightInfantry, &[(2, 2)], false, Doubling::Never),
    (Kind::Infantry, &[(2, 1)], false, Doubling::Never),
];

const LEADERS: [(Who, u8, u8); 7] = [
    (Who::Other, 5, 3),
    (Who::Darius, 4, 2),
    (Who::Bessus, 5, 3),
    (Who::Porus, 6, 4),
    (Who::Agis, 5, 3),
    (Who::Nameless, 0, 0),
    (Who::Other, 6, 4),
];

/// A battle of this seed: 3 to 20 units a side, up to six leaders, some steps lost before.
fn battle(seed: u64, switches: Switches) -> Display {
    let mut chance = Chance::new(seed);
    let mut units = Vec::new();
    let mut leaders = Vec::new();
    for camp in Camp::BOTH {
        let force = ForceId::new(camp as u8);
        let pool: &[Counter] = if camp == Camp::First { &MACEDONIANS } else { &PERSIANS };
        for _ in 0..3 + chance.below(18) {
            let (kind, steps, spartan, doubling) = pool[chance.below(pool.len() as u32) as usize];
            let steps: Vec<Strength> = steps.iter().copied().map(Strength::from).collect();
            let lost =
                if chance.below(4) == 0 { chance.below(steps.len() as u32) as u8 } else { 0 };
            let parent = units.len() as u16;
            units.push(UnitSetup { parent, force, kind, steps, lost, spartan, doubling });
        }
        let mut named = Vec::new();
        if camp == Camp::First && chance.below(2) == 0 {
            named.push((Who::Alexander, 9, 7));
        }
        for _ in 0..chance.below(6) {
            let drawn = LEADERS[chance.below(LEADERS.len() as u32) as usize];
            let is_there = named.iter().any(|(who, ..)| *who == drawn.0 && *who != Who::Other);
            if !is_there {
                named.push(drawn);
            }
        }
        for (who, full, wounded) in named {
            let is_wounded = who != Who::Nameless && chance.below(4) == 0;
            let parent = leaders.len() as u16;
            leaders.push(LeaderSetup { parent, force, who, full, wounded, is_wounded });
        }
    }
    let placing = |odd: u64| if odd == 0 { Placing::Free } else { Placing::ByRating };
    let force = |camp: Camp, placing| ForceSetup { camp, seat: Seat::new(camp as u8), placing };
    let forces = vec![
        force(Camp::First, placing(u64::from(seed % 7 == 6))),
        force(Camp::Second, placing(u64::from(seed % 7 != 5))),
    ];
    let battle = BattleSetup { forces, order: Order::ALEXANDROS, units, leaders, switches };
    let names = Names::plain(&battle);
    Display::new(battle, names).expect("the armies are drawn from counters that exist")
}

fn switches(nth: u64) -> Switches {
    let on = |which: u64| nth % 5 == which || nth % 5 == 4;
    Switches { secret_set_up: on(1), light_infantry_fire: on(2), odds_shift: on(3) }
}

#[test]
fn mixed_armies_fight_to_an_end_and_keep_every_promise() {
    let mut endings = BTreeMap::<&str, u32>::new();
    for seed in 0..300 {
        let game = battle(seed, switches(seed));
        let every = if seed < 60 { 1 } else { 23 };
        let how = Thoroughness { every, most_plies: 20_000 };
        let report = play_out(&game, seed, how, |state| Ok(state.clone()))
            .unwrap_or_else(|fault| panic!("{fault}"));
        *endings.entry(report.outcome.how).or_default() += 1;
    }
    // A breakthrough is rare among players who wander; it has cases of its own.
    for how in ["commander lost", "elimination", "nightfall"] {
        assert!(endings.contains_key(how), "{endings:?}");
    }
}

#[test]
fn the_granicus_is_fought_to_an_end() {
    let request = Request { scenario: "granicus-display", battles: None };
    let game = Display::prepare(&Display::setup(&request).unwrap()).unwrap();
    for seed in 0..20 {
        let how = Thoroughness { every: 7, most_plies: 20_000 };
        play_out(&game, seed, how, |state| Ok(state.clone()))
            .unwrap_or_else(|fault| panic!("{fault}"));
    }
}

/// Lists are complete: whatever the check allows is listed, and nothing else.
#[test]
fn what_is_allowed_is_listed() {
    for seed in 0..40 {
        common::is_listed_whole(&battle(seed, switches(seed)), seed);
    }
}

/// An action from another battle is refused, not stumbled over.
#[test]
fn what_is_not_there_is_refused() {
    let game = battle(2, Switches::default());
    let end = diadem_core::random::play(&game, 2, 60).unwrap();
    let seat = game.decision(&end.state).ask().unwrap().seat;
    let (unit, leader, to) = (UnitId::new(120), LeaderId::new(30), BoxId::all().next().unwrap());
    for action in [
        Action::Move { unit, to, line: Line::First },
        Action::Forward(unit),
        Action::Lead { leader, unit: UnitId::new(0) },
        Action::Duel { attacker: UnitId::new(0), defender: unit },
    ] {
        assert!(game.check(&end.state, seat, action).is_err(), "{action:?}");
    }
}

/// What a seat sees of the other side behind the screen does not depend on how it is placed.
#[test]
fn a_secret_set_up_gives_nothing_away() {
    let hidden = Switches { secret_set_up: true, ..Switches::default() };
    let game = Arc::new(battle(3, hidden));
    let macedonian = Seat::new(0);
    let set_up = |seed: u64| -> (State, usize) {
        let mut session = Session::begin(game.clone(), 1);
        let mut luck = RandomPlayer::new(seed);
        while let Some(ask) = session.decision().ask().filter(|ask| ask.seat != macedonian) {
            let action = luck.pick(&session.actions()).unwrap();
            session.act(ask.seat, action).unwrap();
        }
        let seen = session.chronicle(macedonian).count();
        (session.state().clone(), seen)
    };
    let (one, seen) = set_up(1);
    let (other, also_seen) = set_up(2);
    assert_ne!(one, other);
    assert_eq!(game.view(&one, macedonian), game.view(&other, macedonian));
    assert_eq!((seen, also_seen), (1, 1), "only that the army is ready");
    assert!(*one.step() == Step::SetUp(SetUp) && one.active == ForceId::new(0));
}

/// The report says of every unit and leader what became of them.
#[test]
fn a_report_follows_from_the_final_state() {
    for seed in 0..50 {
        let game = battle(seed, Switches::default());
        let end = diadem_core::random::play(&game, seed, 20_000).unwrap();
        let report = game.report(&end.state).unwrap();
        assert_eq!(report.units.len(), game.battle().units.len());
        let parents: Vec<u16> = report.units.iter().map(|unit| unit.parent).collect();
        assert_eq!(parents, (0..report.units.len() as u16).collect::<Vec<_>>());
        assert!(report.units.iter().all(|unit| unit.steps > 0 || !unit.routed));
        assert_eq!(report.winner.is_none(), end.outcome.unwrap().winners.is_empty());
        assert!((1..=10).contains(&report.rounds));
    }
    let game = battle(0, Switches::default());
    assert_eq!(game.report(&game.beginning()), None);
}
