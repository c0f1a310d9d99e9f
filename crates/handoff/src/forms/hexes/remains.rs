//! A battle on hexes is over, by its own rules or by the campaign's: what is left on the field.

use super::{HexBattle, HexesStage, HexesState};
use crate::battle_losses::{Condition, Remains, Remnant};
use crate::forms::{Event, Field};
use diadem_campaign::ids::LeaderId;
use diadem_campaign::{self as campaign, BattleOffer, Campaign};
use diadem_core::{Camp, Dice, Die, Roll, SeatSet, Sink};
use diadem_display::{self as display, Fate, Veteran};
use diadem_hexes::{self as hexes, HowEnded, Place};

/// How a battle of the campaign ended on hexes, or was ended by the campaign's own rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Close {
    /// As the hex battle says.
    Fought(hexes::Ending),
    /// The commander of this camp is dead or captured, by the campaign's own rule (Alexandros 10.19).
    CommanderLost(Camp),
}

impl Close {
    /// The same in the words of the campaign's own book.
    const fn ending(self) -> display::Ending {
        let (winner, how) = match self {
            Close::CommanderLost(loser) => (Some(loser.other()), display::HowEnded::CommanderLost),
            Close::Fought(hexes::Ending { winner, how: HowEnded::KingKilled }) => {
                (winner, display::HowEnded::CommanderLost)
            }
            Close::Fought(hexes::Ending { winner: None, .. }) => {
                (None, display::HowEnded::Nightfall)
            }
            Close::Fought(hexes::Ending { winner, .. }) => (winner, display::HowEnded::Elimination),
        };
        display::Ending { winner, how }
    }
}

/// Ends a battle that is over.
pub(super) fn close(
    field: &Field<'_>,
    rules: &HexBattle,
    HexesState { stage, battle }: &mut HexesState,
    dice: &mut Dice,
    sink: &mut impl Sink<Event>,
) -> Option<Remains> {
    let HexesStage::Fighting { carried_off } = stage else { return None };
    let alexander = field.campaign.roster.who().alexander;
    let mut close = battle.ending.map(Close::Fought);
    // 10.19: whoever commands and is killed or captured loses the battle; a wound never does.
    for &commander in &rules.commanders {
        let Some(one) = rules.leader(commander) else { continue };
        let (he, camp) = (battle.leader(one), rules.hexes.camp_of(one));
        // 10.17: the second roll is for who was struck down, not for who was taken.
        let may_be_spared = commander == alexander && !he.captured;
        if !he.is_lost() || may_be_spared && *carried_off {
            continue;
        }
        if may_be_spared {
            let roll = Roll::plain(dice, Die::D6);
            let dead = field.charts.kills_alexander(roll.raw);
            *carried_off = !dead;
            let event = campaign::Event::AlexanderChecked { roll, dead };
            sink.tell(SeatSet::ALL, Event::Campaign(event));
            if !dead {
                continue;
            }
        }
        close = Some(Close::CommanderLost(camp));
    }
    let carried_off = carried_off.then_some(alexander);
    close.map(|close| rules.remains(field.campaign, field.offer, battle, close, carried_off))
}

impl HexBattle {
    /// What is left on the field when it has ended so; with whoever was struck down and carried off alive.
    pub fn remains(
        &self,
        campaign: &Campaign,
        offer: &BattleOffer,
        battle: &hexes::State,
        close: Close,
        carried_off: Option<LeaderId>,
    ) -> Remains {
        Fought { campaign, rules: self, battle, carried_off }.remains(offer, close)
    }
}

/// A battle on hexes that is over.
struct Fought<'a> {
    campaign: &'a Campaign,
    rules: &'a HexBattle,
    battle: &'a hexes::State,
    /// Who was struck down and carried off alive (Alexandros 10.17).
    carried_off: Option<LeaderId>,
}

impl Fought<'_> {
    fn remains(&self, offer: &BattleOffer, close: Close) -> Remains {
        let ending = close.ending();
        let pieces = self.rules.brigades.iter().flat_map(|brigade| {
            brigade.manned().map(|(counter, men)| Remnant {
                unit: brigade.fighter.unit,
                men,
                condition: self.condition(counter),
            })
        });
        let leaders = offer.commanders().map(|(camp, one)| {
            let routed = ending.winner == Some(camp.other()) || self.has_fled(one.leader);
            (one.leader, Veteran { fate: self.fate(one.leader, one.wounded), routed })
        });
        Remains { ending, pieces: pieces.collect(), leaders: leaders.collect() }
    }

    fn condition(&self, counter: hexes::UnitId) -> Condition {
        let now = self.battle.unit(counter);
        match now.place {
            Place::Eliminated => Condition::Eliminated,
            Place::RanOff => Condition::Routed,
            _ if now.routed => Condition::Routed,
            _ if now.hits > 0 && 2 * now.hits >= self.rules.hexes.troops(counter).tq => {
                Condition::Battered
            }
            _ if now.hits > 0 => Condition::Hit,
            _ => Condition::Fit,
        }
    }

    fn fate(&self, leader: LeaderId, was_wounded: bool) -> Fate {
        let now = self.rules.leader(leader).map(|one| self.battle.leader(one));
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
        self.rules.leader(leader).is_some_and(|one| self.battle.leader(one).fled)
    }
}
