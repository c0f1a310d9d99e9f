//! 10.27: rally.

use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure, not_asked};
use crate::engine::resolver::Resolver;
use crate::engine::rules::RALLY;
use crate::engine::state::{Placement, State};
use crate::model::charts;
use crate::model::hex::{Hex, Vertex};
use crate::model::order_of_battle::{LeaderId, UnitId};
use diadem_core::{Illegal, Sink};
use serde::{Deserialize, Serialize};

/// 10.27: a rallied unit is faced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RallyFacing(
    /// Which.
    pub UnitId,
);

impl Procedure for RallyFacing {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(rules.seat_of(self.0), Question::RallyFacing(self.0), RALLY))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.extend(position.rally_facings(self.0).map(Action::Face));
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let Action::Face(to) = action else { return Err(not_asked()) };
        if position.rally_facings(self.0).any(|vertex| vertex == to) {
            return Ok(());
        }
        Err(Illegal::by(RALLY, "A two-hex unit keeps its hexes and faces either way."))
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        if let Action::Face(to) = action {
            resolver.face_rallied(self.0, to);
        }
    }
}

impl Position<'_> {
    /// Whether a leader may try to rally a unit (10.27).
    pub(crate) fn may_rally(&self, leader: LeaderId, unit: UnitId) -> Result<(), Illegal> {
        let refused = |words: &'static str| Err(Illegal::by(RALLY, words));
        let now = self.state.unit(unit);
        let camp = self.rules.camp(unit);
        match () {
            () if !now.is_on_map() => refused("It is not on the map any more."),
            () if !now.routed => refused("It is not routed."),
            () if self.state.leader(leader).rallied.contains(unit) => {
                refused("He has tried to rally this unit this turn.")
            }
            () if self.hexes(unit).iter().any(|&hex| !self.is_easy(unit, hex)) => {
                refused("Units rally only where a hex costs one movement point.")
            }
            () if self.neighbours(unit).any(|other| self.rules.camp(other) != camp) => {
                refused("It is adjacent to an enemy.")
            }
            () if self.is_within_missiles(unit) => {
                refused("It is within reach and sight of enemy missiles.")
            }
            () => Ok(()),
        }
    }

    /// Whether a hex costs one movement point to enter, whatever its sides cost.
    fn is_easy(&self, unit: UnitId, hex: Hex) -> bool {
        let class = self.rules.troops(unit).kind.movement_class();
        let terrain = self.rules.field().terrain(hex);
        self.rules.charts.movement.hex_points(terrain, class) == Some(1)
    }

    /// The vertices a rallied unit may face.
    fn rally_facings(&self, unit: UnitId) -> impl Iterator<Item = Vertex> + use<> {
        let facing = self.state.unit(unit).facing;
        let is_two_hex = self.rules.troops(unit).kind.is_two_hex();
        Vertex::ALL
            .into_iter()
            .filter(move |&vertex| !is_two_hex || vertex == facing || vertex == facing.opposite())
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A leader tries to rally a unit.
    pub(crate) fn rally(&mut self, leader: LeaderId, unit: UnitId) {
        self.state.leader_mut(leader).rallied.insert(unit);
        self.state.unit_mut(unit).ordered = true;
        let rating = self.position().initiative(leader).unwrap_or(0);
        let rating = rating + self.rules.charts.rally.added_to_initiative;
        let roll = self.roll();
        let raw = roll.raw;
        self.tell(Event::RallyRoll { unit, leader, rating, roll });
        let troops = self.rules.troops(unit);
        match () {
            () if raw <= rating => self.rallied(unit),
            () if raw > troops.tq || troops.kind.is_phalanx_or_heavy() => {
                self.eliminate(unit, RALLY);
            }
            () => self.begin_run(unit),
        }
    }

    /// The rally table: with how many hits it stands again, or that it runs on after all.
    fn rallied(&mut self, unit: UnitId) {
        let roll = self.roll();
        match self.rules.charts.rally.on(self.rules.troops(unit).tq, roll.raw) {
            charts::Rallied::WithHits(hits) => {
                self.change(unit, |now| {
                    now.routed = false;
                    now.rallied = true;
                    now.hits = hits;
                });
                self.tell(Event::Rallied(unit, roll, hits));
                self.begin(RallyFacing(unit));
            }
            // For those who do not live through a failure this is one.
            charts::Rallied::RoutsOn if self.rules.troops(unit).kind.is_phalanx_or_heavy() => {
                self.eliminate(unit, RALLY);
            }
            charts::Rallied::RoutsOn => {
                self.tell(Event::Routs(unit, RALLY));
                self.begin_run(unit);
            }
        }
    }

    /// A rallied unit is faced, at no cost.
    pub(crate) fn face_rallied(&mut self, unit: UnitId, to: Vertex) {
        self.finish();
        let Some(placement) = self.rules.placement(self.state, unit) else { return };
        let placement = match () {
            () if to == placement.facing => return,
            () if self.rules.troops(unit).kind.is_two_hex() => {
                self.position().reversed(unit, placement)
            }
            () => Placement { facing: to, ..placement },
        };
        self.stand(unit, placement);
        self.tell(Event::Turned(unit, to, RALLY));
    }
}
