//! What is under way: a stack of steps, each told in its rule's own file.

use crate::Campaign;
use crate::arrivals::{Arrivals, Departures, PlaceRoyalArmy};
use crate::battle::{Battle, Flight};
use crate::combat::{
    Alone, AloneGoes, Combat, Combats, Contingents, EvadeMinor, EvadeTactical, Evading, MinorRoll,
    Retreat, Stragglers,
};
use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::sequence::{BeginTurn, EndTurn};
use crate::engine::state::State;
use crate::events::{
    DeathCheck, Mercenaries, Mutineers, MutinyCheck, RaidCheck, Raiders, SpartanCheck,
};
use crate::leaders::{Officer, Successor};
use crate::losses::Loss;
use crate::model::powers::{Power, PowerSet};
use crate::movement::{Gather, March, Movement, Press};
use crate::replacements::{CountPoints, Muster, Recovery, Replacements};
use crate::siege::{DefenderLoss, Invest, Risk, Siege, Sieges, Sortie, Storm};
use crate::supply::{Attrition, Deplete, Feed, FeedArmy, Scorch};
use diadem_core::{Dice, Illegal, Rule, Sink, steps};

steps! {
    ($)
    /// A step of the sequence.
    pub enum Step by each_step {
        RoyalArmy(PlaceRoyalArmy),
        BeginTurn(BeginTurn),
        Scorch(Scorch),
        Feed(Feed),
        FeedArmy(FeedArmy),
        Deplete(Deplete),
        Attrition(Attrition),
        Departures(Departures),
        Arrivals(Arrivals),
        Recovery(Recovery),
        Points(CountPoints),
        Replacements(Replacements),
        Muster(Muster),
        Movement(Movement),
        Gather(Gather),
        Press(Press),
        Stragglers(Stragglers),
        Alone(Alone),
        AloneGoes(AloneGoes),
        Combats(Combats),
        Combat(Combat),
        EvadeMinor(EvadeMinor),
        MinorRoll(MinorRoll),
        EvadeTactical(EvadeTactical),
        Evading(Evading),
        Retreat(Retreat),
        Battle(Battle),
        Flight(Flight),
        Officer(Officer),
        Successor(Successor),
        Sieges(Sieges),
        Siege(Siege),
        Invest(Invest),
        Sortie(Sortie),
        Storm(Storm),
        Risk(Risk),
        DefenderLoss(DefenderLoss),
        Lose(Loss),
        SpartanCheck(SpartanCheck),
        Mercenaries(Mercenaries),
        RaidCheck(RaidCheck),
        Raiders(Raiders),
        MutinyCheck(MutinyCheck),
        Mutineers(Mutineers),
        DeathCheck(DeathCheck),
        EndTurn(EndTurn),
    }
}

/// Whom a step has to do with, for when a power leaves the war.
enum Stake {
    /// A phase of the turn that is everybody's.
    CommonPhase,
    /// A phase of one power.
    PhaseOf(Power),
    /// Something under way of these powers.
    Of(PowerSet),
    /// Something under way that may be anybody's.
    Anybody,
    /// What the frame below it says.
    AsBelow,
}

impl Step {
    fn stake(&self) -> Stake {
        match *self {
            Step::RoyalArmy(_)
            | Step::BeginTurn(_)
            | Step::EndTurn(_)
            | Step::Scorch(_)
            | Step::Deplete(_)
            | Step::Attrition(_)
            | Step::Stragglers(_)
            | Step::Combats(_)
            | Step::SpartanCheck(_)
            | Step::RaidCheck(_)
            | Step::MutinyCheck(_)
            | Step::DeathCheck(_) => Stake::CommonPhase,
            Step::Feed(Feed(power))
            | Step::Departures(Departures(power))
            | Step::Arrivals(Arrivals(power))
            | Step::Recovery(Recovery(power))
            | Step::Points(CountPoints(power))
            | Step::Movement(Movement(power))
            | Step::Sieges(Sieges(power)) => Stake::PhaseOf(power),
            Step::FeedArmy(FeedArmy { power, .. })
            | Step::Replacements(Replacements(power))
            | Step::Officer(Officer { power, .. })
            | Step::Lose(Loss { power, .. })
            | Step::Risk(Risk(power))
            | Step::Gather(Gather(March { power, .. }))
            | Step::Press(Press(March { power, .. })) => Stake::Of(PowerSet::only(power)),
            Step::Combat(combat) => {
                let forces = combat.camps.into_iter().flat_map(Contingents::iter);
                Stake::Of(forces.map(|force| force.power).collect())
            }
            Step::Siege(Siege { besieger, defender, .. }) => {
                Stake::Of([besieger, defender].into_iter().collect())
            }
            Step::Alone(_)
            | Step::AloneGoes(_)
            | Step::Successor(_)
            | Step::Mercenaries(_)
            | Step::Raiders(_)
            | Step::Mutineers(_) => Stake::Anybody,
            Step::Muster(_)
            | Step::EvadeMinor(_)
            | Step::MinorRoll(_)
            | Step::EvadeTactical(_)
            | Step::Evading(_)
            | Step::Retreat(_)
            | Step::Battle(_)
            | Step::Flight(_)
            | Step::Invest(_)
            | Step::Sortie(_)
            | Step::Storm(_)
            | Step::DefenderLoss(_) => Stake::AsBelow,
        }
    }

    /// Whether it is a phase of the turn, and not something under way in one.
    pub(crate) fn is_phase(&self) -> bool {
        matches!(self.stake(), Stake::CommonPhase | Stake::PhaseOf(_))
    }

    /// The power whose phase it is, if it is one power's.
    pub(crate) fn phase_of(&self) -> Option<Power> {
        if let Stake::PhaseOf(power) = self.stake() { Some(power) } else { None }
    }

    /// Whether something under way concerns a power.
    pub(crate) fn concerns(&self, power: Power) -> bool {
        match self.stake() {
            Stake::Of(powers) => powers.contains(power),
            Stake::Anybody => true,
            Stake::CommonPhase | Stake::PhaseOf(_) | Stake::AsBelow => false,
        }
    }
}

/// A campaign as it stands: every pure question is asked of it.
#[derive(Clone, Copy)]
pub(crate) struct Position<'a> {
    pub(crate) rules: &'a Campaign,
    pub(crate) state: &'a State,
}

/// A campaign being carried on: the one thing that changes a state.
pub(crate) struct Resolver<'a, S> {
    pub(crate) rules: &'a Campaign,
    pub(crate) state: &'a mut State,
    pub(crate) dice: &'a mut Dice,
    pub(crate) sink: &'a mut S,
}

impl<S> Resolver<'_, S> {
    pub(crate) fn position(&self) -> Position<'_> {
        Position { rules: self.rules, state: self.state }
    }

    /// The step on top is over.
    pub(crate) fn finish(&mut self) {
        self.state.steps.pop();
    }
}

/// Who is asked what, by which rule.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) power: Power,
    pub(crate) question: Question,
    pub(crate) rule: Rule,
}

/// How a step goes on by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It has done something, or is over: whatever lies on top now is next.
    GoesOn,
    /// Somebody has to decide, or a battle has to be fought.
    Waits,
}

/// A step: in its rule's own file it says what is asked, what is listed, what is tested, what an answer does, and how it
/// goes on by itself.
pub(crate) trait Procedure: Copy {
    /// Who is asked what; nobody where it needs no answer.
    fn asked(&self, position: Position<'_>) -> Option<Asked>;

    /// Every legal answer.
    fn list(&self, position: Position<'_>, into: &mut Vec<Action>);

    /// Whether this is one of them.
    fn check(&self, position: Position<'_>, action: Action) -> Result<(), Illegal>;

    /// What an answer does; it has been checked.
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action);

    /// What it does by itself.
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress;
}

/// The refusal of an answer to another question.
pub(crate) fn not_asked(rule: Rule) -> Illegal {
    Illegal::by(rule, "That is not what is asked now.")
}

/// A step that asks somebody and does nothing by itself, unless there is nothing to ask: then it is over.
pub(crate) fn unless_idle<S>(resolver: &mut Resolver<'_, S>, is_idle: bool) -> Progress {
    if is_idle {
        resolver.finish();
        Progress::GoesOn
    } else {
        Progress::Waits
    }
}

/// A step that needs nobody: `happens!(Deplete by DEPLETION, |_, it| it.rules.deplete(it.state, it.dice, it.sink))`.
macro_rules! happens {
    ($step:ident by $rule:expr, |$one:pat_param, $resolver:ident| $body:expr) => {
        impl $crate::engine::steps::Procedure for $step {
            fn asked(
                &self,
                _: $crate::engine::steps::Position<'_>,
            ) -> Option<$crate::engine::steps::Asked> {
                None
            }
            fn list(&self, _: $crate::engine::steps::Position<'_>, _: &mut Vec<$crate::Action>) {}
            fn check(
                &self,
                _: $crate::engine::steps::Position<'_>,
                _: $crate::Action,
            ) -> Result<(), diadem_core::Illegal> {
                Err($crate::engine::steps::not_asked($rule))
            }
            fn answer<S: diadem_core::Sink<$crate::Event>>(
                self,
                _: &mut $crate::engine::steps::Resolver<'_, S>,
                _: $crate::Action,
            ) {
            }
            fn proceed<S: diadem_core::Sink<$crate::Event>>(
                self,
                $resolver: &mut $crate::engine::steps::Resolver<'_, S>,
            ) -> $crate::engine::steps::Progress {
                let $one = self;
                $body;
                $crate::engine::steps::Progress::GoesOn
            }
        }
    };
}
pub(crate) use happens;
