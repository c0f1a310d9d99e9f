//! 10.16: recovery.

use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::rules::RECOVERY;
use crate::engine::state::EngineDeed;
use crate::model::field::Terrain;
use crate::model::order_of_battle::UnitId;
use diadem_core::{Illegal, Sink};

impl Position<'_> {
    /// How many hits an order would take off a unit now, or why it may not recover (10.16).
    pub(crate) fn may_recover(&self, unit: UnitId) -> Result<u8, Illegal> {
        let refused = |words: &'static str| Err(Illegal::by(RECOVERY, words));
        let now = self.state.unit(unit);
        let camp = self.rules.camp(unit);
        match () {
            () if !now.is_on_map() => refused("It is not on the map any more."),
            () if now.routed => refused("A routed unit does not recover; it may be rallied."),
            () if now.rallied => refused("It has rallied this turn."),
            () if now.engine.deed == EngineDeed::Fired => {
                let words = "An engine that has fired does nothing else in this orders phase.";
                Err(Illegal::by(crate::missiles::artillery::ACTIVE_FIRE, words))
            }
            () if now.ordered => refused("It has been ordered in this orders phase."),
            () if now.hits == 0 => refused("It has no hits."),
            () if self.partner(unit).is_some() && !self.is_ordered_by_overall() => {
                let words = "Only the overall commander orders phalanxes at double depth.";
                Err(Illegal::by(crate::special::double_depth::MOVING_IN_DEPTH, words))
            }
            () if self.neighbours(unit).any(|other| self.rules.camp(other) != camp) => {
                refused("It is adjacent to an enemy.")
            }
            () if self.hexes(unit).iter().any(|&hex| !self.is_clear(hex)) => {
                refused("Units recover in clear terrain only.")
            }
            () if self.is_within_missiles(unit) => {
                Ok(self.rules.charts.rally.recovery_under_missiles.min(now.hits))
            }
            () => Ok(self.rules.charts.rally.recovery.min(now.hits)),
        }
    }

    /// Whether enemies could shoot at a unit: not engaged, with missiles, in range and in sight, harassment
    /// included (10.16, 10.27).
    pub(crate) fn is_within_missiles(&self, unit: UnitId) -> bool {
        let camp = self.rules.camp(unit);
        // At double depth the one in front is shot at (11.73).
        let unit = self.state.unit(unit).behind.unwrap_or(unit);
        self.rules.list(camp.other()).units.iter().any(|enemy| {
            let now = self.state.unit(enemy);
            now.is_steady() && !now.engaged && self.could_shoot_at(enemy, unit)
        })
    }

    fn is_clear(&self, hex: crate::model::hex::Hex) -> bool {
        matches!(self.rules.field().terrain(hex), Terrain::Clear | Terrain::Road)
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A unit recovers; it does nothing else in this orders phase.
    pub(crate) fn recover(&mut self, unit: UnitId) {
        let Ok(hits) = self.position().may_recover(unit) else { return };
        let now = self.state.unit_mut(unit);
        now.hits -= hits.min(now.hits);
        now.ordered = true;
        self.tell(Event::Recovered(unit, hits));
    }
}
