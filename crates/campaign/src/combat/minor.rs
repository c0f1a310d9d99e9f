//! 9.4, 9.5: minor combat, its odds and its results.

use super::{
    Combat, Contingents, MINOR_COMBAT, MINOR_RESULTS, asked_to_withdraw, check_withdrawal,
    withdraw_to,
};
use crate::engine::event::Event;
use crate::engine::state::Force;
use crate::engine::steps::{Asked, Position, Procedure, Progress, Resolver, happens, unless_idle};
use crate::losses::{Loss, LossCause};
use crate::model::charts::MinorResult;
use crate::model::ids::{LeaderId, ProvinceId, ProvinceSet, UnitSet};
use crate::{Action, Campaign, State};
use diadem_core::{Camp, Dice, Die, Illegal, Roll, SeatSet, Sink};
use serde::{Deserialize, Serialize};

/// The strength of a minor combat (9.4): sums, and the column they give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MinorOdds {
    /// The attacker's sum.
    pub attack: u16,
    /// The defender's sum.
    pub defence: u16,
    /// The column of the table, counted from the left; `None` above the last: the defender is
    /// eliminated without a roll.
    pub column: Option<usize>,
}

impl MinorOdds {
    fn new(attack: u16, defence: u16) -> MinorOdds {
        const EVEN: usize = 2;
        let column = match (attack, defence) {
            (_, 0) => None,
            (0, _) => Some(0),
            (a, d) if a >= d => match usize::from(a / d) {
                ratio @ 1..=4 => Some(EVEN - 1 + ratio),
                _ => None,
            },
            (a, d) => Some(EVEN.saturating_sub(usize::from(d.div_ceil(a)) - 1)),
        };
        MinorOdds { attack, defence, column }
    }
}

/// 9.4: a minor combat is rolled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MinorRoll;

happens!(MinorRoll by MINOR_COMBAT, |_, it| it.rules.minor_roll(it.state, it.dice, it.sink));

/// 9.5: a beaten defender may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Retreat;

impl Procedure for Retreat {
    fn asked(&self, position: Position<'_>) -> Option<Asked> {
        asked_to_withdraw(position)
    }
    fn list(&self, position: Position<'_>, into: &mut Vec<Action>) {
        into.extend(self.goals(position).iter().map(Action::Withdraw));
        into.push(Action::Done);
    }
    fn check(&self, position: Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            _ => check_withdrawal(position, self.goals(position), action),
        }
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        withdraw_to(resolver, action);
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        let is_idle = self.goals(resolver.position()).is_empty();
        unless_idle(resolver, is_idle)
    }
}

impl Retreat {
    fn goals(self, Position { rules, state }: Position<'_>) -> ProvinceSet {
        let Some(combat) = state.combat() else { return ProvinceSet::NONE };
        let camp = combat.camp(combat.leaving);
        // Whoever evaded into the province was no defender, and stays (9.2). A leader who outlives his units is one.
        let units = rules.camp_fighters(state, combat.province, camp);
        if units.is_empty() && rules.best_here(state, combat.province, camp).is_none() {
            return ProvinceSet::NONE;
        }
        rules.refuges(state, combat.province, camp)
    }
}

impl Campaign {
    /// 9.4: the odds of a combat.
    pub fn minor_odds(&self, state: &State, combat: &Combat) -> MinorOdds {
        let sums = |camp: Camp| {
            let camp = combat.camp(camp);
            let leader = self.best_ability(state, combat.province, camp).unwrap_or_default();
            let units = self.camp_fighters(state, combat.province, camp);
            let (attack, defence) = self.sums(state, &units);
            (attack + u16::from(leader), defence + u16::from(leader))
        };
        MinorOdds::new(sums(combat.attacker).0, sums(combat.attacker.other()).1)
    }

    /// 9.4, 9.5: the roll of a minor combat and what comes of it.
    fn minor_roll(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        let Some(combat) = state.frame_mut::<Combat>() else { return };
        combat.leaving = combat.attacker.other();
        let combat = *combat;
        for camp in combat.camps {
            for unit in self.camp_fighters(state, combat.province, camp).iter() {
                state.units[unit.index()].done.fought = true;
            }
        }
        let odds = self.minor_odds(state, &combat);
        let roll = odds.column.map(|_| Roll::plain(dice, Die::D6));
        let result = match (odds.column, &roll) {
            (Some(column), Some(roll)) => self.charts.minor_combat.result(column, roll.raw),
            _ => MinorResult::De,
        };
        let MinorOdds { attack, defence, .. } = odds;
        let (attackers, defenders) =
            (combat.camp(combat.attacker), combat.camp(combat.attacker.other()));
        let province = combat.province;
        let (attacker, defender) = (attackers.lead, defenders.lead);
        sink.tell(
            SeatSet::ALL,
            Event::MinorCombat { province, attacker, defender, attack, defence, roll, result },
        );
        match result {
            MinorResult::Ae => self.eliminate_fighters(state, province, attackers, sink),
            MinorResult::De => self.eliminate_fighters(state, province, defenders, sink),
            MinorResult::Al => self.minor_loss(state, province, attackers, dice, sink),
            MinorResult::Ex => {
                state.steps.push(Retreat.into());
                self.minor_loss(state, province, defenders, dice, sink);
                self.minor_loss(state, province, attackers, dice, sink);
            }
            MinorResult::Dl => {
                state.steps.push(Retreat.into());
                self.minor_loss(state, province, defenders, dice, sink);
            }
        }
    }

    /// One step, of the larger contingent, and the best leader in danger.
    fn minor_loss(
        &self,
        state: &mut State,
        province: ProvinceId,
        camp: Contingents,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        if let Some(leader) = self.best_here(state, province, camp) {
            self.check_leader(state, leader, dice, sink);
        }
        let of = |force: Force| (force, self.fighters(state, province, force));
        let larger = |one: (Force, UnitSet), other: (Force, UnitSet)| {
            if other.1.len() > one.1.len() { other } else { one }
        };
        let Some((force, among)) = camp.iter().map(of).reduce(larger) else { return };
        let loss = Loss { power: force.power, cause: LossCause::Minor, among, steps: 1 };
        self.must_lose(state, loss, sink);
    }

    /// 9.5: all who fought are gone. Whoever evaded into the province took no part (9.2).
    fn eliminate_fighters(
        &self,
        state: &mut State,
        province: ProvinceId,
        camp: Contingents,
        sink: &mut impl Sink<Event>,
    ) {
        for force in camp.iter() {
            let units = self.fighters(state, province, force);
            let fought = |leader: &LeaderId| !state.leader(*leader).done.evaded;
            let leaders = self.field_leaders(state, province, force).filter(fought).collect();
            sink.tell(SeatSet::ALL, Event::Eliminated { force, province, rule: MINOR_RESULTS });
            self.perish(state, units, leaders, MINOR_RESULTS, sink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 9.4: the book's example, and the readings around it.
    #[test]
    fn odds_are_rounded_in_the_defenders_favour() {
        let column = |attack, defence| MinorOdds::new(attack, defence).column;
        assert_eq!(column(31, 8), Some(4), "3.875 is 3:1");
        assert_eq!((column(4, 1), column(5, 1)), (Some(5), None));
        assert_eq!((column(7, 8), column(8, 8)), (Some(1), Some(2)));
        assert_eq!((column(4, 8), column(3, 8), column(1, 30)), (Some(1), Some(0), Some(0)));
    }
}
