//! 10.8: one tactical movement a round, but for the first.

use crate::battle_line::{Dressing, Fill};
use crate::combat::RESULTS;
use crate::engine::action::{Action, Question};
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Flow, Procedure, never_passes};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Place, Stand, State};
use crate::leaders::LEADERS;
use crate::model::army::{ForceId, LeaderId, UnitId};
use crate::model::boxes::{BOX_COUNT, BoxId, Line, Post};
use crate::model::sets::{LeaderSet, UnitSet};
use crate::stacking::STACKING;
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const MOVEMENT: Rule = rule!(ALEXANDROS, "10.8");
/// Units that a tactical movement takes along.
const MOST_MOVED: u8 = 2;

/// Units may move: what has been moved in this phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Movement {
    /// Units that changed their box.
    pub moved: UnitSet,
    /// Units that changed their line.
    pub shifted: UnitSet,
    /// Leaders that went over to another unit.
    pub restacked: LeaderSet,
    /// The tactical movement, once begun (10.8).
    pub tactical: Option<Passage>,
    /// The advance into each box, once begun (10.9).
    pub advances: [Option<Passage>; BOX_COUNT],
}

/// Units on their way from a box into another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Passage {
    /// Out of this box.
    pub from: BoxId,
    /// Into this one.
    pub to: BoxId,
    /// So many so far.
    pub count: u8,
}

impl Procedure for Movement {
    const RULE: Rule = MOVEMENT;

    fn asks(self, _: &Display, state: &State) -> Option<Asked> {
        Some(Asked::of(state.active, Question::Move))
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        position.list_movement(&self, into);
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let dressing = self.dressing(position.state);
        match action {
            Action::Forward(unit) => position.may_step_forward(dressing, unit),
            Action::Back(unit) => position.may_step_back(dressing, unit),
            Action::Exchange { back, forward } => position.may_exchange(dressing, back, forward),
            Action::Stack { unit, on } => position.may_stack(unit, on),
            Action::Lead { leader, unit } => position.may_restack(&self, leader, unit),
            Action::Move { unit, to, line } => position.may_move(&self, unit, to, line),
            Action::Advance { unit, to, line } => position.may_advance(&self, unit, to, line),
            Action::Done => position.may_stop_dressing(dressing.force),
            _ => Self::not_asked(),
        }
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Forward(unit) => resolver.dress(unit, Line::First),
            Action::Back(unit) => resolver.dress(unit, Line::Second),
            Action::Exchange { back, forward } => {
                resolver.dress(back, Line::Second);
                resolver.dress(forward, Line::First);
            }
            Action::Stack { unit, on } => resolver.stack(unit, on),
            Action::Lead { leader, unit } => resolver.restack(leader, unit),
            Action::Move { unit, to, line } => resolver.move_unit(unit, to, line),
            Action::Advance { unit, to, line } => resolver.advance(unit, to, line),
            Action::Done => resolver.pop(),
            other => never_passes(other),
        }
    }

    fn go_on<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Flow {
        Flow::Waits
    }
}

impl Movement {
    fn dressing(&self, state: &State) -> Dressing {
        Dressing { force: state.active, done: self.shifted | self.moved }
    }
}

impl Position<'_> {
    /// The units that are free to leave a box: all, or none when the line needs every one of them.
    pub(crate) fn may_leave(&self, moving: &Movement, from: BoxId) -> UnitSet {
        let inside = self.of_force(self.force, from);
        if from.has_lines_for(self.camp) && inside.len() < 2 {
            return UnitSet::NONE;
        }
        inside - self.engaged - moving.moved
    }

    /// The box a unit of the moving force would leave, if it may.
    pub(crate) fn leaving(
        &self,
        moving: &Movement,
        unit: UnitId,
        rule: Rule,
    ) -> Result<BoxId, Illegal> {
        let mine = self.standing_of(self.force);
        let Some(from) = self.state.box_of(unit).filter(|_| mine.contains(unit)) else {
            return Err(Illegal::by(rule, "It is not on your side of the field."));
        };
        if self.may_leave(moving, from).contains(unit) {
            Ok(from)
        } else if self.engaged.contains(unit) {
            Err(Illegal::by(RESULTS, "An engaged unit does not move."))
        } else if moving.moved.contains(unit) {
            Err(Illegal::by(rule, "It has changed its box in this phase."))
        } else {
            Err(Illegal::by(rule, "One unit must stay behind to hold the line."))
        }
    }

    fn may_move(
        &self,
        moving: &Movement,
        unit: UnitId,
        to: BoxId,
        line: Line,
    ) -> Result<(), Illegal> {
        if self.state.round < 2 {
            return Err(Illegal::by(MOVEMENT, "There is no tactical movement in the first round."));
        }
        let from = self.leaving(moving, unit, MOVEMENT)?;
        self.fits_tactical(moving, from, to)?;
        self.has_room(unit, to, line)
    }

    fn fits_tactical(&self, moving: &Movement, from: BoxId, to: BoxId) -> Result<(), Illegal> {
        if !self.rules.board().links(from).contains(to) {
            return Err(Illegal::by(MOVEMENT, "These boxes are not linked."));
        }
        match moving.tactical {
            Some(begun) if (begun.from, begun.to) != (from, to) => Err(Illegal::by(
                MOVEMENT,
                "There is one tactical movement, from one box to one other.",
            )),
            Some(begun) if begun.count >= MOST_MOVED => {
                Err(Illegal::by(MOVEMENT, "Two units have been moved."))
            }
            _ => Ok(()),
        }
    }

    /// 10.16: a leader may go over to another unit in his box.
    fn may_restack(
        &self,
        moving: &Movement,
        leader: LeaderId,
        unit: UnitId,
    ) -> Result<(), Illegal> {
        let standing = self.standing_of(self.force);
        let at = self.state.box_of_leader(leader);
        let is_near = at == self.state.box_of(unit) && standing.contains(unit);
        if self.rules.force_of_leader(leader) != self.force || !is_near {
            return Err(Illegal::by(LEADERS, "They are not in one box of the field."));
        }
        if self.led.contains(unit) {
            return Err(Illegal::by(STACKING, "A unit has one leader at most."));
        }
        if moving.restacked.contains(leader) {
            return Err(Illegal::by(LEADERS, "He has gone over in this phase."));
        }
        let own = match self.state.leader(leader).stand {
            Stand::With(own) => self.engaged.contains(own),
            _ => false,
        };
        if own || self.engaged.contains(unit) {
            return Err(Illegal::by(
                RESULTS,
                "An engaged unit does not move, nor does its leader.",
            ));
        }
        Ok(())
    }

    fn list_movement(&self, moving: &Movement, into: &mut Vec<Action>) {
        self.list_lines(moving.dressing(self.state), into);
        self.list_stacking(into);
        self.list_restacking(moving, into);
        for from in BoxId::all() {
            if self.at[from.index()].is_empty() {
                continue;
            }
            let free = self.may_leave(moving, from);
            if free.is_empty() || from.post() == Post::Routed {
                continue;
            }
            for to in self.rules.board().links(from).iter() {
                let tactical = self.state.round > 1 && self.fits_tactical(moving, from, to).is_ok();
                let advance = self.fits_advance(moving, from, to).is_ok();
                if !tactical && !advance {
                    continue;
                }
                // Whether there is room differs only with being allowed on the flank.
                let outflanking = self.rules.classes.outflanking;
                for alike in [free & outflanking, free - outflanking] {
                    let Some(one) = alike.first() else { continue };
                    for line in self.open_lines(one, to) {
                        if tactical {
                            into.extend(alike.iter().map(|unit| Action::Move { unit, to, line }));
                        }
                        if advance {
                            let units = alike.iter();
                            into.extend(units.map(|unit| Action::Advance { unit, to, line }));
                        }
                    }
                }
            }
        }
        if self.may_stop_dressing(self.force).is_ok() {
            into.push(Action::Done);
        }
    }

    fn list_restacking(&self, moving: &Movement, into: &mut Vec<Action>) {
        for leader in (self.rules.leaders_of(self.force) - moving.restacked).iter() {
            let engaged = match self.state.leader(leader).stand {
                Stand::With(own) => self.engaged.contains(own),
                Stand::In(_) => false,
                _ => continue,
            };
            let at = self.state.box_of_leader(leader);
            let Some(at) = at.filter(|at| at.post() != Post::Routed) else {
                continue;
            };
            if !engaged {
                let free = self.of_force(self.force, at) - self.led - self.engaged;
                into.extend(free.iter().map(|unit| Action::Lead { leader, unit }));
            }
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// First the other camp fills its first lines (10.6), then the moving force moves.
    pub(crate) fn begin_movement(&mut self) {
        let enemies: Vec<ForceId> = self.rules.forces(self.camp().other()).collect();
        self.push(Movement::default());
        // The first of them comes to lie on top.
        for &force in enemies.iter().rev() {
            let boxes = self.position().hollow(force);
            if !boxes.is_empty() {
                self.push(Fill { force, boxes, shifted: UnitSet::NONE });
            }
        }
    }

    fn moving(&mut self) -> &mut Movement {
        self.state.frame_mut()
    }

    /// 10.6: the moving force dresses its lines.
    fn dress(&mut self, unit: UnitId, line: Line) {
        self.moving().shifted.insert(unit);
        self.shift(unit, line);
    }

    fn restack(&mut self, leader: LeaderId, unit: UnitId) {
        self.state.leader_mut(leader).stand = Stand::With(unit);
        self.moving().restacked.insert(leader);
        self.tell(Event::Restacked(leader, unit));
    }

    fn move_unit(&mut self, unit: UnitId, to: BoxId, line: Line) {
        let Some(from) = self.state.box_of(unit) else { return };
        let tactical = &mut self.moving().tactical;
        let count = tactical.map_or(0, |begun| begun.count) + 1;
        *tactical = Some(Passage { from, to, count });
        self.tell(Event::Moved(unit, from, to));
        self.enter(unit, to, line);
    }

    /// A unit comes into a box; lone enemy leaders there are captured (10.16).
    pub(crate) fn enter(&mut self, unit: UnitId, to: BoxId, line: Line) {
        self.state.unit_mut(unit).place = Place::In(to);
        self.state.unit_mut(unit).line = line;
        self.moving().moved.insert(unit);
        self.capture_leaders(to);
        self.end_if_decided();
    }
}
