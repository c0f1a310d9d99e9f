//! 10.1: cohesion. Hits, and checks of troop quality.

use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::model::order_of_battle::UnitId;
use diadem_books::GBA;
use diadem_core::{Roll, Rule, Sink, rule};

pub(crate) const ROUTED_AND_HIT: Rule = rule!(GBA, "10.26");
pub(crate) const TOO_MANY_HITS: Rule = rule!(GBA, "10.14");

impl Position<'_> {
    /// The troop quality that counts now (10.26, 6.65).
    pub(crate) fn tq(&self, unit: UnitId) -> u8 {
        let now = self.state.unit(unit);
        let printed = self.rules.troops(unit).tq;
        match () {
            () if now.routed => self.rules.charts.rally.routed_tq,
            () if now.formation.is_column() => {
                let less = self.rules.charts.figures.column.tq_less;
                printed.saturating_sub(less).max(1)
            }
            () => printed,
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A unit takes hits; as many as its troop quality rout it (10.14), and a routed unit does not live
    /// through one (10.26).
    pub(crate) fn hit(&mut self, unit: UnitId, hits: u8, rule: Rule) {
        if hits == 0 || !self.state.unit(unit).is_on_map() {
            return;
        }
        if self.state.unit(unit).routed {
            self.eliminate(unit, ROUTED_AND_HIT);
            return;
        }
        let total = self.state.unit(unit).hits.saturating_add(hits);
        self.state.unit_mut(unit).hits = total;
        self.tell(Event::Hit { unit, hits, total, rule });
        if total >= self.position().tq(unit) {
            self.rout(unit, TOO_MANY_HITS);
        }
    }

    /// A unit checks its quality (10.11): it takes the hits that `hits` makes of what it rolled above it.
    pub(crate) fn check_quality(
        &mut self,
        unit: UnitId,
        rule: Rule,
        modify: impl FnOnce(Roll) -> Roll,
        hits: impl FnOnce(i32) -> u8,
    ) {
        let roll = modify(self.roll());
        let tq = self.position().tq(unit);
        let hits = hits(roll.result() - i32::from(tq));
        self.tell(Event::Checked { unit, tq, roll, hits, rule });
        self.hit(unit, hits, rule);
    }
}
