//! 11.9: cavalry in charge formation (optional, always with pursuit, 9.4).

use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Placement};
use crate::model::field::Field;
use crate::model::hex::{Hex, Hexside};
use crate::model::order_of_battle::{Role, UnitId};
use crate::model::terrain::Cost;
use crate::model::types::Kind;
use crate::movement::moving::{Movement, Plan};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

const OPTION: Rule = rule!(GBA, "11.9");
const CHARIOTS_DO_NOT_PURSUE: Rule = rule!(GBA, "11.24");
const WHO_FORMS: Rule = rule!(GBA, "11.92");
pub(crate) const CHARGE_FORMATION: Rule = rule!(GBA, "11.93");
pub(crate) const IN_FORMATION: Rule = rule!(GBA, "11.94");
pub(crate) const DROPPING_OUT: Rule = rule!(GBA, "11.96");

impl Hexes {
    /// 11.92: whether a unit may use charge formation, where it is played.
    pub(crate) fn may_use_charge(&self, unit: UnitId) -> Result<(), Illegal> {
        let troops = self.troops(unit);
        let is_trained = match troops.kind {
            Kind::HeavyCavalry | Kind::Cataphract | Kind::Lancer => true,
            Kind::LightCavalry => troops.thracian,
            _ => false,
        };
        match () {
            () if !self.switches.charge => {
                Err(Illegal::by(OPTION, "Charge formation is not played in this battle."))
            }
            () if troops.kind.is_chariot() => {
                let words = "Chariots neither form up to charge nor pursue.";
                Err(Illegal::by(CHARIOTS_DO_NOT_PURSUE, words))
            }
            () if !is_trained => {
                let words = "Only heavy cavalry, lancers and Thracian horse form up to charge.";
                Err(Illegal::by(WHO_FORMS, words))
            }
            () => Ok(()),
        }
    }
}

impl Position<'_> {
    /// 11.93: what it costs the moving unit to form up to charge.
    pub(crate) fn cost_of_forming_charge(&self, movement: &Movement) -> Result<Cost, Illegal> {
        self.rules.may_use_charge(movement.unit)?;
        let refused = |words: &'static str| Err(Illegal::by(CHARGE_FORMATION, words));
        let role = self.who_ordered().map(|leader| self.rules.commander(leader).role);
        if movement.in_line && role != Some(Role::Contingent) {
            return refused("It forms up to charge on an order of its own, not in a line.");
        }
        if self.is_in_zone(movement.unit) {
            return refused("It is in an enemy zone of control.");
        }
        Ok(Cost { mp: self.rules.charts.figures.charge.enter, hits: 0 })
    }

    /// 11.96: what it costs to leave charge formation.
    pub(crate) fn cost_of_leaving_charge(&self) -> Cost {
        Cost { mp: self.rules.charts.figures.charge.leave, hits: 0 }
    }

    /// 11.94: what a unit in charge formation does not do: turn much, unless it stays where it is; enter
    /// rough ground, or cross into any.
    pub(crate) fn may_go_in_charge(
        &self,
        movement: &Movement,
        placement: Placement,
        plan: &Plan,
    ) -> Result<(), Illegal> {
        let refused = |words: &'static str| Err(Illegal::by(IN_FORMATION, words));
        if !plan.enters {
            let turned = movement.turned + placement.facing.apart(plan.placement.facing);
            let goes = plan.leaves || movement.hexes > 0;
            return if goes && turned > 1 {
                refused("On its way it turns by one vertex in a hex, no more.")
            } else {
                Ok(())
            };
        }
        if movement.turned > 1 {
            return refused("It has turned by more than one vertex, and stays in its hex.");
        }
        let side = placement.hex.side_towards(plan.placement.hex);
        if side.is_some_and(|side| !self.rules.field().is_even_ground(placement.hex, side)) {
            return refused("It does not enter rough ground, nor cross into any.");
        }
        Ok(())
    }
}

impl Field {
    /// 11.94: whether a unit in charge formation can ride out of a hex beyond a side.
    pub(crate) fn is_even_ground(&self, from: Hex, side: Hexside) -> bool {
        let to = self.beyond(from, side);
        !to.is_some_and(|to| self.is_rough(to)) && !self.is_rough_crossing(from, side)
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 11.96: after shock a unit is out of charge formation.
    pub(crate) fn drop_out_of_charge(&mut self, unit: UnitId) {
        let Some(placement) = self.rules.placement(self.state, unit) else { return };
        if placement.formation == Formation::Charge {
            self.stand(unit, Placement { formation: Formation::Battle, ..placement });
            self.tell(Event::Formed(unit, Formation::Battle, DROPPING_OUT));
        }
    }
}
