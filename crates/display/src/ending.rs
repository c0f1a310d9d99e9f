//! 10.19: the four ends of a battle.

use crate::engine::action::Action;
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Flow, Procedure, never_passes};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Ending, HowEnded, Place, Stand, State};
use crate::model::army::{BattleSetup, ForceId, LeaderId, LeaderSetup, Who};
use crate::model::boxes::{BOX_COUNT, BoxId, Line, Post};
use crate::model::sets::LeaderSet;
use crate::model::sets::UnitSet;
use diadem_books::ALEXANDROS;
use diadem_core::{Camp, Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const ENDING: Rule = rule!(ALEXANDROS, "10.19");

/// The battle is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Over;

impl Procedure for Over {
    const RULE: Rule = ENDING;

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

    fn go_on<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Flow {
        Flow::Waits
    }
}

impl BattleSetup {
    /// Whose death or capture loses the battle: Alexander, Darius or Bessus; without them the highest rated, of equals
    /// the first.
    pub fn commanders(&self, camp: Camp) -> LeaderSet {
        let of_camp = |one: &LeaderSetup| self.forces[one.force.index()].camp == camp;
        let all = self.leaders.iter().enumerate().filter(|(_, one)| of_camp(one));
        let leaders = all.map(|(at, one)| (LeaderId::new(at as u8), one));
        let is_king =
            |one: &LeaderSetup| matches!(one.who, Who::Alexander | Who::Darius | Who::Bessus);
        let kings = leaders.clone().filter(|(_, one)| is_king(one)).map(|(leader, _)| leader);
        let kings: LeaderSet = kings.collect();
        if !kings.is_empty() {
            return kings;
        }
        let rating = |one: &LeaderSetup| if one.is_wounded { one.wounded } else { one.full };
        let best = leaders.clone().map(|(_, one)| rating(one)).max();
        let equals = leaders.filter(|(_, one)| Some(rating(one)) == best);
        // Of allies' equals, that of the greater force.
        let size = |force: ForceId| self.units.iter().filter(|unit| unit.force == force).count();
        let first = equals.min_by_key(|(_, one)| std::cmp::Reverse(size(one.force)));
        first.map_or(LeaderSet::NONE, |(leader, _)| LeaderSet::only(leader))
    }
}

impl Position<'_> {
    /// Who has won, if anybody has.
    pub(crate) fn decided(&self) -> Option<Ending> {
        let lost = |camp: Camp| {
            self.rules.commanders(camp).iter().any(|leader| {
                matches!(self.state.leader(leader).stand, Stand::Killed | Stand::Captured)
            })
        };
        let won_by = |camp: Camp, how| Some(Ending { winner: Some(camp), how });
        for camp in Camp::BOTH {
            if lost(camp) {
                return won_by(camp.other(), HowEnded::CommanderLost);
            }
        }
        for camp in Camp::BOTH {
            if self.standing(camp).is_empty() {
                return won_by(camp.other(), HowEnded::Elimination);
            }
        }
        for camp in Camp::BOTH {
            let reserve = BoxId::of(camp.other(), Post::Reserve);
            let inside = self.of_camp(camp, reserve);
            let enough = inside.len() >= usize::from(self.rules.charts.breakthrough);
            let is_led = self.rules.forces(camp).any(|force| self.has_leader(force, reserve));
            if enough && is_led {
                return won_by(camp, HowEnded::Breakthrough);
            }
        }
        None
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Ends the battle if it is decided.
    pub(crate) fn end_if_decided(&mut self) {
        if let Some(Ending { winner, how }) = self.position().decided() {
            self.end_battle(winner, how);
        }
    }

    pub(crate) fn end_battle(&mut self, winner: Option<Camp>, how: HowEnded) {
        let ending = Ending { winner, how };
        self.state.ending = Some(ending);
        self.tell(Event::Ended(ending));
        self.state.units.iter_mut().for_each(|unit| {
            unit.engaged = None;
            unit.attacked = 0;
        });
        self.unstack_all();
        self.state.spent = LeaderSet::NONE;
        self.state.may_rally = UnitSet::NONE;
        self.state.took_part = [None; BOX_COUNT];
        self.begin(Over);
        let Some(winner) = winner else { return };
        self.state.active = self.rules.leading_force(winner);
        self.rout_army(winner.other());
        if !self.is_alexander_lost() {
            self.begin_pursuit(winner);
        }
    }

    /// The whole army goes to the Routed Units Box.
    fn rout_army(&mut self, camp: Camp) {
        let routed = BoxId::of(camp, Post::Routed);
        for unit in self.position().standing(camp).iter() {
            self.state.unit_mut(unit).place = Place::In(routed);
            self.state.unit_mut(unit).line = Line::First;
        }
        for leader in self.rules.retinue(camp).iter() {
            if let Stand::In(_) = self.state.leader(leader).stand {
                self.state.leader_mut(leader).stand = Stand::In(routed);
            }
        }
    }

    /// Then the war is over, and nobody pursues.
    pub(crate) fn is_alexander_lost(&self) -> bool {
        let mut leaders = Camp::BOTH.into_iter().flat_map(|camp| self.rules.retinue(camp).iter());
        leaders.any(|leader| {
            let stand = self.state.leader(leader).stand;
            self.rules.who(leader) == Who::Alexander
                && matches!(stand, Stand::Killed | Stand::Captured)
        })
    }
}
