//! 9.16: the hand-to-hand struggle, and 10.13: who takes the hits.

use super::{Advantage, Combat, STRUGGLE};
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::shock::{ShockSegment, ShockStage};
use diadem_books::GBA;
use diadem_core::{Rule, Sink, rule};

pub(super) const SHARING: Rule = rule!(GBA, "10.13");

impl Position<'_> {
    /// Whether the attacker hands the defenders their hits out as he likes.
    fn attacker_shares(&self, combat: &Combat) -> bool {
        let is_two_hex = |unit: UnitId| self.rules.troops(unit).kind.is_two_hex();
        combat.defenders.len() > 1
            && combat.attackers.iter().any(is_two_hex)
            && !combat.defenders.iter().any(is_two_hex)
    }

    /// Those of the defenders to whom the attacker may give the next hit.
    pub(super) fn hit_takers(&self, combat: &Combat) -> UnitSet {
        if combat.hits[1] == 0 || !self.attacker_shares(combat) {
            return UnitSet::NONE;
        }
        combat.defenders.iter().filter(|&unit| self.state.unit(unit).is_on_map()).collect()
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Every combat is rolled for before any hit is given out.
    pub(super) fn struggle(&mut self) {
        for at in self.position().own_combats() {
            let Some(clash) =
                self.state.combats[at].clash().filter(|_| self.state.combats[at].is_on())
            else {
                continue;
            };
            let Some(breakdown) = self.position().breakdown(clash) else { continue };
            let mut roll = self.roll();
            for charisma in &breakdown.charisma {
                roll = roll.modified(charisma.adds, STRUGGLE);
            }
            let hits = breakdown.hits[usize::from(roll.raw).min(9)];
            let has_position =
                self.position().has_position(clash.attacker, clash.defender, breakdown.aspect);
            let defended = self.position().hexes(clash.defender);
            let combat = &mut self.state.combats[at];
            combat.fought = true;
            for (place, hex) in combat.defended.iter_mut().zip(&defended) {
                *place = Some(*hex);
            }
            combat.hits = [hits.attackers, hits.defenders];
            combat.has_position = has_position;
            combat.is_superior = breakdown.advantage == Advantage::Attack;
            let limits = breakdown.limits;
            self.tell(Event::Struggle { breakdown: Box::new(breakdown), roll, hits });
            for (unit, rule) in [clash.defender, clash.attacker].into_iter().zip(limits) {
                if let Some(rule) = rule {
                    self.tell(Event::Limited(unit, rule));
                }
            }
        }
        self.go_to(ShockStage::Hits);
    }

    /// Gives hits out where nothing is to be chosen.
    pub(super) fn proceed_with_hits(&mut self, segment: ShockSegment) -> bool {
        let at = usize::from(segment.at);
        let Some(combat) = self.state.combats.get(at).copied() else {
            self.go_to(ShockStage::Push);
            return true;
        };
        if !self.position().hit_takers(&combat).is_empty() {
            return false;
        }
        self.state.combats[at].hits = [0; 2];
        let [of_attackers, of_defenders] = combat.hits;
        self.share(combat.attackers, of_attackers, combat.attacker);
        if !self.position().attacker_shares(&combat) {
            self.share(combat.defenders, of_defenders, combat.defender);
        }
        self.next_combat();
        true
    }

    /// Hits are shared evenly; what is left over goes to the unit that gave the type, and with it superiority.
    fn share(&mut self, units: UnitSet, hits: u8, first: Option<UnitId>) {
        let Some(each) = hits.checked_div(units.len() as u8) else { return };
        let over = hits % units.len() as u8;
        let rule = if units.len() > 1 { SHARING } else { STRUGGLE };
        for unit in units.iter() {
            let more = if first == Some(unit) { over } else { 0 };
            self.bear_in_depth(unit, each + more, rule);
        }
    }

    /// A two-hex attacker gives a defender one of the hits.
    pub(super) fn take_hit(&mut self, at: usize, unit: UnitId) {
        if let Some(combat) = self.state.combats.get_mut(at) {
            combat.hits[1] -= 1;
        }
        self.bear(unit, 1, SHARING);
    }
}
