//! A battle of the campaign on the display, and the way home.

use diadem_campaign::ids::{LeaderId, UnitId};
use diadem_campaign::pieces::{Kind, Nation};
use diadem_campaign::state::Force;
use diadem_campaign::{
    BattleOffer, BattleReport, Campaign, Commander, Fighter, LeaderFate, Switch, UnitFate,
};
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
    let forces: Vec<(Camp, Force)> = Camp::BOTH
        .into_iter()
        .flat_map(|camp| offer.camps[camp.index()].iter().map(move |force| (camp, force)))
        .collect();
    let name = |force: Force| campaign.power_name(force.power).to_owned();
    let mut names = Names {
        camps: offer.camps.map(|camp| name(camp.lead)),
        forces: forces.iter().map(|&(_, force)| name(force)).collect(),
        units: Vec::new(),
        leaders: Vec::new(),
    };
    let mut battle = BattleSetup {
        forces: forces
            .iter()
            .map(|&(camp, force)| force_setup(campaign, camp, force))
            .collect::<Result<_, _>>()?,
        order: Order::ALEXANDROS,
        units: Vec::new(),
        leaders: Vec::new(),
        switches: Switches {
            secret_set_up: campaign.switches.has(Switch::SecretSetUp),
            light_infantry_fire: campaign.switches.has(Switch::LightInfantryFire),
            odds_shift: campaign.switches.has(Switch::OddsShift),
        },
    };
    let number = |force: Force| {
        let at = forces.iter().position(|&(_, one)| one == force);
        let stray = || SetupError("Somebody fights in no camp of the battle.".into());
        at.map(|at| ForceId::new(at as u8)).ok_or_else(stray)
    };
    for army in &offer.armies {
        for &fighter in &army.units {
            names.units.push(campaign.roster[fighter.unit].name.clone());
            battle.units.push(unit_setup(campaign, number(fighter.force)?, fighter));
        }
        for &commander in &army.leaders {
            names.leaders.push(campaign.roster[commander.leader].name.clone());
            battle.leaders.push(leader_setup(campaign, number(commander.force)?, commander));
        }
    }
    let setup = DisplaySetup { scenario: "battle".into(), battle, names };
    Display::with_charts(setup, Arc::clone(charts))
}

fn force_setup(campaign: &Campaign, camp: Camp, force: Force) -> Result<ForceSetup, SetupError> {
    let nobody =
        || SetupError(format!("Nobody plays the {} side.", campaign.power_name(force.power)));
    let seat = campaign.powers[force.power].seat.ok_or_else(nobody)?;
    // 10.3: the Macedonian places his units as he likes, all others by their rating.
    let is_free = force.power == campaign.macedon();
    Ok(ForceSetup { camp, seat, placing: if is_free { Placing::Free } else { Placing::ByRating } })
}

fn unit_setup(campaign: &Campaign, force: ForceId, fighter: Fighter) -> UnitSetup {
    let Fighter { unit, steps, .. } = fighter;
    let printed = &campaign.roster[unit];
    // 10.7: only Persian units of one step double, whoever pays them.
    let doubles = printed.doubles && fighter.force.power != campaign.macedon();
    let doubling = match (doubles, printed.kind.is_cavalry()) {
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
        force,
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

fn leader_setup(campaign: &Campaign, force: ForceId, commander: Commander) -> LeaderSetup {
    let Commander { leader, wounded: is_wounded, .. } = commander;
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
        force,
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
        winner: report.winner,
        units: report.units.iter().enumerate().map(unit).collect(),
        leaders: report.leaders.iter().map(leader).collect(),
        darius_fled: report.darius_routed,
    }
}
