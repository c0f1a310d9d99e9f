//! 10.1 and 10.2: the battle is joined, and each round has its six phases.

use crate::combat::Attack;
use crate::engine::action::Action;
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Flow, Procedure, never_passes};
use crate::engine::resolver::Resolver;
use crate::engine::state::{HowEnded, State};
use crate::model::sets::{BoxSet, LeaderSet, UnitSet};
use crate::rally::Rally;
use diadem_books::ALEXANDROS;
use diadem_core::{Camp, Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const ON_THE_DISPLAY: Rule = rule!(ALEXANDROS, "10.1");
pub(crate) const SEQUENCE: Rule = rule!(ALEXANDROS, "10.2");

/// The three phases of a camp, taken by each of its forces in turn (Successors 9.4), and what its units have done in
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// The phase that lies above; when it is done, the next begins.
    pub phase: Phase,
    /// Units that advanced, and may not attack (10.9).
    pub advanced: UnitSet,
    /// Boxes that have attacked.
    pub boxes: BoxSet,
    /// Boxes that were attacked, each by a box that is done with it.
    pub targets: BoxSet,
    /// Units that have attacked.
    pub fought: UnitSet,
    /// How many of the enemy's reserve have been attacked (10.5).
    pub of_reserve: u8,
}

/// The phases of a camp in their order (10.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// Routed units rally.
    Rally,
    /// Units move.
    Movement,
    /// Boxes attack.
    Combat,
}

impl Turn {
    pub(crate) const NOTHING_DONE: Turn = Turn::from(Phase::Rally);

    /// A turn in which nothing has been done yet.
    pub(crate) const fn from(phase: Phase) -> Turn {
        Turn {
            phase,
            advanced: UnitSet::NONE,
            boxes: BoxSet::NONE,
            targets: BoxSet::NONE,
            fought: UnitSet::NONE,
            of_reserve: 0,
        }
    }
}

impl State {
    /// The phase of the turn that is being taken; none while armies are set up, nor after the end.
    pub fn phase(&self) -> Option<Phase> {
        self.under_way::<Turn>().map(|turn| turn.phase)
    }
}

impl Procedure for Turn {
    const RULE: Rule = SEQUENCE;

    fn asks(self, _: &Display, _: &State) -> Option<Asked> {
        None
    }

    fn list(self, _: &Position<'_>, _: &mut Vec<Action>) {}

    fn test(self, _: &Position<'_>, _: Action) -> Result<(), Illegal> {
        Self::not_asked()
    }

    fn answer<S: Sink<Event>>(self, _: &mut Resolver<'_, S>, action: Action) {
        never_passes(action);
    }

    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Flow {
        match self.phase {
            Phase::Rally => resolver.begin_phase(Phase::Movement),
            Phase::Movement => resolver.begin_phase(Phase::Combat),
            Phase::Combat => resolver.end_part(),
        }
        Flow::Goes
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Both armies stand.
    pub(crate) fn join_battle(&mut self) {
        self.tell(Event::Joined);
        self.begin_round();
    }

    fn begin_round(&mut self) {
        self.state.round += 1;
        self.state.active = self.rules.leading_force(self.rules.battle().order.acts_first);
        self.state.took_part = Default::default();
        let position = self.position();
        let vacant = position.vacant();
        let may_rally = Camp::BOTH
            .map(|camp| position.may_try_to_rally(camp))
            .into_iter()
            .fold(UnitSet::NONE, |all, set| all | set);
        self.state.vacant = vacant;
        self.state.may_rally = may_rally;
        self.tell(Event::Round(self.state.round));
        self.begin_turn();
    }

    fn begin_turn(&mut self) {
        self.begin(Turn::from(Phase::Rally));
        self.begin_phase(Phase::Rally);
    }

    pub(crate) fn begin_phase(&mut self, phase: Phase) {
        self.state.frame_mut::<Turn>().phase = phase;
        match phase {
            Phase::Rally => self.push(Rally),
            Phase::Movement => self.begin_movement(),
            Phase::Combat => self.begin_combat(),
        }
    }

    fn begin_combat(&mut self) {
        let is_first = self.state.active == self.rules.leading_force(self.camp());
        if is_first {
            self.state.spent = LeaderSet::NONE;
            self.state.units.iter_mut().for_each(|unit| unit.attacked = 0);
        }
        self.release_hopeless_engagements();
        if is_first {
            self.state.long_engaged = self.position().engaged;
        }
        self.push(Attack);
    }

    /// S9.4: its ally goes on with the turn of their camp; then it is the other camp's turn.
    fn end_part(&mut self) {
        let (camp, acts_first) = (self.camp(), self.rules.battle().order.acts_first);
        if let Some(ally) = self.rules.next_ally(self.state.active) {
            self.state.active = ally;
            self.begin_phase(Phase::Rally);
        } else if camp == acts_first {
            self.state.active = self.rules.leading_force(camp.other());
            self.begin_turn();
        } else if self.state.round >= self.rules.charts.rounds {
            self.end_battle(None, HowEnded::Nightfall);
        } else {
            self.begin_round();
        }
    }
}
