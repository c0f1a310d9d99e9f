//! 4.1, 4.2, 4.4: what leaders can do, and how far their word carries.

use crate::command::orders::{OrderMode, Orders};
use crate::command::trump::MUST_ACT;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::LinePart;
use crate::model::hex::{Hex, Hexside};
use crate::model::order_of_battle::{ForceId, LeaderId, Role, UnitId};
use crate::model::types::MovementClass;
use diadem_books::GBA;
use diadem_core::{Camp, Illegal, Rule, Sink, rule};
use std::cell::Cell;

pub(crate) const COMMAND_RANGE: Rule = rule!(GBA, "4.21");
pub(crate) const MOVING_HIMSELF: Rule = rule!(GBA, "4.23");
pub(crate) const NO_ORDERS_FROM_ZONE: Rule = rule!(GBA, "4.24");
pub(crate) const MOVING_WITH_LINE: Rule = rule!(GBA, "4.36");
pub(crate) const OVERALL_COMMANDER: Rule = rule!(GBA, "4.4");
pub(crate) const LEADER_RATINGS: Rule = rule!(GBA, "4.1");
pub(crate) const NUMBER_OF_ORDERS: Rule = rule!(GBA, "4.22");

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

    /// Half his command range, rounded up (4.33, 5.33, 5.63).
    pub(crate) fn half_range(&self, leader: LeaderId) -> u8 {
        self.range(leader).div_ceil(2)
    }

    /// The overall commander of a force, while he is on the map; when he is lost, nobody takes over.
    pub(crate) fn overall_commander(&self, force: ForceId) -> Option<LeaderId> {
        let overall = self.rules.force(force).overall_commander?;
        self.state.leader(overall).at.is_some().then_some(overall)
    }

    /// Whether he is the overall commander of his force.
    pub(crate) fn is_overall(&self, leader: LeaderId) -> bool {
        self.rules.force(self.rules.force_of_leader(leader)).overall_commander == Some(leader)
    }

    /// Whether a leader stands in an enemy zone of control.
    pub(crate) fn is_leader_in_zone(&self, leader: LeaderId) -> bool {
        let camp = self.rules.camp_of(leader);
        self.state.leader(leader).at.is_some_and(|hex| self.is_in_enemy_zone(camp, hex))
    }

    /// 4.24, 5.25: from an enemy zone of control only the overall commander gives orders.
    pub(crate) fn may_give_orders(&self, leader: LeaderId) -> Result<(), Illegal> {
        if self.is_leader_in_zone(leader) && !self.is_overall(leader) {
            let words = "In an enemy zone of control he gives no orders.";
            return Err(Illegal::by(NO_ORDERS_FROM_ZONE, words));
        }
        Ok(())
    }

    /// Asks which units a leader's word reaches, up to so many hexes.
    pub(crate) fn with_reach<T>(
        &self,
        leader: LeaderId,
        range: u8,
        ask: impl FnOnce(&dyn Fn(UnitId) -> bool) -> T,
    ) -> T {
        self.with_paths(leader, range, |reaches| {
            ask(&|unit| self.hexes(unit).into_iter().any(reaches))
        })
    }

    /// Asks which hexes a leader's word reaches, up to so many hexes.
    pub(crate) fn with_paths<T>(
        &self,
        leader: LeaderId,
        range: u8,
        ask: impl FnOnce(&dyn Fn(Hex) -> bool) -> T,
    ) -> T {
        let mut reach = SPARE.take().unwrap_or_default();
        self.search(&mut reach, leader, range);
        let answer = ask(&|hex: Hex| reach.distance[self.rules.field().index(hex)] <= range);
        SPARE.set(Some(reach));
        answer
    }

    fn search(&self, reach: &mut Reach, leader: LeaderId, range: u8) {
        let field = self.rules.field();
        let camp = self.rules.camp_of(leader);
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
            for side in Hexside::ALL {
                let Some(there) = field.beyond(hex, side) else { continue };
                let known = &mut reach.distance[field.index(there)];
                if *known <= distance || self.is_path_obstructed(camp, hex, side, there) {
                    continue;
                }
                *known = distance;
                reach.queue.push(there);
            }
        }
    }

    /// 4.21: enemies, their zones of control without a friend in them, and ground no leader crosses.
    fn is_path_obstructed(&self, camp: Camp, from: Hex, side: Hexside, to: Hex) -> bool {
        let standing = self.unit_at(to);
        standing.is_some_and(|unit| self.rules.camp(unit) != camp)
            || standing.is_none() && self.is_in_enemy_zone(camp, to)
            || self.rules.crossing(MovementClass::Cavalry, from, side).is_err()
    }

    /// Whether a unit is within a leader's command range (4.21).
    pub(crate) fn may_command(&self, leader: LeaderId, unit: UnitId) -> Result<(), Illegal> {
        if self.with_reach(leader, self.range(leader), |in_range| in_range(unit)) {
            return Ok(());
        }
        let words = "No unobstructed path within his command range leads there.";
        Err(Illegal::by(COMMAND_RANGE, words))
    }

    /// Whether a leader is within so many hexes of another, measured like command range. As a unit's does,
    /// his own presence opens his hex to the order, even if he is alone among the enemy (4.24).
    pub(crate) fn is_within(&self, commander: LeaderId, range: u8, other: LeaderId) -> bool {
        let Some(hex) = self.state.leader(other).at else { return false };
        if self.with_paths(commander, range, |reaches| reaches(hex)) {
            return true;
        }
        let Some(short) = range.checked_sub(1).filter(|_| self.is_alone(other)) else {
            return false;
        };
        self.with_paths(commander, short, |reaches| {
            Hexside::ALL.into_iter().any(|side| {
                let from = self.rules.field().beyond(hex, side);
                from.is_some_and(|from| {
                    reaches(from)
                        && self
                            .rules
                            .crossing(MovementClass::Cavalry, from, side.opposite())
                            .is_ok()
                })
            })
        })
    }

    /// Whether a leader may be ordered to ride, and for how many of the orders left: himself (4.23), others
    /// by the overall commander (4.4), the leader of a line with it (4.36, 5.65).
    pub(crate) fn may_send(&self, orders: &Orders, leader: LeaderId) -> Result<u8, Illegal> {
        let by = orders.tenure.leader;
        let now = self.state.leader(leader);
        if self.rules.force_of_leader(leader) != self.rules.force_of_leader(by) || now.at.is_none()
        {
            return Err(Illegal::by(MOVING_HIMSELF, "There is no such leader in his army."));
        }
        self.is_leader_disengaged(leader)?;
        if now.spent >= self.rules.charts.figures.leader_ma {
            let words = "He has used his whole movement allowance in this orders phase.";
            return Err(Illegal::by(LEADER_RATINGS, words));
        }
        match orders.mode {
            OrderMode::Individual(left) if leader == by => {
                self.may_give_orders(by)?;
                self.may_spend_on_leaders(orders, left, 1)
            }
            OrderMode::Individual(left) => {
                self.may_send_other(by, leader)?;
                let cost = 1 + u8::from(self.is_leader_in_zone(leader));
                self.may_spend_on_leaders(orders, left, cost)
            }
            OrderMode::Line { .. } => self.may_ride_with_line(by, leader).map(|()| 0),
            OrderMode::NameLine => Err(Illegal::by(MOVING_WITH_LINE, "First his line is named.")),
        }
    }

    /// 4.4: the overall commander moves each of the others once a phase.
    fn may_send_other(&self, by: LeaderId, leader: LeaderId) -> Result<(), Illegal> {
        let refuse = |words| Err(Illegal::by(OVERALL_COMMANDER, words));
        match () {
            () if !self.is_overall(by) => {
                refuse("Only the overall commander orders other leaders to move.")
            }
            () if self.state.leader(leader).sent => {
                refuse("The overall commander has moved him in this orders phase.")
            }
            () if !self.is_within(by, self.range(by), leader) => {
                let words = "No unobstructed path within the command range leads to him.";
                Err(Illegal::by(COMMAND_RANGE, words))
            }
            () => Ok(()),
        }
    }

    /// 4.36: whoever gave a line command moves as part of it, once; 4.61 keeps him in an enemy zone of
    /// control, unless he leads a contingent (5.65).
    fn may_ride_with_line(&self, by: LeaderId, leader: LeaderId) -> Result<(), Illegal> {
        let refuse = |words| Err(Illegal::by(MOVING_WITH_LINE, words));
        let leads_contingent = self.rules.commander(by).role == Role::Contingent;
        match () {
            () if leader != by => refuse("Only the leader of the line moves with it."),
            () if self.state.leader(by).line == LinePart::Rode => {
                refuse("He has moved with his line already.")
            }
            () if self.is_leader_in_zone(by) && !leads_contingent => {
                let words = "A line command does not take him out of an enemy zone of control.";
                Err(Illegal::by(rule!(GBA, "4.61"), words))
            }
            () => Ok(()),
        }
    }

    fn may_spend_on_leaders(&self, orders: &Orders, left: u8, cost: u8) -> Result<u8, Illegal> {
        if cost > left {
            let words = "Out of an enemy zone of control he costs two, and not so many are left.";
            return Err(Illegal::by(NUMBER_OF_ORDERS, words));
        }
        // 5.45: who trumped keeps an order for a unit.
        if orders.tenure.must_act && cost == left && self.could_order_a_unit(orders.tenure.leader) {
            let words = "He has trumped: his last order is for a unit.";
            return Err(Illegal::by(MUST_ACT, words));
        }
        Ok(cost)
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A leader is ordered to ride; it has been checked.
    pub(crate) fn send(&mut self, mut orders: Orders, leader: LeaderId) {
        let Ok(cost) = self.position().may_send(&orders, leader) else { return };
        let by = orders.tenure.leader;
        let rule = match &mut orders.mode {
            OrderMode::Individual(left) => {
                *left -= cost;
                if leader == by { MOVING_HIMSELF } else { OVERALL_COMMANDER }
            }
            _ => MOVING_WITH_LINE,
        };
        if rule == OVERALL_COMMANDER {
            self.state.leader_mut(leader).sent = true;
        }
        if rule == MOVING_WITH_LINE {
            self.state.leader_mut(leader).line = LinePart::Rode;
        }
        self.tell(Event::Sent(leader, rule));
        self.instead(orders);
        self.begin_ride(leader);
    }
}
