//! 10.2: rout. Who runs, where to, and who is lost on the way.

use crate::action::Action;
use crate::course::Course;
use crate::event::Event;
use crate::hex::Side;
use crate::order_of_battle::{UnitId, UnitSet};
use crate::position::Position;
use crate::state::{Formation, Place, ShockMark, Supply};
use crate::steps::{Rout, Stance, Step};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const ROUTING: Rule = rule!(GBA, "10.2");
pub(crate) const RUNNING: Rule = rule!(GBA, "10.21");
pub(crate) const ROUT_PHASE: Rule = rule!(GBA, "10.22");
pub(crate) const LOST_IN_ROUT: Rule = rule!(GBA, "10.23");

impl Position<'_> {
    /// The sides beyond which a running unit may go now: the best ways open to it (10.21).
    pub(crate) fn rout_ways(&self, rout: &Rout) -> arrayvec::ArrayVec<Side, 6> {
        let Some(hex) = self.state.unit(rout.unit).hex() else { return Default::default() };
        let army = self.rules.army(rout.unit);
        let edge = self.rules.list(army).retreat_edge;
        let here = self.rules.field().edge_distance(hex, edge);
        let open = Side::ALL.into_iter().filter(|&side| {
            self.rules.field().beyond(hex, side).is_some_and(|there| {
                self.rules.field().edge_distance(there, edge) < here
                    && self.unit_at(there).is_none()
                    && !self.is_in_enemy_zone(army, there)
                    && self.entry(rout.unit, hex, side).is_ok()
            })
        });
        open.collect()
    }

    pub(crate) fn may_run(&self, rout: &Rout, side: Side) -> Result<(), Illegal> {
        if self.rout_ways(rout).contains(&side) {
            return Ok(());
        }
        Err(Illegal::by(RUNNING, "It runs the most direct open way to its retreat edge."))
    }

    pub(crate) fn list_rout(&self, rout: &Rout, into: &mut Vec<Action>) {
        into.extend(self.rout_ways(rout).into_iter().map(Action::Back));
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// A unit routs (10.2).
    pub(crate) fn rout(&mut self, unit: UnitId, rule: Rule) {
        self.tell(Event::Routs(unit, rule));
        let kind = self.rules.troops(unit).kind;
        let dies = kind == crate::types::Kind::Skirmisher
            || kind.is_chariot()
            || kind.is_artillery()
            || kind.is_elephant()
            || kind.is_two_hex();
        if dies {
            self.eliminate(unit, ROUTING);
            return;
        }
        self.change(unit, |unit| {
            unit.routed = true;
            unit.hits = 0;
            unit.formation = Formation::Battle;
            unit.mark = ShockMark::None;
            unit.engaged = false;
        });
        if kind.is_infantry() {
            self.state.unit_mut(unit).missiles = Supply::No;
        }
        self.begin(Step::Rout(Rout { unit, left: 2, by_points: false, first: true, riders: 0 }));
    }

    /// A unit is gone for good.
    pub(crate) fn eliminate(&mut self, unit: UnitId, rule: Rule) {
        self.change(unit, |unit| unit.place = Place::Eliminated);
        self.tell(Event::Eliminated(unit, rule));
    }

    /// Runs on by itself where there is nothing to choose; the session takes single answers.
    pub(crate) fn proceed_with_rout(&mut self, rout: Rout) -> bool {
        if !self.state.unit(rout.unit).is_on_map() {
            self.finish();
            return true;
        }
        if rout.left == 0 {
            self.finish();
            return true;
        }
        if self.position().rout_ways(&rout).is_empty() {
            self.finish();
            self.eliminate(rout.unit, LOST_IN_ROUT);
            return true;
        }
        false
    }

    /// A running unit goes one hex.
    pub(crate) fn run(&mut self, mut rout: Rout, side: Side) {
        let Some(stance) = self.rules.stance(self.state, rout.unit) else { return };
        let Some(hex) = stance.hex.beyond(side) else { return };
        rout.left -= 1;
        self.instead(Step::Rout(rout));
        self.stand(rout.unit, Stance { hex, ..stance });
        self.tell(Event::Entered(rout.unit, hex, RUNNING));
    }

    /// 3.D2: the next routed unit runs.
    pub(crate) fn proceed_with_rout_phase(&mut self, left: UnitSet) -> bool {
        let Some(unit) = left.iter().next() else {
            self.finish();
            self.end_turn();
            return true;
        };
        let mut left = left;
        left.remove(unit);
        self.instead(Step::RoutPhase(left));
        if self.state.unit(unit).is_on_map() && self.state.unit(unit).routed {
            if self.rules.troops(unit).kind.is_two_hex() {
                self.eliminate(unit, ROUT_PHASE);
            } else {
                let ma = self.rules.troops(unit).ma;
                let rout = Rout { unit, left: ma, by_points: true, first: false, riders: 0 };
                self.begin(Step::Rout(rout));
            }
        }
        true
    }
}
