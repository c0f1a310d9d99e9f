//! 4.0 The turn sequence: a stack of steps, each a decision or something that happens by itself.

use crate::arrivals::{Arrivals, Departures};
use crate::combat::{Combats, Stragglers};
use crate::engine::event::Event;
use crate::engine::state::{Done, Ending, LeaderDone};
use crate::engine::steps::{Procedure, Progress, Resolver, Step, each_step, happens};
use crate::model::data::Season;
use crate::model::switches::Switch;
use crate::movement::Movement;
use crate::replacements::{CountPoints, Recovery};
use crate::siege::Sieges;
use crate::supply::{Attrition, Deplete, Feed, Scorch};
use crate::{Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Dice, Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const PHASES: Rule = rule!(ALEXANDROS, "4.1");
pub(crate) const SEQUENCE: Rule = rule!(ALEXANDROS, "4.2");
pub(crate) const FIRST_TURN: Rule = rule!(ALEXANDROS, "4.3");
pub(crate) const RECOVERY_OF_LAND: Rule = rule!(ALEXANDROS, "7.3");

/// A turn begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BeginTurn;

happens!(BeginTurn by SEQUENCE, |_, it| it.rules.begin_turn(it.state, it.sink));

/// The turn is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndTurn;

happens!(EndTurn by SEQUENCE, |_, it| it.rules.end_turn(it.state, it.sink));

impl Campaign {
    /// Runs what needs nobody, until somebody has to decide, a battle has to be fought, or it is over.
    pub fn run(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        while state.history.ended.is_none() {
            let Some(step) = state.steps.last() else { return };
            let progress = each_step!(*step, one => {
                one.proceed(&mut Resolver { rules: self, state, dice, sink })
            });
            if progress == Progress::Waits {
                return;
            }
        }
        state.steps.clear();
    }

    /// The season of the turn.
    pub fn season(&self, state: &State) -> Season {
        self.scenario.season(state.turn)
    }

    /// 4.2: the steps of a turn, the last of them at the bottom of the stack.
    fn begin_turn(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        state.steps.clear();
        sink.tell(SeatSet::ALL, Event::Turn { turn: state.turn });
        let presence = self.presence(state);
        if self.is_world_empire(state, &presence) {
            self.finish(state, Ending::WorldEmpire, sink);
            return;
        }
        for power in self.powers.iter() {
            state.points.due[power.index()] = self.income_amid(state, &presence, power);
        }
        self.found_alexandria(state, sink);
        state.steps.push(EndTurn.into());
        self.push_events(state);
        // The order of play is that of the scenario's powers; what is pushed last comes first.
        let out = state.history.out;
        let in_reverse = || self.powers.iter().rev().filter(|&power| !out.contains(power));
        for power in in_reverse() {
            state.steps.push(Sieges(power).into());
        }
        state.steps.push(Combats::default().into());
        if state.turn == 0 {
            // 4.3: straight to the Granicus.
            return;
        }
        state.steps.push(Stragglers.into());
        for power in in_reverse() {
            state.steps.push(Movement(power).into());
            state.steps.push(CountPoints(power).into());
            state.steps.push(Recovery(power).into());
            state.steps.push(Arrivals(power).into());
            state.steps.push(Departures(power).into());
        }
        if self.switches.has(Switch::NoSupply) {
            return;
        }
        if self.season(state) == Season::Summer {
            if state.depleted != state.scorched {
                sink.tell(SeatSet::ALL, Event::Recovered);
            }
            // 17.1: what was laid waste outlasts this Summer, not the next one.
            for province in state.scorched.iter() {
                sink.tell(SeatSet::ALL, Event::StaysWaste { province });
            }
            state.depleted = std::mem::take(&mut state.scorched);
        }
        // 7.3: what is depleted in this turn is felt in future turns only.
        state.hungry_lands = state.depleted;
        state.steps.push(Attrition { after: None }.into());
        state.steps.push(Deplete.into());
        for power in in_reverse() {
            state.steps.push(Feed(power).into());
        }
        if self.switches.has(Switch::ScorchedEarth) {
            state.steps.push(Scorch.into());
        }
    }

    fn end_turn(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        if self.switches.has(Switch::Recuperation) {
            self.recuperate(state, sink);
        }
        self.alexander_halts(state, sink);
        for unit in &mut state.units {
            unit.done = Done::default();
        }
        for leader in &mut state.leaders {
            leader.done = LeaderDone::default();
        }
        state.settled.clear();
        state.laid.clear();
        state.shipments.clear();
        state.turn += 1;
        let last = if self.switches.has(Switch::DeathOfAlexander) {
            self.scenario.last_turn_if_he_lives
        } else {
            self.scenario.last_turn
        };
        if state.turn == last {
            self.finish(state, Ending::Points, sink);
        } else {
            state.steps.clear();
            state.steps.push(BeginTurn.into());
        }
    }
}
