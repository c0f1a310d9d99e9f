//! Steps lost: the owner chooses which (7.4, 8.6, 9.5, 11.4, 11.5).

use crate::engine::event::Event;
use crate::engine::sequence::Step;
use crate::engine::state::{Loss, LossCause, Place};
use crate::model::ids::UnitId;
use crate::supply::ATTRITION;
use crate::{Action, Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, SeatSet, Sink, rule};

const MARCH_ATTRITION: Rule = rule!(ALEXANDROS, "8.6");
const MINOR_RESULTS: Rule = rule!(ALEXANDROS, "9.5");
const SIEGE_LOSSES: Rule = rule!(ALEXANDROS, "11.4");
const SORTIE: Rule = rule!(ALEXANDROS, "11.5");

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
            state.losses.push(loss);
            state.steps.push(Step::Lose);
        }
    }

    pub(crate) fn list_losses(&self, state: &State, into: &mut Vec<Action>) {
        if let Some(loss) = state.losses.last() {
            let fit = |&unit: &UnitId| self.may_lose(state, loss, unit).is_ok();
            into.extend(loss.among.iter().filter(fit).map(Action::Lose));
        }
    }

    pub(crate) fn may_lose(&self, state: &State, loss: &Loss, unit: UnitId) -> Result<(), Illegal> {
        let steps = |unit: UnitId| state.unit(unit).steps;
        if !loss.among.contains(unit) || steps(unit) == 0 {
            return Err(Illegal::by(
                loss.cause.rule(),
                "This unit is not among those that suffer.",
            ));
        }
        let spares = loss.cause.spares() && loss.among.iter().any(|other| steps(other) > 1);
        if spares && steps(unit) == 1 {
            return Err(Illegal::by(
                loss.cause.rule(),
                "No unit may die while another can be reduced.",
            ));
        }
        Ok(())
    }

    /// A unit loses the step that was asked for.
    pub(crate) fn take_loss(&self, state: &mut State, unit: UnitId, sink: &mut impl Sink<Event>) {
        let Some(loss) = state.losses.last_mut() else { return };
        loss.steps -= 1;
        let (cause, over) = (loss.cause, loss.steps == 0);
        if over {
            state.losses.pop();
            state.steps.pop();
        }
        self.lose_step(state, unit, cause, sink);
        if cause == LossCause::Storm {
            self.besieger_lost(state);
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

    /// A unit goes to the dead pile; raiders wait for the next raid, Spartans and all others can be
    /// raised again (12.4).
    pub(crate) fn bury(&self, state: &mut State, unit: UnitId) {
        let nation = self.roster[unit].nation;
        let piece = &mut state.units[unit.index()];
        piece.place = if nation.raids() { Place::Aside } else { Place::Pool };
        piece.steps = 0;
        piece.wear = 0;
        piece.band = 0;
        piece.side = nation.side();
        state.history.sullen.remove(unit);
        if let Some(siege) = &mut state.siege {
            siege.units.remove(unit);
        }
        for loss in &mut state.losses {
            loss.among.remove(unit);
        }
    }
}
