//! The way back: what a battle on hexes means for the campaign, brigade by brigade and leader by leader.

use crate::conversion::{Conversion, Losses};
use crate::hex_form::{Brigade, HexBattle, side};
use diadem_campaign::ids::{LeaderId, UnitId};
use diadem_campaign::pieces::Side;
use diadem_campaign::{BattleOffer, Fighter};
use diadem_display::{Aftermath, Ending, Fate, HowEnded, Survivor, Veteran};
use diadem_hexes::{self as hexes, Place};

/// What a battle on hexes has cost the units of the campaign, before the pursuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Homecoming {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Every unit, in the order of the offer.
    pub units: Vec<Toll>,
    /// Every leader of the campaign, in the order of the offer.
    pub leaders: Vec<(LeaderId, Veteran)>,
}

/// What a battle on hexes has cost a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Toll {
    /// The unit.
    pub unit: Option<UnitId>,
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
pub(crate) enum Close {
    /// As the hex battle says.
    Fought(hexes::Ending),
    /// Alexander is dead (Alexandros 10.19).
    AlexanderDead,
}

impl Close {
    const fn winner(self) -> Option<Side> {
        match self {
            Close::Fought(hexes::Ending { winner: Some(army), .. }) => Some(side(army)),
            Close::Fought(hexes::Ending { winner: None, .. }) => None,
            Close::AlexanderDead => Some(Side::Persian),
        }
    }

    /// Whether the loser's king has fallen, and all run (Alexandros 10.19).
    const fn is_king_fallen(self) -> bool {
        matches!(
            self,
            Close::AlexanderDead
                | Close::Fought(hexes::Ending { how: hexes::HowEnded::KingKilled, .. })
        )
    }
}

/// What a counter has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Eliminated,
    Routed,
    Battered,
    Hit,
    Fit,
}

impl State {
    fn of(rules: &hexes::Hexes, unit: hexes::UnitId, now: &hexes::Unit) -> State {
        match now.place {
            Place::Eliminated => State::Eliminated,
            _ if now.routed => State::Routed,
            _ if now.hits > 0 && 2 * now.hits >= rules.troops(unit).tq => State::Battered,
            _ if now.hits > 0 => State::Hit,
            _ => State::Fit,
        }
    }

    /// The men that so many in this state have lost.
    fn dead(self, men: u16, losses: Losses) -> u16 {
        let share = match self {
            State::Eliminated => losses.eliminated,
            State::Routed => losses.routed,
            State::Battered => losses.battered,
            State::Hit => losses.hit,
            State::Fit => 0,
        };
        (u32::from(men) * u32::from(share) / 100) as u16
    }
}

impl HexBattle {
    /// What the battle has cost, once it is over.
    pub(crate) fn homecoming(
        &self,
        conversion: &Conversion,
        offer: &BattleOffer,
        state: &hexes::State,
        close: Close,
        carried_off: Option<LeaderId>,
    ) -> Homecoming {
        let winner = close.winner();
        let units = self.brigades.iter().map(|brigade| {
            let mut toll = self.toll(conversion, brigade, state);
            let lost = winner == Some(brigade.side.other());
            toll.broken |= lost && close.is_king_fallen();
            toll
        });
        let leaders = Side::BOTH.into_iter().zip(&offer.armies).flat_map(|(side, army)| {
            let lost = winner == Some(side.other());
            army.leaders.iter().map(move |&(leader, wounded)| {
                let mut veteran = self.veteran(state, leader, wounded, lost);
                if carried_off == Some(leader) {
                    veteran.fate = Fate::Wounded;
                }
                (leader, veteran)
            })
        });
        Homecoming { winner, units: units.collect(), leaders: leaders.collect() }
    }

    fn toll(&self, conversion: &Conversion, brigade: &Brigade, state: &hexes::State) -> Toll {
        let Fighter { unit, steps, wear } = brigade.fighter;
        let men = brigade.strength();
        let mut toll = Toll { unit: Some(unit), men, had: steps, ..Toll::default() };
        for (counter, men) in brigade.manned() {
            let came_to = State::of(&self.hexes, counter, state.unit(counter));
            toll.dead += came_to.dead(men, conversion.losses);
            match came_to {
                State::Eliminated => toll.eliminated += 1,
                State::Routed => toll.routed += 1,
                State::Battered => toll.battered += 1,
                State::Hit | State::Fit => {}
            }
        }
        let of_step = conversion.men_of_step(unit);
        let gone = wear + toll.dead;
        toll.steps = steps.saturating_sub((gone / of_step) as u8);
        toll.wear = if toll.steps == 0 { 0 } else { gone % of_step };
        let share = u32::from(toll.dead) * 100 >= u32::from(men) * u32::from(conversion.broken);
        toll.broken = toll.routed > 0 || share;
        toll
    }

    fn veteran(
        &self,
        state: &hexes::State,
        leader: LeaderId,
        was_wounded: bool,
        lost: bool,
    ) -> Veteran {
        let now = self.leader(leader).map(|one| *state.leader(one));
        let is_gone = |one: &hexes::Leader| one.at.is_none() && !one.fled;
        let fate = match now {
            Some(one) if is_gone(&one) && one.captured => Fate::Captured,
            Some(one) if is_gone(&one) => Fate::Killed,
            Some(one) if one.wound > 0 || was_wounded => Fate::Wounded,
            _ if was_wounded => Fate::Wounded,
            _ => Fate::Unhurt,
        };
        Veteran { fate, routed: lost || now.is_some_and(|one| one.fled) }
    }
}

impl Homecoming {
    /// The same for the display, on which the pursuit is fought.
    pub(crate) fn aftermath(&self, close: Close) -> Aftermath {
        let how = match close {
            _ if close.is_king_fallen() => HowEnded::CommanderLost,
            _ if close.winner().is_none() => HowEnded::Nightfall,
            _ => HowEnded::Elimination,
        };
        let winner = close.winner().map(crate::display_form::on_display);
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

/// Whether a leader of the campaign is gone from the field, dead as far as the hex battle knows.
pub(crate) fn is_lost(battle: &HexBattle, state: &hexes::State, leader: LeaderId) -> bool {
    let now = battle.leader(leader).map(|one| state.leader(one));
    now.is_some_and(|one| one.at.is_none() && !one.fled)
}
