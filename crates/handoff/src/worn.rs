//! What saves from before format 6 carried from battle to battle: men lost beyond whole steps. It is settled once,
//! when such a save is opened, from a number of its own; then nothing remembers it.

use crate::battle_losses::Fraction;
use crate::conversion::Conversion;
use crate::forms::BattleState;
use crate::scene::{Engagement, Pursuit, Scene, State};
use crate::war::{OnMap, War};
use diadem_campaign::BattleOffer;
use diadem_campaign::ids::UnitId;
use diadem_core::Dice;
use serde::{Deserialize, Serialize};

/// The men that everybody has lost beyond whole steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Worn {
    /// By unit of the campaign.
    pub(crate) units: Vec<u16>,
    /// Of a pursuit, by fighter of the offer.
    pub(crate) fighters: Vec<u16>,
}

impl War {
    /// Settles what a save carried over. Whoever is in a battle keeps his last step; on hexes he fights with the men he
    /// has, and it is settled with the battle.
    pub(crate) fn settle_worn(&self, state: &mut State) {
        let (Some(worn), Some(on_map)) = (state.worn.take(), self.on_map()) else { return };
        // Where nobody counts men, nobody lacks any.
        let Some(conversion) = on_map.conversion.as_deref() else { return };
        let Some(turn) = state.campaign.as_ref().map(|map| map.turn) else { return };
        let dice = Dice::new(u64::from(state.ground) << 8 | u64::from(turn));
        Settling { on_map, conversion, dice }.settle(state, &worn);
    }
}

struct Settling<'a> {
    on_map: &'a OnMap,
    conversion: &'a Conversion,
    dice: Dice,
}

impl Settling<'_> {
    fn settle(&mut self, state: &mut State, worn: &Worn) {
        let of_unit = |unit: UnitId| worn.units.get(unit.index()).copied().unwrap_or_default();
        let of_fighter = |nth: usize| worn.fighters.get(nth).copied().unwrap_or_default();
        let offered = state.offered().map(|offered| &offered.offer);
        let fighters: Vec<UnitId> = offered
            .into_iter()
            .flat_map(BattleOffer::fighters)
            .map(|(_, fighter)| fighter.unit)
            .collect();
        let campaign = &self.on_map.campaign;
        let Some(map) = &mut state.campaign else { return };
        for unit in campaign.roster.units().filter(|unit| !fighters.contains(unit)) {
            if self.costs_a_step(unit, of_unit(unit)) {
                campaign.lose_worn_step(map, unit);
            }
        }
        match &mut state.scene {
            Scene::Map => {}
            Scene::Choosing(_) => {
                for unit in fighters {
                    if self.costs_a_step(unit, of_unit(unit)) && map.unit(unit).steps > 1 {
                        map.units[unit.index()].steps -= 1;
                    }
                }
            }
            Scene::Fighting(Engagement { battle: BattleState::Display(battle), .. }) => {
                for (&unit, piece) in fighters.iter().zip(&mut battle.units) {
                    let full = campaign.roster[unit].full();
                    if self.costs_a_step(unit, of_unit(unit)) && piece.lost + 1 < full {
                        piece.lost += 1;
                    }
                }
            }
            Scene::Fighting(Engagement { offered, .. }) => {
                let armies = offered.iter_mut().flat_map(|offered| &mut offered.offer.armies);
                for fighter in armies.flat_map(|army| &mut army.units) {
                    fighter.missing = of_unit(fighter.unit);
                }
            }
            Scene::Pursuing(Pursuit { engagement, .. }) => {
                let BattleState::Display(battle) = &mut engagement.battle else { return };
                for (nth, (&unit, piece)) in fighters.iter().zip(&mut battle.units).enumerate() {
                    let full = campaign.roster[unit].full();
                    if self.costs_a_step(unit, of_fighter(nth)) && piece.lost + 1 < full {
                        piece.lost += 1;
                    }
                }
            }
        }
    }

    fn costs_a_step(&mut self, unit: UnitId, worn: u16) -> bool {
        let (worn, of_step) = (u32::from(worn), u32::from(self.conversion.men_of_step(unit)));
        Fraction::settle(worn.min(of_step), of_step, &mut self.dice)
            .is_some_and(Fraction::costs_a_step)
    }
}
