//! Leaders in danger (10.16, 10.17), and who takes their place (12.10, 15.6).

use crate::combat::Combat;
use crate::engine::event::Event;
use crate::engine::state::{Ending, Objective, Place};
use crate::engine::steps::{
    Asked, Position, Procedure, Progress, Resolver, not_asked, unless_idle,
};
use crate::model::charts::Casualty;
use crate::model::ids::{CityId, LeaderId};
use crate::model::powers::Power;
use crate::model::switches::Switch;
use crate::siege::Siege;
use crate::{Action, Campaign, Question, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Camp, Dice, Die, Illegal, Roll, Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const CASUALTIES: Rule = rule!(ALEXANDROS, "10.16");
pub(crate) const ALEXANDER: Rule = rule!(ALEXANDROS, "10.17");
pub(crate) const OFFICERS: Rule = rule!(ALEXANDROS, "12.10");
pub(crate) const DARIUS: Rule = rule!(ALEXANDROS, "15.6");
pub(crate) const BESSUS: Rule = rule!(ALEXANDROS, "15.7");
pub(crate) const ROYAL_FAMILY: Rule = rule!(ALEXANDROS, "15.2");

/// 12.10: an officer of a power may take the place of a fallen leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Officer {
    /// Whose officer.
    pub power: Power,
    /// Where those stand who fought beside the fallen, if any live.
    pub comrades: Option<Place>,
}

impl Procedure for Officer {
    fn asked(&self, Position { rules, .. }: Position<'_>) -> Option<Asked> {
        let question = Question::PlaceLeader(rules.officer(self.power)?);
        Some(Asked { power: self.power, question, rule: OFFICERS })
    }
    fn list(&self, position: Position<'_>, into: &mut Vec<Action>) {
        into.extend(self.places(position).into_iter().filter_map(placing));
        into.push(Action::Done);
    }
    fn check(&self, position: Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            _ => check_placing(&self.places(position), action, OFFICERS),
        }
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        let Resolver { rules, state, sink, .. } = resolver;
        if let (Some(officer), Some(place)) = (rules.officer(self.power), placed(action)) {
            rules.leader_appears(state, officer, place, OFFICERS, *sink);
        }
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        let is_idle = self.places(resolver.position()).is_empty();
        unless_idle(resolver, is_idle)
    }
}

impl Officer {
    fn places(self, Position { rules, state }: Position<'_>) -> Vec<Place> {
        rules.officer_places(state, self.power, self.comrades)
    }
}

/// 15.6: Bessus follows Darius.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Successor;

impl Procedure for Successor {
    fn asked(&self, Position { rules, state }: Position<'_>) -> Option<Asked> {
        let bessus = rules.roster.who().bessus;
        let (power, question) = (state.leader(bessus).power, Question::PlaceLeader(bessus));
        Some(Asked { power, question, rule: DARIUS })
    }
    fn list(&self, Position { rules, state }: Position<'_>, into: &mut Vec<Action>) {
        into.extend(rules.successor_places(state).into_iter().filter_map(placing));
    }
    fn check(
        &self,
        Position { rules, state }: Position<'_>,
        action: Action,
    ) -> Result<(), Illegal> {
        check_placing(&rules.successor_places(state), action, DARIUS)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        let Resolver { rules, state, sink, .. } = resolver;
        if let Some(place) = placed(action) {
            rules.leader_appears(state, rules.roster.who().bessus, place, DARIUS, *sink);
        }
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        let is_idle = resolver.rules.successor_places(resolver.state).is_empty();
        unless_idle(resolver, is_idle)
    }
}

/// The action that places a leader.
fn placing(place: Place) -> Option<Action> {
    match place {
        Place::Field(province) => Some(Action::Place(province)),
        Place::City(city) => Some(Action::PlaceInCity(city)),
        Place::Pool | Place::Aside | Place::ToCome => None,
    }
}

/// Where an action places a leader.
fn placed(action: Action) -> Option<Place> {
    match action {
        Action::Place(province) => Some(Place::Field(province)),
        Action::PlaceInCity(city) => Some(Place::City(city)),
        _ => None,
    }
}

fn check_placing(places: &[Place], action: Action, rule: Rule) -> Result<(), Illegal> {
    match placed(action) {
        Some(place) if places.contains(&place) => Ok(()),
        Some(_) => Err(Illegal::by(rule, "He cannot be placed there.")),
        None => Err(not_asked(rule)),
    }
}

/// Beside whom leaders have fallen.
#[derive(Clone, Copy)]
pub(crate) enum Comrades {
    /// Nobody.
    None,
    /// Those of a combat.
    Combat(Combat),
    /// Those of a siege.
    Siege(Siege),
}

impl Comrades {
    /// Where those of a power stand now.
    fn place(self, power: Power) -> Option<Place> {
        match self {
            Comrades::None => None,
            Comrades::Siege(siege) if siege.besieger == power => Some(Place::Field(siege.from)),
            Comrades::Siege(siege) => Some(Place::City(siege.city)),
            Comrades::Combat(Combat { leaving, left_for: Some(refuge), .. })
                if self.camp_of(power) == Some(leaving) =>
            {
                Some(Place::Field(refuge))
            }
            Comrades::Combat(combat) => Some(Place::Field(combat.province)),
        }
    }

    fn camp_of(self, power: Power) -> Option<Camp> {
        if let Comrades::Combat(combat) = self { combat.camp_of(power) } else { None }
    }
}

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

    /// 12.10: the officer of a power, rated 0.
    pub fn officer(&self, power: Power) -> Option<LeaderId> {
        let officers = self.roster.who().officers.into_iter();
        officers.into_iter().find(|&one| self.powers.home(self.roster[one].nation) == power)
    }

    /// Rolls on the Leader Casualty Table, its Loss column, and does what it says, which it gives back.
    pub(crate) fn check_leader(
        &self,
        state: &mut State,
        leader: LeaderId,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Casualty {
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
        casualty
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
        state.bereft.insert(piece.power);
        if let Some(siege) = state.frame_mut::<Siege>() {
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
            // 15.0: he is Great King by 15.6, which beginners leave out.
            if !self.switches.has(Switch::NoObjectives) {
                state.leaders[who.bessus.index()].place = Place::ToCome;
            }
        } else if leader == who.bessus {
            self.secure(state, Objective::Bessus, BESSUS, sink);
        }
    }

    /// 12.10, 15.6: after a combat, who takes the place of the fallen.
    pub(crate) fn replace_fallen(&self, state: &mut State, beside: Comrades) {
        let mut bereft = std::mem::take(&mut state.bereft);
        let bessus = self.roster.who().bessus;
        if !self.successor_places(state).is_empty() {
            // 12.10: an officer goes when a new leader comes, so that none steps in beside him.
            bereft.remove(state.leader(bessus).power);
        }
        for power in self.powers.iter().rev().filter(|&power| bereft.contains(power)) {
            state.steps.push(Officer { power, comrades: beside.place(power) }.into());
        }
        if state.leader(bessus).place == Place::ToCome {
            state.steps.push(Successor.into());
        }
    }

    /// 12.10, 15.6: the places where a leader finds units that he can lead, in a city or outside.
    fn beside_units(&self, state: &State, leader: LeaderId) -> impl Iterator<Item = Place> {
        let force = self.force_of_leader(state, leader);
        let fields = self.forces(state).into_iter().filter(move |(_, one, _)| *one == force);
        let held = move |city: &CityId| {
            let mut garrison = state.units_at(Place::City(*city));
            garrison.any(|unit| self.force_of(state, unit) == force)
        };
        let cities = self.board.cities().filter(held).map(Place::City);
        fields.map(|(province, ..)| Place::Field(province)).chain(cities)
    }

    /// 12.10: where the officer of a power can appear: with the survivors of the combat, or else with
    /// any friendly units.
    fn officer_places(&self, state: &State, power: Power, comrades: Option<Place>) -> Vec<Place> {
        let Some(officer) = self.officer(power) else { return Vec::new() };
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
    fn successor_places(&self, state: &State) -> Vec<Place> {
        let bessus = self.roster.who().bessus;
        if state.leader(bessus).place != Place::ToCome {
            return Vec::new();
        }
        let power = state.leader(bessus).power;
        let controlled = self.controlled(state, power).and(self.lands.persian);
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
        let piece = &mut state.leaders[leader.index()];
        piece.place = place;
        piece.done.entered_play = true;
        sink.tell(SeatSet::ALL, Event::LeaderArrives { leader, place, rule });
        // 12.10: an officer steps back when somebody of rank arrives.
        let Some(officer) = self.officer(state.leader(leader).power) else { return };
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
