//! 8.21: fire at a line that has moved, and its own.

use crate::engine::action::{Action, Answer, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Entry, State, Volley};
use crate::missiles::reaction_fire::{ENTRY_FIRE, Occasion};
use crate::model::order_of_battle::{ForceId, UnitId, UnitSet};
use crate::movement::answers::Answers;
use crate::movement::moving::Movement;
use diadem_core::{Illegal, Sink};
use serde::{Deserialize, Serialize};

/// 8.21: enemies fire at a line that has moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct QueuedFire(
    /// Who may still fire.
    pub UnitSet,
);

impl Procedure for QueuedFire {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        let firer = rules.own_first(self.0).iter().next()?;
        Some(Asked::window(rules.seat_of(firer), Question::QueuedFire, ENTRY_FIRE))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        for firer in position.rules.own_first(self.0).iter() {
            for target in position.came_up_to(firer) {
                position.list_shots(Occasion::Entry, firer, target, into);
            }
        }
        into.push(Action::Done);
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        position.check_fire_window(self, action)
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::ReactionFire { firer, .. } | Action::ScreenFire { firer, .. } => {
                let mut waiting = self.0;
                waiting.remove(firer);
                resolver.instead(QueuedFire(waiting));
                resolver.fire_in_reaction(Occasion::Entry, action);
            }
            _ => {
                let others = self.0.without(resolver.rules.own_first(self.0));
                resolver.instead(QueuedFire(others));
            }
        }
    }

    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let still = resolver.position().still_queued(self.0);
        match () {
            () if still.is_empty() => resolver.end_queued_fire(),
            () if still != self.0 => resolver.instead(QueuedFire(still)),
            () => return false,
        }
        true
    }

    fn fire(&self) -> Option<Answer> {
        Some(Answer::EntryFire)
    }
}

/// 8.21: the units of a line that has moved fire, after the enemy has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineFire(
    /// Whose line.
    pub ForceId,
);

impl Procedure for LineFire {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(rules.force(self.0).seat, Question::LineFire, ENTRY_FIRE))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        let units = position.rules.units_of(self.0);
        into.extend(units.iter().filter(|&unit| position.has_fire_left(unit)).map(Action::Next));
        into.push(Action::Done);
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        position.check_fire_window(self, action)
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Next(unit) => resolver.fire_with(unit),
            _ => resolver.cease_line_fire(self.0),
        }
    }

    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let mut units = resolver.rules.units_of(self.0).iter();
        if units.any(|unit| resolver.position().has_fire_left(unit)) {
            return false;
        }
        resolver.cease_line_fire(self.0);
        true
    }
}

impl Position<'_> {
    /// Units whose zone of control the mover has entered by its last step, and that may fire at it.
    pub(crate) fn fired_up(&self, answers: &Answers) -> UnitSet {
        let Some(was) = answers.was else { return UnitSet::NONE };
        let mover = answers.mover;
        let before = self.rules.hexes_standing(mover, was);
        let camp = self.rules.camp(mover);
        let near = self.neighbours(mover).filter(|&unit| self.rules.camp(unit) != camp);
        near.filter(|&unit| {
            !self.controls(unit, &before) && self.may_react_with_fire(Occasion::Entry, unit, mover)
        })
        .collect()
    }

    /// Units of a line that came up to one that waits to fire.
    fn came_up_to(&self, firer: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let entries = self.state.entries.iter().filter(move |entry| entry.firer == firer);
        entries.map(|entry| entry.mover)
    }

    /// Those of the waiting that still have something to fire at.
    fn still_queued(&self, waiting: UnitSet) -> UnitSet {
        let may = |&firer: &UnitId| {
            self.came_up_to(firer)
                .any(|target| self.may_react_with_fire(Occasion::Entry, firer, target))
        };
        waiting.iter().filter(may).collect()
    }

    /// Whether the units of a line that has moved are firing now.
    pub(crate) fn is_after_line(&self) -> bool {
        self.state.is_under_way::<LineFire>()
    }

    /// The order of a unit of the line, as far as fire goes: what its last step was.
    fn held_fire(&self, unit: UnitId) -> Option<Movement> {
        let now = self.state.unit(unit);
        let hex = now.hex().filter(|_| !now.routed)?;
        let mut movement = Movement::of(unit);
        movement.fire_only = true;
        match now.volley {
            Volley::None | Volley::StandingAnswer => return None,
            Volley::Unmoved => {}
            Volley::Turned => movement.has_moved = true,
            Volley::Came(side) => {
                movement.has_moved = true;
                movement.hexes = 1;
                movement.came_from = hex.beyond(side);
            }
        }
        Some(movement)
    }

    fn has_fire_left(&self, unit: UnitId) -> bool {
        let mut may = false;
        if let Some(movement) = self.held_fire(unit) {
            self.each_fire(&movement, |_| may = true);
        }
        may
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Fire at a line waits until the line has moved.
    pub(crate) fn queue_entry_fire(&mut self, answers: Answers) {
        let position = self.position();
        if !position.moves_in_line(answers.mover) {
            return;
        }
        let mover = answers.mover;
        for firer in position.fired_up(&answers).iter() {
            let entry = Entry { firer, mover };
            if !self.state.entries.contains(&entry) {
                self.state.entries.push(entry);
            }
        }
    }

    /// A line has moved: the enemy fires at those that came up, then the line fires (8.21). To be called
    /// when the step that follows lies on top.
    pub(crate) fn fire_after_line(&mut self, force: ForceId) {
        let units = self.rules.units_of(force);
        if units.iter().any(|unit| self.state.unit(unit).volley != Volley::None) {
            self.begin(LineFire(force));
        }
        let waiting: UnitSet = self.state.entries.iter().map(|entry| entry.firer).collect();
        if !waiting.is_empty() {
            self.answered();
            self.begin(QueuedFire(waiting));
        }
    }

    /// Nobody fires at the line any more.
    pub(crate) fn end_queued_fire(&mut self) {
        self.state.entries.clear();
        self.finish();
    }

    /// A unit of a line keeps its fire until the whole line has moved and the enemy has fired.
    pub(crate) fn hold_fire(&mut self, movement: Movement) {
        let unit = movement.unit;
        if !movement.in_line || movement.fire_only || self.position().may_shoot(unit).is_err() {
            return;
        }
        let came_by = movement.came_from.zip(self.state.unit(unit).hex());
        let volley = match () {
            () if movement.fired => Volley::None,
            () if !movement.has_moved => Volley::Unmoved,
            () if movement.hexes == 0 => Volley::Turned,
            () if movement.turned > 0 => Volley::None,
            () => came_by
                .and_then(|(from, here)| here.side_towards(from))
                .map_or(Volley::None, Volley::Came),
        };
        self.state.unit_mut(unit).volley = volley;
    }

    /// A unit of the line fires.
    pub(crate) fn fire_with(&mut self, unit: UnitId) {
        let Some(movement) = self.position().held_fire(unit) else { return };
        self.state.unit_mut(unit).volley = Volley::None;
        self.begin(movement);
    }

    /// The line fires no more.
    pub(crate) fn cease_line_fire(&mut self, force: ForceId) {
        for unit in self.rules.units_of(force).iter() {
            self.state.unit_mut(unit).volley = Volley::None;
        }
        self.finish();
    }
}
