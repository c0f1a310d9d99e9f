//! 2.3 and 2.4: what an heir may do out of turn.

use super::ending::RENOUNCING;
use super::marches::MARCHES;
use super::procedure::{Position, Resolver};
use super::{Event, Interjection};
use crate::HOUSE;
use crate::duel;
use diadem_core::{Game, Illegal, Rule, Seal, Seat, SeatSet, Sink, rule};

pub(super) const PLEDGES: Rule = rule!(HOUSE, "2.3");

impl Position<'_> {
    /// What a seat may do out of turn.
    pub(super) fn out_of_turn(&self, seat: Seat, into: &mut Vec<Interjection>) {
        let Some(year) = self.state.this_year().filter(|_| self.state.heirs.contains(seat)) else {
            return;
        };
        if year.pledges[seat.index()].is_none() {
            let others = self.state.heirs.without(SeatSet::only(seat));
            into.extend(others.iter().map(Interjection::Pledge));
        }
        into.push(Interjection::Renounce);
        if let Some(fight) = self.state.fight() {
            let mut inner = Vec::new();
            fight.duel.interjections(&fight.state, seat, &mut inner);
            into.extend(inner.into_iter().map(Interjection::Duel));
        }
    }

    /// Whether a seat may do this now: the same test that listing uses.
    pub(super) fn test_out_of_turn(&self, seat: Seat, wish: Interjection) -> Result<(), Illegal> {
        let mut listed = Vec::new();
        self.out_of_turn(seat, &mut listed);
        if listed.contains(&wish) {
            return Ok(());
        }
        Err(match wish {
            Interjection::Pledge(_) => {
                Illegal::by(PLEDGES, "No pledge can be given to this heir now.")
            }
            Interjection::Renounce => Illegal::by(RENOUNCING, "There is no claim to give up."),
            Interjection::Duel(_) => Illegal::by(MARCHES, "This heir fights no duel."),
        })
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 2.3: only those two know of it.
    pub(super) fn pledge(&mut self, seat: Seat, to: Seat) {
        if let Some(year) = self.this_year() {
            year.pledges[seat.index()] = Some(to);
        }
        self.sink.tell(SeatSet::only(seat).with(to), Event::Pledged(seat, to));
        // What another was promised cannot be taken back; a third, who does not hear of it, is not held by it.
        self.sink.seal(Seal::Shown);
    }

    /// Leaves the duel being fought, if it is his.
    pub(super) fn yield_duel(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.in_duel(|duel, state, dice, sink| {
            if duel.camp_of(seat).is_none() || state.yielded.contains(seat) {
                return Ok(());
            }
            duel.interject(state, seat, duel::Yield, dice, sink)
        })
    }

    /// 2.4: everything he holds and claims is free; the others go on without him.
    pub(super) fn renounce(&mut self, seat: Seat) -> Result<(), Illegal> {
        let his = SeatSet::only(seat);
        self.state.heirs = self.state.heirs.without(his);
        self.state.hills = self.state.hills.map(|holder| holder.filter(|&holder| holder != seat));
        if let Some(year) = self.this_year() {
            year.claims = year.claims.map(|claims| claims.without(his));
        }
        self.sink.tell(SeatSet::ALL, Event::Renounced(seat));
        // The last heir has nobody to march against; a duel under way is brought home first.
        if self.state.heirs.len() == 1 && self.state.fight().is_none() {
            self.state.steps.clear();
        }
        self.yield_duel(seat)
    }
}
