//! A battle of the campaign on the display, and the way home.

use diadem_campaign::ids::{LeaderId, UnitId};
use diadem_campaign::pieces::{Kind, Nation, Side};
use diadem_campaign::{BattleOffer, BattleReport, Campaign, Fighter, LeaderFate, Switch, UnitFate};
use diadem_core::{Camp, SetupError};
use diadem_display::{
    BattleSetup, Charts, Display, DisplaySetup, Doubling, Fate, ForceId, ForceSetup, LeaderSetup,
    Names, Order, Placing, Strength, Switches, UnitSetup, Who,
};
use std::sync::Arc;

/// The display on which an offered battle is fought.
pub(crate) fn display(
    campaign: &Campaign,
    charts: &Arc<Charts>,
    offer: &BattleOffer,
) -> Result<Display, SetupError> {
    let mut names = Names {
        camps: Side::BOTH.map(|side| side.name().to_owned()),
        forces: Side::BOTH.map(|side| side.name().to_owned()).into(),
        units: Vec::new(),
        leaders: Vec::new(),
    };
    let mut battle = BattleSetup {
        forces: vec![
            force_setup(Side::Macedonian, Placing::Free),
            force_setup(Side::Persian, Placing::ByRating),
        ],
        order: Order::ALEXANDROS,
        units: Vec::new(),
        leaders: Vec::new(),
        switches: Switches {
            secret_set_up: campaign.switches.has(Switch::SecretSetUp),
            light_infantry_fire: campaign.switches.has(Switch::LightInfantryFire),
            odds_shift: campaign.switches.has(Switch::OddsShift),
        },
    };
    for (side, army) in Side::BOTH.into_iter().zip(&offer.armies) {
        for &Fighter { unit, steps, .. } in &army.units {
            names.units.push(campaign.roster[unit].name.clone());
            battle.units.push(unit_setup(campaign, side, unit, steps));
        }
        for &(leader, is_wounded) in &army.leaders {
            names.leaders.push(campaign.roster[leader].name.clone());
            battle.leaders.push(leader_setup(campaign, side, leader, is_wounded));
        }
    }
    let setup = DisplaySetup { scenario: "battle".into(), battle, names };
    Display::with_charts(setup, Arc::clone(charts))
}

pub(crate) fn on_display(side: Side) -> Camp {
    match side {
        Side::Macedonian => Camp::First,
        Side::Persian => Camp::Second,
    }
}

fn on_map(camp: Camp) -> Side {
    match camp {
        Camp::First => Side::Macedonian,
        Camp::Second => Side::Persian,
    }
}

fn force_setup(side: Side, placing: Placing) -> ForceSetup {
    ForceSetup { camp: on_display(side), seat: side.seat(), placing }
}

/// The only force of a side.
fn force(side: Side) -> ForceId {
    ForceId::new(on_display(side) as u8)
}

fn unit_setup(campaign: &Campaign, side: Side, unit: UnitId, steps: u8) -> UnitSetup {
    let printed = &campaign.roster[unit];
    // 10.7: only Persian units of one step double, whoever pays them.
    let doubling = match (printed.doubles && side == Side::Persian, printed.kind.is_cavalry()) {
        (true, true) => Doubling::Horse,
        (true, false) => Doubling::Foot,
        (false, _) => Doubling::Never,
    };
    let strength = |one: &diadem_campaign::roster::Strength| Strength {
        attack: one.attack,
        defense: one.defence,
    };
    UnitSetup {
        parent: u16::from(unit.0),
        force: force(side),
        kind: kind(printed.kind),
        steps: printed.steps.iter().map(strength).collect(),
        lost: printed.full() - steps,
        spartan: printed.nation == Nation::Spartan,
        doubling,
    }
}

/// The Siege Train is no combat unit and never comes to a battle.
fn kind(kind: Kind) -> diadem_display::Kind {
    match kind {
        Kind::HeavyInfantry => diadem_display::Kind::HeavyInfantry,
        Kind::Infantry | Kind::SiegeTrain => diadem_display::Kind::Infantry,
        Kind::LightInfantry => diadem_display::Kind::LightInfantry,
        Kind::Archer => diadem_display::Kind::Archer,
        Kind::HeavyCavalry => diadem_display::Kind::HeavyCavalry,
        Kind::LightCavalry => diadem_display::Kind::LightCavalry,
        Kind::HorseArcher => diadem_display::Kind::HorseArcher,
        Kind::Elephant => diadem_display::Kind::Elephant,
        Kind::Chariot => diadem_display::Kind::Chariot,
    }
}

fn leader_setup(
    campaign: &Campaign,
    side: Side,
    leader: LeaderId,
    is_wounded: bool,
) -> LeaderSetup {
    let (printed, who) = (&campaign.roster[leader], campaign.roster.who());
    let named = [
        (who.alexander, Who::Alexander),
        (who.darius, Who::Darius),
        (who.bessus, Who::Bessus),
        (who.porus, Who::Porus),
        (who.agis, Who::Agis),
        (who.officers[0], Who::Nameless),
        (who.officers[1], Who::Nameless),
    ];
    LeaderSetup {
        parent: u16::from(leader.0),
        force: force(side),
        who: named.iter().find(|(id, _)| *id == leader).map_or(Who::Other, |(_, who)| *who),
        full: printed.ability,
        wounded: printed.wounded,
        is_wounded,
    }
}

/// The way home: what a battle on the display means for the campaign. What units have lost beyond whole steps,
/// in their order, is not the display's affair.
pub(crate) fn report(report: &diadem_display::BattleReport, wear: &[u16]) -> BattleReport {
    let unit = |(nth, one): (usize, &diadem_display::UnitReport)| UnitFate {
        unit: UnitId(one.parent as u8),
        steps: one.steps,
        wear: wear.get(nth).copied().filter(|_| one.steps > 0).unwrap_or_default(),
    };
    let leader = |one: &diadem_display::LeaderReport| {
        let leader = LeaderId(one.parent as u8);
        match one.fate {
            Fate::Unhurt => LeaderFate::Lives { leader, wounded: false },
            Fate::Wounded => LeaderFate::Lives { leader, wounded: true },
            Fate::Killed => LeaderFate::Killed(leader),
            Fate::Captured => LeaderFate::Captured(leader),
        }
    };
    BattleReport {
        winner: report.winner.map(on_map),
        units: report.units.iter().enumerate().map(unit).collect(),
        leaders: report.leaders.iter().map(leader).collect(),
        darius_fled: report.darius_routed,
    }
}
