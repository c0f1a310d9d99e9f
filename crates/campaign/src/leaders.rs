//! Leaders in danger (10.16, 10.17), and who takes their place (12.10, 15.6).

use crate::engine::event::Event;
use crate::engine::sequence::Step;
use crate::engine::state::{Combat, Ending, Objective, Place};
use crate::model::charts::Casualty;
use crate::model::ids::{CityId, LeaderId};
use crate::model::pieces::Side;
use crate::{Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Dice, Die, Roll, Rule, SeatSet, Sink, rule};

pub(crate) const CASUALTIES: Rule = rule!(ALEXANDROS, "10.16");
pub(crate) const ALEXANDER: Rule = rule!(ALEXANDROS, "10.17");
pub(crate) const OFFICERS: Rule = rule!(ALEXANDROS, "12.10");
pub(crate) const DARIUS: Rule = rule!(ALEXANDROS, "15.6");
pub(crate) const BESSUS: Rule = rule!(ALEXANDROS, "15.7");
pub(crate) const ROYAL_FAMILY: Rule = rule!(ALEXANDROS, "15.2");

impl Campaign {
    /// A leader's ability as he is now.
    pub fn ability(&self, state: &State, leader: LeaderId) -> u8 {
        self.roster[leader].ability_if(state.leader(leader).wounded)
    }

    /// The best of some leaders.
    pub(crate) fn best(
        &self,
        state: &State,
        leaders: impl Iterator<Item = LeaderId>,
    ) -> Option<LeaderId> {
        leaders.max_by_key(|&leader| (self.ability(state, leader), std::cmp::Reverse(leader)))
    }

    fn is_officer(&self, leader: LeaderId) -> bool {
        self.roster.who().officers.contains(&leader)
    }

    /// Rolls on the Leader Casualty Table, its Loss column, and does what it says.
    pub(crate) fn check_leader(
        &self,
        state: &mut State,
        leader: LeaderId,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let roll = Roll::plain(dice, Die::D6);
        let mut casualty = self.charts.leader_casualty.loss[usize::from(roll.raw) - 1];
        if casualty == Casualty::Wounded && self.is_officer(leader) {
            casualty = Casualty::Killed;
        }
        sink.tell(SeatSet::ALL, Event::LeaderChecked { leader, roll, casualty });
        if casualty == Casualty::Killed && leader == self.roster.who().alexander {
            let roll = Roll::plain(dice, Die::D6);
            let dead = roll.raw == 1;
            sink.tell(SeatSet::ALL, Event::AlexanderChecked { roll, dead });
            if !dead {
                casualty = Casualty::Wounded;
            }
        }
        match casualty {
            Casualty::Killed => self.leader_falls(state, leader, Fall::Killed, CASUALTIES, sink),
            Casualty::Wounded => state.leaders[leader.index()].wounded = true,
            Casualty::Unhurt => {}
        }
    }

    /// A leader is killed or captured in combat, with all that follows.
    pub(crate) fn leader_falls(
        &self,
        state: &mut State,
        leader: LeaderId,
        fall: Fall,
        rule: Rule,
        sink: &mut impl Sink<Event>,
    ) {
        let piece = &mut state.leaders[leader.index()];
        piece.place = Place::Aside;
        piece.wounded = false;
        piece.fell = !self.roster.who().officers.contains(&leader);
        state.bereft[self.side_of_leader(leader) as usize] = true;
        if let Some(siege) = &mut state.siege {
            siege.leaders.remove(leader);
        }
        let captured = fall == Fall::Captured;
        sink.tell(SeatSet::ALL, Event::LeaderFell { leader, captured, rule });
        let who = self.roster.who();
        if leader == who.alexander {
            self.finish(state, Ending::AlexanderFell, sink);
        } else if leader == who.darius {
            self.secure(state, Objective::Darius, DARIUS, sink);
            self.secure(state, Objective::RoyalFamily, ROYAL_FAMILY, sink);
            state.leaders[who.bessus.index()].place = Place::ToCome;
        } else if leader == who.bessus {
            self.secure(state, Objective::Bessus, BESSUS, sink);
        }
    }

    /// 12.10, 15.6: after a combat, who takes the place of the fallen.
    pub(crate) fn replace_fallen(&self, state: &mut State) {
        for side in [Side::Persian, Side::Macedonian] {
            if std::mem::take(&mut state.bereft[side as usize]) {
                state.steps.push(Step::Officer(side, Self::comrades(state, side)));
            }
        }
        if state.leader(self.roster.who().bessus).place == Place::ToCome {
            state.steps.push(Step::Successor);
        }
    }

    /// Where those stand who fought beside a fallen leader, if any survived.
    fn comrades(state: &State, side: Side) -> Option<Place> {
        match (state.siege, state.combat) {
            (Some(siege), _) if siege.side == side => Some(Place::Field(siege.from)),
            (Some(siege), _) => Some(Place::City(siege.city)),
            (None, Some(Combat { leaving, left_for: Some(refuge), .. })) if leaving == side => {
                Some(Place::Field(refuge))
            }
            (None, Some(combat)) => Some(Place::Field(combat.province)),
            (None, None) => None,
        }
    }

    /// 12.10, 15.6: the places where a leader finds units that he can lead, in a city or outside.
    fn beside_units(&self, state: &State, leader: LeaderId) -> impl Iterator<Item = Place> {
        let force = self.force_of_leader(leader);
        let fields = self.forces(state).into_iter().filter(move |(_, one, _)| *one == force);
        let held = move |city: &CityId| {
            let mut garrison = state.units_at(Place::City(*city));
            garrison.any(|unit| self.force_of(state, unit) == force)
        };
        let cities = self.board.cities().filter(held).map(Place::City);
        fields.map(|(province, ..)| Place::Field(province)).chain(cities)
    }

    /// 12.10: where the officer of a side can appear: with the survivors of the combat, or else with
    /// any friendly units.
    pub(crate) fn officer_places(
        &self,
        state: &State,
        side: Side,
        comrades: Option<Place>,
    ) -> Vec<Place> {
        let officer = self.roster.who().officers[side as usize];
        if state.leader(officer).place != Place::Aside {
            return Vec::new();
        }
        let all: Vec<Place> = self.beside_units(state, officer).collect();
        match comrades {
            Some(place) if all.contains(&place) => vec![place],
            _ => all,
        }
    }

    /// 15.6: where Bessus can appear: with any army or garrison, or in any Persian province.
    pub(crate) fn successor_places(&self, state: &State) -> Vec<Place> {
        let bessus = self.roster.who().bessus;
        if state.leader(bessus).place != Place::ToCome {
            return Vec::new();
        }
        let controlled = self.controlled(state, Side::Persian).and(self.lands.persian);
        let elsewhere = |place: &Place| match place {
            Place::Field(province) => !controlled.contains(*province),
            _ => true,
        };
        let with_units = self.beside_units(state, bessus).filter(elsewhere);
        controlled.iter().map(Place::Field).chain(with_units).collect()
    }

    /// A leader appears.
    pub(crate) fn leader_appears(
        &self,
        state: &mut State,
        leader: LeaderId,
        place: Place,
        rule: Rule,
        sink: &mut impl Sink<Event>,
    ) {
        state.leaders[leader.index()].place = place;
        sink.tell(SeatSet::ALL, Event::LeaderArrives { leader, place, rule });
        // 12.10: an officer steps back when somebody of rank arrives.
        let officer = self.roster.who().officers[self.side_of_leader(leader) as usize];
        if leader != officer && self.province_of(state.leader(officer).place).is_some() {
            state.leaders[officer.index()].place = Place::Aside;
            sink.tell(SeatSet::ALL, Event::LeaderWithdrawn { leader: officer, rule: OFFICERS });
        }
    }
}

/// How a leader is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fall {
    Killed,
    Captured,
}
