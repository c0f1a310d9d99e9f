//! 12.0 Replacements.

use crate::control::Presence;
use crate::engine::event::Event;
use crate::engine::state::{Objective, Place, Points};
use crate::engine::steps::{Asked, Position, Procedure, Progress, Resolver, happens, not_asked};
use crate::model::data::Season;
use crate::model::ids::{CityId, CitySet, ProvinceId, ProvinceSet, UnitId};
use crate::model::pieces::{Kind, Nation};
use crate::model::powers::Power;
use crate::model::roster::UnitType;
use crate::movement::SIEGE_TRAIN;
use crate::objectives::ALEXANDRIA;
use crate::{Action, Campaign, Question, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Dice, Die, Illegal, Roll, Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

/// The Hypaspists and the Hetairai have two counters each.
pub(crate) const COUNTERS: Rule = rule!(ALEXANDROS, "2.3");
pub(crate) const POINTS: Rule = rule!(ALEXANDROS, "12.1");
pub(crate) const SPENDING: Rule = rule!(ALEXANDROS, "12.2");
pub(crate) const REBUILDING: Rule = rule!(ALEXANDROS, "12.3");
pub(crate) const RAISING: Rule = rule!(ALEXANDROS, "12.4");
pub(crate) const WALLS: Rule = rule!(ALEXANDROS, "12.5");
pub(crate) const NO_REPLACEMENTS: Rule = rule!(ALEXANDROS, "12.6");
pub(crate) const MERCENARIES: Rule = rule!(ALEXANDROS, "12.7");
pub(crate) const RECRUITMENT: Rule = rule!(ALEXANDROS, "12.8");
pub(crate) const LEADER_RECOVERY: Rule = rule!(ALEXANDROS, "12.9");
pub(crate) const RECUPERATION: Rule = rule!(ALEXANDROS, "12.11");
pub(crate) const MARKERS: Rule = rule!(ALEXANDROS, "6.4");
pub(crate) const TREASURIES: Rule = rule!(ALEXANDROS, "15.8");

/// A counter has two sides; whoever has more steps has a second counter (2.3).
const STEPS_OF_A_COUNTER: u8 = 2;
const NO_OWN_WALL: &str = "Only a wall of one's own can be pulled down.";

/// 12.9: the wounded of a power may recover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recovery(pub Power);

happens!(Recovery by LEADER_RECOVERY, |Recovery(power), it| {
    it.rules.recover(it.state, power, it.dice, it.sink);
});

/// 12.1: the points of a power are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CountPoints(pub Power);

happens!(CountPoints by POINTS, |CountPoints(power), it| {
    it.rules.count_points(it.state, power, it.sink);
});

/// 12.2: a power raises, rebuilds and builds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Replacements(pub Power);

impl Procedure for Replacements {
    fn asked(&self, Position { state, .. }: Position<'_>) -> Option<Asked> {
        let question = Question::Replace { points: state.points.left };
        Some(Asked { power: self.0, question, rule: SPENDING })
    }
    fn list(&self, Position { rules, state }: Position<'_>, into: &mut Vec<Action>) {
        rules.list_replacements(state, self.0, into);
    }
    fn check(
        &self,
        Position { rules, state }: Position<'_>,
        action: Action,
    ) -> Result<(), Illegal> {
        rules.check_replacement(state, self.0, action)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.rules.replace(resolver.state, self.0, action, resolver.sink);
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

/// 12.4: a raised unit is placed, by whoever has paid for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Muster(pub UnitId);

impl Procedure for Muster {
    fn asked(&self, Position { state, .. }: Position<'_>) -> Option<Asked> {
        let power = Muster::paymaster(state)?;
        Some(Asked { power, question: Question::PlaceUnit(self.0), rule: RAISING })
    }
    fn list(&self, position: Position<'_>, into: &mut Vec<Action>) {
        into.extend(self.places(position).iter().map(Action::Place));
    }
    fn check(&self, position: Position<'_>, action: Action) -> Result<(), Illegal> {
        let Action::Place(province) = action else { return Err(not_asked(RAISING)) };
        let Position { rules, state } = position;
        match Muster::paymaster(state) {
            Some(_) if self.places(position).contains(province) => Ok(()),
            Some(power) => Err(rules.why_not_placed(state, power, Some(self.0), province, RAISING)),
            None => Err(not_asked(RAISING)),
        }
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        let Resolver { rules, state, sink, .. } = resolver;
        if let (Action::Place(province), Some(power)) = (action, Muster::paymaster(state)) {
            rules.muster(state, power, self.0, province, *sink);
        }
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

impl Muster {
    /// Whose replacements are being raised.
    fn paymaster(state: &State) -> Option<Power> {
        state.frame::<Replacements>().map(|&Replacements(power)| power)
    }

    fn places(self, Position { rules, state }: Position<'_>) -> ProvinceSet {
        let power = Muster::paymaster(state);
        power.map_or(ProvinceSet::NONE, |power| rules.muster_places(state, power, self.0))
    }
}

/// What a power has to build with, from one look at the map.
struct Ledger {
    power: Power,
    controlled: ProvinceSet,
    /// Where enemies have units.
    enemies: ProvinceSet,
    markers_left: u8,
    /// Cities with somebody in them.
    held: CitySet,
}

impl Campaign {
    /// 12.1, 12.6: a point for each province, but none for Persia from Indian and independent ones.
    pub fn income(&self, state: &State, power: Power) -> u8 {
        self.income_amid(state, &self.presence(state), power)
    }

    /// The same for whoever has looked already who stands where.
    pub(crate) fn income_amid(&self, state: &State, presence: &Presence, power: Power) -> u8 {
        let counts = |&id: &ProvinceId| {
            let free = self.board[id].start.is_none() || self.lands.indian.contains(id);
            power == self.macedon() || !free
        };
        let controlled = self.holdings_amid(state, presence, power).controlled;
        controlled.iter().filter(counts).count() as u8
    }

    /// 12.1: whether this is a turn in which a power receives replacements.
    fn is_payday(&self, state: &State, power: Power) -> bool {
        match self.scenario.turn(state.turn) {
            Some(turn) => turn.replacements.contains(power),
            // Past the printed track the seasons go on as before (our reading of 17.3).
            None => match self.season(state) {
                Season::Winter => true,
                Season::Spring => power != self.macedon(),
                Season::Summer | Season::Autumn => false,
            },
        }
    }

    /// 15.8: two treasuries lost end the Spring replacements.
    fn is_broke(&self, state: &State, power: Power) -> bool {
        power == self.persia()
            && self.season(state) == Season::Spring
            && state.secured.treasuries() >= 2
    }

    /// 12.9: every wounded leader tries to recover, every turn.
    fn recover(
        &self,
        state: &mut State,
        power: Power,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        state.steps.pop();
        let who = self.roster.who();
        for leader in self.roster.leaders() {
            let now = state.leader(leader);
            if now.power != power || !now.wounded {
                continue;
            }
            let king = leader == who.alexander || leader == who.porus;
            let numbers = &self.charts.succeeds_on;
            let roll = Roll::plain(dice, Die::D6);
            let recovered = roll.raw <= if king { numbers.recover_king } else { numbers.recover };
            state.leaders[leader.index()].wounded = !recovered;
            sink.tell(SeatSet::ALL, Event::Recovery { leader, roll, recovered });
        }
    }

    /// 12.1: the points of the phase.
    fn count_points(&self, state: &mut State, power: Power, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        let left = state.points.due[power.index()];
        if left == 0 || !self.is_payday(state, power) {
            return;
        }
        if self.is_broke(state, power) {
            sink.tell(SeatSet::ALL, Event::Unpaid);
        } else {
            state.points = Points { left, special: 0, regular: 0, ..state.points };
            state.steps.push(Replacements(power).into());
            sink.tell(SeatSet::ALL, Event::Points { power, points: left });
        }
    }

    fn list_replacements(&self, state: &State, power: Power, into: &mut Vec<Action>) {
        let ledger = self.ledger(state, power);
        // Whether a unit can be paid for is the same for all of its kind.
        let cost = &self.charts.replacement_cost;
        let payable = |kind: &&UnitType| {
            Self::affords(state, cost.step(kind.kind)).is_ok()
                && self.may_pay_for(state, power, kind.first).is_ok()
        };
        for kind in self.roster.types().iter().filter(payable) {
            let next = kind.units().find(|&unit| state.unit(unit).place == Place::Pool);
            let raisable = next.filter(|&unit| self.may_raise(state, &ledger, unit).is_ok());
            into.extend(raisable.map(Action::Raise));
            if kind.full() == 1 {
                continue;
            }
            let fit = |&unit: &UnitId| {
                let reduced = (1..kind.full()).contains(&state.unit(unit).steps);
                reduced && self.may_rebuild(state, power, unit).is_ok()
            };
            into.extend(kind.units().filter(fit).map(Action::Rebuild));
        }
        let cities = || self.board.cities();
        let buildable = cities().filter(|&city| self.may_build(state, &ledger, city).is_ok());
        if ledger.markers_left > 0 {
            into.extend(buildable.map(Action::BuildWall));
        } else {
            let may_fall = |&city: &CityId| Self::may_pull_down(state, &ledger, city).is_ok();
            let fallen: CitySet = cities().filter(may_fall).collect();
            for city in buildable {
                let elsewhere = fallen.without(CitySet::only(city));
                into.extend(elsewhere.iter().map(|other| Action::MoveWall(other, city)));
            }
        }
        into.push(Action::Done);
    }

    fn ledger(&self, state: &State, power: Power) -> Ledger {
        let standing: u8 = state.cities.iter().map(|city| city.walls).sum();
        let presence = self.presence(state);
        let rivals = self.powers.rivals(power).map(|one| presence.of(one));
        Ledger {
            held: Self::held_cities(state),
            power,
            controlled: self.holdings_amid(state, &presence, power).controlled,
            enemies: rivals.fold(ProvinceSet::NONE, ProvinceSet::or),
            markers_left: self.scenario.wall_markers.saturating_sub(standing),
        }
    }

    /// Cities with a unit or a leader in them.
    fn held_cities(state: &State) -> CitySet {
        let mut held = CitySet::NONE;
        for unit in &state.units {
            if let Place::City(city) = unit.place {
                held.insert(city);
            }
        }
        for leader in &state.leaders {
            if let Place::City(city) = leader.place {
                held.insert(city);
            }
        }
        held
    }

    fn check_replacement(
        &self,
        state: &State,
        power: Power,
        action: Action,
    ) -> Result<(), Illegal> {
        match action {
            // These ask nothing of the map.
            Action::Done => Ok(()),
            Action::Rebuild(unit) => self.may_rebuild(state, power, unit),
            _ => self.check_spending(state, &self.ledger(state, power), action),
        }
    }

    fn check_spending(
        &self,
        state: &State,
        ledger: &Ledger,
        action: Action,
    ) -> Result<(), Illegal> {
        match action {
            Action::Raise(unit) => self.may_raise(state, ledger, unit),
            Action::BuildWall(city) => {
                self.may_build(state, ledger, city)?;
                if ledger.markers_left > 0 {
                    return Ok(());
                }
                Err(Illegal::by(
                    WALLS,
                    "Every wall marker is in use: another wall must fall for it.",
                ))
            }
            Action::MoveWall(from, to) => {
                self.may_build(state, ledger, to)?;
                if ledger.markers_left > 0 {
                    return Err(Illegal::by(WALLS, "There are wall markers left to build with."));
                }
                if from == to {
                    return Err(Illegal::by(WALLS, NO_OWN_WALL));
                }
                Self::may_pull_down(state, ledger, from)
            }
            _ => Err(Illegal::by(SPENDING, "Replacements are being raised.")),
        }
    }

    /// 12.5: a wall of one's own elsewhere, but not the last one over a garrison or a leader.
    fn may_pull_down(state: &State, ledger: &Ledger, from: CityId) -> Result<(), Illegal> {
        let now = state.city(from);
        if now.owner != Some(ledger.power) {
            return Err(Illegal::by(WALLS, NO_OWN_WALL));
        }
        if now.walls == 1 && ledger.held.contains(from) {
            return Err(Illegal::by(WALLS, "Whoever is within keeps his last wall."));
        }
        Ok(())
    }

    fn affords(state: &State, cost: u8) -> Result<(), Illegal> {
        if cost <= state.points.left {
            return Ok(());
        }
        Err(Illegal::by(SPENDING, "There are not enough replacement points left."))
    }

    fn may_rebuild(&self, state: &State, power: Power, unit: UnitId) -> Result<(), Illegal> {
        let (piece, printed) = (state.unit(unit), &self.roster[unit]);
        if piece.power != power || self.province_of(piece.place).is_none() {
            return Err(Illegal::by(REBUILDING, "It is not a unit of this side on the map."));
        }
        if piece.steps == printed.full() {
            return Err(Illegal::by(REBUILDING, "It is at full strength."));
        }
        self.may_pay_for(state, power, unit)
    }

    fn may_raise(&self, state: &State, ledger: &Ledger, unit: UnitId) -> Result<(), Illegal> {
        let first = self.roster[unit].units().find(|&one| state.unit(one).place == Place::Pool);
        let in_play = self.province_of(state.unit(unit).place).is_some();
        if in_play && self.roster[unit].full() > STEPS_OF_A_COUNTER {
            return Err(Illegal::by(COUNTERS, "Only one of its two counters may be in play."));
        }
        if first != Some(unit) {
            return Err(Illegal::by(RAISING, "It is not the next of its kind in the dead pile."));
        }
        let hired = self.roster[unit].nation == Nation::GreekMercenary;
        if hired && ledger.power != self.macedon() && Self::is_ruined(state) {
            let sentence = "Without a treasury no mercenaries can be hired.";
            return Err(Illegal::by(TREASURIES, sentence));
        }
        self.may_pay_for(state, ledger.power, unit)?;
        if self.musters_in(state, ledger.power, unit).and(ledger.controlled).is_empty() {
            return Err(Illegal::by(RAISING, "There is no province where it could be raised."));
        }
        Ok(())
    }

    /// Whether a power may spend points on a unit, and has them.
    fn may_pay_for(&self, state: &State, power: Power, unit: UnitId) -> Result<(), Illegal> {
        let printed = &self.roster[unit];
        let refuse = |rule, sentence: &'static str| Err(Illegal::by(rule, sentence));
        if printed.nation.raids() {
            return refuse(NO_REPLACEMENTS, "Raiders are never replaced.");
        }
        if power == self.macedon() {
            match printed.nation {
                Nation::Spartan => return refuse(SPENDING, "They fight Macedon."),
                Nation::Persian | Nation::Indian => self.may_recruit(state, unit)?,
                _ => {}
            }
        } else {
            match printed.nation {
                Nation::Indian => {
                    return refuse(NO_REPLACEMENTS, "Indians are never replaced.");
                }
                Nation::Macedonian | Nation::GreekAllied => {
                    return refuse(SPENDING, "They fight for Macedon.");
                }
                Nation::Spartan if !state.history.spartans_rose => {
                    return refuse(SPENDING, "Sparta has not risen.");
                }
                _ if self.is_royal(unit) && Self::is_ruined(state) => {
                    return refuse(
                        TREASURIES,
                        "Without a treasury neither guard nor archers are replaced.",
                    );
                }
                _ => {}
            }
        }
        let cost = self.charts.replacement_cost.step(printed.kind);
        if printed.kind == Kind::SiegeTrain && cost > state.points.left {
            return refuse(SIEGE_TRAIN, "The Siege Train costs more points than are left.");
        }
        Self::affords(state, cost)
    }

    /// 15.8: all four treasuries are lost.
    fn is_ruined(state: &State) -> bool {
        state.secured.treasuries() == Objective::TREASURIES.len()
    }

    /// 15.8: foot archers and the Royal Guard.
    fn is_royal(&self, unit: UnitId) -> bool {
        let printed = &self.roster[unit];
        printed.nation == Nation::Persian
            && (printed.kind == Kind::Archer || printed.kind == Kind::HeavyInfantry)
    }

    /// 12.8: Persians after a capital, Indians after India; never more than half.
    fn may_recruit(&self, state: &State, unit: UnitId) -> Result<(), Illegal> {
        let printed = &self.roster[unit];
        let refuse = |sentence: &'static str| Err(Illegal::by(RECRUITMENT, sentence));
        let foot_or_horse = printed.kind == Kind::Infantry || printed.kind.is_cavalry();
        if !printed.turns_coat || printed.full() != 1 || !foot_or_horse {
            return refuse(
                "Only single-step foot and horse with Macedonian colours on the back can be recruited.",
            );
        }
        let since = match printed.nation {
            Nation::Indian if printed.kind == Kind::Infantry => state.history.india_entered,
            Nation::Persian => state.history.capital_taken,
            _ => None,
        };
        if since.is_none_or(|turn| turn >= state.turn) {
            return refuse("Their homeland must have been entered before this Winter.");
        }
        if state.points.special >= state.points.regular {
            return refuse(
                "For each of them a Macedonian, Greek or mercenary must be raised first.",
            );
        }
        Ok(())
    }

    /// 12.4, 11.7: where a raised unit can appear.
    fn muster_places(&self, state: &State, power: Power, unit: UnitId) -> ProvinceSet {
        self.controlled(state, power).and(self.musters_in(state, power, unit))
    }

    /// Where it could appear if all of the map were controlled.
    fn musters_in(&self, state: &State, power: Power, unit: UnitId) -> ProvinceSet {
        match self.roster[unit].kind {
            Kind::SiegeTrain => ProvinceSet::only(self.lands.macedonia),
            _ => self.allowed_for(state, unit, power),
        }
    }

    fn may_build(&self, state: &State, ledger: &Ledger, city: CityId) -> Result<(), Illegal> {
        let (printed, now) = (&self.board[city], state.city(city));
        let refuse = |rule, sentence: &'static str| Err(Illegal::by(rule, sentence));
        if !printed.fortifiable {
            return refuse(MARKERS, "The Temple of Ammon may not be fortified.");
        }
        if now.walls >= self.scenario.most_walls {
            return refuse(MARKERS, "No city may have more than five walls.");
        }
        if !now.founded {
            return refuse(ALEXANDRIA, "The city does not exist yet.");
        }
        if now.owner.is_some_and(|owner| owner != ledger.power) {
            return refuse(WALLS, "The enemy holds the city.");
        }
        let land = printed.reached_from;
        if land.and(ledger.controlled).is_empty() {
            return refuse(WALLS, "Its province is not controlled.");
        }
        // Ours: Gaza has two provinces, and is under siege while an enemy stands in one of them.
        if !land.and(ledger.enemies).is_empty() && land.len() > 1 {
            return refuse(WALLS, "An enemy stands before the city.");
        }
        Self::affords(state, self.charts.replacement_cost.wall)
    }

    fn replace(
        &self,
        state: &mut State,
        power: Power,
        action: Action,
        sink: &mut impl Sink<Event>,
    ) {
        let cost = &self.charts.replacement_cost;
        match action {
            Action::Rebuild(unit) => {
                state.points.left -= cost.step(self.roster[unit].kind);
                self.count_recruit(state, power, unit);
                let piece = &mut state.units[unit.index()];
                piece.steps += 1;
                let steps = piece.steps;
                sink.tell(SeatSet::ALL, Event::Rebuilt { unit, steps });
            }
            Action::Raise(unit) => {
                state.points.left -= cost.step(self.roster[unit].kind);
                self.count_recruit(state, power, unit);
                state.steps.push(Muster(unit).into());
            }
            Action::BuildWall(city) => {
                state.points.left -= cost.wall;
                self.raise_wall(state, power, city);
                sink.tell(SeatSet::ALL, Event::WallBuilt { city, taken_from: None });
            }
            Action::MoveWall(from, city) => {
                state.points.left -= cost.wall;
                self.pull_down(state, from);
                self.raise_wall(state, power, city);
                sink.tell(SeatSet::ALL, Event::WallBuilt { city, taken_from: Some(from) });
                self.secure_cities(state, &self.presence(state), sink);
            }
            _ => {
                state.steps.pop();
                state.points.left = 0;
            }
        }
    }

    fn raise_wall(&self, state: &mut State, power: Power, city: CityId) {
        let now = &mut state.cities[city.index()];
        now.walls += 1;
        now.owner = Some(power);
    }

    fn pull_down(&self, state: &mut State, city: CityId) {
        let now = &mut state.cities[city.index()];
        now.walls -= 1;
        now.owner = now.owner.filter(|_| now.walls > 0);
    }

    fn count_recruit(&self, state: &mut State, power: Power, unit: UnitId) {
        let foreign = matches!(self.roster[unit].nation, Nation::Persian | Nation::Indian);
        if power == self.macedon() && foreign {
            state.points.special += 1;
        } else {
            state.points.regular += 1;
        }
    }

    /// A raised unit appears.
    fn muster(
        &self,
        state: &mut State,
        power: Power,
        unit: UnitId,
        province: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        self.unit_appears(state, unit, power, Place::Field(province));
        let rule = match self.roster[unit].nation {
            _ if self.roster[unit].kind == Kind::SiegeTrain => SIEGE_TRAIN,
            Nation::GreekMercenary => MERCENARIES,
            Nation::Persian | Nation::Indian if power == self.macedon() => RECRUITMENT,
            _ => RAISING,
        };
        sink.tell(SeatSet::ALL, Event::UnitArrives { unit, province, rule });
        self.refresh_control(state, sink);
    }

    /// 12.11: worn phalanxes that fought nobody are fresh again.
    pub(crate) fn recuperate(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        let Some(phalanx) = self.roster.unit_type("mac_phalanx") else { return };
        for unit in phalanx.units() {
            let piece = &mut state.units[unit.index()];
            let on_map = matches!(piece.place, Place::Field(_) | Place::City(_));
            if on_map && piece.steps < phalanx.full() && !piece.done.fought {
                piece.steps = phalanx.full();
                sink.tell(SeatSet::ALL, Event::Recuperated { unit });
            }
        }
    }
}
