//! 11.8: engines. Their modes, how they move, and their fire: on their own side's turn without an order, and
//! at any moment of the enemy's.

use crate::command::orders::Orders;
use crate::engine::action::{Action, Answer, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{EngineDeed, EngineMode, Placement, State};
use crate::engine::steps::Step;
use crate::missiles::missile_fire::{Pace, Shot};
use crate::missiles::reaction_fire::ReturnFire;
use crate::model::charts::MissileArm;
use crate::model::hex::Hexside;
use crate::model::order_of_battle::{ForceId, UnitId};
use crate::movement::moving::{PATH, Plan};
use diadem_books::GBA;
use diadem_core::{Camp, Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const ENGINES: Rule = rule!(GBA, "11.81");
pub(crate) const MODES: Rule = rule!(GBA, "11.82");
pub(crate) const ONE_ENGINE: Rule = rule!(GBA, "11.83");
pub(crate) const NO_FACING: Rule = rule!(GBA, "11.84");
pub(crate) const ACTIVE_FIRE: Rule = rule!(GBA, "11.85");
pub(crate) const ENGINES_REACT: Rule = rule!(GBA, "11.86");
pub(crate) const ENGINES_ROUT: Rule = rule!(GBA, "11.87");

/// 11.85: active shots of an engine in a turn.
pub(crate) const ACTIVE_SHOTS: u8 = 2;

/// 11.86: shots of an engine in an enemy orders phase.
pub(crate) const REACTION_SHOTS: u8 = 2;

/// 11.86: the engines of this force may fire: at a unit of the enemy that acts, or at its last chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Engines {
    /// Whose engines.
    pub force: ForceId,
    /// The enemy unit that acts.
    pub at: Option<UnitId>,
}

impl Procedure for Engines {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::window(rules.force(self.force).seat, Question::Engines(self.at), ENGINES_REACT))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        position.list_engine_fire(self.force, into);
        into.push(Action::Done);
    }

    /// Whether this may be done in the window of the engines.
    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            _ => position.engine_shot(action).map(|_| ()),
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::EngineFire { .. } | Action::EngineFireAtHex { .. } => {
                resolver.fire_engine(action);
            }
            _ => resolver.finish(),
        }
    }

    /// The window of the engines closes by itself when none has range and sight.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let position = resolver.position();
        let is_open = match self.at {
            Some(unit) => position.is_under_engines(self.force, unit),
            None => position.have_engines_targets(self.force),
        };
        if is_open {
            resolver.answered();
        } else {
            resolver.finish();
        }
        !is_open
    }

    fn fire(&self) -> Option<Answer> {
        Some(Answer::EngineFire)
    }
}

impl Hexes {
    /// Whether a unit is an engine that is set up to fire (11.82).
    pub(crate) fn is_set_up_to_fire(&self, state: &State, unit: UnitId) -> bool {
        self.troops(unit).kind.is_artillery() && state.unit(unit).engine.mode == EngineMode::Fire
    }
}

impl Position<'_> {
    /// 11.82: whether a unit may be ordered to move as far as its mode goes.
    pub(crate) fn is_in_mode_to_move(&self, unit: UnitId) -> Result<(), Illegal> {
        if self.rules.is_set_up_to_fire(self.state, unit) {
            let words = "An engine in fire mode does not move, and fires without an order.";
            return Err(Illegal::by(MODES, words));
        }
        Ok(())
    }

    /// 11.82: whether a unit may be ordered to change its mode.
    pub(crate) fn may_change_mode(&self, unit: UnitId) -> Result<(), Illegal> {
        let now = self.state.unit(unit);
        match () {
            () if !self.rules.troops(unit).kind.is_artillery() => {
                Err(Illegal::by(MODES, "Only engines have a mode."))
            }
            () if !now.is_on_map() => Err(Illegal::by(MODES, "It is not on the map any more.")),
            () if now.engine.deed == EngineDeed::Fired => {
                let words = "An engine that has fired does nothing else in this orders phase.";
                Err(Illegal::by(ACTIVE_FIRE, words))
            }
            () if now.ordered => {
                let words = "It has been ordered in this orders phase.";
                Err(Illegal::by(crate::command::orders::ONCE_A_PHASE, words))
            }
            () => Ok(()),
        }
    }

    /// 11.84: an engine goes into any hex around it.
    pub(crate) fn plan_engine(
        &self,
        unit: UnitId,
        placement: Placement,
        side: Hexside,
    ) -> Result<Plan, Illegal> {
        if self.may_leave_map(unit, placement.hex, side) {
            return Ok(Plan::off_the_map(placement));
        }
        let cost = self.entry(unit, placement.hex, side)?;
        let hex = placement.hex.beyond(side);
        let hex = hex.ok_or_else(|| Illegal::by(PATH, "There the map ends."))?;
        Ok(Plan::into(Placement { hex, ..placement }, cost))
    }

    /// By which rule an engine may fire now: on its side's turn (11.85), in the window of the other's
    /// (11.86).
    fn may_fire_engine(&self, engine: UnitId) -> Result<Rule, Illegal> {
        let now = self.state.unit(engine);
        if !self.rules.troops(engine).kind.is_artillery() {
            return Err(Illegal::by(ENGINES, "Only engines fire like that."));
        }
        self.may_shoot_with(engine, MissileArm::Bolt)?;
        let force = self.rules.force_of(engine);
        if let Step::Engines(Engines { force: asked, .. }) = self.state.step() {
            return match () {
                () if asked != force => Err(Illegal::by(ENGINES_REACT, "It is not asked to fire.")),
                () if now.engine.reactions >= REACTION_SHOTS => {
                    Err(Illegal::by(ENGINES_REACT, "It has fired twice in this orders phase."))
                }
                () => Ok(ENGINES_REACT),
            };
        }
        let is_its_turn = self.who_ordered().is_some_and(|leader| self.rules.leads(leader, engine));
        match () {
            () if !is_its_turn => {
                Err(Illegal::by(ACTIVE_FIRE, "It fires so in orders phases of its own army."))
            }
            () if now.engine.deed == EngineDeed::Fired => {
                Err(Illegal::by(ACTIVE_FIRE, "It has fired in this orders phase."))
            }
            () if now.engine.deed == EngineDeed::Changed => {
                let words = "It was set up in this orders phase, and does not fire in it.";
                Err(Illegal::by(MODES, words))
            }
            () if now.ordered => {
                let words = "An engine that fires does nothing else in an orders phase.";
                Err(Illegal::by(ACTIVE_FIRE, words))
            }
            () if now.engine.active >= ACTIVE_SHOTS => {
                Err(Illegal::by(ACTIVE_FIRE, "It has fired twice in this turn."))
            }
            () => Ok(ACTIVE_FIRE),
        }
    }

    /// The shot of an engine, or why it may not be fired: the one test of listing, checking and firing.
    pub(crate) fn engine_shot(&self, action: Action) -> Result<Shot, Illegal> {
        match action {
            Action::EngineFire { engine, target } => {
                let rule = self.may_fire_engine(engine)?;
                self.aim(engine, target, MissileArm::Bolt, Pace::StandingAnswer, rule)
            }
            Action::EngineFireAtHex { engine, hex } => {
                let rule = self.may_fire_engine(engine)?;
                let shot = self.shot_at_leaders(engine, hex, MissileArm::Bolt)?;
                Ok(Shot { rule, ..shot })
            }
            _ => Err(Illegal::by(ENGINES_REACT, "The engines fire, or do not.")),
        }
    }

    /// Engines of a force that may fire now, whatever there is to fire at.
    fn ready_engines(&self, force: ForceId) -> impl Iterator<Item = UnitId> + '_ {
        let engines = self.rules.engines(force);
        engines.iter().filter(|&engine| self.may_fire_engine(engine).is_ok())
    }

    /// Calls with every shot that the engines of a force may fire now.
    fn each_engine_fire(&self, force: ForceId, mut call: impl FnMut(Action)) {
        let enemy = self.rules.force(force).camp.other();
        for engine in self.ready_engines(force) {
            let mut offer = |action| {
                if self.engine_shot(action).is_ok() {
                    call(action);
                }
            };
            for target in self.rules.list(enemy).units.iter() {
                if self.is_in_reach_of_bolts(engine, target) {
                    offer(Action::EngineFire { engine, target });
                }
            }
            self.each_leader_hex(enemy, |hex| {
                offer(Action::EngineFireAtHex { engine, hex });
            });
        }
    }

    fn is_in_reach_of_bolts(&self, engine: UnitId, target: UnitId) -> bool {
        let chart = &self.rules.charts.missiles;
        self.distance(engine, target) <= chart.range(MissileArm::Bolt) + chart.extended_hexes
    }

    /// Lists the shots of a force's engines.
    pub(crate) fn list_engine_fire(&self, force: ForceId, into: &mut Vec<Action>) {
        self.each_engine_fire(force, |action| into.push(action));
    }

    /// Whether an engine of a force has anything to fire at.
    pub(crate) fn have_engines_targets(&self, force: ForceId) -> bool {
        let mut have = false;
        self.each_engine_fire(force, |_| have = true);
        have
    }

    /// 11.86: whether an engine of a force could fire at this unit in the window on top.
    fn is_under_engines(&self, force: ForceId, target: UnitId) -> bool {
        self.ready_engines(force).any(|engine| {
            self.is_in_reach_of_bolts(engine, target)
                && self.engine_shot(Action::EngineFire { engine, target }).is_ok()
        })
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 11.82: an engine is ordered to change its mode.
    pub(crate) fn order_change_of_mode(&mut self, orders: Orders, unit: UnitId) {
        self.spend_on(orders, unit);
        let now = self.state.unit_mut(unit);
        now.ordered = true;
        now.engine.deed = EngineDeed::Changed;
        now.engine.mode = now.engine.mode.other();
        let mode = now.engine.mode;
        self.tell(Event::ModeChanged(unit, mode));
    }

    /// An engine fires; a unit that is shot at when it is not its side's turn may shoot back (8.23).
    pub(crate) fn fire_engine(&mut self, action: Action) {
        let Ok(shot) = self.position().engine_shot(action) else { return };
        let now = self.state.unit_mut(shot.firer);
        if shot.rule == ENGINES_REACT {
            now.engine.reactions += 1;
        } else {
            now.engine.active += 1;
            now.engine.deed = EngineDeed::Fired;
            now.ordered = true;
            if let Some(target) = shot.target {
                self.begin(ReturnFire { firer: shot.firer, target });
            }
        }
        self.fire(&shot);
    }

    /// 11.86: the enemy's engines may fire at a unit that acts now; without one, at whatever they see.
    pub(crate) fn let_engines_fire(&mut self, camp: Camp, at: Option<UnitId>) {
        // The first to be asked lies on top.
        for force in self.rules.forces_of(camp).rev() {
            let engines = self.rules.engines(force);
            if engines.iter().any(|engine| self.rules.is_set_up_to_fire(self.state, engine)) {
                self.begin(Engines { force, at });
            }
        }
    }
}
