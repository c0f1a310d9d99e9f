//! Conservation: the men and leaders who go into a battle of the campaign are found afterwards, in both forms.
//!
//! They are counted twice, by counts that share no line. The campaign's count looks at the pieces on its map
//! before the battle and after it came home. The field's count looks at what lies on the battlefield: on hexes
//! every counter of the last position, filled by hand from the tables as they stand in the files; on the display
//! every loss that was told. `DIADEM_OFFERS=10000 cargo test --profile checked -p diadem-handoff conservation`
//! looks at ten thousand offers in each form; an ordinary test at a few.

use super::{Table, ravaged};
use crate::conversion;
use crate::forms::BattleState;
use crate::forms::hexes::{Close, HexesStage, HexesState};
use crate::war::{Event, State, War};
use diadem_campaign::ids::{LeaderId, ProvinceId, UnitId};
use diadem_campaign::state::{Kin, Place, Unit};
use diadem_campaign::steps::Combats;
use diadem_campaign::{self as campaign, BattleOffer, Campaign, Commander, Waiting};
use diadem_core::random::RandomPlayer;
use diadem_core::{Chance, Dice, Drop, Game, Playable, Request, Told};
use diadem_display as display;
use diadem_hexes as hexes;
use diadem_sheets::{ChartFile, Sheet};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};

/// How many offers are looked at in each form.
fn offers() -> u64 {
    let asked = std::env::var("DIADEM_OFFERS").ok();
    asked.map_or(60, |count| count.parse().expect("DIADEM_OFFERS is a number"))
}

/// What is written in `maps/conversion`, read by nobody's code but this.
struct Tables {
    brigades: BTreeMap<String, Brigade>,
    losses: Shares,
}

#[derive(Deserialize)]
struct Brigade {
    men: u32,
    counters: Vec<Counters>,
}

#[derive(Deserialize)]
struct Counters {
    men: u32,
    size: u32,
    count: Option<u32>,
}

#[derive(Deserialize)]
struct Shares {
    eliminated: u32,
    routed: u32,
    rallied: u32,
    battered: u32,
    hit: u32,
}

fn read<T: DeserializeOwned>(path: &'static str, key: &str) -> T {
    let text = conversion::files().into_iter().find(|file| path.ends_with(file.name)).unwrap().text;
    Sheet::open(&[ChartFile { path, text }], path).unwrap().need(key).unwrap()
}

impl Tables {
    fn new() -> Tables {
        Tables {
            brigades: read("maps/conversion/units.toml", "brigade"),
            losses: read("maps/conversion/battle.toml", "losses"),
        }
    }

    fn of_step(&self, campaign: &Campaign, unit: UnitId) -> u32 {
        let printed = &campaign.roster[unit];
        self.brigades[&printed.key].men / u32::from(printed.full())
    }

    /// The men of a piece of the campaign.
    fn men(&self, campaign: &Campaign, unit: UnitId, piece: &Unit) -> u32 {
        u32::from(piece.steps) * self.of_step(campaign, unit)
    }

    /// The counters that so many men of a unit fill, each with its men and its size.
    fn fill(&self, campaign: &Campaign, unit: UnitId, mut men: u32) -> Vec<(u32, u32)> {
        let mut filled: Vec<(u32, u32)> = Vec::new();
        for row in &self.brigades[&campaign.roster[unit].key].counters {
            for _ in 0..row.count.unwrap_or(1) {
                let some = men.min(row.men);
                men -= some;
                // Half a point of size or more is a point.
                let size = (2 * some * row.size + row.men) / (2 * row.men);
                match filled.last_mut() {
                    Some(last) if size == 0 => last.0 += some,
                    _ if some == 0 => {}
                    _ => filled.push((some, size.max(1))),
                }
            }
        }
        filled
    }
}

/// A war in which two armies have just met.
struct Met {
    state: State,
    before: campaign::State,
    /// Everybody of both armies, in the order of the offer.
    units: Vec<UnitId>,
    leaders: Vec<LeaderId>,
}

/// Puts the armies of an offer on the map and lets them meet; nothing where they do not.
fn meet(war: &War, offer: &BattleOffer, chance: &mut Chance) -> Option<Met> {
    let campaign = war.campaign().unwrap();
    let mut map = campaign.opening();
    for (id, unit) in campaign.roster.units().zip(&mut map.units) {
        (unit.place, unit.steps, unit.band) = (Place::Aside, 0, 0);
        unit.power = campaign.powers.home(campaign.roster[id].nation);
    }
    map.leaders.iter_mut().for_each(|leader| leader.place = Place::Aside);
    map.turn = 1 + chance.below(20) as u8;
    map.history.indians_roused = true;
    let (place, mut units, mut leaders) = (Place::Field(offer.province), Vec::new(), Vec::new());
    for army in &offer.armies {
        for one in &army.units {
            let piece = &mut map.units[one.unit.index()];
            (piece.place, piece.steps) = (place, one.steps);
            piece.power = one.force.power;
            if let Kin::Band(band) = one.force.kin {
                piece.band = band;
            }
            units.push(one.unit);
        }
        for &Commander { leader, wounded, .. } in &army.leaders {
            (map.leaders[leader.index()].place, map.leaders[leader.index()].wounded) =
                (place, wounded);
            leaders.push(leader);
        }
    }
    while map.band_homes.len() < 2 {
        map.band_homes.push(ProvinceId(chance.below(32) as u8));
    }
    campaign.refresh_control(&mut map, &mut Drop);
    map.steps.clear();
    map.steps.push(Combats::default().into());
    let mut dice = Dice::new(1);
    while let Waiting::Ask(ask) = campaign.waiting(&map) {
        let mut listed = Vec::new();
        campaign.actions(&map, &mut listed);
        let fights = |one: &&campaign::Action| {
            matches!(one, campaign::Action::Fight(..) | campaign::Action::Stand)
        };
        let &action = listed.iter().find(fights)?;
        campaign.apply(&mut map, ask.seat, action, &mut dice, &mut Drop).unwrap();
    }
    let offered = campaign.offer(&map).filter(|_| campaign.waiting(&map) == Waiting::Battle)?;
    let all = offered.armies.iter().map(|army| army.units.len()).sum::<usize>();
    (all == units.len()).then_some(())?;
    let state = State::new(Some(map.clone()), 0);
    Some(Met { state, before: map, units, leaders })
}

/// What became of a leader, by the count of the field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Unhurt,
    Wounded,
    Killed,
    Captured,
}

/// The count of the field: the hundredths of men that each unit lost, whom the pursuit caught, what became of leaders.
struct FieldCount {
    dead: Vec<u32>,
    caught: BTreeSet<usize>,
    fates: Vec<Fate>,
}

/// From the last position on hexes.
fn count_on_hexes(
    war: &War,
    tables: &Tables,
    met: &Met,
    fought: &hexes::State,
    told: &[Told<Event>],
) -> FieldCount {
    let campaign = war.campaign().unwrap();
    let battle = war.hex_battle(&met.state).unwrap();
    let rules = battle.hexes();
    let winner = told.iter().find_map(|one| match &one.event {
        Event::Campaign(campaign::Event::BattleEnded { report, .. }) => Some(report.winner),
        _ => None,
    });
    let winner = winner.expect("it has come home");
    let mut counters = rules.units();
    let mut dead = Vec::new();
    for &unit in &met.units {
        let men = tables.men(campaign, unit, met.before.unit(unit));
        let mut lost = 0;
        for (men, size) in tables.fill(campaign, unit, men) {
            let counter = counters.next().expect("every man stands on a counter");
            assert_eq!(u32::from(rules.troops(counter).size), size);
            let now = fought.unit(counter);
            let beaten = winner.is_some_and(|winner| winner != rules.camp(counter));
            let share = if now.place == hexes::Place::Eliminated {
                tables.losses.eliminated
            } else if now.routed || now.place == hexes::Place::RanOff {
                if beaten { tables.losses.routed } else { tables.losses.rallied }
            } else if now.hits == 0 {
                0
            } else if now.hits * 2 >= rules.troops(counter).tq {
                tables.losses.battered
            } else {
                tables.losses.hit
            };
            lost += men * share;
        }
        dead.push(lost);
    }
    assert_eq!(counters.next(), None, "nobody stands there twice");
    let who = campaign.roster.who();
    let survived = told.iter().find_map(|one| match &one.event {
        Event::Campaign(campaign::Event::AlexanderChecked { dead, .. }) => Some(!dead),
        _ => None,
    });
    let fate = |&leader: &LeaderId| {
        let name = &campaign.roster[leader].name;
        let on_map = rules.leaders().find(|&one| rules.commander(one).name == *name).unwrap();
        let now = fought.leader(on_map);
        let hurt = now.wound > 0 || met.before.leader(leader).wounded;
        match (now.at, now.fled, now.captured) {
            (None, false, true) => Fate::Captured,
            (None, false, false) if leader == who.alexander && survived == Some(true) => {
                Fate::Wounded
            }
            (None, false, false) => Fate::Killed,
            _ if hurt && who.officers.contains(&leader) => Fate::Killed,
            _ if hurt => Fate::Wounded,
            _ => Fate::Unhurt,
        }
    };
    FieldCount { dead, caught: caught(told), fates: met.leaders.iter().map(fate).collect() }
}

fn on_display(told: &[Told<Event>]) -> impl Iterator<Item = &display::Event> {
    told.iter().filter_map(|one| match &one.event {
        Event::Display(_, event) => Some(event),
        _ => None,
    })
}

fn caught(told: &[Told<Event>]) -> BTreeSet<usize> {
    let caught = on_display(told).filter_map(|event| match event {
        display::Event::Caught(unit) => Some(unit.index()),
        _ => None,
    });
    let all: Vec<usize> = caught.collect();
    let set: BTreeSet<usize> = all.iter().copied().collect();
    assert_eq!(all.len(), set.len(), "nobody is caught twice");
    set
}

/// From everything that was told of a battle on the display.
fn count_on_display(war: &War, tables: &Tables, met: &Met, told: &[Told<Event>]) -> FieldCount {
    let campaign = war.campaign().unwrap();
    let men = |at: usize| 100 * tables.men(campaign, met.units[at], met.before.unit(met.units[at]));
    let mut dead = vec![0; met.units.len()];
    let mut mates: BTreeMap<usize, usize> = BTreeMap::new();
    let mut fates: Vec<Fate> = (met.leaders.iter())
        .map(|&one| if met.before.leader(one).wounded { Fate::Wounded } else { Fate::Unhurt })
        .collect();
    let mut parted = None;
    for event in on_display(told) {
        let just_parted = parted.take();
        match event {
            display::Event::Doubled(one, other) => {
                mates.insert(one.index(), other.index());
                mates.insert(other.index(), one.index());
            }
            display::Event::Parted(unit) => {
                let mate = mates.remove(&unit.index()).expect("they were a pair");
                mates.remove(&mate);
                dead[mate] = men(mate);
                parted = Some(*unit);
            }
            display::Event::Reduced(unit, _) if just_parted != Some(*unit) => {
                dead[unit.index()] += 100 * tables.of_step(campaign, met.units[unit.index()]);
            }
            display::Event::Destroyed(unit) => dead[unit.index()] = men(unit.index()),
            display::Event::Wounded(leader) => fates[leader.index()] = Fate::Wounded,
            display::Event::Killed(leader) => fates[leader.index()] = Fate::Killed,
            display::Event::Captured(leader) => fates[leader.index()] = Fate::Captured,
            _ => {}
        }
    }
    FieldCount { dead, caught: caught(told), fates }
}

/// Compares the two counts.
fn compare(
    war: &War,
    tables: &Tables,
    met: &Met,
    field: &FieldCount,
    told: &[Told<Event>],
    seed: u64,
) {
    let campaign = war.campaign().unwrap();
    let after = met.state.campaign.as_ref().unwrap();
    let on_the_map = |wanted: fn(&campaign::Event) -> bool| {
        told.iter().any(|one| matches!(&one.event, Event::Campaign(event) if wanted(event)))
    };
    let trapped = on_the_map(|event| matches!(event, campaign::Event::Trapped { .. }));
    for (at, &unit) in met.units.iter().enumerate() {
        let (then, now) = (met.before.unit(unit), after.unit(unit));
        let name = &campaign.roster[unit].key;
        // Whole steps are lost, and of what is left over all or nothing.
        let of_step = 100 * tables.of_step(campaign, unit);
        let (whole, rest) = (field.dead[at] / of_step, field.dead[at] % of_step);
        let left = steps_left(told, unit).unwrap_or(then.steps - whole as u8);
        let lost = u32::from(then.steps - left);
        assert!(lost == whole || lost == whole + 1 && rest > 0, "seed {seed}: {name}, {lost}");
        match (field.caught.contains(&at), now.steps) {
            (true, 0) => assert!(left > 0, "seed {seed}: {name} was dead when it was caught"),
            (true, _) => panic!("seed {seed}: {name} was caught and is there"),
            (false, 0) if left > 0 => {
                assert!(trapped, "seed {seed}: {name} is missing with {left} steps");
            }
            (false, steps) => assert_eq!(steps, left, "seed {seed}: {name} had {then:?}"),
        }
    }
    let elsewhere = campaign.roster.units().filter(|unit| !met.units.contains(unit));
    for unit in elsewhere {
        assert_eq!(after.unit(unit), met.before.unit(unit), "seed {seed}: who was not there");
    }
    let casualty = diadem_core::rule!(diadem_books::ALEXANDROS, "10.16");
    for (&leader, &fate) in met.leaders.iter().zip(&field.fates) {
        let name = &campaign.roster[leader].key;
        let falls = told.iter().filter_map(|one| match &one.event {
            Event::Campaign(campaign::Event::LeaderFell { leader: who, captured, rule })
                if *who == leader =>
            {
                Some((*captured, *rule == casualty))
            }
            _ => None,
        });
        let falls: Vec<(bool, bool)> = falls.collect();
        let wounded = after.leader(leader).wounded;
        match fate {
            Fate::Killed => assert_eq!(falls, [(false, true)], "seed {seed}: {name}"),
            Fate::Captured => assert_eq!(falls, [(true, true)], "seed {seed}: {name}"),
            Fate::Unhurt | Fate::Wounded if falls.is_empty() => {
                assert_eq!(wounded, fate == Fate::Wounded, "seed {seed}: {name}");
            }
            Fate::Unhurt | Fate::Wounded => {
                assert!(trapped, "seed {seed}: {name} fell by nobody's hand");
                assert_eq!(falls, [(false, false)], "seed {seed}: {name}");
            }
        }
    }
}

/// The steps that a unit brought home from hexes, before the pursuit.
fn steps_left(told: &[Told<Event>], unit: UnitId) -> Option<u8> {
    told.iter()
        .find_map(|one| match &one.event {
            Event::Home(losses) => losses.units.iter().find(|toll| toll.unit == unit),
            _ => None,
        })
        .map(|toll| toll.steps)
}

/// Steps lost against men lost, over many battles: how far they are apart, and how far chance may bring them.
#[derive(Default)]
struct Balance {
    apart: f64,
    variance: f64,
}

impl Balance {
    fn weigh(&mut self, lost: u32, dead: u32, of_step: u32) {
        let chance = f64::from(dead % of_step) / f64::from(of_step);
        self.apart += f64::from(lost) - f64::from(dead) / f64::from(of_step);
        self.variance += chance * (1.0 - chance);
    }
}

/// Plays at random until the battle has come home.
fn fight_on(war: &War, state: &mut State, seed: u64, told: &mut Vec<Told<Event>>) {
    let (mut dice, mut player) = (Dice::new(seed), RandomPlayer::new(seed));
    let mut listed = Vec::new();
    while state.is_battle() {
        let ask = war.decision(state).ask().expect("a battle is not the end of the war");
        listed.clear();
        war.actions(state, &mut listed);
        let action = player.pick(&listed).unwrap();
        war.apply(state, ask.seat, action, &mut dice, told).unwrap();
    }
}

/// Offers until so many have led to a battle, each with what is done about it.
fn each_offer(battles: &str, mut look: impl FnMut(&War, &Tables, Met, u64)) {
    let request = Request { scenario: "alexandros", battles: Some(battles) };
    let war = War::prepare(&War::setup(&request).unwrap()).unwrap();
    let (table, tables) = (Table::new(), Tables::new());
    let (mut looked_at, wanted) = (0, offers());
    for seed in 0.. {
        let mut chance = Chance::new(seed);
        let offer = table.offer(&mut chance);
        let Some(met) = meet(&war, &offer, &mut chance) else { continue };
        look(&war, &tables, met, seed);
        looked_at += 1;
        if looked_at == wanted {
            println!("{looked_at} offers of {} led to a battle", seed + 1);
            return;
        }
    }
}

/// Every unit that fights brings home what the men it lost come to, neither side more nor less; and nothing of it is
/// left between battles.
#[test]
fn conservation_on_hexes() {
    let mut balances = [Balance::default(), Balance::default()];
    each_offer("hex", |war, tables, mut met, seed| {
        let (mut dice, mut told) = (Dice::new(seed), Vec::new());
        war.settle(&mut met.state, &mut dice, &mut told);
        let battle = war.hex_battle(&met.state).expect("every army finds room");
        let (mut fought, close) = ravaged(&battle, &mut Chance::new(seed));
        if let Close::Fought(ending) = close {
            fought.ending = Some(ending);
        }
        let begun = HexesState { stage: HexesStage::BEGUN, battle: fought.clone() };
        met.state.engagement_mut().unwrap().battle = BattleState::Hexes(begun);
        let drawn_up = met.state.clone();
        war.settle(&mut met.state, &mut dice, &mut told);
        fight_on(war, &mut met.state, seed, &mut told);
        let came_home = std::mem::replace(&mut met.state, drawn_up);
        let field = count_on_hexes(war, tables, &met, &fought, &told);
        met.state = came_home;
        compare(war, tables, &met, &field, &told, seed);
        let campaign = war.campaign().unwrap();
        for (&unit, &dead) in met.units.iter().zip(&field.dead) {
            let had = met.before.unit(unit);
            let lost = u32::from(had.steps - steps_left(&told, unit).unwrap());
            let of_step = 100 * tables.of_step(campaign, unit);
            balances[had.power.index()].weigh(lost, dead, of_step);
        }
    });
    for Balance { apart, variance } in balances {
        println!("steps lost beyond men lost: {apart:.1}, by chance up to {:.1}", variance.sqrt());
        assert!(variance > 0.0 && apart.abs() < 3.0 * variance.sqrt());
    }
}

#[test]
fn conservation_on_the_display() {
    each_offer("display", |war, tables, mut met, seed| {
        let mut told = Vec::new();
        war.settle(&mut met.state, &mut Dice::new(seed), &mut told);
        fight_on(war, &mut met.state, seed, &mut told);
        let field = count_on_display(war, tables, &met, &told);
        compare(war, tables, &met, &field, &told, seed);
    });
}
