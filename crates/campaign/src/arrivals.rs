//! 13.0 Reinforcements and withdrawals, and 3.3, where Darius begins.

use crate::engine::event::Event;
use crate::engine::state::Place;
use crate::model::ids::{LeaderId, ProvinceId, ProvinceSet, UnitId};
use crate::model::pieces::Side;
use crate::model::scenario::Piece;
use crate::{Action, Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, SeatSet, Sink, rule};

pub(crate) const ARRIVALS: Rule = rule!(ALEXANDROS, "13.1");
pub(crate) const DEPARTURES: Rule = rule!(ALEXANDROS, "13.2");
pub(crate) const MACEDONIAN_SET_UP: Rule = rule!(ALEXANDROS, "3.2");
pub(crate) const PERSIAN_SET_UP: Rule = rule!(ALEXANDROS, "3.3");

impl Campaign {
    pub(crate) fn list_royal_army(&self, into: &mut Vec<Action>) {
        into.extend(self.scenario.royal_choice().map(Action::PlaceRoyalArmy));
    }

    pub(crate) fn check_royal_army(&self, province: ProvinceId) -> Result<(), Illegal> {
        if self.scenario.royal_army.choice.contains(province) {
            return Ok(());
        }
        Err(Illegal::by(PERSIAN_SET_UP, "Darius begins in Susiana, Persis or Babylonia."))
    }

    pub(crate) fn place_royal_army(
        &self,
        state: &mut State,
        province: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        state.steps.pop();
        for unit in self.scenario.royal_army.units.iter() {
            state.units[unit.index()].place = Place::Field(province);
        }
        for leader in &self.scenario.royal_army.leaders {
            state.leaders[leader.index()].place = Place::Field(province);
        }
        sink.tell(SeatSet::ALL, Event::Opening);
        sink.tell(SeatSet::ALL, Event::RoyalArmy { province });
    }

    /// 13.2: those of a side who leave this turn.
    pub(crate) fn depart(&self, state: &mut State, side: Side, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        let Some(turn) = self.scenario.turn(state.turn) else { return };
        if turn.departures.is_empty() {
            return;
        }
        for &piece in &turn.departures {
            match piece {
                Piece::Unit(unit) => self.unit_departs(state, side, unit, DEPARTURES, sink),
                Piece::Leader(leader) if self.side_of_leader(leader) == side => {
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
        side: Side,
        unit: UnitId,
        rule: Rule,
        sink: &mut impl Sink<Event>,
    ) {
        let piece = &mut state.units[unit.index()];
        if piece.side == side && self.province_of(piece.place).is_some() {
            piece.place = Place::Aside;
            piece.steps = 0;
            piece.wear = 0;
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
    pub(crate) fn next_arrival(&self, state: &State, side: Side) -> Option<Piece> {
        let due = (0..=state.turn).filter_map(|turn| self.scenario.turn(turn));
        let pieces = due.flat_map(|turn| turn.arrivals[side as usize].iter().copied());
        let waits = |piece: &Piece| match *piece {
            Piece::Unit(unit) => state.unit(unit).place == Place::ToCome,
            Piece::Leader(leader) => state.leader(leader).place == Place::ToCome,
        };
        pieces.filter(waits).find(|&piece| !self.arrival_places(state, side, piece).is_empty())
    }

    /// 13.1: where it can appear: in a controlled province it may enter.
    pub(crate) fn arrival_places(&self, state: &State, side: Side, piece: Piece) -> ProvinceSet {
        let allowed = match piece {
            Piece::Unit(unit) => self.allowed_for(state, unit, side),
            Piece::Leader(leader) => self.leader_allowed(state, leader),
        };
        self.controlled(state, side).and(allowed)
    }

    pub(crate) fn arrive(
        &self,
        state: &mut State,
        side: Side,
        province: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        match self.next_arrival(state, side) {
            Some(Piece::Unit(unit)) => {
                self.unit_appears(state, unit, side, Place::Field(province));
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

    /// A unit comes into play for a side, with one step.
    pub(crate) fn unit_appears(&self, state: &mut State, unit: UnitId, side: Side, place: Place) {
        let piece = &mut state.units[unit.index()];
        piece.place = place;
        piece.side = side;
        piece.steps = 1;
        piece.band = 0;
    }
}
