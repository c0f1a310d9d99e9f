//! 10.6: first and second line, and the duty to fill the first.

use crate::combat::RESULTS;
use crate::engine::action::{Action, Question};
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Flow, Procedure, never_passes};
use crate::engine::resolver::Resolver;
use crate::engine::state::State;
use crate::model::army::{ForceId, UnitId};
use crate::model::boxes::{BoxId, Line, Post};
use crate::model::sets::{BoxSet, UnitSet};
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const BATTLE_LINE: Rule = rule!(ALEXANDROS, "10.6");

/// A force of the camp that does not move must fill its first lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fill {
    /// The force that must.
    pub force: ForceId,
    /// The boxes whose first line is vacant.
    pub boxes: BoxSet,
    /// Units that have stepped forward.
    pub shifted: UnitSet,
}

impl Procedure for Fill {
    const RULE: Rule = BATTLE_LINE;

    fn asks(self, _: &Display, _: &State) -> Option<Asked> {
        Some(Asked::of(self.force, Question::Fill))
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        let dressing = self.dressing();
        let camp = position.rules.camp(self.force);
        let posts = Post::LINE.map(|post| BoxId::of(camp, post));
        for at in posts.into_iter().filter(|&at| self.boxes.contains(at)) {
            position.list_stepping_forward(dressing, at, into);
        }
        if position.may_stop_dressing(self.force).is_ok() {
            into.push(Action::Done);
        }
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let dressing = self.dressing();
        match action {
            Action::Forward(unit) => {
                let at = position.may_be_behind(dressing, unit)?;
                if !self.boxes.contains(at) {
                    return Err(Illegal::by(BATTLE_LINE, "That first line need not be filled."));
                }
                position.may_step_forward(dressing, unit)
            }
            Action::Done => position.may_stop_dressing(self.force),
            _ => Self::not_asked(),
        }
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Forward(unit) => {
                resolver.state.frame_mut::<Fill>().shifted.insert(unit);
                resolver.shift(unit, Line::First);
            }
            Action::Done => resolver.pop(),
            other => never_passes(other),
        }
    }

    fn go_on<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Flow {
        Flow::Waits
    }
}

impl Fill {
    fn dressing(self) -> Dressing {
        Dressing { force: self.force, done: self.shifted }
    }
}

/// Whose lines are being dressed, and which of its units have moved in this phase.
#[derive(Clone, Copy)]
pub(crate) struct Dressing {
    pub(crate) force: ForceId,
    pub(crate) done: UnitSet,
}

impl Position<'_> {
    /// The battle line box a unit of the dressing force stands in.
    fn line_box(&self, dressing: Dressing, unit: UnitId) -> Result<BoxId, Illegal> {
        let (force, camp) = (dressing.force, self.rules.camp(dressing.force));
        let at = self.state.box_of(unit).filter(|at| self.at[at.index()].contains(unit));
        match at.filter(|at| at.has_lines_for(camp) && self.rules.force_of(unit) == force) {
            Some(at) => Ok(at),
            None => Err(Illegal::by(BATTLE_LINE, "It does not stand in a line of your army.")),
        }
    }

    /// Units that are free to change their line in this phase.
    fn at_leisure(&self, dressing: Dressing) -> UnitSet {
        self.rules.units_of(dressing.force) - self.engaged - dressing.done
    }

    /// The box of a unit that is not in its first line.
    fn may_be_behind(&self, dressing: Dressing, unit: UnitId) -> Result<BoxId, Illegal> {
        let at = self.line_box(dressing, unit)?;
        if self.in_line(at, Line::First).contains(unit) {
            return Err(Illegal::by(BATTLE_LINE, "It is in the first line already."));
        }
        Ok(at)
    }

    pub(crate) fn may_step_forward(&self, dressing: Dressing, unit: UnitId) -> Result<(), Illegal> {
        let at = self.may_be_behind(dressing, unit)?;
        let first = self.in_line(at, Line::First);
        if first.len() >= usize::from(self.rules.board().capacity().lines[0]) {
            return Err(Illegal::by(BATTLE_LINE, "The first line is full."));
        }
        let second = self.in_line(at, Line::Second);
        // 10.6 before everything: a box with units has a first line, even of engaged ones.
        let must = first.is_empty()
            && (!self.engaged.contains(unit) || (second - self.engaged).is_empty());
        if must || self.at_leisure(dressing).contains(unit) {
            Ok(())
        } else if self.engaged.contains(unit) {
            Err(Illegal::by(RESULTS, "An engaged unit does not move."))
        } else {
            Err(Illegal::by(BATTLE_LINE, "It has moved in this phase."))
        }
    }

    pub(crate) fn may_step_back(&self, dressing: Dressing, unit: UnitId) -> Result<(), Illegal> {
        let at = self.line_box(dressing, unit)?;
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
        self.is_at_leisure(dressing, unit)
    }

    /// Two units of full lines change places: otherwise they step one after the other.
    pub(crate) fn may_exchange(
        &self,
        dressing: Dressing,
        back: UnitId,
        forward: UnitId,
    ) -> Result<(), Illegal> {
        let at = self.line_box(dressing, back)?;
        let lines = self.rules.board().capacity().lines;
        let [first, second] = [Line::First, Line::Second].map(|line| self.in_line(at, line));
        if !first.contains(back) || !second.contains(forward) {
            return Err(Illegal::by(BATTLE_LINE, "They are not in the two lines of one box."));
        }
        if first.len() < usize::from(lines[0]) || second.len() < usize::from(lines[1]) {
            return Err(Illegal::by(BATTLE_LINE, "There is room: let them step one by one."));
        }
        self.is_at_leisure(dressing, back)?;
        self.is_at_leisure(dressing, forward)
    }

    fn is_at_leisure(&self, dressing: Dressing, unit: UnitId) -> Result<(), Illegal> {
        if self.at_leisure(dressing).contains(unit) {
            Ok(())
        } else if self.engaged.contains(unit) {
            Err(Illegal::by(RESULTS, "An engaged unit does not move."))
        } else {
            Err(Illegal::by(BATTLE_LINE, "It has moved in this phase."))
        }
    }

    /// Whether no first line of a force is vacant with units behind it.
    pub(crate) fn may_stop_dressing(&self, force: ForceId) -> Result<(), Illegal> {
        if self.hollow(force).is_empty() {
            return Ok(());
        }
        Err(Illegal::by(BATTLE_LINE, "A unit must step into the vacant first line."))
    }

    fn list_stepping_forward(&self, dressing: Dressing, at: BoxId, into: &mut Vec<Action>) {
        let second = self.of_force(dressing.force, at) & self.second;
        let may = |&unit: &UnitId| self.may_step_forward(dressing, unit).is_ok();
        into.extend(second.iter().filter(may).map(Action::Forward));
    }

    /// Everything that can be done in the lines of the moving force.
    pub(crate) fn list_lines(&self, dressing: Dressing, into: &mut Vec<Action>) {
        let lines = self.rules.board().capacity().lines;
        let leisure = self.at_leisure(dressing);
        for at in Post::LINE.map(|post| BoxId::of(self.rules.camp(dressing.force), post)) {
            let inside = self.of_force(dressing.force, at);
            let (first, second) = (inside - self.second, inside & self.second);
            self.list_stepping_forward(dressing, at, into);
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
        self.tell(Event::Shifted(unit, line));
    }
}
