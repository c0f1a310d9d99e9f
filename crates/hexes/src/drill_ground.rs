//! A drill ground for tests: a few units on an empty field, one of them under orders.

use crate::action::Action;
use crate::course::Course;
use crate::event::Event;
use crate::field::{Edge, Field, Terrain};
use crate::hex::{Hand, Hex, Side, Vertex};
use crate::hexes::{Hexes, Switches};
use crate::order_of_battle::{
    Army, ArmyList, Battle, Commander, Commands, LeaderId, Role, Ruleset, Special, Start, Troops,
    UnitId, UnitSet,
};
use crate::state::{State, Unit};
use crate::steps::{Go, OrderMode, Orders, Stage, Step, Tenure, TenureKind};
use crate::types::{Class, Kind, MissileKind};
use diadem_core::{Dice, Game, Illegal, Seal, SeatSet, Sink};

/// The hex of a printed number.
pub(crate) fn hex(number: &str) -> Hex {
    Hex::parse(number).unwrap()
}

/// A unit of the first or second army; of a two-hex unit the hex of its left half.
pub(crate) fn troops(army: Army, kind: Kind, at: &str, facing: Vertex) -> Troops {
    let left = hex(at);
    let right = left.beyond(facing.flank(Hand::Right)).filter(|_| kind.is_two_hex());
    let ma = match kind {
        _ if kind.is_two_hex() => 4,
        _ if kind.is_skirmisher() => 6,
        _ if kind.is_cavalry() || kind.is_chariot() => 8,
        _ if kind.is_elephant() => 7,
        _ => 5,
    };
    Troops {
        id: at.into(),
        name: format!("{} of {at}", kind.code()),
        army,
        kind,
        class: kind.is_phalanx().then_some(Class::Macedonian),
        tq: 7,
        size: 5,
        ma,
        fast_ma: kind.is_phalanx().then_some(5),
        missile: kind.is_skirmisher().then_some(MissileKind::Javelin),
        screen: false,
        greek_mercenary_or_spartan: false,
        thracian: false,
        indian: false,
        wing: String::new(),
        start: Start { hex: left, second_hex: right, facing: Some(facing) },
    }
}

/// What was told.
#[derive(Default)]
pub(crate) struct Told(pub(crate) Vec<Event>);

impl Sink<Event> for Told {
    fn tell(&mut self, _: SeatSet, event: Event) {
        self.0.push(event);
    }
    fn seal(&mut self, _: Seal) {}
}

/// The ground, and what stands on it.
pub(crate) struct Drill {
    pub(crate) rules: Hexes,
    pub(crate) state: State,
    pub(crate) told: Told,
    dice: Dice,
}

/// A drill of these units and leaders; the first leader of the first army commands.
pub(crate) fn drill(units: &[Troops], leaders: &[(Army, &str)], switches: Switches) -> Drill {
    drill_on(units, leaders, switches, |_| {})
}

/// The same on other ground.
pub(crate) fn drill_on(
    units: &[Troops],
    leaders: &[(Army, &str)],
    switches: Switches,
    change: impl FnOnce(&mut Battle),
) -> Drill {
    let of = |army: Army| {
        let all = units.iter().enumerate().filter(move |(_, unit)| unit.army == army);
        all.map(|(at, _)| UnitId::new(at as u8)).collect::<UnitSet>()
    };
    let commander = |&(army, at): &(Army, &str)| Commander {
        id: at.into(),
        name: format!("Leader of {at}"),
        army,
        role: Role::Overall,
        initiative: Some(5),
        range: 8,
        strategy: None,
        charisma: 1,
        personal_combat: Some(3),
        line_command: false,
        elite: false,
        commands: Commands { text: vec![], units: of(army) },
        rout_points: 25,
        is_target: false,
        start: hex(at),
    };
    let list = |army: Army| ArmyList {
        key: format!("{army:?}"),
        name: format!("{army:?}"),
        retreat_edge: if army == Army::First { Edge::Left } else { Edge::Right },
        withdrawal: 100,
        overall_commander: None,
        lines: vec![],
        macedonian: army == Army::First,
        units: of(army),
    };
    let mut battle = Battle {
        id: "drill".into(),
        name: "Drill".into(),
        date: String::new(),
        story: String::new(),
        ruleset: Ruleset::Gba,
        field: Field::plain(1..=50, 1..=40, Terrain::Clear, 1).unwrap(),
        armies: Army::BOTH.map(list),
        units: units.to_vec(),
        leaders: leaders.iter().map(commander).collect(),
        last_turn: 10,
        compass: Side::ALL,
        special: Special::default(),
        up: "north".into(),
        whence: String::new(),
        remarks: vec![],
    };
    change(&mut battle);
    let rules = Hexes::new(battle, switches).unwrap();
    let mut state = rules.beginning();
    let tenure = Tenure {
        leader: LeaderId::new(0),
        kind: TenureKind::Initial,
        nth: 1,
        line_before: false,
        through_overall: false,
        must_act: false,
        fought: false,
    };
    let mode = OrderMode::Individual(3);
    state.turn = 1;
    state.steps = vec![Step::Orders(Orders { tenure, mode })];
    Drill { rules, state, told: Told::default(), dice: Dice::scripted([]) }
}

impl Drill {
    /// The rolls to come.
    pub(crate) fn rolls(&mut self, figures: &[u8]) {
        self.dice = Dice::scripted(figures.iter().copied());
    }

    /// Lets the course of the battle do something.
    pub(crate) fn course<T>(&mut self, act: impl FnOnce(&mut Course<'_, Told>) -> T) -> T {
        let Drill { rules, state, told, dice } = self;
        let mut course = Course::of(rules, state, dice, told);
        let answer = act(&mut course);
        course.settle();
        answer
    }

    /// Orders the unit of this number to move.
    pub(crate) fn order(&mut self, unit: u8, fast: bool) {
        self.course(|course| course.begin_move(UnitId::new(unit), fast, false, false));
    }

    /// Orders a leader to ride.
    pub(crate) fn send(&mut self, leader: LeaderId) {
        self.course(|course| course.begin_ride(leader));
    }

    /// Answers what is asked.
    pub(crate) fn act(&mut self, action: Action) -> Result<(), Illegal> {
        let seat = self.rules.decision(&self.state).ask().unwrap().seat;
        let Drill { rules, state, told, dice } = self;
        rules.apply(state, seat, action, dice, told)
    }

    /// A step of the moving unit, which is allowed; the other side lets it pass.
    pub(crate) fn go(&mut self, go: Go) {
        self.act(Action::Go(go)).unwrap();
        while match self.state.step() {
            Step::Answers(answers) => answers.stage != Stage::ShockMark,
            Step::Departure(_) => true,
            _ => false,
        } {
            self.act(Action::Done).unwrap();
        }
    }

    /// The number of the rule by which an answer is refused; nothing when it is allowed.
    pub(crate) fn refused(&self, action: Action) -> &'static str {
        let seat = self.rules.decision(&self.state).ask().unwrap().seat;
        match self.rules.check(&self.state, seat, action) {
            Ok(()) => "",
            Err(refusal) => refusal.rule.number(),
        }
    }

    /// Everything that may be answered.
    pub(crate) fn listed(&self) -> Vec<Action> {
        let mut listed = Vec::new();
        self.rules.actions(&self.state, &mut listed);
        listed
    }

    /// A unit as it is now.
    pub(crate) fn unit(&self, unit: u8) -> &Unit {
        self.state.unit(UnitId::new(unit))
    }

    /// A unit to be changed before it is drilled.
    pub(crate) fn unit_mut(&mut self, unit: u8) -> &mut Unit {
        self.state.unit_mut(UnitId::new(unit))
    }

    /// The hexes of a unit, left half first.
    pub(crate) fn at(&self, unit: u8) -> Vec<String> {
        let hexes = self.rules.hexes_of(&self.state, UnitId::new(unit));
        hexes.iter().map(Hex::to_string).collect()
    }
}
