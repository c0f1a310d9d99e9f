//! 8.1: missile fire, supply and reload.

use crate::action::Action;
use crate::course::Course;
use crate::event::Event;
use crate::order_of_battle::UnitId;
use crate::position::Position;
use crate::state::Supply;
use crate::steps::Movement;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const FIRING: Rule = rule!(GBA, "8.11");
pub(crate) const RELOADING: Rule = rule!(GBA, "8.18");

impl Position<'_> {
    /// What the moving unit can shoot at (8.11, 8.13, 8.31).
    pub(crate) fn list_fire(&self, _movement: &Movement, _into: &mut Vec<Action>) {}

    /// Whether a unit has missiles, range and sight to shoot at another, harassment included.
    pub(crate) fn could_shoot_at(&self, firer: UnitId, target: UnitId) -> bool {
        let reach = if self.rules.troops(firer).missile.is_some() { 4 } else { 0 };
        self.state.unit(firer).missiles != Supply::No && self.distance(firer, target) <= reach
    }

    pub(crate) fn check_fire(&self, _movement: &Movement, _action: Action) -> Result<(), Illegal> {
        Err(Illegal::by(FIRING, "It has nothing to fire with."))
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// 3.D3, 8.18: whoever is out of the enemy's reach gets new missiles.
    pub(crate) fn reload(&mut self) {
        for unit in self.rules.units() {
            let now = self.state.unit(unit);
            if now.is_on_map() && now.missiles != Supply::Full && !self.position().is_in_zone(unit)
            {
                self.change(unit, |unit| unit.missiles = Supply::Full);
                self.tell(Event::Supplied(unit, Supply::Full, RELOADING));
            }
        }
    }
}
