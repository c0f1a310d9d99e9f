//! Battles of three and four seats, in which a camp is of two forces (Successors 9.3, 9.4).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use diadem_core::checked::{Thoroughness, play_out};
use diadem_core::random::RandomPlayer;
use diadem_core::{Camp, Chance, Dice, Drop, Game, Playable, Seat, SeatSet, Session, Sink};
use diadem_display::{
    Action, BattleSetup, BoxId, Display, Doubling, Event, ForceId, ForceSetup, Kind, LeaderId,
    LeaderSetup, Names, Order, Place, Placing, Post, Question, Stand, State, Strength, Switches,
    UnitId, UnitSetup, Who,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Kind, steps, whether Spartan, how doubled.
type Counter = (Kind, &'static [(u8, u8)], bool, Doubling);

const COUNTERS: [Counter; 9] = [
    (Kind::HeavyInfantry, &[(8, 8), (7, 7)], false, Doubling::Never),
    (Kind::HeavyCavalry, &[(8, 6), (4, 3)], false, Doubling::Never),
    (Kind::LightCavalry, &[(3, 3)], false, Doubling::Horse),
    (Kind::Infantry, &[(3, 2)], false, Doubling::Foot),
    (Kind::LightInfantry, &[(6, 3), (3, 2)], false, Doubling::Never),
    (Kind::HeavyInfantry, &[(7, 8), (4, 6)], true, Doubling::Never),
    (Kind::Archer, &[(4, 2)], false, Doubling::Never),
    (Kind::HorseArcher, &[(3, 2)], false, Doubling::Never),
    (Kind::Elephant, &[(6, 2)], false, Doubling::Never),
];

/// A battle of this seed. Which camp is allied, or both, who acts and who sets up first, how large the forces are and
/// whether the seats are in the order of the forces: all differs.
fn battle(seed: u64, switches: Switches) -> Display {
    let mut chance = Chance::new(seed);
    let camps: &[Camp] = match seed % 3 {
        0 => &[Camp::First, Camp::First, Camp::Second],
        1 => &[Camp::First, Camp::Second, Camp::Second],
        _ => &[Camp::First, Camp::Second, Camp::Second, Camp::First],
    };
    let (mut forces, mut units, mut leaders) = (Vec::new(), Vec::new(), Vec::new());
    for (nth, &camp) in camps.iter().enumerate() {
        let force = ForceId::new(nth as u8);
        let seat = Seat::new(((nth as u64 + seed) % camps.len() as u64) as u8);
        let placing = if chance.below(3) == 0 { Placing::ByRating } else { Placing::Free };
        forces.push(ForceSetup { camp, seat, placing });
        for _ in 0..2 + chance.below(13) {
            let (kind, steps, spartan, doubling) =
                COUNTERS[chance.below(COUNTERS.len() as u32) as usize];
            let steps = steps.iter().copied().map(Strength::from).collect();
            let parent = units.len() as u16;
            units.push(UnitSetup { parent, force, kind, steps, lost: 0, spartan, doubling });
        }
        for _ in 0..=chance.below(4) {
            let (parent, full) = (leaders.len() as u16, 3 + chance.below(4) as u8);
            let who = if chance.below(8) == 0 { Who::Agis } else { Who::Other };
            let wounded = full - 2;
            leaders.push(LeaderSetup { parent, force, who, full, wounded, is_wounded: false });
        }
    }
    let camp = |first: bool| if first { Camp::First } else { Camp::Second };
    let order =
        Order { acts_first: camp(chance.below(2) == 0), sets_up_first: camp(chance.below(2) == 0) };
    // A camp needs three units; two forces of two have four.
    let alone: Vec<ForceId> = (0..camps.len())
        .filter(|&nth| camps.iter().filter(|&&camp| camp == camps[nth]).count() == 1)
        .map(|nth| ForceId::new(nth as u8))
        .collect();
    for force in alone {
        let steps = vec![Strength::from((5, 5))];
        let (parent, kind, doubling) = (units.len() as u16, Kind::Infantry, Doubling::Never);
        units.push(UnitSetup { parent, force, kind, steps, lost: 0, spartan: false, doubling });
    }
    let battle = BattleSetup { forces, order, units, leaders, switches };
    let names = Names::plain(&battle);
    Display::new(battle, names).unwrap()
}

fn switches(nth: u64) -> Switches {
    let on = |which: u64| nth % 5 == which || nth % 5 == 4;
    Switches { secret_set_up: on(1), light_infantry_fire: on(2), odds_shift: on(3) }
}

/// The units and leaders of his own that an answer names, and the enemies; boxes are told by who stands there.
fn named(action: Action) -> (Vec<UnitId>, Vec<LeaderId>, Vec<UnitId>) {
    match action {
        Action::Place { unit, .. }
        | Action::Move { unit, .. }
        | Action::Advance { unit, .. }
        | Action::Rally(unit)
        | Action::Forward(unit)
        | Action::Back(unit)
        | Action::Fire(unit)
        | Action::Pursue(unit)
        | Action::GiveUp(unit) => (vec![unit], vec![], vec![]),
        Action::Stack { unit, on } => (vec![unit, on], vec![], vec![]),
        Action::Exchange { back, forward } => (vec![back, forward], vec![], vec![]),
        Action::Lead { leader, unit } => (vec![unit], vec![leader], vec![]),
        Action::Stand { leader, .. } => (vec![], vec![leader], vec![]),
        Action::Duel { attacker, defender } => (vec![attacker], vec![], vec![defender]),
        Action::Return { .. } | Action::Attack { .. } | Action::Leader(_) | Action::Done => {
            (vec![], vec![], vec![])
        }
    }
}

/// The unit or leader that a question is about.
fn asked_about(question: Question) -> (Option<UnitId>, Option<LeaderId>) {
    match question {
        Question::SetUpLeaderOf(unit) | Question::Return(unit) => (Some(unit), None),
        Question::DefensiveFire(clash) => (Some(clash.defender), None),
        Question::TakePart(clash, role) => (Some(clash.unit(role)), None),
        Question::Displaced(leader) => (None, Some(leader)),
        Question::SetUpUnit
        | Question::SetUpLeaders
        | Question::Rally
        | Question::Fill
        | Question::Move
        | Question::Attack
        | Question::Duel
        | Question::Pursue
        | Question::Caught(_) => (None, None),
    }
}

fn units_in(game: &Display, state: &State, at: BoxId) -> Vec<UnitId> {
    let units = (0..game.battle().units.len() as u8).map(UnitId::new);
    units.filter(|&unit| state.units[unit.index()].place == Place::In(at)).collect()
}

#[test]
fn allied_battles_end_and_keep_every_promise() {
    let mut endings = BTreeMap::<&str, u32>::new();
    let mut shared = 0;
    for seed in 0..300 {
        let game = battle(seed, switches(seed));
        let how = Thoroughness { every: if seed < 60 { 1 } else { 23 }, most_plies: 20_000 };
        let report = play_out(&game, seed, how, |state| Ok(state.clone()))
            .unwrap_or_else(|fault| panic!("{fault}"));
        let winners = report.outcome.winners;
        let of_camp = |camp| -> SeatSet { game.forces(camp).map(|one| game.seat(one)).collect() };
        let is_camp = Camp::BOTH.into_iter().any(|camp| of_camp(camp) == winners);
        assert!(winners.is_empty() || is_camp, "seed {seed}: a camp wins, all of it or not at all");
        shared += u32::from(winners.len() == 2);
        *endings.entry(report.outcome.how).or_default() += 1;
    }
    assert!(shared > 20, "{shared}");
    assert!(endings.len() >= 3, "{endings:?}");
}

#[test]
fn each_seat_is_asked_about_its_own_units_and_leaders_only() {
    let mut asked = BTreeMap::<String, u32>::new();
    for seed in 0..120 {
        let game = battle(seed, switches(seed));
        let mut dice = Dice::new(seed);
        let mut state = game.opening(&mut dice);
        let mut luck = RandomPlayer::new(seed);
        while let Some(ask) = game.decision(&state).ask() {
            let force = game.force_of_seat(ask.seat).unwrap();
            let own = |unit: UnitId| game.force_of(unit) == force;
            let own_leader = |leader: LeaderId| game.force_of_leader(leader) == force;
            let told = format!("seed {seed}, {:?}", ask.question);
            let (unit, leader) = asked_about(ask.question);
            assert!(unit.is_none_or(own) && leader.is_none_or(own_leader), "{told}");
            let mut listed = Vec::new();
            game.actions(&state, &mut listed);
            for &action in &listed {
                let (units, leaders, enemies) = named(action);
                assert!(units.into_iter().all(own), "{told}: {action:?}");
                assert!(leaders.into_iter().all(own_leader), "{told}: {action:?}");
                let foe = |unit: UnitId| game.camp_of(unit) != game.camp(force);
                assert!(enemies.into_iter().all(foe), "{told}: {action:?}");
                if let Action::Attack { from, to } = action {
                    assert!(units_in(&game, &state, from).into_iter().all(own), "{told}");
                    assert!(units_in(&game, &state, to).into_iter().all(foe), "{told}");
                }
                if let Action::Return { at, .. } | Action::Place { at, .. } = action {
                    assert!(units_in(&game, &state, at).into_iter().all(own), "{told}");
                }
            }
            let others = game.seats().iter().filter(|&seat| seat != ask.seat);
            for seat in others {
                assert!(game.check(&state, seat, listed[0]).is_err(), "{told}");
            }
            let of = format!("{:?}", ask.question);
            *asked.entry(of.split('(').next().unwrap().to_owned()).or_default() += 1;
            let action = luck.pick(&listed).unwrap();
            game.apply(&mut state, ask.seat, action, &mut dice, &mut Drop).unwrap();
        }
    }
    assert_eq!(asked.len(), 14, "every question was asked: {asked:?}");
}

#[test]
fn what_is_allowed_to_an_ally_is_listed() {
    for seed in 0..60 {
        common::is_listed_whole(&battle(seed, switches(seed)), seed);
    }
}

#[test]
fn no_box_is_ever_held_by_two_forces_of_a_camp() {
    for seed in 0..120 {
        let game = battle(seed, switches(seed));
        let mut dice = Dice::new(seed);
        let mut state = game.opening(&mut dice);
        let mut luck = RandomPlayer::new(seed);
        while let Some(ask) = game.decision(&state).ask().filter(|_| state.ending.is_none()) {
            // The routed of both are kept in one box; nobody holds it.
            for at in BoxId::all().filter(|at| at.post() != Post::Routed) {
                let inside = units_in(&game, &state, at);
                let forces = inside.iter().map(|&unit| game.force_of(unit));
                assert!(forces.clone().all(|one| forces.clone().all(|other| one == other)));
            }
            let mut listed = Vec::new();
            game.actions(&state, &mut listed);
            let action = luck.pick(&listed).unwrap();
            game.apply(&mut state, ask.seat, action, &mut dice, &mut Drop).unwrap();
        }
    }
}

/// S9.4: the greater ally sets up in Center and Right, the lesser in Left, and in Reserve unless it is small.
#[test]
fn allies_set_up_in_boxes_of_their_own() {
    let mut small = 0;
    for seed in 0..60 {
        let game = battle(seed, Switches::default());
        let mut dice = Dice::new(seed);
        let mut state = game.opening(&mut dice);
        let mut luck = RandomPlayer::new(seed);
        while state.round == 0 {
            let ask = game.decision(&state).ask().unwrap();
            let mut listed = Vec::new();
            game.actions(&state, &mut listed);
            let action = luck.pick(&listed).unwrap();
            if let Action::Place { at, .. } = action {
                let force = game.force_of_seat(ask.seat).unwrap();
                let size = |force| game.units_of(force).len();
                let ally = game.forces(game.camp(force)).find(|&other| other != force);
                let posts: &[Post] = match ally {
                    None => &[Post::Left, Post::Center, Post::Right, Post::Reserve],
                    Some(ally) => {
                        let is_greater =
                            size(force) > size(ally) || size(force) == size(ally) && force < ally;
                        let lesser = size(force).min(size(ally));
                        small += u32::from(lesser <= 4);
                        match (is_greater, lesser <= 4) {
                            (true, true) => &[Post::Center, Post::Right, Post::Reserve],
                            (true, false) => &[Post::Center, Post::Right],
                            (false, true) => &[Post::Left],
                            (false, false) => &[Post::Left, Post::Reserve],
                        }
                    }
                };
                assert!(posts.contains(&at.post()), "seed {seed}: {action:?}");
            }
            game.apply(&mut state, ask.seat, action, &mut dice, &mut Drop).unwrap();
        }
    }
    assert!(small > 0);
}

/// Behind the screen an ally sees no more than an enemy does: his own force.
#[test]
fn a_secret_set_up_is_hidden_from_an_ally_too() {
    let hidden = Switches { secret_set_up: true, ..Switches::default() };
    let game = Arc::new(battle(2, hidden));
    let mut session = Session::begin(game.clone(), 1);
    let mut luck = RandomPlayer::new(3);
    while session.state().round == 0 {
        let ask = session.decision().ask().unwrap();
        for seat in game.seats().iter() {
            let view = game.view(session.state(), seat);
            for (at, unit) in view.units.iter().enumerate() {
                let is_own = game.seat(game.force_of(UnitId::new(at as u8))) == seat;
                let same = *unit == session.state().units[at];
                assert!(if is_own { same } else { unit.place == Place::Hidden });
            }
            for (at, leader) in view.leaders.iter().enumerate() {
                let is_own = game.seat(game.force_of_leader(LeaderId::new(at as u8))) == seat;
                assert!(is_own || leader.stand == Stand::Hidden);
            }
        }
        let action = luck.pick(&session.actions()).unwrap();
        session.act(ask.seat, action).unwrap();
    }
}

/// Whoever listens to what is told to everybody.
#[derive(Default)]
struct Told(Vec<Event>);

impl Sink<Event> for Told {
    fn tell(&mut self, _: SeatSet, event: Event) {
        self.0.push(event);
    }

    fn seal(&mut self, _: diadem_core::Seal) {}
}

/// S9.4: in a camp's turn each ally moves and attacks, or passes, one after the other; in the first round one box of
/// the camp attacks (10.10).
#[test]
fn allies_take_their_parts_in_the_turn_of_their_camp() {
    let mut passed = 0;
    for seed in 0..60 {
        let game = battle(seed, Switches::default());
        let mut dice = Dice::new(seed);
        let mut state = game.opening(&mut dice);
        let mut luck = RandomPlayer::new(seed);
        let (mut moved, mut attacks) = (Vec::new(), [0, 0]);
        while state.round < 2 && state.ending.is_none() {
            let ask = game.decision(&state).ask().unwrap();
            let force = game.force_of_seat(ask.seat).unwrap();
            if ask.question == Question::Move && moved.last() != Some(&force) {
                moved.push(force);
            }
            let mut listed = Vec::new();
            game.actions(&state, &mut listed);
            let action = luck.pick(&listed).unwrap();
            let may_pass = ask.question == Question::Attack && listed.contains(&Action::Done);
            passed += u32::from(may_pass && attacks[game.camp(force).index()] == 0);
            let mut told = Told::default();
            game.apply(&mut state, ask.seat, action, &mut dice, &mut told).unwrap();
            for event in told.0 {
                if let Event::Attacks(camp, ..) | Event::Flanks(camp, ..) = event {
                    attacks[camp.index()] += 1;
                }
            }
        }
        let first = game.battle().order.acts_first;
        let expected: Vec<ForceId> = game.forces(first).chain(game.forces(first.other())).collect();
        let is_whole = state.round == 2;
        assert!(if is_whole { moved == expected } else { expected.starts_with(&moved) });
        assert!(attacks.iter().all(|&count| count <= 1), "seed {seed}: {attacks:?}");
    }
    assert!(passed > 0, "an ally may pass");
}
