//! 3.0: the sequence of play, and what is carried on without a question.

use crate::command::activation::{Activation, Tenure};
use crate::command::elite::EliteInitiative;
use crate::command::momentum::Momentum;
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::procedure::Procedure;
use crate::engine::resolver::Resolver;
use crate::engine::state::{EngineDeed, Readiness, ShockMark, State, Volley};
use crate::engine::steps::{Step, each_step};
use crate::model::order_of_battle::UnitSet;
use crate::movement::pre_arranged::Arranging;
use crate::rout::routing::RoutPhase;
use crate::shock::{ShockSegment, ShockStage};
use diadem_books::GBA;
use diadem_core::{Dice, Rule, Sink, rule};

pub(crate) const SEQUENCE: Rule = rule!(GBA, "3.0");

impl Hexes {
    /// The state a battle begins with, up to the first question.
    pub fn open(&self, dice: &mut Dice, sink: &mut impl Sink<Event>) -> State {
        let mut state = self.beginning();
        self.open_as(&mut state, dice, sink);
        state
    }

    /// Begins the first turn with the armies as they stand in a state that was drawn up from
    /// [`Hexes::beginning`].
    pub fn open_as(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        let mut resolver = Resolver::of(self, state, dice, sink);
        resolver.begin_turn();
        resolver.settle();
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Begins the next game turn.
    pub(crate) fn begin_turn(&mut self) {
        self.state.turn += 1;
        self.tell(Event::Turn(self.state.turn));
        self.state.steps.clear();
        self.state.next_in_tie = [None; 10];
        self.begin(Activation);
        for force in self.rules.forces() {
            if self.gets_elite_phase(force) {
                self.begin(EliteInitiative(force));
            }
        }
        // The first to be asked lies on top.
        for force in self.rules.forces().rev() {
            if self.position().may_arrange(force) {
                self.begin(Arranging(force));
            }
        }
    }

    /// Does what needs no answer in the step on top; false when something is asked, or all is over.
    pub(crate) fn proceeds(&mut self) -> bool {
        each_step!(self.state.step(), step => step.proceed(self))
    }

    /// 3.B2: the shock segment begins.
    pub(crate) fn end_orders(&mut self, tenure: Tenure) {
        let stage = ShockStage::Designation;
        self.instead(ShockSegment { tenure, stage, at: 0, first: 0 });
    }

    /// 3.C: marks are taken up, the leader may go on.
    pub(crate) fn end_shock(&mut self, tenure: Tenure) {
        self.state.combats.clear();
        self.state.trails.clear();
        for unit in &mut self.state.units {
            unit.mark = ShockMark::None;
            unit.run_up = 0;
            unit.ordered = false;
            unit.turned = false;
            unit.volley = Volley::None;
            unit.fired_at = None;
            unit.engine.reactions = 0;
            unit.engine.deed = EngineDeed::Nothing;
        }
        for leader in &mut self.state.leaders {
            leader.spent = 0;
            leader.sent = false;
            leader.line = crate::engine::state::LinePart::None;
        }
        self.state.reactions = crate::engine::state::Reactions::default();
        self.instead(Momentum(tenure));
    }

    /// 3.D: when all leaders are finished.
    pub(crate) fn begin_rout_phase(&mut self) {
        for unit in &mut self.state.units {
            unit.rallied = false;
        }
        let routed = self.rules.units().filter(|&unit| {
            let unit = self.state.unit(unit);
            unit.is_on_map() && unit.routed
        });
        let routed = routed.collect();
        self.instead(RoutPhase(routed));
    }

    /// 3.D3, 3.D4 and 3.E, after the last routed unit has run.
    pub(crate) fn end_turn(&mut self) {
        self.reload();
        for unit in &mut self.state.units {
            unit.moved = false;
            unit.engine.active = 0;
        }
        for leader in &mut self.state.leaders {
            leader.readiness = Readiness::Inactive;
            leader.no_momentum = false;
            leader.elite_phase = false;
            leader.rallied = UnitSet::NONE;
            leader.arranged = crate::engine::state::Arranged::No;
            leader.bound = UnitSet::NONE;
        }
        self.check_withdrawal();
        if self.state.ending.is_none() {
            self.begin_turn();
        }
    }
}
