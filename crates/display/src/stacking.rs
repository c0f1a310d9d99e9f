//! 10.7: units stand alone, but for two Persian 3-3 cavalry or two Persian 3-2 infantry.

use crate::combat::RESULTS;
use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::sequence::Turn;
use crate::engine::state::{Place, Stand};
use crate::model::army::UnitId;
use crate::model::boxes::Line;
use crate::model::sets::UnitSet;
use crate::movement::Movement;
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const STACKING: Rule = rule!(ALEXANDROS, "10.7");

impl Position<'_> {
    /// Whether `unit` may become the second step of `on`, where that one stands.
    pub(crate) fn may_double(&self, unit: UnitId, on: UnitId) -> Result<(), Illegal> {
        let of_one_sort = |class: UnitSet| class.contains(unit) && class.contains(on);
        if unit == on || !self.rules.classes.doubling.into_iter().any(of_one_sort) {
            return Err(Illegal::by(
                STACKING,
                "Only two Persian 3-3 cavalry or two Persian 3-2 infantry stack.",
            ));
        }
        if self.state.unit(on).mate.is_some() || self.state.unit(unit).mate.is_some() {
            return Err(Illegal::by(STACKING, "Two units stack, not more."));
        }
        let force = self.rules.force_of(on);
        let at = self.state.box_of(on).filter(|at| self.at[at.index()].contains(on));
        match at.filter(|_| self.rules.force_of(unit) == force) {
            None => Err(Illegal::by(STACKING, "There is nobody to stack with.")),
            Some(at) if self.has_leader(force, at) => Ok(()),
            Some(_) => Err(Illegal::by(STACKING, "A leader must be in the box.")),
        }
    }

    /// The same in the movement phase, for two units of one box.
    pub(crate) fn may_stack(&self, unit: UnitId, on: UnitId) -> Result<(), Illegal> {
        self.may_double(unit, on)?;
        let (mine, other) = (self.state.unit(unit), self.state.unit(on));
        let is_on_the_field = self.standing_of(self.force).contains(on);
        if !is_on_the_field || mine.place != other.place {
            return Err(Illegal::by(STACKING, "They are not in one box."));
        }
        if self.engaged.contains(unit) || self.engaged.contains(on) {
            return Err(Illegal::by(RESULTS, "An engaged unit does not move."));
        }
        if self.led.contains(unit) && self.led.contains(on) {
            return Err(Illegal::by(STACKING, "A unit has one leader at most."));
        }
        if mine.line == other.line && unit < on {
            return Err(Illegal::by(STACKING, "Stack them the other way round: it is the same."));
        }
        Ok(())
    }

    pub(crate) fn list_stacking(&self, into: &mut Vec<Action>) {
        let mine = self.rules.units_of(self.force);
        for class in self.rules.classes.doubling {
            if (class & mine).len() < 2 {
                continue;
            }
            for inside in self.at {
                let alike = inside & class & mine;
                if alike.len() < 2 {
                    continue;
                }
                for unit in alike.iter() {
                    let joined = alike.iter().filter(|&on| self.may_stack(unit, on).is_ok());
                    into.extend(joined.map(|on| Action::Stack { unit, on }));
                }
            }
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// `unit` becomes the second step of `on`.
    pub(crate) fn double(&mut self, unit: UnitId, on: UnitId) {
        if let Some(leader) = self.state.leader_of(unit) {
            self.state.leader_mut(leader).stand = Stand::With(on);
        }
        self.state.unit_mut(unit).place = Place::Stacked(on);
        self.state.unit_mut(unit).line = Line::First;
        self.state.unit_mut(on).mate = Some(unit);
    }

    pub(crate) fn stack(&mut self, unit: UnitId, on: UnitId) {
        self.double(unit, on);
        // What one of them has done in this phase, both have.
        let both = |done: &mut UnitSet| {
            if done.contains(unit) {
                done.remove(unit);
                done.insert(on);
            }
        };
        let moving = self.state.frame_mut::<Movement>();
        both(&mut moving.moved);
        both(&mut moving.shifted);
        both(&mut self.state.frame_mut::<Turn>().advanced);
        self.tell(Event::Doubled(on, unit));
    }

    /// Doubled units come apart when the battle is over.
    pub(crate) fn unstack_all(&mut self) {
        for index in 0..self.state.units.len() {
            if let Some(mate) = self.state.units[index].mate.take() {
                let (place, line) = (self.state.units[index].place, self.state.units[index].line);
                self.state.unit_mut(mate).place = place;
                self.state.unit_mut(mate).line = line;
            }
        }
    }
}
