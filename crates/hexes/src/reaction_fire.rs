//! 8.2: reaction fire.

use crate::action::Action;
use crate::course::Course;
use crate::event::Event;
use crate::order_of_battle::{UnitId, UnitSet};
use crate::position::Position;
use crate::steps::{Answers, Departure, DepartureStage};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const ENTRY_FIRE: Rule = rule!(GBA, "8.21");
pub(crate) const RETIRE_FIRE: Rule = rule!(GBA, "8.22");
pub(crate) const RETURN_FIRE: Rule = rule!(GBA, "8.23");

impl Position<'_> {
    /// Units that may fire at whoever entered their zone of control (8.21).
    pub(crate) fn may_fire_at_entrant(&self, _answers: &Answers) -> UnitSet {
        UnitSet::NONE
    }

    pub(crate) fn list_entry_fire(&self, answers: &Answers, into: &mut Vec<Action>) {
        let target = answers.mover;
        into.extend(answers.waiting.iter().map(|firer| Action::ReactionFire { firer, target }));
    }

    /// Units that may fire at whoever is about to leave their zone of control (8.22).
    pub(crate) fn firing_at_retirer(&self, _departure: Departure) -> UnitSet {
        UnitSet::NONE
    }

    /// Lists what may be done before a step is made (6.71, 8.22).
    pub(crate) fn list_departure(&self, departure: &Departure, into: &mut Vec<Action>) {
        match departure.stage {
            DepartureStage::Announced => {}
            DepartureStage::Withdrawal => {
                self.list_withdrawing(departure.mover, departure.waiting, into);
            }
            DepartureStage::RetireFire => {
                let target = departure.mover;
                let waiting = departure.waiting.iter();
                into.extend(waiting.map(|firer| Action::ReactionFire { firer, target }));
            }
        }
        into.push(Action::Done);
    }

    /// Whether this may be done before a step is made: the same test that listing uses.
    pub(crate) fn check_departure(
        &self,
        departure: &Departure,
        action: Action,
    ) -> Result<(), Illegal> {
        let mut listed = Vec::new();
        self.list_departure(departure, &mut listed);
        if listed.contains(&action) {
            return Ok(());
        }
        Err(Illegal::by(RETIRE_FIRE, "That is no answer to this step."))
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// 8.21: fire at a line waits until the line has moved.
    pub(crate) fn queue_entry_fire(&mut self, _answers: Answers) {}

    pub(crate) fn proceed_with_queued_fire(&mut self, _waiting: UnitSet) -> bool {
        self.finish();
        true
    }

    pub(crate) fn proceed_with_return_fire(&mut self, _firer: UnitId, _target: UnitId) -> bool {
        self.finish();
        true
    }
}
