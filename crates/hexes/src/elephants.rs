//! 11.1: war elephants.

use crate::action::Action;
use crate::course::Course;
use crate::event::Event;
use crate::order_of_battle::{UnitId, UnitSet};
use crate::position::Position;
use crate::steps::{Answers, Stage};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const BEFORE_ELEPHANTS: Rule = rule!(GBA, "11.16");

impl Position<'_> {
    /// Whether elephants have come up to a unit of cavalry, routed or not.
    fn have_elephants_come_up(&self, answers: &Answers, unit: UnitId) -> bool {
        self.rules.troops(answers.mover).kind.is_elephant()
            && self.rules.troops(unit).kind.is_cavalry()
            && self.rules.army(unit) != self.rules.army(answers.mover)
            && self.has_come_up_to(answers, unit)
    }

    /// Whether cavalry can withdraw before elephants that have come up; their own zone of control does not
    /// hold it.
    fn may_flee_elephants(&self, answers: &Answers, unit: UnitId) -> Result<(), Illegal> {
        if !self.have_elephants_come_up(answers, unit) {
            return Err(Illegal::by(BEFORE_ELEPHANTS, "No elephants have just come up to it."));
        }
        self.is_free_to_withdraw(unit, Some(answers.mover))?;
        let leeway = self.leeway(unit, answers.mover)?;
        self.has_way_back(unit, answers.mover, leeway, UnitSet::NONE)
    }

    /// Cavalry that an elephant has come up to, and that can get away (11.16).
    pub(crate) fn must_flee_elephants(&self, answers: &Answers) -> UnitSet {
        if !self.rules.troops(answers.mover).kind.is_elephant() {
            return UnitSet::NONE;
        }
        let near = self.neighbours(answers.mover);
        near.filter(|&unit| self.may_flee_elephants(answers, unit).is_ok()).collect()
    }

    pub(crate) fn list_fleeing_elephants(&self, answers: &Answers, into: &mut Vec<Action>) {
        into.extend(answers.waiting.iter().map(Action::Withdraw));
    }

    /// Whether cavalry may withdraw now: the same test that listing uses.
    pub(crate) fn check_fleeing_elephants(
        &self,
        answers: &Answers,
        action: Action,
    ) -> Result<(), Illegal> {
        match action {
            Action::Withdraw(unit) => {
                self.may_flee_elephants(answers, unit)?;
                match answers.waiting.contains(unit) {
                    true => Ok(()),
                    false => Err(Illegal::by(BEFORE_ELEPHANTS, "It has answered already.")),
                }
            }
            _ => Err(Illegal::by(BEFORE_ELEPHANTS, "The cavalry must withdraw.")),
        }
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// 11.16: routed cavalry before elephants is eliminated; whoever cannot withdraw checks its quality.
    pub(crate) fn panic_before_elephants(&mut self, answers: &Answers) {
        if !self.rules.troops(answers.mover).kind.is_elephant() {
            return;
        }
        debug_assert_eq!(answers.stage, Stage::Elephants);
        let near: UnitSet = self.position().neighbours(answers.mover).collect();
        for unit in near.iter() {
            let position = self.position();
            if !position.have_elephants_come_up(answers, unit)
                || position.may_flee_elephants(answers, unit).is_ok()
            {
                continue;
            }
            self.panic(unit);
        }
    }

    /// A unit of cavalry that cannot get away from elephants.
    pub(crate) fn panic(&mut self, unit: UnitId) {
        if self.state.unit(unit).routed {
            self.eliminate(unit, BEFORE_ELEPHANTS);
        } else {
            self.check_quality(
                unit,
                BEFORE_ELEPHANTS,
                |roll| roll,
                |above| u8::try_from(above).unwrap_or(0).max(1),
            );
        }
    }
}
