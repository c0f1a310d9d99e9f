//! 8.0 Movement.

mod forced_march;
mod march_outlook;

pub use forced_march::Press;
pub use march_outlook::MarchOutlook;

use crate::engine::event::Event;
use crate::engine::sequence::PHASES;
use crate::engine::state::{Force, Kin, MOST_BANDS, Place, Unit};
use crate::engine::steps::{Asked, Position, Procedure, Progress, Resolver};
use crate::events::{RAIDS, REVOLT};
use crate::forces::{ARMIES, ARMY, CITY_GARRISONS, Garrisons, STACKING, UNITY};
use crate::model::data::{Border, Season};
use crate::model::ids::{CityId, CitySet, LeaderId, ProvinceId, ProvinceSet, UnitId, UnitSet};
use crate::model::pieces::{Kind, Nation};
use crate::model::powers::Power;
use crate::{Action, Campaign, Question, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

/// Who commands whom.
pub(crate) const COMMAND: Rule = rule!(ALEXANDROS, "3.1");
pub(crate) const MARCHING: Rule = rule!(ALEXANDROS, "8.1");
pub(crate) const BORDERS: Rule = rule!(ALEXANDROS, "8.2");
pub(crate) const LIMITS: Rule = rule!(ALEXANDROS, "8.3");
pub(crate) const FORCED_MARCH: Rule = rule!(ALEXANDROS, "8.4");
pub(crate) const FORCED_MARCH_LIMITS: Rule = rule!(ALEXANDROS, "8.5");
pub(crate) const SIEGE_TRAIN: Rule = rule!(ALEXANDROS, "11.7");
pub(crate) const MUTINY: Rule = rule!(ALEXANDROS, "17.4");
pub(crate) const INDIANS: Rule = rule!(ALEXANDROS, "3.3");

/// 8.1: the movement of a power.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Movement(pub Power);

impl Procedure for Movement {
    fn asked(&self, _: Position<'_>) -> Option<Asked> {
        Some(Asked { power: self.0, question: Question::March, rule: MARCHING })
    }
    fn list(&self, Position { rules, state }: Position<'_>, into: &mut Vec<Action>) {
        rules.list_movement(state, self.0, into);
    }
    fn check(
        &self,
        Position { rules, state }: Position<'_>,
        action: Action,
    ) -> Result<(), Illegal> {
        rules.check_movement(state, self.0, action)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.rules.move_pieces(resolver.state, action, resolver.sink);
        if action == Action::Done {
            resolver.finish();
            if self.0 == resolver.rules.macedon() {
                resolver.state.history.mutinous = false;
                resolver.state.history.sullen = UnitSet::NONE;
            }
        }
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

/// A march being put together, or under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct March {
    /// Whose march it is.
    pub power: Power,
    /// Who leads it; raiders need nobody.
    pub leader: Option<LeaderId>,
    /// The band that marches, if raiders do.
    pub band: u8,
    /// Where it starts.
    pub from: ProvinceId,
    /// Units that come along.
    pub units: UnitSet,
    /// The province passed through in a forced march (8.4).
    pub through: Option<ProvinceId>,
    /// Units picked up there.
    pub picked_up: UnitSet,
}

/// 8.1: who comes along, and where to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gather(pub March);

impl Procedure for Gather {
    fn asked(&self, _: Position<'_>) -> Option<Asked> {
        let question = Question::Gather(self.0.leader);
        Some(Asked { power: self.0.power, question, rule: MARCHING })
    }
    fn list(&self, Position { rules, state }: Position<'_>, into: &mut Vec<Action>) {
        rules.list_gather(state, &self.0, into);
    }
    fn check(
        &self,
        Position { rules, state }: Position<'_>,
        action: Action,
    ) -> Result<(), Illegal> {
        rules.check_gather(state, &self.0, action)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        resolver.rules.gather(resolver.state, self.0, action, resolver.sink);
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

impl Campaign {
    /// 8.2: the neighbours that a power can reach: passes close in Winter, Gaza to its enemies.
    pub fn open_borders(&self, state: &State, power: Power, from: ProvinceId) -> ProvinceSet {
        let mut open = self.board.neighbours(from);
        if self.season(state) == Season::Winter {
            open = open.without(self.board.snowed_in(from));
        }
        let gaza = state.city(self.lands.gaza);
        let gate = self.board[self.lands.gaza].reached_from;
        if gate.contains(from) && gaza.walls > 0 && gaza.owner != Some(power) {
            open = open.without(gate);
        }
        open
    }

    /// Where a march can go as it stands.
    pub fn march_goals(&self, state: &State, march: &March) -> ProvinceSet {
        let leader =
            march.leader.map_or(self.lands.all, |leader| self.leader_allowed(state, leader));
        let units = march.units.iter().map(|unit| self.allowed(state, unit));
        let open = self.open_borders(state, march.power, march.from);
        units.fold(open.and(leader), ProvinceSet::and)
    }

    /// A march of this force, with nobody in it yet.
    fn new_march(force: Force, leader: Option<LeaderId>, from: ProvinceId) -> March {
        let (units, picked_up) = (UnitSet::NONE, UnitSet::NONE);
        let band = if let Kin::Band(band) = force.kin { band } else { 0 };
        March { power: force.power, leader, band, from, units, through: None, picked_up }
    }

    /// The band of raiders of this number.
    pub fn band(&self, band: u8) -> Force {
        // 14.3: whoever raids is commanded by one and the same power.
        Force { power: self.powers.home(Nation::Barbarian), kin: Kin::Band(band) }
    }

    fn list_movement(&self, state: &State, power: Power, into: &mut Vec<Action>) {
        let of_power = |&leader: &LeaderId| state.leader(leader).power == power;
        let fit = |one: &Action| self.check_movement(state, power, *one).is_ok();
        for leader in self.roster.leaders().filter(of_power) {
            match state.leader(leader).place {
                Place::City(city) => {
                    into.extend(Some(Action::LeaderLeaves(leader)).filter(fit));
                    let other_sides = self.other_sides(city).iter();
                    let leaves = other_sides.map(|to| Action::LeaderLeavesFor(leader, to));
                    into.extend(leaves.filter(fit));
                }
                Place::Field(province) => {
                    into.extend(Some(Action::Lead(leader)).filter(fit));
                    let cities = self.cities_before(province).iter();
                    let enters = cities.map(|city| Action::LeaderEnters(leader, city));
                    into.extend(enters.filter(fit));
                }
                _ => {}
            }
        }
        if self.band(0).power == power {
            let bands = 1..state.band_homes.len() as u8;
            into.extend(bands.map(Action::LeadBand).filter(fit));
        }
        let garrisons = self.garrisons(state);
        let holdable = self.holdable_cities(state, power, &garrisons);
        for (id, piece) in (0..).zip(&state.units).filter(|(_, piece)| piece.power == power) {
            let unit = UnitId(id);
            match piece.place {
                Place::City(city) => {
                    into.extend(Some(Action::LeaveCity(unit)).filter(fit));
                    let other_sides = self.other_sides(city).iter();
                    let leaves = other_sides.map(|to| Action::LeaveCityFor(unit, to));
                    into.extend(leaves.filter(fit));
                }
                Place::Field(province) if holdable.contains(province) => {
                    let fit = |city: &CityId| {
                        self.may_enter_city(state, power, unit, *city, &garrisons).is_ok()
                    };
                    let cities = self.cities_before(province).iter().filter(fit);
                    into.extend(cities.map(|city| Action::EnterCity(unit, city)));
                }
                _ => {}
            }
        }
        into.push(Action::Done);
    }

    /// 8.2: the cities before which somebody in the field of a province stands: its own, and Gaza on both its sides.
    fn cities_before(&self, province: ProvinceId) -> CitySet {
        let mut cities = self.board[province].cities;
        if self.board[self.lands.gaza].reached_from.contains(province) {
            cities.insert(self.lands.gaza);
        }
        cities
    }

    /// 8.2: where one comes out of a city other than into its own province: of Gaza, on the side of Egypt.
    fn other_sides(&self, city: CityId) -> ProvinceSet {
        let mut sides = self.board[city].reached_from;
        sides.remove(self.board[city].province);
        sides
    }

    /// Provinces before a city of this power that could hold one unit more (11.2).
    fn holdable_cities(&self, state: &State, power: Power, garrisons: &Garrisons) -> ProvinceSet {
        let fit = |&city: &CityId| {
            let now = state.city(city);
            now.owner == Some(power) && now.walls > 1 && garrisons[city.index()] < now.walls
        };
        let sides = self.board.cities().filter(fit).map(|city| self.board[city].reached_from);
        sides.fold(ProvinceSet::NONE, ProvinceSet::or)
    }

    /// Choosing who moves, and going in and out of cities.
    fn check_movement(&self, state: &State, power: Power, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Lead(leader) => self.may_lead(state, power, leader),
            Action::LeadBand(band) => self.may_lead_band(state, power, band),
            Action::EnterCity(unit, city) => {
                self.may_enter_city(state, power, unit, city, &self.garrisons(state))
            }
            Action::LeaveCity(unit) => self.may_leave_city(state, power, unit).map(|_| ()),
            Action::LeaveCityFor(unit, to) => {
                let city = self.may_leave_city(state, power, unit)?;
                self.may_change_province(state, power, Place::City(city), to)?;
                self.may_come_out(city, to, self.allowed(state, unit))
            }
            Action::LeaderEnters(leader, city) => {
                let piece = state.leader(leader);
                let now = state.city(city);
                let here = self.stands_before(piece.place, city);
                let fresh = !piece.done.left_city || piece.done.marched;
                let safe = now.walls > 0 && now.owner == Some(power);
                if !(here && fresh && safe && piece.power == power) {
                    return Err(Illegal::by(CITY_GARRISONS, "He cannot go into this city now."));
                }
                self.may_change_province(state, power, piece.place, self.board[city].province)?;
                let force = self.force_of_leader(state, leader);
                if force.kin == Kin::Indian && !state.history.indians_roused {
                    let sentence = "The Indians stay until Macedonians enter their land.";
                    return Err(Illegal::by(INDIANS, sentence));
                }
                self.may_share_city(state, force, city)
            }
            Action::LeaderLeaves(leader) => self.may_leader_leave(state, power, leader).map(|_| ()),
            Action::LeaderLeavesFor(leader, to) => {
                let city = self.may_leader_leave(state, power, leader)?;
                self.may_change_province(state, power, Place::City(city), to)?;
                self.may_come_out(city, to, self.leader_allowed(state, leader))
            }
            _ => Err(Illegal::by(PHASES, "Movement is under way.")),
        }
    }

    /// 11.2: whether a unit may come out of its city, and which that is.
    fn may_leave_city(&self, state: &State, power: Power, unit: UnitId) -> Result<CityId, Illegal> {
        let piece = state.unit(unit);
        match piece.place {
            Place::City(city) if piece.power == power && !piece.done.entered_city => Ok(city),
            _ => Err(Illegal::by(CITY_GARRISONS, "It has no city to leave now.")),
        }
    }

    /// The same of a leader.
    fn may_leader_leave(
        &self,
        state: &State,
        power: Power,
        leader: LeaderId,
    ) -> Result<CityId, Illegal> {
        let piece = state.leader(leader);
        match piece.place {
            Place::City(city) if piece.power == power && !piece.done.entered_city => Ok(city),
            _ => Err(Illegal::by(CITY_GARRISONS, "He has no city to leave now.")),
        }
    }

    /// Whether somebody with these limits may come out of a city on another side than that of its province.
    fn may_come_out(
        &self,
        city: CityId,
        to: ProvinceId,
        allowed: ProvinceSet,
    ) -> Result<(), Illegal> {
        if !self.other_sides(city).contains(to) {
            return Err(Illegal::by(CITY_GARRISONS, "The city has no gate on that side."));
        }
        if !allowed.contains(to) {
            return Err(Illegal::by(LIMITS, "They may not enter that province."));
        }
        Ok(())
    }

    /// Whether a place is the field before a city.
    fn stands_before(&self, place: Place, city: CityId) -> bool {
        matches!(place, Place::Field(province) if self.board[city].reached_from.contains(province))
    }

    pub(crate) fn may_lead(
        &self,
        state: &State,
        power: Power,
        leader: LeaderId,
    ) -> Result<(), Illegal> {
        let piece = state.leader(leader);
        let refuse = |rule, sentence: &'static str| Err(Illegal::by(rule, sentence));
        let Place::Field(from) = piece.place else {
            return refuse(MARCHING, "He is not in the field.");
        };
        if piece.power != power {
            return refuse(COMMAND, "He serves the other side.");
        }
        if piece.done.marched {
            return refuse(MARCHING, "He has marched already.");
        }
        let force = self.force_of_leader(state, leader);
        if force.kin == Kin::Indian && !state.history.indians_roused {
            return refuse(INDIANS, "The Indians stay until Macedonians enter their land.");
        }
        if self.will_not_move(state, power, from) {
            return refuse(MUTINY, "The army refuses to march.");
        }
        let march = Self::new_march(force, Some(leader), from);
        if self.march_goals(state, &march).is_empty() {
            return refuse(BORDERS, "Every way out is closed to him.");
        }
        Ok(())
    }

    /// 17.4: Alexander's army after a mutiny.
    fn will_not_move(&self, state: &State, power: Power, from: ProvinceId) -> bool {
        let mutinous = power == self.macedon() && state.history.mutinous;
        mutinous && self.with_alexander(state, Place::Field(from))
    }

    /// 17.4: nor does anybody of it go to another province through a gate of Gaza.
    fn may_change_province(
        &self,
        state: &State,
        power: Power,
        from: Place,
        to: ProvinceId,
    ) -> Result<(), Illegal> {
        let from = self.province_of(from).filter(|&from| from != to);
        if from.is_some_and(|from| self.will_not_move(state, power, from)) {
            return Err(Illegal::by(MUTINY, "The army refuses to march."));
        }
        Ok(())
    }

    fn may_lead_band(&self, state: &State, power: Power, band: u8) -> Result<(), Illegal> {
        let refuse = |sentence: &'static str| Err(Illegal::by(MARCHING, sentence));
        if power != self.band(band).power {
            return Err(Illegal::by(COMMAND, "Raiders answer to Persia."));
        }
        let Some(from) = self.band_place(state, band) else {
            return refuse("There is no such band that could still march.");
        };
        if self.march_goals(state, &Self::new_march(self.band(band), None, from)).is_empty() {
            return refuse("Every way out is closed to them.");
        }
        Ok(())
    }

    /// Where a band stands, if it can still march.
    fn band_place(&self, state: &State, band: u8) -> Option<ProvinceId> {
        let mut raiders = self.roster.raiders().iter().map(|&unit| state.unit(unit));
        let fresh = |unit: &Unit| band != 0 && unit.band == band && !unit.done.marched;
        // Some of them may be in a city, and stay there.
        raiders.find_map(|unit| match unit.place {
            Place::Field(province) if fresh(unit) => Some(province),
            _ => None,
        })
    }

    fn may_enter_city(
        &self,
        state: &State,
        power: Power,
        unit: UnitId,
        city: CityId,
        garrisons: &Garrisons,
    ) -> Result<(), Illegal> {
        let piece = state.unit(unit);
        if !self.stands_before(piece.place, city) || piece.power != power {
            return Err(Illegal::by(CITY_GARRISONS, "It does not stand before this city."));
        }
        if piece.done.left_city && !piece.done.marched {
            return Err(Illegal::by(CITY_GARRISONS, "It has just come out of a city."));
        }
        self.may_change_province(state, power, piece.place, self.board[city].province)?;
        match self.force_of(state, unit).kin {
            Kin::Indian if !state.history.indians_roused => {
                Err(Illegal::by(INDIANS, "The Indians stay until Macedonians enter their land."))
            }
            _ => self.may_garrison(state, unit, city, garrisons),
        }
    }

    fn move_pieces(&self, state: &mut State, action: Action, sink: &mut impl Sink<Event>) {
        match action {
            Action::Lead(leader) => {
                if let Place::Field(from) = state.leader(leader).place {
                    let force = self.force_of_leader(state, leader);
                    state.steps.push(Gather(Self::new_march(force, Some(leader), from)).into());
                }
            }
            Action::LeadBand(band) => {
                if let Some(from) = self.band_place(state, band) {
                    state.steps.push(Gather(Self::new_march(self.band(band), None, from)).into());
                }
            }
            Action::EnterCity(unit, city) => {
                let piece = &mut state.units[unit.index()];
                let own = self.board[city].province;
                let changes_province = piece.place != Place::Field(own);
                piece.place = Place::City(city);
                piece.done.entered_city = true;
                sink.tell(SeatSet::ALL, Event::Garrison { unit, city, inside: true });
                if changes_province {
                    // Whoever goes into Gaza from Egypt stands in Syria from then on.
                    self.entered(state, own, sink);
                }
            }
            Action::LeaveCity(unit) => {
                if let Some(own) = self.province_of(state.unit(unit).place) {
                    self.comes_out(state, unit, own, sink);
                }
            }
            Action::LeaveCityFor(unit, to) => {
                self.comes_out(state, unit, to, sink);
                self.entered(state, to, sink);
            }
            Action::LeaderEnters(leader, city) => {
                let piece = &mut state.leaders[leader.index()];
                piece.place = Place::City(city);
                piece.done.entered_city = true;
                sink.tell(SeatSet::ALL, Event::LeaderGarrison { leader, city, inside: true });
                if leader == self.roster.who().alexander {
                    self.alexander_halts(state, sink);
                }
            }
            Action::LeaderLeaves(leader) => {
                if let Some(own) = self.province_of(state.leader(leader).place) {
                    self.leader_comes_out(state, leader, own, sink);
                }
            }
            Action::LeaderLeavesFor(leader, to) => {
                self.leader_comes_out(state, leader, to, sink);
                self.entered(state, to, sink);
            }
            _ => {}
        }
    }

    /// 11.2: a unit comes out of its city.
    fn comes_out(
        &self,
        state: &mut State,
        unit: UnitId,
        to: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        let piece = &mut state.units[unit.index()];
        if let Place::City(city) = piece.place {
            piece.place = Place::Field(to);
            piece.done.left_city = true;
            sink.tell(SeatSet::ALL, Event::Garrison { unit, city, inside: false });
        }
    }

    /// 11.2: a leader comes out of his city.
    fn leader_comes_out(
        &self,
        state: &mut State,
        leader: LeaderId,
        to: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        let piece = &mut state.leaders[leader.index()];
        if let Place::City(city) = piece.place {
            piece.place = Place::Field(to);
            piece.done.left_city = true;
            sink.tell(SeatSet::ALL, Event::LeaderGarrison { leader, city, inside: false });
        }
    }

    fn list_gather(&self, state: &State, march: &March, into: &mut Vec<Action>) {
        let goals = self.march_goals(state, march);
        let takers = state.units_at(Place::Field(march.from));
        let before = into.len();
        let fit = |unit: &UnitId| self.may_take(state, march, goals, *unit).is_ok();
        into.extend(takers.filter(fit).map(Action::Take));
        if into.len() > before + 1 {
            into.push(Action::TakeAll);
        }
        let fit = |to: &ProvinceId| self.may_march(state, march, goals, *to).is_ok();
        into.extend(goals.iter().filter(fit).map(Action::March));
    }

    /// Who comes along, and where to.
    fn check_gather(&self, state: &State, march: &March, action: Action) -> Result<(), Illegal> {
        let goals = self.march_goals(state, march);
        match action {
            Action::Take(unit) => self.may_take(state, march, goals, unit),
            Action::TakeAll => {
                let mut units = state.units_at(Place::Field(march.from));
                if units.any(|unit| self.may_take(state, march, goals, unit).is_ok()) {
                    Ok(())
                } else {
                    Err(Illegal::by(MARCHING, "There is nobody more to take along."))
                }
            }
            Action::March(to) => self.may_march(state, march, goals, to),
            _ => Err(Illegal::by(MARCHING, "A march is being put together.")),
        }
    }

    /// Whether the march can set out for a province, when these are its goals.
    fn may_march(
        &self,
        state: &State,
        march: &March,
        goals: ProvinceSet,
        to: ProvinceId,
    ) -> Result<(), Illegal> {
        if march.leader.is_none() && march.units.is_empty() {
            return Err(Illegal::by(MARCHING, "Somebody has to march."));
        }
        if goals.contains(to) {
            return Ok(());
        }
        Err(self.why_not(state, march, to))
    }

    /// The rule that keeps a march from going somewhere.
    fn why_not(&self, state: &State, march: &March, to: ProvinceId) -> Illegal {
        match self.board.border(march.from, to) {
            None => Illegal::by(MARCHING, "A march goes to a neighbouring province."),
            Some(border) if !self.open_borders(state, march.power, march.from).contains(to) => {
                match border.kind {
                    Border::Gaza => Illegal::by(BORDERS, "The enemy holds Gaza and bars the way."),
                    _ => Illegal::by(BORDERS, "Snow blocks the passes in Winter."),
                }
            }
            Some(_) => {
                let agis = march.leader == Some(self.roster.who().agis);
                let spartan = |unit: UnitId| self.roster[unit].nation == Nation::Spartan;
                let bound = agis || march.units.iter().any(spartan);
                if bound && !self.lands.spartan.contains(to) {
                    Illegal::by(REVOLT, "Spartans do not go so far from home.")
                } else {
                    Illegal::by(LIMITS, "They may not enter that province.")
                }
            }
        }
    }

    /// 8.1: whether a unit that stands with a leader in his movement phase began the turn with him. Until then nobody
    /// has moved, so that only what has entered the game since the turn began did not: with a new leader come those who
    /// are as new (our reading).
    pub fn began_with(&self, state: &State, unit: UnitId, leader: LeaderId) -> bool {
        state.unit(unit).done.entered_play || !state.leader(leader).done.entered_play
    }

    /// Whether a unit can come along on a march that has these goals without it.
    fn may_take(
        &self,
        state: &State,
        march: &March,
        goals: ProvinceSet,
        unit: UnitId,
    ) -> Result<(), Illegal> {
        let piece = state.unit(unit);
        let refuse = |rule, sentence: &'static str| Err(Illegal::by(rule, sentence));
        if piece.place != Place::Field(march.from) || march.units.contains(unit) {
            return refuse(MARCHING, "It does not stand with him.");
        }
        if piece.done.marched {
            return refuse(MARCHING, "It has marched already.");
        }
        let force = match march.leader {
            Some(leader) => self.force_of_leader(state, leader),
            None => self.band(march.band),
        };
        let own = self.force_of(state, unit);
        if own != force {
            return match (own.kin, force.kin) {
                (Kin::Band(_), Kin::Band(_)) => refuse(RAIDS, "It is of another band."),
                _ => refuse(UNITY, "It belongs to another force."),
            };
        }
        if march.leader.is_some_and(|leader| !self.began_with(state, unit, leader)) {
            return refuse(MARCHING, "It did not begin the turn with him.");
        }
        if state.history.sullen.contains(unit) {
            return refuse(MUTINY, "It refuses to march.");
        }
        let has_foot =
            |units: &UnitSet| units.iter().any(|one| self.roster[one].kind.is_infantry());
        if self.roster[unit].kind == Kind::SiegeTrain && !has_foot(&march.units) {
            return refuse(SIEGE_TRAIN, "The Siege Train needs infantry to go with it.");
        }
        if goals.and(self.allowed(state, unit)).is_empty() {
            return refuse(LIMITS, "Together they could go nowhere.");
        }
        Ok(())
    }

    fn gather(
        &self,
        state: &mut State,
        mut march: March,
        action: Action,
        sink: &mut impl Sink<Event>,
    ) {
        match action {
            Action::Take(unit) => march.units.insert(unit),
            Action::TakeAll => {
                let here: UnitSet = state.units_at(Place::Field(march.from)).collect();
                let mut goals = self.march_goals(state, &march);
                // Twice: the Siege Train comes once infantry does.
                for unit in here.iter().chain(here.iter()) {
                    if self.may_take(state, &march, goals, unit).is_ok() {
                        march.units.insert(unit);
                        goals = goals.and(self.allowed(state, unit));
                    }
                }
            }
            Action::March(to) => return self.set_out(state, march, to, sink),
            _ => {}
        }
        state.steps.push(Gather(march).into());
    }

    /// The march goes to its first province.
    fn set_out(
        &self,
        state: &mut State,
        march: March,
        to: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        let units = march.units.len() as u8;
        sink.tell(
            SeatSet::ALL,
            Event::Marched { leader: march.leader, units, from: march.from, to },
        );
        if march.leader.is_none() {
            self.split_band(state, march.band, &march.units);
        }
        self.go(state, march.leader, &march.units, to, sink);
        let alexander = Some(self.roster.who().alexander);
        let march = March { through: Some(to), ..march };
        if march.leader == alexander && !self.press_goals(state, &march).is_empty() {
            state.steps.push(Press(march).into());
            return;
        }
        self.tell_gathering(state, &march.units, to, sink);
        if march.leader == alexander {
            self.alexander_halts(state, sink);
        }
    }

    /// 6.1, 6.2: says how many stand together when a march has found others of its force.
    fn tell_gathering(
        &self,
        state: &State,
        came: &UnitSet,
        province: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        let Some(force) = came.iter().next().map(|unit| self.force_of(state, unit)) else { return };
        let here = self.field_units(state, province, force);
        let found = here.iter().filter(|&unit| !came.contains(unit)).count();
        if found > 0 {
            // 6.2: a garrison is absorbed into an army; 6.1: otherwise they just stand together.
            let absorbed = here.len() >= ARMY && found.min(here.len() - found) < ARMY;
            let (rule, units) = (if absorbed { ARMIES } else { STACKING }, here.len() as u8);
            sink.tell(SeatSet::ALL, Event::Gathered { force, province, units, rule });
        }
    }

    /// Moves a leader and units, with what follows from their coming.
    fn go(
        &self,
        state: &mut State,
        leader: Option<LeaderId>,
        units: &UnitSet,
        to: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        for unit in units.iter() {
            let piece = &mut state.units[unit.index()];
            piece.place = Place::Field(to);
            piece.done.marched = true;
        }
        if let Some(leader) = leader {
            let piece = &mut state.leaders[leader.index()];
            piece.place = Place::Field(to);
            piece.done.marched = true;
        }
        self.entered(state, to, sink);
    }

    /// What follows when somebody enters a province, however he came.
    pub(crate) fn entered(&self, state: &mut State, to: ProvinceId, sink: &mut impl Sink<Event>) {
        let india = self.lands.indian.or(self.lands.heart_of_india).contains(to);
        if india && !self.field_units(state, to, Force::main(self.macedon())).is_empty() {
            self.enter_india(state, to, sink);
        }
        if state.leader(self.roster.who().alexander).place == Place::Field(self.lands.egypt) {
            self.plan_alexandria(state);
        }
        let presence = self.refresh_control(state, sink);
        self.secure_cities(state, &presence, sink);
    }

    /// 3.3, 12.8: Macedonians have come to India.
    fn enter_india(&self, state: &mut State, to: ProvinceId, sink: &mut impl Sink<Event>) {
        if self.lands.indian.contains(to) && !state.history.indians_roused {
            state.history.indians_roused = true;
            sink.tell(SeatSet::ALL, Event::IndiansRoused);
        }
        if self.lands.heart_of_india.contains(to) {
            state.history.india_entered.get_or_insert(state.turn);
        }
    }

    /// 14.3: those of a band who part from the rest are a band of their own from then on.
    pub(crate) fn split_band(&self, state: &mut State, band: u8, apart: &UnitSet) {
        let rest = |&unit: &UnitId| state.unit(unit).band == band && !apart.contains(unit);
        if apart.is_empty() || !self.roster.raiders().iter().any(rest) {
            return;
        }
        let home = state.band_homes[usize::from(band)];
        let new = self.new_band(state, home);
        for unit in apart.iter() {
            state.units[unit.index()].band = new;
        }
    }

    /// A band with a number that nobody bears.
    pub(crate) fn new_band(&self, state: &mut State, home: ProvinceId) -> u8 {
        let raiders = self.roster.raiders();
        let used = |band: u8| raiders.iter().any(|&unit| state.unit(unit).band == band);
        let band = (1..=MOST_BANDS as u8).find(|&band| !used(band)).unwrap_or_default();
        let index = usize::from(band);
        while state.band_homes.len() <= index {
            state.band_homes.push(home);
        }
        state.band_homes[index] = home;
        band
    }
}
