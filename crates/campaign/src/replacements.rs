//! 12.0 Replacements.

use crate::control::Presence;
use crate::engine::event::Event;
use crate::engine::sequence::Step;
use crate::engine::state::{Place, Points};
use crate::model::data::{Season, Start};
use crate::model::ids::{CityId, CitySet, ProvinceId, ProvinceSet, UnitId};
use crate::model::pieces::{Kind, Nation, Side};
use crate::model::roster::UnitType;
use crate::movement::SIEGE_TRAIN;
use crate::objectives::ALEXANDRIA;
use crate::{Action, Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Dice, Die, Illegal, Roll, Rule, SeatSet, Sink, rule};

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

/// What a side has to build with, from one look at the map.
struct Ledger {
    side: Side,
    controlled: ProvinceSet,
    markers_left: u8,
    /// Cities with somebody in them.
    held: CitySet,
}

impl Campaign {
    /// 12.1, 12.6: a point for each province, but none for Persia from Indian and independent ones.
    pub fn income(&self, state: &State, side: Side) -> u8 {
        self.income_amid(state, self.presence(state), side)
    }

    /// The same for whoever has looked already who stands where.
    pub(crate) fn income_amid(&self, state: &State, presence: Presence, side: Side) -> u8 {
        let counts = |&id: &ProvinceId| {
            let free = self.board[id].start == Start::Independent || self.lands.indian.contains(id);
            side == Side::Macedonian || !free
        };
        let controlled = self.holdings_amid(state, presence, side).controlled;
        controlled.iter().filter(counts).count() as u8
    }

    /// 12.1: whether this is a turn in which a side receives replacements.
    fn is_payday(&self, state: &State, side: Side) -> bool {
        match self.scenario.turn(state.turn) {
            Some(turn) => turn.replacements[side as usize],
            // Past the printed track the seasons go on as before (our reading of 17.3).
            None => match self.season(state) {
                Season::Winter => true,
                Season::Spring => side == Side::Persian,
                _ => false,
            },
        }
    }

    /// 15.8: two treasuries lost end the Spring replacements.
    fn is_broke(&self, state: &State, side: Side) -> bool {
        side == Side::Persian
            && self.season(state) == Season::Spring
            && state.secured.treasuries() >= 2
    }

    /// 12.9: every wounded leader tries to recover, every turn.
    pub(crate) fn recover(
        &self,
        state: &mut State,
        side: Side,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        state.steps.pop();
        let who = self.roster.who();
        for leader in self.roster.leaders().filter(|&leader| self.side_of_leader(leader) == side) {
            if !state.leader(leader).wounded {
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
    pub(crate) fn count_points(&self, state: &mut State, side: Side, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        let left = state.points.due[side as usize];
        if left == 0 || !self.is_payday(state, side) {
            return;
        }
        if self.is_broke(state, side) {
            sink.tell(SeatSet::ALL, Event::Unpaid);
        } else {
            state.points = Points { left, special: 0, regular: 0, ..state.points };
            state.steps.push(Step::Replacements(side));
            sink.tell(SeatSet::ALL, Event::Points { side, points: left });
        }
    }

    pub(crate) fn list_replacements(&self, state: &State, side: Side, into: &mut Vec<Action>) {
        let ledger = self.ledger(state, side);
        // Whether a unit can be paid for is the same for all of its kind.
        let cost = &self.charts.replacement_cost;
        let payable = |kind: &&UnitType| {
            Self::affords(state, cost.step(kind.kind)).is_ok()
                && self.may_pay_for(state, side, kind.first).is_ok()
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
                reduced && self.may_rebuild(state, side, unit).is_ok()
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

    fn ledger(&self, state: &State, side: Side) -> Ledger {
        let standing: u8 = state.cities.iter().map(|city| city.walls).sum();
        Ledger {
            held: Self::held_cities(state),
            side,
            controlled: self.controlled(state, side),
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

    pub(crate) fn check_replacement(
        &self,
        state: &State,
        side: Side,
        action: Action,
    ) -> Result<(), Illegal> {
        match action {
            // These ask nothing of the map.
            Action::Done => Ok(()),
            Action::Rebuild(unit) => self.may_rebuild(state, side, unit),
            _ => self.check_spending(state, &self.ledger(state, side), action),
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
        if now.walls == 0 || now.owner != ledger.side {
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

    fn may_rebuild(&self, state: &State, side: Side, unit: UnitId) -> Result<(), Illegal> {
        let (piece, printed) = (state.unit(unit), &self.roster[unit]);
        if piece.side != side || self.province_of(piece.place).is_none() {
            return Err(Illegal::by(REBUILDING, "It is not a unit of this side on the map."));
        }
        if piece.steps == printed.full() {
            return Err(Illegal::by(REBUILDING, "It is at full strength."));
        }
        self.may_pay_for(state, side, unit)
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
        self.may_pay_for(state, ledger.side, unit)?;
        if self.musters_in(state, ledger.side, unit).and(ledger.controlled).is_empty() {
            return Err(Illegal::by(RAISING, "There is no province where it could be raised."));
        }
        Ok(())
    }

    /// Whether a side may spend points on a unit, and has them.
    fn may_pay_for(&self, state: &State, side: Side, unit: UnitId) -> Result<(), Illegal> {
        let printed = &self.roster[unit];
        let refuse = |rule, sentence: &'static str| Err(Illegal::by(rule, sentence));
        let ruined = || state.secured.treasuries() == 4;
        match (side, printed.nation) {
            (_, Nation::Barbarian | Nation::Arab) => {
                return refuse(NO_REPLACEMENTS, "Raiders are never replaced.");
            }
            (Side::Persian, Nation::Indian) => {
                return refuse(NO_REPLACEMENTS, "Indians are never replaced.");
            }
            (Side::Persian, Nation::Macedonian | Nation::GreekAllied) => {
                return refuse(SPENDING, "They fight for Macedon.");
            }
            (Side::Persian, Nation::Spartan) if !state.history.spartans_rose => {
                return refuse(SPENDING, "Sparta has not risen.");
            }
            (Side::Persian, Nation::GreekMercenary) if ruined() => {
                return refuse(TREASURIES, "Without a treasury no mercenaries can be hired.");
            }
            (Side::Persian, _) if self.is_royal(unit) && ruined() => {
                return refuse(
                    TREASURIES,
                    "Without a treasury neither guard nor archers are replaced.",
                );
            }
            (Side::Macedonian, Nation::Spartan) => return refuse(SPENDING, "They fight Macedon."),
            (Side::Macedonian, Nation::Persian | Nation::Indian) => {
                self.may_recruit(state, unit)?;
            }
            _ => {}
        }
        let cost = self.charts.replacement_cost.step(printed.kind);
        if printed.kind == Kind::SiegeTrain && cost > state.points.left {
            return refuse(SIEGE_TRAIN, "The Siege Train costs more points than are left.");
        }
        Self::affords(state, cost)
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
    pub(crate) fn muster_places(&self, state: &State, side: Side, unit: UnitId) -> ProvinceSet {
        self.controlled(state, side).and(self.musters_in(state, side, unit))
    }

    /// Where it could appear if all of the map were controlled.
    fn musters_in(&self, state: &State, side: Side, unit: UnitId) -> ProvinceSet {
        match self.roster[unit].kind {
            Kind::SiegeTrain => ProvinceSet::only(self.lands.macedonia),
            _ => self.allowed_for(state, unit, side),
        }
    }

    /// Where a unit may go once it serves this side.
    pub(crate) fn allowed_for(&self, state: &State, unit: UnitId, side: Side) -> ProvinceSet {
        match (side, self.roster[unit].nation) {
            (Side::Macedonian, _) if self.scenario.home_army.contains(unit) => {
                if self.home_army_is_free(state) { self.lands.all } else { self.lands.europe }
            }
            (Side::Macedonian, _) => self.lands.all,
            (Side::Persian, Nation::Spartan) => self.lands.spartan,
            (Side::Persian, _) => self.lands.persian,
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
        if now.walls > 0 && now.owner != ledger.side {
            return refuse(WALLS, "The enemy holds the city.");
        }
        if !ledger.controlled.contains(printed.province) {
            return refuse(WALLS, "Its province is not controlled.");
        }
        Self::affords(state, self.charts.replacement_cost.wall)
    }

    pub(crate) fn replace(
        &self,
        state: &mut State,
        side: Side,
        action: Action,
        sink: &mut impl Sink<Event>,
    ) {
        let cost = &self.charts.replacement_cost;
        match action {
            Action::Rebuild(unit) => {
                state.points.left -= cost.step(self.roster[unit].kind);
                self.count_recruit(state, side, unit);
                let piece = &mut state.units[unit.index()];
                piece.steps += 1;
                let steps = piece.steps;
                sink.tell(SeatSet::ALL, Event::Rebuilt { unit, steps });
            }
            Action::Raise(unit) => {
                state.points.left -= cost.step(self.roster[unit].kind);
                self.count_recruit(state, side, unit);
                state.steps.push(Step::Muster(unit));
            }
            Action::BuildWall(city) => {
                state.points.left -= cost.wall;
                self.raise_wall(state, side, city);
                sink.tell(SeatSet::ALL, Event::WallBuilt { city, taken_from: None });
            }
            Action::MoveWall(from, city) => {
                state.points.left -= cost.wall;
                state.cities[from.index()].walls -= 1;
                self.raise_wall(state, side, city);
                sink.tell(SeatSet::ALL, Event::WallBuilt { city, taken_from: Some(from) });
                self.secure_cities(state, self.presence(state), sink);
            }
            _ => {
                state.steps.pop();
                state.points.left = 0;
            }
        }
    }

    fn raise_wall(&self, state: &mut State, side: Side, city: CityId) {
        let now = &mut state.cities[city.index()];
        now.walls += 1;
        now.owner = side;
    }

    fn count_recruit(&self, state: &mut State, side: Side, unit: UnitId) {
        let foreign = matches!(self.roster[unit].nation, Nation::Persian | Nation::Indian);
        if side == Side::Macedonian && foreign {
            state.points.special += 1;
        } else {
            state.points.regular += 1;
        }
    }

    /// A raised unit appears.
    pub(crate) fn muster(
        &self,
        state: &mut State,
        side: Side,
        unit: UnitId,
        province: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        state.steps.pop();
        self.unit_appears(state, unit, side, Place::Field(province));
        let rule = match self.roster[unit].nation {
            _ if self.roster[unit].kind == Kind::SiegeTrain => SIEGE_TRAIN,
            Nation::GreekMercenary => MERCENARIES,
            Nation::Persian | Nation::Indian if side == Side::Macedonian => RECRUITMENT,
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
