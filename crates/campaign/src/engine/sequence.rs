//! 4.0 The turn sequence: a stack of steps, each a decision or something that happens by itself.

use crate::engine::event::Event;
use crate::engine::state::{Done, Ending, Force, LeaderDone, Place};
use crate::model::data::Season;
use crate::model::ids::{ProvinceId, UnitId};
use crate::model::pieces::Side;
use crate::model::switches::Switch;
use crate::{Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Dice, Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const PHASES: Rule = rule!(ALEXANDROS, "4.1");
pub(crate) const SEQUENCE: Rule = rule!(ALEXANDROS, "4.2");
pub(crate) const FIRST_TURN: Rule = rule!(ALEXANDROS, "4.3");
pub(crate) const RECOVERY_OF_LAND: Rule = rule!(ALEXANDROS, "7.3");

/// A step of the sequence. Those that need nobody run by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Step {
    /// Where does Darius begin? (3.3)
    RoyalArmy,
    /// A turn begins.
    BeginTurn,
    /// 17.1.
    Scorch,
    /// 7.5: each army that ships could feed is asked for.
    Feed(Side),
    /// 7.5: what feeds this army.
    FeedArmy(Side, ProvinceId),
    /// 7.2.
    Deplete,
    /// 7.4, for the armies after this one.
    Attrition(Option<(ProvinceId, Force)>),
    /// 13.2.
    Departures(Side),
    /// 13.1.
    Arrivals(Side),
    /// 12.9.
    Recovery(Side),
    /// 12.1.
    Points(Side),
    /// 12.2.
    Replacements(Side),
    /// 12.4: a raised unit is placed.
    Muster(UnitId),
    /// 8.1.
    Movement(Side),
    /// 8.1: who comes along.
    Gather,
    /// 8.4.
    Press,
    /// 9.1: leaders alone among enemies, the Siege Train without guard.
    Stragglers,
    /// A leader alone may try to get away.
    Alone(crate::model::ids::LeaderId),
    /// He goes there.
    AloneGoes(crate::model::ids::LeaderId),
    /// 9.1.
    Combats,
    /// 9.2.
    EvadeMinor,
    /// 9.4.
    MinorRoll,
    /// 9.3.
    EvadeTactical(Side),
    /// Where the evading force goes.
    Evading,
    /// 9.5: a beaten defender may go.
    Retreat,
    /// 10.20: a beaten army must go.
    Flight,
    /// 10.1: a battle, fought elsewhere.
    Battle,
    /// The combat is over.
    CombatEnds,
    /// 12.10: with those who fought beside the fallen, if any live.
    Officer(Side, Option<Place>),
    /// 15.6.
    Successor,
    /// 11.1.
    Sieges(Side),
    /// 11.3: who takes part.
    Invest,
    /// 11.5.
    Sortie,
    /// 11.3: the roll.
    Storm,
    /// 11.4: a leader is in danger.
    Risk(Side),
    /// 11.4: what the defender loses.
    DefenderLoss,
    /// The siege is over.
    SiegeEnds,
    /// Steps are lost.
    Lose,
    /// 14.2.
    SpartanCheck,
    /// 14.2: mercenaries join Agis.
    Mercenaries(u8),
    /// 14.3.
    RaidCheck,
    /// 14.3: who comes.
    Raiders {
        /// From where.
        home: ProvinceId,
        /// The band.
        band: u8,
        /// How many more.
        units: u8,
    },
    /// 17.4.
    MutinyCheck,
    /// 17.4: who goes home.
    Mutineers(u8),
    /// 17.3.
    DeathCheck,
    /// The turn is over.
    EndTurn,
}

impl Campaign {
    /// Runs what needs nobody, until somebody has to decide, a battle has to be fought, or it is over.
    pub fn run(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        while state.history.ended.is_none() {
            let Some(step) = state.step() else { return };
            if self.run_step(state, step, dice, sink).is_none() {
                return;
            }
        }
        state.steps.clear();
    }

    /// Runs one step if it needs nobody; `None` if somebody has to decide.
    fn run_step(
        &self,
        state: &mut State,
        step: Step,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Option<()> {
        match step {
            Step::BeginTurn => self.begin_turn(state, sink),
            Step::Feed(side) => self.feed_next(state, side),
            Step::Deplete => self.deplete(state, dice, sink),
            Step::Attrition(after) => self.attrition(state, after, dice, sink),
            Step::Departures(side) => self.depart(state, side, sink),
            Step::Recovery(side) => self.recover(state, side, dice, sink),
            Step::Points(side) => self.count_points(state, side, sink),
            Step::Stragglers => self.stragglers(state, sink),
            Step::MinorRoll => self.minor_roll(state, dice, sink),
            Step::CombatEnds => self.combat_ends(state, sink),
            Step::Storm => self.storm(state, dice, sink),
            Step::SiegeEnds => self.siege_ends(state, sink),
            Step::SpartanCheck => self.spartan_check(state, dice, sink),
            Step::RaidCheck => self.raid_check(state, dice, sink),
            Step::MutinyCheck => self.mutiny_check(state, dice, sink),
            Step::DeathCheck => self.death_check(state, dice, sink),
            Step::EndTurn => self.end_turn(state, sink),
            Step::Battle => return None,
            _ if self.is_idle(state, step) => {
                state.steps.pop();
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether a step that could ask somebody has nothing to ask.
    fn is_idle(&self, state: &State, step: Step) -> bool {
        match step {
            Step::Scorch => self.scorchable(state).is_empty(),
            Step::Arrivals(side) => self.next_arrival(state, side).is_none(),
            Step::Combats => self.next_combats(state).is_empty(),
            Step::EvadeMinor => !self.may_evade_minor(state),
            Step::EvadeTactical(side) => self.evasion_goals(state, side).is_empty(),
            Step::Retreat => self.retreat_goals(state).is_empty(),
            Step::Officer(side, comrades) => self.officer_places(state, side, comrades).is_empty(),
            Step::Successor => self.successor_places(state).is_empty(),
            Step::Sieges(side) => !self.can_besiege_anything(state, side),
            Step::Sortie => !self.may_sortie(state),
            Step::Risk(side) => self.leaders_at_risk(state, side).is_empty(),
            Step::DefenderLoss => self.defender_is_done(state),
            Step::Lose => state.losses.is_empty(),
            Step::Mercenaries(units) => units == 0,
            Step::Raiders { units, .. } => units == 0,
            Step::Mutineers(units) => units == 0,
            _ => false,
        }
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
        if self.is_world_empire(state, presence) {
            self.finish(state, Ending::WorldEmpire, sink);
            return;
        }
        for side in Side::BOTH {
            state.points.due[side as usize] = self.income_amid(state, presence, side);
        }
        self.found_alexandria(state, sink);
        state.steps.push(Step::EndTurn);
        self.push_events(state);
        state.steps.push(Step::Sieges(Side::Persian));
        state.steps.push(Step::Sieges(Side::Macedonian));
        state.steps.push(Step::Combats);
        if state.turn == 0 {
            // 4.3: straight to the Granicus.
            return;
        }
        state.steps.push(Step::Stragglers);
        for side in [Side::Persian, Side::Macedonian] {
            state.steps.push(Step::Movement(side));
            state.steps.push(Step::Points(side));
            state.steps.push(Step::Recovery(side));
            state.steps.push(Step::Arrivals(side));
            state.steps.push(Step::Departures(side));
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
        state.steps.push(Step::Attrition(None));
        state.steps.push(Step::Deplete);
        state.steps.push(Step::Feed(Side::Persian));
        state.steps.push(Step::Feed(Side::Macedonian));
        if self.switches.has(Switch::ScorchedEarth) {
            state.steps.push(Step::Scorch);
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
            state.steps.push(Step::BeginTurn);
        }
    }
}
