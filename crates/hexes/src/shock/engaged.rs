//! 10.3: engaged units (optional). Who stays before his enemy after shock is locked with him: he attacks
//! again, or slips away if he is the faster.

use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Placement, ShockMark};
use crate::model::hex::{Hex, Hexside};
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use crate::model::types::Kind;
use crate::shock::{COLLAPSE, Combat, ShockSegment};
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const ENGAGED: Rule = rule!(GBA, "10.31");
pub(crate) const BREAKING_OFF: Rule = rule!(GBA, "10.32");
const ENGAGEMENT_ENDS: Rule = rule!(GBA, "10.33");

impl Position<'_> {
    /// 10.31: whether a unit is free of the enemy before it, to move, turn or withdraw.
    pub(crate) fn is_disengaged(&self, unit: UnitId) -> Result<(), Illegal> {
        if self.state.unit(unit).engaged {
            Err(Illegal::by(ENGAGED, "It is engaged, and neither moves nor turns."))
        } else {
            Ok(())
        }
    }

    /// 10.31: whether a leader is free to go: one with an engaged unit stays with it.
    pub(crate) fn is_leader_disengaged(&self, leader: LeaderId) -> Result<(), Illegal> {
        let at = self.state.leader(leader).at;
        let is_held = at.and_then(|hex| self.unit_at(hex)).is_some_and(|unit| {
            self.rules.camp(unit) == self.rules.camp_of(leader) && self.state.unit(unit).engaged
        });
        if is_held {
            let words = "He is with an engaged unit, and stays with it.";
            return Err(Illegal::by(ENGAGED, words));
        }
        Ok(())
    }

    /// The enemies with which a unit is engaged: engaged ones in its zone of control, or in whose it is.
    fn opponents(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let of_zone = self.enemies_in_zone_of(unit).chain(self.pinners(unit));
        of_zone.filter(|&enemy| self.state.unit(enemy).engaged)
    }

    /// Engaged units that answer for themselves in this segment: without a mark, and within the command
    /// range of the leader whose it is, or of a contingent commander of theirs who has had his line.
    fn engaged_under(&self, leader: LeaderId) -> UnitSet {
        if !self.rules.switches.engaged {
            return UnitSet::NONE;
        }
        let is_waiting = |unit: UnitId| {
            let now = self.state.unit(unit);
            now.is_steady() && now.engaged && now.mark == ShockMark::None
        };
        let all = self.rules.units_under(leader).iter();
        let waiting: UnitSet = all.filter(|&unit| is_waiting(unit)).collect();
        if waiting.is_empty() {
            return waiting;
        }
        self.reached_for_shock(leader, waiting)
    }

    /// 10.31: engaged units that must attack under this leader, or slip away.
    pub(crate) fn must_engage(&self, leader: LeaderId) -> UnitSet {
        let must = |&unit: &UnitId| {
            self.rules.troops(unit).kind.is_shock_capable() && self.targets(unit).next().is_some()
        };
        self.engaged_under(leader).iter().filter(must).collect()
    }

    /// 10.32: engaged units that cannot attack and must slip away, as they can.
    pub(crate) fn must_break_off(&self, leader: LeaderId) -> UnitSet {
        let incapable = |&unit: &UnitId| !self.rules.troops(unit).kind.is_shock_capable();
        let waiting: UnitSet = self.engaged_under(leader).iter().filter(incapable).collect();
        waiting.iter().filter(|&unit| !self.ways_off(unit).is_empty()).collect()
    }

    /// 10.32: units that may slip away under this leader.
    pub(crate) fn may_break_off_at_all(&self, leader: LeaderId) -> UnitSet {
        self.must_engage(leader).or(self.must_break_off(leader))
    }

    /// The sides beyond which a unit may slip away.
    pub(crate) fn ways_off(&self, unit: UnitId) -> ArrayVec<Hexside, 6> {
        Hexside::ALL.into_iter().filter(|&side| self.way_off(unit, side).is_ok()).collect()
    }

    /// 10.32: whether a unit may slip away from its enemies beyond a side: the one test of listing and
    /// checking.
    pub(crate) fn may_break_off(
        &self,
        leader: LeaderId,
        unit: UnitId,
        side: Hexside,
    ) -> Result<(), Illegal> {
        if !self.may_break_off_at_all(leader).contains(unit) {
            let words = "Only an engaged unit that would have to attack now slips away.";
            return Err(Illegal::by(BREAKING_OFF, words));
        }
        self.way_off(unit, side).map(|_| ())
    }

    /// Lists where engaged units may slip away to.
    pub(crate) fn list_breaking_off(&self, leader: LeaderId, into: &mut Vec<Action>) {
        for unit in self.may_break_off_at_all(leader).iter() {
            into.extend(self.ways_off(unit).into_iter().map(|side| Action::BreakOff(unit, side)));
        }
    }

    /// Where a unit would slip away to beyond a side, and the hits of the ground there.
    fn way_off(&self, unit: UnitId, side: Hexside) -> Result<(Hex, u8), Illegal> {
        let refused = |words: &'static str| Err(Illegal::by(BREAKING_OFF, words));
        let (camp, kind) = (self.rules.camp(unit), self.rules.troops(unit).kind);
        let is_light = kind.is_cavalry()
            || kind.is_skirmisher()
            || kind.is_light_infantry() && kind != Kind::Cardaces;
        if !is_light {
            return refused("Only cavalry, skirmishers and light foot slip away.");
        }
        let ma = self.compared_ma(unit);
        if self.opponents(unit).any(|enemy| self.compared_ma(enemy) >= ma) {
            return refused("An enemy with whom it is engaged is as fast as it is.");
        }
        let Some(from) = self.state.unit(unit).hex() else { return refused("It is gone.") };
        let cost = self.entry(unit, from, side)?;
        let Some(to) = self.rules.field().beyond(from, side) else {
            return refused("There the map ends.");
        };
        let is_held = self.unit_at(to).is_some()
            || self.state.leaders_at(to).any(|leader| self.rules.camp_of(leader) != camp);
        match () {
            () if is_held => refused("It slips away into an empty hex."),
            () if self.is_in_enemy_zone(camp, to) => {
                refused("It does not slip away into an enemy zone of control.")
            }
            () if self.opponents(unit).any(|enemy| self.distance_to(enemy, to) <= 1) => {
                refused("That hex is next to an enemy with whom it is engaged.")
            }
            () => Ok((to, cost.hits)),
        }
    }

    /// 10.33: units whose engagement is over: no engaged enemy is in their zone of control, nor they in his.
    fn no_longer_engaged(&self) -> UnitSet {
        let engaged = self.rules.units().filter(|&unit| self.state.unit(unit).engaged);
        engaged.filter(|&unit| self.opponents(unit).next().is_none()).collect()
    }

    /// 9.18: those of a combat that have stayed in their hexes, of the attackers and of the defenders.
    fn who_stayed(&self, combat: &Combat) -> [UnitSet; 2] {
        let has_stayed = |&unit: &UnitId| {
            let has_gone = combat.advanced.contains(unit) && !combat.pivoted.contains(unit);
            self.state.unit(unit).is_steady() && !has_gone
        };
        [combat.attackers, combat.defenders].map(|side| side.iter().filter(has_stayed).collect())
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 10.31: engaged units that cannot slip away attack; whoever can is asked. Whether any was told to.
    pub(crate) fn engage_those_locked(&mut self, segment: ShockSegment) -> bool {
        let must = self.position().must_engage(segment.tenure.leader);
        let bound = |&unit: &UnitId| self.position().ways_off(unit).is_empty();
        let bound: UnitSet = must.iter().filter(bound).collect();
        for unit in bound.iter() {
            self.mark_without_check(segment, unit, ENGAGED);
        }
        !bound.is_empty()
    }

    /// 10.32: an engaged unit slips away.
    pub(crate) fn break_off(&mut self, mut segment: ShockSegment, unit: UnitId, side: Hexside) {
        let Ok((hex, hits)) = self.position().way_off(unit, side) else { return };
        let Some(was) = self.rules.placement(self.state, unit) else { return };
        segment.tenure.must_act = false;
        self.instead(segment);
        // 10.31: leaders stay with their unit.
        let riders = crate::command::leaders::everybody_at(self.state, was.hex);
        let now = Placement { hex, ..was };
        self.stand(unit, now);
        self.carry(riders, was, now, unit);
        self.tell(Event::Entered(unit, hex, BREAKING_OFF));
        self.come_up_to_leaders(unit, was);
        self.toll(unit, hits, crate::movement::moving::TERRAIN_HITS);
        if self.position().is_beside_elephants(unit) {
            self.toll_for(unit, crate::model::charts::CohesionCause::CavalryNearElephant);
        }
    }

    /// 9.18, step 3: who has stayed before an enemy who has is engaged; where one side has gone, nobody is.
    pub(crate) fn engage_who_stayed(&mut self, at: usize) {
        if !self.rules.switches.engaged {
            return;
        }
        let combat = self.state.combats[at];
        let [attackers, defenders] = self.position().who_stayed(&combat);
        let both = !attackers.is_empty() && !defenders.is_empty();
        for unit in combat.all.iter() {
            let stays = attackers.contains(unit) || defenders.contains(unit);
            let is_engaged = both && combat.fought && stays;
            // A combat that was not fought locks nobody, and lets nobody go whose enemies stay.
            let keeps = both && !combat.fought && stays && self.state.unit(unit).engaged;
            self.set_engaged(unit, is_engaged || keeps, COLLAPSE);
        }
    }

    /// 10.33: at any time, whoever has no engaged enemy before him any more is free.
    pub(crate) fn end_engagements(&mut self) {
        if !self.rules.switches.engaged {
            return;
        }
        for unit in self.position().no_longer_engaged().iter() {
            self.set_engaged(unit, false, ENGAGEMENT_ENDS);
        }
    }

    pub(crate) fn set_engaged(&mut self, unit: UnitId, engaged: bool, rule: Rule) {
        let was = std::mem::replace(&mut self.state.unit_mut(unit).engaged, engaged);
        if was != engaged && self.state.unit(unit).is_on_map() {
            self.tell(Event::Engaged(unit, engaged, rule));
        }
    }
}
