//! 13.0 Reinforcements and withdrawals, and 3.3, where Darius begins.

use crate::engine::event::Event;
use crate::engine::state::Place;
use crate::engine::steps::{
    Asked, Position, Procedure, Progress, Resolver, happens, not_asked, unless_idle,
};
use crate::events::REVOLT;
use crate::model::ids::{LeaderId, ProvinceId, ProvinceSet, UnitId};
use crate::model::pieces::{Kind, Nation};
use crate::model::powers::Power;
use crate::model::scenario::Piece;
use crate::movement::{LIMITS, SIEGE_TRAIN};
use crate::{Action, Campaign, Question, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const ARRIVALS: Rule = rule!(ALEXANDROS, "13.1");
pub(crate) const DEPARTURES: Rule = rule!(ALEXANDROS, "13.2");
pub(crate) const MACEDONIAN_SET_UP: Rule = rule!(ALEXANDROS, "3.2");
pub(crate) const PERSIAN_SET_UP: Rule = rule!(ALEXANDROS, "3.3");

/// 3.3: where Darius begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceRoyalArmy;

impl Procedure for PlaceRoyalArmy {
    fn asked(&self, Position { rules, .. }: Position<'_>) -> Option<Asked> {
        Some(Asked { power: rules.persia(), question: Question::RoyalArmy, rule: PERSIAN_SET_UP })
    }
    fn list(&self, Position { rules, .. }: Position<'_>, into: &mut Vec<Action>) {
        into.extend(rules.scenario.royal_choice().map(Action::PlaceRoyalArmy));
    }
    fn check(&self, Position { rules, .. }: Position<'_>, action: Action) -> Result<(), Illegal> {
        let choice = rules.scenario.royal_army.choice;
        match action {
            Action::PlaceRoyalArmy(province) if choice.contains(province) => Ok(()),
            Action::PlaceRoyalArmy(_) => {
                Err(Illegal::by(PERSIAN_SET_UP, "Darius begins in Susiana, Persis or Babylonia."))
            }
            _ => Err(not_asked(PERSIAN_SET_UP)),
        }
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        let Action::PlaceRoyalArmy(province) = action else { return };
        let Resolver { rules, state, sink, .. } = resolver;
        for unit in rules.scenario.royal_army.units.iter() {
            state.units[unit.index()].place = Place::Field(province);
        }
        for leader in &rules.scenario.royal_army.leaders {
            state.leaders[leader.index()].place = Place::Field(province);
        }
        sink.tell(SeatSet::ALL, Event::Opening);
        sink.tell(SeatSet::ALL, Event::RoyalArmy { province });
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

/// 13.2: those of a power who leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Departures(pub Power);

happens!(Departures by DEPARTURES, |Departures(power), it| it.rules.depart(it.state, power, it.sink));

/// 13.1: those of a power who come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arrivals(pub Power);

impl Procedure for Arrivals {
    fn asked(&self, Position { rules, state }: Position<'_>) -> Option<Asked> {
        let question = match rules.next_arrival(state, self.0)? {
            Piece::Unit(unit) => Question::PlaceUnit(unit),
            Piece::Leader(leader) => Question::PlaceLeader(leader),
        };
        Some(Asked { power: self.0, question, rule: ARRIVALS })
    }
    fn list(&self, position: Position<'_>, into: &mut Vec<Action>) {
        into.extend(self.places(position).iter().map(Action::Place));
    }
    fn check(&self, position: Position<'_>, action: Action) -> Result<(), Illegal> {
        let Action::Place(province) = action else { return Err(not_asked(ARRIVALS)) };
        if self.places(position).contains(province) {
            return Ok(());
        }
        let Position { rules, state } = position;
        let unit = match rules.next_arrival(state, self.0) {
            Some(Piece::Unit(unit)) => Some(unit),
            Some(Piece::Leader(_)) | None => None,
        };
        Err(rules.why_not_placed(state, self.0, unit, province, ARRIVALS))
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        if let Action::Place(province) = action {
            resolver.rules.arrive(resolver.state, self.0, province, resolver.sink);
        }
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        let is_idle = resolver.rules.next_arrival(resolver.state, self.0).is_none();
        unless_idle(resolver, is_idle)
    }
}

impl Arrivals {
    fn places(self, Position { rules, state }: Position<'_>) -> ProvinceSet {
        let next = rules.next_arrival(state, self.0);
        next.map_or(ProvinceSet::NONE, |piece| rules.arrival_places(state, self.0, piece))
    }
}

impl Campaign {
    /// Why a piece cannot be placed in a province: it is not controlled, or closed to the piece.
    pub(crate) fn why_not_placed(
        &self,
        state: &State,
        power: Power,
        unit: Option<UnitId>,
        province: ProvinceId,
        rule: Rule,
    ) -> Illegal {
        if !self.controlled(state, power).contains(province) {
            return Illegal::by(rule, "It can be placed in a controlled province only.");
        }
        let rule = match unit.map(|unit| &self.roster[unit]) {
            Some(printed) if printed.kind == Kind::SiegeTrain => SIEGE_TRAIN,
            Some(printed) if printed.nation == Nation::Spartan => REVOLT,
            _ => LIMITS,
        };
        Illegal::by(rule, "It may not go to that province.")
    }

    /// 13.2: those of a power who leave this turn.
    fn depart(&self, state: &mut State, power: Power, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        let Some(turn) = self.scenario.turn(state.turn) else { return };
        if turn.departures.is_empty() {
            return;
        }
        for &piece in &turn.departures {
            match piece {
                Piece::Unit(unit) => self.unit_departs(state, power, unit, DEPARTURES, sink),
                Piece::Leader(leader) if state.leader(leader).power == power => {
                    self.leader_departs(state, leader, DEPARTURES, sink);
                }
                Piece::Leader(_) => {}
            }
        }
        self.refresh_control(state, sink);
    }

    /// The dead need not leave.
    pub(crate) fn unit_departs(
        &self,
        state: &mut State,
        power: Power,
        unit: UnitId,
        rule: Rule,
        sink: &mut impl Sink<Event>,
    ) {
        let piece = &mut state.units[unit.index()];
        if piece.power == power && self.province_of(piece.place).is_some() {
            piece.place = Place::Aside;
            piece.steps = 0;
            sink.tell(SeatSet::ALL, Event::UnitWithdrawn { unit, rule });
        }
    }

    /// The dead need not leave.
    pub(crate) fn leader_departs(
        &self,
        state: &mut State,
        leader: LeaderId,
        rule: Rule,
        sink: &mut impl Sink<Event>,
    ) {
        let piece = &mut state.leaders[leader.index()];
        if self.province_of(piece.place).is_some() {
            piece.place = Place::Aside;
            piece.wounded = false;
            sink.tell(SeatSet::ALL, Event::LeaderWithdrawn { leader, rule });
        }
    }

    /// The next piece that is due and can be placed. Whoever finds no province waits for one.
    fn next_arrival(&self, state: &State, power: Power) -> Option<Piece> {
        let due = (0..=state.turn).filter_map(|turn| self.scenario.turn(turn));
        let pieces = due.flat_map(|turn| turn.arrivals[power.index()].iter().copied());
        let waits = |piece: &Piece| match *piece {
            Piece::Unit(unit) => state.unit(unit).place == Place::ToCome,
            Piece::Leader(leader) => state.leader(leader).place == Place::ToCome,
        };
        pieces.filter(waits).find(|&piece| !self.arrival_places(state, power, piece).is_empty())
    }

    /// 13.1: where it can appear: in a controlled province it may enter.
    fn arrival_places(&self, state: &State, power: Power, piece: Piece) -> ProvinceSet {
        let allowed = match piece {
            Piece::Unit(unit) => self.allowed_for(state, unit, power),
            Piece::Leader(leader) => self.leader_allowed(state, leader),
        };
        self.controlled(state, power).and(allowed)
    }

    fn arrive(
        &self,
        state: &mut State,
        power: Power,
        province: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        match self.next_arrival(state, power) {
            Some(Piece::Unit(unit)) => {
                self.unit_appears(state, unit, power, Place::Field(province));
                let steps = self.roster[unit].full();
                state.units[unit.index()].steps = steps;
                sink.tell(SeatSet::ALL, Event::UnitArrives { unit, province, rule: ARRIVALS });
            }
            Some(Piece::Leader(leader)) => {
                self.leader_appears(state, leader, Place::Field(province), ARRIVALS, sink);
            }
            None => {}
        }
        self.refresh_control(state, sink);
    }

    /// A unit comes into play for a power, with one step.
    pub(crate) fn unit_appears(&self, state: &mut State, unit: UnitId, power: Power, place: Place) {
        let piece = &mut state.units[unit.index()];
        piece.place = place;
        piece.power = power;
        piece.steps = 1;
        piece.band = 0;
        piece.done.entered_play = true;
    }
}
