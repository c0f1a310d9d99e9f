//! 15.0 Macedonian objectives.

use crate::control::{Presence, Status};
use crate::engine::event::Event;
use crate::engine::state::{Objective, Place};
use crate::model::board::Board;
use crate::model::ids::CityId;
use crate::model::switches::Switch;
use crate::{Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Rule, SeatSet, Sink, rule};

pub(crate) const GORDIAN_KNOT: Rule = rule!(ALEXANDROS, "15.3");
pub(crate) const ALEXANDRIA: Rule = rule!(ALEXANDROS, "15.4");
pub(crate) const AMMON: Rule = rule!(ALEXANDROS, "15.5");
pub(crate) const TREASURY: Rule = rule!(ALEXANDROS, "15.8");
pub(crate) const ROXANA: Rule = rule!(ALEXANDROS, "15.9");

impl Campaign {
    pub(crate) fn secure(
        &self,
        state: &mut State,
        objective: Objective,
        rule: Rule,
        sink: &mut impl Sink<Event>,
    ) {
        if !self.switches.has(Switch::NoObjectives) && !state.secured.has(objective) {
            state.secured.secure(objective);
            sink.tell(SeatSet::ALL, Event::Secured { objective, rule });
        }
    }

    /// 15.3, 15.5 (our readings): where Alexander stands when his march, a combat, a siege or the turn
    /// is over, or when he goes behind walls.
    pub(crate) fn alexander_halts(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        let at = state.leader(self.roster.who().alexander).place;
        let gordium = state.city(self.lands.gordium);
        let walled = gordium.owner.is_some_and(|owner| self.hostile(self.macedon(), owner));
        let phrygia = self.lands.phrygia;
        let army = || self.has_army(state, phrygia, |other| self.hostile(self.macedon(), other));
        let before_gordium = at == Place::Field(phrygia) && !walled && !army();
        // Whoever stands in Phrygia, behind its walls he is in Gordium itself.
        if before_gordium || at == Place::City(self.lands.gordium) {
            self.secure(state, Objective::GordianKnot, GORDIAN_KNOT, sink);
        }
        if at == Place::Field(self.lands.lybia) {
            self.secure(state, Objective::OracleOfAmmon, AMMON, sink);
        }
    }

    /// 15.4: Alexander has entered Egypt; the city stands from the next turn on.
    pub(crate) fn plan_alexandria(&self, state: &mut State) {
        if !self.switches.has(Switch::NoObjectives) {
            state.history.alexandria_planned.get_or_insert(state.turn);
        }
    }

    pub(crate) fn found_alexandria(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        let planned = state.history.alexandria_planned.is_some_and(|turn| turn < state.turn);
        let Some(city) = self.board.cities().find(|&city| !self.board[city].founded) else {
            return;
        };
        if planned && !state.city(city).founded {
            state.cities[city.index()].founded = true;
            sink.tell(SeatSet::ALL, Event::AlexandriaFounded);
            self.secure(state, Objective::Alexandria, ALEXANDRIA, sink);
        }
    }

    /// Whether Macedon holds a city: its walls, or, if it has none, its province.
    pub fn holds(&self, state: &State, city: CityId) -> bool {
        self.holds_amid(state, &self.presence(state), city)
    }

    /// The same for whoever has looked already who stands where.
    fn holds_amid(&self, state: &State, presence: &Presence, city: CityId) -> bool {
        match state.city(city).owner {
            None => {
                self.status_amid(state, presence, self.board[city].province)
                    == Status::Controlled(self.macedon())
            }
            Some(owner) => owner == self.macedon(),
        }
    }

    /// 12.8, 15.8, 15.9: treasuries, capitals and the Sogdian Rock, once Macedon holds them.
    pub(crate) fn secure_cities(
        &self,
        state: &mut State,
        presence: &Presence,
        sink: &mut impl Sink<Event>,
    ) {
        for &Prize { city, objective, capital } in &self.lands.prizes {
            let wanted = objective.is_some_and(|(objective, _)| !state.secured.has(objective));
            let new_capital = capital && state.history.capital_taken.is_none();
            if !(wanted || new_capital) || !self.holds_amid(state, presence, city) {
                continue;
            }
            if new_capital {
                state.history.capital_taken = Some(state.turn);
            }
            if let Some((objective, rule)) = objective {
                self.secure(state, objective, rule, sink);
            }
        }
    }
}

/// A city whose possession counts for something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prize {
    city: CityId,
    /// The objective it is, and by which rule (15.8, 15.9).
    objective: Option<(Objective, Rule)>,
    /// Whether it is a Persian capital (12.8).
    capital: bool,
}

impl Prize {
    pub(crate) fn of(board: &Board, city: CityId) -> Option<Prize> {
        let objective = match board[city].key.as_str() {
            "babylon" => Some((Objective::TreasuryBabylon, TREASURY)),
            "susa" => Some((Objective::TreasurySusa, TREASURY)),
            "persepolis" => Some((Objective::TreasuryPersepolis, TREASURY)),
            "ecbatana" => Some((Objective::TreasuryEcbatana, TREASURY)),
            "sogdian_rock" => Some((Objective::Roxana, ROXANA)),
            _ => None,
        };
        let capital = board[city].capital;
        (objective.is_some() || capital).then_some(Prize { city, objective, capital })
    }
}
