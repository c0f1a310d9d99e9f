//! 6.0 Stacking: armies, garrisons, and who fights together.

use crate::engine::event::Event;
use crate::engine::state::{Force, Kin, MOST_BANDS, Place, Unit};
use crate::events::REVOLT;
use crate::model::ids::{CityId, CitySet, LeaderId, ProvinceId, ProvinceSet, UnitId, UnitSet};
use crate::model::pieces::Nation;
use crate::model::powers::{Power, Powers};
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
/// The same in one province: every power's main force, Indians, and every band.
pub(crate) type ForcesAt = ArrayVec<(Force, u8), { MOST_BANDS + Power::MOST + 1 }>;

/// What a unit is counted with (6.3): the main force of the power it serves, unless that is the power it was born to and
/// it is of a kin apart there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kinship {
    /// The power it is born to.
    home: Power,
    /// Its kin while it serves that power.
    kind: KinKind,
}

/// The kinds of kin; their numbers are their cells from the end of a row in a table of forces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KinKind {
    Main = 0,
    Indian = 1,
    /// Each band is a force of its own.
    Raider = 2,
    /// The Siege Train is no combat unit, and nobody's but its own power's.
    Train = 3,
}

impl Kinship {
    /// That of a unit.
    pub(crate) fn of(unit: &UnitType, powers: &Powers) -> Kinship {
        let kind = match unit.nation {
            _ if !unit.kind.fights() => KinKind::Train,
            Nation::Indian => KinKind::Indian,
            nation if nation.raids() => KinKind::Raider,
            _ => KinKind::Main,
        };
        Kinship { home: powers.home(unit.nation), kind }
    }

    /// The force of such a unit.
    fn force(self, unit: &Unit) -> Force {
        let kin = match self.kind {
            KinKind::Indian if self.home == unit.power => Kin::Indian,
            KinKind::Raider if self.home == unit.power => Kin::Band(unit.band),
            KinKind::Main | KinKind::Indian | KinKind::Raider | KinKind::Train => Kin::Main,
        };
        Force { power: unit.power, kin }
    }
}

/// Cells in a row of a table that counts forces by province: the main forces of the powers, and at the end kin apart.
/// Where there are few powers rows are narrow, since much is asked of them.
mod row {
    pub(super) const NARROW: usize = 8;
    pub(super) const WIDE: usize = 32;
}

/// How many units hold each city.
pub(crate) type Garrisons = [u8; CitySet::MOST];

impl Campaign {
    /// 6.3: the force a unit belongs to.
    pub fn force_of(&self, state: &State, unit: UnitId) -> Force {
        self.lands.kinships[unit.index()].force(state.unit(unit))
    }

    /// The force a leader commands.
    pub fn force_of_leader(&self, state: &State, leader: LeaderId) -> Force {
        let (power, nation) = (state.leader(leader).power, self.roster[leader].nation);
        let at_home = self.powers.home(nation) == power;
        let kin = if at_home && nation == Nation::Indian { Kin::Indian } else { Kin::Main };
        Force { power, kin }
    }

    /// The combat units of a force in the field of a province.
    pub fn field_units(&self, state: &State, province: ProvinceId, force: Force) -> UnitSet {
        let mut units = UnitSet::NONE;
        for (id, (unit, born)) in (0..).zip(state.units.iter().zip(&self.lands.kinships)) {
            let here = unit.place == Place::Field(province) && unit.power == force.power;
            if here && born.kind != KinKind::Train && born.force(unit) == force {
                units.insert(UnitId(id));
            }
        }
        units
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
            .filter(move |&leader| self.force_of_leader(state, leader) == force)
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

    /// Whether an army of one of some powers stands in the field of a province (6.2).
    pub(crate) fn has_army(
        &self,
        state: &State,
        province: ProvinceId,
        of: impl Fn(Power) -> bool,
    ) -> bool {
        let army = |&(force, count): &(Force, u8)| usize::from(count) >= ARMY && of(force.power);
        self.forces_at(state, province).iter().any(army)
    }

    /// Every force in the field, where it stands and how many combat units it has; in the order of
    /// provinces, and of forces in each.
    pub(crate) fn forces(&self, state: &State) -> Forces {
        if self.powers.count() + KinKind::Train as usize <= row::NARROW {
            self.count_forces::<{ row::NARROW }, { ProvinceSet::MOST * row::NARROW }>(state)
        } else {
            self.count_forces::<{ row::WIDE }, { ProvinceSet::MOST * row::WIDE }>(state)
        }
    }

    /// Counted in a table by province, from which they come out in order: much is asked of them. Raiders, of whom every
    /// band is a force, are few and come after.
    fn count_forces<const ROW: usize, const CELLS: usize>(&self, state: &State) -> Forces {
        let mut table = [0u8; CELLS];
        for (unit, born) in state.units.iter().zip(&self.lands.kinships) {
            if let Place::Field(province) = unit.place {
                let apart = born.kind != KinKind::Main && born.home == unit.power;
                let cell = if apart { ROW - born.kind as usize } else { unit.power.index() };
                table[province.index() * ROW + cell] += 1;
            }
        }
        let mut forces = Forces::new();
        let (of_indians, of_raiders) =
            (self.powers.home(Nation::Indian), self.powers.home(Nation::Barbarian));
        for (province, row) in self.board.provinces().zip(table.as_chunks::<ROW>().0) {
            if *row == [0; ROW] {
                continue;
            }
            for power in self.powers.iter() {
                if row[power.index()] > 0 {
                    forces.push((province, Force::main(power), row[power.index()]));
                }
                let indians = row[ROW - KinKind::Indian as usize];
                if indians > 0 && power == of_indians {
                    forces.push((province, Force { power, kin: Kin::Indian }, indians));
                }
                let raiders = row[ROW - KinKind::Raider as usize];
                if raiders > 0 && power == of_raiders {
                    self.add_bands(state, power, province, raiders, &mut forces);
                }
            }
        }
        forces
    }

    /// The bands of a power in the field of a province, in order; so many raiders stand there.
    fn add_bands(
        &self,
        state: &State,
        power: Power,
        province: ProvinceId,
        raiders: u8,
        forces: &mut Forces,
    ) {
        let mut bands = [0u8; MOST_BANDS + 1];
        let mut left = raiders;
        for &unit in self.roster.raiders() {
            let piece = state.unit(unit);
            if piece.place == Place::Field(province) && piece.power == power {
                bands[usize::from(piece.band) % bands.len()] += 1;
                left -= 1;
                if left == 0 {
                    break;
                }
            }
        }
        for (band, count) in (0u8..).zip(bands) {
            if count > 0 {
                forces.push((province, Force { power, kin: Kin::Band(band) }, count));
                left += count;
                if left == raiders {
                    break;
                }
            }
        }
    }

    /// 8.3, 14.2: where a unit may go.
    pub fn allowed(&self, state: &State, unit: UnitId) -> ProvinceSet {
        let force = self.force_of(state, unit);
        match force.kin {
            Kin::Indian => self.lands.indian,
            Kin::Band(_) => self.lands.all,
            Kin::Main => self.allowed_for(state, unit, force.power),
        }
    }

    /// 8.3, 14.2: where a unit may go in the main force of a power.
    pub(crate) fn allowed_for(&self, state: &State, unit: UnitId, power: Power) -> ProvinceSet {
        let nation = self.roster[unit].nation;
        if power == self.lands.macedon {
            let bound = self.scenario.home_army.contains(unit);
            return if bound { self.home_limits(state) } else { self.lands.all };
        }
        if nation == Nation::Spartan { self.lands.spartan } else { self.lands.persian }
    }

    /// 8.3, 14.2: where a leader may go.
    pub fn leader_allowed(&self, state: &State, leader: LeaderId) -> ProvinceSet {
        match self.roster[leader].nation {
            _ if leader == self.roster.who().antipater => self.home_limits(state),
            Nation::Indian => self.lands.indian,
            Nation::Spartan => self.lands.spartan,
            _ if state.leader(leader).power == self.lands.macedon => self.lands.all,
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
            _ if owner != Some(state.unit(unit).power) => refuse("The city is the enemy's."),
            1 => refuse("A city with a single wall cannot hold a garrison."),
            _ if garrisons[city.index()] >= walls => {
                refuse("There is one unit for each wall already.")
            }
            _ => self.may_share_city(state, self.force_of(state, unit), city),
        }
    }
}
