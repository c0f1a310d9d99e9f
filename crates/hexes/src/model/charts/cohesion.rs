//! The Cohesion Hit and TQ Check Chart (10.11): what costs cohesion.

use crate::model::types::coded;
use diadem_core::{Rule, Source};
use diadem_sheets::{ChartError, Sheet};
use serde::Deserialize;

coded! {
    /// What costs cohesion, terrain and combat results aside.
    pub enum CohesionCause {
        /// A moved unit is ordered to move again; not skirmishers.
        MovedAgain = "moved_again",
        /// A phalanx used its greater allowance on its first move.
        PhalanxFast = "phalanx_fast",
        /// The same on a later move, in the place of the hit for moving again.
        PhalanxFastAgain = "phalanx_fast_again",
        /// A two-hex unit pivoted; not class MA.
        Pivot = "pivot",
        /// A two-hex unit wheeled, half of it in an enemy zone.
        Wheel = "wheel",
        /// A unit in column was attacked by shock.
        InColumnAttacked = "in_column_attacked",
        /// Infantry and chariots after orderly withdrawal; not skirmishers.
        Withdrawal = "withdrawal",
        /// Approached from flank or rear when withdrawing; skirmishers only from the rear.
        WithdrawalFlankRear = "withdrawal_flank_rear",
        /// The check after orderly withdrawal; not skirmishers.
        WithdrawalCheck = "withdrawal_check",
        /// A reaction facing change; not cavalry before infantry.
        ReactionFacing = "reaction_facing",
        /// A two-hex unit reversed in reaction.
        ReactionReverse = "reaction_reverse",
        /// A phalanx of class MA reversed in reaction.
        ReactionReverseClassMa = "reaction_reverse_class_ma",
        /// Light cavalry harassed an elephant through flank or rear.
        HarassingElephant = "harassing_elephant",
        /// The check before shock.
        PreShock = "pre_shock",
        /// A routing unit passed through or would have stopped here.
        RoutPasses = "rout_passes",
        /// A rampaging elephant came from the front.
        RampageFront = "rampage_front",
        /// A rampaging elephant came from flank or rear.
        RampageFlankRear = "rampage_flank_rear",
        /// A rampaging elephant came upon cavalry or chariots.
        RampageMounted = "rampage_mounted",
        /// Cavalry entered a flank or rear hex of an elephant.
        CavalryNearElephant = "cavalry_near_elephant",
        /// An elephant moved adjacent to cavalry that cannot withdraw.
        ElephantNearCavalry = "elephant_near_cavalry",
        /// A chariot turned while it moved, for each vertex.
        ChariotTurn = "chariot_turn",
        /// A Macedonian unit let a chariot through.
        ChariotAvoided = "chariot_avoided",
    }
}

/// Which roll brings the hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TollCheck {
    /// None is rolled.
    #[default]
    Automatic,
    /// A roll above troop quality.
    Failed,
    /// A roll up to troop quality.
    Passed,
    /// As many as the roll is above it, and at least those of the chart.
    Excess,
    /// The same after adding the mover's allowance less that of the unit.
    ExcessByMovement,
}

/// What one cause costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CohesionToll {
    /// The rule that asks for it.
    pub rule: Rule,
    /// The roll, if there is one.
    pub check: TollCheck,
    /// The hits, or the least of them.
    pub hits: u8,
}

impl CohesionToll {
    /// Whether a die is rolled.
    pub const fn needs_roll(&self) -> bool {
        !matches!(self.check, TollCheck::Automatic)
    }

    /// The hits after a roll with all its modifiers, those for movement among them; without a check any
    /// roll will do.
    pub fn hits_on(&self, modified_roll: i32, tq: u8) -> u8 {
        let excess = modified_roll - i32::from(tq);
        match self.check {
            TollCheck::Automatic => self.hits,
            TollCheck::Failed => self.hits * u8::from(excess > 0),
            TollCheck::Passed => self.hits * u8::from(excess <= 0),
            TollCheck::Excess | TollCheck::ExcessByMovement => {
                self.hits.max(u8::try_from(excess.max(0)).unwrap_or(u8::MAX))
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    rule: String,
    #[serde(default)]
    check: TollCheck,
    hits: u8,
}

pub(super) fn read(sheet: &mut Sheet) -> Result<[CohesionToll; CohesionCause::COUNT], ChartError> {
    let source: Source = sheet.need("source")?;
    let mut tolls = Vec::new();
    for cause in CohesionCause::ALL {
        let key = format!("cause.{}", cause.code());
        let row: Row = sheet.need(&key)?;
        let rule = sheet.cited(&key, &row.rule)?;
        sheet.ensure(row.hits <= 9, &key, "has more than 9 hits")?;
        sheet.origin_of(cause.code(), rule, vec![source]);
        tolls.push(CohesionToll { rule, check: row.check, hits: row.hits });
    }
    let missing = sheet.fault("cause", "needs every cause".into());
    tolls.try_into().map_err(|_| missing)
}
