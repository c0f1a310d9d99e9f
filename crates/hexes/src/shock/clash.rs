//! 9.15: the clash of spears. Who gives each side its type.

use super::Combat;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::shock::{ShockSegment, ShockStage};
use diadem_core::Sink;

impl Position<'_> {
    /// The defenders that may give the type: beside units that can attack by shock, none that cannot.
    pub(super) fn defending_types(&self, combat: &Combat) -> UnitSet {
        let capable = |&unit: &UnitId| self.rules.troops(unit).kind.is_shock_capable();
        let chosen: UnitSet = combat.defenders.iter().filter(capable).collect();
        if chosen.is_empty() { combat.defenders } else { chosen }
    }

    /// The attackers that may give the type: beside others, no skirmisher; and it must be able to attack the
    /// defender that does.
    pub(super) fn attacking_types(&self, combat: &Combat) -> UnitSet {
        let can =
            |&unit: &UnitId| combat.defender.is_none_or(|defender| self.may_attack(unit, defender));
        let able: UnitSet = combat.attackers.iter().filter(can).collect();
        let is_other = |&unit: &UnitId| !self.rules.troops(unit).kind.is_skirmisher();
        let chosen: UnitSet = able.iter().filter(is_other).collect();
        if chosen.is_empty() { able } else { chosen }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Takes what needs no choice.
    pub(super) fn proceed_with_types(&mut self, segment: ShockSegment) -> bool {
        let Some(combat) = self.state.combats.get(usize::from(segment.at)).copied() else {
            segment.stage.next().into_iter().for_each(|stage| self.go_to(stage));
            return true;
        };
        let types = match segment.stage {
            ShockStage::DefenderType => self.position().defending_types(&combat),
            _ => self.position().attacking_types(&combat),
        };
        if !combat.is_on() || types.is_empty() {
            self.next_combat();
            return true;
        }
        if types.len() > 1 {
            return false;
        }
        types.iter().for_each(|unit| self.give_type(segment, unit));
        true
    }

    /// A unit gives its side its type.
    pub(super) fn give_type(&mut self, segment: ShockSegment, unit: UnitId) {
        if let Some(combat) = self.state.combats.get_mut(usize::from(segment.at)) {
            match segment.stage {
                ShockStage::DefenderType => combat.defender = Some(unit),
                _ => combat.attacker = Some(unit),
            }
        }
        self.next_combat();
    }
}
