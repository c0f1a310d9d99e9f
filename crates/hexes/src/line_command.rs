//! 4.3: line commands.

use crate::action::Action;
use crate::course::Course;
use crate::event::Event;
use crate::order_of_battle::UnitSet;
use crate::position::Position;
use crate::steps::{OrderMode, Orders, Step, Tenure};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const LINE_ELIGIBILITY: Rule = rule!(GBA, "4.34");

impl Position<'_> {
    pub(crate) fn list_command(&self, _tenure: &Tenure, into: &mut Vec<Action>) {
        into.push(Action::Individual);
    }

    pub(crate) fn check_command(&self, _tenure: &Tenure, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Individual => Ok(()),
            _ => Err(Illegal::by(LINE_ELIGIBILITY, "He cannot give a line command.")),
        }
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    pub(crate) fn proceed_with_command(&mut self, _tenure: Tenure) -> bool {
        false
    }

    /// 4.22: he gives as many orders as his initiative.
    pub(crate) fn give_individual_orders(&mut self, tenure: Tenure) {
        let orders = self.position().initiative(tenure.leader).unwrap_or(0);
        let mode = OrderMode::Individual(orders);
        self.instead(Step::Orders(Orders { tenure, mode, entered: UnitSet::NONE }));
    }
}
