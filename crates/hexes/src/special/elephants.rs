//! 11.1: war elephants.

use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::Placement;
use crate::model::charts::CohesionCause;
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::movement::answers::{AnswerStage, Answers};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

const NEAR_ELEPHANTS: Rule = rule!(GBA, "11.15");
pub(crate) const BEFORE_ELEPHANTS: Rule = rule!(GBA, "11.16");

impl Position<'_> {
    /// The enemy elephants next to a unit of cavalry that stands like this.
    pub(crate) fn elephants_beside(
        &self,
        unit: UnitId,
        placement: Placement,
    ) -> impl Iterator<Item = UnitId> + '_ {
        let is_cavalry = self.rules.troops(unit).kind.is_cavalry();
        let enemies = is_cavalry.then(|| self.enemies_next_to(unit, placement));
        enemies.into_iter().flatten().filter(|&enemy| {
            self.rules.troops(enemy).kind.is_elephant() && self.state.unit(enemy).is_steady()
        })
    }

    /// 11.15: cavalry does not enter the zone of control of elephants of its own will.
    pub(crate) fn may_approach_elephants(
        &self,
        unit: UnitId,
        placement: Placement,
    ) -> Result<(), Illegal> {
        if !self.rules.troops(unit).kind.is_cavalry() {
            return Ok(());
        }
        let hexes = self.rules.hexes_standing(unit, placement);
        let faces = |elephants: UnitId| {
            hexes.iter().any(|&hex| self.rules.exerts(self.state, elephants, hex))
        };
        if self.elephants_beside(unit, placement).any(faces) {
            let words = "Horses will not go before elephants.";
            return Err(Illegal::by(NEAR_ELEPHANTS, words));
        }
        Ok(())
    }

    /// 11.15: whether a unit is cavalry in a hex next to enemy elephants, for which it pays as it enters.
    pub(crate) fn is_beside_elephants(&self, unit: UnitId) -> bool {
        let placement = self.rules.placement(self.state, unit);
        placement.is_some_and(|placement| self.elephants_beside(unit, placement).next().is_some())
    }

    /// Whether elephants have come up to a unit of cavalry, routed or not.
    fn have_elephants_come_up(&self, answers: &Answers, unit: UnitId) -> bool {
        self.rules.troops(answers.mover).kind.is_elephant()
            && self.rules.troops(unit).kind.is_cavalry()
            && self.rules.camp(unit) != self.rules.camp(answers.mover)
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
                if answers.waiting.contains(unit) {
                    Ok(())
                } else {
                    Err(Illegal::by(BEFORE_ELEPHANTS, "It has answered already."))
                }
            }
            _ => Err(Illegal::by(BEFORE_ELEPHANTS, "The cavalry must withdraw.")),
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 11.16: routed cavalry before elephants is eliminated; whoever cannot withdraw checks its quality.
    pub(crate) fn panic_before_elephants(&mut self, answers: &Answers) {
        if !self.rules.troops(answers.mover).kind.is_elephant() {
            return;
        }
        debug_assert_eq!(answers.stage, AnswerStage::Elephants);
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
            let toll = *self.rules.charts.toll(CohesionCause::ElephantNearCavalry);
            self.check_quality(unit, BEFORE_ELEPHANTS, |roll| roll, |above| toll.hits_on(above, 0));
        }
    }
}
