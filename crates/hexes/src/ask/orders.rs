//! What is left of the orders of an active leader, and whether an answer could do anything at all.

use crate::command::orders::OrderMode;
use crate::engine::action::Action;
use crate::engine::hexes::Hexes;
use crate::engine::state::State;
use crate::engine::steps::Step;
use crate::model::hex::Hand;
use crate::movement::moving::Go;
use diadem_core::{Dice, Drop, Game, Illegal};

/// What a leader who ended his orders now would give away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrdersLeft {
    /// Orders to single units (4.22).
    Orders(u8),
    /// Units of a line that have not gone yet (4.31).
    OfLine(u8),
}

/// Why an answer could do nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wasted {
    /// The unit could only stop again: this keeps it from going forward.
    NowhereToGo(Illegal),
    /// No roll of the die brings it about.
    NoChance,
}

impl Hexes {
    /// Whether an answer could do nothing, and why: an order to a unit that can neither move nor fire, a roll that
    /// cannot succeed. It is given to a copy, and what could be answered next is listed.
    pub fn wasted(&self, state: &State, action: Action) -> Option<Wasted> {
        match action {
            Action::Order(_) | Action::OrderFast(_) => self.nowhere_to_go(state, action),
            Action::Rally(_) | Action::Momentum | Action::Trump(_) => {
                (self.chance(state, action)? == 0).then_some(Wasted::NoChance)
            }
            _ => {
                let shot = self.shot(state, action)?;
                // Where only leaders are, nobody is hit, but somebody may be in danger.
                (shot.target.is_some() && shot.chance() == 0).then_some(Wasted::NoChance)
            }
        }
    }

    fn nowhere_to_go(&self, state: &State, order: Action) -> Option<Wasted> {
        let mut after = state.clone();
        let ask = self.decision(state).ask()?;
        self.apply(&mut after, ask.seat, order, &mut Dice::new(0), &mut Drop).ok()?;
        // Whatever else is asked then, it was not in vain.
        let Step::Move(movement) = after.step() else { return None };
        let mut listed = Vec::new();
        self.actions(&after, &mut listed);
        if listed.iter().any(|&action| action != Action::Done) {
            return None;
        }
        let why = [Hand::Left, Hand::Right]
            .into_iter()
            .find_map(|hand| self.check(&after, ask.seat, Action::Go(Go::Forward(hand))).err());
        debug_assert!(
            matches!(order, Action::Order(unit) | Action::OrderFast(unit) if unit == movement.unit)
        );
        why.map(Wasted::NowhereToGo)
    }

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
