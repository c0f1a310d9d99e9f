//! What a unit still does by itself after a click: a way that it was sent, the others of a line that do as the
//! last of them did, whoever was clicked next while another was still moving, and whoever runs.

use super::BattlefieldLook;
use super::choice::Choice;
use crate::window::table::Table;
use diadem_core::Play;
use diadem_handoff as war;
use diadem_hexes::{Action, Go, OrderMode, Question, Step, UnitId};

/// A way that a unit was sent.
pub(super) struct Course {
    pub(super) unit: UnitId,
    pub(super) left: Vec<Go>,
    /// Who makes the same steps after it, where it is the first of such.
    pub(super) after: Option<Likewise>,
}

/// The steps that the last unit of a line has made, and who is left to make them.
pub(super) struct Likewise {
    pub(super) last: UnitId,
    steps: Vec<Go>,
    order: fn(UnitId) -> Action,
    pub(super) others: Vec<UnitId>,
}

impl Likewise {
    /// What the others of the line may do likewise; nothing before the first of them has moved.
    pub(super) fn of(table: &Table, choice: &Choice<'_>) -> Option<Likewise> {
        let Step::Orders(orders) = choice.state.step() else { return None };
        let OrderMode::Line { units, moves: true } = orders.mode else { return None };
        let (mut steps, mut last) = (Vec::new(), None);
        for entry in table.session().log().iter().rev() {
            let Play::Act(war::Action::Hexes(action)) = &entry.play else { continue };
            match *action {
                Action::Go(go) => steps.push(go),
                Action::Order(unit) => last = Some((unit, Action::Order as fn(UnitId) -> Action)),
                Action::OrderFast(unit) => last = Some((unit, Action::OrderFast)),
                Action::NameLine { .. } | Action::Send(_) => return None,
                _ => {}
            }
            if last.is_some() {
                break;
            }
        }
        steps.reverse();
        let (last, order) = last?;
        let is_listed = |unit: &UnitId| choice.actions.contains(&order(*unit));
        let others: Vec<UnitId> = units.iter().filter(is_listed).collect();
        let goes = !steps.is_empty() && !others.is_empty();
        goes.then_some(Likewise { last, steps, order, others })
    }

    /// Sends the next of them: its order, and the course that it goes on by itself.
    pub(super) fn begin(mut self) -> Option<(Action, Course)> {
        let unit = (!self.others.is_empty()).then(|| self.others.remove(0))?;
        let (order, left) = ((self.order)(unit), self.steps.clone());
        Some((order, Course { unit, left, after: Some(self) }))
    }
}

/// The first of the ways that a running unit may take.
pub(super) fn way_to_run(choice: &Choice<'_>) -> Option<Action> {
    let leads = |action: &&Action| matches!(action, Action::Back(_) | Action::BackTwo(_));
    choice.actions.iter().find(leads).copied()
}

impl BattlefieldLook {
    /// What comes next by itself, if it may still be done.
    pub(super) fn next_step(&mut self, choice: &Choice<'_>) -> Option<Action> {
        // Leaders ride with the unit that they are with, unless they are told to stay.
        if let (Some(unit), Question::Move(mover)) = (self.sets_out.take(), choice.question)
            && unit == mover
        {
            let rides = |action: &&Action| matches!(action, Action::Take(_));
            let rider = choice.actions.iter().find(rides).copied();
            self.sets_out = rider.map(|_| unit);
            if rider.is_some() {
                return rider;
            }
        }
        let next = match choice.question {
            Question::Orders(_) => self.next_order(),
            Question::Move(unit) => {
                let course = self.course.as_mut().filter(|course| course.unit == unit)?;
                match course.left.is_empty() {
                    false => Some(Action::Go(course.left.remove(0))),
                    // Of a line each stops where the one before did.
                    true => course.after.is_some().then_some(Action::Done),
                }
            }
            // Whoever runs goes on, one way mostly being as good as another.
            Question::Rout(unit) if self.runs == Some(unit) => return way_to_run(choice),
            // Somebody else is asked meanwhile; it goes on when he has answered.
            _ if choice.state.steps.iter().any(|step| matches!(step, Step::Orders(_))) => {
                return None;
            }
            _ => None,
        };
        let next = next.filter(|next| choice.actions.contains(next));
        if next.is_none() {
            (self.course, self.ordered_next, self.runs) = (None, None, None);
        }
        next
    }

    fn next_order(&mut self) -> Option<Action> {
        if let Some(unit) = self.ordered_next.take() {
            self.sets_out = Some(unit);
            return Some(Action::Order(unit));
        }
        let (order, course) = self.course.take()?.after?.begin()?;
        self.course = Some(course);
        Some(order)
    }
}
