//! The hand-off's own proofs: everything converts, nothing is lost or doubled on the way, every special end.

use crate::battle_losses::BattleLosses;
use crate::conversion::{Conversion, Losses};
use crate::forms::hexes::{Close, HexBattle, OnHexes};
use crate::forms::{BattleForm, Source, display};
use crate::scene::GroundSeed;
use crate::setup::WarSetup;
use crate::war::War;
use diadem_campaign::data::Season;
use diadem_campaign::ids::{LeaderId, ProvinceId, ProvinceSet, UnitId};
use diadem_campaign::pieces::Nation;
use diadem_campaign::powers::Power;
use diadem_campaign::state::{Force, Kin};
use diadem_campaign::{
    Army, BattleOffer, BattleReport, Campaign, Commander, Contingents, Fighter, LeaderFate,
    Switches,
};
use diadem_core::random::{RandomPlayer, play_on};
use diadem_core::{Camp, Chance, Dice, Drop, Game, OwnFile, OwnFiles, Playable, Seat};
use diadem_display::{Charts, Display, Fate};
use diadem_hexes::{self as hexes, HowEnded, Place};
use diadem_sheets::ChartError;
use std::sync::Arc;

mod coming_home;
mod conservation;
mod typical;

const MACEDONIANS: Force = Force::main(Power(0));
const PERSIANS: Force = Force::main(Power(1));
const INDIANS: Force = Force { power: Power(1), kin: Kin::Indian };
const RAIDERS: Force = Force { power: Power(1), kin: Kin::Band(1) };

/// The two camps of a battle against the Macedonians.
fn against(enemy: Force) -> [Contingents; 2] {
    [MACEDONIANS, enemy].map(Contingents::alone)
}

/// What battles on hexes are made from, with these files of a player's own.
fn on_hexes(campaign: &Campaign, own: &OwnFiles) -> Result<OnHexes, ChartError> {
    let setup = WarSetup { own: own.clone(), ..WarSetup::new("alexandros", []) };
    OnHexes::load(&Source { campaign, conversion: None, setup: &setup })
}

/// A ground made from this number, or a famous field.
const fn from(seed: u32) -> GroundSeed {
    GroundSeed { seed, famous: true }
}

/// What offers are turned with.
struct Table {
    campaign: Campaign,
    on_hexes: OnHexes,
    charts: Arc<Charts>,
}

impl Table {
    fn new() -> Table {
        let campaign = Campaign::alexandros(Switches::default(), &OwnFiles::NONE).unwrap();
        let on_hexes = on_hexes(&campaign, &OwnFiles::NONE).unwrap();
        let charts = Charts::with_own(&OwnFiles::NONE).unwrap();
        Table { campaign, on_hexes, charts }
    }

    fn conversion(&self) -> &Conversion {
        &self.on_hexes.conversion
    }

    fn battle(&self, offer: &BattleOffer) -> HexBattle {
        let switches = hexes::Switches::default();
        HexBattle::new(&self.campaign, &self.on_hexes, offer, from(7), switches).unwrap()
    }

    fn display(&self, offer: &BattleOffer) -> Display {
        let setup = display::setup_of(&self.campaign, offer).unwrap();
        Display::with_charts(setup, Arc::clone(&self.charts)).unwrap()
    }

    /// Units of a side, as they may fight beside each other: Indians and raiders by themselves.
    fn pool(&self, force: Force) -> Vec<UnitId> {
        let fits = |unit: &UnitId| {
            let printed = &self.campaign.roster[*unit];
            let home = self.campaign.powers.home(printed.nation);
            let of = match force.kin {
                Kin::Main if force == MACEDONIANS => home == force.power || printed.turns_coat,
                Kin::Main => {
                    let mercenary = printed.nation == Nation::GreekMercenary;
                    mercenary || matches!(printed.nation, Nation::Persian | Nation::Spartan)
                }
                Kin::Indian => printed.nation == Nation::Indian,
                Kin::Band(_) => printed.nation.raids(),
            };
            printed.kind.fights() && of
        };
        self.campaign.roster.units().filter(fits).collect()
    }

    fn leaders(&self, force: Force) -> Vec<LeaderId> {
        let fits = |leader: &LeaderId| match self.campaign.roster[*leader].nation {
            Nation::Macedonian => force == MACEDONIANS,
            Nation::Indian => force == INDIANS,
            _ => force == PERSIANS,
        };
        self.campaign.roster.leaders().filter(fits).collect()
    }

    /// An army of some of those who are left, with any steps.
    fn army(&self, chance: &mut Chance, force: Force, left: &mut Vec<UnitId>) -> Army {
        let most = (left.len() as u32).min(70);
        let count = 3 + chance.below(most.saturating_sub(2).max(1));
        let mut units = Vec::new();
        for _ in 0..count.min(left.len() as u32) {
            let unit = left.remove(chance.below(left.len() as u32) as usize);
            let steps = 1 + chance.below(u32::from(self.campaign.roster[unit].full())) as u8;
            units.push(Fighter { unit, force, steps, missing: 0 });
        }
        units.sort_by_key(|one| one.unit);
        let leaders = self.leaders(force).into_iter().filter(|_| chance.below(3) == 0);
        let leaders: Vec<LeaderId> = leaders.collect();
        let officers = self.campaign.roster.who().officers;
        let leaders = leaders.into_iter().map(|leader| {
            let wounded = !officers.contains(&leader) && chance.below(4) == 0;
            Commander { leader, force, wounded }
        });
        let leaders = leaders.collect();
        let refuges = (0..32).map(ProvinceId).filter(|_| chance.below(9) == 0).collect();
        Army { units, leaders, refuges }
    }

    fn offer(&self, chance: &mut Chance) -> BattleOffer {
        let enemies = [PERSIANS, PERSIANS, INDIANS, RAIDERS];
        let enemy = enemies[chance.below(4) as usize];
        let mut own = self.pool(MACEDONIANS);
        let mut theirs = self.pool(enemy);
        let second = self.army(chance, enemy, &mut theirs);
        own.retain(|unit| !second.units.iter().any(|one| one.unit == *unit));
        let first = self.army(chance, MACEDONIANS, &mut own);
        let seasons = [Season::Spring, Season::Summer, Season::Autumn, Season::Winter];
        BattleOffer {
            province: ProvinceId(chance.below(32) as u8),
            camps: against(enemy),
            armies: [first, second],
            attacker: Camp::BOTH[chance.below(2) as usize],
            season: seasons[chance.below(4) as usize],
            number: chance.below(60) as u16,
        }
    }

    fn home_from(
        &self,
        offer: &BattleOffer,
        battle: &HexBattle,
        state: &hexes::State,
        close: Close,
        carried_off: Option<LeaderId>,
    ) -> BattleLosses {
        let remains = battle.remains(&self.campaign, offer, state, close, carried_off);
        BattleLosses::of(self.conversion(), offer, &remains, &mut Dice::new(7))
    }

    /// From the end of a battle on hexes to the report, the pursuit fought by players who pick at random.
    fn bring_home(
        &self,
        offer: &BattleOffer,
        battle: &HexBattle,
        state: &hexes::State,
        close: Close,
    ) -> (BattleLosses, BattleReport) {
        let home = self.home_from(offer, battle, state, close, None);
        let display = self.display(offer);
        let mut dice = Dice::new(7);
        let after = display.after(&home.aftermath(), &mut dice, &mut Drop);
        display.invariants(&after).unwrap();
        let mut player = RandomPlayer::new(7);
        let ended = play_on(&display, after, &mut dice, &mut player, u64::MAX).unwrap();
        let report = display.report(&ended.state).unwrap();
        let report = display::report(&report);
        (home, report)
    }

    /// Everybody whole and unhurt, in Phrygia, in winter.
    fn largest(&self, enemy: Force) -> BattleOffer {
        let roster = &self.campaign.roster;
        let army = |force: Force| {
            let serves = |unit: &UnitId| force != MACEDONIANS || !roster[*unit].turns_coat;
            let units = self.pool(force).into_iter().filter(serves);
            let fighter =
                |unit: UnitId| Fighter { unit, force, steps: roster[unit].full(), missing: 0 };
            Army {
                units: units.map(fighter).collect(),
                leaders: self
                    .leaders(force)
                    .into_iter()
                    .map(|one| Commander { leader: one, force, wounded: false })
                    .collect(),
                refuges: ProvinceSet::default(),
            }
        };
        BattleOffer {
            province: self.campaign.board.province("phrygia").unwrap(),
            camps: against(enemy),
            armies: [army(MACEDONIANS), army(enemy)],
            attacker: Camp::Second,
            season: Season::Winter,
            number: 3,
        }
    }
}

/// A state in which anything may have happened to anybody.
fn ravaged(battle: &HexBattle, chance: &mut Chance) -> (hexes::State, Close) {
    let mut state = battle.hexes.beginning();
    for unit in &mut state.units {
        match chance.below(6) {
            0 => unit.place = Place::Eliminated,
            1 => unit.routed = true,
            2 | 3 => unit.hits = chance.below(9) as u8,
            _ => {}
        }
    }
    for leader in &mut state.leaders {
        match chance.below(8) {
            0 => leader.at = None,
            1 => (leader.at, leader.fled) = (None, true),
            2 => leader.wound = 1,
            3 => (leader.at, leader.captured) = (None, true),
            _ => {}
        }
    }
    let winner = [None, Some(Camp::First), Some(Camp::Second)];
    let winner = winner[chance.below(3) as usize];
    let how = match (winner, chance.below(4)) {
        (None, _) => HowEnded::Nightfall,
        (Some(_), 0) => HowEnded::KingKilled,
        (Some(_), _) => HowEnded::Withdrawal,
    };
    (state, Close::Fought(hexes::Ending { winner, how }))
}

/// Every unit and leader has a row, and what it becomes stands for it: the men add up at every strength.
#[test]
fn everything_in_the_counter_mix_converts() {
    let table = Table::new();
    let conversion = table.conversion();
    for unit in table.campaign.roster.units() {
        let printed = &table.campaign.roster[unit];
        if !printed.kind.fights() {
            continue;
        }
        for steps in 1..=printed.full() {
            for missing in 0..conversion.men_of_step(unit) {
                let fighter = Fighter { unit, force: PERSIANS, steps, missing };
                let counters = conversion.brigade(fighter);
                let men: u32 = counters.iter().map(|one| u32::from(one.men)).sum();
                assert_eq!(men, u32::from(conversion.men(fighter)), "{} {fighter:?}", printed.key);
                assert!(counters.iter().all(|one| one.size >= 1 && one.size <= one.row.size));
            }
        }
        let [full, fewer] = [printed.full(), 1].map(|steps| {
            let counters = conversion.brigade(Fighter { unit, force: PERSIANS, steps, missing: 0 });
            counters.iter().map(|one| u32::from(one.size)).sum::<u32>()
        });
        assert!(fewer < full || printed.full() == 1, "{}: a reduced unit is weaker", printed.key);
    }
    for leader in table.campaign.roster.leaders() {
        let [fit, hurt] = [false, true].map(|wounded| conversion.ratings(leader, wounded));
        assert!(fit.initiative >= hurt.initiative && fit.range > hurt.range);
    }
    let size = |key: &str| {
        let unit = table.campaign.roster.unit_type(key).unwrap();
        let fighter = Fighter { unit: unit.first, force: PERSIANS, steps: unit.full(), missing: 0 };
        let counters = conversion.brigade(fighter);
        counters.iter().map(|one| (one.row.kind.code(), one.size)).collect::<Vec<_>>()
    };
    assert_eq!(size("mac_phalanx"), [("PH", 10)]);
    assert_eq!(size("hypaspists"), [("HYP", 7), ("HYP", 6), ("HYP", 6)]);
    assert_eq!(size("hetairai").len(), 5);
    assert_eq!(size("persian_cavalry").len(), 3);
}

/// Every unit and every leader of the counter mix comes home: whole when nothing happened, as the table says when
/// something did, and not at all when nobody is left.
#[test]
fn everything_in_the_counter_mix_comes_home() {
    let table = Table::new();
    let roster = &table.campaign.roster;
    let night = Close::Fought(hexes::Ending { winner: None, how: HowEnded::Nightfall });
    let (mut units, mut leaders) = (Vec::new(), Vec::new());
    for enemy in [PERSIANS, INDIANS, RAIDERS] {
        let offer = table.largest(enemy);
        let battle = table.battle(&offer);
        let home = |ravage: fn(&mut hexes::State)| {
            let mut state = battle.hexes.beginning();
            ravage(&mut state);
            table.home_from(&offer, &battle, &state, night, None)
        };
        let untouched = home(|_| {});
        assert!(untouched.units.iter().all(|toll| toll.steps == toll.had && toll.dead == 0));
        assert!(untouched.leaders.iter().all(|one| one.1.fate == Fate::Unhurt));
        units.extend(untouched.units.iter().map(|toll| toll.unit));
        leaders.extend(untouched.leaders.iter().map(|one| one.0));
        let gone = home(|state| {
            state.units.iter_mut().for_each(|unit| unit.place = Place::Eliminated);
            state.leaders.iter_mut().for_each(|leader| leader.at = None);
        });
        assert!(gone.units.iter().all(|toll| toll.steps == 0 && toll.dead == toll.men));
        assert!(gone.leaders.iter().all(|one| one.1.fate == Fate::Killed));
        let mut all_run = battle.hexes.beginning();
        all_run.units.iter_mut().for_each(|unit| unit.routed = true);
        all_run.leaders.iter_mut().for_each(|leader| leader.wound = 1);
        let beaten = table.home_from(&offer, &battle, &all_run, night, None);
        let lost = won_by(Camp::First, HowEnded::Withdrawal);
        let lost = table.home_from(&offer, &battle, &all_run, lost, None);
        for (toll, (camp, _)) in lost.units.iter().zip(offer.fighters()) {
            let Losses { routed, rallied, .. } = table.conversion().losses;
            let share = if camp == Camp::First { rallied } else { routed };
            assert_eq!(
                u32::from(toll.dead),
                u32::from(toll.men) * u32::from(share) / 100,
                "{toll:?}"
            );
            assert!(toll.broken);
        }
        for (leader, veteran) in &beaten.leaders {
            // 10.16: officers have no wounded side.
            let is_officer = roster.who().officers.contains(leader);
            let fate = if is_officer { Fate::Killed } else { Fate::Wounded };
            assert_eq!(veteran.fate, fate, "{}", roster[*leader].name);
        }
        let taken = home(|state| {
            let all = state.leaders.iter_mut();
            all.for_each(|leader| (leader.at, leader.captured) = (None, true));
        });
        assert!(taken.leaders.iter().all(|one| one.1.fate == Fate::Captured));
        let away = home(|state| {
            state.leaders.iter_mut().for_each(|leader| (leader.at, leader.fled) = (None, true));
        });
        assert!(away.leaders.iter().all(|one| one.1.routed && one.1.fate == Fate::Unhurt));
    }
    let fights = |unit: &UnitId| roster[*unit].kind.fights();
    assert!(roster.units().filter(fights).all(|unit| units.contains(&unit)), "every unit");
    assert!(roster.leaders().all(|leader| leaders.contains(&leader)), "every leader");
}

/// Nobody on a field has the name of another, though both armies hire the same mercenaries.
#[test]
fn everybody_on_a_field_has_a_name_of_his_own() {
    let table = Table::new();
    let hired = ["merc_hoplite", "merc_hoplite", "merc_peltast"];
    let offer = meeting(&table, &hired, &hired, [&["parmenio"], &["memnon"]]);
    let battle = table.battle(&offer);
    let units = battle.hexes.units().map(|unit| battle.hexes.troops(unit).name.clone());
    let leaders = battle.hexes.leaders().map(|one| battle.hexes.commander(one).name.clone());
    let names: Vec<String> = units.chain(leaders).collect();
    for (at, name) in names.iter().enumerate() {
        assert!(!names[..at].contains(name), "{name} is there twice");
    }
    assert!(names.iter().any(|name| name.ends_with(" 1 (Persian)")), "{names:?}");
}

fn own(name: &str, change: impl FnOnce(&str) -> String) -> OwnFiles {
    let files = <War as Playable>::data_files();
    let text = change(files.iter().find(|file| file.name == name).unwrap().text);
    OwnFiles::NONE.with(OwnFile { name: name.to_owned(), text })
}

/// A player's own charts and battlefields are what a campaign's battle on hexes is fought by.
#[test]
fn a_battle_is_fought_by_the_players_own_charts() {
    let table = Table::new();
    let mut offer = granicus(&table);
    offer.province = table.campaign.board.province("ionia").unwrap();
    let on = |own: &OwnFiles| {
        let on_hexes = on_hexes(&table.campaign, own).unwrap();
        let switches = hexes::Switches::default();
        HexBattle::new(&table.campaign, &on_hexes, &offer, from(7), switches).unwrap()
    };
    let renamed = own("battlefields/granicus.toml", |text| {
        text.replace("name = \"The Granicus\"", "name = \"My Granicus\"")
    });
    assert_eq!(on(&OwnFiles::NONE).hexes.battle().name, "The Granicus");
    assert_eq!(on(&renamed).hexes.battle().name, "My Granicus");
    let slower = own("hexes/types.toml", |text| text.replacen("ma = 4", "ma = 3", 1));
    let taxis = |battle: &HexBattle| {
        let phalanx = battle
            .hexes
            .units()
            .find(|&unit| battle.hexes.troops(unit).kind == hexes::Kind::Phalanx);
        battle.hexes.troops(phalanx.unwrap()).ma
    };
    assert_eq!([taxis(&on(&OwnFiles::NONE)), taxis(&on(&slower))], [4, 3]);
}

/// What is wrong with a player's own file is told with file, key and reason.
#[test]
fn wrong_files_of_a_players_own_are_refused() {
    let table = Table::new();
    let refused = |name: &str, before: &str, after: &str| {
        let own = own(name, |text| {
            assert!(text.contains(before), "{before}");
            text.replacen(before, after, 1)
        });
        on_hexes(&table.campaign, &own).unwrap_err().to_string()
    };
    let cases = [
        ("ground/fields.toml", "fronts = [15, 30]", "fronts = [250, 255]", "fronts"),
        ("ground/fields.toml", "fronts = [15, 30]", "fronts = [15, 250]", "fronts"),
        ("ground/fields.toml", "macedonia = 23", "macedonia = 0", "longitudes.macedonia"),
        ("ground/fields.toml", "battle = \"granicus\"", "battle = \"cannae\"", "famous.ionia"),
        ("ground/fields.toml", "macedonia = \"Axius\"", "atlantis = \"Lethe\"", "rivers.atlantis"),
        (
            "conversion/leaders.toml",
            "name = \"Officer\", initiative = 3",
            "name = \"Officer\", initiative = 0",
            "officers.macedonian",
        ),
        ("conversion/leaders.toml", "name = \"Officer\", ", "", "officers.macedonian"),
        ("conversion/leaders.toml", "name = \"Raja\"", "name = \"Satrap\"", "officers.persian"),
        (
            "conversion/leaders.toml",
            "range = 6, strategy = 4, charisma = 1 }",
            "range = 6, charisma = 1 }",
            "officers.indian",
        ),
        (
            "conversion/leaders.toml",
            "alexander    = { ",
            "alexander    = { name = \"Sikander\", ",
            "leader.alexander",
        ),
        ("conversion/units.toml", "name = \"Taxis\"", "name = \"\"", "brigade.mac_phalanx"),
    ];
    for (file, before, after, key) in cases {
        let told = refused(file, before, after);
        assert!(told.contains(file) && told.contains(key), "{after}: {told}");
    }
}

/// A war has fields of its own, and the same ones again from the same seed.
#[test]
fn no_two_wars_have_the_same_fields() {
    let table = Table::new();
    let offer = granicus(&table);
    let field = |seed: u32| {
        let switches = hexes::Switches::default();
        let made = HexBattle::new(&table.campaign, &table.on_hexes, &offer, from(seed), switches);
        made.unwrap().hexes.field().clone()
    };
    assert_eq!(field(1), field(1));
    let fields: Vec<_> = (0..20).map(field).collect();
    assert!(fields.iter().any(|one| *one != fields[0]));
}

/// An offer of these units and leaders, whole and unhurt, in Phrygia.
fn meeting(table: &Table, own: &[&str], theirs: &[&str], leaders: [&[&str]; 2]) -> BattleOffer {
    let mut used = Vec::new();
    let mut army = |force: Force, keys: &[&str], leaders: &[&str]| {
        let units = keys.iter().map(|key| {
            let kind = table.campaign.roster.unit_type(key).unwrap();
            let unit = kind.units().find(|unit| !used.contains(unit)).unwrap();
            used.push(unit);
            Fighter { unit, force, steps: kind.full(), missing: 0 }
        });
        let mut units: Vec<Fighter> = units.collect();
        units.sort_by_key(|one| one.unit);
        let leaders = leaders.iter().map(|key| {
            let leader = table.campaign.roster.leader(key).unwrap();
            Commander { leader, force, wounded: false }
        });
        Army { units, leaders: leaders.collect(), refuges: ProvinceSet::default() }
    };
    let armies = [army(MACEDONIANS, own, leaders[0]), army(PERSIANS, theirs, leaders[1])];
    BattleOffer {
        province: table.campaign.board.province("phrygia").unwrap(),
        camps: against(PERSIANS),
        armies,
        attacker: Camp::First,
        season: Season::Summer,
        number: 0,
    }
}

/// Alexandros with Sparta as a third power, on Persia's side.
fn three_powers() -> Table {
    let file =
        diadem_campaign::data::FILES.iter().find(|file| file.name.ends_with("/alexandros.toml"));
    let file = file.unwrap();
    let (rest, _) = file.text.split_once("[[power]]").unwrap();
    let powers = include_str!("../../campaign/tests/three_powers.toml");
    let text = format!("{rest}\n{powers}");
    let own = OwnFile { name: file.name.into(), text };
    let own: OwnFiles = [own].into_iter().collect();
    let campaign = Campaign::alexandros(Switches::default(), &own).unwrap();
    let on_hexes = on_hexes(&campaign, &OwnFiles::NONE).unwrap();
    Table { campaign, on_hexes, charts: Charts::with_own(&OwnFiles::NONE).unwrap() }
}

#[test]
fn allies_fight_in_either_form_each_with_a_seat_and_leaders_of_its_own() {
    let table = three_powers();
    let spartans = Force::main(Power(2));
    let theirs =
        ["merc_hoplite", "persian_cavalry", "persian_levy", "spartan", "spartan", "spartan"];
    let own = ["mac_phalanx", "mac_phalanx", "hypaspists", "hetairai", "thessalians"];
    let mut offer = meeting(&table, &own, &theirs, [&["alexander"], &["memnon", "agis"]]);
    offer.camps[1].ally = Some(spartans);
    let second = &mut offer.armies[1];
    let agis = table.campaign.roster.who().agis;
    let is_spartan = |unit: UnitId| table.campaign.roster[unit].nation == Nation::Spartan;
    second.units.iter_mut().filter(|one| is_spartan(one.unit)).for_each(|one| one.force = spartans);
    second.units.sort_by_key(|one| (one.force, one.unit));
    second.leaders.iter_mut().filter(|one| one.leader == agis).for_each(|one| one.force = spartans);
    let seats = |asked: [u32; 3]| assert!(asked.iter().all(|&times| times > 0), "{asked:?}");
    let battle = table.battle(&offer);
    let agis = battle.leader(agis).unwrap();
    assert_eq!(battle.hexes.seat_of_leader(agis), Seat::new(2));
    let mut state = battle.hexes.beginning();
    let mut dice = Dice::new(3);
    battle.hexes.open_as(&mut state, &mut dice, &mut Drop);
    seats(play_all(&*battle.hexes, state, &mut dice).0);
    let display = table.display(&offer);
    let (asked, ended) = play_all(&display, display.opening(&mut Dice::new(3)), &mut dice);
    seats(asked);
    let report = display::report(&display.report(&ended).unwrap());
    assert_eq!(
        report.units.len(),
        own.len() + theirs.len(),
        "everybody comes home, or is told dead"
    );
}

/// Plays on at random to the end; how often each of three seats was asked.
fn play_all<G: Game>(game: &G, mut state: G::State, dice: &mut Dice) -> ([u32; 3], G::State) {
    let mut player = RandomPlayer::new(3);
    let (mut asked, mut listed) = ([0; 3], Vec::new());
    while let Some(ask) = game.decision(&state).ask() {
        asked[ask.seat.index()] += 1;
        listed.clear();
        game.actions(&state, &mut listed);
        let action = player.pick(&listed).unwrap();
        game.apply(&mut state, ask.seat, action, dice, &mut Drop).unwrap();
        game.invariants(&state).unwrap();
    }
    (asked, state)
}

fn granicus(table: &Table) -> BattleOffer {
    let own = ["mac_phalanx", "mac_phalanx", "hypaspists", "hetairai", "thessalians"];
    let theirs = ["merc_hoplite", "persian_cavalry", "persian_cavalry", "persian_levy"];
    meeting(table, &own, &theirs, [&["alexander", "parmenio"], &["darius", "memnon"]])
}

fn won_by(camp: Camp, how: HowEnded) -> Close {
    Close::Fought(hexes::Ending { winner: Some(camp), how })
}

fn fate_of(report: &BattleReport, leader: LeaderId) -> LeaderFate {
    let is_he = |fate: &&LeaderFate| match **fate {
        LeaderFate::Lives { leader: one, .. } | LeaderFate::Killed(one) => one == leader,
        LeaderFate::Captured(one) => one == leader,
    };
    *report.leaders.iter().find(is_he).unwrap()
}

/// 10.19, 15.2, 15.6: Darius killed on hexes ends the battle, and the Royal Family falls with him.
#[test]
fn darius_killed_is_darius_killed() {
    let table = Table::new();
    let offer = granicus(&table);
    let battle = table.battle(&offer);
    let darius = table.campaign.roster.who().darius;
    let king = battle.leader(darius).unwrap();
    assert!(battle.hexes.commander(king).is_target);
    let mut state = battle.hexes.beginning();
    state.leaders[king.index()].at = None;
    let close = won_by(Camp::First, HowEnded::KingKilled);
    let (home, report) = table.bring_home(&offer, &battle, &state, close);
    assert_eq!(fate_of(&report, darius), LeaderFate::Killed(darius));
    assert_eq!(report.winner, Some(Camp::First));
    let broken = home.units.iter().zip(&battle.brigades).filter(|(toll, _)| toll.broken);
    assert!(
        broken.clone().count() == 4
            && broken.map(|(_, one)| one.camp).all(|camp| camp == Camp::Second)
    );
}

/// 15.2: Darius who rides off the map, or whose army withdraws, leaves his family behind; one who holds the field
/// until night does not.
#[test]
fn darius_who_flees_leaves_his_family() {
    let table = Table::new();
    let offer = granicus(&table);
    let battle = table.battle(&offer);
    let darius = table.campaign.roster.who().darius;
    let king = battle.leader(darius).unwrap();
    let night = Close::Fought(hexes::Ending { winner: None, how: HowEnded::Nightfall });
    let mut state = battle.hexes.beginning();
    let (_, report) = table.bring_home(&offer, &battle, &state, night);
    assert!(!report.darius_fled && report.winner.is_none(), "a draw at nightfall");
    let close = won_by(Camp::First, HowEnded::Withdrawal);
    let (_, report) = table.bring_home(&offer, &battle, &state, close);
    assert!(report.darius_fled);
    state.leaders[king.index()].at = None;
    state.leaders[king.index()].fled = true;
    let (_, report) = table.bring_home(&offer, &battle, &state, night);
    assert!(report.darius_fled);
    let lives = LeaderFate::Lives { leader: darius, wounded: false };
    assert_eq!(fate_of(&report, darius), lives);
}

/// 10.17, 10.19: Alexander dead ends the battle and the war, and nobody pursues.
#[test]
fn alexander_dead_is_the_end() {
    let table = Table::new();
    let offer = granicus(&table);
    let battle = table.battle(&offer);
    let alexander = table.campaign.roster.who().alexander;
    let mut state = battle.hexes.beginning();
    state.leaders[battle.leader(alexander).unwrap().index()].at = None;
    let (home, report) =
        table.bring_home(&offer, &battle, &state, Close::CommanderLost(Camp::First));
    assert_eq!(fate_of(&report, alexander), LeaderFate::Killed(alexander));
    assert_eq!(report.winner, Some(Camp::Second));
    let steps = |units: &mut dyn Iterator<Item = u8>| units.map(u32::from).sum::<u32>();
    let before = steps(&mut home.units.iter().map(|toll| toll.steps));
    let after = steps(&mut report.units.iter().map(|fate| fate.steps));
    assert_eq!(before, after, "nobody is caught");
    let night = Close::Fought(hexes::Ending { winner: None, how: HowEnded::Nightfall });
    let home = table.home_from(&offer, &battle, &state, night, Some(alexander));
    let carried = home.leaders.iter().find(|(leader, _)| *leader == alexander).unwrap();
    assert_eq!(carried.1.fate, Fate::Wounded, "carried off alive");
}

/// Memnon, Porus and every other leader: killed, wounded or unhurt, and a wound comes home.
#[test]
fn leaders_bring_their_wounds_home() {
    let table = Table::new();
    let offer = granicus(&table);
    let battle = table.battle(&offer);
    let roster = &table.campaign.roster;
    let (memnon, parmenio) = (roster.who().memnon, roster.leader("parmenio").unwrap());
    let mut state = battle.hexes.beginning();
    state.leaders[battle.leader(memnon).unwrap().index()].at = None;
    state.leaders[battle.leader(parmenio).unwrap().index()].wound = 1;
    let close = won_by(Camp::First, HowEnded::Withdrawal);
    let (_, report) = table.bring_home(&offer, &battle, &state, close);
    assert_eq!(fate_of(&report, memnon), LeaderFate::Killed(memnon));
    let hurt = LeaderFate::Lives { leader: parmenio, wounded: true };
    assert_eq!(fate_of(&report, parmenio), hurt);
    let indians = ["indian_elephant", "indian_infantry", "indian_archer", "indian_chariot"];
    let offer =
        meeting(&table, &["mac_phalanx", "hypaspists", "hetairai"], &indians, [&[], &["porus"]]);
    let battle = table.battle(&offer);
    let porus = battle.leader(roster.who().porus).unwrap();
    let printed = battle.hexes.commander(porus);
    assert_eq!((printed.initiative, printed.personal_combat), (Some(5), None));
    assert!(!printed.is_target);
}

/// Every field holds the largest armies, apart from each other, and the same seed makes it again.
#[test]
fn every_province_has_room_for_the_largest_armies() {
    let table = Table::new();
    for enemy in [PERSIANS, INDIANS, RAIDERS] {
        for province in table.campaign.board.provinces() {
            let offer = BattleOffer { province, ..table.largest(enemy) };
            let battle = table.battle(&offer);
            let again = table.battle(&offer);
            assert_eq!(battle.hexes.battle(), again.hexes.battle());
            let starts = |camp: Camp| -> Vec<hexes::Hex> {
                let units = battle.hexes.list(camp).units.iter();
                units.flat_map(|unit| battle.hexes.troops(unit).start.hexes()).collect()
            };
            let [own, theirs] = Camp::BOTH.map(starts);
            let apart =
                own.iter().flat_map(|one| theirs.iter().map(|two| one.distance(*two))).min();
            let name = &table.campaign.board[province].name;
            assert!(apart.unwrap() >= 5, "{name}: {apart:?} hexes apart");
            battle.hexes.invariants(&battle.hexes.opening(&mut Dice::new(1))).unwrap();
        }
    }
}
