//! 16.0 How to win.

use crate::control::Presence;
use crate::engine::event::Event;
use crate::engine::state::{Ending, Place};
use crate::model::powers::Power;
use crate::model::scenario::Victory;
use crate::{Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Outcome, Rule, SeatSet, Sink, rule};

pub(crate) const ALEXANDER_FELL: Rule = rule!(ALEXANDROS, "16.1");
pub(crate) const WORLD_EMPIRE: Rule = rule!(ALEXANDROS, "16.2");
pub(crate) const OBJECTIVES: Rule = rule!(ALEXANDROS, "15.1");
pub(crate) const VICTORY_POINTS: Rule = rule!(ALEXANDROS, "16.3");

impl Campaign {
    /// 16.3: objectives and provinces.
    pub fn victory_points(&self, state: &State) -> u8 {
        let Victory::Conquest { by } = self.scenario.victory;
        state.secured.len() + self.controlled(state, by).len() as u8
    }

    /// 16.2: everything but Arabia, Sind and the north is Macedonian.
    pub(crate) fn is_world_empire(&self, state: &State, presence: &Presence) -> bool {
        let Victory::Conquest { by } = self.scenario.victory;
        let held = self.holdings_amid(state, presence, by).controlled;
        self.lands.empire.without(held).is_empty()
    }

    /// Whether a power may give the war up: it still fights.
    pub(crate) fn may_concede(&self, state: &State, power: Power) -> bool {
        state.history.ended.is_none() && !state.history.out.contains(power)
    }

    /// A power gives up. Where enemies are left on both sides of some quarrel, the war goes on without it: its pieces
    /// leave the map, its land and walls are nobody's. Otherwise the war is over.
    pub(crate) fn concede(&self, state: &mut State, power: Power, sink: &mut impl Sink<Event>) {
        let fights = |one: Power| {
            self.powers[one].seat.is_some() && one != power && !state.history.out.contains(one)
        };
        let left: Vec<Power> = self.powers.iter().filter(|&one| fights(one)).collect();
        let at_war = |one: &Power| left.iter().any(|&other| self.hostile(*one, other));
        if !left.iter().any(at_war) {
            self.finish(state, Ending::Conceded(power), sink);
            state.steps.clear();
            return;
        }
        sink.tell(SeatSet::ALL, Event::GivesUp { power });
        self.leave_the_war(state, power);
        self.refresh_control(state, sink);
    }

    fn leave_the_war(&self, state: &mut State, power: Power) {
        state.history.out.insert(power);
        // What is under way and concerns it is broken off; the phases of the others remain.
        let under_way = state.steps.iter().position(|step| !step.is_phase());
        if let Some(first) = under_way
            && state.steps[first..].iter().any(|step| step.concerns(power))
        {
            state.steps.truncate(first);
        }
        state.steps.retain(|step| step.phase_of() != Some(power));
        for unit in state.units.iter_mut().filter(|unit| unit.power == power) {
            (unit.place, unit.steps, unit.band) = (Place::Aside, 0, 0);
        }
        for leader in state.leaders.iter_mut().filter(|leader| leader.power == power) {
            leader.place = Place::Aside;
        }
        for city in state.cities.iter_mut().filter(|city| city.owner == Some(power)) {
            (city.walls, city.owner) = (0, None);
        }
        for holder in &mut state.control {
            *holder = holder.filter(|&one| one != power);
        }
    }

    pub(crate) fn finish(&self, state: &mut State, ending: Ending, sink: &mut impl Sink<Event>) {
        if state.history.ended.is_none() {
            state.history.ended = Some(ending);
            let points = self.victory_points(state);
            if ending == Ending::Points {
                sink.tell(SeatSet::ALL, Event::Objectives { secured: state.secured.len() });
            }
            sink.tell(SeatSet::ALL, Event::Over { ending, points });
        }
    }

    /// How the war ended.
    pub fn outcome(&self, state: &State, ending: Ending) -> Outcome {
        let winners = |won: &dyn Fn(Power) -> bool| -> SeatSet {
            self.powers
                .iter()
                .filter(|&one| won(one))
                .filter_map(|one| self.powers[one].seat)
                .collect()
        };
        let Victory::Conquest { by } = self.scenario.victory;
        let macedonian = winners(&|one| one == by);
        let persian = winners(&|one| self.hostile(by, one));
        let won = |winners, how, rule| Outcome { winners, how, rule };
        let bands = &self.charts.victory;
        match (ending, self.victory_points(state)) {
            (Ending::AlexanderFell, _) => won(persian, "Alexander fell", ALEXANDER_FELL),
            (Ending::WorldEmpire, _) => won(macedonian, "world empire", WORLD_EMPIRE),
            (Ending::Conceded(by), _) => {
                won(winners(&|one| self.hostile(by, one)), "conceded", VICTORY_POINTS)
            }
            (Ending::Points, points) if points >= bands.decisive_macedonian => {
                won(macedonian, "decisive Macedonian victory", VICTORY_POINTS)
            }
            (Ending::Points, points) if points >= bands.marginal_macedonian => {
                won(macedonian, "marginal Macedonian victory", VICTORY_POINTS)
            }
            (Ending::Points, points) if points >= bands.draw => {
                Outcome { winners: SeatSet::NONE, how: "draw", rule: VICTORY_POINTS }
            }
            (Ending::Points, points) if points >= bands.marginal_persian => {
                won(persian, "marginal Persian victory", VICTORY_POINTS)
            }
            (Ending::Points, _) => won(persian, "decisive Persian victory", VICTORY_POINTS),
        }
    }
}
