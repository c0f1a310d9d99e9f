//! 10.18: rallying routed units.

use crate::engine::action::{Action, Question};
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Flow, Procedure, never_passes};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Place, State};
use crate::model::army::{UnitId, Who};
use crate::model::boxes::{BoxId, Line, Post};
use crate::model::sets::UnitSet;
use diadem_books::ALEXANDROS;
use diadem_core::{Camp, Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const RALLY: Rule = rule!(ALEXANDROS, "10.18");

/// Routed units may rally.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rally;

impl Procedure for Rally {
    const RULE: Rule = RALLY;

    fn asks(self, _: &Display, state: &State) -> Option<Asked> {
        Some(Asked::of(state.active, Question::Rally))
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.extend(position.rallying().iter().map(Action::Rally));
        into.push(Action::Done);
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Rally(unit) => position.may_rally(unit),
            Action::Done => Ok(()),
            _ => Self::not_asked(),
        }
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Rally(unit) => resolver.rally(unit),
            Action::Done => resolver.pop(),
            other => never_passes(other),
        }
    }

    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Flow {
        if !resolver.position().rallying().is_empty() {
            return Flow::Waits;
        }
        resolver.pop();
        Flow::Goes
    }
}

/// A rallied unit needs a box, because the reserve is not open to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Return {
    /// The unit.
    pub unit: UnitId,
}

impl Procedure for Return {
    const RULE: Rule = RALLY;

    fn asks(self, _: &Display, state: &State) -> Option<Asked> {
        Some(Asked::of(state.active, Question::Return(self.unit)))
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.extend(position.refuges(self.unit).map(|(at, line)| Action::Return { at, line }));
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let Action::Return { at, line } = action else { return Self::not_asked() };
        if position.refuges(self.unit).any(|refuge| refuge == (at, line)) {
            return Ok(());
        }
        Err(Illegal::by(RALLY, "It can only return to a box of your side with room."))
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        let Action::Return { at, line } = action else { return never_passes(action) };
        resolver.pop();
        resolver.give_refuge(self.unit, at, line);
    }

    fn go_on<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Flow {
        Flow::Waits
    }
}

impl Position<'_> {
    /// The routed units of a camp that have a leader who may rally them.
    pub(crate) fn may_try_to_rally(&self, camp: Camp) -> UnitSet {
        let led = self.routed(camp) & self.led;
        let under_darius = |unit: UnitId| {
            self.state.leader_of(unit).is_some_and(|leader| self.rules.who(leader) == Who::Darius)
        };
        led.iter().filter(|&unit| !under_darius(unit)).collect()
    }

    /// Those of the active force that may still try in this round.
    fn rallying(&self) -> UnitSet {
        let trying = self.state.may_rally & self.rules.units_of(self.force);
        trying.iter().filter(|&unit| self.refuges(unit).next().is_some()).collect()
    }

    /// Where a rallied unit may go: the reserve; if the enemy is there, any other box of its camp; if its ally is there,
    /// any other box that its own force holds.
    fn refuges(&self, unit: UnitId) -> impl Iterator<Item = (BoxId, Line)> {
        let (camp, force) = (self.rules.camp_of(unit), self.rules.force_of(unit));
        let reserve = BoxId::of(camp, Post::Reserve);
        let is_overrun = !self.of_camp(camp.other(), reserve).is_empty();
        let is_open = (self.of_camp(camp, reserve) - self.rules.units_of(force)).is_empty();
        let is_refuge = move |&at: &BoxId| match (is_overrun, is_open) {
            (false, true) => at == reserve,
            (true, _) => at.camp() == camp || !self.of_force(force, at).is_empty(),
            (false, false) => !self.of_force(force, at).is_empty(),
        };
        BoxId::all()
            .filter(|at| at.post() != Post::Routed)
            .filter(is_refuge)
            .flat_map(move |at| self.open_lines(unit, at).map(move |line| (at, line)))
    }

    fn may_rally(&self, unit: UnitId) -> Result<(), Illegal> {
        if self.rallying().contains(unit) {
            return Ok(());
        }
        let leader = self.state.leader_of(unit);
        Err(if leader.is_some_and(|leader| self.rules.who(leader) == Who::Darius) {
            Illegal::by(RALLY, "Darius does not rally.")
        } else {
            Illegal::by(RALLY, "Only a unit that began the round routed with a leader may rally.")
        })
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    fn rally(&mut self, unit: UnitId) {
        self.state.may_rally.remove(unit);
        let Some(leader) = self.state.leader_of(unit) else { return };
        let roll = (self.rules.who(leader) != Who::Porus).then(|| self.roll());
        let success = roll.as_ref().is_none_or(|roll| self.rules.charts.rallies(roll.raw));
        self.tell(Event::Rallied { unit, leader, roll, success });
        if !success {
            return;
        }
        let reserve = BoxId::of(self.camp(), Post::Reserve);
        if self.position().has_room(unit, reserve, Line::First).is_ok() {
            self.give_refuge(unit, reserve, Line::First);
        } else {
            self.push(Return { unit });
        }
    }

    fn give_refuge(&mut self, unit: UnitId, at: BoxId, line: Line) {
        self.state.unit_mut(unit).place = Place::In(at);
        self.state.unit_mut(unit).line = line;
        self.tell(Event::Returned(unit, at));
        self.capture_leaders(at);
        self.end_if_decided();
    }
}
