//! What a battle on hexes costs at home, who can be caught and who pursues, and on which field it is fought.

use super::{Table, granicus, won_by};
use crate::battle_losses::{BattleLosses, Fraction};
use crate::conversion::Losses;
use crate::forms::BattleForm;
use crate::forms::hexes::{Brigade, Close};
use crate::scene::State;
use crate::war::War;
use crate::worn::Worn;
use diadem_core::random::{RandomPlayer, play_on};
use diadem_core::{Camp, Dice, Game, Playable, Request};
use diadem_hexes::{self as hexes, HowEnded, Place};

/// A part of a step is lost or kept by one roll with exactly that chance, and nothing is left of it afterwards.
#[test]
fn a_part_of_a_step_is_settled_by_one_roll() {
    let table = Table::new();
    let offer = granicus(&table);
    let battle = table.battle(&offer);
    let roster = &table.campaign.roster;
    let is_horse = |one: &Brigade| roster[one.fighter.unit].key == "persian_cavalry";
    let horse = battle.brigades.iter().position(is_horse).unwrap();
    let mut state = battle.hexes.beginning();
    state.units[usize::from(battle.brigades[horse].counters.start)].place = Place::Eliminated;
    let night = Close::Fought(hexes::Ending { winner: None, how: HowEnded::Nightfall });
    let remains = battle.remains(&table.campaign, &offer, &state, night, None);
    // 500 of the 1,500 men of its only step: one in three.
    for (drawn, steps) in [(0, 0), (1, 1), (2, 1)] {
        let mut dice = Dice::scripted([drawn]);
        let home = BattleLosses::of(table.conversion(), &offer, &remains, &mut dice);
        assert_eq!(dice.script_fault(), None, "one roll, and nobody else needs one");
        let toll = home.units[horse];
        assert_eq!((toll.men, toll.dead, toll.had, toll.steps), (1500, 500, 1, steps));
        let fraction = Fraction { chance: 1, of: 3, rolled: u32::from(drawn) + 1 };
        assert_eq!(toll.fraction, Some(fraction));
    }
}

/// 10.18 to 10.20: whoever is not beaten rallies, and only brigades with half their men routed do not pursue; all that
/// is left of a beaten army can be caught, and whoever ran off the map has run, and is not dead.
#[test]
fn who_can_be_caught_and_who_pursues() {
    let table = Table::new();
    let offer = granicus(&table);
    let battle = table.battle(&offer);
    let roster = &table.campaign.roster;
    let at = |key: &str| {
        let is_it = |one: &Brigade| roster[one.fighter.unit].key == key;
        battle.brigades.iter().position(is_it).unwrap()
    };
    let counters = |key: &str| battle.brigades[at(key)].counters.clone().map(usize::from);
    let home = |routed: &[usize], winner: Camp| {
        let mut state = battle.hexes.beginning();
        for &counter in routed {
            state.units[counter].routed = true;
        }
        state.units[counters("merc_hoplite").next().unwrap()].place = Place::RanOff;
        let close = won_by(winner, HowEnded::Withdrawal);
        table.home_from(&offer, &battle, &state, close, None)
    };
    let horse: Vec<usize> = counters("hetairai").collect();
    assert_eq!(horse.len(), 5);
    for routed in 0..=5 {
        let won = home(&horse[..routed], Camp::First);
        let toll = won.units[at("hetairai")];
        assert_eq!((toll.dead, toll.steps), (0, toll.had), "{routed} came back");
        assert_eq!(toll.broken, routed >= 3, "{routed} of five routed");
        let beaten = won.units.iter().zip(offer.fighters());
        let beaten = beaten.filter(|(_, (camp, _))| *camp == Camp::Second);
        assert_eq!(beaten.filter(|(toll, _)| toll.broken).count(), 4);
    }
    let mercenaries = |winner: Camp| home(&[], winner).units[at("merc_hoplite")];
    let Losses { routed, rallied, .. } = table.conversion().losses;
    for (winner, share) in [(Camp::First, routed), (Camp::Second, rallied)] {
        let toll = mercenaries(winner);
        assert_eq!((toll.eliminated, toll.routed), (0, 1));
        let of_one = battle.brigades[at("merc_hoplite")].men[0];
        assert_eq!(u32::from(toll.dead), u32::from(of_one) * u32::from(share) / 100);
    }
}

/// What an old save carried over is settled when it is opened, the same way each time, and the war goes on.
#[test]
fn what_an_old_save_carried_over_is_settled_once() {
    let request = Request { scenario: "alexandros", battles: Some("hex") };
    let war = War::prepare(&War::setup(&request).unwrap()).unwrap();
    let conversion = war.on_map().unwrap().conversion.as_deref().unwrap();
    let roster = &war.campaign().unwrap().roster;
    let mut worn = war.opening(&mut Dice::new(1));
    let half = roster.units().map(|unit| conversion.men_of_step(unit) / 2).collect();
    worn.worn = Some(Box::new(Worn { units: half, fighters: Vec::new() }));
    let [one, other] = [worn.clone(), worn.clone()].map(|mut state| {
        war.complete(&mut state, 5);
        war.invariants(&state).unwrap();
        state
    });
    assert_eq!(one, other);
    assert_eq!(one.worn, None);
    let steps = |state: &State| -> u32 {
        let map = state.campaign.as_ref().unwrap();
        map.units.iter().map(|unit| u32::from(unit.steps)).sum()
    };
    let there = |state: &State| {
        let map = state.campaign.as_ref().unwrap();
        map.units.iter().filter(|unit| unit.steps > 0).count() as u32
    };
    let (lost, of) = (steps(&worn) - steps(&one), there(&worn));
    assert!(lost.abs_diff(of / 2) < of / 5, "{lost} of {of} units lost a step");
    let mut player = RandomPlayer::new(1);
    play_on(&war, one, &mut Dice::new(1), &mut player, 2000).unwrap();
}

/// A famous field is fought over once in a war, and only by those who met there.
#[test]
fn famous_fields_are_used_once() {
    let request = Request { scenario: "alexandros", battles: Some("hex") };
    let war = War::prepare(&War::setup(&request).unwrap()).unwrap();
    let table = Table::new();
    let on_map = war.on_map().unwrap();
    let mut state = State::new(Some(table.campaign.opening()), 7);
    let mut offer = granicus(&table);
    offer.province = table.campaign.board.province("ionia").unwrap();
    assert!(on_map.offered(&state, offer.clone()).ground.famous);
    let mut without_him = offer.clone();
    without_him.armies[1].leaders.retain(|one| one.leader != table.campaign.roster.who().memnon);
    assert!(!on_map.offered(&state, without_him).ground.famous);
    let elsewhere = granicus(&table);
    assert!(!on_map.offered(&state, elsewhere).ground.famous);
    state.famous_fought.insert(offer.province);
    let offered = on_map.offered(&state, offer);
    assert!(!offered.ground.famous);
    let battle = on_map.kits.hexes.as_ref().unwrap().form.rules(&table.campaign, &offered).unwrap();
    assert_eq!(battle.hexes.battle().name, "A field in Ionia");
}
