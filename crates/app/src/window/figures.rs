//! What a piece of the campaign looks like: from the rules' pieces to counters and medallions.

use super::pieces::{Counter, Medallion, Silhouette, Standing};
use super::theme::Livery;
use diadem_campaign::ids::{LeaderId, UnitId};
use diadem_campaign::pieces::Kind;
use diadem_campaign::{Campaign, State};

impl From<Kind> for Silhouette {
    fn from(kind: Kind) -> Silhouette {
        match kind {
            Kind::HeavyInfantry => Silhouette::HeavyInfantry,
            Kind::Infantry => Silhouette::Infantry,
            Kind::LightInfantry => Silhouette::LightInfantry,
            Kind::Archer => Silhouette::Archer,
            Kind::HeavyCavalry => Silhouette::HeavyCavalry,
            Kind::LightCavalry => Silhouette::LightCavalry,
            Kind::HorseArcher => Silhouette::HorseArcher,
            Kind::Elephant => Silhouette::Elephant,
            Kind::Chariot => Silhouette::Chariot,
            Kind::SiegeTrain => Silhouette::SiegeTrain,
        }
    }
}

/// The counter of a unit with so many steps left.
pub fn counter(campaign: &Campaign, unit: UnitId, steps: u8, standing: Standing) -> Counter {
    let printed = &campaign.roster[unit];
    let strength = printed.strength(steps);
    Counter {
        livery: printed.nation.into(),
        silhouette: printed.kind.into(),
        attack: strength.attack,
        defence: strength.defence,
        shoots: printed.missile,
        steps,
        full: printed.full(),
        standing,
    }
}

/// The medallion of a leader.
pub fn medallion(
    campaign: &Campaign,
    state: &State,
    leader: LeaderId,
    standing: Standing,
) -> Medallion {
    let printed = &campaign.roster[leader];
    Medallion {
        livery: Livery::from(printed.nation),
        monogram: printed.name.chars().next().unwrap_or('?'),
        ability: campaign.ability(state, leader),
        wounded: state.leader(leader).wounded,
        standing,
    }
}
