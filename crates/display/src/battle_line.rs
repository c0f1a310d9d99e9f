//! 10.6: first and second line, and the duty to fill the first.

use crate::combat::RESULTS;
use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Moving, Step};
use crate::model::army::UnitId;
use crate::model::boxes::{BoxId, Line, Post, Side};
use crate::model::sets::UnitSet;
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const BATTLE_LINE: Rule = rule!(ALEXANDROS, "10.6");

impl Position<'_> {
    /// The side whose lines are being dressed: the other one fills before the moving one moves.
    fn dressing(&self) -> Side {
        match self.state.step {
            Step::Fill => self.state.side.other(),
            _ => self.state.side,
        }
    }

    /// The battle line box a unit of the dressing side stands in.
    fn line_box(&self, unit: UnitId) -> Result<BoxId, Illegal> {
        let side = self.dressing();
        let at = self.state.box_of(unit).filter(|at| self.at[at.index()].contains(unit));
        match at.filter(|at| at.has_lines_for(side) && self.rules.side_of(unit) == side) {
            Some(at) => Ok(at),
            None => Err(Illegal::by(BATTLE_LINE, "It does not stand in a line of your army.")),
        }
    }

    /// Units that are free to change their line in this phase.
    fn at_leisure(&self) -> UnitSet {
        let busy = self.engaged | self.state.moving.shifted | self.state.moving.moved;
        self.rules.muster(self.dressing()) - busy
    }

    pub(crate) fn may_step_forward(&self, unit: UnitId) -> Result<(), Illegal> {
        let at = self.line_box(unit)?;
        let first = self.in_line(at, Line::First);
        if first.contains(unit) {
            return Err(Illegal::by(BATTLE_LINE, "It is in the first line already."));
        }
        if self.state.step == Step::Fill && !self.state.moving.to_fill.contains(at) {
            return Err(Illegal::by(BATTLE_LINE, "That first line need not be filled."));
        }
        if first.len() >= usize::from(self.rules.board().capacity().lines[0]) {
            return Err(Illegal::by(BATTLE_LINE, "The first line is full."));
        }
        let second = self.in_line(at, Line::Second);
        // 10.6 before everything: a box with units has a first line, even of engaged ones.
        let must = first.is_empty()
            && (!self.engaged.contains(unit) || (second - self.engaged).is_empty());
        if must || self.at_leisure().contains(unit) {
            Ok(())
        } else if self.engaged.contains(unit) {
            Err(Illegal::by(RESULTS, "An engaged unit does not move."))
        } else {
            Err(Illegal::by(BATTLE_LINE, "It has moved in this phase."))
        }
    }

    pub(crate) fn may_step_back(&self, unit: UnitId) -> Result<(), Illegal> {
        let at = self.line_box(unit)?;
        let (first, second) = (self.in_line(at, Line::First), self.in_line(at, Line::Second));
        if second.contains(unit) {
            return Err(Illegal::by(BATTLE_LINE, "It is in the second line already."));
        }
        if first.len() < 2 {
            return Err(Illegal::by(BATTLE_LINE, "The first line may not be vacant."));
        }
        if second.len() >= usize::from(self.rules.board().capacity().lines[1]) {
            return Err(Illegal::by(BATTLE_LINE, "The second line is full."));
        }
        self.is_at_leisure(unit)
    }

    /// Two units of full lines change places: otherwise they step one after the other.
    pub(crate) fn may_exchange(&self, back: UnitId, forward: UnitId) -> Result<(), Illegal> {
        let at = self.line_box(back)?;
        let lines = self.rules.board().capacity().lines;
        let [first, second] = [Line::First, Line::Second].map(|line| self.in_line(at, line));
        if !first.contains(back) || !second.contains(forward) {
            return Err(Illegal::by(BATTLE_LINE, "They are not in the two lines of one box."));
        }
        if first.len() < usize::from(lines[0]) || second.len() < usize::from(lines[1]) {
            return Err(Illegal::by(BATTLE_LINE, "There is room: let them step one by one."));
        }
        self.is_at_leisure(back)?;
        self.is_at_leisure(forward)
    }

    fn is_at_leisure(&self, unit: UnitId) -> Result<(), Illegal> {
        if self.at_leisure().contains(unit) {
            Ok(())
        } else if self.engaged.contains(unit) {
            Err(Illegal::by(RESULTS, "An engaged unit does not move."))
        } else {
            Err(Illegal::by(BATTLE_LINE, "It has moved in this phase."))
        }
    }

    /// Whether no first line of the dressing side is vacant with units behind it.
    pub(crate) fn may_stop_dressing(&self) -> Result<(), Illegal> {
        if self.hollow(self.dressing()).is_empty() {
            return Ok(());
        }
        Err(Illegal::by(BATTLE_LINE, "A unit must step into the vacant first line."))
    }

    pub(crate) fn list_lines(&self, into: &mut Vec<Action>) {
        let side = self.dressing();
        let lines = self.rules.board().capacity().lines;
        for at in Post::LINE.map(|post| BoxId::of(side, post)) {
            let inside = self.of_side(side, at);
            let (first, second) = (inside - self.second, inside & self.second);
            into.extend(
                second
                    .iter()
                    .filter(|&unit| self.may_step_forward(unit).is_ok())
                    .map(Action::Forward),
            );
            if self.state.step == Step::Fill {
                continue;
            }
            let leisure = self.at_leisure();
            if first.len() >= 2 && second.len() < usize::from(lines[1]) {
                into.extend((first & leisure).iter().map(Action::Back));
            }
            if first.len() >= usize::from(lines[0]) && second.len() >= usize::from(lines[1]) {
                for back in (first & leisure).iter() {
                    let behind = (second & leisure).iter();
                    into.extend(behind.map(|forward| Action::Exchange { back, forward }));
                }
            }
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    pub(crate) fn shift(&mut self, unit: UnitId, line: Line) {
        self.state.unit_mut(unit).line = line;
        self.state.moving.shifted.insert(unit);
        self.tell(Event::Shifted(unit, line));
    }

    /// The other side has filled its lines.
    pub(crate) fn end_filling(&mut self) {
        self.state.moving = Moving::default();
        self.state.step = Step::Move;
    }
}
