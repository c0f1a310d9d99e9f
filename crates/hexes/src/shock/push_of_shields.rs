//! 9.17: the push of shields. Whoever has lost three times as much as an enemy is broken through.

use super::Combat;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::shock::ShockStage;
use diadem_books::GBA;
use diadem_core::{Rule, Sink, rule};

pub(crate) const BREAKTHROUGH: Rule = rule!(GBA, "9.17");

impl Position<'_> {
    /// Whether a unit has three times the hits of any of these enemies; one without any counts as having one.
    fn is_broken_through(&self, unit: UnitId, enemies: UnitSet) -> bool {
        let figures = &self.rules.charts.shock.adjustments;
        let own = self.state.unit(unit).hits;
        let enemies = enemies.iter().map(|enemy| self.state.unit(enemy));
        let mut enemies = enemies.filter(|enemy| enemy.is_on_map());
        self.state.unit(unit).is_steady()
            && enemies.any(|enemy| {
                let least = enemy.hits.max(figures.breakthrough_none_counts_as);
                own >= least.saturating_mul(figures.breakthrough_ratio)
            })
    }

    fn broken_through(&self, combat: &Combat) -> UnitSet {
        let is_broken = |&unit: &UnitId| {
            let is_attacker = combat.attackers.contains(unit);
            let enemies = if is_attacker { combat.defenders } else { combat.attackers };
            self.is_broken_through(unit, enemies)
        };
        combat.units().iter().filter(is_broken).collect()
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Everybody is compared before anybody takes more hits.
    pub(super) fn push_of_shields(&mut self) {
        for at in self.position().own_combats() {
            let combat = self.state.combats[at];
            if !combat.fought {
                continue;
            }
            for unit in self.position().broken_through(&combat).iter() {
                self.tell(Event::Breakthrough(unit));
                let hits = self.rules.charts.shock.adjustments.breakthrough_hits;
                self.bear(unit, hits, BREAKTHROUGH);
            }
        }
        self.go_to(ShockStage::Collapse);
    }
}
