//! 10.20: the winner's horse and light foot pursue.

use crate::engine::action::Action;
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Stand, Step};
use crate::model::army::UnitId;
use crate::model::boxes::Side;
use crate::model::charts::Pursuer;
use crate::model::sets::UnitSet;
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const PURSUIT: Rule = rule!(ALEXANDROS, "10.20");

impl Display {
    fn pursuer(&self, unit: UnitId) -> Pursuer {
        if self.classes.cavalry.contains(unit) { Pursuer::Cavalry } else { Pursuer::LightInfantry }
    }
}

impl Position<'_> {
    /// The routed units that such a pursuer can catch.
    pub(crate) fn prey(&self, by: Pursuer) -> UnitSet {
        let routed = self.routed(self.state.side.other());
        match by {
            Pursuer::Cavalry => routed,
            Pursuer::LightInfantry => routed - self.rules.classes.cavalry,
        }
    }

    /// Those of the winner that may still roll.
    pub(crate) fn pursuing(&self) -> UnitSet {
        let has_prey = |&unit: &UnitId| !self.prey(self.rules.pursuer(unit)).is_empty();
        self.state.pursuers.iter().filter(has_prey).collect()
    }

    pub(crate) fn may_pursue(&self, unit: UnitId) -> Result<(), Illegal> {
        if self.pursuing().contains(unit) {
            Ok(())
        } else if self.state.pursuers.contains(unit) {
            Err(Illegal::by(PURSUIT, "Light infantry does not catch cavalry."))
        } else {
            Err(Illegal::by(
                PURSUIT,
                "Only cavalry and light infantry of full strength pursue, once each.",
            ))
        }
    }

    pub(crate) fn may_give_up(&self, unit: UnitId, by: Pursuer) -> Result<(), Illegal> {
        if self.prey(by).contains(unit) {
            return Ok(());
        }
        Err(Illegal::by(PURSUIT, "That unit cannot be caught by this pursuer."))
    }

    pub(crate) fn list_pursuit(&self, into: &mut Vec<Action>) {
        into.extend(self.pursuing().iter().map(Action::Pursue));
        into.push(Action::Done);
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    pub(crate) fn begin_pursuit(&mut self, winner: Side) {
        let classes = &self.rules.classes;
        let fast = classes.cavalry | classes.light_infantry;
        let is_full = |unit: &UnitId| self.state.unit(*unit).lost == 0;
        let pursuers = (self.position().standing(winner) & fast).iter().filter(is_full).collect();
        self.state.pursuers = pursuers;
        self.go_on_pursuing();
    }

    fn go_on_pursuing(&mut self) {
        if self.position().pursuing().is_empty() {
            self.end_pursuit();
        } else {
            self.state.step = Step::Pursue;
        }
    }

    pub(crate) fn pursue(&mut self, unit: UnitId) {
        self.state.pursuers.remove(unit);
        let by = self.rules.pursuer(unit);
        let roll = self.roll();
        let most = self.position().prey(by).len() as u8;
        let caught = self.rules.charts.caught(by, roll.raw).min(most);
        self.tell(Event::Pursued { unit, roll, caught });
        if caught > 0 {
            self.state.step = Step::Caught { owed: caught, by };
        } else {
            self.go_on_pursuing();
        }
    }

    pub(crate) fn give_up(&mut self, unit: UnitId, owed: u8, by: Pursuer) {
        if let (Some(leader), Some(at)) = (self.state.leader_of(unit), self.state.box_of(unit)) {
            self.state.leader_mut(leader).stand = Stand::In(at);
        }
        self.destroy(unit);
        self.tell(Event::Caught(unit));
        if owed > 1 {
            self.state.step = Step::Caught { owed: owed - 1, by };
        } else {
            self.go_on_pursuing();
        }
    }

    pub(crate) fn end_pursuit(&mut self) {
        self.state.pursuers = UnitSet::NONE;
        self.state.step = Step::Over;
    }
}
