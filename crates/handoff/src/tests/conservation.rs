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
        match piece.steps {
            0 => 0,
            steps => u32::from(steps) * self.of_step(campaign, unit) - u32::from(piece.wear),
        }
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
        (unit.place, unit.steps, unit.wear, unit.band) = (Place::Aside, 0, 0, 0);
        unit.power = campaign.powers.home(campaign.roster[id].nation);
    }
    map.leaders.iter_mut().for_each(|leader| leader.place = Place::Aside);
    map.turn = 1 + chance.below(20) as u8;
    map.history.indians_roused = true;
    let (place, mut units, mut leaders) = (Place::Field(offer.province), Vec::new(), Vec::new());
    for army in &offer.armies {
        for one in &army.units {
            let piece = &mut map.units[one.unit.index()];
            (piece.place, piece.steps, piece.wear) = (place, one.steps, one.wear);
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

/// The count of the field: the men that each unit lost, whom the pursuit caught, what became of leaders.
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
    let mut counters = rules.units();
    let mut dead = Vec::new();
    for &unit in &met.units {
        let men = tables.men(campaign, unit, met.before.unit(unit));
        let mut lost = 0;
        for (men, size) in tables.fill(campaign, unit, men) {
            let counter = counters.next().expect("every man stands on a counter");
            assert_eq!(u32::from(rules.troops(counter).size), size);
            let now = fought.unit(counter);
            let share = if now.place == hexes::Place::Eliminated {
                tables.losses.eliminated
            } else if now.routed {
                tables.losses.routed
            } else if now.hits == 0 {
                0
            } else if now.hits * 2 >= rules.troops(counter).tq {
                tables.losses.battered
            } else {
                tables.losses.hit
            };
            lost += men * share / 100;
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
    let men = |at: usize| tables.men(campaign, met.units[at], met.before.unit(met.units[at]));
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
                dead[unit.index()] += tables.of_step(campaign, met.units[unit.index()]);
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
    // Fit, dead, caught in the pursuit, and trapped on the map.
    let mut found = [0; 4];
    let mut went_in = 0;
    for (at, &unit) in met.units.iter().enumerate() {
        let (then, now) = (met.before.unit(unit), after.unit(unit));
        let name = &campaign.roster[unit].key;
        let men = tables.men(campaign, unit, then);
        let left = men - field.dead[at];
        went_in += men;
        found[1] += field.dead[at];
        assert!(now.steps <= then.steps, "seed {seed}: {name} is better off");
        let is_gone = now.steps == 0;
        match (field.caught.contains(&at), is_gone) {
            (true, false) => panic!("seed {seed}: {name} was caught and is there"),
            (true, true) => found[2] += left,
            (false, true) if left > 0 => {
                assert!(trapped, "seed {seed}: {name} is missing with {left} men");
                found[3] += left;
            }
            (false, _) => {
                let home = tables.men(campaign, unit, now);
                assert_eq!(home, left, "seed {seed}: {name} had {then:?}, has {now:?}");
                found[0] += home;
            }
        }
    }
    assert_eq!(found.iter().sum::<u32>(), went_in, "seed {seed}: {found:?}");
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

#[test]
fn conservation_on_hexes() {
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
    });
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
