//! The contract: what is asked, what may be answered, what an answer does, as the step on top says.

use crate::engine::action::{Action, Answer, Interjection, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::procedure::{Asked, How, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Arranged, State};
use crate::engine::steps::{Step, each_step};
use crate::movement::pre_arranged::Arranging;
use diadem_core::{AnswerOffer, Ask, Broken, Decision, Dice, Game, Illegal, Seat, SeatSet, Sink};

impl Hexes {
    /// What the step on top asks; nothing when the battle is over.
    pub(crate) fn asked(&self, state: &State) -> Option<Asked> {
        each_step!(state.step(), step => step.asked(self, state))
    }
}

impl Game for Hexes {
    type State = State;
    type Action = Action;
    type Interjection = Interjection;
    type Question = Question;
    type Event = Event;
    type AnswerKind = Answer;

    fn seats(&self) -> SeatSet {
        self.forces().map(|force| self.force(force).seat).collect()
    }

    fn decision(&self, state: &State) -> Decision<Question> {
        let Some(Asked { seat, question, rule, how }) = self.asked(state) else {
            return Decision::Over(self.outcome(state));
        };
        Decision::Ask(match how {
            How::Turn => Ask::turn(seat, question, rule),
            How::Window => Ask::window(seat, question, rule),
            How::Secret => Ask::turn(seat, question, rule).secret(),
        })
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        self.ask(state, |position| each_step!(state.step(), step => step.list(&position, into)));
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        let Some(asked) = self.asked(state) else {
            return Err(Illegal::by(self.outcome(state).rule, "The battle is over."));
        };
        if asked.seat != seat {
            return Err(Illegal::by(asked.rule, "It is not for this seat to decide now."));
        }
        if !self.is_of_this_battle(action) {
            return Err(Illegal::by(asked.rule, "There is no such thing in this battle."));
        }
        self.ask(state, |position| each_step!(state.step(), step => step.check(&position, action)))
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
        let mut resolver = Resolver::of(self, state, dice, sink);
        each_step!(resolver.state.step(), step => step.answer(&mut resolver, action));
        resolver.settle();
        Ok(())
    }

    fn interjections(&self, _: &State, _: Seat, _: &mut Vec<Interjection>) {}

    fn interject(
        &self,
        _: &mut State,
        _: Seat,
        interjection: Interjection,
        _: &mut Dice,
        _: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        match interjection {}
    }

    /// Pre-arranged withdrawal markers lie face down (6.82); all else is open.
    fn view(&self, state: &State, seat: Seat) -> State {
        let mut view = state.clone();
        // 6.82: all lay theirs at the same time.
        let being_laid = state.is_under_way::<Arranging>();
        for leader in self.leaders() {
            if self.seat_of_leader(leader) != seat {
                let marker = &mut view.leader_mut(leader).arranged;
                *marker = if being_laid { Arranged::No } else { marker.face_down() };
            }
        }
        view
    }

    fn offer(&self, state: &State, action: Action) -> Option<AnswerOffer<Answer>> {
        crate::movement::answers::offer(state, action)
    }

    fn invariants(&self, state: &State) -> Result<(), Broken> {
        crate::engine::invariants::check(self, state)
    }
}

impl Hexes {
    /// Whether an action names things of this battle; one from elsewhere might not.
    fn is_of_this_battle(&self, action: Action) -> bool {
        let unit = |id: crate::model::order_of_battle::UnitId| id.index() < self.battle.units.len();
        let leader =
            |id: crate::model::order_of_battle::LeaderId| id.index() < self.battle.leaders.len();
        match action {
            Action::Arrange(id, _)
            | Action::Elite(id)
            | Action::Activate(id)
            | Action::Pass(id)
            | Action::Wait(id)
            | Action::Trump(id)
            | Action::Send(id)
            | Action::Contingent(id)
            | Action::Take(id)
            | Action::Leave(id)
            | Action::Champion(id)
            | Action::WithdrawLeader(id) => leader(id),
            Action::NameLine { unit: id, .. }
            | Action::Order(id)
            | Action::OrderFast(id)
            | Action::Recover(id)
            | Action::Rally(id)
            | Action::ChangeMode(id)
            | Action::FireAt(id)
            | Action::FireMoving(id)
            | Action::Harass(id)
            | Action::Engage(id)
            | Action::BreakOff(id, _)
            | Action::Type(id)
            | Action::TakeHit(id)
            | Action::Advance(id)
            | Action::Towards(id)
            | Action::PassThrough(id, _)
            | Action::Withdraw(id)
            | Action::React(id, _)
            | Action::ReactReverse(id)
            | Action::Next(id) => unit(id),
            Action::WithdrawLine(id, by) => unit(id) && leader(by),
            Action::ReactionFire { firer, target } | Action::ScreenFire { firer, target } => {
                unit(firer) && unit(target)
            }
            Action::OpenRanks(id, hex) => unit(id) && self.field().contains(hex),
            Action::Attack { unit: id, target } | Action::EngineFire { engine: id, target } => {
                unit(id) && unit(target)
            }
            Action::EngineFireAtHex { engine, hex } => unit(engine) && self.field().contains(hex),
            Action::FireAtHex(hex) | Action::ComeUp(hex) => self.field().contains(hex),
            Action::Individual
            | Action::LineCommand(_)
            | Action::Go(_)
            | Action::RideTo(_)
            | Action::Shock(_)
            | Action::Back(_)
            | Action::BackTwo(_)
            | Action::Face(_)
            | Action::Momentum
            | Action::Done => true,
        }
    }
}
