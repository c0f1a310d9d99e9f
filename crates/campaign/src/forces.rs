//! 6.0 Stacking: armies, garrisons, and who fights together.

use crate::engine::event::Event;
use crate::engine::state::{Force, MOST_BANDS, Place};
use crate::events::REVOLT;
use crate::model::ids::{CityId, CitySet, LeaderId, ProvinceId, ProvinceSet, UnitId, UnitSet};
use crate::model::pieces::{Nation, Side};
use crate::model::roster::UnitType;
use crate::movement::LIMITS;
use crate::{Campaign, State};
use arrayvec::ArrayVec;
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, SeatSet, Sink, rule};

/// What is infantry and what is not.
pub(crate) const KINDS: Rule = rule!(ALEXANDROS, "2.7");
pub(crate) const STACKING: Rule = rule!(ALEXANDROS, "6.1");
pub(crate) const ARMIES: Rule = rule!(ALEXANDROS, "6.2");
pub(crate) const UNITY: Rule = rule!(ALEXANDROS, "6.3");
pub(crate) const CITY_GARRISONS: Rule = rule!(ALEXANDROS, "11.2");

/// 6.2: as many units as make an army.
pub const ARMY: usize = 3;

/// Forces with where they stand and how many combat units they have; never more than units.
pub(crate) type Forces = ArrayVec<(ProvinceId, Force, u8), { UnitSet::MOST }>;
/// The same in one province: three peoples and every band.
pub(crate) type ForcesAt = ArrayVec<(Force, u8), { MOST_BANDS + 3 }>;
/// Whom a unit is counted with when forces are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum People {
    Macedonian,
    Persian,
    Indian,
    /// Each band is a force of its own.
    Raider,
    /// The Siege Train is no combat unit.
    Nobody,
}

impl People {
    /// Cells in a row of a table by people: a few more than there are, for rows that are found
    /// by a shift.
    const ROW: usize = 8;

    /// That of a unit while it serves each side (6.3).
    pub(crate) fn of(unit: &UnitType) -> [People; 2] {
        match unit.nation {
            _ if !unit.kind.fights() => [People::Nobody; 2],
            Nation::Indian => [People::Macedonian, People::Indian],
            nation if nation.raids() => [People::Macedonian, People::Raider],
            _ => [People::Macedonian, People::Persian],
        }
    }
}

/// How many units hold each city.
pub(crate) type Garrisons = [u8; CitySet::MOST];

impl Campaign {
    /// 6.3: the force a unit belongs to.
    pub fn force_of(&self, state: &State, unit: UnitId) -> Force {
        let piece = state.unit(unit);
        match (piece.side, self.roster[unit].nation) {
            (Side::Macedonian, _) => Force::Macedonian,
            (Side::Persian, Nation::Indian) => Force::Indian,
            (Side::Persian, nation) if nation.raids() => Force::Band(piece.band),
            (Side::Persian, _) => Force::Persian,
        }
    }

    /// The force a leader commands.
    pub fn force_of_leader(&self, leader: LeaderId) -> Force {
        match self.roster[leader].nation {
            Nation::Indian => Force::Indian,
            nation => match nation.side() {
                Side::Macedonian => Force::Macedonian,
                Side::Persian => Force::Persian,
            },
        }
    }

    /// The side a leader serves.
    pub fn side_of_leader(&self, leader: LeaderId) -> Side {
        self.roster[leader].nation.side()
    }

    /// The combat units of a force in the field of a province.
    pub fn field_units(&self, state: &State, province: ProvinceId, force: Force) -> UnitSet {
        let place = Place::Field(province);
        state
            .units_at(place)
            .filter(|&unit| self.roster[unit].kind.fights() && self.force_of(state, unit) == force)
            .collect()
    }

    /// The leaders of a force in the field of a province.
    pub fn field_leaders(
        &self,
        state: &State,
        province: ProvinceId,
        force: Force,
    ) -> impl Iterator<Item = LeaderId> {
        state
            .leaders_at(Place::Field(province))
            .filter(move |&leader| self.force_of_leader(leader) == force)
    }

    /// The forces in the field of one province, and how many combat units each has.
    pub(crate) fn forces_at(&self, state: &State, province: ProvinceId) -> ForcesAt {
        let mut forces = ForcesAt::new();
        for unit in state.units_at(Place::Field(province)) {
            if !self.roster[unit].kind.fights() {
                continue;
            }
            let force = self.force_of(state, unit);
            match forces.iter_mut().find(|(one, _)| *one == force) {
                Some((_, count)) => *count += 1,
                None => forces.push((force, 1)),
            }
        }
        forces
    }

    /// Whether an army of a side stands in the field of a province (6.2).
    pub(crate) fn has_army(&self, state: &State, province: ProvinceId, side: Side) -> bool {
        let army =
            |&(force, count): &(Force, u8)| force.side() == side && usize::from(count) >= ARMY;
        self.forces_at(state, province).iter().any(army)
    }

    /// Every force in the field, where it stands and how many combat units it has; in the order of
    /// provinces, and of forces in each.
    pub(crate) fn forces(&self, state: &State) -> Forces {
        // Counted in a table by province, from which they come out in order: much is asked of them.
        // Raiders, of whom every band is a force, are few and come after.
        let mut peoples = [0u8; ProvinceSet::MOST * People::ROW];
        for (unit, people) in state.units.iter().zip(&self.lands.peoples) {
            if let Place::Field(province) = unit.place {
                let people = people[unit.side as usize];
                peoples[province.index() * People::ROW + people as usize] += 1;
            }
        }
        let mut forces = Forces::new();
        let rows = peoples.as_chunks::<{ People::ROW }>().0;
        for (province, &[macedonians, persians, indians, raiders, ..]) in
            self.board.provinces().zip(rows)
        {
            if macedonians > 0 {
                forces.push((province, Force::Macedonian, macedonians));
            }
            if persians > 0 {
                forces.push((province, Force::Persian, persians));
            }
            if indians > 0 {
                forces.push((province, Force::Indian, indians));
            }
            if raiders > 0 {
                self.add_bands(state, province, &mut forces);
            }
        }
        forces
    }

    /// The bands in the field of a province, in order.
    fn add_bands(&self, state: &State, province: ProvinceId, forces: &mut Forces) {
        let raiders = self.roster.raiders().iter().copied();
        let here = raiders.filter(|&unit| state.unit(unit).place == Place::Field(province));
        let first = forces.len();
        let serving = |force: &Force| matches!(force, Force::Band(_));
        for band in here.map(|unit| self.force_of(state, unit)).filter(serving) {
            match forces[first..].iter_mut().find(|(_, one, _)| *one == band) {
                Some((_, _, count)) => *count += 1,
                None => forces.push((province, band, 1)),
            }
        }
        forces[first..].sort_unstable_by_key(|&(_, band, _)| band);
    }

    /// 8.3, 14.2: where a unit may go.
    pub fn allowed(&self, state: &State, unit: UnitId) -> ProvinceSet {
        let nation = self.roster[unit].nation;
        match self.force_of(state, unit) {
            Force::Macedonian if self.scenario.home_army.contains(unit) => self.home_limits(state),
            Force::Macedonian | Force::Band(_) => self.lands.all,
            Force::Indian => self.lands.indian,
            Force::Persian if nation == Nation::Spartan => self.lands.spartan,
            Force::Persian => self.lands.persian,
        }
    }

    /// 8.3, 14.2: where a leader may go.
    pub fn leader_allowed(&self, state: &State, leader: LeaderId) -> ProvinceSet {
        match self.roster[leader].nation {
            _ if leader == self.roster.who().antipater => self.home_limits(state),
            Nation::Indian => self.lands.indian,
            Nation::Spartan => self.lands.spartan,
            nation if nation.side() == Side::Macedonian => self.lands.all,
            _ => self.lands.persian,
        }
    }

    /// 8.3: the Home Army stays in Europe until Sparta has risen and fallen; 14.2: or until it need
    /// not be feared any more.
    fn home_limits(&self, state: &State) -> ProvinceSet {
        if self.home_army_is_free(state) { self.lands.all } else { self.lands.europe }
    }

    /// Whether the Home Army may leave Europe.
    pub fn home_army_is_free(&self, state: &State) -> bool {
        state.history.home_army_freed || self.what_frees_home_army(state).is_some()
    }

    /// Whether 8.3 or 14.2 sets the Home Army free as things stand.
    fn what_frees_home_army(&self, state: &State) -> Option<Rule> {
        if self.sparta_is_quiet(state) {
            return Some(REVOLT);
        }
        if !state.history.spartans_rose {
            return None;
        }
        let in_europe = |unit: UnitId| {
            let place = self.province_of(state.unit(unit).place);
            place.is_some_and(|province| self.lands.europe.contains(province))
        };
        (!self.roster.spartans().iter().any(in_europe)).then_some(LIMITS)
    }

    /// 8.3: the limit is lifted once and for all.
    pub(crate) fn tell_home_army(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        if state.history.home_army_freed {
            return;
        }
        if let Some(rule) = self.what_frees_home_army(state) {
            state.history.home_army_freed = true;
            sink.tell(SeatSet::ALL, Event::HomeArmyFreed { rule });
        }
    }

    /// 6.3: Indians and raiders share a city with nobody.
    pub(crate) fn may_share_city(
        &self,
        state: &State,
        force: Force,
        city: CityId,
    ) -> Result<(), Illegal> {
        let mut inside = state.units_at(Place::City(city));
        if inside.all(|unit| self.force_of(state, unit) == force) {
            Ok(())
        } else {
            Err(Illegal::by(UNITY, "Another force holds the city."))
        }
    }

    /// How many units hold each city (11.2).
    pub(crate) fn garrisons(&self, state: &State) -> Garrisons {
        let mut garrisons = [0; CitySet::MOST];
        for unit in &state.units {
            if let Place::City(city) = unit.place {
                garrisons[city.index()] += 1;
            }
        }
        garrisons
    }

    /// 11.2, 15.4: whether a unit may go into a city as its garrison, with these in it already.
    pub(crate) fn may_garrison(
        &self,
        state: &State,
        unit: UnitId,
        city: CityId,
        garrisons: &Garrisons,
    ) -> Result<(), Illegal> {
        let refuse = |sentence: &'static str| Err(Illegal::by(CITY_GARRISONS, sentence));
        let (walls, owner) = (state.city(city).walls, state.city(city).owner);
        let kind = self.roster[unit].kind;
        if kind.is_cavalry() {
            return refuse("Cavalry cannot hold a city.");
        }
        if !kind.is_infantry() {
            return Err(Illegal::by(KINDS, "Only infantry can hold a city, and this is none."));
        }
        match walls {
            0 => refuse("The city has no walls to hold."),
            _ if owner != state.unit(unit).side => refuse("The city is the enemy's."),
            1 => refuse("A city with a single wall cannot hold a garrison."),
            _ if garrisons[city.index()] >= walls => {
                refuse("There is one unit for each wall already.")
            }
            _ => self.may_share_city(state, self.force_of(state, unit), city),
        }
    }
}
