//! The door: what is asked, what can be answered, and what an answer does.

use crate::arrivals::{ARRIVALS, PERSIAN_SET_UP};
use crate::combat::{COMBAT, EVADE_MINOR, EVADE_TACTICAL};
use crate::engine::event::Event;
use crate::engine::sequence::{SEQUENCE, Step};
use crate::engine::state::{
    City, Control, Done, Ending, History, Leader, LeaderDone, Objectives, Place, Points, Unit,
};
use crate::events::{MUTINY, RAIDS, REVOLT};
use crate::leaders::{DARIUS, OFFICERS};
use crate::model::board::Board;
use crate::model::data::Start;
use crate::model::ids::ProvinceSet;
use crate::model::pieces::{Kind, Nation, Side};
use crate::model::scenario::Piece;
use crate::movement::{FORCED_MARCH, LIMITS, MARCHING, SIEGE_TRAIN};
use crate::replacements::{RAISING, SPENDING};
use crate::siege::{LOSSES, PROCEDURE, SIEGES, SORTIE};
use crate::supply::{BY_SEA, SCORCHED_EARTH};
use crate::{Action, BattleReport, Campaign, Interjection, Question, State};
use arrayvec::ArrayVec;
use diadem_core::{Ask, Broken, Dice, Illegal, Outcome, Rule, Seat, Sink};

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

impl Campaign {
    /// The state a campaign begins with (3.2, 3.3).
    pub fn opening(&self) -> State {
        let scenario = &self.scenario;
        let unit = |id| {
            let place = scenario.unit_places[crate::model::ids::UnitId::index(id)];
            let royal = scenario.royal_army.units.contains(id);
            let in_play = royal || matches!(place, Place::Field(_) | Place::City(_));
            Unit {
                place: if royal { Place::ToCome } else { place },
                steps: if in_play { self.roster[id].full() } else { 0 },
                side: self.roster[id].nation.side(),
                band: 0,
                done: Done::default(),
                wear: 0,
            }
        };
        let leader = |id| Leader {
            place: scenario.leader_places[crate::model::ids::LeaderId::index(id)],
            wounded: false,
            fell: false,
            done: LeaderDone::default(),
        };
        let mut steps = ArrayVec::new();
        steps.push(Step::BeginTurn);
        steps.push(Step::RoyalArmy);
        let mut state = State {
            turn: 0,
            units: self.roster.units().map(unit).collect(),
            leaders: self.roster.leaders().map(leader).collect(),
            control: self.board.provinces().map(|id| first_control(&self.board, id)).collect(),
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
            march: None,
            combat: None,
            settled: ArrayVec::new(),
            siege: None,
            laid: ArrayVec::new(),
            band_homes: std::iter::once(self.lands.macedonia).collect(),
            bereft: [false; 2],
            losses: ArrayVec::new(),
            battles: 0,
        };
        state.contested = self.contested(&state);
        state
    }

    /// What the campaign waits for.
    pub fn waiting(&self, state: &State) -> Waiting {
        if let Some(ending) = state.history.ended {
            return Waiting::Over(self.outcome(state, ending));
        }
        let Some(step) = state.step() else {
            return Waiting::Over(self.outcome(state, Ending::Points));
        };
        match self.question(state, step) {
            Some((side, question, rule)) => Waiting::Ask(Ask::turn(side.seat(), question, rule)),
            None => Waiting::Battle,
        }
    }

    /// Who is asked what, by which rule; a battle asks nobody here.
    fn question(&self, state: &State, step: Step) -> Option<(Side, Question, Rule)> {
        use Side::{Macedonian, Persian};
        let siege = state.siege;
        let city = siege.map(|siege| siege.city);
        let combat = state.combat;
        Some(match step {
            Step::RoyalArmy => (Persian, Question::RoyalArmy, PERSIAN_SET_UP),
            Step::Scorch => (Persian, Question::Scorch, SCORCHED_EARTH),
            Step::FeedArmy(side, army) => (side, Question::Feed(army), BY_SEA),
            Step::Arrivals(side) => match self.next_arrival(state, side)? {
                Piece::Unit(unit) => (side, Question::PlaceUnit(unit), ARRIVALS),
                Piece::Leader(leader) => (side, Question::PlaceLeader(leader), ARRIVALS),
            },
            Step::Replacements(side) => {
                (side, Question::Replace { points: state.points.left }, SPENDING)
            }
            Step::Muster(unit) => (self.paymaster(state)?, Question::PlaceUnit(unit), RAISING),
            Step::Movement(side) => (side, Question::March, MARCHING),
            Step::Gather => {
                let march = state.march?;
                let side = march.leader.map_or(Persian, |leader| self.side_of_leader(leader));
                (side, Question::Gather(march.leader), MARCHING)
            }
            Step::Press => (Macedonian, Question::Press, FORCED_MARCH),
            Step::Alone(leader) => {
                (self.side_of_leader(leader), Question::EvadeAlone(leader), EVADE_MINOR)
            }
            Step::AloneGoes(leader) => {
                let Place::Field(province) = state.leader(leader).place else { return None };
                let force = self.force_of_leader(leader);
                (force.side(), Question::Withdraw(province, force), EVADE_MINOR)
            }
            Step::Combats => (Macedonian, Question::NextCombat, COMBAT),
            Step::EvadeMinor => {
                let combat = combat?;
                let force = combat.force(combat.leaving);
                (combat.leaving, Question::Evade(combat.province, force), EVADE_MINOR)
            }
            Step::EvadeTactical(side) => {
                let combat = combat?;
                (side, Question::Evade(combat.province, combat.force(side)), EVADE_TACTICAL)
            }
            Step::Evading | Step::Retreat | Step::Flight => {
                let combat = combat?;
                let question = Question::Withdraw(combat.province, combat.force(combat.leaving));
                (combat.leaving, question, self.leaving_rule(state))
            }
            Step::Officer(side, _) => {
                let officer = self.roster.who().officers[side as usize];
                (side, Question::PlaceLeader(officer), OFFICERS)
            }
            Step::Successor => (Persian, Question::PlaceLeader(self.roster.who().bessus), DARIUS),
            Step::Sieges(side) => (side, Question::Siege, SIEGES),
            Step::Invest => (siege?.side, Question::Invest(city?), PROCEDURE),
            Step::Sortie => (siege?.side.other(), Question::Sortie(city?), SORTIE),
            Step::Risk(side) => (side, Question::Risk, LOSSES),
            Step::DefenderLoss => {
                let question =
                    Question::DefenderLoss { city: city?, losses: siege?.defender_losses };
                (siege?.side.other(), question, LOSSES)
            }
            Step::Lose => {
                let loss = state.losses.last()?;
                (loss.side, Question::Lose { steps: loss.steps }, loss.cause.rule())
            }
            Step::Mercenaries(units) => (Persian, Question::Choose { units }, REVOLT),
            Step::Raiders { units, .. } => (Persian, Question::Choose { units }, RAIDS),
            Step::Mutineers(units) => (Macedonian, Question::Choose { units }, MUTINY),
            _ => return None,
        })
    }

    /// Whose replacements are being raised.
    fn paymaster(&self, state: &State) -> Option<Side> {
        state.steps.iter().rev().find_map(|step| match step {
            Step::Replacements(side) => Some(*side),
            _ => None,
        })
    }

    /// Every legal answer to what is asked.
    pub fn actions(&self, state: &State, into: &mut Vec<Action>) {
        if state.history.ended.is_some() {
            return;
        }
        let Some(step) = state.step() else { return };
        match step {
            Step::RoyalArmy => self.list_royal_army(into),
            Step::Scorch => self.list_scorch(state, into),
            Step::FeedArmy(side, army) => self.list_feed(state, side, army, into),
            Step::Replacements(side) => self.list_replacements(state, side, into),
            Step::Movement(side) => self.list_movement(state, side, into),
            Step::Gather => self.list_gather(state, into),
            Step::Press => self.list_press(state, into),
            Step::Alone(_) | Step::EvadeMinor | Step::EvadeTactical(_) => {
                into.extend([Action::Evade, Action::Stand]);
            }
            Step::Combats => {
                let next = self.next_combats(state).into_iter();
                into.extend(next.map(|(province, enemy)| Action::Fight(province, enemy)));
            }
            Step::Evading | Step::Flight | Step::Retreat => {
                into.extend(self.withdrawal_goals(state).iter().map(Action::Withdraw));
                into.extend((step == Step::Retreat).then_some(Action::Done));
            }
            Step::AloneGoes(leader) => {
                into.extend(self.lone_goals(state, leader).iter().map(Action::Withdraw));
            }
            Step::Arrivals(_) | Step::Muster(_) => {
                into.extend(self.places(state, step).iter().map(Action::Place));
            }
            Step::Successor | Step::Officer(..) => {
                into.extend(self.posts(state, step).into_iter().filter_map(placing));
                into.extend((step != Step::Successor).then_some(Action::Done));
            }
            Step::Sieges(side) => self.list_sieges(state, side, into),
            Step::Invest => self.list_invest(state, into),
            Step::Sortie => self.list_sortie(state, into),
            Step::Risk(side) => {
                into.extend(self.leaders_at_risk(state, side).iter().map(Action::Risk));
            }
            Step::DefenderLoss => self.list_defender_loss(state, into),
            Step::Lose => self.list_losses(state, into),
            Step::Mercenaries(_) | Step::Raiders { .. } | Step::Mutineers(_) => {
                self.list_choices(state, into);
            }
            _ => {}
        }
    }

    /// Where the piece that waits can be placed.
    fn places(&self, state: &State, step: Step) -> ProvinceSet {
        match step {
            Step::Arrivals(side) => self
                .next_arrival(state, side)
                .map_or(ProvinceSet::NONE, |piece| self.arrival_places(state, side, piece)),
            Step::Muster(unit) => self
                .paymaster(state)
                .map_or(ProvinceSet::NONE, |side| self.muster_places(state, side, unit)),
            _ => ProvinceSet::NONE,
        }
    }

    /// Why a piece cannot be placed in a province: it is not controlled, or closed to the piece.
    fn why_not_placed(
        &self,
        state: &State,
        step: Step,
        province: crate::model::ids::ProvinceId,
        rule: Rule,
    ) -> Illegal {
        let (side, unit) = match step {
            Step::Muster(unit) => (self.paymaster(state), Some(unit)),
            Step::Arrivals(side) => match self.next_arrival(state, side) {
                Some(Piece::Unit(unit)) => (Some(side), Some(unit)),
                _ => (Some(side), None),
            },
            _ => (None, None),
        };
        if !side.is_some_and(|side| self.controlled(state, side).contains(province)) {
            return Illegal::by(rule, "It can be placed in a controlled province only.");
        }
        let rule = match unit.map(|unit| &self.roster[unit]) {
            Some(printed) if printed.kind == Kind::SiegeTrain => SIEGE_TRAIN,
            Some(printed) if printed.nation == Nation::Spartan => REVOLT,
            _ => LIMITS,
        };
        Illegal::by(rule, "It may not go to that province.")
    }

    /// Where the leader who takes a fallen one's place can appear.
    fn posts(&self, state: &State, step: Step) -> Vec<Place> {
        match step {
            Step::Officer(side, comrades) => self.officer_places(state, side, comrades),
            Step::Successor => self.successor_places(state),
            _ => Vec::new(),
        }
    }

    /// Whether a seat may do this now.
    pub fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        let (ask, step) = match (self.waiting(state), state.step()) {
            (Waiting::Ask(ask), Some(step)) => (ask, step),
            (Waiting::Over(outcome), _) => {
                return Err(Illegal::by(outcome.rule, "The war is over."));
            }
            _ => return Err(Illegal::by(SEQUENCE, "A battle has to be fought first.")),
        };
        if ask.seat != seat {
            return Err(Illegal::by(ask.rule, "The other side decides now."));
        }
        self.check_step(state, step, action, ask.rule)
    }

    fn check_step(
        &self,
        state: &State,
        step: Step,
        action: Action,
        rule: Rule,
    ) -> Result<(), Illegal> {
        match (step, action) {
            (Step::RoyalArmy, Action::PlaceRoyalArmy(province)) => self.check_royal_army(province),
            (Step::Scorch | Step::Officer(..) | Step::Retreat | Step::Sortie, Action::Done) => {
                Ok(())
            }
            (Step::Scorch, Action::Scorch(province)) => self.check_scorch(state, province),
            (Step::FeedArmy(side, army), Action::Feed(from)) => {
                self.check_feed(state, side, army, from)
            }
            (Step::Replacements(side), action) => self.check_replacement(state, side, action),
            (Step::Movement(side), action) => self.check_movement(state, side, action),
            (Step::Gather, action) => self.check_gather(state, action),
            (Step::Press, action) => self.check_press(state, action),
            (
                Step::Alone(_) | Step::EvadeMinor | Step::EvadeTactical(_),
                Action::Evade | Action::Stand,
            ) => Ok(()),
            (Step::Combats, Action::Fight(province, enemy)) => {
                if self.next_combats(state).contains(&(province, enemy)) {
                    Ok(())
                } else {
                    Err(Illegal::by(COMBAT, "There is no such combat to fight next."))
                }
            }
            (Step::Evading | Step::Retreat | Step::Flight, Action::Withdraw(to)) => {
                self.check_withdrawal(state, self.withdrawal_goals(state), to)
            }
            (Step::AloneGoes(leader), Action::Withdraw(to)) => {
                self.check_withdrawal(state, self.lone_goals(state, leader), to)
            }
            (Step::Arrivals(_) | Step::Muster(_), Action::Place(province)) => {
                if self.places(state, step).contains(province) {
                    Ok(())
                } else {
                    Err(self.why_not_placed(state, step, province, rule))
                }
            }
            (Step::Officer(..) | Step::Successor, Action::Place(_) | Action::PlaceInCity(_)) => {
                let posts = self.posts(state, step);
                if posts.into_iter().any(|post| placing(post) == Some(action)) {
                    Ok(())
                } else {
                    Err(Illegal::by(rule, "He cannot be placed there."))
                }
            }
            (Step::Sieges(side), action) => self.check_sieges(state, side, action),
            (Step::Invest, action) => self.check_invest(state, action),
            (Step::Sortie, Action::Sortie(unit)) => self.check_sortie(state, unit),
            (Step::Risk(side), Action::Risk(leader)) => {
                if self.leaders_at_risk(state, side).contains(leader) {
                    Ok(())
                } else {
                    Err(Illegal::by(LOSSES, "He took no part, or was in danger already."))
                }
            }
            (Step::DefenderLoss, action) => self.check_defender_loss(state, action),
            (Step::Lose, Action::Lose(unit)) => match state.losses.last() {
                Some(loss) => self.may_lose(state, loss, unit),
                None => Err(Illegal::by(rule, "Nothing has to be lost.")),
            },
            (
                Step::Mercenaries(_) | Step::Raiders { .. } | Step::Mutineers(_),
                Action::Choose(unit),
            ) => self.check_choice(state, unit),
            _ => Err(Illegal::by(rule, "That is not what is asked now.")),
        }
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
        if let Some(step) = state.step() {
            self.apply_step(state, step, action, dice, sink);
        }
        self.run(state, dice, sink);
        Ok(())
    }

    fn apply_step(
        &self,
        state: &mut State,
        step: Step,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        match (step, action) {
            (_, Action::PlaceRoyalArmy(province)) => self.place_royal_army(state, province, sink),
            (_, Action::Scorch(province)) => Self::scorch(state, province, sink),
            (Step::FeedArmy(side, army), Action::Feed(from)) => {
                Self::feed(state, side, army, from, sink);
            }
            (Step::Replacements(side), action) => self.replace(state, side, action, sink),
            (Step::Movement(_), action) => self.move_pieces(state, action, sink),
            (Step::Gather, action) => self.gather(state, action, sink),
            (Step::Press, action) => self.press(state, action, dice, sink),
            (Step::Alone(leader), action) => self.evade_alone(state, leader, action, dice, sink),
            (Step::AloneGoes(leader), Action::Withdraw(to)) => {
                self.go_alone(state, leader, to, sink);
            }
            (_, Action::Fight(province, enemy)) => self.begin_combat(state, province, enemy, sink),
            (Step::EvadeMinor, Action::Evade) => {
                let side = state.combat.map_or(Side::Persian, |combat| combat.leaving);
                self.evade(state, side, EVADE_MINOR, dice, sink);
            }
            (Step::EvadeTactical(side), Action::Evade) => {
                self.evade(state, side, EVADE_TACTICAL, dice, sink);
            }
            (_, Action::Withdraw(to)) => self.withdraw(state, to, sink),
            (Step::Arrivals(side), Action::Place(province)) => {
                self.arrive(state, side, province, sink);
            }
            (Step::Muster(unit), Action::Place(province)) => {
                let side = self.paymaster(state).unwrap_or(Side::Persian);
                self.muster(state, side, unit, province, sink);
            }
            (Step::Officer(..) | Step::Successor, Action::Place(_) | Action::PlaceInCity(_)) => {
                state.steps.pop();
                let who = self.roster.who();
                let (leader, rule) = match step {
                    Step::Officer(side, _) => (who.officers[side as usize], OFFICERS),
                    _ => (who.bessus, DARIUS),
                };
                let place = match action {
                    Action::PlaceInCity(city) => Place::City(city),
                    Action::Place(province) => Place::Field(province),
                    _ => return,
                };
                self.leader_appears(state, leader, place, rule, sink);
            }
            (Step::Sieges(side), Action::Besiege(city, from)) => {
                self.lay_siege(state, side, city, from);
            }
            (Step::Sieges(_), Action::Summon(city, from)) => {
                self.summon(state, city, from, dice, sink);
            }
            (Step::Invest, action) => self.invest(state, action),
            (_, Action::Sortie(unit)) => self.sortie(state, unit, dice, sink),
            (_, Action::Risk(leader)) => self.risk(state, leader, dice, sink),
            (Step::DefenderLoss, action) => self.defender_loses(state, action, sink),
            (Step::Lose, Action::Lose(unit)) => self.take_loss(state, unit, sink),
            (_, Action::Choose(unit)) => self.choose(state, unit, sink),
            // Whatever declines ends its step.
            _ => {
                state.steps.pop();
            }
        }
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
        let sides = Side::BOTH.into_iter().filter(|side| side.seat() == seat);
        if state.history.ended.is_none() {
            into.extend(sides.map(Interjection::Concede));
        }
    }

    /// Does something out of turn.
    pub fn interject(
        &self,
        state: &mut State,
        seat: Seat,
        interjection: Interjection,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        let Interjection::Concede(side) = interjection;
        if side.seat() != seat || state.history.ended.is_some() {
            return Err(Illegal::by(SEQUENCE, "Only a side that still fights can concede."));
        }
        self.finish(state, Ending::Conceded(side), sink);
        state.steps.clear();
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
            if unit.wear > 0 && !on_map {
                return broken(format!("{} is worn though it is not there", name()));
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
                && (state.city(city).owner != unit.side || !printed.kind.is_infantry())
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
            let alone = Side::BOTH.map(|side| presence.of(side).contains(province));
            let control = state.control[province.index()];
            let wrong = match alone {
                [true, false] => control != Control::Macedonian,
                [false, true] => control == Control::Macedonian && province != self.lands.macedonia,
                _ => false,
            };
            if wrong && state.history.ended.is_none() {
                return broken(format!("{} is {control:?}'s", self.board[province].key));
            }
        }
        Ok(())
    }
}

/// The action that places a leader.
fn placing(place: Place) -> Option<Action> {
    match place {
        Place::Field(province) => Some(Action::Place(province)),
        Place::City(city) => Some(Action::PlaceInCity(city)),
        Place::Pool | Place::Aside | Place::ToCome => None,
    }
}

fn first_control(board: &Board, province: crate::model::ids::ProvinceId) -> Control {
    match board[province].start {
        Start::Macedonian => Control::Macedonian,
        Start::Persian => Control::Persian,
        Start::Independent => Control::Independent,
    }
}
