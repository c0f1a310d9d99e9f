//! The way back: what a battle means for the campaign, unit by unit and leader by leader. Every form that counts men
//! tells it in pieces, with their men and what has become of them.

use crate::conversion::{Conversion, Losses};
use diadem_campaign::ids::{LeaderId, UnitId};
use diadem_campaign::powers::Power;
use diadem_campaign::{BattleOffer, Fighter};
use diadem_display::{Aftermath, Ending, HowEnded, Survivor, Veteran};

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
    /// The men lost for good.
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
    /// The men lost beyond whole steps, which count next time.
    pub wear: u16,
    /// Whether it is routed, and can be caught.
    pub broken: bool,
}

/// What a piece has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// It is no more.
    Eliminated,
    /// It has run.
    Routed,
    /// It has lost half of what it can bear, or more.
    Battered,
    /// It has lost less.
    Hit,
    /// It has lost nothing.
    Fit,
}

impl Condition {
    /// The men that so many in this state have lost.
    fn dead(self, men: u16, losses: Losses) -> u16 {
        let share = match self {
            Condition::Eliminated => losses.eliminated,
            Condition::Routed => losses.routed,
            Condition::Battered => losses.battered,
            Condition::Hit => losses.hit,
            Condition::Fit => 0,
        };
        (u32::from(men) * u32::from(share) / 100) as u16
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
    /// What the pieces of a field have cost the units of the offer.
    pub(crate) fn of(conversion: &Conversion, offer: &BattleOffer, remains: &Remains) -> Self {
        let ending = remains.ending;
        let units = offer.fighters().map(|(camp, fighter)| {
            let pieces = remains.pieces.iter().filter(|piece| piece.unit == fighter.unit);
            let toll = Toll::of(conversion, fighter, pieces);
            // 10.19: when the commander falls, all run.
            let king_fell = ending.how == HowEnded::CommanderLost;
            let runs = king_fell && ending.winner == Some(camp.other());
            Toll { broken: toll.broken || runs, ..toll }
        });
        let powers = offer.camps.map(|camp| camp.lead.power);
        BattleLosses { ending, powers, units: units.collect(), leaders: remains.leaders.clone() }
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

    /// What every unit has lost beyond whole steps.
    pub(crate) fn wear(&self) -> Vec<u16> {
        self.units.iter().map(|toll| toll.wear).collect()
    }
}

impl Toll {
    /// What its pieces have cost a unit.
    fn of<'p>(
        conversion: &Conversion,
        Fighter { unit, steps, wear, .. }: Fighter,
        pieces: impl Iterator<Item = &'p Remnant>,
    ) -> Toll {
        let (mut men, mut dead) = (0, 0);
        let (mut eliminated, mut routed, mut battered) = (0, 0, 0);
        for piece in pieces {
            men += piece.men;
            dead += piece.condition.dead(piece.men, conversion.losses);
            match piece.condition {
                Condition::Eliminated => eliminated += 1,
                Condition::Routed => routed += 1,
                Condition::Battered => battered += 1,
                Condition::Hit | Condition::Fit => {}
            }
        }
        let of_step = conversion.men_of_step(unit);
        let gone = wear + dead;
        let left = steps.saturating_sub((gone / of_step) as u8);
        let wear = if left == 0 { 0 } else { gone % of_step };
        let share = u32::from(dead) * 100 >= u32::from(men) * u32::from(conversion.broken);
        let broken = routed > 0 || share;
        let (had, steps) = (steps, left);
        Toll { unit, men, dead, eliminated, routed, battered, had, steps, wear, broken }
    }
}
