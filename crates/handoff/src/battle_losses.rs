//! The way back: what a battle means for the campaign, unit by unit and leader by leader. Every form that counts men
//! tells it in pieces, with their men and what has become of them.

use crate::conversion::{Conversion, Losses};
use diadem_campaign::ids::{LeaderId, UnitId};
use diadem_campaign::powers::Power;
use diadem_campaign::{BattleOffer, Fighter};
use diadem_core::Dice;
use diadem_display::{Aftermath, Ending, Survivor, Veteran};

/// What a battle has cost the units of the campaign, before the pursuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleLosses {
    /// Who won, and how.
    pub ending: Ending,
    /// The power that leads each camp.
    pub powers: [Power; 2],
    /// Every unit, in the order of the offer.
    pub units: Vec<Toll>,
    /// Every leader of the campaign, in the order of the offer.
    pub leaders: Vec<(LeaderId, Veteran)>,
}

/// What a battle has cost a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toll {
    /// The unit.
    pub unit: UnitId,
    /// The men that went in.
    pub men: u16,
    /// The men lost for good, before the fraction of a step is settled.
    pub dead: u16,
    /// Pieces, by what became of them.
    pub eliminated: u8,
    /// Routed at the end.
    pub routed: u8,
    /// With half of what they can bear lost, or more.
    pub battered: u8,
    /// The steps it had.
    pub had: u8,
    /// The steps it has left.
    pub steps: u8,
    /// How what was lost beyond whole steps was settled, if anything was.
    pub fraction: Option<Fraction>,
    /// Whether it is routed: of a beaten army it can be caught, of any other it does not pursue.
    pub broken: bool,
}

/// Men lost beyond whole steps: nothing of it is carried over, but one roll with exactly that chance takes a step, or
/// spares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fraction {
    /// It costs a step on one up to this,
    pub chance: u32,
    /// of so many.
    pub of: u32,
    /// What was rolled.
    pub rolled: u32,
}

impl Fraction {
    /// Settles a part of a whole; nothing of nothing needs no roll.
    pub(crate) fn settle(part: u32, whole: u32, dice: &mut Dice) -> Option<Fraction> {
        let common = divisor(part, whole);
        let (chance, of) = (part / common, whole / common);
        (chance > 0).then(|| Fraction { chance, of, rolled: 1 + dice.below(of) })
    }

    /// Whether it has cost a step.
    pub const fn costs_a_step(self) -> bool {
        self.rolled <= self.chance
    }
}

/// The greatest number that divides both, of which the second is not nought.
const fn divisor(one: u32, other: u32) -> u32 {
    if one == 0 { other } else { divisor(other % one, one) }
}

/// What a piece has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// It is no more.
    Eliminated,
    /// It has run, perhaps off the field.
    Routed,
    /// It has lost half of what it can bear, or more.
    Battered,
    /// It has lost less.
    Hit,
    /// It has lost nothing.
    Fit,
}

/// How an army has come out of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// It has lost, and all of it runs (10.19).
    Beaten,
    /// It has won, or night fell: whoever ran and is alive comes back (10.18).
    Unbeaten,
}

impl Condition {
    /// The hundredths of its men that a piece in this state has lost.
    fn share_lost(self, outcome: Outcome, losses: Losses) -> u32 {
        let share = match (self, outcome) {
            (Condition::Eliminated, _) => losses.eliminated,
            (Condition::Routed, Outcome::Beaten) => losses.routed,
            (Condition::Routed, Outcome::Unbeaten) => losses.rallied,
            (Condition::Battered, _) => losses.battered,
            (Condition::Hit, _) => losses.hit,
            (Condition::Fit, _) => 0,
        };
        share.into()
    }
}

/// The field of a battle that is over, whatever its form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remains {
    /// Who won, and how.
    pub ending: Ending,
    /// Every piece that stood for men of a unit.
    pub pieces: Vec<Remnant>,
    /// Every leader of the campaign.
    pub leaders: Vec<(LeaderId, Veteran)>,
}

/// A piece that stood for men of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remnant {
    /// The unit.
    pub unit: UnitId,
    /// How many.
    pub men: u16,
    /// What it has come to.
    pub condition: Condition,
}

impl BattleLosses {
    /// What the pieces of a field have cost the units of the offer; the dice settle fractions of steps.
    pub(crate) fn of(
        conversion: &Conversion,
        offer: &BattleOffer,
        remains: &Remains,
        dice: &mut Dice,
    ) -> Self {
        let ending = remains.ending;
        let units = offer.fighters().map(|(camp, fighter)| {
            let is_beaten = ending.winner == Some(camp.other());
            let outcome = if is_beaten { Outcome::Beaten } else { Outcome::Unbeaten };
            let pieces = remains.pieces.iter().filter(|piece| piece.unit == fighter.unit);
            Toll::of(conversion, fighter, outcome, pieces, dice)
        });
        let units = units.collect();
        let powers = offer.camps.map(|camp| camp.lead.power);
        BattleLosses { ending, powers, units, leaders: remains.leaders.clone() }
    }

    /// The same for the display, on which the pursuit is fought.
    pub(crate) fn aftermath(&self) -> Aftermath {
        let survivor = |toll: &Toll| Survivor { steps: toll.steps, routed: toll.broken };
        Aftermath {
            ending: self.ending,
            units: self.units.iter().map(survivor).collect(),
            leaders: self.leaders.iter().map(|(_, veteran)| *veteran).collect(),
        }
    }
}

impl Toll {
    /// What its pieces have cost a unit. Hundredths of men are added up, so that nothing is rounded.
    fn of<'p>(
        conversion: &Conversion,
        Fighter { unit, steps: had, missing, .. }: Fighter,
        outcome: Outcome,
        pieces: impl Iterator<Item = &'p Remnant>,
        dice: &mut Dice,
    ) -> Toll {
        let (mut men, mut men_routed, mut hundredths) = (0, 0, 0);
        let (mut eliminated, mut routed, mut battered) = (0, 0, 0);
        for piece in pieces {
            men += piece.men;
            let share = piece.condition.share_lost(outcome, conversion.losses);
            hundredths += u32::from(piece.men) * share;
            match piece.condition {
                Condition::Eliminated => eliminated += 1,
                Condition::Routed => {
                    routed += 1;
                    men_routed += piece.men;
                }
                Condition::Battered => battered += 1,
                Condition::Hit | Condition::Fit => {}
            }
        }
        let of_step = 100 * u32::from(conversion.men_of_step(unit));
        let gone = 100 * u32::from(missing) + hundredths;
        let fraction = Fraction::settle(gone % of_step, of_step, dice);
        let one_more = fraction.is_some_and(Fraction::costs_a_step);
        let steps = had.saturating_sub((gone / of_step) as u8 + u8::from(one_more));
        let broken = match outcome {
            Outcome::Beaten => true,
            Outcome::Unbeaten => {
                u32::from(men_routed) * 100 >= u32::from(men) * u32::from(conversion.broken)
            }
        };
        let dead = (hundredths / 100) as u16;
        Toll { unit, men, dead, eliminated, routed, battered, had, steps, fraction, broken }
    }
}
