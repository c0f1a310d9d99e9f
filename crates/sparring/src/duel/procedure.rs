//! The one list of steps, what each says of itself, and the two through which it does so: [`Position`] answers
//! every question, [`Resolver`] alone changes anything.

use super::{
    Action, Aiming, Answering, Blow, Champion, Duel, Event, FATAL, Fighter, MEN, Man, Naming,
    Question, State, Turn,
};
use diadem_core::{Ask, Camp, Dice, Illegal, Rule, Seat, Sink, innermost};

diadem_core::steps! {
    ($)
    /// A step of a duel.
    pub enum Step by each_step {
        Naming(Naming),
        Turn(Turn),
        Aiming(Aiming),
        Blow(Blow),
        Answering(Answering),
    }
}

/// What a step says of itself, in its rule's own file and in this order.
pub(super) trait Procedure: Copy {
    /// The rule by which it is asked.
    const RULE: Rule;

    /// Who is asked what; nothing, where it goes on by itself.
    fn asks(self, position: &Position<'_>) -> Option<Ask<Question>>;

    /// Every answer.
    fn list(self, position: &Position<'_>, into: &mut Vec<Action>);

    /// Whether something is such an answer; if not, why.
    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal>;

    /// What an answer that has passed the test does.
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action);

    /// How it goes on by itself, where it asks nothing.
    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>);

    /// A refusal by its rule.
    fn refuse(self, sentence: &'static str) -> Result<(), Illegal> {
        Err(Illegal::by(Self::RULE, sentence))
    }

    /// The refusal of what is no answer to the question at all.
    fn not_asked(self) -> Result<(), Illegal> {
        self.refuse("That is not what is asked now.")
    }
}

/// A duel as it stands: pure questions.
#[derive(Clone, Copy)]
pub(super) struct Position<'a> {
    pub(super) rules: &'a Duel,
    pub(super) state: &'a State,
}

impl Position<'_> {
    /// What is asked, unless it is over.
    pub(super) fn asks(&self) -> Option<Ask<Question>> {
        let top = *self.state.steps.last()?;
        each_step!(top, step => step.asks(self))
    }

    pub(super) fn list(&self, into: &mut Vec<Action>) {
        if let Some(&top) = self.state.steps.last() {
            each_step!(top, step => step.list(self, into));
        }
    }

    pub(super) fn test(&self, action: Action) -> Result<(), Illegal> {
        let Some(&top) = self.state.steps.last() else { return Ok(()) };
        each_step!(top, step => step.test(self, action))
    }

    /// Whose turn it is: the turn lies below whatever is done in it.
    pub(super) fn striking(&self) -> Camp {
        innermost::<Turn, Step>(&self.state.steps).map_or(Camp::First, |turn| turn.camp)
    }

    /// The blow that is coming.
    pub(super) fn blow(&self) -> Option<&Blow> {
        innermost::<Blow, Step>(&self.state.steps)
    }

    pub(super) fn fighter(&self, camp: Camp, man: Man) -> Option<Fighter> {
        self.state.men[camp.index()].get(usize::from(man)).copied()
    }

    /// Whose a man is.
    pub(super) fn seat_of(&self, camp: Camp, man: Man) -> Seat {
        self.rules.men[camp.index()][usize::from(man)]
    }

    pub(super) fn stands(&self, camp: Camp, man: Man) -> bool {
        let is_up = self.fighter(camp, man).is_some_and(|fighter| fighter.wounds < FATAL);
        is_up && !self.state.yielded.contains(self.seat_of(camp, man))
    }

    pub(super) fn standing(&self, camp: Camp) -> impl Iterator<Item = Man> {
        (0..MEN).filter(move |&man| self.stands(camp, man))
    }

    pub(super) fn can_strike(&self, camp: Camp, man: Man) -> bool {
        self.stands(camp, man) && self.fighter(camp, man).is_some_and(|fighter| !fighter.winded)
    }

    /// 1.6: who speaks for a camp. Somebody does until it is beaten.
    pub(super) fn speaker(&self, camp: Camp) -> Seat {
        let first = self.standing(camp).next().unwrap_or_default();
        self.seat_of(camp, first)
    }

    /// Whether a man is the champion, as far as the state tells.
    pub(super) fn is_champion(&self, camp: Camp, man: Man) -> bool {
        let champion = self.state.champions[camp.index()];
        champion == Champion::Secret(man) || champion == Champion::Known(man)
    }
}

/// A duel being carried on: each rule adds what it does.
pub(super) struct Resolver<'a, S> {
    pub(super) rules: &'a Duel,
    pub(super) state: &'a mut State,
    pub(super) dice: &'a mut Dice,
    pub(super) sink: &'a mut S,
}

impl<S: Sink<Event>> Resolver<'_, S> {
    pub(super) fn position(&self) -> Position<'_> {
        Position { rules: self.rules, state: self.state }
    }

    /// Answers the topmost step, and goes on until somebody is asked again or it is over.
    pub(super) fn answer(&mut self, action: Action) {
        if let Some(&top) = self.state.steps.last() {
            each_step!(top, step => step.answer(self, action));
            self.proceed();
        }
    }

    pub(super) fn proceed(&mut self) {
        while let Some(&top) = self.state.steps.last()
            && self.position().asks().is_none()
        {
            each_step!(top, step => step.go_on(self));
        }
    }

    /// Puts a step on top: those below wait for it.
    pub(super) fn push(&mut self, step: impl Into<Step>) {
        self.state.steps.push(step.into());
    }

    /// Is done with the topmost step.
    pub(super) fn pop(&mut self) {
        self.state.steps.pop();
    }
}
