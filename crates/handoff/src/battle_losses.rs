//! The way back: what a battle on hexes means for the campaign, brigade by brigade and leader by leader.

use crate::conversion::{Conversion, Losses};
use crate::hex_form::{Brigade, HexBattle};
use diadem_campaign::ids::{LeaderId, UnitId};
use diadem_campaign::powers::Power;
use diadem_campaign::{BattleOffer, Campaign, Commander, Fighter};
use diadem_core::Camp;
use diadem_display::{Aftermath, Ending, Fate, HowEnded, Survivor, Veteran};
use diadem_hexes::{self as hexes, Place};

/// What a battle on hexes has cost the units of the campaign, before the pursuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleLosses {
    /// Who won; nobody in a draw.
    pub winner: Option<Camp>,
    /// The power that leads each camp.
    pub powers: [Power; 2],
    /// Every unit, in the order of the offer.
    pub units: Vec<Toll>,
    /// Every leader of the campaign, in the order of the offer.
    pub leaders: Vec<(LeaderId, Veteran)>,
}

/// What a battle on hexes has cost a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toll {
    /// The unit.
    pub unit: UnitId,
    /// The men that went in.
    pub men: u16,
    /// The men lost for good.
    pub dead: u16,
    /// Counters, by what became of them.
    pub eliminated: u8,
    /// Routed at the end.
    pub routed: u8,
    /// With hits of at least half their quality.
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

/// How a battle of the campaign ended on hexes, or was ended by the campaign's own rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Close {
    /// As the hex battle says.
    Fought(hexes::Ending),
    /// The commander of this camp is dead or captured, by the campaign's own rule (Alexandros 10.19).
    CommanderLost(Camp),
}

impl Close {
    const fn winner(self) -> Option<Camp> {
        match self {
            Close::Fought(hexes::Ending { winner: Some(camp), .. }) => Some(camp),
            Close::Fought(hexes::Ending { winner: None, .. }) => None,
            Close::CommanderLost(loser) => Some(loser.other()),
        }
    }

    /// Whether the loser's king has fallen, and all run (Alexandros 10.19).
    const fn is_king_fallen(self) -> bool {
        matches!(
            self,
            Close::CommanderLost(_)
                | Close::Fought(hexes::Ending { how: hexes::HowEnded::KingKilled, .. })
        )
    }
}

/// What a counter has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Condition {
    Eliminated,
    Routed,
    Battered,
    Hit,
    Fit,
}

impl Condition {
    fn of(rules: &hexes::Hexes, unit: hexes::UnitId, now: &hexes::Unit) -> Condition {
        match now.place {
            Place::Eliminated => Condition::Eliminated,
            _ if now.routed => Condition::Routed,
            _ if now.hits > 0 && 2 * now.hits >= rules.troops(unit).tq => Condition::Battered,
            _ if now.hits > 0 => Condition::Hit,
            _ => Condition::Fit,
        }
    }

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

/// A battle on hexes that is over, and all that says what it has cost.
pub(crate) struct Fought<'a> {
    pub(crate) campaign: &'a Campaign,
    pub(crate) conversion: &'a Conversion,
    pub(crate) offer: &'a BattleOffer,
    pub(crate) battle: &'a HexBattle,
    pub(crate) state: &'a hexes::State,
    pub(crate) close: Close,
    /// Who was struck down and carried off alive (Alexandros 10.17).
    pub(crate) carried_off: Option<LeaderId>,
}

impl Fought<'_> {
    /// What the battle has cost.
    pub(crate) fn losses(&self) -> BattleLosses {
        let winner = self.close.winner();
        let units = self.battle.brigades.iter().map(|brigade| {
            let toll = self.toll(brigade);
            let lost = winner == Some(brigade.camp.other());
            Toll { broken: toll.broken || lost && self.close.is_king_fallen(), ..toll }
        });
        let leaders = Camp::BOTH.into_iter().zip(&self.offer.armies).flat_map(|(camp, army)| {
            let lost = winner == Some(camp.other());
            army.leaders.iter().map(move |&Commander { leader, wounded, .. }| {
                let fate = self.fate(leader, wounded);
                (leader, Veteran { fate, routed: lost || self.has_fled(leader) })
            })
        });
        let powers = self.offer.camps.map(|camp| camp.lead.power);
        BattleLosses { winner, powers, units: units.collect(), leaders: leaders.collect() }
    }

    fn toll(&self, brigade: &Brigade) -> Toll {
        let Fighter { unit, steps, wear, .. } = brigade.fighter;
        let (men, mut dead) = (brigade.strength(), 0);
        let (mut eliminated, mut routed, mut battered) = (0, 0, 0);
        for (counter, men) in brigade.manned() {
            let now = self.state.unit(counter);
            let condition = Condition::of(&self.battle.hexes, counter, now);
            dead += condition.dead(men, self.conversion.losses);
            match condition {
                Condition::Eliminated => eliminated += 1,
                Condition::Routed => routed += 1,
                Condition::Battered => battered += 1,
                Condition::Hit | Condition::Fit => {}
            }
        }
        let of_step = self.conversion.men_of_step(unit);
        let gone = wear + dead;
        let left = steps.saturating_sub((gone / of_step) as u8);
        let wear = if left == 0 { 0 } else { gone % of_step };
        let share = u32::from(dead) * 100 >= u32::from(men) * u32::from(self.conversion.broken);
        let broken = routed > 0 || share;
        Toll {
            unit,
            men,
            dead,
            eliminated,
            routed,
            battered,
            had: steps,
            steps: left,
            wear,
            broken,
        }
    }

    fn fate(&self, leader: LeaderId, was_wounded: bool) -> Fate {
        let now = self.battle.leader(leader).map(|one| self.state.leader(one));
        let is_officer = self.campaign.roster.who().officers.contains(&leader);
        let is_lost = now.is_some_and(hexes::Leader::is_lost);
        let is_wounded = was_wounded || now.is_some_and(|one| one.wound > 0);
        match () {
            () if self.carried_off == Some(leader) => Fate::Wounded,
            () if is_lost && now.is_some_and(|one| one.captured) => Fate::Captured,
            // 10.16: an officer has no wounded side.
            () if is_lost || is_wounded && is_officer => Fate::Killed,
            () if is_wounded => Fate::Wounded,
            () => Fate::Unhurt,
        }
    }

    fn has_fled(&self, leader: LeaderId) -> bool {
        self.battle.leader(leader).is_some_and(|one| self.state.leader(one).fled)
    }
}

impl BattleLosses {
    /// The same for the display, on which the pursuit is fought.
    pub(crate) fn aftermath(&self, close: Close) -> Aftermath {
        let how = match close {
            _ if close.is_king_fallen() => HowEnded::CommanderLost,
            _ if close.winner().is_none() => HowEnded::Nightfall,
            _ => HowEnded::Elimination,
        };
        let winner = close.winner();
        let survivor = |toll: &Toll| Survivor { steps: toll.steps, routed: toll.broken };
        Aftermath {
            ending: Ending { winner, how },
            units: self.units.iter().map(survivor).collect(),
            leaders: self.leaders.iter().map(|(_, veteran)| *veteran).collect(),
        }
    }

    /// What every unit has lost beyond whole steps.
    pub(crate) fn wear(&self) -> Vec<u16> {
        self.units.iter().map(|toll| toll.wear).collect()
    }
}
