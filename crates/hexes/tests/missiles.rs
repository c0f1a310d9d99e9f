//! The random player shoots, is shot at and harasses, with every kind of missile.

use diadem_core::{Camp, Chance, Dice, Drop, Game};
use diadem_hexes::*;

const KINDS: [(Kind, Option<MissileKind>, u8); 12] = [
    (Kind::Skirmisher, Some(MissileKind::Bow), 6),
    (Kind::Skirmisher, Some(MissileKind::Sling), 6),
    (Kind::ShockSkirmisher, Some(MissileKind::Javelin), 6),
    (Kind::LightArcher, Some(MissileKind::Bow), 5),
    (Kind::LightInfantry, Some(MissileKind::Javelin), 5),
    (Kind::LightCavalry, Some(MissileKind::Javelin), 8),
    (Kind::HorseArcher, Some(MissileKind::Bow), 8),
    (Kind::Elephant, Some(MissileKind::Javelin), 7),
    (Kind::Chariot, Some(MissileKind::Javelin), 8),
    (Kind::Cataphract, None, 8),
    (Kind::HeavyInfantry, None, 5),
    (Kind::Phalanx, None, 4),
];

fn battle() -> Battle {
    let mut field = Field::plain(1..=24, 1..=30, Terrain::Clear, 1).expect("it is on the map");
    for (number, terrain) in
        [("1108", Terrain::Woods), ("1215", Terrain::Rocky), ("1112", Terrain::Town)]
    {
        field.set_terrain(Hex::parse(number).expect("it is on the map"), terrain);
    }
    for number in ["0705", "0805", "1318", "1418"] {
        field.set_level(Hex::parse(number).expect("it is on the map"), 2);
    }
    let mut units = Vec::new();
    for (camp, column, facing) in
        [(Camp::First, 8u8, Vertex::East), (Camp::Second, 12, Vertex::West)]
    {
        for (at, (kind, missile, ma)) in KINDS.into_iter().enumerate() {
            let at = if camp == Camp::First { at } else { (at + 5) % KINDS.len() } as u8;
            let hex = Hex::new(column, 3 + 2 * at);
            let start = if kind.is_two_hex() {
                Start::across(hex, Hex::new(column, 4 + 2 * at), facing).expect("it is on the map")
            } else {
                Start { hex, second_hex: None, facing: Some(facing) }
            };
            units.push(Troops {
                id: format!("{camp:?}{at}"),
                name: format!("{camp:?} {at}"),
                camp,
                force: ForceId::sole(camp),
                kind,
                class: None,
                tq: 6,
                size: 5,
                ma,
                fast_ma: None,
                missile,
                screen: kind.is_elephant(),
                greek_mercenary_or_spartan: false,
                thracian: false,
                indian: false,
                wing: String::new(),
                start,
            });
        }
    }
    let set = |camp: Camp| -> UnitSet {
        let of = units.iter().enumerate().filter(|(_, unit)| unit.camp == camp);
        of.map(|(at, _)| UnitId::new(at as u8)).collect()
    };
    let leaders = [(Camp::First, 8u8), (Camp::Second, 12)].map(|(camp, column)| Commander {
        id: format!("{camp:?}"),
        name: format!("Leader {camp:?}"),
        camp,
        force: ForceId::sole(camp),
        role: Role::Overall,
        initiative: Some(7),
        range: 20,
        strategy: None,
        charisma: 1,
        personal_combat: Some(3),
        line_command: false,
        elite: false,
        commands: Commands { text: vec![], units: set(camp) },
        rout_points: 35,
        is_target: camp == Camp::Second,
        start: Hex::new(column, 13),
    });
    let armies = [Camp::First, Camp::Second].map(|camp| ArmyList {
        key: format!("{camp:?}"),
        name: format!("{camp:?}"),
        retreat_edge: if camp == Camp::First { Edge::Left } else { Edge::Right },
        withdrawal: 200,
        lines: vec![],
        macedonian: camp == Camp::First,
        units: set(camp),
    });
    Battle {
        id: "missiles".into(),
        name: "Missiles".into(),
        date: String::new(),
        story: String::new(),
        whence: String::new(),
        up: String::new(),
        ruleset: Ruleset::Gba,
        field,
        armies,
        forces: Camp::BOTH
            .map(|camp| Force::sole(camp, &format!("{camp:?}"), Some(LeaderId::new(camp as u8))))
            .into(),
        units,
        leaders: leaders.to_vec(),
        last_turn: 8,
        compass: Hexside::ALL,
        special: Special::default(),
        remarks: vec![],
    }
}

/// How often each kind of fire was chosen.
#[derive(Default, Debug)]
struct Counts {
    ordered: u32,
    moving: u32,
    at_leaders: u32,
    harassed: u32,
    entry: u32,
    retire: u32,
    back: u32,
    screens: u32,
    kings: u32,
}

impl Counts {
    fn note(&mut self, question: Question, action: Action) {
        match (question, action) {
            (_, Action::FireAt(_)) => self.ordered += 1,
            (_, Action::FireMoving(_)) => self.moving += 1,
            (_, Action::FireAtHex(_)) => self.at_leaders += 1,
            (_, Action::ComeUp(_)) => self.harassed += 1,
            (_, Action::ScreenFire { .. }) => self.screens += 1,
            (Question::Departure(..), Action::ReactionFire { .. }) => self.retire += 1,
            (Question::ReturnFire(_), Action::ReactionFire { .. }) => self.back += 1,
            (_, Action::ReactionFire { .. }) => self.entry += 1,
            _ => {}
        }
    }
}

#[test]
fn whoever_shoots_at_random_shoots_by_the_rules() {
    let rules = Hexes::new(battle(), Switches::default()).unwrap();
    let mut counts = Counts::default();
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let mut state = rules.open(&mut dice, &mut Drop);
        let mut luck = Chance::new(seed);
        let mut list = Vec::new();
        let mut plies = 0;
        while let Some(ask) = rules.decision(&state).ask() {
            list.clear();
            rules.actions(&state, &mut list);
            assert!(!list.is_empty(), "{:?}", state.steps);
            // On some plies everything that is listed is tried, each of it once.
            if plies % 61 == 0 {
                for (at, &action) in list.iter().enumerate() {
                    assert!(!list[..at].contains(&action), "{action:?} twice: {:?}", state.step());
                    let mut other = state.clone();
                    rules
                        .apply(&mut other, ask.seat, action, &mut Dice::new(7), &mut Drop)
                        .unwrap_or_else(|error| panic!("{action:?}: {error}"));
                    assert_ne!(other, state, "{action:?} changes nothing");
                    rules.invariants(&other).unwrap();
                }
            }
            // Fire is liked.
            let fires: Vec<Action> = list
                .iter()
                .copied()
                .filter(|action| {
                    matches!(
                        action,
                        Action::FireAt(_)
                            | Action::FireMoving(_)
                            | Action::FireAtHex(_)
                            | Action::Harass(_)
                            | Action::ReactionFire { .. }
                            | Action::ScreenFire { .. }
                    )
                })
                .collect();
            let from = if !fires.is_empty() && luck.below(2) == 0 { &fires } else { &list };
            let action = from[luck.below(from.len() as u32) as usize];
            counts.note(ask.question, action);
            rules
                .apply(&mut state, ask.seat, action, &mut dice, &mut Drop)
                .unwrap_or_else(|error| panic!("{action:?}: {error}"));
            rules.invariants(&state).unwrap();
            plies += 1;
            assert!(plies < 100_000);
        }
        counts.kings +=
            u32::from(state.ending.is_some_and(|ending| ending.how == HowEnded::KingKilled));
    }
    let Counts { ordered, moving, harassed, entry, retire, back, screens, .. } = counts;
    let all = [ordered, moving, harassed, entry, retire, back, screens];
    assert!(all.iter().all(|&count| count > 0), "{counts:?}");
}
