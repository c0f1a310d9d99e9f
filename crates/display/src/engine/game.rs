//! The contract: what is asked, what may be answered, what an answer does.

use crate::battle_line::BATTLE_LINE;
use crate::combat::{COMBAT, RESULTS};
use crate::ending::ENDING;
use crate::engine::action::{Action, Answer, Interjection, Question};
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::sequence::ON_THE_DISPLAY;
use crate::engine::state::{HowEnded, Part, Place, Role, Stand, State, Step};
use crate::leaders::LEADERS;
use crate::missiles::DEFENSIVE_FIRE;
use crate::model::army::{LeaderId, UnitId};
use crate::model::boxes::{BOX_COUNT, BoxId, Line, Side};
use crate::movement::MOVEMENT;
use crate::pursuit::PURSUIT;
use crate::rally::RALLY;
use crate::set_up::{SET_UP, Task};
use diadem_core::{
    AnswerOffer, Ask, Broken, Decision, Dice, Game, Illegal, Outcome, Seat, SeatSet, Sink,
};

impl Display {
    /// The side that decides now.
    pub(crate) fn deciding(&self, state: &State) -> Side {
        match state.step {
            Step::Fill
            | Step::DefensiveFire(_)
            | Step::TakePart(_, Role::Defender)
            | Step::Caught { .. } => state.side.other(),
            Step::Displaced(leader) => self.side_of_leader(leader),
            _ => state.side,
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        let winner = state.ending.and_then(|ending| ending.winner);
        let how = match state.ending.map(|ending| ending.how) {
            Some(HowEnded::CommanderLost) => "commander lost",
            Some(HowEnded::Elimination) => "elimination",
            Some(HowEnded::Breakthrough) => "breakthrough",
            Some(HowEnded::Nightfall) | None => "nightfall",
        };
        let winners = winner.map_or(SeatSet::NONE, |side| SeatSet::only(self.seat(side)));
        Outcome { winners, how, rule: ENDING }
    }

    /// Whether an action names things of this battle; one from elsewhere might not.
    fn is_of_this_battle(&self, action: Action) -> bool {
        let unit = |id: UnitId| id.index() < self.battle().units.len();
        let leader = |id: LeaderId| id.index() < self.battle().leaders.len();
        let spot = |at: BoxId| at.index() < BOX_COUNT;
        match action {
            Action::Place { unit: id, at, .. }
            | Action::Move { unit: id, to: at, .. }
            | Action::Advance { unit: id, to: at, .. } => unit(id) && spot(at),
            Action::Stack { unit: one, on: other }
            | Action::Exchange { back: one, forward: other }
            | Action::Duel { attacker: one, defender: other } => unit(one) && unit(other),
            Action::Lead { leader: id, unit: with } => leader(id) && unit(with),
            Action::Stand { leader: id, at } => leader(id) && spot(at),
            Action::Return { at, .. } => spot(at),
            Action::Attack { from, to } => spot(from) && spot(to),
            Action::Rally(id)
            | Action::Forward(id)
            | Action::Back(id)
            | Action::Fire(id)
            | Action::Pursue(id)
            | Action::GiveUp(id) => unit(id),
            Action::Leader(_) | Action::Done => true,
        }
    }

    fn is_hidden_from(&self, state: &State, side: Side, seat: Seat) -> bool {
        self.battle().switches.secret_set_up && state.round == 0 && self.seat(side) != seat
    }
}

impl Game for Display {
    type State = State;
    type Action = Action;
    type Interjection = Interjection;
    type Question = Question;
    type Event = Event;
    type AnswerKind = Answer;

    fn seats(&self) -> SeatSet {
        Side::BOTH.map(|side| self.seat(side)).into_iter().collect()
    }

    fn decision(&self, state: &State) -> Decision<Question> {
        let seat = self.seat(self.deciding(state));
        let (question, rule) = match state.step {
            Step::SetUp => {
                let question = match Position::of(self, state).set_up_task(state.side) {
                    Task::Unit | Task::Ready => Question::SetUpUnit,
                    Task::LeaderOf(unit) => Question::SetUpLeaderOf(unit),
                    Task::Leaders => Question::SetUpLeaders,
                };
                let ask = Ask::turn(seat, question, SET_UP);
                let secret = self.battle().switches.secret_set_up;
                return Decision::Ask(if secret { ask.secret() } else { ask });
            }
            Step::Rally => (Question::Rally, RALLY),
            Step::Return(unit) => (Question::Return(unit), RALLY),
            Step::Fill => (Question::Fill, BATTLE_LINE),
            Step::Move => (Question::Move, MOVEMENT),
            Step::Attack => (Question::Attack, COMBAT),
            Step::Duel => (Question::Duel, COMBAT),
            Step::DefensiveFire(clash) => {
                let question = Question::DefensiveFire(clash);
                return Decision::Ask(Ask::window(seat, question, DEFENSIVE_FIRE));
            }
            Step::TakePart(clash, role) => (Question::TakePart(clash, role), LEADERS),
            Step::Displaced(leader) => (Question::Displaced(leader), RESULTS),
            Step::Pursue => (Question::Pursue, PURSUIT),
            Step::Caught { owed, .. } => (Question::Caught(owed), PURSUIT),
            Step::Over => return Decision::Over(self.outcome(state)),
        };
        Decision::Ask(Ask::turn(seat, question, rule))
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        let position = Position::of(self, state);
        match state.step {
            Step::SetUp => position.list_set_up(into),
            Step::Rally => position.list_rallying(into),
            Step::Return(unit) => position.list_refuges(unit, into),
            Step::Fill => {
                position.list_lines(into);
                if position.may_stop_dressing().is_ok() {
                    into.push(Action::Done);
                }
            }
            Step::Move => position.list_movement(into),
            Step::Attack => position.list_attacks(into),
            Step::Duel => position.list_duels(into),
            Step::DefensiveFire(clash) => {
                into.extend([Action::Fire(clash.defender), Action::Done]);
            }
            Step::TakePart(..) => {
                into.extend([Action::Leader(Part::Fights), Action::Leader(Part::StandsBack)]);
            }
            Step::Displaced(leader) => position.list_havens(leader, into),
            Step::Pursue => position.list_pursuit(into),
            Step::Caught { by, .. } => into.extend(position.prey(by).iter().map(Action::GiveUp)),
            Step::Over => {}
        }
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        let rule = match state.step {
            Step::Over => return Err(Illegal::by(ENDING, "The battle is over.")),
            _ if self.seat(self.deciding(state)) != seat => {
                let rule = self.decision(state).rule();
                return Err(Illegal::by(rule, "It is not for this seat to decide now."));
            }
            Step::SetUp => SET_UP,
            _ => self.decision(state).rule(),
        };
        if !self.is_of_this_battle(action) {
            return Err(Illegal::by(rule, "There is no such thing in this battle."));
        }
        let position = Position::of(self, state);
        match (state.step, action) {
            (Step::SetUp, Action::Place { unit, at, line }) => position.may_place(unit, at, line),
            (Step::SetUp, Action::Stack { unit, on }) => position.may_stack_setting_up(unit, on),
            (Step::SetUp, Action::Lead { leader, unit }) => {
                position.may_lead_setting_up(leader, unit)
            }
            (Step::SetUp, Action::Stand { leader, at }) => position.may_stand_alone(leader, at),
            (Step::Rally, Action::Rally(unit)) => position.may_rally(unit),
            (Step::Return(unit), Action::Return { at, line }) => {
                position.may_return(unit, at, line)
            }
            (Step::Fill | Step::Move, Action::Forward(unit)) => position.may_step_forward(unit),
            (Step::Fill | Step::Move, Action::Done) => position.may_stop_dressing(),
            (Step::Move, Action::Back(unit)) => position.may_step_back(unit),
            (Step::Move, Action::Exchange { back, forward }) => {
                position.may_exchange(back, forward)
            }
            (Step::Move, Action::Stack { unit, on }) => position.may_stack(unit, on),
            (Step::Move, Action::Lead { leader, unit }) => position.may_restack(leader, unit),
            (Step::Move, Action::Move { unit, to, line }) => position.may_move(unit, to, line),
            (Step::Move, Action::Advance { unit, to, line }) => {
                position.may_advance(unit, to, line)
            }
            (Step::Attack, Action::Attack { from, to }) => position.may_attack(from, to),
            (Step::Attack, Action::Done) => position.may_stop_attacking(),
            (Step::Duel, Action::Duel { attacker, defender }) => {
                position.may_duel(attacker, defender)
            }
            (Step::Duel, Action::Done) => position.may_stop_dueling(),
            (Step::DefensiveFire(clash), Action::Fire(unit)) if unit == clash.defender => Ok(()),
            (Step::Displaced(_), Action::Lead { leader, unit }) => position.may_join(leader, unit),
            (Step::Pursue, Action::Pursue(unit)) => position.may_pursue(unit),
            (Step::Caught { by, .. }, Action::GiveUp(unit)) => position.may_give_up(unit, by),
            (Step::Rally | Step::DefensiveFire(_) | Step::Pursue, Action::Done)
            | (Step::TakePart(..), Action::Leader(_)) => Ok(()),
            _ => Err(Illegal::by(rule, "That is not what is asked now.")),
        }
    }

    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        self.check(state, seat, action)?;
        let step = state.step;
        let mut resolver = Resolver { rules: self, state, dice, sink };
        match (step, action) {
            (_, Action::Place { unit, at, line }) => resolver.place(unit, at, line),
            (Step::SetUp, Action::Stack { unit, on }) => resolver.stack_setting_up(unit, on),
            (_, Action::Stack { unit, on }) => resolver.stack(unit, on),
            (Step::SetUp, Action::Lead { leader, unit }) => resolver.lead_setting_up(leader, unit),
            (Step::Displaced(_), Action::Lead { leader, unit }) => resolver.join(leader, unit),
            (_, Action::Lead { leader, unit }) => resolver.restack(leader, unit),
            (_, Action::Stand { leader, at }) => resolver.stand_alone(leader, at),
            (_, Action::Rally(unit)) => resolver.rally(unit),
            (Step::Return(unit), Action::Return { at, line }) => {
                resolver.give_refuge(unit, at, line);
            }
            (_, Action::Forward(unit)) => resolver.shift(unit, Line::First),
            (_, Action::Back(unit)) => resolver.shift(unit, Line::Second),
            (_, Action::Exchange { back, forward }) => {
                resolver.shift(back, Line::Second);
                resolver.shift(forward, Line::First);
            }
            (_, Action::Move { unit, to, line }) => resolver.move_unit(unit, to, line),
            (_, Action::Advance { unit, to, line }) => resolver.advance(unit, to, line),
            (_, Action::Attack { from, to }) => resolver.attack(from, to),
            (_, Action::Duel { attacker, defender }) => resolver.duel(attacker, defender),
            (Step::TakePart(mut clash, role), Action::Leader(part)) => {
                resolver.take_part(&mut clash, role, part);
                resolver.decide_leaders(clash);
            }
            (Step::DefensiveFire(clash), Action::Fire(_)) => resolver.fire_back(clash),
            (_, Action::Pursue(unit)) => resolver.pursue(unit),
            (Step::Caught { owed, by }, Action::GiveUp(unit)) => resolver.give_up(unit, owed, by),
            (Step::Rally, Action::Done) => resolver.begin_movement(),
            (Step::Fill, Action::Done) => resolver.end_filling(),
            (Step::Move, Action::Done) => resolver.end_movement(),
            (Step::Attack, Action::Done) => resolver.end_turn(),
            (Step::Duel, Action::Done) => resolver.finish_bout(),
            (Step::DefensiveFire(clash), Action::Done) => resolver.decide_leaders(clash),
            (Step::Pursue, Action::Done) => resolver.end_pursuit(),
            _ => {}
        }
        Ok(())
    }

    fn interjections(&self, _: &State, _: Seat, _: &mut Vec<Interjection>) {}

    fn interject(
        &self,
        _: &mut State,
        _: Seat,
        _: Interjection,
        _: &mut Dice,
        _: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        Err(Illegal::by(ON_THE_DISPLAY, "No army leaves the display by choice."))
    }

    /// Behind the screen of a secret set-up (10.3) nothing is seen; all else is open.
    fn view(&self, state: &State, seat: Seat) -> State {
        let mut view = state.clone();
        for side in Side::BOTH.into_iter().filter(|&side| self.is_hidden_from(state, side, seat)) {
            for unit in self.muster(side).iter() {
                let hidden = view.unit_mut(unit);
                (hidden.place, hidden.line, hidden.mate) = (Place::Hidden, Line::First, None);
            }
            for leader in self.retinue(side).iter() {
                view.leader_mut(leader).stand = Stand::Hidden;
            }
        }
        view
    }

    fn offer(&self, _: &State, action: Action) -> Option<AnswerOffer<Answer>> {
        match action {
            Action::Fire(unit) => {
                Some(AnswerOffer { kind: Answer::DefensiveFire, unit: unit.index() as u16 })
            }
            _ => None,
        }
    }

    fn invariants(&self, state: &State) -> Result<(), Broken> {
        crate::engine::invariants::check(self, state)
    }
}
