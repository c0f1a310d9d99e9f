//! Steps lost: the owner chooses which (7.4, 8.6, 9.5, 11.4, 11.5).

use crate::engine::event::Event;
use crate::engine::state::Place;
use crate::engine::steps::{
    Asked, Position, Procedure, Progress, Resolver, Step, not_asked, unless_idle,
};
use crate::model::ids::{UnitId, UnitSet};
use crate::model::powers::Power;
use crate::siege::Siege;
use crate::supply::ATTRITION;
use crate::{Action, Campaign, Question, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Drop, Illegal, Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

const MARCH_ATTRITION: Rule = rule!(ALEXANDROS, "8.6");
const MINOR_RESULTS: Rule = rule!(ALEXANDROS, "9.5");
const SIEGE_LOSSES: Rule = rule!(ALEXANDROS, "11.4");
const SORTIE: Rule = rule!(ALEXANDROS, "11.5");

/// Steps that must be lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Loss {
    /// Who chooses.
    pub power: Power,
    /// Why.
    pub cause: LossCause,
    /// From which units.
    pub among: UnitSet,
    /// Steps left to lose.
    pub steps: u8,
}

/// Why steps are lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LossCause {
    /// Hunger (7.4): nobody dies while somebody can be reduced.
    Attrition,
    /// A forced march (8.6), by the same rule.
    ForcedMarch,
    /// Minor combat (9.5).
    Minor,
    /// The storming of a city (11.4).
    Storm,
    /// A sortie (11.5).
    Sortie,
}

impl Procedure for Loss {
    fn asked(&self, _: Position<'_>) -> Option<Asked> {
        let question = Question::Lose { steps: self.steps };
        Some(Asked { power: self.power, question, rule: self.cause.rule() })
    }
    fn list(&self, Position { state, .. }: Position<'_>, into: &mut Vec<Action>) {
        let fit = |&unit: &UnitId| self.may_hit(state, unit).is_ok();
        into.extend(self.among.iter().filter(fit).map(Action::Lose));
    }
    fn check(&self, Position { state, .. }: Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Lose(unit) => self.may_hit(state, unit),
            _ => Err(not_asked(self.cause.rule())),
        }
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        let Action::Lose(unit) = action else { return };
        match resolver.state.frame_mut::<Loss>() {
            Some(loss) if loss.steps > 1 => loss.steps -= 1,
            _ => resolver.finish(),
        }
        resolver.rules.lose_step(resolver.state, unit, self.cause, resolver.sink);
        if self.cause == LossCause::Storm {
            resolver.rules.besieger_lost(resolver.state);
        }
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        unless_idle(resolver, self.among.is_empty())
    }
}

impl Loss {
    fn may_hit(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        let steps = |unit: UnitId| state.unit(unit).steps;
        if !self.among.contains(unit) || steps(unit) == 0 {
            let sentence = "This unit is not among those that suffer.";
            return Err(Illegal::by(self.cause.rule(), sentence));
        }
        let spares = self.cause.spares() && self.among.iter().any(|other| steps(other) > 1);
        if spares && steps(unit) == 1 {
            let sentence = "No unit may die while another can be reduced.";
            return Err(Illegal::by(self.cause.rule(), sentence));
        }
        Ok(())
    }
}

impl LossCause {
    /// The rule by which steps are lost.
    pub(crate) const fn rule(self) -> Rule {
        match self {
            LossCause::Attrition => ATTRITION,
            LossCause::ForcedMarch => MARCH_ATTRITION,
            LossCause::Minor => MINOR_RESULTS,
            LossCause::Storm => SIEGE_LOSSES,
            LossCause::Sortie => SORTIE,
        }
    }

    /// 7.4: nobody may die while somebody can be reduced.
    const fn spares(self) -> bool {
        matches!(self, LossCause::Attrition | LossCause::ForcedMarch)
    }
}

impl Campaign {
    /// Asks for steps to be lost, unless there are none to lose.
    pub(crate) fn must_lose(&self, state: &mut State, loss: Loss, sink: &mut impl Sink<Event>) {
        let steps: u32 = loss.among.iter().map(|unit| u32::from(state.unit(unit).steps)).sum();
        if u32::from(loss.steps) >= steps {
            // Nobody is left: there is nothing to choose.
            for unit in loss.among.iter() {
                while state.unit(unit).steps > 0 {
                    self.lose_step(state, unit, loss.cause, sink);
                }
            }
        } else if loss.steps > 0 {
            state.steps.push(loss.into());
        }
    }

    /// A unit loses a step; with the last one it dies.
    pub(crate) fn lose_step(
        &self,
        state: &mut State,
        unit: UnitId,
        cause: LossCause,
        sink: &mut impl Sink<Event>,
    ) {
        let piece = &mut state.units[unit.index()];
        piece.steps -= 1;
        let steps_left = piece.steps;
        sink.tell(SeatSet::ALL, Event::StepLost { unit, steps_left, cause });
        if steps_left == 0 {
            self.bury(state, unit);
            self.refresh_control(state, sink);
        }
    }

    /// A unit loses a step that an old save still owed; nobody dies of it in the midst of something that needs him.
    pub fn lose_worn_step(&self, state: &mut State, unit: UnitId) {
        let mut after = state.clone();
        match after.unit(unit).steps {
            0 => return,
            1 => {
                self.bury(&mut after, unit);
                self.refresh_control(&mut after, &mut Drop);
            }
            steps => after.units[unit.index()].steps = steps - 1,
        }
        let is_sound = self.invariants(&after).is_ok();
        if is_sound && self.waiting(&after) == self.waiting(state) {
            *state = after;
        }
    }

    /// A unit goes to the dead pile; raiders wait for the next raid, Spartans and all others can be
    /// raised again (12.4).
    pub(crate) fn bury(&self, state: &mut State, unit: UnitId) {
        let nation = self.roster[unit].nation;
        let piece = &mut state.units[unit.index()];
        piece.place = if nation.raids() { Place::Aside } else { Place::Pool };
        piece.steps = 0;
        piece.band = 0;
        piece.power = self.powers.home(nation);
        state.history.sullen.remove(unit);
        for step in &mut state.steps {
            match step {
                Step::Siege(Siege { units, .. }) | Step::Lose(Loss { among: units, .. }) => {
                    units.remove(unit);
                }
                _ => {}
            }
        }
    }
}
