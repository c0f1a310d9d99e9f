//! All battles load, and broken ones are refused with the right key.

use super::*;
use crate::model::field::{HexsideFeature, Terrain};
use crate::model::hex::Hex;
use crate::model::terrain::Cost;
use crate::model::types::MovementClass;
use diadem_core::Camp;

fn hex(number: &str) -> Hex {
    Hex::parse(number).unwrap()
}

#[test]
fn every_battle_loads_with_its_counters() {
    let counts: Vec<(&str, usize, usize, usize)> = battles()
        .unwrap()
        .iter()
        .map(|battle| {
            let [first, second] = Camp::BOTH.map(|camp| battle.army(camp).units.len());
            (battle.id.as_str(), first, second, battle.leaders.len())
        })
        .collect();
    assert_eq!(
        counts,
        [
            ("samarkand", 7, 9, 5),
            ("granicus", 34, 48, 14),
            ("issus", 43, 81, 16),
            ("gaugamela", 48, 121, 17),
            ("hydaspes", 29, 59, 10),
            ("chaeronea", 23, 26, 9),
            ("jaxartes", 25, 20, 7),
            ("pelium", 27, 31, 8),
        ]
    );
    assert!(Battle::load("cannae").unwrap_err().0.contains("samarkand"));
}

#[test]
fn what_the_book_says_of_the_maps_holds() {
    let issus = Battle::load("issus").unwrap();
    let field = &issus.field;
    // 6.21: a hoplite pays 3 points from 5015 into 5115.
    let charts = Charts::embedded().unwrap();
    let side = hex("5015").side_towards(hex("5115")).unwrap();
    let step = charts.entry(field, MovementClass::HeavyInfantry, hex("5015"), side);
    assert_eq!(step.map(|Cost { mp, .. }| mp), Ok(3));
    // 6.24, 8.16, 6.23.
    assert_eq!((field.terrain(hex("4426")), field.level(hex("4426"))), (Terrain::Clear, 4));
    assert!(field.level(hex("3508")) > field.level(hex("3512")));
    assert_eq!((field.terrain(hex("3512")), field.level(hex("3512"))), (Terrain::MajorRiver, 1));
    // 5.67: Alexander in 4214, and every Companion within four hexes of Philotas in 4614.
    let leader = |id: &str| issus.leaders.iter().find(|leader| leader.id == id).unwrap();
    assert_eq!(leader("alexander").start, hex("4214"));
    let philotas = leader("philotas");
    assert_eq!(philotas.start, hex("4614"));
    let companions: Vec<u8> = philotas
        .commands
        .units
        .iter()
        .map(|id| issus.unit(id).start.hex.distance(philotas.start))
        .collect();
    assert_eq!(companions.len(), 5);
    assert!(companions.iter().all(|&away| away <= philotas.range));
    // 12.11.
    assert_eq!((leader("alexander").rout_points, philotas.rout_points), (70, 0));
    assert!(leader("darius").is_target);
}

#[test]
fn a_battle_may_use_the_map_of_another() {
    let [granicus, jaxartes] = ["granicus", "jaxartes"].map(|id| Battle::load(id).unwrap());
    let bank = (hex("1931"), Hexside::NorthEast);
    assert_eq!(granicus.field.hexside(bank.0, bank.1), Some(HexsideFeature::SteepBank));
    assert_eq!(jaxartes.field.hexside(bank.0, bank.1), None);
    assert_eq!(jaxartes.field.terrain(hex("2005")), Terrain::MajorRiver);
    assert!(jaxartes.special.engines_begin_in_fire_mode);
    assert!(!jaxartes.special.stops_in_river.is_empty());
}

#[test]
fn gba_4_37_commands_name_the_very_units() {
    let chaeronea = Battle::load("chaeronea").unwrap();
    let of = |id: &str| {
        let leader = chaeronea.leaders.iter().find(|leader| leader.id == id).unwrap();
        leader.commands.units
    };
    // 5.23: Demosthenes leads Athenians, Theagenes Thebans.
    let wings = |id: &str| {
        let mut wings: Vec<&str> =
            of(id).iter().map(|unit| chaeronea.unit(unit).wing.as_str()).collect();
        wings.dedup();
        wings
    };
    assert_eq!(wings("demosthenes"), ["athenian"]);
    assert_eq!(wings("theagenes"), ["theban"]);
    assert_eq!(chaeronea.forces[0].overall_commander, None);
    assert_eq!(chaeronea.army(Camp::First).lines.len(), 4);
    assert_eq!(chaeronea.army(Camp::First).lines[1].units.len(), 7);
}

/// What is said of a battle whose file is spoiled so.
fn spoiled(name: &str, good: &str, bad: &str) -> String {
    let path = format!("maps/battlefields/{name}.toml");
    let file = BATTLES.iter().find(|file| file.path == path).unwrap();
    assert!(file.text.contains(good), "{good}");
    let text = file.text.replacen(good, bad, 1);
    let mut files = BATTLES.to_vec();
    files.retain(|other| other.path != path);
    let mut files: Vec<ChartFile<'_>> = files;
    files.push(ChartFile { path: file.path, text: &text });
    let charts = Charts::embedded().unwrap();
    Battle::read(file.path, &files, &charts).unwrap_err().to_string()
}

#[test]
fn a_broken_battle_is_refused_with_file_key_and_reason() {
    let table = [
        ("samarkand", "GBA 2.1", "GBA 2.9", "rule: no book has a rule"),
        ("samarkand", "story =", "tale =", "line 12: unknown field `tale`"),
        ("samarkand", "last_turn = 20", "last_turn = 0", "last_turn: is not 1 to 100"),
        ("samarkand", "\"N\", \"NE\"", "\"N\", \"N\"", "compass: names the six sides"),
        (
            "samarkand",
            "use = \"hydaspes\"",
            "use = \"xanthos\"",
            "map.use: there is no \"xanthos\"",
        ),
        ("samarkand", "use = \"hydaspes\"", "use = \"jaxartes\"", "map.use: may not use a map"),
        ("samarkand", "up = \"N\"", "up = \"N\"\nrows = [1, 9]", "map.use: comes with nothing"),
        ("granicus", "columns = [1, 44]", "columns = [44, 1]", "map.columns: and rows make no"),
        ("granicus", "base_level = 2", "base_level = 12", "map.base_level: is 12, not 0 to 9"),
        ("granicus", "\"3207-25\"", "\"3207-35\"", "map.elevation.1: \"3207-35\" is not a hex"),
        ("granicus", "\"2701\"", "\"9901\"", "map.terrain.3: \"9901\" is not a hex"),
        ("granicus", "\"1931/NE+SE\"", "\"1931/E\"", "map.hexsides.1: \"1931/E\" is no side"),
        ("granicus", "kind = \"rocky\"", "kind = \"lava\"", "line 53: unknown variant `lava`"),
        ("pelium", "\"0713/NE+SE\"", "\"0712/NE+SE\"", "map.hexsides.2: 0712/NE has another"),
        ("samarkand", "key = \"sogdian\"", "key = \"macedonian\"", "army: has two armies"),
        ("samarkand", "\"LP-2\"", "\"LP-1\"", "army.macedonian.units: has LP-1 twice"),
        ("samarkand", "\"2214\"", "\"2215\"", "army.macedonian.units.LP-1: stands on another"),
        ("samarkand", "\"2214\"", "\"6014\"", "army.macedonian.units.LP-1: \"6014\" is not a hex"),
        ("samarkand", "\"2214\"", "\"2234\"", "army.macedonian.units.LP-1: may not be in 2234"),
        ("samarkand", "\"2216\"", "\"2315\"", "army.macedonian.units.HO-1: does not lie across"),
        ("samarkand", "second_hex = \"2216\",", "", "army.macedonian.units.HO-1: needs a second"),
        (
            "samarkand",
            "facing = \"E\"",
            "facing = \"N\"",
            "army.macedonian.units.HO-1: \"N\" is no",
        ),
        ("samarkand", "tq = 6", "tq = 16", "army.macedonian.units.HO-1: needs a quality"),
        ("samarkand", "tq = 6", "tq = 7", "army.macedonian.unit_rout_points: is 42, but"),
        ("samarkand", "withdrawal = 18", "withdrawal = 43", "army.macedonian.withdrawal: is not"),
        ("samarkand", "= \"pharnuches\"", "= \"nobody\"", "army.macedonian.overall_commander: is"),
        ("samarkand", "retreat_edge = \"left\"", "retreat_edge = \"west\"", "line 32: unknown"),
        (
            "samarkand",
            "hex = \"2116\"",
            "hex = \"2134\"",
            "army.macedonian.leaders.pharnuches: may",
        ),
        ("samarkand", "strategy = 4, ", "", "army.sogdian.leaders.dahae_chief: needs a strategy"),
        (
            "samarkand",
            "\"LCA\", \"LC\"]",
            "\"LX\"]",
            "army.sogdian.leaders.dahae_chief.commands: \"LX\"",
        ),
        ("samarkand", "[[\"LCA\"]", "[[\"cavalry\"]", "army.sogdian.lines: names types"),
        ("samarkand", "[[\"LCA\"]", "[[\"EL\"]", "army.sogdian.lines: \"EL\" means no unit"),
    ];
    for (battle, good, bad, wanted) in table {
        let told = spoiled(battle, good, bad);
        let wanted = format!("maps/battlefields/{battle}.toml: {wanted}");
        assert!(told.starts_with(&wanted), "wanted {wanted}\ntold   {told}");
    }
}
