//! The contract: what is asked, what may be answered, what an answer does.

use crate::ending::ENDING;
use crate::engine::action::{Action, Answer, Interjection, Question};
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Manner, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::sequence::ON_THE_DISPLAY;
use crate::engine::state::{HowEnded, Place, Stand, State};
use crate::engine::steps::{Step, each_step};
use crate::model::army::{ForceId, LeaderId, UnitId};
use crate::model::boxes::{BOX_COUNT, BoxId, Line};
use diadem_core::{
    AnswerOffer, Ask, Broken, Camp, Decision, Dice, Game, Illegal, Outcome, Seat, SeatSet, Sink,
};

impl Display {
    /// The force that decides now; nobody when the battle is over.
    pub(crate) fn deciding(&self, state: &State) -> Option<ForceId> {
        each_step!(*state.step(), one => one.decides(self, state))
    }

    fn outcome(&self, state: &State) -> Outcome {
        let winner = state.ending.and_then(|ending| ending.winner);
        let how = match state.ending.map(|ending| ending.how) {
            Some(HowEnded::CommanderLost) => "commander lost",
            Some(HowEnded::Elimination) => "elimination",
            Some(HowEnded::Breakthrough) => "breakthrough",
            Some(HowEnded::Nightfall) | None => "nightfall",
        };
        let winners = winner.map_or(SeatSet::NONE, |camp| {
            self.forces(camp).map(|force| self.seat(force)).collect()
        });
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

    fn is_hidden_from(&self, state: &State, force: ForceId, seat: Seat) -> bool {
        self.battle().switches.secret_set_up && state.round == 0 && self.seat(force) != seat
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
        self.battle().forces.iter().map(|force| force.seat).collect()
    }

    fn decision(&self, state: &State) -> Decision<Question> {
        let (asked, rule) = each_step!(*state.step(), one => (one.asks(self, state), one.rule()));
        let Some(Asked { force, question, manner }) = asked else {
            return Decision::Over(self.outcome(state));
        };
        let seat = self.seat(force);
        Decision::Ask(match manner {
            Manner::Turn => Ask::turn(seat, question, rule),
            Manner::Window => Ask::window(seat, question, rule),
            Manner::Secret => Ask::turn(seat, question, rule).secret(),
        })
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        let position = Position::of(self, state);
        each_step!(*state.step(), one => one.list(&position, into));
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        let Some(force) = self.deciding(state) else {
            return Err(Illegal::by(ENDING, "The battle is over."));
        };
        let refuse = |why| Err(Illegal::by(each_step!(*state.step(), one => one.rule()), why));
        if self.seat(force) != seat {
            return refuse("It is not for this seat to decide now.");
        }
        if !self.is_of_this_battle(action) {
            return refuse("There is no such thing in this battle.");
        }
        let position = Position::of(self, state);
        each_step!(*state.step(), one => one.test(&position, action))
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
        let mut resolver = Resolver { rules: self, state, dice, sink };
        each_step!(*resolver.state.step(), one => one.answer(&mut resolver, action));
        resolver.go_on();
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
        let forces = Camp::BOTH.into_iter().flat_map(|camp| self.forces(camp));
        for force in forces.filter(|&force| self.is_hidden_from(state, force, seat)) {
            for unit in self.units_of(force).iter() {
                let hidden = view.unit_mut(unit);
                (hidden.place, hidden.line, hidden.mate) = (Place::Hidden, Line::First, None);
            }
            for leader in self.leaders_of(force).iter() {
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
