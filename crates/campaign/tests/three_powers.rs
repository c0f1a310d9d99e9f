//! A third power is three rows of data: Sparta has a seat of its own and stands beside Persia.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_campaign::data::FILES;
use diadem_campaign::powers::Power;
use diadem_campaign::state::{Force, Place};
use diadem_campaign::steps::{Combats, EndTurn};
use diadem_campaign::{
    Action, BattleOffer, BattleReport, Campaign, Commander, Interjection, LeaderFate, State,
    Switches, UnitFate, Waiting,
};
use diadem_core::random::RandomPlayer;
use diadem_core::{Camp, Chance, Dice, Drop, OwnFile, OwnFiles, Seat, SeatSet};

const POWERS: &str = include_str!("three_powers.toml");

const MACEDON: Power = Power(0);
const PERSIA: Power = Power(1);
const SPARTA: Power = Power(2);

/// Alexandros with three powers.
fn three_powers() -> Result<Campaign, diadem_campaign::data::DataError> {
    with_powers(POWERS)
}

fn with_powers(powers: &str) -> Result<Campaign, diadem_campaign::data::DataError> {
    let file = FILES.iter().find(|file| file.name == "campaign/alexandros.toml").unwrap();
    let (rest, _) = file.text.split_once("[[power]]").unwrap();
    let text = format!("{rest}\n{powers}");
    let own: OwnFiles = [OwnFile { name: file.name.into(), text }].into_iter().collect();
    Campaign::alexandros(Switches::default(), &own)
}

/// Puts units of a type into the field of a province.
fn place(campaign: &Campaign, state: &mut State, key: &str, count: usize, province: &str) {
    let at = Place::Field(campaign.board.province(province).unwrap());
    let kind = campaign.roster.unit_type(key).unwrap();
    let free: Vec<_> = kind.units().filter(|&one| state.unit(one).steps == 0).take(count).collect();
    assert_eq!(free.len(), count, "{key}");
    for unit in free {
        let piece = &mut state.units[unit.index()];
        (piece.place, piece.steps) = (at, kind.full());
    }
}

/// Macedonians in Hellas before Persians and Spartans.
fn met_in_hellas(campaign: &Campaign, persians: usize) -> State {
    let mut state = campaign.empty_map();
    state.turn = 5;
    state.history.spartans_rose = true;
    place(campaign, &mut state, "mac_phalanx", 4, "hellas");
    place(campaign, &mut state, "merc_hoplite", persians, "hellas");
    place(campaign, &mut state, "spartan", 2, "hellas");
    for (leader, province) in [("antipater", "hellas"), ("agis", "hellas")] {
        let leader = campaign.roster.leader(leader).unwrap();
        let at = Place::Field(campaign.board.province(province).unwrap());
        state.leaders[leader.index()].place = at;
    }
    campaign.refresh_control(&mut state, &mut Drop);
    state.steps.clear();
    state.steps.push(EndTurn.into());
    state.steps.push(Combats::default().into());
    campaign.run(&mut state, &mut Dice::new(1), &mut Drop);
    state
}

/// Whoever is asked stands; the battle that then waits.
fn offered(campaign: &Campaign, state: &mut State) -> BattleOffer {
    let mut dice = Dice::new(1);
    while let Waiting::Ask(ask) = campaign.waiting(state) {
        let mut listed = Vec::new();
        campaign.actions(state, &mut listed);
        let fights = |one: &&Action| matches!(one, Action::Fight(..) | Action::Stand);
        let &action = listed.iter().find(fights).unwrap();
        campaign.apply(state, ask.seat, action, &mut dice, &mut Drop).unwrap();
    }
    campaign.offer(state).unwrap()
}

#[test]
fn allies_meet_the_enemy_in_one_camp_each_with_its_own_seat() {
    let campaign = three_powers().unwrap();
    assert_eq!(campaign.powers.seats(), SeatSet::of_first(3));
    let mut state = met_in_hellas(&campaign, 2);
    let offer = offered(&campaign, &mut state);
    let [macedonians, allies] = offer.camps;
    assert_eq!((macedonians.lead, macedonians.ally), (Force::main(MACEDON), None));
    assert_eq!((allies.lead, allies.ally), (Force::main(PERSIA), Some(Force::main(SPARTA))));
    let powers: Vec<Power> = offer.armies[1].units.iter().map(|one| one.force.power).collect();
    assert_eq!(powers, [PERSIA, PERSIA, SPARTA, SPARTA], "two and two make an army of four");
    let leaders: Vec<Power> = offer.armies[1].leaders.iter().map(|one| one.force.power).collect();
    assert_eq!(leaders, [SPARTA]);
    assert_eq!(offer.attacker, Camp::First, "four against four, and the stronger attacks");
}

#[test]
fn a_camp_too_small_for_battle_adds_its_strengths_in_minor_combat() {
    let campaign = three_powers().unwrap();
    let state = met_in_hellas(&campaign, 0);
    let Waiting::Ask(ask) = campaign.waiting(&state) else { panic!("somebody is asked") };
    assert_eq!(ask.seat, Seat::new(0), "Macedon says which combat is next");
    let mut listed = Vec::new();
    campaign.actions(&state, &mut listed);
    let hellas = campaign.board.province("hellas").unwrap();
    assert_eq!(listed, [Action::Fight(hellas, Force::main(SPARTA))]);
}

/// A battle decided by chance alone.
fn any_report(offer: &BattleOffer, luck: &mut Chance) -> BattleReport {
    let units = offer
        .armies
        .iter()
        .flat_map(|army| &army.units)
        .map(|one| UnitFate { unit: one.unit, steps: one.steps - u8::from(luck.below(3) == 0) });
    let units = units.collect();
    let leaders = offer.armies.iter().flat_map(|army| &army.leaders);
    let leaders = leaders.map(|&Commander { leader, wounded, .. }| match luck.below(60) {
        0 => LeaderFate::Killed(leader),
        _ => LeaderFate::Lives { leader, wounded },
    });
    let leaders = leaders.collect();
    let winner = [Some(Camp::First), Some(Camp::Second), None][luck.below(3) as usize];
    BattleReport { winner, units, leaders, darius_fled: false }
}

/// Plays on at random to the end; how often each seat was asked, and allied battles.
fn play_on(campaign: &Campaign, mut state: State, seed: u64) -> ([u32; 3], u32) {
    let (mut dice, mut luck) = (Dice::new(seed), Chance::new(seed + 1_000));
    let mut player = RandomPlayer::new(seed);
    let (mut asked, mut allied) = ([0; 3], 0);
    for ply in 0..200_000 {
        campaign
            .invariants(&state)
            .unwrap_or_else(|broken| panic!("seed {seed}, ply {ply}: {broken}\n{:?}", state.steps));
        match campaign.waiting(&state) {
            Waiting::Over(outcome) => {
                assert_ne!(outcome.how, "impossible position", "seed {seed}, ply {ply}");
                return (asked, allied);
            }
            Waiting::Battle => {
                let offer = campaign.offer(&state).unwrap();
                allied += u32::from(offer.camps.iter().any(|camp| camp.ally.is_some()));
                let report = any_report(&offer, &mut luck);
                campaign.report(&mut state, &report, &mut dice, &mut Drop);
            }
            Waiting::Ask(ask) => {
                asked[ask.seat.index()] += 1;
                let mut listed = Vec::new();
                campaign.actions(&state, &mut listed);
                for &action in &listed {
                    campaign.check(&state, ask.seat, action).unwrap();
                    for other in (SeatSet::of_first(3) - SeatSet::only(ask.seat)).iter() {
                        assert!(campaign.check(&state, other, action).is_err());
                    }
                }
                let action = player.pick(&listed).unwrap();
                campaign.apply(&mut state, ask.seat, action, &mut dice, &mut Drop).unwrap();
            }
        }
    }
    panic!("seed {seed} does not end: {:?}", state.steps)
}

#[test]
fn random_wars_of_three_powers_end() {
    let campaign = three_powers().unwrap();
    let (mut asked, mut allied) = ([0; 3], 0);
    for seed in 0..60 {
        let (of_seats, battles) = play_on(&campaign, campaign.opening(), seed);
        for (sum, of_seat) in asked.iter_mut().zip(of_seats) {
            *sum += of_seat;
        }
        allied += battles;
    }
    assert!(asked.iter().all(|&times| times > 100), "every seat decides: {asked:?}");
    let mut state = met_in_hellas(&campaign, 2);
    offered(&campaign, &mut state);
    allied += play_on(&campaign, state, 1).1;
    assert!(allied > 0, "allies fight side by side");
}

#[test]
fn one_powers_concession_among_three_does_not_end_the_war() {
    let campaign = three_powers().unwrap();
    let mut state = met_in_hellas(&campaign, 2);
    offered(&campaign, &mut state);
    let mut dice = Dice::new(1);
    let concede = |state: &mut State, power: Power, dice: &mut Dice| {
        let seat = campaign.powers[power].seat.unwrap();
        campaign.interject(state, seat, Interjection::Concede(power), dice, &mut Drop)
    };
    concede(&mut state, SPARTA, &mut dice).unwrap();
    campaign.invariants(&state).unwrap();
    assert!(state.history.ended.is_none(), "Macedon and Persia fight on");
    assert!(state.units.iter().all(|unit| unit.power != SPARTA || unit.place == Place::Aside));
    assert!(concede(&mut state, SPARTA, &mut dice).is_err(), "it has given up already");
    let (asked, _) = play_on(&campaign, state.clone(), 3);
    assert_eq!(asked[SPARTA.index()], 0, "whoever has given up is asked nothing");
    concede(&mut state, PERSIA, &mut dice).unwrap();
    let Waiting::Over(outcome) = campaign.waiting(&state) else { panic!("nobody is left") };
    assert_eq!((outcome.winners, outcome.how), (SeatSet::only(Seat::new(0)), "conceded"));
}

#[test]
fn powers_that_make_no_sense_are_refused_with_their_reason() {
    let refused = |from: &str, to: &str| {
        assert!(POWERS.contains(from), "{from}");
        with_powers(&POWERS.replacen(from, to, 1)).err().unwrap().to_string()
    };
    assert!(refused("seat = 3", "seat = 9").contains("`seat` is a number from 1 to 8"));
    assert!(refused("[\"spartan\"]\nallies", "[]\nallies").contains("nobody commands"));
    assert!(refused("\"arab\"]", "\"arab\", \"spartan\"]").contains("two masters"));
    assert!(refused("id = \"spartan\"", "id = \"persian\"").contains("stands twice"));
    assert!(refused("allies = [\"persian\"]", "").contains("one-sidedly"));
    assert!(refused("allies = [\"persian\"]", "allies = [\"x\"]").contains("no power \"x\""));
}
