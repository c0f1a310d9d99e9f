//! 9.18: the collapse. Who has too many hits routs; who is near it rolls.

use super::Combat;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::shock::ShockStage;
use diadem_books::GBA;
use diadem_core::{Rule, Sink, rule};

pub(crate) const COLLAPSE: Rule = rule!(GBA, "9.18");

impl Position<'_> {
    /// Step 2: those of a combat with one hit less than their quality, before an enemy.
    fn near_their_end(&self, combat: &Combat) -> UnitSet {
        let is_near = |&unit: &UnitId| {
            let now = self.state.unit(unit);
            now.is_steady()
                && now.hits > 0
                && now.hits + 1 == self.tq(unit)
                && self.is_in_zone(unit)
                && !combat.stood.contains(unit)
        };
        combat.units().iter().filter(is_near).collect()
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Step 1: it is decided for all combats who routs, before anybody runs.
    pub(super) fn collapse(&mut self) {
        for at in self.position().own_combats() {
            // What a two-hex unit stood in the charge does not count here.
            self.state.combats[at].stood = UnitSet::NONE;
            self.decide_routs(at, COLLAPSE);
        }
        self.go_to(ShockStage::CollapseRouts);
    }

    /// Step 2: those near their end hold on and lose a hit, or rout.
    pub(super) fn last_stand(&mut self) {
        for at in self.position().own_combats() {
            let combat = self.state.combats[at];
            if !combat.fought {
                continue;
            }
            for unit in self.position().near_their_end(&combat).iter() {
                let roll = self.roll();
                let tq = self.position().tq(unit);
                let stands = i32::from(roll.raw) <= i32::from(tq);
                self.tell(Event::CollapseRoll { unit, tq, roll, stands });
                if !stands {
                    self.state.combats[at].routing.insert(unit);
                } else if !self.position().may_stand(unit) {
                    let hits = self.state.unit(unit).hits.saturating_sub(1);
                    self.state.unit_mut(unit).hits = hits;
                    self.tell(Event::Steadied(unit, hits, COLLAPSE));
                }
            }
        }
        self.go_to(ShockStage::LastRouts);
    }
}
