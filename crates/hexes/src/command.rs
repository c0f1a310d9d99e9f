//! 4.1, 4.2, 4.4: what leaders can do, and how far their word carries.

use crate::hex::{Hex, Side};
use crate::order_of_battle::{LeaderId, UnitId};
use crate::position::Position;
use crate::types::MovementClass;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, rule};
use std::cell::Cell;

pub(crate) const COMMAND_RANGE: Rule = rule!(GBA, "4.21");

/// How far every hex is from a leader by an unobstructed path (4.21).
#[derive(Default)]
pub(crate) struct Reach {
    distance: Vec<u8>,
    queue: Vec<Hex>,
}

thread_local! {
    // The search keeps its memory from one question to the next.
    static SPARE: Cell<Option<Reach>> = const { Cell::new(None) };
}

impl Position<'_> {
    /// A leader's rating, wounds taken off (9.22).
    pub(crate) fn rating(&self, leader: LeaderId, printed: u8) -> u8 {
        printed.saturating_sub(self.state.leader(leader).wound)
    }

    /// His initiative; nothing for a contingent commander.
    pub(crate) fn initiative(&self, leader: LeaderId) -> Option<u8> {
        let printed = self.rules.commander(leader).initiative?;
        Some(self.rating(leader, printed))
    }

    /// His command range.
    pub(crate) fn range(&self, leader: LeaderId) -> u8 {
        self.rating(leader, self.rules.commander(leader).range)
    }

    /// Whether a leader stands in an enemy zone of control.
    pub(crate) fn is_leader_in_zone(&self, leader: LeaderId) -> bool {
        let army = self.rules.army_of(leader);
        self.state.leader(leader).at.is_some_and(|hex| self.is_in_enemy_zone(army, hex))
    }

    /// Asks how far a leader's word carries, up to so many hexes.
    pub(crate) fn with_reach<T>(
        &self,
        leader: LeaderId,
        range: u8,
        ask: impl FnOnce(&dyn Fn(UnitId) -> bool) -> T,
    ) -> T {
        let mut reach = SPARE.take().unwrap_or_default();
        self.search(&mut reach, leader, range);
        let in_range = |unit: UnitId| {
            let field = self.rules.field();
            self.hexes(unit).iter().any(|&hex| reach.distance[field.index(hex)] <= range)
        };
        let answer = ask(&in_range);
        SPARE.set(Some(reach));
        answer
    }

    fn search(&self, reach: &mut Reach, leader: LeaderId, range: u8) {
        let field = self.rules.field();
        let army = self.rules.army_of(leader);
        reach.distance.clear();
        reach.distance.resize(field.len(), u8::MAX);
        reach.queue.clear();
        let Some(start) = self.state.leader(leader).at else { return };
        reach.distance[field.index(start)] = 0;
        reach.queue.push(start);
        let mut next = 0;
        while let Some(&hex) = reach.queue.get(next) {
            next += 1;
            let distance = reach.distance[field.index(hex)] + 1;
            if distance > range {
                break;
            }
            for side in Side::ALL {
                let Some(there) = field.beyond(hex, side) else { continue };
                let known = &mut reach.distance[field.index(there)];
                if *known <= distance || self.is_path_obstructed(army, hex, side, there) {
                    continue;
                }
                *known = distance;
                reach.queue.push(there);
            }
        }
    }

    /// 4.21: enemies, their zones of control without a friend in them, and ground no leader crosses.
    fn is_path_obstructed(
        &self,
        army: crate::order_of_battle::Army,
        from: Hex,
        side: Side,
        to: Hex,
    ) -> bool {
        let standing = self.unit_at(to);
        standing.is_some_and(|unit| self.rules.army(unit) != army)
            || standing.is_none() && self.is_in_enemy_zone(army, to)
            || self.rules.crossing(MovementClass::Cavalry, from, side).is_err()
    }

    /// Whether a unit is within a leader's command range (4.21).
    pub(crate) fn may_command(&self, leader: LeaderId, unit: UnitId) -> Result<(), Illegal> {
        if self.with_reach(leader, self.range(leader), |in_range| in_range(unit)) {
            return Ok(());
        }
        Err(Illegal::by(
            COMMAND_RANGE,
            "No unobstructed path within his command range leads there.",
        ))
    }
}
