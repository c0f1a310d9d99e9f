//! What saves from before format 6 carried from battle to battle: men lost beyond whole steps. It is settled once,
//! when such a save is opened, from a number of its own; then nothing remembers it.

use crate::battle_losses::Fraction;
use crate::conversion::Conversion;
use crate::forms::BattleState;
use crate::scene::{Engagement, Offered, Pursuit, Scene, State};
use crate::war::{OnMap, War};
use diadem_campaign::ids::UnitId;
use diadem_campaign::{BattleOffer, Fighter};
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
        let is_pursuit = matches!(state.scene, Scene::Pursuing(_));
        let offered = state.offered().map(|offered| &offered.offer);
        let fighters = offered.into_iter().flat_map(BattleOffer::fighters).enumerate();
        let fighters = fighters.map(|(nth, (_, Fighter { unit, .. }))| {
            // Those who are pursued, or pursue, have lost more since.
            let since = worn.fighters.get(nth).copied().unwrap_or_default();
            (unit, if is_pursuit { since } else { of_unit(unit) })
        });
        let fighters: Vec<(UnitId, u16)> = fighters.collect();
        let campaign = &self.on_map.campaign;
        let Some(map) = &mut state.campaign else { return };
        for unit in campaign.roster.units() {
            let fights = fighters.iter().any(|&(one, _)| one == unit);
            if !fights && self.costs_a_step(unit, of_unit(unit)) {
                campaign.lose_worn_step(map, unit);
            }
        }
        match &mut state.scene {
            Scene::Map => {}
            Scene::Choosing(_) => {
                for (unit, worn) in fighters {
                    if self.costs_a_step(unit, worn) && map.unit(unit).steps > 1 {
                        map.units[unit.index()].steps -= 1;
                    }
                }
            }
            Scene::Fighting(Engagement { battle: BattleState::Display(battle), .. })
            | Scene::Pursuing(Pursuit {
                engagement: Engagement { battle: BattleState::Display(battle), .. },
                ..
            }) => {
                for ((unit, worn), piece) in fighters.into_iter().zip(&mut battle.units) {
                    let full = campaign.roster[unit].full();
                    if self.costs_a_step(unit, worn) && piece.lost + 1 < full {
                        piece.lost += 1;
                    }
                }
            }
            Scene::Fighting(Engagement { offered, .. })
            | Scene::Pursuing(Pursuit { engagement: Engagement { offered, .. }, .. }) => {
                let Some(offered) = offered else { return };
                let fighters = offered.offer.armies.iter_mut().flat_map(|army| &mut army.units);
                for fighter in fighters {
                    fighter.missing = of_unit(fighter.unit);
                }
                *offered = Offered::new(offered.offer.clone(), offered.ground);
            }
        }
    }

    fn costs_a_step(&mut self, unit: UnitId, worn: u16) -> bool {
        let (worn, of_step) = (u32::from(worn), u32::from(self.conversion.men_of_step(unit)));
        Fraction::settle(worn.min(of_step), of_step, &mut self.dice)
            .is_some_and(Fraction::costs_a_step)
    }
}
