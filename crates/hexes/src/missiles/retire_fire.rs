//! 8.22: fire at whoever withdraws or runs out of a zone of control.

use crate::engine::action::{Action, Answer, Question};
use crate::engine::event::Event;
use crate::engine::hexes::{Hexes, Hexpair};
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::State;
use crate::engine::steps::Step;
use crate::missiles::reaction_fire::{Occasion, RETIRE_FIRE};
use crate::model::hex::Hex;
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::movement::departure::{Departure, DepartureStage};
use diadem_core::{Illegal, Sink};
use serde::{Deserialize, Serialize};

/// 8.22: enemies fire at a unit that is about to withdraw or run out of their zones of control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RetireFire {
    /// Who is about to go.
    pub mover: UnitId,
    /// Where to.
    pub action: Action,
    /// Who may still fire.
    pub waiting: UnitSet,
}

impl Procedure for RetireFire {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        let question = Question::Departure(DepartureStage::RetireFire, self.mover);
        let firer = rules.own_first(self.waiting).iter().next()?;
        Some(Asked::window(rules.seat_of(firer), question, RETIRE_FIRE))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        position.list_retire_fire(self.mover, position.rules.own_first(self.waiting), into);
        into.push(Action::Done);
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        position.check_fire_window(self, action)
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        let mut waiting = self.waiting;
        match action {
            Action::ReactionFire { firer, .. } | Action::ScreenFire { firer, .. } => {
                waiting.remove(firer);
                resolver.instead(RetireFire { waiting, ..*self });
                resolver.fire_in_reaction(Occasion::Retire, action);
            }
            _ => {
                let waiting = waiting.without(resolver.rules.own_first(waiting));
                resolver.instead(RetireFire { waiting, ..*self });
            }
        }
    }

    /// When all have fired who would, the unit goes, if it still can.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        if !self.waiting.is_empty() && resolver.state.unit(self.mover).is_on_map() {
            let position = resolver.position();
            let may =
                |&firer: &UnitId| position.may_react_with_fire(Occasion::Retire, firer, self.mover);
            let still: UnitSet = self.waiting.iter().filter(may).collect();
            if still == self.waiting {
                return false;
            }
            resolver.instead(RetireFire { waiting: still, ..*self });
            return true;
        }
        resolver.finish();
        resolver.go_after_fire(self.mover, self.action);
        true
    }

    fn fire(&self) -> Option<Answer> {
        Some(Answer::RetireFire)
    }
}

impl Position<'_> {
    /// Units whose zone of control a unit would leave for these hexes, and that may fire at it.
    pub(crate) fn fired_on_leaving(&self, unit: UnitId, after: &[Hex]) -> UnitSet {
        let pinners = self.pinners(unit);
        pinners
            .filter(|&enemy| {
                !self.controls(enemy, after)
                    && self.may_react_with_fire(Occasion::Retire, enemy, unit)
            })
            .collect()
    }

    /// Units that may fire at whoever is about to leave their zone of control (8.22).
    pub(crate) fn firing_at_retirer(&self, departure: Departure) -> UnitSet {
        if !self.is_in_zone(departure.mover) {
            return UnitSet::NONE;
        }
        let movement = self.movement_of(departure.mover);
        let Some(Ok(plan)) = movement.map(|movement| self.plan(&movement, departure.go)) else {
            return UnitSet::NONE;
        };
        if !plan.enters {
            return UnitSet::NONE;
        }
        let after = self.rules.hexes_standing(departure.mover, plan.placement);
        self.fired_on_leaving(departure.mover, &after)
    }

    /// The hexes of a unit that withdraws or runs, after it has gone there: all go the same way.
    fn hexes_after(&self, unit: UnitId, action: Action) -> Hexpair {
        let facing = self.state.unit(unit).facing;
        let side = match action {
            Action::Back(side) => side,
            Action::BackTwo(hand) => facing.front(hand),
            _ => return Hexpair::new(),
        };
        self.hexes(unit).into_iter().filter_map(|hex| hex.beyond(side)).collect()
    }

    pub(crate) fn list_retire_fire(&self, mover: UnitId, waiting: UnitSet, into: &mut Vec<Action>) {
        for firer in waiting.iter() {
            self.list_shots(Occasion::Retire, firer, mover, into);
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Enemies may fire before a unit leaves their zones of control by withdrawing or running, except in
    /// its first rout move. True when somebody may.
    pub(crate) fn opens_retire_fire(&mut self, mover: UnitId, action: Action) -> bool {
        let position = self.position();
        if !position.is_in_zone(mover) {
            return false;
        }
        let after = position.hexes_after(mover, action);
        let waiting = position.fired_on_leaving(mover, &after);
        if waiting.is_empty() {
            return false;
        }
        self.answered();
        self.begin(RetireFire { mover, action, waiting });
        true
    }

    /// The step that was fired at is made.
    fn go_after_fire(&mut self, mover: UnitId, action: Action) {
        if !self.state.unit(mover).is_on_map() {
            return;
        }
        match (self.state.step(), action) {
            (Step::Rout(rout), _) if rout.unit == mover => self.run(rout, action),
            (Step::Withdraw(withdrawal), Action::Back(side)) if withdrawal.unit == mover => {
                self.go_back(withdrawal, side);
            }
            _ => {}
        }
    }
}
