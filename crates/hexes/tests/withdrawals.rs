//! Withdrawals, reaction facing and what leaders do about an enemy, as the book has them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_core::Camp::{First, Second};
use diadem_core::{Camp, Dice, Drop, Game, Seat};
use diadem_hexes::*;

/// A battle on open ground from a few words: army, kind, hex, facing.
fn battle(troops: &[(Camp, Kind, &str, Vertex)], leaders: &[(Camp, &str)]) -> Battle {
    let field = Field::plain(1..=40, 1..=24, Terrain::Clear, 1).unwrap();
    let hex = |number: &str| Hex::parse(number).unwrap();
    let units: Vec<Troops> = troops
        .iter()
        .enumerate()
        .map(|(at, &(camp, kind, number, facing))| {
            let right = hex(number).beyond(facing.flank(Hand::Right)).unwrap();
            let start = if kind.is_two_hex() {
                Start::across(hex(number), right, facing).unwrap()
            } else {
                Start { hex: hex(number), second_hex: None, facing: Some(facing) }
            };
            let ma = match kind {
                Kind::Phalanx | Kind::Hoplite | Kind::Cardaces => 4,
                Kind::Skirmisher | Kind::ShockSkirmisher => 6,
                Kind::Elephant => 7,
                kind if kind.is_cavalry() || kind.is_chariot() => 8,
                _ => 5,
            };
            let missile = match kind {
                Kind::HorseArcher => Some(MissileKind::Bow),
                Kind::Skirmisher | Kind::LightCavalry => Some(MissileKind::Javelin),
                _ => None,
            };
            Troops {
                id: format!("u{at}"),
                name: format!("Unit {at}"),
                camp,
                force: ForceId::sole(camp),
                kind,
                class: (kind == Kind::Phalanx).then_some(Class::Macedonian),
                tq: 6,
                size: 5,
                ma,
                fast_ma: (kind == Kind::Phalanx).then_some(5),
                missile,
                screen: false,
                greek_mercenary_or_spartan: false,
                thracian: false,
                indian: false,
                wing: String::new(),
                start,
            }
        })
        .collect();
    let set = |camp: Camp| {
        let all = units.iter().enumerate().filter(|(_, troops)| troops.camp == camp);
        all.map(|(at, _)| UnitId::new(at as u8)).collect::<UnitSet>()
    };
    let leaders = leaders.iter().enumerate().map(|(at, &(camp, number))| Commander {
        id: format!("l{at}"),
        name: format!("Leader {at}"),
        camp,
        force: ForceId::sole(camp),
        role: Role::Overall,
        initiative: Some(5 + at as u8),
        range: 8,
        strategy: None,
        charisma: 1,
        personal_combat: Some(3),
        line_command: false,
        elite: false,
        commands: Commands { text: vec![], units: set(camp) },
        rout_points: 25,
        is_target: false,
        start: hex(number),
    });
    let armies = [First, Second].map(|camp| ArmyList {
        key: format!("{camp:?}"),
        name: format!("{camp:?}"),
        retreat_edge: if camp == First { Edge::Left } else { Edge::Right },
        withdrawal: 60,
        lines: vec![],
        macedonian: camp == First,
        units: set(camp),
    });
    Battle {
        id: "plain".into(),
        name: "Plain".into(),
        date: String::new(),
        story: String::new(),
        whence: String::new(),
        up: String::new(),
        ruleset: Ruleset::Gba,
        field,
        armies,
        forces: [First, Second].map(|camp| Force::sole(camp, &format!("{camp:?}"), None)).into(),
        leaders: leaders.collect(),
        units,
        last_turn: 8,
        compass: Hexside::ALL,
        special: Special::default(),
        remarks: vec![],
    }
}

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

fn unit(at: u8) -> UnitId {
    UnitId::new(at)
}
fn leader(at: u8) -> LeaderId {
    LeaderId::new(at)
}

struct Table {
    rules: Hexes,
    state: State,
    dice: Dice,
}

impl Table {
    /// Lays out the battle; the leader of the first army is active and gives orders one by one.
    fn ordering(battle: Battle, rolls: &[u8]) -> Table {
        let mut table = Table::laid(battle, rolls);
        while matches!(table.state.step(), Step::Arrange(_)) {
            let ask = table.rules.decision(&table.state).ask().unwrap();
            table.act(ask.seat, Action::Done);
        }
        table.act(FIRST, Action::Activate(leader(0)));
        table.act(FIRST, Action::Individual);
        table
    }
    fn laid(battle: Battle, rolls: &[u8]) -> Table {
        let rules = Hexes::new(battle, Switches::default()).unwrap();
        let mut dice = Dice::scripted(rolls.iter().copied());
        let state = rules.open(&mut dice, &mut Drop);
        Table { rules, state, dice }
    }
    fn act(&mut self, seat: Seat, action: Action) {
        let listed = self.listed();
        assert!(
            listed.contains(&action),
            "{action:?} not in {listed:?} at {:?}",
            self.state.step()
        );
        let (state, dice) = (&mut self.state, &mut self.dice);
        self.rules.apply(state, seat, action, dice, &mut Drop).unwrap();
        self.rules.invariants(&self.state).unwrap();
    }
    fn listed(&self) -> Vec<Action> {
        let mut listed = Vec::new();
        self.rules.actions(&self.state, &mut listed);
        listed
    }
    fn refused(&self, seat: Seat, action: Action) -> String {
        self.rules.check(&self.state, seat, action).unwrap_err().rule.number().to_string()
    }
    fn at(&self, at: u8) -> String {
        self.state.unit(unit(at)).hex().unwrap().to_string()
    }
    fn hits(&self, at: u8) -> u8 {
        self.state.unit(unit(at)).hits
    }
    fn go(&mut self, hand: Hand) {
        self.act(FIRST, Action::Go(Go::Forward(hand)));
    }
}

#[test]
fn skirmishers_go_two_hexes_before_a_phalanx_6_71() {
    // Facing east from 1005; three hexes away stands the skirmisher.
    let troops = [
        (First, Kind::Phalanx, "1005", Vertex::East),
        (Second, Kind::Skirmisher, "1305", Vertex::West),
    ];
    let mut table = Table::ordering(battle(&troops, &[(First, "0905"), (Second, "2505")]), &[]);
    table.act(FIRST, Action::Order(unit(0)));
    table.go(Hand::Right);
    // Distance two: the window is open.
    assert_eq!(table.listed(), [Action::Withdraw(unit(1)), Action::Done]);
    table.act(SECOND, Action::Withdraw(unit(1)));
    assert!(!table.listed().contains(&Action::Done), "it must go");
    table.act(SECOND, Action::Back(Hexside::NorthEast));
    table.act(SECOND, Action::Back(Hexside::SouthEast));
    table.act(SECOND, Action::Done);
    assert_eq!(table.at(1), "1505");
    assert_eq!(table.hits(1), 0);
    assert!(matches!(table.state.step(), Step::Move(_)));
}

#[test]
fn infantry_pays_for_withdrawing_and_checks_6_72() {
    let troops = [
        (First, Kind::Hoplite, "1005", Vertex::East),
        (Second, Kind::LightInfantry, "1306", Vertex::East),
        (Second, Kind::LightInfantry, "1305", Vertex::West),
    ];
    let leaders = [(First, "0905"), (Second, "2505")];
    // From the rear: a hit before, a hit after, and one for a 9 above its quality of 6.
    let mut table = Table::ordering(battle(&troops, &leaders), &[9, 6]);
    table.act(FIRST, Action::Order(unit(0)));
    table.go(Hand::Right);
    assert_eq!(
        table.listed(),
        [Action::Withdraw(unit(1)), Action::Withdraw(unit(2)), Action::Done]
    );
    table.act(SECOND, Action::Withdraw(unit(1)));
    assert_eq!(table.hits(1), 1);
    table.act(SECOND, Action::Back(Hexside::SouthEast));
    // A point was all it had: it can neither go on nor turn.
    assert_eq!(table.listed(), [Action::Done]);
    table.act(SECOND, Action::Done);
    assert_eq!(table.hits(1), 3);
    table.act(SECOND, Action::Withdraw(unit(2)));
    table.act(SECOND, Action::Back(Hexside::NorthEast));
    table.act(SECOND, Action::Done);
    // From the front: only the hit of infantry; a 6 is not above its quality.
    assert_eq!(table.hits(2), 1);
}

#[test]
fn the_start_of_a_move_lets_units_two_hexes_away_withdraw_once_6_71() {
    let troops = [
        (First, Kind::Hoplite, "1005", Vertex::East),
        (Second, Kind::LightCavalry, "1205", Vertex::West),
        (Second, Kind::LightCavalry, "1405", Vertex::West),
    ];
    let leaders = [(First, "0905"), (Second, "2505")];
    let mut table = Table::ordering(battle(&troops, &leaders), &[0]);
    table.act(FIRST, Action::Order(unit(0)));
    table.go(Hand::Right);
    assert!(matches!(table.state.step(), Step::Departure(_)));
    assert_eq!(table.listed(), [Action::Withdraw(unit(1)), Action::Done]);
    assert_eq!(table.refused(SECOND, Action::Withdraw(unit(2))), "6.71");
    table.act(SECOND, Action::Done);
    // What was not taken is lost: it stands adjacent now, and is asked about turning only.
    let stage = match table.state.step() {
        Step::Answers(answers) => answers.stage,
        step => panic!("{step:?}"),
    };
    assert_eq!(stage, AnswerStage::Facing);
}

#[test]
fn a_unit_that_has_withdrawn_may_turn_with_what_is_left_6_72() {
    let troops = [
        (First, Kind::Hoplite, "1005", Vertex::East),
        (Second, Kind::LightCavalry, "1205", Vertex::East),
    ];
    let leaders = [(First, "0905"), (Second, "2505")];
    let mut table = Table::ordering(battle(&troops, &leaders), &[0]);
    table.act(FIRST, Action::Order(unit(0)));
    table.go(Hand::Right);
    table.act(SECOND, Action::Withdraw(unit(1)));
    table.act(SECOND, Action::Back(Hexside::NorthEast));
    // Three points are left of four: half round costs three.
    table.act(SECOND, Action::Face(Vertex::West));
    assert_eq!(table.state.unit(unit(1)).facing, Vertex::West);
    assert_eq!(table.hits(1), 1, "approached from the rear");
}

#[test]
fn nobody_withdraws_into_rough_but_rocky_6_75() {
    let troops = [
        (First, Kind::Hoplite, "1005", Vertex::East),
        (Second, Kind::LightInfantry, "1205", Vertex::West),
    ];
    let leaders = [(First, "0905"), (Second, "2505")];
    let mut ground = battle(&troops, &leaders);
    let hex = |number| Hex::parse(number).unwrap();
    ground.field.set_terrain(hex("1304"), Terrain::Marsh);
    ground.field.set_terrain(hex("1305"), Terrain::Rocky);
    let mut table = Table::ordering(ground, &[0]);
    table.act(FIRST, Action::Order(unit(0)));
    table.go(Hand::Right);
    table.act(SECOND, Action::Withdraw(unit(1)));
    assert_eq!(table.refused(SECOND, Action::Back(Hexside::NorthEast)), "6.75");
    assert_eq!(table.refused(SECOND, Action::Back(Hexside::SouthWest)), "6.75");
    assert_eq!(table.refused(SECOND, Action::Back(Hexside::North)), "6.71");
    table.act(SECOND, Action::Back(Hexside::SouthEast));
}

#[test]
fn cavalry_turns_before_foot_for_nothing_7_16() {
    let troops = [
        (First, Kind::HeavyInfantry, "1005", Vertex::East),
        (Second, Kind::LightCavalry, "1205", Vertex::East),
        (Second, Kind::MediumInfantry, "1204", Vertex::East),
    ];
    let leaders = [(First, "0905"), (Second, "2505")];
    let mut table = Table::ordering(battle(&troops, &leaders), &[2]);
    table.act(FIRST, Action::Order(unit(0)));
    table.go(Hand::Left);
    table.act(SECOND, Action::Done);
    let turns = table.listed();
    assert!(turns.contains(&Action::React(unit(1), Hand::Left)), "{turns:?}");
    table.act(SECOND, Action::React(unit(1), Hand::Left));
    assert_eq!((table.hits(1), table.state.unit(unit(1)).facing), (0, Vertex::NorthEast));
    // Foot takes at least one hit.
    table.act(SECOND, Action::React(unit(2), Hand::Left));
    assert_eq!(table.hits(2), 1);
}

#[test]
fn a_two_hex_unit_faces_about_7_17() {
    let troops = [
        (First, Kind::HeavyCavalry, "1005", Vertex::East),
        (Second, Kind::Phalanx, "1205", Vertex::East),
        (Second, Kind::Hoplite, "1203", Vertex::East),
    ];
    let leaders = [(First, "0905"), (Second, "2505")];
    // 3 + 8 - 4 = 7 against 6; then the least of two.
    let mut table = Table::ordering(battle(&troops, &leaders), &[3, 0]);
    table.act(FIRST, Action::Order(unit(0)));
    table.go(Hand::Left);
    table.act(SECOND, Action::ReactReverse(unit(1)));
    assert_eq!((table.hits(1), table.state.unit(unit(1)).facing), (1, Vertex::West));
    assert_eq!(table.at(1), "1206", "its left half is now the other one");
    table.act(SECOND, Action::ReactReverse(unit(2)));
    assert_eq!(table.hits(2), 2);
    let halted = table.state.steps.iter().any(|step| matches!(step, Step::Move(m) if m.halted));
    assert!(halted, "it stands in their zones of control now");
}

#[test]
fn a_leader_alone_withdraws_or_is_lost_4_62() {
    let troops = [
        (First, Kind::LightInfantry, "1005", Vertex::East),
        (Second, Kind::LightInfantry, "2005", Vertex::West),
    ];
    let leaders = [(First, "0905"), (Second, "1205")];
    let mut table = Table::ordering(battle(&troops, &leaders), &[]);
    table.act(FIRST, Action::Order(unit(0)));
    table.go(Hand::Right);
    assert_eq!(table.listed(), [Action::WithdrawLeader(leader(1)), Action::Done]);
    let mut lost =
        Table { rules: table.rules.clone(), state: table.state.clone(), dice: Dice::new(1) };
    lost.act(SECOND, Action::Done);
    assert_eq!(lost.state.leader(leader(1)).at, None);
    table.act(SECOND, Action::WithdrawLeader(leader(1)));
    // Nine less five: four points.
    for side in [Hexside::NorthEast, Hexside::SouthEast, Hexside::NorthEast, Hexside::SouthEast] {
        table.act(SECOND, Action::Back(side));
    }
    assert_eq!(table.state.leader(leader(1)).at, Hex::parse("1605"));
    assert!(matches!(table.state.step(), Step::Move(_)));
}

#[test]
fn the_king_flees_off_the_map_9_24() {
    let troops = [
        (First, Kind::LightInfantry, "3605", Vertex::East),
        (Second, Kind::LightInfantry, "3705", Vertex::East),
    ];
    let mut ground = battle(&troops, &[(First, "3505"), (Second, "3805")]);
    ground.leaders[1].is_target = true;
    let mut table = Table::ordering(ground, &[]);
    table.act(FIRST, Action::Order(unit(0)));
    table.go(Hand::Left);
    while !table.listed().contains(&Action::WithdrawLeader(leader(1))) {
        table.act(SECOND, Action::Done);
    }
    table.act(SECOND, Action::WithdrawLeader(leader(1)));
    for side in [Hexside::NorthEast, Hexside::NorthEast, Hexside::NorthEast] {
        table.act(SECOND, Action::Back(side));
    }
    let king = table.state.leader(leader(1));
    assert!(king.at.is_none() && king.fled);
    assert_eq!(table.rules.rout_points_of(&table.state, Second), 0);
}

#[test]
fn cavalry_must_get_away_from_elephants_11_16() {
    let troops = [
        (First, Kind::Elephant, "1005", Vertex::East),
        (Second, Kind::LightCavalry, "1205", Vertex::West),
        (Second, Kind::HeavyCavalry, "1204", Vertex::West),
        (First, Kind::LightInfantry, "1303", Vertex::West),
    ];
    let leaders = [(First, "0905"), (Second, "2505")];
    // The heavy cavalry is held by the light infantry and rolls an 8 against 6; then the other's check.
    let mut table = Table::ordering(battle(&troops, &leaders), &[8, 0]);
    table.act(FIRST, Action::Order(unit(0)));
    table.go(Hand::Left);
    table.act(SECOND, Action::Done);
    assert_eq!(table.hits(2), 2);
    assert_eq!(table.listed(), [Action::Withdraw(unit(1))]);
    table.act(SECOND, Action::Withdraw(unit(1)));
    table.act(SECOND, Action::Back(Hexside::SouthEast));
    table.act(SECOND, Action::Done);
    assert_eq!(table.hits(1), 0);
}

#[test]
fn a_line_of_cavalry_goes_together_6_78() {
    let troops = [
        (First, Kind::LightInfantry, "1005", Vertex::East),
        (Second, Kind::LightCavalry, "1205", Vertex::West),
        (Second, Kind::HeavyCavalry, "1305", Vertex::West),
        (Second, Kind::HeavyCavalry, "2305", Vertex::West),
    ];
    let leaders = [(First, "0905"), (Second, "1405")];
    let mut table = Table::ordering(battle(&troops, &leaders), &[0, 9]);
    table.act(FIRST, Action::Order(unit(0)));
    table.go(Hand::Right);
    let line = Action::WithdrawLine(unit(1), leader(1));
    assert_eq!(table.listed(), [Action::Withdraw(unit(1)), line, Action::Done]);
    table.act(SECOND, line);
    // The furthest goes first; the one beyond half his range is not of the line.
    assert!(matches!(table.state.step(), Step::Withdraw(w) if w.unit == unit(2) && w.in_line));
    table.act(SECOND, Action::Back(Hexside::NorthEast));
    table.act(SECOND, Action::Done);
    table.act(SECOND, Action::Back(Hexside::SouthEast));
    table.act(SECOND, Action::Done);
    assert_eq!(
        (table.at(1), table.at(2), table.at(3)),
        ("1305".into(), "1405".into(), "2305".into())
    );
    assert_eq!((table.hits(1), table.hits(2)), (1, 0));
}

#[test]
fn an_arranged_withdrawal_stays_secret_until_used_6_8() {
    let troops = [
        (First, Kind::LightInfantry, "1005", Vertex::East),
        (Second, Kind::Hoplite, "1304", Vertex::West),
        (Second, Kind::Hoplite, "1302", Vertex::West),
    ];
    let mut ground = battle(&troops, &[(First, "0905"), (Second, "1503")]);
    ground.units[1].start =
        Start::across(Hex::parse("1304").unwrap(), Hex::parse("1305").unwrap(), Vertex::West)
            .unwrap();
    ground.units[2].start =
        Start::across(Hex::parse("1302").unwrap(), Hex::parse("1303").unwrap(), Vertex::West)
            .unwrap();
    for withdraws in [true, false] {
        let mut table = Table::laid(ground.clone(), &[0, 0]);
        assert_eq!(
            table.state.step(),
            Step::Arrange(Arranging(ForceId::sole(Second))),
            "the first army has no phalanx"
        );
        table.act(SECOND, Action::Arrange(leader(1), withdraws));
        assert_eq!(table.rules.view(&table.state, FIRST).leader(leader(1)).arranged, Arranged::No);
        table.act(SECOND, Action::Done);
        assert_eq!(
            table.rules.view(&table.state, FIRST).leader(leader(1)).arranged,
            Arranged::Hidden
        );
        table.act(FIRST, Action::Activate(leader(0)));
        table.act(FIRST, Action::Individual);
        table.act(FIRST, Action::Order(unit(0)));
        table.go(Hand::Right);
        // Asked alike, whatever lies there.
        let ask = table.rules.decision(&table.state).ask().unwrap();
        assert_eq!(ask.discretion, diadem_core::Discretion::Secret);
        let line = Action::WithdrawLine(unit(1), leader(1));
        if !withdraws {
            assert_eq!(table.listed(), [Action::Done]);
            continue;
        }
        assert_eq!(table.listed(), [line, Action::Done]);
        table.act(SECOND, line);
        assert_eq!(table.state.leader(leader(1)).arranged, Arranged::Openly);
        assert_eq!(table.state.leader(leader(1)).readiness, Readiness::Finished);
        for _ in 0..2 {
            table.act(SECOND, Action::Back(Hexside::NorthEast));
            table.act(SECOND, Action::Done);
        }
        assert_eq!((table.hits(1), table.hits(2)), (1, 1));
        assert_eq!((table.at(1), table.at(2)), ("1405".into(), "1403".into()));
    }
}

/// Every kind of unit near each other, played at random: everything listed applies, and views list the same.
#[test]
fn random_play_with_all_arms_ends() {
    let kinds = [
        Kind::Phalanx,
        Kind::Hoplite,
        Kind::HeavyInfantry,
        Kind::MediumInfantry,
        Kind::LightInfantry,
        Kind::Peltast,
        Kind::Cardaces,
        Kind::Skirmisher,
        Kind::LightCavalry,
        Kind::HorseArcher,
        Kind::HeavyCavalry,
        Kind::Lancer,
        Kind::Elephant,
        Kind::Chariot,
    ];
    let put: Vec<(Camp, Kind, String, Vertex)> = (0..28u8)
        .map(|at| {
            let (camp, facing, front) =
                if at < 14 { (First, Vertex::East, 12) } else { (Second, Vertex::West, 16) };
            let (file, rank) = (at % 14 % 7, at % 14 / 7);
            let column = if at < 14 { front - 2 * rank } else { front + 2 * rank };
            let kind = kinds[usize::from(at) * 5 % 14];
            (camp, kind, Hex::new(column, 3 + 3 * file).to_string(), facing)
        })
        .collect();
    let put: Vec<(Camp, Kind, &str, Vertex)> =
        put.iter().map(|(a, k, n, f)| (*a, *k, n.as_str(), *f)).collect();
    let mut ground =
        battle(&put, &[(First, "1108"), (Second, "1808"), (First, "1310"), (Second, "1612")]);
    ground.leaders[1].is_target = true;
    ground.leaders[2].initiative = Some(3);
    ground.leaders[3].initiative = Some(4);
    let rules = Hexes::new(ground, Switches::default()).unwrap();
    let mut tally = std::collections::BTreeMap::<String, u32>::new();
    for seed in 0..40 {
        let mut dice = Dice::new(seed);
        let mut state = rules.open(&mut dice, &mut Drop);
        let mut luck = diadem_core::Chance::new(seed);
        let (mut list, mut seen) = (Vec::new(), Vec::new());
        let mut plies = 0;
        while let Some(ask) = rules.decision(&state).ask() {
            list.clear();
            rules.actions(&state, &mut list);
            assert!(!list.is_empty(), "{:?}", state.steps);
            seen.clear();
            rules.actions(&rules.view(&state, ask.seat), &mut seen);
            assert_eq!(list, seen);
            for &action in &list {
                assert_eq!(list.iter().filter(|&&other| other == action).count(), 1);
                let mut clone = state.clone();
                rules
                    .apply(&mut clone, ask.seat, action, &mut Dice::new(7), &mut Drop)
                    .unwrap_or_else(|error| panic!("{action:?}: {error} at {:?}", state.step()));
                assert_ne!(clone, state, "{action:?} does nothing at {:?}", state.step());
                rules.invariants(&clone).unwrap();
            }
            // Moves are likelier than the end of them.
            let pick = luck.below(list.len() as u32) as usize;
            let action = list[pick];
            let name = format!("{action:?}");
            *tally.entry(name.split('(').next().unwrap().to_string()).or_default() += 1;
            rules.apply(&mut state, ask.seat, action, &mut dice, &mut Drop).unwrap();
            plies += 1;
            assert!(plies < 100_000);
        }
    }
    eprintln!("{tally:?}");
    for kind in [
        "Withdraw",
        "WithdrawLine",
        "WithdrawLeader",
        "Back",
        "Face",
        "React",
        "ReactReverse",
        "Take",
        "Arrange",
    ] {
        assert!(tally.contains_key(kind), "never {kind}: {tally:?}");
    }
}
