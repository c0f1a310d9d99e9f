//! The usual answer in a battle on hexes: what one key does.

use crate::window::table::Table;
use diadem_handoff as war;
use diadem_hexes::{Action, OrderMode, Question, Step};

/// The usual answer.
pub(super) fn answer(table: &Table) -> Option<war::Action> {
    let war::Question::Hexes(question) = table.ask()?.question else { return None };
    // Nobody holds back by one key those who might attack.
    let attacks = matches!(question, Question::Designation(_) | Question::Allocation(_));
    let only = table.only_answer();
    if attacks || keeps_orders(table) {
        return only;
    }
    let done = || table.listed(war::Action::Hexes(Action::Done));
    only.or_else(done).or_else(|| way_to_run(table, question))
}

/// Whoever stops a unit by the key and presses it twice keeps the orders that are left, and the chance of momentum.
fn keeps_orders(table: &Table) -> bool {
    table.hexes().is_some_and(|(_, state)| match state.step() {
        Step::Orders(orders) => match orders.mode {
            OrderMode::Individual(left) => left > 0,
            OrderMode::Line { units, .. } => !units.is_empty(),
            OrderMode::NameLine => true,
        },
        Step::Momentum(_) => true,
        _ => false,
    })
}

/// Whoever runs is in nobody's hand any more: one way is mostly as good as another.
fn way_to_run(table: &Table, question: Question) -> Option<war::Action> {
    let runs = matches!(question, Question::Rout(_) | Question::RoutPhase);
    let is_way = |action: &&war::Action| {
        matches!(action, war::Action::Hexes(Action::Back(_) | Action::BackTwo(_) | Action::Next(_)))
    };
    table.actions().iter().find(is_way).filter(|_| runs).copied()
}
