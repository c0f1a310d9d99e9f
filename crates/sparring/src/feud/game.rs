//! The feud keeps the contract: on the hills by its own steps, in a duel by the duel's.

use super::orders::ORDERS;
use super::procedure::{Position, Resolver, Step};
use super::{
    Action, Event, Feud, HEIRS, Interjection, Order, Ordering, Question, Scene, State, Year,
};
use crate::duel;
use diadem_core::{
    AnswerOffer, Broken, Decision, Dice, Game, Illegal, Seat, SeatSet, Sink, innermost_mut,
};

impl Feud {
    fn position<'a>(&'a self, state: &'a State) -> Position<'a> {
        Position { rules: self, state }
    }
}

impl Game for Feud {
    type State = State;
    type Action = Action;
    type Interjection = Interjection;
    type Question = Question;
    type Event = Event;
    type AnswerKind = duel::Answer;

    fn seats(&self) -> SeatSet {
        SeatSet::of_first(HEIRS)
    }

    fn decision(&self, state: &State) -> Decision<Question> {
        match &state.scene {
            Scene::Duel(fight) => fight.duel.decision(&fight.state).map(Question::Duel),
            Scene::Hills => {
                let position = self.position(state);
                position.asks().map_or_else(|| Decision::Over(position.outcome()), Decision::Ask)
            }
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        match &state.scene {
            Scene::Duel(fight) => {
                let mut inner = Vec::new();
                fight.duel.actions(&fight.state, &mut inner);
                into.extend(inner.into_iter().map(Action::Duel));
            }
            Scene::Hills => self.position(state).list(into),
        }
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        let decision = self.decision(state);
        if decision.ask().is_none_or(|ask| ask.seat != seat) {
            return Err(Illegal::by(decision.rule(), "It is not for this heir to decide now."));
        }
        match (&state.scene, action) {
            (Scene::Duel(fight), Action::Duel(inner)) => {
                fight.duel.check(&fight.state, seat, inner)
            }
            (Scene::Duel(_), Action::March(_)) => {
                Err(Illegal::by(ORDERS, "A duel has to be fought out first."))
            }
            (Scene::Hills, _) => self.position(state).test(action),
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
        let mut resolver = Resolver { rules: self, state, dice, sink };
        match action {
            Action::March(_) => resolver.answer(action),
            Action::Duel(inner) => resolver
                .in_duel(|duel, state, dice, sink| duel.apply(state, seat, inner, dice, sink))?,
        }
        resolver.proceed();
        Ok(())
    }

    fn interjections(&self, state: &State, seat: Seat, into: &mut Vec<Interjection>) {
        self.position(state).out_of_turn(seat, into);
    }

    fn interject(
        &self,
        state: &mut State,
        seat: Seat,
        interjection: Interjection,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        self.position(state).test_out_of_turn(seat, interjection)?;
        let mut resolver = Resolver { rules: self, state, dice, sink };
        match interjection {
            Interjection::Pledge(to) => resolver.pledge(seat, to),
            Interjection::Renounce => resolver.renounce(seat)?,
            Interjection::Duel(duel::Yield) => resolver.yield_duel(seat)?,
        }
        resolver.proceed();
        Ok(())
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        let mut view = state.clone();
        let is_secret = matches!(view.steps.last(), Some(Step::Ordering(Ordering)));
        if let Some(year) = innermost_mut::<Year, Step>(&mut view.steps) {
            for heir in self.seats().iter().filter(|&heir| heir != seat) {
                let order = &mut year.orders[heir.index()];
                if is_secret && *order != Order::None {
                    *order = Order::Unknown;
                }
                // Who is pledged to whom is known to those two; to the others it is a secret.
                let pledge = &mut year.pledges[heir.index()];
                *pledge = pledge.filter(|&to| to == seat);
            }
        }
        if let Scene::Duel(fight) = &mut view.scene {
            fight.state = fight.duel.view(&fight.state, seat);
        }
        view
    }

    fn offer(&self, state: &State, action: Action) -> Option<AnswerOffer<duel::Answer>> {
        match (action, &state.scene) {
            (Action::Duel(inner), Scene::Duel(fight)) => fight.duel.offer(&fight.state, inner),
            (Action::March(_), _) | (_, Scene::Hills) => None,
        }
    }

    fn invariants(&self, state: &State) -> Result<(), Broken> {
        if state.hills.iter().flatten().any(|&holder| !state.heirs.contains(holder)) {
            return Err(Broken("a hill is held by an heir who has renounced".into()));
        }
        match &state.scene {
            Scene::Duel(fight) => fight.duel.invariants(&fight.state),
            Scene::Hills if self.position(state).asks().is_none() != state.steps.is_empty() => {
                Err(Broken("something is under way, but nobody is asked".into()))
            }
            Scene::Hills => Ok(()),
        }
    }
}
