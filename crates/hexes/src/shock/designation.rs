//! 9.11: who attacks.

use crate::command::command_range::COMMAND_RANGE;
use crate::command::line_command::COMMAND_RESTRICTIONS;
use crate::command::trump::MUST_ACT;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, LinePart, ShockMark};
use crate::model::order_of_battle::{LeaderId, Role, UnitId, UnitSet};
use crate::model::types::Attacks;
use crate::shock::engaged::ENGAGED;
use crate::shock::{ShockSegment, ShockStage};
use crate::special::square::SQUARE;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const DESIGNATION: Rule = rule!(GBA, "9.11");
pub(super) const MAY_ATTACK: Rule = rule!(GBA, "7.33");
const IN_COLUMN: Rule = rule!(GBA, "6.65");

impl Position<'_> {
    /// Whether a unit may attack another by shock from where the two stand (7.33, 9.53).
    pub(crate) fn may_attack(&self, attacker: UnitId, target: UnitId) -> bool {
        let clash = |unit: UnitId| self.rules.charts.types.row(self.rules.troops(unit).kind).clash;
        let column =
            |aspect| self.rules.charts.clash.column(clash(attacker), clash(target), aspect);
        self.can_attack(attacker, target)
            && self.attacked_at(attacker, target).and_then(column).is_some()
    }

    /// The enemies in a unit's zone of control that it may attack.
    pub(crate) fn targets(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.enemies_in_zone_of(unit).filter(move |&target| self.may_attack(unit, target))
    }

    /// Units that may choose to attack under this leader, without a check (7.33).
    pub(crate) fn engageable(&self, leader: LeaderId) -> UnitSet {
        let units = self.rules.units_under(leader);
        let ready = |&unit: &UnitId| self.is_ready_to_engage(unit).is_ok();
        let ready: UnitSet = units.iter().filter(ready).collect();
        if ready.is_empty() {
            return ready;
        }
        self.enabled(leader, ready)
    }

    /// Those of these units whom this leader lets attack: who had an order, and who is in range.
    fn enabled(&self, leader: LeaderId, units: UnitSet) -> UnitSet {
        let ordered = units.iter().filter(|&unit| self.state.unit(unit).ordered);
        ordered.collect::<UnitSet>().or(self.reached_for_shock(leader, units))
    }

    /// Those of these units that are within the leader's command range or, of the contingents that he has
    /// activated, within that of their commander (4.37).
    pub(crate) fn reached_for_shock(&self, leader: LeaderId, units: UnitSet) -> UnitSet {
        let within = |leader: LeaderId, units: UnitSet| -> UnitSet {
            self.with_reach(leader, self.range(leader), |in_range| {
                units.iter().filter(|&unit| in_range(unit)).collect()
            })
        };
        let mut reached = within(leader, units);
        for other in self.rules.leaders().filter(|&other| self.has_activated(leader, other)) {
            let his = self.rules.commander(other).commands.units.and(units);
            reached = reached.or(within(other, his));
        }
        reached
    }

    /// Whether a leader has activated this contingent commander in this orders phase (5.63).
    fn has_activated(&self, leader: LeaderId, other: LeaderId) -> bool {
        self.rules.commander(other).role == Role::Contingent
            && self.rules.force_of_leader(other) == self.rules.force_of_leader(leader)
            && self.state.leader(other).line != LinePart::None
    }

    /// Whether a unit may choose to attack under this leader.
    pub(super) fn may_engage(&self, leader: LeaderId, unit: UnitId) -> Result<(), Illegal> {
        if !self.rules.leads(leader, unit) {
            return Err(Illegal::by(DESIGNATION, "It is not one of his units."));
        }
        self.is_ready_to_engage(unit)?;
        if self.enabled(leader, UnitSet::from_iter([unit])).is_empty() {
            let mut contingents =
                self.rules.leaders().filter(|&other| self.has_activated(leader, other));
            if contingents.any(|other| self.may_command(other, unit).is_ok()) {
                let words = "A contingent commander lets only the units of his command attack.";
                return Err(Illegal::by(COMMAND_RESTRICTIONS, words));
            }
            let words = "It had no order, and is not within his command range.";
            return Err(Illegal::by(COMMAND_RANGE, words));
        }
        Ok(())
    }

    /// 5.45: who has trumped and done nothing yet must have somebody attack; 10.31, 10.32: engaged units must
    /// attack or slip away.
    pub(super) fn may_end_designation(&self, segment: &ShockSegment) -> Result<(), Illegal> {
        let leader = segment.tenure.leader;
        if !self.may_break_off_at_all(leader).is_empty() {
            let words = "An engaged unit must attack, or slip away.";
            return Err(Illegal::by(ENGAGED, words));
        }
        if segment.tenure.must_act && !self.engageable(segment.tenure.leader).is_empty() {
            let words = "He has trumped, so he must have a unit do something.";
            return Err(Illegal::by(MUST_ACT, words));
        }
        Ok(())
    }

    fn is_ready_to_engage(&self, unit: UnitId) -> Result<(), Illegal> {
        let refused = |rule, words: &'static str| Err(Illegal::by(rule, words));
        match self.state.unit(unit).mark {
            ShockMark::None => {}
            ShockMark::Declined => {
                return refused(MAY_ATTACK, "It came up and chose not to attack.");
            }
            ShockMark::MustCheck | ShockMark::NoCheck => {
                return refused(DESIGNATION, "It attacks already.");
            }
        }
        let now = self.state.unit(unit);
        let attacks = self.rules.troops(unit).kind.attacks();
        if !now.is_steady() {
            return refused(MAY_ATTACK, "It is in no state to attack.");
        }
        if now.formation.is_column() {
            return refused(IN_COLUMN, "A unit in column does not attack.");
        }
        if now.formation == Formation::Square {
            return refused(SQUARE, "A square does not begin a fight.");
        }
        if self.rules.troops(unit).kind.is_artillery() {
            return refused(crate::missiles::artillery::ENGINES, "Engines never attack by shock.");
        }
        if attacks == Attacks::Never {
            return refused(MAY_ATTACK, "Archers in formation never attack by shock.");
        }
        if self.targets(unit).next().is_none() {
            let words = match attacks {
                Attacks::ChariotsOnly => "Skirmishers attack chariots, and nobody else.",
                _ => "There is nobody in its zone of control whom it may attack.",
            };
            return refused(MAY_ATTACK, words);
        }
        Ok(())
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A unit will attack without a check, by this rule.
    pub(crate) fn mark_without_check(
        &mut self,
        mut segment: ShockSegment,
        unit: UnitId,
        rule: Rule,
    ) {
        segment.tenure.must_act = false;
        self.instead(segment);
        self.state.unit_mut(unit).mark = ShockMark::NoCheck;
        self.tell(Event::Marked(unit, ShockMark::NoCheck, rule));
    }

    /// Marks of units that have nobody to attack any more lapse; without any, there is no shock.
    pub(super) fn end_designation(&mut self) {
        let mut attack = false;
        for unit in self.rules.units() {
            let is_marked =
                matches!(self.state.unit(unit).mark, ShockMark::MustCheck | ShockMark::NoCheck);
            if !is_marked {
                continue;
            }
            if self.position().targets(unit).next().is_some() {
                attack = true;
            } else {
                self.state.unit_mut(unit).mark = ShockMark::None;
                self.tell(Event::Marked(unit, ShockMark::None, DESIGNATION));
            }
        }
        self.go_to(if attack { ShockStage::Allocation } else { ShockStage::Aftermath });
    }
}
