//! What a piece of the rules looks like: counters and medallions of the campaign.

use super::pieces::{Counter, Emphasis, Medallion, Silhouette};
use super::theme::Livery;
use diadem_campaign::ids::{LeaderId, UnitId};
use diadem_campaign::pieces::{Kind, Nation};
use diadem_campaign::powers::Power;
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

/// The livery of a power: of its land, its cities, its leaders.
pub fn power_livery(power: Power) -> Livery {
    const IN_ORDER: [Livery; 8] = [
        Livery::Macedonian,
        Livery::Persian,
        Livery::GreekAllied,
        Livery::Indian,
        Livery::Spartan,
        Livery::GreekMercenary,
        Livery::Barbarian,
        Livery::Arab,
    ];
    IN_ORDER[power.index() % IN_ORDER.len()]
}

/// The livery of a unit: who serves Macedon wears its colour, wherever he comes from.
pub fn livery(campaign: &Campaign, nation: Nation, serves: Power) -> Livery {
    match nation {
        Nation::Persian | Nation::Indian if serves == campaign.macedon() => Livery::Macedonian,
        nation => Livery::from(nation),
    }
}

/// The counter of a unit as it stands; one in the pool as it would be raised, with a single step.
pub fn counter(campaign: &Campaign, state: &State, unit: UnitId, emphasis: Emphasis) -> Counter {
    let (printed, piece) = (&campaign.roster[unit], state.unit(unit));
    let steps = piece.steps.max(1);
    let strength = printed.strength(steps);
    Counter {
        livery: livery(campaign, printed.nation, piece.power),
        silhouette: printed.kind.into(),
        attack: strength.attack,
        defence: strength.defence,
        shoots: printed.missile,
        steps,
        full: printed.full(),
        emphasis,
    }
}

/// The medallion of a leader.
pub fn medallion(
    campaign: &Campaign,
    state: &State,
    leader: LeaderId,
    emphasis: Emphasis,
) -> Medallion {
    let printed = &campaign.roster[leader];
    Medallion {
        livery: Livery::from(printed.nation),
        monogram: printed.name.chars().next().unwrap_or('?'),
        ability: campaign.ability(state, leader),
        wounded: state.leader(leader).wounded,
        emphasis,
    }
}
