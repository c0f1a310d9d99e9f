//! 10.20: the winner's horse and light foot pursue.

use crate::ending::Over;
use crate::engine::action::{Action, Question};
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Flow, Procedure, never_passes};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Stand, State};
use crate::model::army::{ForceId, UnitId};
use crate::model::charts::Pursuer;
use crate::model::sets::UnitSet;
use diadem_books::ALEXANDROS;
use diadem_core::{Camp, Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const PURSUIT: Rule = rule!(ALEXANDROS, "10.20");

/// The winner may pursue, each of his forces with its own units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pursuit {
    /// Victorious units that have not rolled yet.
    pub pursuers: UnitSet,
}

impl Procedure for Pursuit {
    const RULE: Rule = PURSUIT;

    fn asks(self, _: &Display, state: &State) -> Option<Asked> {
        Some(Asked::of(state.active, Question::Pursue))
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.extend(position.pursuing(self).iter().map(Action::Pursue));
        into.push(Action::Done);
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Pursue(unit) => position.may_pursue(self, unit),
            Action::Done => Ok(()),
            _ => Self::not_asked(),
        }
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Pursue(unit) => resolver.pursue(unit),
            Action::Done => resolver.leave_pursuit(),
            other => never_passes(other),
        }
    }

    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Flow {
        if !resolver.position().pursuing(self).is_empty() {
            return Flow::Waits;
        }
        resolver.leave_pursuit();
        Flow::Goes
    }
}

/// The loser must name units that are caught.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Caught {
    /// How many still.
    pub owed: u8,
    /// By whom.
    pub by: Pursuer,
}

impl Procedure for Caught {
    const RULE: Rule = PURSUIT;

    fn asks(self, rules: &Display, state: &State) -> Option<Asked> {
        let force = Position::of(rules, state).overtaken(self.by);
        Some(Asked::of(force, Question::Caught(self.owed)))
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.extend(position.overtaken_units(self.by).iter().map(Action::GiveUp));
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let Action::GiveUp(unit) = action else { return Self::not_asked() };
        if position.overtaken_units(self.by).contains(unit) {
            return Ok(());
        }
        Err(Illegal::by(PURSUIT, "That unit cannot be caught by this pursuer."))
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        let Action::GiveUp(unit) = action else { return never_passes(action) };
        resolver.give_up(unit);
        resolver.state.frame_mut::<Caught>().owed -= 1;
    }

    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Flow {
        if self.owed > 0 {
            return Flow::Waits;
        }
        resolver.pop();
        Flow::Goes
    }
}

impl Display {
    fn pursuer(&self, unit: UnitId) -> Pursuer {
        if self.classes.cavalry.contains(unit) { Pursuer::Cavalry } else { Pursuer::LightInfantry }
    }
}

impl Position<'_> {
    /// The routed units that such a pursuer can catch.
    pub(crate) fn prey(&self, by: Pursuer) -> UnitSet {
        let routed = self.routed(self.camp.other());
        match by {
            Pursuer::Cavalry => routed,
            Pursuer::LightInfantry => routed - self.rules.classes.cavalry,
        }
    }

    /// The force that loses such a unit: of two allies the one with more of them; of equals the first (Successors 9.4).
    fn overtaken(&self, by: Pursuer) -> ForceId {
        let prey = self.prey(by);
        let mut most = self.rules.leading_force(self.camp.other());
        if let Some(ally) = self.rules.next_ally(most) {
            let count = |force| (prey & self.rules.units_of(force)).len();
            if count(ally) > count(most) {
                most = ally;
            }
        }
        most
    }

    fn overtaken_units(&self, by: Pursuer) -> UnitSet {
        self.prey(by) & self.rules.units_of(self.overtaken(by))
    }

    /// Those of the winning force that may still roll.
    fn pursuing(&self, pursuit: Pursuit) -> UnitSet {
        let has_prey = |&unit: &UnitId| !self.prey(self.rules.pursuer(unit)).is_empty();
        let mine = pursuit.pursuers & self.rules.units_of(self.force);
        mine.iter().filter(has_prey).collect()
    }

    fn may_pursue(&self, pursuit: Pursuit, unit: UnitId) -> Result<(), Illegal> {
        if self.pursuing(pursuit).contains(unit) {
            Ok(())
        } else if (pursuit.pursuers & self.rules.units_of(self.force)).contains(unit) {
            Err(Illegal::by(PURSUIT, "Light infantry does not catch cavalry."))
        } else {
            Err(Illegal::by(
                PURSUIT,
                "Only cavalry and light infantry of full strength pursue, once each.",
            ))
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    pub(crate) fn begin_pursuit(&mut self, winner: Camp) {
        let classes = &self.rules.classes;
        let fast = classes.cavalry | classes.light_infantry;
        let is_full = |unit: &UnitId| self.state.unit(*unit).lost == 0;
        let pursuers = (self.position().standing(winner) & fast).iter().filter(is_full).collect();
        self.begin(Pursuit { pursuers });
    }

    /// The force is done; its ally may still pursue.
    fn leave_pursuit(&mut self) {
        match self.rules.next_ally(self.state.active) {
            Some(ally) => self.state.active = ally,
            None => self.begin(Over),
        }
    }

    fn pursue(&mut self, unit: UnitId) {
        self.state.frame_mut::<Pursuit>().pursuers.remove(unit);
        let by = self.rules.pursuer(unit);
        let roll = self.roll();
        let most = self.position().prey(by).len() as u8;
        let caught = self.rules.charts.caught(by, roll.raw).min(most);
        self.tell(Event::Pursued { unit, roll, caught });
        if caught > 0 {
            self.push(Caught { owed: caught, by });
        }
    }

    fn give_up(&mut self, unit: UnitId) {
        if let (Some(leader), Some(at)) = (self.state.leader_of(unit), self.state.box_of(unit)) {
            self.state.leader_mut(leader).stand = Stand::In(at);
        }
        self.destroy(unit);
        self.tell(Event::Caught(unit));
    }
}
