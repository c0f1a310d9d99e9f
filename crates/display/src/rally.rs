//! 10.18: rallying routed units.

use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Place, Step};
use crate::model::army::{UnitId, Who};
use crate::model::boxes::{BoxId, Line, Post, Side};
use crate::model::sets::UnitSet;
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const RALLY: Rule = rule!(ALEXANDROS, "10.18");

impl Position<'_> {
    /// The routed units of a side that have a leader who may rally them.
    pub(crate) fn may_try_to_rally(&self, side: Side) -> UnitSet {
        let led = self.routed(side) & self.led;
        let under_darius = |unit: UnitId| {
            self.state.leader_of(unit).is_some_and(|leader| self.rules.who(leader) == Who::Darius)
        };
        led.iter().filter(|&unit| !under_darius(unit)).collect()
    }

    /// Those of the active side that may still try in this round.
    pub(crate) fn rallying(&self) -> UnitSet {
        let side = self.state.side;
        let trying = self.state.may_rally & self.rules.muster(side);
        trying.iter().filter(|&unit| self.refuges(unit).next().is_some()).collect()
    }

    /// Where a rallied unit may go: the reserve, or if the enemy is there, any other box of its side.
    pub(crate) fn refuges(&self, unit: UnitId) -> impl Iterator<Item = (BoxId, Line)> {
        let side = self.rules.side_of(unit);
        let reserve = BoxId::of(side, Post::Reserve);
        let is_overrun = !self.of_side(side.other(), reserve).is_empty();
        let is_friendly = move |&at: &BoxId| {
            at.post() != Post::Routed && (at.side() == side || !self.of_side(side, at).is_empty())
        };
        BoxId::all()
            .filter(move |at| if is_overrun { is_friendly(at) } else { *at == reserve })
            .flat_map(move |at| self.open_lines(unit, at).map(move |line| (at, line)))
    }

    pub(crate) fn may_rally(&self, unit: UnitId) -> Result<(), Illegal> {
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

    pub(crate) fn may_return(&self, unit: UnitId, at: BoxId, line: Line) -> Result<(), Illegal> {
        if self.refuges(unit).any(|refuge| refuge == (at, line)) {
            return Ok(());
        }
        Err(Illegal::by(RALLY, "It can only return to a box of your side with room."))
    }

    pub(crate) fn list_rallying(&self, into: &mut Vec<Action>) {
        into.extend(self.rallying().iter().map(Action::Rally));
        into.push(Action::Done);
    }

    pub(crate) fn list_refuges(&self, unit: UnitId, into: &mut Vec<Action>) {
        into.extend(self.refuges(unit).map(|(at, line)| Action::Return { at, line }));
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    pub(crate) fn rally(&mut self, unit: UnitId) {
        self.state.may_rally.remove(unit);
        let Some(leader) = self.state.leader_of(unit) else { return };
        let roll = (self.rules.who(leader) != Who::Porus).then(|| self.roll());
        let success = roll.as_ref().is_none_or(|roll| self.rules.charts.rallies(roll.raw));
        self.tell(Event::Rallied { unit, leader, roll, success });
        if !success {
            return self.go_on_rallying();
        }
        let reserve = BoxId::of(self.state.side, Post::Reserve);
        if self.position().has_room(unit, reserve, Line::First).is_ok() {
            self.give_refuge(unit, reserve, Line::First);
        } else {
            self.state.step = Step::Return(unit);
        }
    }

    pub(crate) fn give_refuge(&mut self, unit: UnitId, at: BoxId, line: Line) {
        self.state.unit_mut(unit).place = Place::In(at);
        self.state.unit_mut(unit).line = line;
        self.tell(Event::Returned(unit, at));
        self.capture_leaders(at);
        if !self.end_if_decided() {
            self.go_on_rallying();
        }
    }

    fn go_on_rallying(&mut self) {
        self.begin_rally();
    }
}
