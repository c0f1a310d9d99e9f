//! 5.2: the orders phase.

use crate::action::Action;
use crate::course::Course;
use crate::event::Event;
use crate::order_of_battle::UnitId;
use crate::position::Position;
use crate::steps::{OrderMode, Orders, Step};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const ORDERS: Rule = rule!(GBA, "5.22");
pub(crate) const ONCE_A_PHASE: Rule = rule!(GBA, "5.23");
pub(crate) const ORDERS_LEFT: Rule = rule!(GBA, "5.21");

impl Position<'_> {
    pub(crate) fn list_orders(&self, orders: &Orders, into: &mut Vec<Action>) {
        let leader = orders.tenure.leader;
        let army = self.rules.army_of(leader);
        self.with_reach(leader, self.range(leader), |in_range| {
            for unit in self.rules.list(army).units.iter() {
                if self.may_be_ordered(unit).is_ok() && in_range(unit) {
                    into.push(Action::Order(unit));
                    if self.rules.troops(unit).fast_ma.is_some() {
                        into.push(Action::OrderFast(unit));
                    }
                }
            }
        });
        into.push(Action::Done);
    }

    fn may_be_ordered(&self, unit: UnitId) -> Result<(), Illegal> {
        let now = self.state.unit(unit);
        match () {
            () if !now.is_on_map() => Err(Illegal::by(ORDERS, "It is not on the map any more.")),
            () if now.routed => {
                Err(Illegal::by(rule!(GBA, "10.26"), "A routed unit takes no order but to rally."))
            }
            () if now.rallied => {
                let words = "A rallied unit takes no orders before the next turn.";
                Err(Illegal::by(rule!(GBA, "10.27"), words))
            }
            () if now.ordered => {
                Err(Illegal::by(ONCE_A_PHASE, "It has been ordered in this orders phase."))
            }
            () => Ok(()),
        }
    }

    pub(crate) fn check_order(&self, orders: &Orders, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Order(unit) | Action::OrderFast(unit) => {
                if self.rules.army(unit) != self.rules.army_of(orders.tenure.leader) {
                    return Err(Illegal::by(ORDERS, "It is not one of his units."));
                }
                if action == Action::OrderFast(unit) && self.rules.troops(unit).fast_ma.is_none() {
                    let words = "Only a phalanx has a faster pace.";
                    return Err(Illegal::by(crate::two_hex::FAST_PACE, words));
                }
                self.may_be_ordered(unit)?;
                self.may_command(orders.tenure.leader, unit)
            }
            Action::Done => Ok(()),
            _ => Err(Illegal::by(ORDERS, "That is not an order.")),
        }
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// Ends the orders phase when no order is left.
    pub(crate) fn proceed_with_orders(&mut self, orders: Orders) -> bool {
        if orders.mode == OrderMode::Individual(0)
            || self.state.leader(orders.tenure.leader).at.is_none()
        {
            self.end_orders(orders.tenure);
            return true;
        }
        false
    }

    pub(crate) fn order(&mut self, mut orders: Orders, unit: UnitId, fast: bool) {
        if let OrderMode::Individual(left) = &mut orders.mode {
            *left -= 1;
        }
        self.tell(Event::Ordered(orders.tenure.leader, unit));
        self.instead(Step::Orders(orders));
        self.begin_move(unit, fast, false, false);
    }
}
