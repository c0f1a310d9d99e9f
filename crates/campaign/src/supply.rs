//! 7.0 Supply.

use crate::engine::event::Event;
use crate::engine::sequence::Step;
use crate::engine::state::{Force, Loss, LossCause, Place, Shipment};
use crate::events::REVOLT;
use crate::forces::{ARMY, Forces};
use crate::model::data::{Land, Season};
use crate::model::ids::{CityId, ProvinceId, ProvinceSet, SeaId, SeaSet, UnitId, UnitSet};
use crate::model::pieces::{Nation, Side};
use crate::{Action, Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Dice, Die, Illegal, Roll, Rule, SeatSet, Sink, rule};

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

impl Campaign {
    /// 17.1: what the Persians may lay waste: provinces they control and nobody contests.
    pub(crate) fn scorchable(&self, state: &State) -> ProvinceSet {
        let fit =
            |&id: &ProvinceId| self.board[id].land != Land::Desert && !state.scorched.contains(id);
        self.controlled(state, Side::Persian).iter().filter(fit).collect()
    }

    pub(crate) fn list_scorch(&self, state: &State, into: &mut Vec<Action>) {
        into.extend(self.scorchable(state).iter().map(Action::Scorch));
        into.push(Action::Done);
    }

    pub(crate) fn check_scorch(&self, state: &State, province: ProvinceId) -> Result<(), Illegal> {
        if self.scorchable(state).contains(province) {
            return Ok(());
        }
        Err(Illegal::by(
            SCORCHED_EARTH,
            "Only land that Persia controls and that still bears can be laid waste.",
        ))
    }

    /// One province a supply phase (our reading); the step is over.
    pub(crate) fn scorch(state: &mut State, province: ProvinceId, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        state.depleted.insert(province);
        state.scorched.insert(province);
        sink.tell(SeatSet::ALL, Event::Scorched { province });
    }

    /// The units of a force that draw supply (7.9, 14.2, 14.3): not city garrisons, not raiders at
    /// home, not Spartans in Hellas, not Indians before they are roused (our reading of 3.3).
    pub fn hungry(&self, state: &State, province: ProvinceId, force: Force) -> UnitSet {
        let exempt = |unit: UnitId| match force {
            Force::Indian => !state.history.indians_roused,
            Force::Band(band) => state.band_homes[usize::from(band)] == province,
            Force::Persian => {
                province == self.lands.hellas && self.roster[unit].nation == Nation::Spartan
            }
            Force::Macedonian => false,
        };
        self.field_units(state, province, force).iter().filter(|&unit| !exempt(unit)).collect()
    }

    /// How many of a force's units draw supply. Only Spartans have others beside them who do
    /// otherwise, so that all other forces need not be looked at one by one.
    fn count_hungry(&self, state: &State, province: ProvinceId, force: Force, units: u8) -> u8 {
        match force {
            Force::Persian if province == self.lands.hellas => {
                self.hungry(state, province, force).len() as u8
            }
            Force::Indian if !state.history.indians_roused => 0,
            Force::Band(band) if state.band_homes[usize::from(band)] == province => 0,
            _ => units,
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
    pub fn sea_sources(&self, state: &State, side: Side, army: ProvinceId) -> ProvinceSet {
        let coasts = self.board[army].coasts;
        if coasts.is_empty() {
            return ProvinceSet::NONE;
        }
        let holdings = self.holdings(state, side);
        let friendly = holdings.friendly();
        if !friendly.contains(army) {
            return ProvinceSet::NONE;
        }
        let open = |sea: SeaId| !friendly.and(self.board[sea].shores).is_empty();
        let reached = self.sea_lanes(state, side, army, open);
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
        side: Side,
        army: ProvinceId,
        open: impl Fn(SeaId) -> bool,
    ) -> SeaSet {
        let closed = |sea: SeaId| {
            let fortress = |city: CityId| {
                let (printed, now) = (&self.board[city], state.city(city));
                printed.coast == Some(sea) && now.founded && now.walls > 0 && now.owner != side
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
        side: Side,
        army: ProvinceId,
        from: ProvinceId,
    ) -> Vec<SeaId> {
        let friendly = self.holdings(state, side).friendly();
        let open = |sea: SeaId| !friendly.and(self.board[sea].shores).is_empty();
        let lanes = self.sea_lanes(state, side, army, open);
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
        side: Side,
        army: ProvinceId,
        from: ProvinceId,
    ) -> Illegal {
        let could_send = self.controlled(state, side).contains(from)
            && self.board[from].land != Land::Desert
            && !state.depleted.contains(from);
        let lanes = self.sea_lanes(state, side, army, |_| true);
        if could_send && !self.board[from].coasts.and(lanes).is_empty() {
            return Illegal::by(SEAS, "A sea on the way has no friendly shore to put in at.");
        }
        Illegal::by(BY_SEA, "No ships can bring supplies from there.")
    }

    /// The next army of a side that could be fed by sea and has not been asked for.
    pub(crate) fn next_to_feed(&self, state: &State, side: Side) -> Option<ProvinceId> {
        let asked =
            |province| state.shipments.iter().any(|one| one.side == side && one.to == province);
        self.armies(state, &self.forces(state))
            .filter(|(province, force, _)| force.side() == side && !asked(*province))
            .map(|(province, ..)| province)
            .find(|&province| !self.sea_sources(state, side, province).is_empty())
    }

    /// Asks for the next army, or is done.
    pub(crate) fn feed_next(&self, state: &mut State, side: Side) {
        match self.next_to_feed(state, side) {
            Some(army) => state.steps.push(Step::FeedArmy(side, army)),
            None => {
                state.steps.pop();
            }
        }
    }

    pub(crate) fn list_feed(
        &self,
        state: &State,
        side: Side,
        army: ProvinceId,
        into: &mut Vec<Action>,
    ) {
        into.push(Action::Feed(None));
        let sources = self.sea_sources(state, side, army);
        into.extend(sources.iter().map(|from| Action::Feed(Some(from))));
    }

    pub(crate) fn check_feed(
        &self,
        state: &State,
        side: Side,
        army: ProvinceId,
        from: Option<ProvinceId>,
    ) -> Result<(), Illegal> {
        match from {
            None => Ok(()),
            Some(from) if self.sea_sources(state, side, army).contains(from) => Ok(()),
            Some(from) => Err(self.why_no_ships(state, side, army, from)),
        }
    }

    pub(crate) fn feed(
        state: &mut State,
        side: Side,
        to: ProvinceId,
        from: Option<ProvinceId>,
        sink: &mut impl Sink<Event>,
    ) {
        state.steps.pop();
        state.shipments.push(Shipment { side, to, from });
        let event = match from {
            Some(from) => Event::Fed { side, army: to, from },
            None => Event::LivesOffTheLand { army: to },
        };
        sink.tell(SeatSet::ALL, event);
    }

    fn is_fed(state: &State, side: Side, army: ProvinceId) -> bool {
        let fed = |one: &Shipment| one.side == side && one.to == army && one.from.is_some();
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
            if Self::is_fed(state, force.side(), province) {
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
                let fed = armies.filter(|(at, force, _)| *at == one.to && force.side() == one.side);
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
    pub(crate) fn deplete(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
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
    pub(crate) fn attrition(
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
        state.steps.push(Step::Attrition(Some((province, force))));
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
            Loss { side: force.side(), cause: LossCause::Attrition, among, steps },
            sink,
        );
    }

    fn starves(&self, state: &State, province: ProvinceId, force: Force) -> bool {
        self.is_bare(state, province)
            && !self.is_at_home(province, force)
            && !Self::is_fed(state, force.side(), province)
    }

    fn is_bare(&self, state: &State, province: ProvinceId) -> bool {
        self.board[province].land == Land::Desert || state.hungry_lands.contains(province)
    }

    /// 7.8.
    pub(crate) fn is_at_home(&self, province: ProvinceId, force: Force) -> bool {
        force == Force::Macedonian && province == self.lands.macedonia
    }

    /// 7.8, 7.9, 14.2: says which forces do not hunger in a depleted province, and why.
    fn spare(&self, state: &State, forces: &Forces, sink: &mut impl Sink<Event>) {
        for &(province, force, count) in forces {
            let rule = match usize::from(count) {
                _ if !state.hungry_lands.contains(province) => continue,
                0..ARMY => GARRISONS,
                _ if self.is_at_home(province, force) => AT_HOME,
                _ if province == self.lands.hellas
                    && force == Force::Persian
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
