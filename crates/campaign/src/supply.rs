//! 7.0 Supply.

use crate::engine::event::Event;
use crate::engine::state::{Force, Kin, Place, Shipment};
use crate::engine::steps::{
    Asked, Position, Procedure, Progress, Resolver, happens, not_asked, unless_idle,
};
use crate::events::REVOLT;
use crate::forces::{ARMY, Forces};
use crate::losses::{Loss, LossCause};
use crate::model::data::{Land, Season};
use crate::model::ids::{CityId, ProvinceId, ProvinceSet, SeaId, SeaSet, UnitId, UnitSet};
use crate::model::pieces::Nation;
use crate::model::powers::Power;
use crate::{Action, Campaign, Question, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Dice, Die, Illegal, Roll, Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const SEAS: Rule = rule!(ALEXANDROS, "5.6");
pub(crate) const DEPLETION: Rule = rule!(ALEXANDROS, "7.2");
pub(crate) const DESERT: Rule = rule!(ALEXANDROS, "7.6");
pub(crate) const BOTH_SIDES: Rule = rule!(ALEXANDROS, "7.7");
pub(crate) const AT_HOME: Rule = rule!(ALEXANDROS, "7.8");
pub(crate) const GARRISONS: Rule = rule!(ALEXANDROS, "7.9");
pub(crate) const OFF_THE_LAND: Rule = rule!(ALEXANDROS, "7.1");
pub(crate) const ATTRITION: Rule = rule!(ALEXANDROS, "7.4");
pub(crate) const BY_SEA: Rule = rule!(ALEXANDROS, "7.5");
pub(crate) const SCORCHED_EARTH: Rule = rule!(ALEXANDROS, "17.1");

/// 17.1: Persia may lay a province waste.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Scorch;

impl Procedure for Scorch {
    fn asked(&self, Position { rules, .. }: Position<'_>) -> Option<Asked> {
        Some(Asked { power: rules.persia(), question: Question::Scorch, rule: SCORCHED_EARTH })
    }
    fn list(&self, Position { rules, state }: Position<'_>, into: &mut Vec<Action>) {
        into.extend(rules.scorchable(state).iter().map(Action::Scorch));
        into.push(Action::Done);
    }
    fn check(
        &self,
        Position { rules, state }: Position<'_>,
        action: Action,
    ) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Scorch(province) => rules.check_scorch(state, province),
            _ => Err(not_asked(SCORCHED_EARTH)),
        }
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        if let Action::Scorch(province) = action {
            Campaign::scorch(resolver.state, province, resolver.sink);
        }
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        let is_idle = resolver.rules.scorchable(resolver.state).is_empty();
        unless_idle(resolver, is_idle)
    }
}

/// 7.5: each army of a power that ships could feed is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Feed(pub Power);

happens!(Feed by BY_SEA, |Feed(power), it| it.rules.feed_next(it.state, power));

/// 7.5: what feeds this army.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FeedArmy {
    /// Whose army.
    pub power: Power,
    /// Where it stands.
    pub army: ProvinceId,
}

impl Procedure for FeedArmy {
    fn asked(&self, _: Position<'_>) -> Option<Asked> {
        Some(Asked { power: self.power, question: Question::Feed(self.army), rule: BY_SEA })
    }
    fn list(&self, Position { rules, state }: Position<'_>, into: &mut Vec<Action>) {
        into.push(Action::Feed(None));
        let sources = rules.sea_sources(state, self.power, self.army);
        into.extend(sources.iter().map(|from| Action::Feed(Some(from))));
    }
    fn check(
        &self,
        Position { rules, state }: Position<'_>,
        action: Action,
    ) -> Result<(), Illegal> {
        match action {
            Action::Feed(from) => rules.check_feed(state, self.power, self.army, from),
            _ => Err(not_asked(BY_SEA)),
        }
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        if let Action::Feed(from) = action {
            Campaign::feed(resolver.state, self.power, self.army, from, resolver.sink);
        }
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

/// 7.2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deplete;

happens!(Deplete by DEPLETION, |_, it| it.rules.deplete(it.state, it.dice, it.sink));

/// 7.4: hunger, army by army.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attrition {
    /// Those up to this one have been looked at.
    pub after: Option<(ProvinceId, Force)>,
}

happens!(Attrition by ATTRITION, |Attrition { after }, it| {
    it.rules.attrition(it.state, after, it.dice, it.sink);
});

impl Campaign {
    /// 17.1: what the Persians may lay waste: provinces they control and nobody contests.
    pub(crate) fn scorchable(&self, state: &State) -> ProvinceSet {
        let fit =
            |&id: &ProvinceId| self.board[id].land != Land::Desert && !state.scorched.contains(id);
        self.controlled(state, self.persia()).iter().filter(fit).collect()
    }

    fn check_scorch(&self, state: &State, province: ProvinceId) -> Result<(), Illegal> {
        if self.scorchable(state).contains(province) {
            return Ok(());
        }
        Err(Illegal::by(
            SCORCHED_EARTH,
            "Only land that Persia controls and that still bears can be laid waste.",
        ))
    }

    /// One province a supply phase (our reading); the step is over.
    fn scorch(state: &mut State, province: ProvinceId, sink: &mut impl Sink<Event>) {
        state.depleted.insert(province);
        state.scorched.insert(province);
        sink.tell(SeatSet::ALL, Event::Scorched { province });
    }

    /// The units of a force that draw supply (7.9, 14.2, 14.3): not city garrisons, not raiders at
    /// home, not Spartans in Hellas, not Indians before they are roused (our reading of 3.3).
    pub fn hungry(&self, state: &State, province: ProvinceId, force: Force) -> UnitSet {
        let exempt = |unit: UnitId| match force.kin {
            Kin::Indian => !state.history.indians_roused,
            Kin::Band(band) => state.band_homes[usize::from(band)] == province,
            Kin::Main => {
                province == self.lands.hellas && self.roster[unit].nation == Nation::Spartan
            }
        };
        self.field_units(state, province, force).iter().filter(|&unit| !exempt(unit)).collect()
    }

    /// How many of a force's units draw supply. Only Spartans have others beside them who do
    /// otherwise, so that all other forces need not be looked at one by one.
    fn count_hungry(&self, state: &State, province: ProvinceId, force: Force, units: u8) -> u8 {
        match force.kin {
            Kin::Main if province == self.lands.hellas => {
                self.hungry(state, province, force).len() as u8
            }
            Kin::Indian if !state.history.indians_roused => 0,
            Kin::Band(band) if state.band_homes[usize::from(band)] == province => 0,
            Kin::Main | Kin::Indian | Kin::Band(_) => units,
        }
    }

    /// Armies among the forces that draw supply: three hungry units or more (6.2, 7.9).
    fn armies(
        &self,
        state: &State,
        forces: &Forces,
    ) -> impl Iterator<Item = (ProvinceId, Force, u8)> {
        forces.iter().filter_map(move |&(province, force, units)| {
            let hungry = self.count_hungry(state, province, force, units);
            (usize::from(hungry) >= ARMY).then_some((province, force, hungry))
        })
    }

    /// 7.5: the provinces that could feed an army by sea.
    pub fn sea_sources(&self, state: &State, power: Power, army: ProvinceId) -> ProvinceSet {
        let coasts = self.board[army].coasts;
        if coasts.is_empty() {
            return ProvinceSet::NONE;
        }
        let holdings = self.holdings(state, power);
        let friendly = holdings.friendly();
        if !friendly.contains(army) {
            return ProvinceSet::NONE;
        }
        let open = |sea: SeaId| !friendly.and(self.board[sea].shores).is_empty();
        let reached = self.sea_lanes(state, power, army, open);
        let bears = |&id: &ProvinceId| {
            id != army
                && self.board[id].land != Land::Desert
                && !state.depleted.contains(id)
                && !self.board[id].coasts.and(reached).is_empty()
        };
        holdings.controlled.iter().filter(bears).collect()
    }

    /// 7.5: the seas over which supply can come to an army, of those that are open.
    fn sea_lanes(
        &self,
        state: &State,
        power: Power,
        army: ProvinceId,
        open: impl Fn(SeaId) -> bool,
    ) -> SeaSet {
        let closed = |sea: SeaId| {
            let fortress = |city: CityId| {
                let (printed, now) = (&self.board[city], state.city(city));
                printed.coast == Some(sea)
                    && now.founded
                    && now.walls > 0
                    && now.owner != Some(power)
            };
            self.board.cities().any(fortress)
        };
        // From the army outward: a sea with an enemy fortress can be the last, nearest the army,
        // since supply comes up to the fortress but not beyond it.
        let coasts = self.board[army].coasts;
        let mut reached: SeaSet = coasts.iter().filter(|&sea| open(sea)).collect();
        let mut front = reached;
        while !front.is_empty() {
            let next: SeaSet = (front.iter())
                .flat_map(|sea| self.board[sea].next_to.iter())
                .filter(|&sea| !reached.contains(sea) && open(sea) && !closed(sea))
                .collect();
            reached = reached.or(next);
            front = next;
        }
        reached
    }

    /// 7.5: the seas that ships cross from a province to an army, in their order. Of several ways the
    /// shortest that is open; once none is open any more, the shortest of all.
    pub fn sea_route(
        &self,
        state: &State,
        power: Power,
        army: ProvinceId,
        from: ProvinceId,
    ) -> Vec<SeaId> {
        let friendly = self.holdings(state, power).friendly();
        let open = |sea: SeaId| !friendly.and(self.board[sea].shores).is_empty();
        let lanes = self.sea_lanes(state, power, army, open);
        let route = self.route_over(lanes, from, army);
        route
            .or_else(|| self.route_over(self.board.seas().collect(), from, army))
            .unwrap_or_default()
    }

    fn route_over(&self, seas: SeaSet, from: ProvinceId, to: ProvinceId) -> Option<Vec<SeaId>> {
        let first = self.board[from].coasts.and(seas);
        let mut reached = first;
        let mut ways: Vec<Vec<SeaId>> = first.iter().map(|sea| vec![sea]).collect();
        while !ways.is_empty() {
            let arrives = |way: &&Vec<SeaId>| {
                way.last().is_some_and(|&sea| self.board[to].coasts.contains(sea))
            };
            if let Some(way) = ways.iter().find(arrives) {
                return Some(way.clone());
            }
            let mut longer = Vec::new();
            for way in ways {
                let Some(&last) = way.last() else { continue };
                for next in self.board[last].next_to.and(seas).without(reached).iter() {
                    reached.insert(next);
                    longer.push([&way[..], &[next]].concat());
                }
            }
            ways = longer;
        }
        None
    }

    /// Why ships cannot bring supplies from a province.
    fn why_no_ships(
        &self,
        state: &State,
        power: Power,
        army: ProvinceId,
        from: ProvinceId,
    ) -> Illegal {
        let could_send = self.controlled(state, power).contains(from)
            && self.board[from].land != Land::Desert
            && !state.depleted.contains(from);
        let lanes = self.sea_lanes(state, power, army, |_| true);
        if could_send && !self.board[from].coasts.and(lanes).is_empty() {
            return Illegal::by(SEAS, "A sea on the way has no friendly shore to put in at.");
        }
        Illegal::by(BY_SEA, "No ships can bring supplies from there.")
    }

    /// The next army of a power that could be fed by sea and has not been asked for.
    fn next_to_feed(&self, state: &State, power: Power) -> Option<ProvinceId> {
        let asked =
            |province| state.shipments.iter().any(|one| one.power == power && one.to == province);
        self.armies(state, &self.forces(state))
            .filter(|(province, force, _)| force.power == power && !asked(*province))
            .map(|(province, ..)| province)
            .find(|&province| !self.sea_sources(state, power, province).is_empty())
    }

    /// Asks for the next army, or is done.
    fn feed_next(&self, state: &mut State, power: Power) {
        match self.next_to_feed(state, power) {
            Some(army) => state.steps.push(FeedArmy { power, army }.into()),
            None => {
                state.steps.pop();
            }
        }
    }

    fn check_feed(
        &self,
        state: &State,
        power: Power,
        army: ProvinceId,
        from: Option<ProvinceId>,
    ) -> Result<(), Illegal> {
        match from {
            None => Ok(()),
            Some(from) if self.sea_sources(state, power, army).contains(from) => Ok(()),
            Some(from) => Err(self.why_no_ships(state, power, army, from)),
        }
    }

    fn feed(
        state: &mut State,
        power: Power,
        to: ProvinceId,
        from: Option<ProvinceId>,
        sink: &mut impl Sink<Event>,
    ) {
        state.shipments.push(Shipment { power, to, from });
        let event = match from {
            Some(from) => Event::Fed { power, army: to, from },
            None => Event::LivesOffTheLand { army: to },
        };
        sink.tell(SeatSet::ALL, event);
    }

    fn is_fed(state: &State, power: Power, army: ProvinceId) -> bool {
        let fed = |one: &Shipment| one.power == power && one.to == army && one.from.is_some();
        state.shipments.iter().any(fed)
    }

    /// How many units draw on each province: armies that stand there, with everybody else in a
    /// contested one (7.7), and armies fed from there (7.5).
    pub(crate) fn draws(&self, state: &State, contested: ProvinceSet) -> [u8; ProvinceSet::MOST] {
        let mut draws = [0; ProvinceSet::MOST];
        let mut crowd = [0; ProvinceSet::MOST];
        let forces = self.forces(state);
        for &(province, force, units) in &forces {
            let hungry = self.count_hungry(state, province, force, units);
            if Self::is_fed(state, force.power, province) {
                continue;
            }
            crowd[province.index()] += hungry;
            if usize::from(hungry) >= ARMY {
                draws[province.index()] += hungry;
            }
        }
        for province in contested.iter() {
            if draws[province.index()] > 0 {
                draws[province.index()] = crowd[province.index()];
            }
        }
        for one in &state.shipments {
            if let Some(from) = one.from {
                let armies = self.armies(state, &forces);
                let fed = armies.filter(|(at, force, _)| *at == one.to && force.power == one.power);
                draws[from.index()] += fed.map(|(.., hungry)| hungry).sum::<u8>();
            }
        }
        draws
    }

    /// The modifiers of a depletion roll, with their rule.
    pub(crate) fn depletion_roll(
        &self,
        state: &State,
        province: ProvinceId,
        units: u8,
        roll: Roll,
    ) -> Roll {
        let chart = &self.charts.depletion;
        let when = |holds: bool, amount: i8| if holds { amount } else { 0 };
        roll.modified(when(units > chart.crowded_above, chart.crowded), DEPLETION)
            .modified(when(self.board[province].land == Land::Mountain, chart.mountain), DEPLETION)
            .modified(when(self.season(state) == Season::Winter, chart.winter), DEPLETION)
    }

    /// 7.2: whether nobody rolls for a province, since it is bare or feeds too few.
    pub(crate) fn has_nothing_to_lose(
        &self,
        state: &State,
        province: ProvinceId,
        units: u8,
    ) -> bool {
        let bare = self.board[province].land == Land::Desert || state.depleted.contains(province);
        bare || units < self.charts.depletion.smallest_army
    }

    /// 7.2: rolls for every province that feeds an army.
    fn deplete(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        let contested = self.contested(state);
        let draws = self.draws(state, contested);
        for province in self.board.provinces() {
            let units = draws[province.index()];
            if self.has_nothing_to_lose(state, province, units) {
                continue;
            }
            let roll = Roll::plain(dice, Die::D6);
            let roll = self.depletion_roll(state, province, units, roll);
            let depleted = roll.result() >= self.charts.depletion.depleted_from;
            if depleted {
                state.depleted.insert(province);
            }
            let rule = if contested.contains(province) { BOTH_SIDES } else { DEPLETION };
            sink.tell(SeatSet::ALL, Event::Depletion { province, units, roll, depleted, rule });
        }
    }

    /// 7.4: the next army in a bare province loses steps.
    fn attrition(
        &self,
        state: &mut State,
        after: Option<(ProvinceId, Force)>,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        state.steps.pop();
        let forces = self.forces(state);
        if after.is_none() {
            self.spare(state, &forces, sink);
        }
        let hit = self.armies(state, &forces).find(|&(at, force, _)| {
            after.is_none_or(|after| (at, force) > after) && self.starves(state, at, force)
        });
        let Some((province, force, _)) = hit else { return };
        state.steps.push(Attrition { after: Some((province, force)) }.into());
        let roll = Roll::plain(dice, Die::D6);
        let steps = self.charts.attrition.steps(self.board[province].land, roll.raw);
        let rule = match self.board[province].land {
            Land::Desert => DESERT,
            _ if self.contested(state).contains(province) => BOTH_SIDES,
            _ => ATTRITION,
        };
        sink.tell(SeatSet::ALL, Event::Attrition { province, force, roll, steps, rule });
        let among = self.hungry(state, province, force);
        self.must_lose(
            state,
            Loss { power: force.power, cause: LossCause::Attrition, among, steps },
            sink,
        );
    }

    fn starves(&self, state: &State, province: ProvinceId, force: Force) -> bool {
        self.is_bare(state, province)
            && !self.is_at_home(province, force)
            && !Self::is_fed(state, force.power, province)
    }

    fn is_bare(&self, state: &State, province: ProvinceId) -> bool {
        self.board[province].land == Land::Desert || state.hungry_lands.contains(province)
    }

    /// 7.8.
    pub(crate) fn is_at_home(&self, province: ProvinceId, force: Force) -> bool {
        force == Force::main(self.macedon()) && province == self.lands.macedonia
    }

    /// 7.8, 7.9, 14.2: says which forces do not hunger in a depleted province, and why.
    fn spare(&self, state: &State, forces: &Forces, sink: &mut impl Sink<Event>) {
        for &(province, force, count) in forces {
            let rule = match usize::from(count) {
                _ if !state.hungry_lands.contains(province) => continue,
                0..ARMY => GARRISONS,
                _ if self.is_at_home(province, force) => AT_HOME,
                _ if province == self.lands.hellas
                    && force.kin == Kin::Main
                    && self.hungry(state, province, force).len() < ARMY =>
                {
                    REVOLT
                }
                _ => continue,
            };
            sink.tell(SeatSet::ALL, Event::Spared { province, force, rule });
        }
    }

    /// The place of a unit, if it is in the field.
    pub(crate) fn field_of(state: &State, unit: UnitId) -> Option<ProvinceId> {
        match state.unit(unit).place {
            Place::Field(province) => Some(province),
            _ => None,
        }
    }
}
