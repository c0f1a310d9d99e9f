//! A camp of two forces, each with a seat of its own: nobody decides about another's pieces, and a window opens for
//! each seat in turn. In tests only: the battles of the program have one force a camp.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_core::checked::{Thoroughness, play_out};
use diadem_core::{
    AnswerOffer, Ask, Broken, Camp, Chance, Chart, DataFile, Decision, Dice, Drop, Game, Illegal,
    OwnFiles, Playable, Request, Rule, Scenario, Seat, SeatSet, SetupError, Sink, Tally, Text,
};
use diadem_hexes::{
    Action, Answer, Arranged, Battle, Edge, Ending, Event, Field, Force, ForceId, Formation, Go,
    Hand, Hex, Hexes, HowEnded, Interjection, LeaderId, MissileKind, OrderMode, Orders, Place,
    Question, Special, Start, State, Step, Switch, Switches, Tenure, TenureKind, Terrain, UnitId,
    Vertex,
};
use std::collections::BTreeSet;

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);
const ALLY: Seat = Seat::new(2);

/// A battle whose second camp has two forces, with seats 1 and 2: every other unit and leader is the ally's.
fn allied(id: &str) -> Battle {
    let mut battle = Battle::load(id).unwrap();
    let ally = ForceId::new(2);
    let seconds = battle.units.iter_mut().filter(|unit| unit.camp == Camp::Second);
    seconds.skip(1).step_by(2).for_each(|unit| unit.force = ally);
    let seconds = battle.leaders.iter_mut().filter(|leader| leader.camp == Camp::Second);
    seconds.skip(1).step_by(2).for_each(|leader| leader.force = ally);
    let overall = battle.forces[1].overall_commander;
    let overall_commander = overall.filter(|&leader| battle.leader(leader).force == ally);
    if overall_commander.is_some() {
        battle.forces[1].overall_commander = None;
    }
    let name = "Allied".to_owned();
    battle.forces.push(Force { name, camp: Camp::Second, seat: ALLY, overall_commander });
    battle
}

/// The same with the armies face to face on a plain, and bows for everybody on foot or horse, so that every kind of window
/// opens.
fn face_to_face(id: &str) -> Battle {
    const RANK: usize = 18;
    let mut battle = allied(id);
    battle.field = Field::plain(1..=60, 1..=40, Terrain::Clear, 1).unwrap();
    battle.special = Special::default();
    for (camp, edge) in Camp::BOTH.into_iter().zip([Edge::Left, Edge::Right]) {
        battle.armies[camp.index()].retreat_edge = edge;
        let (front, facing) = match camp {
            Camp::First => (30, Vertex::East),
            Camp::Second => (33, Vertex::West),
        };
        let at = |nth: usize| {
            let (back, row) = (2 * (nth / RANK) as u8, 2 + 2 * (nth % RANK) as u8);
            Hex::new(if camp == Camp::First { front - back } else { front + back }, row)
        };
        let units = battle.units.iter_mut().filter(|unit| unit.camp == camp).enumerate();
        for (nth, unit) in units {
            if unit.kind.is_infantry() || unit.kind.is_cavalry() {
                unit.missile = Some(MissileKind::Bow);
            }
            let beside = at(nth).beyond(facing.flank(Hand::Right)).unwrap();
            unit.start = match unit.kind {
                kind if kind.is_two_hex() => Start::across(at(nth), beside, facing).unwrap(),
                kind => {
                    let facing = (!kind.is_artillery()).then_some(facing);
                    Start { hex: at(nth), second_hex: None, facing }
                }
            };
        }
        let leaders = battle.leaders.iter_mut().filter(|leader| leader.camp == camp).enumerate();
        leaders.for_each(|(nth, leader)| leader.start = at(3 * nth));
    }
    battle
}

fn rules(id: &str, switches: Switches) -> Hexes {
    Hexes::new(allied(id), switches).unwrap()
}

fn all_switches() -> Switches {
    let mut all = Switches::default();
    for switch in Switch::ALL {
        all.set(switch, true);
    }
    all
}

/// Whose piece an answer is about: who does something, or to whom it is told to.
fn actor(rules: &Hexes, action: Action) -> Option<Seat> {
    match action {
        Action::Arrange(leader, _)
        | Action::Elite(leader)
        | Action::Activate(leader)
        | Action::Pass(leader)
        | Action::Wait(leader)
        | Action::Trump(leader)
        | Action::Send(leader)
        | Action::Contingent(leader)
        | Action::Take(leader)
        | Action::Leave(leader)
        | Action::Champion(leader)
        | Action::WithdrawLeader(leader) => Some(rules.seat_of_leader(leader)),
        Action::NameLine { unit, .. }
        | Action::Order(unit)
        | Action::OrderFast(unit)
        | Action::Recover(unit)
        | Action::Rally(unit)
        | Action::ChangeMode(unit)
        | Action::Engage(unit)
        | Action::BreakOff(unit, _)
        | Action::Attack { unit, .. }
        | Action::OpenRanks(unit, _)
        | Action::PassThrough(unit, _)
        | Action::Advance(unit)
        | Action::Withdraw(unit)
        | Action::WithdrawLine(unit, _)
        | Action::React(unit, _)
        | Action::ReactReverse(unit)
        | Action::ReactionFire { firer: unit, .. }
        | Action::ScreenFire { firer: unit, .. }
        | Action::EngineFire { engine: unit, .. }
        | Action::EngineFireAtHex { engine: unit, .. } => Some(rules.seat_of(unit)),
        // Of enemies, or of both sides of a combat; or of whom the question names.
        Action::Individual
        | Action::LineCommand(_)
        | Action::Go(_)
        | Action::RideTo(_)
        | Action::Shock(_)
        | Action::Back(_)
        | Action::BackTwo(_)
        | Action::Face(_)
        | Action::FireAt(_)
        | Action::FireMoving(_)
        | Action::FireAtHex(_)
        | Action::ComeUp(_)
        | Action::Harass(_)
        | Action::Type(_)
        | Action::TakeHit(_)
        | Action::Towards(_)
        | Action::Next(_)
        | Action::Momentum
        | Action::Done => None,
    }
}

/// Whom a question names as the one who decides.
fn named(rules: &Hexes, question: Question) -> Option<Seat> {
    match question {
        Question::Command(leader)
        | Question::Orders(leader)
        | Question::NameLine(leader)
        | Question::Ride(leader)
        | Question::LeaderWithdraw(leader)
        | Question::Flight(leader)
        | Question::Momentum(leader)
        | Question::Crisis(leader)
        | Question::Designation(leader)
        | Question::Allocation(leader) => Some(rules.seat_of_leader(leader)),
        Question::Move(unit)
        | Question::Withdraw(unit)
        | Question::Rout(unit)
        | Question::RallyFacing(unit)
        | Question::Advance(unit)
        | Question::Pursuit(unit)
        | Question::Harass(unit)
        | Question::ScreenFire(unit)
        | Question::ReturnFire(unit)
        | Question::LeavesColumn(unit) => Some(rules.seat_of(unit)),
        _ => None,
    }
}

/// The windows and turns of a battle played at random, by kind and seat; everybody is asked about his own.
fn asked_at_random(rules: &Hexes, seed: u64, seen: &mut BTreeSet<(String, Seat)>) {
    let (mut dice, mut luck) = (Dice::new(seed), Chance::new(seed));
    let mut state = rules.open(&mut dice, &mut Drop);
    let mut listed = Vec::new();
    while let Some(Ask { seat, question, .. }) = rules.decision(&state).ask() {
        listed.clear();
        rules.actions(&state, &mut listed);
        let told = || format!("seed {seed}, {question:?} of {seat:?} in {:?}", state.steps);
        assert!(named(rules, question).is_none_or(|named| named == seat), "{}", told());
        for &action in &listed {
            let own = actor(rules, action).is_none_or(|owner| owner == seat);
            assert!(own, "{action:?}: {}", told());
        }
        let kind = match question {
            Question::Answers(stage, _) => format!("{stage:?}"),
            Question::Departure(stage, _) => format!("before a step, {stage:?}"),
            other => format!("{other:?}").split('(').next().unwrap_or_default().to_owned(),
        };
        seen.insert((kind, seat));
        let action = listed[luck.below(listed.len() as u32) as usize];
        rules.apply(&mut state, seat, action, &mut dice, &mut Drop).unwrap();
    }
    let ending = state.ending.unwrap();
    let winners = rules.decision(&state).outcome().unwrap().winners;
    assert_eq!(winners, ending.winner.map_or(SeatSet::NONE, |camp| rules.seats_of(camp)));
}

/// Kinds of question that must have come to both seats of the allied camp.
const COME_TO_BOTH: [&str; 18] = [
    "Activation",
    "Orders",
    "Move",
    "TrumpTheTrump",
    "MomentumTrump",
    "Reactivation",
    "Arrange",
    "Withdrawal",
    "Leaders",
    "Facing",
    "EntryFire",
    "before a step, Withdrawal",
    "before a step, RetireFire",
    "QueuedFire",
    "LineFire",
    "RampageWithdrawal",
    "RoutPhase",
    "Type",
];

#[test]
fn each_seat_is_asked_about_its_own_and_windows_go_to_both() {
    let fought = [Switches::default(), all_switches()].into_iter().flat_map(|switches| {
        let battles = ["granicus", "chaeronea", "hydaspes"].map(face_to_face);
        let battles = battles.into_iter().chain([allied("samarkand"), allied("chaeronea")]);
        battles.map(move |battle| Hexes::new(battle, switches).unwrap())
    });
    let fought: Vec<Hexes> = fought.collect();
    let mut seen = BTreeSet::new();
    let mut missing = COME_TO_BOTH.to_vec();
    for seed in 0..40 {
        for rules in &fought {
            asked_at_random(rules, seed, &mut seen);
        }
        let has_come = |kind: &str, seat| seen.contains(&(kind.to_owned(), seat));
        missing.retain(|kind| ![SECOND, ALLY].into_iter().all(|seat| has_come(kind, seat)));
        if seed > 1 && missing.is_empty() {
            return;
        }
    }
    panic!("{missing:?} do not come to both seats");
}

#[test]
fn battles_with_an_allied_camp_end_and_keep_every_promise() {
    for (switches, every) in [(Switches::default(), 11), (all_switches(), 17)] {
        for (battle, games) in [
            (allied("samarkand"), 6),
            (allied("jaxartes"), 1),
            (face_to_face("granicus"), 3),
            (face_to_face("chaeronea"), 1),
            (face_to_face("hydaspes"), 1),
        ] {
            let game = Allied { hexes: Hexes::new(battle, switches).unwrap() };
            for seed in 0..games {
                let how = Thoroughness { every, most_plies: 200_000 };
                let report = play_out(&game, seed, how, |state| Ok(state.clone()));
                assert!(report.is_ok(), "{}: {report:?}", game.hexes.battle().id);
            }
        }
    }
}

/// Everybody of a battle is put away but these units, and stands where it is told; leaders wait far behind.
fn table(id: &str, units: &[(u8, &str, Vertex)]) -> (Hexes, State) {
    let rules = rules(id, Switches::default());
    let mut state = rules.beginning();
    for unit in &mut state.units {
        unit.place = Place::Left;
    }
    for &(at, hex, facing) in units {
        let unit = &mut state.units[usize::from(at)];
        unit.place = Place::On(Hex::parse(hex).unwrap());
        (unit.facing, unit.formation) = (facing, Formation::Battle);
    }
    (rules, state)
}

/// A leader gives so many orders.
fn give_orders(state: &mut State, leader: LeaderId) {
    let tenure = Tenure {
        leader,
        kind: TenureKind::Initial,
        nth: 1,
        line_before: false,
        through_overall: false,
        must_act: false,
        fought: false,
    };
    state.turn = 1;
    state.steps = vec![Orders { tenure, mode: OrderMode::Individual(9) }.into()];
}

fn leader_of(rules: &Hexes, seat: Seat) -> LeaderId {
    rules.leaders().find(|&leader| rules.seat_of_leader(leader) == seat).unwrap()
}

fn units_of(rules: &Hexes, seat: Seat) -> Vec<UnitId> {
    rules.units().filter(|&unit| rules.seat_of(unit) == seat).collect()
}

fn listed(rules: &Hexes, state: &State) -> (Seat, Vec<Action>) {
    let mut listed = Vec::new();
    rules.actions(state, &mut listed);
    (rules.decision(state).ask().unwrap().seat, listed)
}

#[test]
fn gba_4_0_a_leader_does_not_order_the_unit_of_his_ally() {
    let rules = rules("granicus", Switches::default());
    let mut state = rules.beginning();
    for seat in [SECOND, ALLY] {
        let leader = leader_of(&rules, seat);
        give_orders(&mut state, leader);
        let other = if seat == SECOND { ALLY } else { SECOND };
        for unit in units_of(&rules, other) {
            let refused = rules.check(&state, seat, Action::Order(unit)).unwrap_err();
            assert_eq!(refused.rule.number().to_string(), "4.0", "{refused}");
        }
        let his = leader_of(&rules, other);
        let refused = rules.check(&state, seat, Action::Send(his)).unwrap_err();
        assert_eq!(refused.rule.number().to_string(), "4.23", "{refused}");
        let (asked, actions) = listed(&rules, &state);
        assert_eq!(asked, seat);
        assert!(actions.iter().any(|action| matches!(action, Action::Order(_))));
    }
}

#[test]
fn gba_6_71_a_window_opens_for_one_seat_after_the_other() {
    let plain = rules("granicus", Switches::default());
    let horse = |seat: Seat| {
        let light = |&unit: &UnitId| plain.troops(unit).kind == diadem_hexes::Kind::LightCavalry;
        units_of(&plain, seat).into_iter().find(light).unwrap()
    };
    let foot = units_of(&plain, FIRST).into_iter().find(|&unit| {
        let kind = plain.troops(unit).kind;
        kind.is_infantry() && !kind.is_two_hex()
    });
    let (mover, own, ally) = (foot.unwrap(), horse(SECOND), horse(ALLY));
    // On the plain behind the river; both stand two hexes before the mover.
    let at = |unit: UnitId| unit.index() as u8;
    let places = [
        (at(mover), "1010", Vertex::East),
        (at(own), "1210", Vertex::West),
        (at(ally), "1209", Vertex::West),
    ];
    let (rules, mut state) = table("granicus", &places);
    let leader = leader_of(&rules, FIRST);
    for other in rules.leaders() {
        state.leaders[other.index()].at = None;
    }
    state.leaders[leader.index()].at = Hex::parse("0910");
    give_orders(&mut state, leader);
    let mut dice = Dice::new(1);
    for action in [Action::Order(mover), Action::Go(Go::Forward(Hand::Right))] {
        rules.apply(&mut state, FIRST, action, &mut dice, &mut Drop).unwrap();
    }
    assert_eq!(listed(&rules, &state), (SECOND, vec![Action::Withdraw(own), Action::Done]));
    let refused = rules.check(&state, SECOND, Action::Withdraw(ally)).unwrap_err();
    assert_eq!(refused.rule.number().to_string(), "6.71");
    rules.apply(&mut state, SECOND, Action::Done, &mut dice, &mut Drop).unwrap();
    assert_eq!(listed(&rules, &state), (ALLY, vec![Action::Withdraw(ally), Action::Done]));
    rules.apply(&mut state, ALLY, Action::Withdraw(ally), &mut dice, &mut Drop).unwrap();
    assert!(matches!(state.step(), Step::Withdraw(withdrawal) if withdrawal.unit == ally));
    assert_eq!(listed(&rules, &state).0, ALLY);
}

#[test]
fn gba_6_82_not_even_an_ally_sees_a_marker() {
    let rules = rules("granicus", Switches::default());
    let mut state = rules.beginning();
    let leader = leader_of(&rules, ALLY);
    state.leaders[leader.index()].arranged = Arranged::Secretly;
    let seen = |seat| rules.view(&state, seat).leader(leader).arranged;
    assert_eq!(seen(ALLY), Arranged::Secretly);
    assert_eq!([FIRST, SECOND].map(seen), [Arranged::Hidden; 2]);
}

#[test]
fn gba_12_0_both_seats_of_a_camp_win() {
    let rules = rules("samarkand", Switches::default());
    let mut state = rules.beginning();
    state.ending = Some(Ending { winner: Some(Camp::Second), how: HowEnded::Withdrawal });
    let outcome = rules.decision(&state).outcome().unwrap();
    assert_eq!(outcome.winners, [SECOND, ALLY].into_iter().collect());
}

/// A battle alone, as the checked play-out wants a game.
struct Allied {
    hexes: Hexes,
}

impl Game for Allied {
    type State = State;
    type Action = Action;
    type Interjection = Interjection;
    type Question = Question;
    type Event = Event;
    type AnswerKind = Answer;

    fn seats(&self) -> SeatSet {
        self.hexes.seats()
    }
    fn decision(&self, state: &State) -> Decision<Question> {
        self.hexes.decision(state)
    }
    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        self.hexes.actions(state, into);
    }
    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.hexes.check(state, seat, action)
    }
    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        self.hexes.apply(state, seat, action, dice, sink)
    }
    fn interjections(&self, _: &State, _: Seat, _: &mut Vec<Interjection>) {}
    fn interject(
        &self,
        _: &mut State,
        _: Seat,
        interjection: Interjection,
        _: &mut Dice,
        _: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        match interjection {}
    }
    fn view(&self, state: &State, seat: Seat) -> State {
        self.hexes.view(state, seat)
    }
    fn offer(&self, state: &State, action: Action) -> Option<AnswerOffer<Answer>> {
        self.hexes.offer(state, action)
    }
    fn invariants(&self, state: &State) -> Result<(), Broken> {
        self.hexes.invariants(state)
    }
}

impl Text for Allied {
    fn seat_name(&self, seat: Seat) -> &str {
        self.hexes.seat_name(seat)
    }
    fn question(&self, state: &State, question: Question) -> String {
        self.hexes.question(state, question)
    }
    fn action(&self, state: &State, action: Action) -> String {
        self.hexes.action(state, action)
    }
    fn interjection(&self, _: &State, interjection: Interjection) -> String {
        match interjection {}
    }
    fn event(&self, event: &Event) -> String {
        self.hexes.event(event)
    }
    fn rule_of(&self, event: &Event) -> Rule {
        self.hexes.rule_of(event)
    }
}

impl Playable for Allied {
    type Setup = ();
    const RULES_VERSION: u32 = 1;

    fn scenarios() -> Vec<Scenario> {
        Vec::new()
    }
    fn charts(_: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
        Ok(Vec::new())
    }
    fn data_files() -> Vec<DataFile> {
        Vec::new()
    }
    fn setup(_: &Request<'_>) -> Result<(), SetupError> {
        Ok(())
    }
    fn prepare((): &()) -> Result<Allied, SetupError> {
        Ok(Allied { hexes: rules("samarkand", Switches::default()) })
    }
    fn setup_of(&self) -> &() {
        &()
    }
    fn opening(&self, dice: &mut Dice) -> State {
        self.hexes.open(dice, &mut Drop)
    }
    fn data_hash(&self) -> [u8; 32] {
        [0; 32]
    }
    fn scenario(&self) -> &str {
        &self.hexes.battle().id
    }
    fn headline(&self, state: &State) -> String {
        format!("Turn {}", state.turn)
    }
    fn tally(&self, _: &State) -> Tally {
        Tally::default()
    }
}
