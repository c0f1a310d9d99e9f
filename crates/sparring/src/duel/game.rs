//! The duel keeps the contract.

use super::ending::ENDING;
use super::procedure::{Position, Resolver};
use super::{Action, Answer, Champion, Duel, Event, FATAL, Question, State, Yield};
use diadem_core::{
    AnswerOffer, Broken, Camp, Decision, Dice, Game, Illegal, Outcome, Seat, SeatSet, Sink,
};

impl Duel {
    pub(super) fn position<'a>(&'a self, state: &'a State) -> Position<'a> {
        Position { rules: self, state }
    }

    /// Which camp has won a duel that is over.
    pub fn winner(&self, state: &State) -> Camp {
        self.position(state).winner()
    }
}

impl Game for Duel {
    type State = State;
    type Action = Action;
    type Interjection = Yield;
    type Question = Question;
    type Event = Event;
    type AnswerKind = Answer;

    fn seats(&self) -> SeatSet {
        self.men.into_iter().flatten().collect()
    }

    fn decision(&self, state: &State) -> Decision<Question> {
        let position = self.position(state);
        position.asks().map_or_else(
            || {
                let winners = self.seats_of(position.winner()).without(state.yielded);
                Decision::Over(Outcome { winners, how: "duel", rule: ENDING })
            },
            Decision::Ask,
        )
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        self.position(state).list(into);
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        let decision = self.decision(state);
        if decision.ask().is_none_or(|ask| ask.seat != seat) {
            return Err(Illegal::by(decision.rule(), "It is not for this seat to decide now."));
        }
        self.position(state).test(action)
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
        Resolver { rules: self, state, dice, sink }.answer(action);
        Ok(())
    }

    fn interjections(&self, state: &State, seat: Seat, into: &mut Vec<Yield>) {
        let fights = self.camp_of(seat).is_some() && !state.yielded.contains(seat);
        if fights && !state.steps.is_empty() {
            into.push(Yield);
        }
    }

    fn interject(
        &self,
        state: &mut State,
        seat: Seat,
        _: Yield,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        let refuse = |sentence| Err(Illegal::by(ENDING, sentence));
        if state.steps.is_empty() {
            return refuse("The duel is over.");
        }
        if self.camp_of(seat).is_none() || state.yielded.contains(seat) {
            return refuse("Only those who fight can yield.");
        }
        Resolver { rules: self, state, dice, sink }.yields(seat);
        Ok(())
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        let mut view = state.clone();
        for camp in Camp::BOTH {
            let champion = &mut view.champions[camp.index()];
            if matches!(champion, Champion::Secret(_)) && !self.seats_of(camp).contains(seat) {
                *champion = Champion::Unknown;
            }
        }
        view
    }

    fn offer(&self, _: &State, action: Action) -> Option<AnswerOffer<Answer>> {
        match action {
            Action::Answer(offer) => Some(offer),
            Action::Name(_) | Action::Pick(_) | Action::At(_) | Action::Done => None,
        }
    }

    fn invariants(&self, state: &State) -> Result<(), Broken> {
        if state.men.iter().flatten().any(|fighter| fighter.wounds > FATAL) {
            return Err(Broken("a man who was down was struck again".into()));
        }
        let asked = self.position(state).asks();
        if asked.is_none() != state.steps.is_empty() {
            return Err(Broken("something is under way, but nobody is asked".into()));
        }
        if asked.is_some_and(|ask| state.yielded.contains(ask.seat)) {
            return Err(Broken("somebody is asked who has left".into()));
        }
        Ok(())
    }
}
