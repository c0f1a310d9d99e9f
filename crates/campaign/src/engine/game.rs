//! The door: what is asked, what can be answered, and what an answer does.

use crate::arrivals::PlaceRoyalArmy;
use crate::engine::event::Event;
use crate::engine::sequence::{BeginTurn, SEQUENCE};
use crate::engine::state::{
    City, Done, Ending, History, Leader, LeaderDone, Objectives, Place, Points, Unit,
};
use crate::engine::steps::{Position, Procedure, Resolver, Step, each_step};
use crate::model::ids::{LeaderId, ProvinceSet, UnitId};
use crate::model::powers::PowerSet;
use crate::movement::{Gather, Press};
use crate::{Action, BattleReport, Campaign, Interjection, Question, State};
use arrayvec::ArrayVec;
use diadem_core::{Ask, Broken, Dice, Illegal, Outcome, Seat, SeatSet, Sink};

/// What a campaign waits for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Waiting {
    /// Somebody has to decide something.
    Ask(Ask<Question>),
    /// A battle has to be fought; see [`Campaign::offer`].
    Battle,
    /// It is over.
    Over(Outcome),
}

/// The end of a state that no campaign can come to.
const IMPOSSIBLE: Outcome =
    Outcome { winners: SeatSet::NONE, how: "impossible position", rule: SEQUENCE };

impl Campaign {
    /// The state a campaign begins with (3.2, 3.3).
    pub fn opening(&self) -> State {
        let scenario = &self.scenario;
        let unit = |id: UnitId| {
            let place = scenario.unit_places[id.index()];
            let royal = scenario.royal_army.units.contains(id);
            let in_play = royal || matches!(place, Place::Field(_) | Place::City(_));
            Unit {
                place: if royal { Place::ToCome } else { place },
                steps: if in_play { self.roster[id].full() } else { 0 },
                power: self.powers.home(self.roster[id].nation),
                band: 0,
                done: Done::default(),
            }
        };
        let leader = |id: LeaderId| Leader {
            place: scenario.leader_places[id.index()],
            power: self.powers.home(self.roster[id].nation),
            wounded: false,
            fell: false,
            done: LeaderDone::default(),
        };
        let mut steps = ArrayVec::new();
        steps.push(BeginTurn.into());
        steps.push(PlaceRoyalArmy.into());
        let mut state = State {
            turn: 0,
            units: self.roster.units().map(unit).collect(),
            leaders: self.roster.leaders().map(leader).collect(),
            control: self.board.provinces().map(|id| self.board[id].start).collect(),
            cities: (self.board.cities())
                .map(|id| City {
                    walls: self.board[id].walls,
                    owner: self.board[id].owner,
                    founded: self.board[id].founded,
                    refused: false,
                    fury: false,
                })
                .collect(),
            depleted: ProvinceSet::NONE,
            scorched: ProvinceSet::NONE,
            hungry_lands: ProvinceSet::NONE,
            secured: Objectives::default(),
            history: History::default(),
            contested: ProvinceSet::NONE,
            steps,
            points: Points::default(),
            shipments: ArrayVec::new(),
            settled: ArrayVec::new(),
            laid: ArrayVec::new(),
            band_homes: std::iter::once(self.lands.macedonia).collect(),
            bereft: PowerSet::NONE,
            battles: 0,
        };
        state.contested = self.contested(&state);
        state
    }

    /// Completes a state from before leaders and marches had powers: they were those of their nation.
    pub fn complete(&self, state: &mut State) {
        for (id, leader) in self.roster.leaders().zip(&mut state.leaders) {
            leader.power = self.powers.home(self.roster[id].nation);
        }
        for step in &mut state.steps {
            if let Step::Gather(Gather(march)) | Step::Press(Press(march)) = step {
                march.power = match march.leader {
                    Some(leader) => self.powers.home(self.roster[leader].nation),
                    None => self.band(march.band).power,
                };
            }
        }
    }

    /// What the campaign waits for.
    pub fn waiting(&self, state: &State) -> Waiting {
        if let Some(ending) = state.history.ended {
            return Waiting::Over(self.outcome(state, ending));
        }
        let Some(step) = state.steps.last() else {
            return Waiting::Over(self.outcome(state, Ending::Points));
        };
        if let Step::Battle(_) = step {
            return Waiting::Battle;
        }
        let asked = each_step!(step, one => one.asked(Position { rules: self, state }));
        let seat = asked.and_then(|asked| self.powers[asked.power].seat);
        match (asked, seat) {
            (Some(asked), Some(seat)) => Waiting::Ask(Ask::turn(seat, asked.question, asked.rule)),
            // A step that needs nobody has run before; only a forged save stops at one.
            _ => Waiting::Over(IMPOSSIBLE),
        }
    }

    /// Every legal answer to what is asked.
    pub fn actions(&self, state: &State, into: &mut Vec<Action>) {
        if state.history.ended.is_some() {
            return;
        }
        if let Some(step) = state.steps.last() {
            each_step!(step, one => one.list(Position { rules: self, state }, into));
        }
    }

    /// Whether a seat may do this now.
    pub fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        let (ask, step) = match (self.waiting(state), state.steps.last()) {
            (Waiting::Ask(ask), Some(step)) => (ask, step),
            (Waiting::Over(outcome), _) => {
                return Err(Illegal::by(outcome.rule, "The war is over."));
            }
            _ => return Err(Illegal::by(SEQUENCE, "A battle has to be fought first.")),
        };
        if ask.seat != seat {
            return Err(Illegal::by(ask.rule, "The other side decides now."));
        }
        each_step!(step, one => one.check(Position { rules: self, state }, action))
    }

    /// Does it, and runs on to the next question.
    pub fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        self.check(state, seat, action)?;
        if let Some(step) = state.steps.last() {
            each_step!(*step, one => {
                one.answer(&mut Resolver { rules: self, state, dice, sink }, action);
            });
        }
        self.run(state, dice, sink);
        Ok(())
    }

    /// A battle comes home, and the turn runs on.
    pub fn report(
        &self,
        state: &mut State,
        report: &BattleReport,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        self.conclude(state, report, sink);
        self.run(state, dice, sink);
    }

    /// What a seat may do out of turn.
    pub fn interjections(&self, state: &State, seat: Seat, into: &mut Vec<Interjection>) {
        let powers = self.powers.of_seat(seat);
        into.extend(
            powers.filter(|&power| self.may_concede(state, power)).map(Interjection::Concede),
        );
    }

    /// Does something out of turn.
    pub fn interject(
        &self,
        state: &mut State,
        seat: Seat,
        interjection: Interjection,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        let Interjection::Concede(power) = interjection;
        let own = power.index() < self.powers.count() && self.powers[power].seat == Some(seat);
        if !own || !self.may_concede(state, power) {
            return Err(Illegal::by(SEQUENCE, "Only a side that still fights can concede."));
        }
        self.concede(state, power, sink);
        self.run(state, dice, sink);
        Ok(())
    }

    /// What must always hold.
    pub fn invariants(&self, state: &State) -> Result<(), Broken> {
        let broken = |what: String| Err(Broken(what));
        for (id, unit) in self.roster.units().zip(&state.units) {
            let (printed, on_map) = (&self.roster[id], self.province_of(unit.place).is_some());
            let name = || format!("{} {}", printed.key, id.0);
            if on_map != (unit.steps > 0) && unit.place != Place::ToCome {
                return broken(format!("{} has {} steps at {:?}", name(), unit.steps, unit.place));
            }
            if unit.steps > printed.full() {
                return broken(format!("{} is stronger than printed", name()));
            }
            if let Some(province) = self.province_of(unit.place)
                && !self.allowed(state, id).contains(province)
                && !self.scenario.home_army.contains(id)
            {
                return broken(format!("{} stands where it may not go", name()));
            }
            if let Place::City(city) = unit.place
                && (state.city(city).owner != Some(unit.power) || !printed.kind.is_infantry())
            {
                return broken(format!("{} cannot hold {}", name(), self.board[city].key));
            }
            if printed.nation.raids() && on_map != (unit.band > 0) {
                return broken(format!("{} belongs to no band", name()));
            }
        }
        let walls: u8 = state.cities.iter().map(|city| city.walls).sum();
        if walls > self.scenario.wall_markers {
            return broken(format!("{walls} walls stand"));
        }
        for city in self.board.cities() {
            let mut inside = state.units_at(Place::City(city)).map(|one| self.force_of(state, one));
            let first = inside.next();
            if inside.any(|force| Some(force) != first) {
                return broken(format!("{} is held by several forces", self.board[city].key));
            }
        }
        if state.contested != self.contested(state) && state.history.ended.is_none() {
            return broken("a province is contested, or not, and nobody was told".into());
        }
        let presence = self.presence(state);
        for province in self.board.provinces() {
            let control = state.control[province.index()];
            let wrong = presence.alone_in(province).is_some_and(|power| {
                control != Some(power) && !self.keeps_its_state(province, power)
            });
            if wrong && state.history.ended.is_none() {
                return broken(format!("{} is {control:?}'s", self.board[province].key));
            }
        }
        for city in self.board.cities() {
            let now = state.city(city);
            if (now.walls == 0) != now.owner.is_none() {
                return broken(format!(
                    "the walls of {} are not their owner's",
                    self.board[city].key
                ));
            }
        }
        Ok(())
    }
}
