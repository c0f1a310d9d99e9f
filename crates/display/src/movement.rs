//! 10.8: one tactical movement a round, but for the first.

use crate::combat::RESULTS;
use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Passage, Place, Stand, Step};
use crate::leaders::LEADERS;
use crate::model::army::{LeaderId, UnitId};
use crate::model::boxes::{BoxId, Line, Post};
use crate::model::sets::UnitSet;
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const MOVEMENT: Rule = rule!(ALEXANDROS, "10.8");
/// Units that a tactical movement takes along.
const MOST_MOVED: u8 = 2;

impl Position<'_> {
    /// The units that are free to leave a box: all, or none when the line needs every one of them.
    pub(crate) fn may_leave(&self, from: BoxId) -> UnitSet {
        let side = self.state.side;
        let inside = self.of_side(side, from);
        if from.has_lines_for(side) && inside.len() < 2 {
            return UnitSet::NONE;
        }
        inside - self.engaged - self.state.moving.moved
    }

    /// The box a unit of the moving side would leave, if it may.
    pub(crate) fn leaving(&self, unit: UnitId, rule: Rule) -> Result<BoxId, Illegal> {
        let side = self.state.side;
        let Some(from) = self.state.box_of(unit).filter(|_| self.standing(side).contains(unit))
        else {
            return Err(Illegal::by(rule, "It is not on your side of the field."));
        };
        if self.may_leave(from).contains(unit) {
            Ok(from)
        } else if self.engaged.contains(unit) {
            Err(Illegal::by(RESULTS, "An engaged unit does not move."))
        } else if self.state.moving.moved.contains(unit) {
            Err(Illegal::by(rule, "It has changed its box in this phase."))
        } else {
            Err(Illegal::by(rule, "One unit must stay behind to hold the line."))
        }
    }

    pub(crate) fn may_move(&self, unit: UnitId, to: BoxId, line: Line) -> Result<(), Illegal> {
        if self.state.round < 2 {
            return Err(Illegal::by(MOVEMENT, "There is no tactical movement in the first round."));
        }
        let from = self.leaving(unit, MOVEMENT)?;
        self.fits_tactical(from, to)?;
        self.has_room(unit, to, line)
    }

    fn fits_tactical(&self, from: BoxId, to: BoxId) -> Result<(), Illegal> {
        if !self.rules.board().links(from).contains(to) {
            return Err(Illegal::by(MOVEMENT, "These boxes are not linked."));
        }
        match self.state.moving.tactical {
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
    pub(crate) fn may_restack(&self, leader: LeaderId, unit: UnitId) -> Result<(), Illegal> {
        let side = self.state.side;
        let standing = self.standing(side);
        let at = self.state.box_of_leader(leader);
        let is_near = at == self.state.box_of(unit) && standing.contains(unit);
        if self.rules.side_of_leader(leader) != side || !is_near {
            return Err(Illegal::by(LEADERS, "They are not in one box of the field."));
        }
        if self.led.contains(unit) {
            return Err(Illegal::by(LEADERS, "A unit has one leader at most."));
        }
        if self.state.moving.restacked.contains(leader) {
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

    pub(crate) fn list_movement(&self, into: &mut Vec<Action>) {
        let side = self.state.side;
        self.list_lines(into);
        self.list_stacking(into);
        self.list_restacking(into);
        for from in BoxId::all() {
            let free =
                if self.at[from.index()].is_empty() { continue } else { self.may_leave(from) };
            if free.is_empty() || from == BoxId::of(side, Post::Routed) {
                continue;
            }
            for to in self.rules.board().links(from).iter() {
                let tactical = self.state.round > 1 && self.fits_tactical(from, to).is_ok();
                let advance = self.fits_advance(from, to).is_ok();
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
        if self.may_stop_dressing().is_ok() {
            into.push(Action::Done);
        }
    }

    fn list_restacking(&self, into: &mut Vec<Action>) {
        let side = self.state.side;
        for leader in (self.rules.retinue(side) - self.state.moving.restacked).iter() {
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
                let free = self.of_side(side, at) - self.led - self.engaged;
                into.extend(free.iter().map(|unit| Action::Lead { leader, unit }));
            }
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    pub(crate) fn restack(&mut self, leader: LeaderId, unit: UnitId) {
        self.state.leader_mut(leader).stand = Stand::With(unit);
        self.state.moving.restacked.insert(leader);
        self.tell(Event::Restacked(leader, unit));
    }

    pub(crate) fn move_unit(&mut self, unit: UnitId, to: BoxId, line: Line) {
        let Some(from) = self.state.box_of(unit) else { return };
        let count = self.state.moving.tactical.map_or(0, |begun| begun.count) + 1;
        self.state.moving.tactical = Some(Passage { from, to, count });
        self.tell(Event::Moved(unit, from, to));
        self.enter(unit, to, line);
    }

    /// A unit comes into a box; lone enemy leaders there are captured (10.16).
    pub(crate) fn enter(&mut self, unit: UnitId, to: BoxId, line: Line) {
        self.state.unit_mut(unit).place = Place::In(to);
        self.state.unit_mut(unit).line = line;
        self.state.moving.moved.insert(unit);
        self.capture_leaders(to);
        self.end_if_decided();
    }

    pub(crate) fn end_movement(&mut self) {
        debug_assert!(self.state.step == Step::Move, "only the movement phase ends so");
        self.begin_combat();
    }
}
