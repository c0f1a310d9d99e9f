//! What a unit still does by itself after a click: a way that it was sent, the others of a line that do as the
//! last of them did, whoever was clicked next while another was still moving, and whoever runs.

use super::choice::Choice;
use super::{HexesLook, panel};
use crate::window::table::Table;
use diadem_core::Camp;
use diadem_core::{AnswerOffer, Play, Stance};
use diadem_handoff as war;
use diadem_hexes::{Action, Answer, Go, Hex, LeaderId, OrderMode, Question, Step, UnitId};

/// The steps that a unit was sent and has still to make.
pub(super) struct QueuedSteps {
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

    /// Sends the next of them: its order, and the steps that it makes by itself.
    pub(super) fn begin(mut self) -> Option<(Action, QueuedSteps)> {
        let unit = (!self.others.is_empty()).then(|| self.others.remove(0))?;
        let (order, left) = ((self.order)(unit), self.steps.clone());
        Some((order, QueuedSteps { unit, left, after: Some(self) }))
    }
}

/// The first of the ways that a running unit may take.
pub(super) fn way_to_run(choice: &Choice<'_>) -> Option<Action> {
    let leads = |action: &&Action| matches!(action, Action::Back(_) | Action::BackTwo(_));
    choice.actions.iter().find(leads).copied()
}

/// The next step of a leader who always withdraws: as long as he may, to where the nearest enemy is farthest.
pub(super) fn rides_off(table: &Table, choice: &Choice<'_>) -> Option<Action> {
    let (Question::LeaderWithdraw(leader), Some(ask)) = (choice.question, table.ask()) else {
        return None;
    };
    // A unit that no battle has: only what is said of everybody counts for it.
    let offer = AnswerOffer { kind: war::Answer::Hexes(Answer::LeaderWithdraw), unit: u16::MAX };
    if table.session().standing().stance(ask.seat, offer) != Stance::Always {
        return None;
    }
    let (rules, state) = (choice.rules, choice.state);
    let army = rules.commander(leader).camp;
    let foes = rules.units().filter(|&unit| rules.camp(unit) != army);
    let foes: Vec<Hex> = foes.filter_map(|unit| state.unit(unit).hex()).collect();
    let far = |action: &Action| {
        let hex = rules.hex_of(state, *action)?;
        foes.iter().map(|foe| foe.distance(hex)).min()
    };
    let ways = choice.actions.iter().filter(|action| matches!(action, Action::Back(_)));
    let best = ways.max_by_key(|&action| far(action)).copied();
    best.or_else(|| choice.actions.contains(&Action::Done).then_some(Action::Done))
}

/// Whose unit is asked to run, or to be the next that does.
pub(super) fn who_runs(choice: &Choice<'_>) -> Option<Camp> {
    let next = |action: &Action| match action {
        Action::Next(unit) => Some(*unit),
        _ => None,
    };
    let unit = match choice.question {
        Question::Rout(unit) => Some(unit),
        Question::RoutPhase => choice.actions.iter().find_map(next),
        _ => None,
    };
    Some(choice.rules.camp(unit?))
}

/// The next hex of a leader's ride: of those that bring him nearer, the nearest.
pub(super) fn way_to_ride(choice: &Choice<'_>, leader: LeaderId, to: Hex) -> Option<Action> {
    let now = choice.state.leader(leader).at?.distance(to);
    let rides = choice.actions.iter().filter(|action| matches!(action, Action::RideTo(_)));
    let far = |action: &Action| Some(choice.rules.hex_of(choice.state, *action)?.distance(to));
    let (far, action) =
        rides.filter_map(|action| Some((far(action)?, *action))).min_by_key(|it| it.0)?;
    (far < now).then_some(action)
}

impl HexesLook {
    /// What comes next by itself, if it may still be done.
    pub(super) fn next_step(&mut self, choice: &Choice<'_>) -> Option<Action> {
        if let Some(same) = panel::same_type(choice) {
            return Some(same);
        }
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
        let all_run = self.all_run.is_some() && self.all_run == who_runs(choice);
        let next = match choice.question {
            Question::Orders(_) => self.next_order(),
            Question::Move(unit) => {
                let queued = self.queued_steps.as_mut().filter(|queued| queued.unit == unit)?;
                if queued.left.is_empty() {
                    // Of a line each stops where the one before did.
                    queued.after.is_some().then_some(Action::Done)
                } else {
                    Some(Action::Go(queued.left.remove(0)))
                }
            }
            // Whoever runs goes on, one way mostly being as good as another.
            Question::Rout(unit) if all_run || self.runs == Some(unit) => {
                return way_to_run(choice);
            }
            // Where all run as they like, one is as good as another, too.
            Question::RoutPhase if all_run => {
                return choice.actions.iter().find(|it| matches!(it, Action::Next(_))).copied();
            }
            // Whoever rides goes on until he is there.
            Question::Ride(leader) if self.rides.is_some_and(|it| it.0 == leader) => {
                let next = self.rides.and_then(|(_, to)| way_to_ride(choice, leader, to));
                if next.is_none() {
                    self.rides = None;
                }
                return next;
            }
            // Somebody else is asked meanwhile; it goes on when he has answered.
            _ if choice.state.steps.iter().any(|step| matches!(step, Step::Orders(_))) => {
                return None;
            }
            _ => None,
        };
        let next = next.filter(|next| choice.actions.contains(next));
        if next.is_none() {
            (self.queued_steps, self.ordered_next, self.runs) = (None, None, None);
            self.all_run = None;
        }
        next
    }

    /// Notes who is ordered by a click: with that unit its leaders ride.
    pub(super) fn set_out(&mut self, action: Action) {
        if let Action::Order(unit) | Action::OrderFast(unit) = action {
            self.sets_out = Some(unit);
        }
    }

    fn next_order(&mut self) -> Option<Action> {
        if let Some(unit) = self.ordered_next.take() {
            self.sets_out = Some(unit);
            return Some(Action::Order(unit));
        }
        let (order, queued_steps) = self.queued_steps.take()?.after?.begin()?;
        self.queued_steps = Some(queued_steps);
        Some(order)
    }
}
