//! The offer: what both sides see before they choose a form of battle. The armies as they are, as they would be
//! on the display and on a hex map, brigade by brigade, their leaders, and the ground.

use super::battle::{Brigade, HexBattle};
use crate::war::{State, War};
use diadem_campaign::ids::{ProvinceSet, UnitId};
use diadem_campaign::powers::Power;
use diadem_campaign::roster::Strength;
use diadem_campaign::{Army, Campaign};
use diadem_core::Camp;
use diadem_hexes::{Edge, Kind, MissileKind, Role, Terrain};

/// A battle that is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// Who attacks.
    pub attacker: Camp,
    /// The power that leads each camp.
    pub powers: [Power; 2],
    /// The ground of a hex map.
    pub ground: GroundProspect,
    /// The armies, by side.
    pub armies: [ArmyProspect; 2],
}

/// The ground of a hex map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroundProspect {
    /// What it is called.
    pub name: String,
    /// What is to be known of it, such as the water between the armies.
    pub story: String,
    /// How many hexes there are of each terrain, where there are any.
    pub terrain: Vec<(Terrain, u16)>,
    /// Night falls after so many turns.
    pub nightfall: u8,
}

/// An army that is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArmyProspect {
    /// Whose.
    pub camp: Camp,
    /// Its units.
    pub brigades: Vec<BrigadeProspect>,
    /// Its leaders on a hex map, officers without a name among them.
    pub leaders: Vec<LeaderProspect>,
    /// All its men.
    pub men: u32,
    /// The edge of the hex map that it retreats to.
    pub edge: Edge,
    /// Where it would have to go if it lost.
    pub refuges: ProvinceSet,
    /// The rout points of its counters, and those at which it withdraws.
    pub rout_points: (u16, u16),
}

/// A unit that is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrigadeProspect {
    /// The unit.
    pub unit: UnitId,
    /// The steps it has.
    pub steps: u8,
    /// What it is on the display.
    pub on_display: Strength,
    /// The men it has.
    pub men: u16,
    /// What it is on a hex map.
    pub counters: Vec<CounterProspect>,
}

/// A counter of a unit that is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CounterProspect {
    /// What it is called.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// Troop quality.
    pub tq: u8,
    /// Size.
    pub size: u8,
    /// Movement allowance.
    pub ma: u8,
    /// What it shoots or throws.
    pub missile: Option<MissileKind>,
    /// The men it stands for.
    pub men: u16,
}

/// A leader of an army that is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderProspect {
    /// What he is called.
    pub name: String,
    /// His ability on the display.
    pub ability: Option<u8>,
    /// Whether he is wounded.
    pub wounded: bool,
    /// His place in the hierarchy.
    pub role: Role,
    /// Initiative, range, strategy, charisma and personal combat on a hex map.
    pub ratings: [Option<u8>; 5],
}

impl War {
    /// The battle that is offered, or fought on hexes, as both sides see it: a pure question. Nothing when there is
    /// none.
    pub fn prospect(&self, state: &State) -> Option<Prospect> {
        let (campaign, offer) = (self.campaign()?, &state.offered()?.offer);
        let battle = self.hex_battle(state)?;
        let armies = Camp::BOTH
            .map(|camp| army_prospect(campaign, &battle, camp, &offer.armies[camp.index()]));
        let ground = ground_prospect(&battle);
        let powers = offer.camps.map(|camp| camp.lead.power);
        Some(Prospect { attacker: offer.attacker, powers, ground, armies })
    }
}

fn ground_prospect(battle: &HexBattle) -> GroundProspect {
    let fought = battle.hexes.battle();
    let field = &fought.field;
    let count = |terrain: Terrain| {
        let hexes = field.hexes().filter(|&hex| field.terrain(hex) == terrain).count() as u16;
        (hexes > 0).then_some((terrain, hexes))
    };
    GroundProspect {
        name: fought.name.clone(),
        story: fought.story.clone(),
        terrain: Terrain::ALL.into_iter().filter_map(count).collect(),
        nightfall: fought.last_turn,
    }
}

fn army_prospect(
    campaign: &Campaign,
    battle: &HexBattle,
    camp: Camp,
    offered: &Army,
) -> ArmyProspect {
    let fought = battle.hexes.battle();
    let brigades = battle.brigades.iter().filter(|brigade| brigade.camp == camp);
    let brigades: Vec<BrigadeProspect> =
        brigades.map(|brigade| brigade_prospect(campaign, battle, brigade)).collect();
    let leaders = battle.hexes.leaders().zip(&battle.leaders);
    let leaders = leaders.filter(|(one, _)| battle.hexes.camp_of(*one) == camp);
    let leaders = leaders.map(|(one, parent)| {
        let known = parent.and_then(|who| offered.leaders.iter().find(|one| one.leader == who));
        let ability = known.map(|one| campaign.roster[one.leader].ability_if(one.wounded));
        let on_map = battle.hexes.commander(one);
        LeaderProspect {
            name: on_map.name.clone(),
            ability,
            wounded: known.is_some_and(|one| one.wounded),
            role: on_map.role,
            ratings: [
                on_map.initiative,
                Some(on_map.range),
                on_map.strategy,
                Some(on_map.charisma),
                on_map.personal_combat,
            ],
        }
    });
    let list = fought.army(camp);
    ArmyProspect {
        camp,
        leaders: leaders.collect(),
        men: brigades.iter().map(|brigade| u32::from(brigade.men)).sum(),
        brigades,
        edge: list.retreat_edge,
        refuges: offered.refuges,
        rout_points: (fought.unit_rout_points(camp), list.withdrawal),
    }
}

fn brigade_prospect(campaign: &Campaign, battle: &HexBattle, brigade: &Brigade) -> BrigadeProspect {
    let unit = brigade.fighter.unit;
    let counter = |(counter, men)| {
        let troops = battle.hexes.troops(counter);
        CounterProspect {
            name: troops.name.clone(),
            kind: troops.kind,
            tq: troops.tq,
            size: troops.size,
            ma: troops.ma,
            missile: troops.missile,
            men,
        }
    };
    BrigadeProspect {
        unit,
        steps: brigade.fighter.steps,
        on_display: campaign.roster[unit].strength(brigade.fighter.steps),
        men: brigade.strength(),
        counters: brigade.manned().map(counter).collect(),
    }
}
