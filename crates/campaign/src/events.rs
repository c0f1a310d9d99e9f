//! 14.0 Random events, 17.3 (the death of Alexander) and 17.4 (mutiny).

use crate::engine::event::Event;
use crate::engine::state::{Ending, Place};
use crate::engine::steps::{
    Asked, Position, Procedure, Progress, Resolver, happens, not_asked, unless_idle,
};
use crate::model::data::{Check, Season};
use crate::model::ids::{LeaderId, ProvinceId, UnitId, UnitSet};
use crate::model::pieces::Nation;
use crate::model::switches::Switch;
use crate::{Action, Campaign, Question, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Dice, Die, Illegal, Roll, Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const REVOLT: Rule = rule!(ALEXANDROS, "14.2");
pub(crate) const RAIDS: Rule = rule!(ALEXANDROS, "14.3");
pub(crate) const DEATH: Rule = rule!(ALEXANDROS, "17.3");
pub(crate) const MUTINY: Rule = rule!(ALEXANDROS, "17.4");

/// 14.2: whether Sparta rises.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpartanCheck;

happens!(SpartanCheck by REVOLT, |_, it| it.rules.spartan_check(it.state, it.dice, it.sink));

/// 14.2: so many mercenaries join Agis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mercenaries(pub u8);

impl Procedure for Mercenaries {
    fn asked(&self, Position { rules, .. }: Position<'_>) -> Option<Asked> {
        let question = Question::Choose { units: self.0 };
        Some(Asked { power: rules.sparta(), question, rule: REVOLT })
    }
    fn list(&self, position: Position<'_>, into: &mut Vec<Action>) {
        into.extend(self.choices(position).iter().map(Action::Choose));
    }
    fn check(&self, position: Position<'_>, action: Action) -> Result<(), Illegal> {
        check_choice(self.choices(position), action, REVOLT)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        let Action::Choose(unit) = action else { return };
        let Resolver { rules, state, sink, .. } = resolver;
        state.steps.push(Mercenaries(self.0 - 1).into());
        let hellas = rules.lands.hellas;
        rules.unit_appears(state, unit, rules.sparta(), Place::Field(hellas));
        state.units[unit.index()].steps = rules.roster[unit].full();
        sink.tell(SeatSet::ALL, Event::UnitArrives { unit, province: hellas, rule: REVOLT });
        rules.refresh_control(state, *sink);
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        unless_idle(resolver, self.0 == 0)
    }
}

impl Mercenaries {
    fn choices(self, Position { rules, state }: Position<'_>) -> UnitSet {
        rules.one_of_each(rules.mercenaries_available(state))
    }
}

/// 14.3: whether raiders come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RaidCheck;

happens!(RaidCheck by RAIDS, |_, it| it.rules.raid_check(it.state, it.dice, it.sink));

/// 14.3: who comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Raiders {
    /// From where.
    pub home: ProvinceId,
    /// The band.
    pub band: u8,
    /// How many more.
    pub units: u8,
}

impl Procedure for Raiders {
    fn asked(&self, Position { rules, .. }: Position<'_>) -> Option<Asked> {
        let question = Question::Choose { units: self.units };
        Some(Asked { power: rules.band(self.band).power, question, rule: RAIDS })
    }
    fn list(&self, position: Position<'_>, into: &mut Vec<Action>) {
        into.extend(self.choices(position).iter().map(Action::Choose));
    }
    fn check(&self, position: Position<'_>, action: Action) -> Result<(), Illegal> {
        check_choice(self.choices(position), action, RAIDS)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        let Action::Choose(unit) = action else { return };
        let Resolver { rules, state, sink, .. } = resolver;
        let Raiders { home, band, units } = self;
        state.steps.push(Raiders { home, band, units: units - 1 }.into());
        rules.unit_appears(state, unit, rules.band(band).power, Place::Field(home));
        let piece = &mut state.units[unit.index()];
        piece.steps = rules.roster[unit].full();
        piece.band = band;
        sink.tell(SeatSet::ALL, Event::UnitArrives { unit, province: home, rule: RAIDS });
        rules.refresh_control(state, *sink);
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        unless_idle(resolver, self.units == 0)
    }
}

impl Raiders {
    fn choices(self, Position { rules, state }: Position<'_>) -> UnitSet {
        rules.one_of_each(rules.raiders_available(state, self.home))
    }
}

/// 17.4: whether the army mutinies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MutinyCheck;

happens!(MutinyCheck by MUTINY, |_, it| it.rules.mutiny_check(it.state, it.dice, it.sink));

/// 17.4: who goes home.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mutineers(pub u8);

impl Procedure for Mutineers {
    fn asked(&self, Position { rules, .. }: Position<'_>) -> Option<Asked> {
        let question = Question::Choose { units: self.0 };
        Some(Asked { power: rules.macedon(), question, rule: MUTINY })
    }
    fn list(&self, position: Position<'_>, into: &mut Vec<Action>) {
        into.extend(self.choices(position).iter().map(Action::Choose));
    }
    fn check(&self, position: Position<'_>, action: Action) -> Result<(), Illegal> {
        check_choice(self.choices(position), action, MUTINY)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        let Action::Choose(unit) = action else { return };
        let Resolver { rules, state, sink, .. } = resolver;
        state.steps.push(Mutineers(self.0 - 1).into());
        rules.unit_departs(state, rules.macedon(), unit, MUTINY, *sink);
        rules.refresh_control(state, *sink);
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        unless_idle(resolver, self.0 == 0)
    }
}

impl Mutineers {
    fn choices(self, Position { rules, state }: Position<'_>) -> UnitSet {
        rules.mutineers(state)
    }
}

/// 17.3: whether Alexander dies of a fever.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeathCheck;

happens!(DeathCheck by DEATH, |_, it| it.rules.death_check(it.state, it.dice, it.sink));

fn check_choice(choices: UnitSet, action: Action, rule: Rule) -> Result<(), Illegal> {
    match action {
        Action::Choose(unit) if choices.contains(unit) => Ok(()),
        Action::Choose(_) => Err(Illegal::by(rule, "This unit is not among those to choose from.")),
        _ => Err(not_asked(rule)),
    }
}

impl Campaign {
    /// 14.1: the checks of this turn, the last at the bottom.
    pub fn push_events(&self, state: &mut State) {
        let checks = self.scenario.turn(state.turn).map_or(&[][..], |turn| &turn.checks);
        if self.switches.has(Switch::DeathOfAlexander) && state.turn + 1 >= self.scenario.last_turn
        {
            state.steps.push(DeathCheck.into());
        }
        if self.switches.has(Switch::Mutiny) && checks.contains(&Check::Mutiny) {
            state.steps.push(MutinyCheck.into());
        }
        if self.switches.has(Switch::NoEvents) {
            return;
        }
        if checks.contains(&Check::Barbarians) {
            state.steps.push(RaidCheck.into());
        }
        // 14.2: in every Summer and Autumn, also of those years that the track does not show (17.3).
        let past_track = self.scenario.turn(state.turn).is_none();
        let season = matches!(self.season(state), Season::Summer | Season::Autumn);
        if checks.contains(&Check::SpartanRevolt) || (past_track && season) {
            state.steps.push(SpartanCheck.into());
        }
    }

    /// 14.2: with every treasury taken and both Great Kings dead Sparta stays quiet.
    pub(crate) fn sparta_is_quiet(&self, state: &State) -> bool {
        let who = self.roster.who();
        let dead = |leader: LeaderId| state.leader(leader).fell;
        state.secured.treasuries() == 4 && dead(who.darius) && dead(who.bessus)
    }

    fn spartan_check(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        let gone = state.history.out.contains(self.sparta());
        if gone || state.history.spartans_rose || self.sparta_is_quiet(state) {
            return;
        }
        let calm = i8::from(state.secured.treasuries() == 4);
        let roll = Roll::plain(dice, Die::D6).modified(calm, REVOLT);
        let revolt = roll.result() <= i32::from(self.charts.succeeds_on.revolt);
        sink.tell(SeatSet::ALL, Event::SpartanCheck { roll, revolt });
        if revolt {
            self.sparta_rises(state, dice, sink);
        }
    }

    fn sparta_rises(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        state.history.spartans_rose = true;
        let hellas = self.lands.hellas;
        for unit in self.roster.units().filter(|&unit| self.roster[unit].nation == Nation::Spartan)
        {
            self.unit_appears(state, unit, self.sparta(), Place::Field(hellas));
            state.units[unit.index()].steps = self.roster[unit].full();
            sink.tell(SeatSet::ALL, Event::UnitArrives { unit, province: hellas, rule: REVOLT });
        }
        self.leader_appears(state, self.roster.who().agis, Place::Field(hellas), REVOLT, sink);
        self.athens_revolts(state, sink);
        let available = self.mercenaries_available(state).len() as u8;
        if available > 0 {
            let roll = Roll::plain(dice, Die::D6);
            let units = roll.raw.min(available);
            sink.tell(SeatSet::ALL, Event::MercenaryCheck { roll, units });
            state.steps.push(Mercenaries(units).into());
        }
        self.refresh_control(state, sink);
    }

    /// Athens' walls turn Persian; a Macedonian garrison is thrown out.
    fn athens_revolts(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        for city in self.board[self.lands.hellas].cities.iter() {
            let by = self.sparta();
            if state.city(city).owner.is_none_or(|owner| owner == by) {
                continue;
            }
            state.cities[city.index()].owner = Some(by);
            sink.tell(SeatSet::ALL, Event::CityTaken { city, by, rule: REVOLT });
            for unit in &mut state.units {
                if unit.place == Place::City(city) {
                    unit.place = Place::Field(self.lands.hellas);
                }
            }
            for leader in &mut state.leaders {
                if leader.place == Place::City(city) {
                    leader.place = Place::Field(self.lands.hellas);
                }
            }
        }
    }

    fn mercenaries_available(&self, state: &State) -> UnitSet {
        let hired = |unit: &UnitId| self.roster[*unit].nation == Nation::GreekMercenary;
        state.units_at(Place::Pool).filter(hired).collect()
    }

    fn raid_check(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        if state.history.out.contains(self.band(0).power) {
            return;
        }
        let roll = Roll::plain(dice, Die::D6);
        let key = &self.charts.raid.from[usize::from(roll.raw) - 1];
        let home = self.board.province(key).ok();
        sink.tell(SeatSet::ALL, Event::RaidCheck { roll, from: home });
        let Some(home) = home else { return };
        let roll = Roll::plain(dice, Die::D6);
        let wanted = self.charts.raid.size[usize::from(roll.raw) - 1];
        let units = wanted.min(self.raiders_available(state, home).len() as u8);
        sink.tell(SeatSet::ALL, Event::RaidSize { roll, units });
        if units > 0 {
            let band = self.new_band(state, home);
            state.steps.push(Raiders { home, band, units }.into());
        }
    }

    /// 14.3: Arabs from Arabia, barbarians from elsewhere; the counters are a limit.
    fn raiders_available(&self, state: &State, home: ProvinceId) -> UnitSet {
        let arabia = self.board[home].key == "arabia";
        let nation = if arabia { Nation::Arab } else { Nation::Barbarian };
        let fit = |unit: &UnitId| self.roster[*unit].nation == nation;
        state.units_at(Place::Aside).filter(fit).collect()
    }

    /// The first of each kind among some units.
    fn one_of_each(&self, all: UnitSet) -> UnitSet {
        let first =
            |&unit: &UnitId| self.roster[unit].units().find(|&one| all.contains(one)) == Some(unit);
        all.iter().filter(first).collect()
    }

    /// 8.1, 17.4: whether a place is in Alexander's province, behind walls or before them.
    pub(crate) fn with_alexander(&self, state: &State, place: Place) -> bool {
        let his = self.province_of(state.leader(self.roster.who().alexander).place);
        his.is_some() && his == self.province_of(place)
    }

    /// 17.4: Macedonian units with Alexander, else anywhere on the map (our reading).
    fn mutineers(&self, state: &State) -> UnitSet {
        let macedonian = |unit: &UnitId| {
            let fit = self.roster[*unit].nation == Nation::Macedonian;
            fit && self.roster[*unit].kind.fights()
                && self.province_of(state.unit(*unit).place).is_some()
        };
        let all: UnitSet = self.roster.units().filter(macedonian).collect();
        let with_him = |unit: &UnitId| self.with_alexander(state, state.unit(*unit).place);
        let with_him: UnitSet = all.iter().filter(with_him).collect();
        if with_him.is_empty() { all } else { with_him }
    }

    fn mutiny_check(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        let roll = Roll::plain(dice, Die::D6);
        let wanted = self.charts.mutiny.units(state.secured.len(), roll.raw);
        let units = wanted.min(self.mutineers(state).len() as u8);
        sink.tell(SeatSet::ALL, Event::MutinyCheck { roll, units });
        if wanted == 0 {
            return;
        }
        state.history.mutinous = true;
        self.treachery(state, dice, sink);
        state.steps.push(Mutineers(units).into());
    }

    /// 17.4: one of the generals with Alexander, or else one elsewhere, drawn at random.
    fn treachery(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        let who = self.roster.who();
        let suspects: Vec<LeaderId> = (self.roster.leaders())
            .filter(|&leader| {
                state.leader(leader).power == self.macedon()
                    && leader != who.alexander
                    && leader != who.hephaestion
                    && self.province_of(state.leader(leader).place).is_some()
            })
            .collect();
        let with_him = |one: &LeaderId| self.with_alexander(state, state.leader(*one).place);
        let near: Vec<LeaderId> = suspects.iter().copied().filter(with_him).collect();
        let pool = if near.is_empty() { &suspects } else { &near };
        if pool.is_empty() {
            return;
        }
        let leader = pool[dice.below(pool.len() as u32) as usize];
        let roll = Roll::plain(dice, Die::D6);
        let guilty = roll.raw <= self.charts.succeeds_on.treachery;
        sink.tell(SeatSet::ALL, Event::Treachery { leader, roll, guilty });
        if guilty {
            if near.is_empty() {
                let his = self.province_of(state.leader(leader).place);
                let with_him = |unit: &UnitId| {
                    let piece = state.unit(*unit);
                    piece.power == self.macedon() && self.province_of(piece.place) == his
                };
                state.history.sullen = self.roster.units().filter(with_him).collect();
            }
            self.leader_departs(state, leader, MUTINY, sink);
        }
    }

    fn death_check(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        let numbers = &self.charts.succeeds_on;
        let wounded = state.leader(self.roster.who().alexander).wounded;
        let dies_on = if wounded { numbers.alexander_dies_wounded } else { numbers.alexander_dies };
        let roll = Roll::plain(dice, Die::D6);
        let dead = roll.raw <= dies_on;
        sink.tell(SeatSet::ALL, Event::DeathCheck { roll, dead });
        if dead {
            self.finish(state, Ending::Points, sink);
        }
    }
}
