//! The embedded charts are whole, and spoiled ones are refused.

use super::*;
use crate::model::hex::Aspect;
use crate::model::types::{ChartType, Kind, MissileKind};
use diadem_core::Source;

fn charts() -> Arc<Charts> {
    Charts::embedded().unwrap()
}

#[test]
fn the_embedded_charts_are_whole() {
    let charts = charts();
    assert_eq!(charts.types.row(Kind::Phalanx).fast_ma, Some(5));
    assert_eq!(charts.types.row(Kind::Skirmisher).ma, 6);
    assert_eq!(charts.figures.leader_ma, 9);
    let catalogue = catalogue(&OwnFiles::NONE).unwrap();
    assert_eq!(catalogue.len(), charts.origins.len() + 9);
    let hexes = catalogue.iter().find(|chart| chart.name == "hex").unwrap();
    assert_eq!(hexes.sources, [Source::Printed, Source::Public, Source::Reconstructed]);
    assert_eq!(hexes.file, "hexes/movement.toml");
    assert_eq!(data_files().len(), EMBEDDED.len() + 9);
}

#[test]
fn gba_8_15_the_missile_chart_has_the_books_figures() {
    let missiles = &charts().missiles;
    let foot = MissileArm::of(Kind::Skirmisher, MissileKind::Bow);
    assert_eq!(missiles.strength(foot, 2), Some(3));
    assert_eq!(missiles.range(foot), 4);
    assert_eq!(missiles.strength(foot, 5), None);
    assert_eq!(missiles.range(MissileArm::of(Kind::HorseArcher, MissileKind::Bow)), 3);
    assert_eq!(missiles.range(MissileArm::of(Kind::Peltast, MissileKind::Javelin)), 1);
    assert!(missiles.runs_low(foot, 9) && !missiles.runs_low(foot, 8));
    assert!(missiles.runs_low(MissileArm::MountedJavelin, 7));
    assert!(!missiles.runs_low(MissileArm::Bolt, 9));
}

#[test]
fn gba_6_92_skirmishers_pass_and_heavies_do_not() {
    let stacking = charts().stacking;
    let hits = |mover, stationary| {
        stacking.passing(mover, stationary).map(|hits| (hits.mover, hits.stationary))
    };
    assert_eq!(hits(Kind::Skirmisher, Kind::Phalanx), Some((0, 0)));
    assert_eq!(hits(Kind::Phalanx, Kind::Skirmisher), None);
    assert_eq!(hits(Kind::LightCavalry, Kind::Hoplite), None);
    assert_eq!(hits(Kind::LightCavalry, Kind::Peltast), Some((1, 1)));
}

#[test]
fn gba_6_45_a_wheel_costs_a_hit_at_least() {
    let charts = charts();
    let wheel = charts.toll(CohesionCause::Wheel);
    assert_eq!((wheel.hits_on(9, 7), wheel.hits_on(8, 7), wheel.hits_on(0, 7)), (2, 1, 1));
    let fast = charts.toll(CohesionCause::PhalanxFast);
    assert_eq!((fast.hits_on(9, 7), fast.hits_on(7, 7)), (1, 0));
    assert_eq!(charts.toll(CohesionCause::ChariotAvoided).hits_on(7, 7), 1);
    assert_eq!(charts.toll(CohesionCause::PreShock).hits_on(9, 5), 4);
    assert!(!charts.toll(CohesionCause::MovedAgain).needs_roll());
}

#[test]
fn gba_10_27_and_9_21_tables_have_the_books_figures() {
    let charts = charts();
    assert_eq!(charts.rally.on(7, 5), Rallied::WithHits(2));
    assert_eq!(charts.rally.on(3, 9), Rallied::RoutsOn);
    assert_eq!(charts.casualties.by_differential(0), Harm::None);
    assert_eq!(charts.casualties.by_differential(11), Harm::Killed);
    assert_eq!(charts.casualties.by_die(5), Harm::Finished);
    assert_eq!(charts.casualties.by_die(8), Harm::Wounded(2));
}

#[test]
fn gba_9_5_the_shock_charts_have_the_books_figures() {
    use ChartType as T;
    let charts = charts();
    let column = |attacker, defender, aspect| {
        charts.clash.column(attacker, defender, aspect).map(ShockColumn::number)
    };
    assert_eq!(column(T::MediumInfantry, T::HeavyInfantry, Aspect::Front), Some(6));
    assert_eq!(column(T::Lancer, T::Elephant, Aspect::Front), None);
    assert_eq!(column(T::Phalanx, T::HeavyInfantry, Aspect::Flank), Some(11));
    assert_eq!(column(T::Lancer, T::Phalanx, Aspect::Rear), Some(11));
    assert_eq!(column(T::Skirmisher, T::Chariot, Aspect::Front), Some(1));
    assert_eq!(column(T::Skirmisher, T::Phalanx, Aspect::Front), None);
    assert_eq!(column(T::Phalanx, T::ShockSkirmisher, Aspect::Front), Some(13));
    assert_eq!(charts.superiority.between(T::HeavyCavalry, T::Phalanx), Superior::Defender);
    assert_eq!(charts.superiority.between(T::Skirmisher, T::Chariot), Superior::Attacker);
    assert_eq!(charts.superiority.between(T::Skirmisher, T::Phalanx), Superior::NotAllowed);
    let hits = |column, roll| {
        let result = charts.shock.result(ShockColumn::new(column), roll);
        (result.attacker, result.defender)
    };
    assert_eq!(hits(5, 8), (2, 2));
    assert_eq!(hits(13, 12), (1, 6));
    assert_eq!(hits(0, -3), (6, 1));
    assert_eq!(charts.shift(Shift::CataphractDefends), -2);
}

fn spoiled(name: &str, good: &str, bad: &str) -> String {
    let path = format!("maps/hexes/{name}");
    let texts: Vec<String> = EMBEDDED
        .iter()
        .map(|file| {
            assert!(file.path != path || file.text.contains(good), "{good}");
            if file.path == path { file.text.replacen(good, bad, 1) } else { file.text.into() }
        })
        .collect();
    let files: Vec<ChartFile<'_>> = EMBEDDED
        .iter()
        .zip(&texts)
        .map(|(file, text)| ChartFile { path: file.path, text })
        .collect();
    Charts::load(&files).unwrap_err().to_string()
}

#[test]
fn a_bad_chart_is_refused_with_file_key_and_reason() {
    let table = [
        ("types.toml", "ma = 4, fast", "ma = 40, fast", "kind.PH: needs an allowance"),
        ("types.toml", "hexes = 2", "hexes = 1", "kind.PH: is not what the rules make"),
        ("types.toml", "GBA 2.22", "GBA 2.99", "rule: no book has a rule \"GBA 2.99\""),
        ("movement.toml", "[0, 0, 0, 0,", "[0, 0, 0,", "hex.clear: needs 9 cells"),
        ("movement.toml", "\"P\"]", "\"X\"]", "hex.woods: has \"X\", not a figure or \"P\""),
        ("movement.toml", "rough = true", "rough = false", "hex.woods: is not as rough"),
        (
            "movement.toml",
            "printed = [\"mp\"]",
            "printed = [\"pm\"]",
            "hex.clear: there is no cell",
        ),
        ("movement.toml", "\"PH\", \"HI\"", "\"HI\", \"PH\"", "classes: needs every class"),
        ("movement-figures.toml", "ma = 9", "ma = 0", "leader.ma: is 0, not 1 to 20"),
        ("movement-figures.toml", "mp = 3", "mp = 3\nmore = 1", "reverse_face.more: is not known"),
        ("stacking.toml", "mover = 1", "mover = 11", "basic_through_basic.mover: is 11"),
        ("missiles.toml", "[5, 3, 3, 1]", "[5, 3, 4, 1]", "strength.foot_bow: is 9 at most"),
        ("cohesion.toml", "= \"excess\"", "= \"some\"", "cause.wheel: unknown variant `some`"),
        ("cohesion.toml", "GBA 6.13", "GBA 6.99", "cause.moved_again: no book has a rule"),
        ("leader-casualties.toml", "\"wounded 1\"", "\"hurt\"", "die.results: has a result"),
        ("rally.toml", "[1, 1, 2", "[3, 1, 2", "hits.tq_3: has hits that would rout"),
        (
            "rally.toml",
            "[1, 1, 2",
            "[1, 2",
            "hits.tq_3: needs 10, one for each figure of the die from 0 (GBA 2.3)",
        ),
        ("rampage.toml", "hexes = 3", "hexes = \"3\"", "rampage.hexes: invalid type"),
        ("shock-results.toml", "\"6(1)\"", "\"6/1\"", "die.0: needs results"),
        ("shock-results.toml", "\"6(1)\"", "\"1(6)\"", "die.0: favours the attacker"),
        (
            "clash-of-spears.toml",
            "[ 7,  6",
            "[17,  6",
            "front.PH: has a column that is not 1 to 13",
        ),
        ("clash-of-spears.toml", "\"PH>SK\"", "\"PH>XX\"", "front.printed: there is no cell"),
        ("superiority.toml", "[\"AS\"", "[\"SA\"", "defender.MI: unknown variant `SA`"),
        ("superiority.toml", "plus = [\"PH\", ", "plus = [", "plus: is not what the rules make"),
        ("pre-shock.toml", "attacked = -1", "attacked = -10", "double_depth_attacked: is not -9"),
        (
            "shock-shifts.toml",
            "value = 2",
            "value = 20",
            "shift.cataphract_attacks: shifts by more",
        ),
    ];
    for (file, good, bad, wanted) in table {
        let told = spoiled(file, good, bad);
        assert!(told.starts_with(&format!("maps/hexes/{file}: {wanted}")), "{told}");
    }
}
