//! What is left of the orders of an active leader.

use crate::command::orders::OrderMode;
use crate::engine::hexes::Hexes;
use crate::engine::state::State;
use crate::engine::steps::Step;

/// What a leader who ended his orders now would give away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrdersLeft {
    /// Orders to single units (4.22).
    Orders(u8),
    /// Units of a line that have not gone yet (4.31).
    OfLine(u8),
}

impl Hexes {
    /// The orders that are left while a leader gives some; nothing where none are, or the line has still to be named.
    pub fn orders_left(&self, state: &State) -> Option<OrdersLeft> {
        let Step::Orders(orders) = state.step() else { return None };
        match orders.mode {
            OrderMode::Individual(left) => Some(OrdersLeft::Orders(left)).filter(|_| left > 0),
            OrderMode::Line { units, .. } => {
                Some(OrdersLeft::OfLine(units.len() as u8)).filter(|_| !units.is_empty())
            }
            OrderMode::NameLine => None,
        }
    }
}
