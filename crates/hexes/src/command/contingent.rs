//! 5.6: Macedonian contingent commanders.

use crate::command::activation::Tenure;
use crate::command::orders::{OrderMode, Orders};
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::LinePart;
use crate::model::order_of_battle::{LeaderId, Role, UnitId, UnitSet};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const INDIVIDUAL_ORDERS: Rule = rule!(GBA, "4.2");
pub(crate) const MACEDONIANS_ONLY: Rule = rule!(GBA, "4.52");
pub(crate) const NO_INITIATIVE: Rule = rule!(GBA, "5.61");
pub(crate) const WHO_ACTIVATES: Rule = rule!(GBA, "5.62");
pub(crate) const CONTINGENT: Rule = rule!(GBA, "5.63");
pub(crate) const HOW_MANY: Rule = rule!(GBA, "5.64");
pub(crate) const CONTINGENT_LINE: Rule = rule!(GBA, "5.65");
pub(crate) const NO_MOMENTUM: Rule = rule!(GBA, "5.66");
pub(crate) const WHO_TAKES_PART: Rule = rule!(GBA, "5.67");

impl Position<'_> {
    /// Whether a contingent commander may be activated now, and for how many orders (5.63).
    pub(crate) fn may_activate_contingent(
        &self,
        orders: &Orders,
        leader: LeaderId,
    ) -> Result<u8, Illegal> {
        let by = orders.tenure.leader;
        let OrderMode::Individual(left) = orders.mode else {
            let words = "Contingents are activated by individual orders.";
            return Err(Illegal::by(CONTINGENT, words));
        };
        let camp = self.rules.camp_of(by);
        let now = self.state.leader(leader);
        if self.rules.commander(leader).role != Role::Contingent
            || self.rules.force_of_leader(leader) != self.rules.force_of_leader(by)
        {
            return Err(Illegal::by(WHO_ACTIVATES, "He is no contingent commander of this army."));
        }
        if now.at.is_none() {
            return Err(Illegal::by(WHO_TAKES_PART, "He is not on the map."));
        }
        let role = self.rules.commander(by).role;
        if !self.rules.list(camp).macedonian {
            let words = "Only Macedonians have contingent commanders.";
            return Err(Illegal::by(MACEDONIANS_ONLY, words));
        }
        if !self.is_overall(by) && role != Role::Wing {
            let words = "Only the overall commander and wing commanders activate contingents.";
            return Err(Illegal::by(WHO_ACTIVATES, words));
        }
        self.has_contingent_left(by, leader)?;
        if !self.is_within(by, self.half_range(by), leader) {
            return Err(Illegal::by(CONTINGENT, "He is not within half the command range."));
        }
        let cost = self.contingent_cost(leader);
        if cost > left {
            let words = "There are not enough orders left for his contingent.";
            return Err(Illegal::by(CONTINGENT, words));
        }
        if self.contingent_units(leader).is_empty() && !self.is_leader_in_zone(leader) {
            return Err(Illegal::by(CONTINGENT_LINE, "He has no unit that he could order."));
        }
        Ok(cost)
    }

    /// 5.64: each once in an orders phase; with that switch no more than two, or one of a wing commander.
    fn has_contingent_left(&self, by: LeaderId, leader: LeaderId) -> Result<(), Illegal> {
        if self.state.leader(leader).line != LinePart::None {
            let words = "He has commanded his contingent in this orders phase.";
            return Err(Illegal::by(HOW_MANY, words));
        }
        let most = if self.is_overall(by) { 2 } else { 1 };
        let force = self.rules.force_of_leader(by);
        let activated = self.rules.leaders().filter(|&other| {
            self.rules.force_of_leader(other) == force
                && self.rules.commander(other).role == Role::Contingent
                && self.state.leader(other).line != LinePart::None
        });
        if self.rules.switches.few_contingents && activated.count() >= most {
            return Err(Illegal::by(HOW_MANY, "He has activated as many contingents as he may."));
        }
        Ok(())
    }

    /// 5.63: one less than the units of his command that are left, from one to three.
    fn contingent_cost(&self, leader: LeaderId) -> u8 {
        let units = self.rules.commander(leader).commands.units;
        let left = units.iter().filter(|&unit| self.state.unit(unit).is_steady()).count();
        left.saturating_sub(1).clamp(1, 3) as u8
    }

    /// 5.65: the units that he can order: his own within his range, unless he is among the enemy (5.25).
    pub(crate) fn contingent_units(&self, leader: LeaderId) -> UnitSet {
        if self.is_leader_in_zone(leader) {
            return UnitSet::NONE;
        }
        let units = self.rules.commander(leader).commands.units.and(self.rules.units_under(leader));
        self.with_reach(leader, self.range(leader), |in_range| {
            let may = |unit: &UnitId| self.may_be_in_line(*unit).is_ok() && in_range(*unit);
            units.iter().filter(may).collect()
        })
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A contingent commander gives his line command while his superior's orders wait (5.65).
    pub(crate) fn activate_contingent(&mut self, mut orders: Orders, leader: LeaderId) {
        let Ok(cost) = self.position().may_activate_contingent(&orders, leader) else { return };
        if let OrderMode::Individual(left) = &mut orders.mode {
            *left -= cost;
        }
        let units = self.position().contingent_units(leader);
        let tenure = Tenure { leader, must_act: false, ..orders.tenure };
        if !units.is_empty() {
            orders.tenure.must_act = false;
        }
        self.tell(Event::Activated(leader, CONTINGENT));
        self.show_arrangement(leader);
        self.instead(orders);
        let mode = if units.is_empty() {
            OrderMode::Line { units, moves: true }
        } else {
            OrderMode::NameLine
        };
        self.state.leader_mut(leader).line = LinePart::Gave;
        self.begin(Orders { tenure, mode });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::activation::TenureKind;
    use crate::engine::action::Action;
    use crate::engine::hexes::{Hexes, Switches};
    use crate::engine::procedure::Procedure;
    use crate::model::order_of_battle::Battle;

    #[test]
    fn gba_5_67_at_issus_philotas_moves_all_companions_for_three_orders() {
        let battle = Battle::load("issus").unwrap();
        let switches = Switches { contingents: true, ..Switches::default() };
        let rules = Hexes::new(battle, switches).unwrap();
        let state = rules.beginning();
        let named = |id: &str| {
            let mut leaders = rules.leaders();
            leaders
                .find(|&leader| {
                    rules.commander(leader).id == id && rules.list(rules.camp_of(leader)).macedonian
                })
                .unwrap()
        };
        let (alexander, philotas) = (named("alexander"), named("philotas"));
        let tenure = Tenure {
            leader: alexander,
            kind: TenureKind::Initial,
            nth: 1,
            line_before: false,
            through_overall: false,
            must_act: false,
            fought: false,
        };
        let mode = OrderMode::Individual(7);
        let orders = Orders { tenure, mode };
        rules.ask(&state, |position| {
            assert_eq!(position.may_activate_contingent(&orders, philotas), Ok(3));
            let companions = rules.commander(philotas).commands.units;
            assert_eq!(position.contingent_units(philotas), companions);
            let mut listed = Vec::new();
            orders.list(&position, &mut listed);
            assert!(listed.contains(&Action::Contingent(philotas)));
            let two = Orders { mode: OrderMode::Individual(2), ..orders };
            let refused = position.may_activate_contingent(&two, philotas);
            assert_eq!(refused.unwrap_err().rule, CONTINGENT);
        });
    }
}
