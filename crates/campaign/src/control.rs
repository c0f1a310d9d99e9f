//! 5.0 Province control.

use crate::engine::event::Event;
use crate::engine::state::Place;
use crate::forces::CITY_GARRISONS;
use crate::model::ids::{ProvinceId, ProvinceSet, SeaId};
use crate::model::powers::{Power, PowerSet, Powers};
use crate::{Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Rule, SeatSet, Sink, rule};

pub(crate) const STATES: Rule = rule!(ALEXANDROS, "5.1");
pub(crate) const INDEPENDENT: Rule = rule!(ALEXANDROS, "5.2");
pub(crate) const HOMELAND: Rule = rule!(ALEXANDROS, "5.3");
pub(crate) const CONTROL: Rule = rule!(ALEXANDROS, "5.4");
pub(crate) const CONTESTED: Rule = rule!(ALEXANDROS, "5.5");

/// The four states of a province (5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Nobody's (5.2).
    Independent,
    /// One power's (5.3, 5.4).
    Controlled(Power),
    /// Two or more have units there (5.5).
    Contested,
}

/// Where each power has combat units, garrisons of cities included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Presence {
    of: [ProvinceSet; Power::MOST],
    anybody: ProvinceSet,
    contested: ProvinceSet,
}

impl Presence {
    fn new(of: [ProvinceSet; Power::MOST], powers: &Powers) -> Presence {
        let (mut anybody, mut contested) = (ProvinceSet::NONE, ProvinceSet::NONE);
        for one in &of[..powers.count()] {
            contested = contested.or(anybody.and(*one));
            anybody = anybody.or(*one);
        }
        Presence { of, anybody, contested }
    }

    /// Where this power has some.
    pub fn of(&self, power: Power) -> ProvinceSet {
        self.of[power.index()]
    }

    /// Where anybody has some.
    pub fn anybody(&self) -> ProvinceSet {
        self.anybody
    }

    /// Where two or more have some.
    pub fn contested(&self) -> ProvinceSet {
        self.contested
    }

    /// Who alone has some in a province.
    pub fn alone_in(&self, province: ProvinceId) -> Option<Power> {
        if !self.anybody.contains(province) || self.contested.contains(province) {
            return None;
        }
        self.of.iter().position(|one| one.contains(province)).map(|power| Power(power as u8))
    }
}

/// What a power holds (5.4) and what is contested (5.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holdings {
    /// Provinces the power controls and nobody contests.
    pub controlled: ProvinceSet,
    /// Provinces that are contested.
    pub contested: ProvinceSet,
}

impl Holdings {
    /// Controlled or contested.
    pub fn friendly(self) -> ProvinceSet {
        self.controlled.or(self.contested)
    }
}

impl Campaign {
    /// The province a place belongs to; Gaza's garrison counts for Syria.
    pub fn province_of(&self, place: Place) -> Option<ProvinceId> {
        match place {
            Place::Field(province) => Some(province),
            Place::City(city) => Some(self.board[city].province),
            Place::Pool | Place::Aside | Place::ToCome => None,
        }
    }

    pub(crate) fn presence(&self, state: &State) -> Presence {
        // The hottest loop of the campaign: units of one power stand together in the list, so their set is kept at hand
        // and put back when another's begin.
        let mut of = [ProvinceSet::NONE; Power::MOST];
        let (mut power, mut set) = (0, ProvinceSet::NONE);
        for units in &self.lands.combat_units {
            for unit in state.units.get(units.clone()).unwrap_or_default() {
                let province = match unit.place {
                    Place::Field(province) => province,
                    Place::City(city) => self.lands.of_city[city.index()],
                    _ => continue,
                };
                let serves = unit.power.index() % Power::MOST;
                if serves != power {
                    of[power] = set;
                    (power, set) = (serves, of[serves]);
                }
                set.insert(province);
            }
        }
        of[power] = set;
        Presence::new(of, &self.powers)
    }

    /// What a power controls and what is contested, from one look at the map.
    pub fn holdings(&self, state: &State, power: Power) -> Holdings {
        self.holdings_amid(state, &self.presence(state), power)
    }

    /// The same for whoever has looked already who stands where.
    pub(crate) fn holdings_amid(
        &self,
        state: &State,
        presence: &Presence,
        power: Power,
    ) -> Holdings {
        let contested = self.contested_amid(presence);
        let of_power = |(_, control): &(u8, &Option<Power>)| **control == Some(power);
        let controlled = (0..).zip(&state.control).filter(of_power);
        let controlled: ProvinceSet = controlled.map(|(id, _)| ProvinceId(id)).collect();
        Holdings { controlled: controlled.without(contested), contested }
    }

    /// 5.1: the state of a province.
    pub fn status(&self, state: &State, province: ProvinceId) -> Status {
        self.status_amid(state, &self.presence(state), province)
    }

    /// The same for whoever has looked already who stands where.
    pub(crate) fn status_amid(
        &self,
        state: &State,
        presence: &Presence,
        province: ProvinceId,
    ) -> Status {
        if self.contested_amid(presence).contains(province) {
            return Status::Contested;
        }
        state.control[province.index()].map_or(Status::Independent, Status::Controlled)
    }

    /// 5.5, but 5.3: Macedonia is never contested, nor are Hellas and Thrace while Macedonians stand there.
    fn contested_amid(&self, presence: &Presence) -> ProvinceSet {
        let held = self.lands.europe.and(presence.of(self.lands.macedon));
        let mut contested = presence.contested().without(held);
        contested.remove(self.lands.macedonia);
        contested
    }

    /// The provinces a power controls and nobody contests.
    pub fn controlled(&self, state: &State, power: Power) -> ProvinceSet {
        self.holdings(state, power).controlled
    }

    /// The provinces that are contested.
    pub fn contested(&self, state: &State) -> ProvinceSet {
        self.contested_amid(&self.presence(state))
    }

    /// 5.2 to 5.4: whoever is alone in a province takes it. Gives back who stands where.
    pub fn refresh_control(&self, state: &mut State, sink: &mut impl Sink<Event>) -> Presence {
        let presence = self.presence(state);
        let mut changed = ProvinceSet::NONE;
        // Elsewhere nothing changes: nobody is alone there, nor does it fall back to its people.
        let alone = presence.anybody().without(presence.contested());
        for province in alone.or(self.lands.europe).iter() {
            let (control, rule) = self.control_after(state, province, &presence);
            if state.control[province.index()] != control {
                state.control[province.index()] = control;
                let rule = self.held_by_garrison(state, province).unwrap_or(rule);
                sink.tell(SeatSet::ALL, Event::Control { province, control, rule });
                changed.insert(province);
            }
        }
        self.tell_contests(state, &presence, changed, sink);
        self.tell_home_army(state, sink);
        if !changed.is_empty() {
            self.secure_cities(state, &presence, sink);
        }
        presence
    }

    /// 11.2: whether only the garrison of a city holds a province for its new owner.
    fn held_by_garrison(&self, state: &State, province: ProvinceId) -> Option<Rule> {
        let units = self.roster.units().map(|unit| state.unit(unit).place);
        let mut inside = units.filter(|&place| self.province_of(place) == Some(province));
        let first = inside.next()?;
        let in_city = |place: &Place| matches!(place, Place::City(_));
        (in_city(&first) && inside.all(|place| in_city(&place))).then_some(CITY_GARRISONS)
    }

    /// 5.1, 5.5: says where units of both sides have met, and where they are apart again and nobody
    /// has won the province by it.
    fn tell_contests(
        &self,
        state: &mut State,
        presence: &Presence,
        won: ProvinceSet,
        sink: &mut impl Sink<Event>,
    ) {
        let contested = self.contested_amid(presence);
        let before = std::mem::replace(&mut state.contested, contested);
        for province in contested.without(before).iter() {
            sink.tell(SeatSet::ALL, Event::Contested { province });
        }
        for province in before.without(contested).without(won).iter() {
            let control = state.control[province.index()];
            sink.tell(SeatSet::ALL, Event::Uncontested { province, control });
        }
    }

    fn control_after(
        &self,
        state: &State,
        province: ProvinceId,
        presence: &Presence,
    ) -> (Option<Power>, Rule) {
        let (unchanged, macedon) = (state.control[province.index()], self.lands.macedon);
        let alone = presence.alone_in(province);
        if province == self.lands.macedonia {
            return (Some(macedon), HOMELAND);
        }
        let homeland = self.lands.europe.contains(province);
        let enemies_quarrel =
            presence.contested().contains(province) && !presence.of(macedon).contains(province);
        match alone {
            // Whoever else stands there, and also when nobody does.
            None if homeland && !enemies_quarrel => (Some(macedon), HOMELAND),
            Some(power) if homeland => (Some(power), HOMELAND),
            Some(power) if self.keeps_its_state(province, power) => (None, INDEPENDENT),
            Some(power) => (Some(power), CONTROL),
            None => (unchanged, CONTROL),
        }
    }

    /// 5.2, 5.3: whether a province stays what it is although only this power stands in it: Macedonia, and independent
    /// land for everybody but Macedon.
    pub(crate) fn keeps_its_state(&self, province: ProvinceId, power: Power) -> bool {
        let independent = self.board[province].start.is_none() && power != self.lands.macedon;
        province == self.lands.macedonia || independent
    }

    /// The powers that have combat units in a province, in its cities too.
    pub fn present_in(&self, state: &State, province: ProvinceId) -> PowerSet {
        let presence = self.presence(state);
        self.powers.iter().filter(|&power| presence.of(power).contains(province)).collect()
    }

    /// 5.6: whether a power may use a sea zone.
    pub fn commands_sea(&self, state: &State, power: Power, sea: SeaId) -> bool {
        !self.holdings(state, power).friendly().and(self.board[sea].shores).is_empty()
    }
}
