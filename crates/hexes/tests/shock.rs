//! Shock at random: every answer that is listed applies and changes something, and every kind of it comes.

use diadem_core::{Camp, Chance, Dice, Drop, Game, Told};
use diadem_hexes::*;

const KINDS: [Kind; 16] = [
    Kind::Phalanx,
    Kind::HeavyInfantry,
    Kind::Hoplite,
    Kind::LightInfantry,
    Kind::Peltast,
    Kind::Skirmisher,
    Kind::Chariot,
    Kind::MediumInfantry,
    Kind::HeavyCavalry,
    Kind::Cardaces,
    Kind::Cataphract,
    Kind::LightCavalry,
    Kind::Elephant,
    Kind::ShockSkirmisher,
    Kind::Lancer,
    Kind::LightArcher,
];

/// Elephants and chariots, and those they do most harm to.
const BEASTS: [Kind; 11] = [
    Kind::Elephant,
    Kind::HeavyCavalry,
    Kind::Elephant,
    Kind::Chariot,
    Kind::HeavyInfantry,
    Kind::Elephant,
    Kind::LightCavalry,
    Kind::Chariot,
    Kind::Phalanx,
    Kind::ShockSkirmisher,
    Kind::Chariot,
];

/// A plain with woods and rises along the lines.
fn ground() -> Field {
    let mut field = Field::plain(1..=24, 1..=60, Terrain::Clear, 1).expect("it is on the map");
    for row in (6..50).step_by(7) {
        field.set_terrain(Hex::new(11, row), Terrain::Woods);
        field.set_level(Hex::new(10, row + 3), 2);
    }
    field
}

/// What units of a kind move.
const fn allowance(kind: Kind) -> u8 {
    match kind {
        Kind::Elephant => 7,
        _ if kind.is_cavalry() || kind.is_chariot() => 8,
        _ => 5,
    }
}

/// The force of a camp; the first of its four leaders commands it all.
fn force(camp: Camp) -> Force {
    Force::sole(camp, &format!("{camp:?}"), Some(LeaderId::new(4 * camp as u8)))
}

/// Two lines face to face, with these kinds of units; the seed shifts them, and turns
/// some; so many columns are empty between them.
fn face_to_face(seed: u8, kinds: &[Kind], gap: u8) -> Battle {
    let field = ground();
    let mut units = Vec::new();
    for (camp, column, facing) in
        [(Camp::First, 10u8, Vertex::East), (Camp::Second, 11 + gap, Vertex::West)]
    {
        let mut row = 5 + if camp == Camp::First { 0 } else { seed % 3 };
        for at in 0..24usize {
            let shift = if camp == Camp::First { 0 } else { usize::from(seed) };
            let kind = kinds[(at + shift) % kinds.len()];
            let hex = Hex::new(column, row);
            let start = if kind.is_two_hex() {
                row += 1;
                Start::across(hex, Hex::new(column, row), facing).expect("it is on the map")
            } else {
                let turns = at % 5 == usize::from(seed) % 5;
                let facing = if turns { facing.shifted(Hand::Left) } else { facing };
                Start { hex, second_hex: None, facing: Some(facing) }
            };
            row += 1;
            units.push(Troops {
                id: format!("{camp:?}{at}"),
                name: format!("{camp:?} {at}"),
                camp,
                force: ForceId::sole(camp),
                kind,
                class: (kind == Kind::Phalanx).then_some(Class::Macedonian),
                tq: 4 + (at as u8 + seed) % 5,
                size: 2 + (at as u8 * 3) % 8,
                ma: allowance(kind),
                fast_ma: None,
                missile: (kind.is_skirmisher() || kind.is_elephant())
                    .then_some(MissileKind::Javelin),
                screen: kind.is_elephant(),
                greek_mercenary_or_spartan: false,
                thracian: false,
                indian: false,
                wing: String::new(),
                start,
            });
        }
    }
    stand_behind_phalanxes(&mut units);
    let set = |camp: Camp| -> UnitSet {
        let of = units.iter().enumerate().filter(|(_, unit)| unit.camp == camp);
        of.map(|(at, _)| UnitId::new(at as u8)).collect()
    };
    let armies = [Camp::First, Camp::Second];
    let leaders =
        armies.into_iter().flat_map(|camp| (0..4u8).map(move |at| (camp, at)).collect::<Vec<_>>());
    let leaders = leaders.map(|(camp, at)| Commander {
        id: format!("{camp:?}{at}"),
        name: format!("Leader {camp:?} {at}"),
        camp,
        force: ForceId::sole(camp),
        role: if at == 0 { Role::Overall } else { Role::Subordinate },
        initiative: Some(4 + at % 3),
        range: 9,
        strategy: None,
        charisma: 2,
        personal_combat: (at != 3).then_some(3),
        line_command: false,
        elite: false,
        commands: Commands { text: vec![], units: set(camp) },
        rout_points: 20,
        is_target: false,
        start: match (camp, at % 2) {
            (Camp::First, 0) => Hex::new(8, 8 + 8 * at),
            (Camp::First, _) => Hex::new(10, 8 + 8 * at),
            (Camp::Second, 0) => Hex::new(13 + gap, 8 + 8 * at),
            (Camp::Second, _) => Hex::new(11 + gap, 8 + 8 * at),
        },
    });
    let lists = armies.map(|camp| ArmyList {
        key: format!("{camp:?}"),
        name: format!("{camp:?}"),
        retreat_edge: if camp == Camp::First { Edge::Left } else { Edge::Right },
        withdrawal: 400,
        lines: vec![],
        macedonian: camp == Camp::First,
        units: set(camp),
    });
    Battle {
        id: "shock".into(),
        name: "Shock".into(),
        date: String::new(),
        story: String::new(),
        whence: String::new(),
        up: String::new(),
        ruleset: Ruleset::Gba,
        field,
        armies: lists,
        forces: armies.map(force).into(),
        leaders: leaders.collect(),
        units,
        last_turn: 4,
        compass: Hexside::ALL,
        special: Special::default(),
        remarks: vec![],
    }
}

/// 11.71: behind every phalanx of the first army stands another, which may come up to double depth.
fn stand_behind_phalanxes(units: &mut Vec<Troops>) {
    let is_front = |unit: &&Troops| unit.camp == Camp::First && unit.kind == Kind::Phalanx;
    let fronts: Vec<Troops> = units.iter().filter(is_front).cloned().collect();
    for (at, front) in fronts.into_iter().enumerate() {
        let hexes = [front.start.hex, front.start.second_hex.expect("it has two hexes")];
        let [left, right] = hexes.map(|hex| Hex::new(hex.column - 1, hex.row));
        let start = Start::across(left, right, Vertex::East).expect("it is on the map");
        let (id, name) = (format!("back{at}"), format!("Back {at}"));
        units.push(Troops { id, name, start, ..front });
    }
}

#[derive(Default, Debug)]
struct Counts {
    engage: u32,
    attack: u32,
    give_type: u32,
    take_hit: u32,
    advance: u32,
    pivot: u32,
    turn: u32,
    break_off: u32,
    double: u32,
    pass_through: u32,
    open_ranks: u32,
    /// In a rampage: which friend, which way, who gets away, which leader does.
    rampage: [u32; 4],
    /// Combats that went as their breakdown had said: once all was chosen, and before the charge.
    foretold: [u32; 2],
}

impl Counts {
    fn note(&mut self, step: Step, action: Action) {
        let after_combat = matches!(step, Step::Advance(_));
        let in_rampage = matches!(step, Step::Rampage(_));
        match action {
            Action::Engage(_) => self.engage += 1,
            Action::BreakOff(..) => self.break_off += 1,
            Action::Go(Go::Double(_)) => self.double += 1,
            Action::Attack { .. } => self.attack += 1,
            Action::Type(_) => self.give_type += 1,
            Action::TakeHit(_) => self.take_hit += 1,
            Action::Advance(_) => self.advance += 1,
            Action::PassThrough(..) => self.pass_through += 1,
            Action::OpenRanks(..) => self.open_ranks += 1,
            Action::Towards(_) => self.rampage[0] += 1,
            Action::Back(_) if in_rampage => self.rampage[1] += 1,
            Action::Withdraw(_) if in_rampage => self.rampage[2] += 1,
            Action::WithdrawLeader(_) if in_rampage => self.rampage[3] += 1,
            Action::Go(Go::Pivot(_)) if after_combat => self.pivot += 1,
            Action::Go(Go::Turn(_)) if after_combat => self.turn += 1,
            _ => {}
        }
    }
}

impl Counts {
    /// Every combat that an answer brings about goes as its breakdown said before that answer, unless
    /// something has changed in between: somebody ran, turned or was hurt.
    fn hold_to_breakdown(&mut self, rules: &Hexes, before: &State, told: &[Told<Event>]) {
        let Step::Shock(segment) = before.step() else { return };
        let is_chosen =
            matches!(segment.stage, ShockStage::DefenderType | ShockStage::AttackerType);
        for Told { event, .. } in told {
            match event {
                Event::Struggle { breakdown, roll, hits } => {
                    let said = rules.breakdown(before, breakdown.combat).expect("it is fought");
                    assert_eq!(said, **breakdown, "in {:?}", before.step());
                    assert_eq!(*hits, said.hits[usize::from(roll.raw)]);
                    let raw = i32::from(roll.raw);
                    assert_eq!(roll.result(), raw + said.die_modifier());
                    self.foretold[usize::from(!is_chosen)] += 1;
                }
                Event::Marked(..)
                | Event::Combat(..)
                | Event::Checked { .. }
                | Event::Unmoved(..)
                | Event::Hit { .. }
                | Event::StandRoll { .. }
                | Event::Steadied(..)
                | Event::LeaderCheck(..)
                | Event::Duel(..)
                | Event::NoDuel(..)
                | Event::PersonalCombat(..)
                | Event::Limited(..) => {}
                _ => return,
            }
        }
    }
}

/// Plays a battle out at random, but likes to fight.
fn play(rules: &Hexes, seed: u64, counts: &mut Counts) -> State {
    let mut dice = Dice::new(seed);
    let mut luck = Chance::new(seed);
    let mut state = rules.open(&mut dice, &mut Drop);
    let mut listed = Vec::new();
    for ply in 0..200_000 {
        let Some(ask) = rules.decision(&state).ask() else { return state };
        listed.clear();
        rules.actions(&state, &mut listed);
        assert!(!listed.is_empty(), "seed {seed}, ply {ply}: {:?}", state.steps);
        if matches!(state.step(), Step::Shock(_) | Step::Advance(_) | Step::Rampage(_)) {
            for (at, &action) in listed.iter().enumerate() {
                assert!(!listed[..at].contains(&action), "{action:?} twice: {:?}", state.step());
                let mut other = state.clone();
                let done = rules.apply(&mut other, ask.seat, action, &mut Dice::new(7), &mut Drop);
                assert_eq!(done, Ok(()), "seed {seed}, ply {ply}: {action:?}");
                assert_ne!(other, state, "{action:?} changes nothing");
                assert_eq!(rules.invariants(&other), Ok(()), "seed {seed}, ply {ply}: {action:?}");
            }
        }
        let fights = |action: &&Action| {
            matches!(
                action,
                Action::Engage(_)
                    | Action::Attack { .. }
                    | Action::Shock(true)
                    | Action::Go(Go::Double(_))
            )
        };
        let eager: Vec<Action> = listed.iter().filter(fights).copied().collect();
        let from = if !eager.is_empty() && luck.below(4) > 0 { &eager } else { &listed };
        let action = from[luck.below(from.len() as u32) as usize];
        counts.note(state.step(), action);
        let (before, mut told) = (state.clone(), Vec::new());
        let done = rules.apply(&mut state, ask.seat, action, &mut dice, &mut told);
        counts.hold_to_breakdown(rules, &before, &told);
        assert_eq!(done, Ok(()), "seed {seed}, ply {ply}: {action:?}");
        assert_eq!(rules.invariants(&state), Ok(()), "seed {seed}, ply {ply}: after {action:?}");
    }
    panic!("seed {seed} does not end");
}

#[test]
fn whoever_fights_at_random_fights_by_the_rules() {
    let mut counts = Counts::default();
    for seed in 0..24 {
        let switches = Switches {
            engaged: seed % 2 == 1,
            charge: seed % 4 > 1,
            fourth_edition: seed % 3 == 2,
            ..Switches::default()
        };
        let rules = Hexes::new(face_to_face(seed, &KINDS, 0), switches).unwrap();
        play(&rules, u64::from(seed), &mut counts);
    }
    let Counts { engage, attack, give_type, take_hit, advance, pivot, turn, .. } = counts;
    let Counts { break_off, double, .. } = counts;
    let all = [engage, attack, give_type, take_hit, advance, pivot, turn, break_off, double];
    assert!(all.iter().all(|&count| count > 0), "{counts:?}");
    assert!(counts.foretold.iter().all(|&combats| combats > 50), "{counts:?}");
}

#[test]
fn elephants_and_chariots_fight_by_the_rules() {
    let mut counts = Counts::default();
    for seed in 0..64 {
        let (engaged, charge) = (seed % 2 == 1, seed % 4 > 1);
        let switches = Switches { engaged, charge, ..Switches::default() };
        let rules = Hexes::new(face_to_face(seed, &BEASTS, seed % 3), switches).unwrap();
        play(&rules, u64::from(seed), &mut counts);
    }
    let Counts { pass_through, open_ranks, rampage, .. } = counts;
    assert!(pass_through > 0 && open_ranks > 0, "{counts:?}");
    assert!(rampage.iter().all(|&count| count > 0), "{counts:?}");
}

/// A battle that comes with the program, its first army brought up to within two hexes of the second, with
/// nervous elephants, and over after a few turns.
fn brought_together(id: &str) -> Hexes {
    let mut battle = Hexes::named(id, Switches::default()).expect("it is there").battle().clone();
    battle.last_turn = 6;
    battle.units.iter_mut().filter(|unit| unit.kind.is_elephant()).for_each(|unit| unit.tq = 3);
    let hexes = |battle: &Battle, camp: Camp| -> Vec<Hex> {
        let of = battle.units.iter().filter(|unit| unit.camp == camp);
        of.flat_map(|unit| [Some(unit.start.hex), unit.start.second_hex]).flatten().collect()
    };
    let are_near = |battle: &Battle| {
        let [first, second] = Camp::BOTH.map(|camp| hexes(battle, camp));
        first.iter().any(|one| second.iter().any(|other| one.distance(*other) <= 2))
    };
    while !are_near(&battle) {
        // By two columns, so that the ranks stay as they are.
        let by = if battle.armies[0].retreat_edge == Edge::Left { 2 } else { -2 };
        let shift = |hex: &mut Hex| hex.column = hex.column.wrapping_add_signed(by);
        for unit in battle.units.iter_mut().filter(|unit| unit.camp == Camp::First) {
            shift(&mut unit.start.hex);
            unit.start.second_hex.iter_mut().for_each(shift);
        }
        for leader in battle.leaders.iter_mut().filter(|leader| leader.camp == Camp::First) {
            shift(&mut leader.start);
        }
    }
    Hexes::new(battle, Switches::default()).expect("it is on the map")
}

#[test]
fn the_elephants_and_chariots_of_the_battles_fight_by_the_rules() {
    let mut gone = [0, 0];
    let mut counts = Counts::default();
    for id in ["hydaspes", "gaugamela"] {
        let rules = brought_together(id);
        for seed in 0..3 {
            let state = play(&rules, seed, &mut counts);
            for unit in rules.units().filter(|&unit| !state.unit(unit).is_on_map()) {
                gone[0] += u32::from(rules.troops(unit).kind.is_elephant());
                gone[1] += u32::from(rules.troops(unit).kind.is_chariot());
            }
        }
    }
    assert!(gone.iter().all(|&gone| gone > 0), "elephants and chariots lost: {gone:?}, {counts:?}");
}
