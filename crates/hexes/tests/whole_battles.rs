//! The random player finishes every battle.

use diadem_core::{Dice, Drop, Game};
use diadem_hexes::*;

fn plain_battle() -> Battle {
    let field = Field::plain(1..=30, 1..=20, Terrain::Clear, 1).unwrap();
    let mut units = Vec::new();
    for (army, column, facing) in
        [(Army::First, 10u8, Vertex::East), (Army::Second, 16, Vertex::West)]
    {
        for at in 0..6u8 {
            let kind = if at < 3 { Kind::Phalanx } else { Kind::LightCavalry };
            let hex = Hex::new(column, 2 + 2 * at);
            let start = if kind.is_two_hex() {
                Start::across(hex, Hex::new(column, 3 + 2 * at), facing).unwrap()
            } else {
                Start { hex, second_hex: None, facing: Some(facing) }
            };
            units.push(Troops {
                id: format!("{army:?}{at}"),
                name: format!("{army:?} {at}"),
                army,
                kind,
                class: None,
                tq: 6,
                size: 5,
                ma: if kind.is_two_hex() { 4 } else { 8 },
                fast_ma: kind.is_two_hex().then_some(5),
                missile: (!kind.is_two_hex()).then_some(MissileKind::Javelin),
                screen: false,
                greek_mercenary_or_spartan: false,
                thracian: false,
                indian: false,
                wing: String::new(),
                start,
            });
        }
    }
    let set = |army: Army| {
        units
            .iter()
            .enumerate()
            .filter(|(_, u)| u.army == army)
            .map(|(i, _)| UnitId::new(i as u8))
            .collect::<UnitSet>()
    };
    let leaders = [(Army::First, 9u8), (Army::Second, 17)].map(|(army, column)| Commander {
        id: format!("{army:?}"),
        name: format!("Leader {army:?}"),
        army,
        role: Role::Overall,
        initiative: Some(5),
        range: 8,
        strategy: None,
        charisma: 1,
        personal_combat: Some(3),
        line_command: false,
        elite: false,
        commands: Commands { text: vec![], units: set(army) },
        rout_points: 25,
        is_target: false,
        start: Hex::new(column, 8),
    });
    let armies = [Army::First, Army::Second].map(|army| ArmyList {
        key: format!("{army:?}"),
        name: format!("{army:?}"),
        retreat_edge: if army == Army::First { Edge::Left } else { Edge::Right },
        withdrawal: 60,
        overall_commander: Some(LeaderId::new(army as u8)),
        lines: vec![],
        macedonian: army == Army::First,
        units: set(army),
    });
    Battle {
        id: "plain".into(),
        name: "Plain".into(),
        date: String::new(),
        story: String::new(),
        ruleset: Ruleset::Gba,
        field,
        armies,
        units,
        leaders: leaders.to_vec(),
        last_turn: 10,
        compass: Side::ALL,
        special: Special::default(),
        remarks: vec![],
    }
}

#[test]
fn random_play_ends() {
    let rules = Hexes::new(plain_battle(), Switches::default()).unwrap();
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let mut state = rules.open(&mut dice, &mut Drop);
        let mut luck = diadem_core::Chance::new(seed);
        let mut list = Vec::new();
        let mut plies = 0;
        while let Some(ask) = rules.decision(&state).ask() {
            list.clear();
            rules.actions(&state, &mut list);
            assert!(!list.is_empty(), "{:?}", state.steps);
            let action = list[luck.below(list.len() as u32) as usize];
            rules
                .apply(&mut state, ask.seat, action, &mut dice, &mut Drop)
                .unwrap_or_else(|error| panic!("{action:?}: {error}"));
            rules.invariants(&state).unwrap();
            plies += 1;
            assert!(plies < 100_000);
        }
        eprintln!("seed {seed}: {plies} plies, {:?}", state.ending);
    }
}
