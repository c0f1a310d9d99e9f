//! 9.14: leaders in the fight. Those of both sides fight in person (9.2); others may be hit.

use super::{Combat, leader_bit};
use crate::course::Course;
use crate::event::Event;
use crate::order_of_battle::{LeaderId, UnitSet};
use crate::personal_combat::DUEL;
use crate::position::Position;
use crate::steps::ShockStage;
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Rule, Sink, rule};

const CHARISMOS: Rule = rule!(GBA, "9.14");

/// The leaders with the units of one side.
type Leaders = ArrayVec<LeaderId, 16>;

impl Position<'_> {
    fn leaders_with(&self, units: UnitSet) -> Leaders {
        let hexes = units.iter().flat_map(|unit| self.hexes(unit));
        hexes.flat_map(|hex| self.state.leaders_at(hex)).take(16).collect()
    }

    /// 9.2: who of them fights in person: the one with the highest initiative; of equals the first.
    fn champion(&self, leaders: &Leaders) -> Option<LeaderId> {
        let fighters =
            leaders.iter().copied().filter(|&leader| self.personal_combat(leader).is_some());
        fighters
            .min_by_key(|&leader| (std::cmp::Reverse(self.initiative(leader).unwrap_or(0)), leader))
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// Leaders fight, or are hit, in every combat.
    pub(super) fn charismos(&mut self) {
        for at in self.position().own_combats() {
            let combat = self.state.combats[at];
            if combat.is_on() {
                self.risk_leaders(at, &combat);
            }
            if self.state.ending.is_some() {
                return;
            }
        }
        self.go_to(ShockStage::DefenderType);
    }

    fn risk_leaders(&mut self, at: usize, combat: &Combat) {
        let position = self.position();
        let sides = [combat.attackers, combat.defenders].map(|side| position.leaders_with(side));
        let champions = [&sides[0], &sides[1]].map(|leaders| position.champion(leaders));
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
