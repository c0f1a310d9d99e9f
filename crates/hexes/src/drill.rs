//! Small battles on a plain, for tests that read like the book.

use crate::action::Action;
use crate::event::Event;
use crate::field::{Field, Terrain};
use crate::hex::{Hand, Hex, Vertex};
use crate::hexes::{Hexes, Switches};
use crate::order_of_battle::{
    Army, Battle, Commander, LeaderId, LineSort, Role, Start, Troops, UnitId, UnitSet,
};
use crate::position::Position;
use crate::state::State;
use crate::types::Kind;
use diadem_core::{Dice, Game, SeatSet, Sink};

pub(crate) fn hex(number: &str) -> Hex {
    Hex::parse(number).unwrap()
}

/// A battle being drawn up.
pub(crate) struct Drill {
    pub(crate) battle: Battle,
    pub(crate) switches: Switches,
}

/// A battle being played.
pub(crate) struct Play {
    pub(crate) rules: Hexes,
    pub(crate) state: State,
}

#[derive(Default)]
struct Heard(Vec<Event>);

impl Sink<Event> for Heard {
    fn tell(&mut self, _: SeatSet, event: Event) {
        self.0.push(event);
    }
    fn seal(&mut self, _: diadem_core::Seal) {}
}

impl Drill {
    /// Two armies of nobody on a plain of 30 by 30; the second is Macedonian.
    pub(crate) fn new() -> Drill {
        let mut battle = Battle::load("samarkand").unwrap();
        battle.field = Field::plain(1..=30, 1..=30, Terrain::Clear, 1).unwrap();
        battle.units.clear();
        battle.leaders.clear();
        battle.special = crate::order_of_battle::Special::default();
        for (army, macedonian) in battle.armies.iter_mut().zip([false, true]) {
            army.units = UnitSet::NONE;
            army.lines.clear();
            army.overall_commander = None;
            army.macedonian = macedonian;
        }
        Drill { battle, switches: Switches::default() }
    }

    /// A unit in a hex, of a two-hex unit the left half.
    pub(crate) fn unit(&mut self, army: Army, kind: Kind, at: &str, facing: Vertex) -> UnitId {
        let unit = UnitId::new(self.battle.units.len() as u8);
        let second = hex(at).beyond(facing.flank(Hand::Right)).filter(|_| kind.is_two_hex());
        let start = Start { hex: hex(at), second_hex: second, facing: Some(facing) };
        let pattern = Battle::load("samarkand").unwrap().units[0].clone();
        self.battle.units.push(Troops {
            id: format!("unit{}", unit.index()),
            name: format!("Unit {}", unit.index()),
            army,
            kind,
            class: None,
            tq: 6,
            size: 5,
            ma: 5,
            fast_ma: None,
            missile: None,
            screen: false,
            start,
            ..pattern
        });
        self.battle.armies[army.index()].units.insert(unit);
        unit
    }

    /// A leader without line commands; the first `Role::Overall` of an army commands it all.
    pub(crate) fn leader(&mut self, army: Army, role: Role, initiative: u8, at: &str) -> LeaderId {
        let leader = LeaderId::new(self.battle.leaders.len() as u8);
        let pattern = Battle::load("samarkand").unwrap().leaders[0].clone();
        self.battle.leaders.push(Commander {
            id: format!("leader{}", leader.index()),
            name: format!("Leader {}", leader.index()),
            army,
            role,
            initiative: (role != Role::Contingent).then_some(initiative),
            range: 6,
            strategy: None,
            line_command: false,
            elite: false,
            is_target: false,
            start: hex(at),
            ..pattern
        });
        if role == Role::Overall {
            self.battle.armies[army.index()].overall_commander = Some(leader);
        }
        leader
    }

    /// Lets a leader give line commands to everybody, with that strategy.
    pub(crate) fn gives_lines(&mut self, leader: LeaderId, strategy: Option<u8>) {
        let units = self.battle.armies[self.battle.leaders[leader.index()].army.index()].units;
        let commander = &mut self.battle.leaders[leader.index()];
        (commander.line_command, commander.strategy) = (true, strategy);
        commander.commands.units = units;
    }

    /// These kinds form lines together.
    pub(crate) fn line(&mut self, army: Army, kinds: &[Kind]) {
        let all = self.battle.armies[army.index()].units.iter();
        let units = all.filter(|&unit| kinds.contains(&self.battle.unit(unit).kind)).collect();
        let sort = LineSort { text: vec![], kinds: kinds.to_vec(), units };
        self.battle.armies[army.index()].lines.push(sort);
    }

    /// Begins the battle, with these dice.
    pub(crate) fn begin(self, dice: &[u8]) -> Play {
        let rules = Hexes::new(self.battle, self.switches).unwrap();
        let state = rules.open(&mut Dice::scripted(dice.iter().copied()), &mut Heard::default());
        Play { rules, state }
    }
}

impl Play {
    /// What may be answered now.
    pub(crate) fn listed(&self) -> Vec<Action> {
        let mut listed = Vec::new();
        self.rules.actions(&self.state, &mut listed);
        listed
    }

    /// Does something with these dice, and answers what happened.
    pub(crate) fn act(&mut self, action: Action, dice: &[u8]) -> Vec<Event> {
        let ask = self.rules.decision(&self.state).ask().unwrap();
        let mut dice = Dice::scripted(dice.iter().copied());
        let mut heard = Heard::default();
        let done = self.rules.apply(&mut self.state, ask.seat, action, &mut dice, &mut heard);
        assert_eq!(done, Ok(()), "{action:?} in {:?}", self.state.steps);
        assert_eq!(dice.script_fault(), None, "{action:?}");
        assert_eq!(self.rules.invariants(&self.state), Ok(()));
        heard.0
    }

    /// Why an answer is refused: the number of the rule.
    pub(crate) fn refused(&self, action: Action) -> &'static str {
        let ask = self.rules.decision(&self.state).ask().unwrap();
        self.rules.check(&self.state, ask.seat, action).unwrap_err().rule.number()
    }

    /// Asks about the position.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(Position<'_>) -> T) -> T {
        self.rules.ask(&self.state, question)
    }
}
