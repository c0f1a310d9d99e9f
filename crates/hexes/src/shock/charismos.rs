//! 9.14: leaders in the fight. Those of both sides fight in person (9.2); others may be hit.

use super::{Combat, leader_bit};
use crate::command::leaders::bit;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::model::order_of_battle::{LeaderId, UnitSet};
use crate::shock::personal_combat::DUEL;
use crate::shock::{ShockSegment, ShockStage};
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Rule, Sink, rule};

const CHARISMOS: Rule = rule!(GBA, "9.14");

/// The leaders with the units of one side.
type Leaders = ArrayVec<LeaderId, 16>;

impl Position<'_> {
    fn leaders_with(&self, units: UnitSet) -> Leaders {
        let hexes = units.iter().flat_map(|unit| self.hexes(unit));
        let mut found = Leaders::new();
        for leader in hexes.flat_map(|hex| self.state.leaders_at(hex)) {
            if !found.contains(&leader) && !found.is_full() {
                found.push(leader);
            }
        }
        found
    }

    /// 9.2: those of a side's leaders from whom comes the one who fights in person: of all who ever do, the
    /// highest in initiative.
    fn contenders(&self, combat: &Combat, side: usize) -> Leaders {
        let mut fighters = self.leaders_with([combat.attackers, combat.defenders][side]);
        fighters.retain(|leader| self.personal_combat(*leader).is_some());
        let initiative = |leader: LeaderId| self.initiative(leader).unwrap_or(0);
        let highest = fighters.iter().map(|&leader| initiative(leader)).max();
        fighters.retain(|leader| Some(initiative(*leader)) == highest);
        fighters
    }

    /// The leader of a side who fights in person.
    fn champion(&self, combat: &Combat, side: usize) -> Option<LeaderId> {
        combat.champions[side].or_else(|| self.contenders(combat, side).first().copied())
    }

    /// 9.2: the side whose player has still to name who fights in person: there are equals, and somebody to
    /// fight.
    pub(super) fn side_to_name_champion(&self, combat: &Combat) -> Option<usize> {
        let contenders = [0, 1].map(|side| self.contenders(combat, side));
        let duel = combat.is_on() && contenders.iter().all(|leaders| !leaders.is_empty());
        let is_open =
            |&side: &usize| combat.champions[side].is_none() && contenders[side].len() > 1;
        [0, 1].into_iter().find(is_open).filter(|_| duel)
    }

    /// The leaders that may be named.
    pub(super) fn champions_to_name(&self, combat: &Combat) -> Leaders {
        let side = self.side_to_name_champion(combat);
        let mut named = side.map(|side| self.contenders(combat, side)).unwrap_or_default();
        // Equals of two forces: the first of them names its own.
        let bits = named.iter().fold(0, |bits, &leader| bits | bit(leader));
        if let Some(force) = self.rules.asked_first(UnitSet::NONE, bits) {
            named.retain(|leader| self.rules.force_of_leader(*leader) == force);
        }
        named
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Leaders fight, or are hit, in every combat; false when somebody has to say who fights.
    pub(super) fn proceed_with_leaders(&mut self, segment: ShockSegment) -> bool {
        let at = usize::from(segment.at);
        let Some(combat) = self.state.combats.get(at).copied() else {
            self.go_to(ShockStage::DefenderType);
            return true;
        };
        if self.position().side_to_name_champion(&combat).is_some() {
            return false;
        }
        self.next_combat();
        if combat.is_on() {
            self.risk_leaders(at, &combat);
        }
        true
    }

    /// A leader will fight in person.
    pub(super) fn name_champion(&mut self, at: usize, leader: LeaderId) {
        let Some(combat) = self.state.combats.get(at) else { return };
        if let Some(side) = self.position().side_to_name_champion(combat) {
            self.state.combats[at].champions[side] = Some(leader);
        }
    }

    fn risk_leaders(&mut self, at: usize, combat: &Combat) {
        let position = self.position();
        let sides = [combat.attackers, combat.defenders].map(|side| position.leaders_with(side));
        let champions = [0, 1].map(|side| position.champion(combat, side));
        let charisma = |leader| position.rating(leader, position.rules.commander(leader).charisma);
        let ratings = sides.clone().map(|leaders| {
            leaders
                .into_iter()
                .map(|leader| (leader, charisma(leader)))
                .collect::<ArrayVec<_, 16>>()
        });
        let duel = match champions {
            [Some(one), Some(other)] => Some([one, other]),
            _ => None,
        };
        let met = [0, 1].map(|side: usize| champions[side].or(sides[side].first().copied()));
        if let [Some(one), Some(other)] = met {
            self.duel(one, other, DUEL);
        }
        for leader in sides.into_iter().flatten() {
            let fights = duel.is_some_and(|duel| duel.contains(&leader));
            if !fights && self.state.ending.is_none() {
                self.risk_leader(at, leader);
            }
        }
        if self.state.ending.is_some() {
            return;
        }
        for (side, ratings) in ratings.into_iter().enumerate() {
            let killed =
                ratings.iter().filter(|(leader, _)| self.state.leader(*leader).at.is_none());
            self.state.combats[at].fallen[side] = killed.map(|(_, charisma)| *charisma).max();
        }
    }

    fn risk_leader(&mut self, at: usize, leader: LeaderId) {
        let roll = self.roll();
        let is_hit = roll.raw == self.rules.charts.casualties.casualty_on;
        self.tell(Event::LeaderCheck(leader, roll, CHARISMOS));
        if is_hit {
            self.state.combats[at].silent |= leader_bit(leader);
            self.leader_hit(leader, CHARISMOS);
        }
    }
}
