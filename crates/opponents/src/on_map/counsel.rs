//! Everything that is decided on the map beside marches, in the order of a turn.

use super::battles::{chance, fate};
use super::body::{BOLD, DARED};
use super::captain::{HOME_GUARD, home_post};
use super::survey::{Aim, Survey, objective_in, unit_strength};
use super::{Manner, best};
use crate::mind::Choice;
use diadem_campaign::data::Land;
use diadem_campaign::ids::{CityId, LeaderId, ProvinceId, UnitId};
use diadem_campaign::pieces::Kind;
use diadem_campaign::state::{Objective, Place};
use diadem_campaign::{Action, Question};

/// What a cheap unit is worth as the guard of an empty province near raiders.
const GUARD: i32 = 75;

/// What to answer.
pub(crate) fn choose(
    survey: &Survey<'_>,
    manner: Manner,
    question: Question,
    listed: &[Action],
) -> Option<Choice<Action>> {
    match question {
        Question::RoyalArmy => best(listed, "from there the King can go anywhere", |action| {
            let Action::PlaceRoyalArmy(at) = action else { return 0 };
            i32::from(survey.campaign.board[at].key == "babylonia")
        }),
        Question::Scorch => scorch(survey, manner, listed),
        Question::Feed(army) => feed(survey, army, listed),
        Question::Lose { .. } => best(listed, "it is the least loss", |action| match action {
            Action::Lose(unit) => -loss(survey, unit),
            _ => -1_000,
        }),
        Question::PlaceUnit(unit) => {
            best(listed, "it is of most use there", |action| match action {
                Action::Place(at) if manner == Manner::Sound => muster(survey, unit, at),
                Action::Place(at) => place_unit(survey, at),
                _ => -1_000,
            })
        }
        Question::PlaceLeader(leader) => {
            best(listed, "there he has men to lead", |action| match action {
                Action::Place(at) if manner == Manner::Sound => command(survey, leader, at),
                Action::Place(at) => place_leader(survey, at),
                _ => -100,
            })
        }
        Question::Replace { .. } => replace(survey, manner, listed),
        Question::Press => best(listed, "the army has marched far enough", |action| {
            i32::from(action == Action::Done)
        }),
        Question::NextCombat => {
            Some(Choice { action: *listed.first()?, why: "one after the other" })
        }
        Question::Evade(at, _) => evade(survey, manner, at, listed),
        Question::EvadeAlone(_) => best(listed, "a leader alone is soon taken", |action| {
            i32::from(action == Action::Evade)
        }),
        Question::Withdraw(..) => best(listed, "it is safest there", |action| match action {
            Action::Withdraw(to) => refuge(survey, to),
            // Whoever may stay has no need to run, unless he was beaten.
            _ => -50,
        }),
        Question::Siege if manner == Manner::Sound => beleaguer(survey, listed),
        Question::Siege => siege(survey, listed),
        Question::Invest(_) => invest(survey, manner, listed),
        Question::Sortie(city) => {
            // The last of a garrison denies the province: he stays where he is.
            let many = survey.state.units_at(Place::City(city)).count() > 1;
            let why = if many {
                "without its engines the siege is nothing"
            } else {
                "the last of the garrison is needed on the walls"
            };
            best(listed, why, |action| match action {
                Action::Sortie(unit) if manner == Manner::Sound && many => 20 - loss(survey, unit),
                Action::Done => 10,
                _ => 0,
            })
        }
        Question::DefenderLoss { city, .. } => {
            // A garrison contests the province as long as it lives (11.2), and one wall shelters it.
            let spare = manner == Manner::Sound && survey.state.city(city).walls > 1;
            let why =
                if spare { "one wall is enough to fight behind" } else { "the walls must stand" };
            best(listed, why, |action| match action {
                Action::Lose(unit) => 50 - loss(survey, unit),
                _ if spare => 60,
                _ => 0,
            })
        }
        Question::Risk => best(listed, "he can be spared", |action| match action {
            Action::Risk(leader) => -importance(survey, leader),
            _ => -1_000,
        }),
        Question::Choose { .. } => best(listed, "these", |action| match action {
            Action::Choose(unit) => {
                let strength = unit_strength(survey.campaign, survey.state, unit);
                if survey.aim == Aim::Defence { strength } else { -strength }
            }
            _ => -1_000,
        }),
        Question::March | Question::Gather(_) => None,
    }
}

/// Ships spare the land, where it is poor or bare.
fn feed(survey: &Survey<'_>, army: ProvinceId, listed: &[Action]) -> Option<Choice<Action>> {
    let land = survey.campaign.board[army].land;
    let bare = land == Land::Desert || survey.state.depleted.contains(army);
    best(listed, "so the army does not starve", |action| match action {
        Action::Feed(Some(from)) => {
            let spent = survey.state.depleted.contains(from);
            let crowd = i32::from(survey.ours(from).units);
            let need = if bare { 100 } else { -20 };
            let rich = if survey.campaign.board[from].land == Land::Rich { 5 } else { 0 };
            if spent { -100 } else { need + rich - crowd }
        }
        _ => 0,
    })
}

/// What a step less costs.
fn loss(survey: &Survey<'_>, unit: UnitId) -> i32 {
    let kind = &survey.campaign.roster[unit];
    let steps = survey.state.unit(unit).steps;
    let worth = |steps: u8| {
        let strength = kind.strength(steps);
        let attack = i32::from(strength.attack) * if kind.missile { 3 } else { 1 };
        attack + i32::from(strength.defence) + i32::from(steps)
    };
    worth(steps) - worth(steps.saturating_sub(1))
}

fn importance(survey: &Survey<'_>, leader: LeaderId) -> i32 {
    let who = survey.campaign.roster.who();
    let king = leader == who.alexander || leader == who.darius || leader == who.bessus;
    i32::from(survey.campaign.ability(survey.state, leader)) + if king { 100 } else { 0 }
}

/// A recruit's new units join an army with a leader that the land can feed.
fn place_unit(survey: &Survey<'_>, at: ProvinceId) -> i32 {
    let host = survey.ours(at);
    let hungry = survey.hunger(at, host.units + 1) / 10;
    let led = if host.leaders > 0 { 40 + host.strength / 8 } else { 0 };
    let crowd = if host.units >= 8 { 8 } else { 0 };
    let fear = if survey.threat(at) > host.strength + 12 { 10 } else { 0 };
    let chiefs = survey.campaign.board.provinces().filter(|&to| survey.ours(to).leaders > 0);
    let near = chiefs.map(|to| i32::from(survey.distance(at, to))).min().unwrap_or(9);
    led - hungry - crowd - fear - near * 4
}

fn place_leader(survey: &Survey<'_>, at: ProvinceId) -> i32 {
    let host = survey.ours(at);
    let beaten = survey.threat(at) > host.strength * 2;
    i32::from(host.units.min(9)) * 10 - i32::from(host.leaders) * 12 - if beaten { 60 } else { 0 }
}

/// Where a captain's new unit is of use: levies behind walls or guarding a province, good troops with a leader.
fn muster(survey: &Survey<'_>, unit: UnitId, at: ProvinceId) -> i32 {
    let (campaign, state) = (survey.campaign, survey.state);
    let host = survey.ours(at);
    let strength = unit_strength(campaign, state, unit).max({
        let full = campaign.roster[unit].strength(campaign.roster[unit].full());
        i32::from(full.attack) + i32::from(full.defence)
    });
    let foot = campaign.roster[unit].kind.is_infantry();
    let cheap = strength < 9;
    let enemy = |far: u8| {
        let near = |from: &ProvinceId| survey.distance(*from, at) <= far;
        let hosts = campaign.board.provinces().filter(near).map(|from| survey.theirs(from));
        hosts.filter(|host| host.mobile > 0).map(|host| host.attack).max().unwrap_or(0)
    };
    let hungry = survey.hunger(at, host.units + 1) / 10;
    let who = campaign.roster.who();
    match survey.aim {
        Aim::Conquest => {
            let doomed = if enemy(1) > 12 && host.units < 3 { 60 } else { 0 };
            reinforce(survey, at, cheap, enemy(2)) - hungry - doomed
        }
        Aim::Defence => {
            let walled = campaign.board[at].cities.iter().any(|city| {
                let now = state.city(city);
                now.walls > 1 && now.owner == Some(survey.power) && now.founded
            });
            let wanted = walled && foot && cheap && survey.own_garrison(at) + host.units < 2;
            let doomed = if host.leaders == 0 && enemy(1) > 0 && !wanted { 50 } else { 0 };
            let led = match (host.leaders, host.units) {
                (0, _) => 0,
                (leaders, units) if units < leaders * 2 => 90,
                (_, units) if units < 12 => 60,
                _ => 30,
            };
            let kings = [who.darius, who.bessus].map(|king| state.leader(king).place);
            let king = if kings.contains(&Place::Field(at)) { 15 } else { 0 };
            led.max(if wanted { 95 } else { 0 }) + king - hungry - doomed
        }
    }
}

/// Where a Macedonian unit is wanted: with Alexander, in a general's column, or as a guard. More than two without him
/// only starve there (7.9).
fn reinforce(survey: &Survey<'_>, at: ProvinceId, cheap: bool, enemy: i32) -> i32 {
    let (campaign, state, host) = (survey.campaign, survey.state, survey.ours(at));
    let who = campaign.roster.who();
    // The home army's general leads nobody to the war (8.3).
    let bound = survey.stands(at, who.antipater) && !campaign.home_army_is_free(state);
    let leaders = host.leaders - u8::from(bound);
    let alexander = campaign.province_of(state.leader(who.alexander).place);
    if alexander == Some(at) {
        return match (cheap, host.units) {
            (false, 0..14) => 100,
            (true, 0..12) => 70,
            _ => 20,
        };
    }
    if host.units < leaders * 2 {
        return 90;
    }
    if campaign.board[at].key == "macedonia" {
        return -40;
    }
    let near = alexander.map_or(0, |from| i32::from(survey.distance(from, at) == 1) * 5);
    match host.units {
        _ if home_post(survey, at) => {
            if host.units < HOME_GUARD {
                GUARD
            } else {
                -30
            }
        }
        // One is enough against a raider; against an army none is.
        0 if (1..=12).contains(&enemy) => GUARD + near,
        0 => GUARD * 2 / 3 + near,
        1 => GUARD / 3 + near,
        _ => -50,
    }
}

/// Where a captain's new leader finds men who may follow him, and nobody who would catch him.
fn command(survey: &Survey<'_>, leader: LeaderId, at: ProvinceId) -> i32 {
    let host = survey.ours(at);
    let (campaign, state) = (survey.campaign, survey.state);
    let force = campaign.force_of_leader(state, leader);
    let men = campaign.field_units(state, at, force);
    let men = men.iter().filter(|&unit| !survey.is_bound(unit)).count() as i32;
    let beaten = survey.threat(at) > host.strength * 2;
    let spare = (men - i32::from(host.leaders) * 2).clamp(0, 8);
    men.min(8) + spare * 10 - if beaten { 60 } else { 0 }
}

/// Land is laid waste before Alexander's army comes there, where none of ours has to live (17.1).
fn scorch(survey: &Survey<'_>, manner: Manner, listed: &[Action]) -> Option<Choice<Action>> {
    let (campaign, state) = (survey.campaign, survey.state);
    let alexander = campaign.province_of(state.leader(campaign.roster.who().alexander).place);
    let host = alexander.map(|at| survey.theirs(at)).unwrap_or_default();
    let near = |at: ProvinceId| alexander.is_some_and(|from| survey.distance(from, at) == 1);
    let hurts = |at: ProvinceId| {
        let steps: i32 = campaign
            .attrition_prospect(campaign.board[at].land)
            .iter()
            .map(|&it| i32::from(it))
            .sum();
        let own = i32::from(survey.ours(at).units);
        // He comes where something waits for him.
        let sought = campaign.board[at].cities.iter().any(|city| {
            objective_in(&campaign.board[city].key).is_some_and(|it| !state.secured.has(it))
        });
        let steps = if sought { steps * 2 } else { steps };
        if own > 2 || !near(at) || state.depleted.contains(at) { -1 } else { steps }
    };
    let waste = manner == Manner::Sound && host.units > 5;
    let any = |action: &Action| matches!(*action, Action::Scorch(at) if waste && hurts(at) > 0);
    let why = if listed.iter().any(any) {
        "Alexander's army shall find nothing there"
    } else {
        "our own land feeds us too"
    };
    best(listed, why, |action| match action {
        Action::Scorch(at) if waste => hurts(at),
        Action::Scorch(_) => -1,
        _ => 0,
    })
}

/// What a captain besieges: treasuries and what contests a province, not walls for their own sake.
fn beleaguer(survey: &Survey<'_>, listed: &[Action]) -> Option<Choice<Action>> {
    let (campaign, state) = (survey.campaign, survey.state);
    let secured = |objective| state.secured.has(objective);
    let camp = campaign.province_of(state.leader(campaign.roster.who().alexander).place);
    let egypt = !secured(Objective::OracleOfAmmon) || !secured(Objective::Alexandria);
    let wanted = |city: CityId| {
        let beyond = camp.is_some_and(|at| campaign.board[at].key == "egypt");
        let gate = campaign.board[city].key == "gaza" && (egypt || beyond);
        let gate = gate && survey.aim == Aim::Conquest;
        let held = state.units_at(Place::City(city)).next().is_some();
        match (survey.is_prize(city), held, gate) {
            (true, ..) => 100,
            (_, true, _) => 60,
            (.., true) => 50,
            _ => 0,
        }
    };
    let chosen =
        best(listed, "what is behind these walls counts in the end", |action| match action {
            // A summons costs nobody, but it takes the place of a siege, and is heard once (17.5).
            Action::Summon(city, from) => {
                let sixths = i32::from(campaign.board[city].surrenders_on);
                let slow =
                    i32::from(state.city(city).walls) > 1 || differential(survey, city, from) < 5;
                match wanted(city) {
                    0 => 5,
                    worth if sixths > 3 || (slow && sixths > 1) => worth + 20,
                    _ => -1,
                }
            }
            Action::Besiege(city, from) => {
                let odds = differential(survey, city, from);
                let needed = if survey.is_prize(city) { 1 } else { 3 };
                if wanted(city) > 0 && odds >= needed { wanted(city) + odds.min(9) } else { -1 }
            }
            _ => 0,
        })?;
    let why = match chosen.action {
        Action::Summon(..) => "they may open their gates for the asking",
        Action::Besiege(city, _) if survey.is_prize(city) => "what it holds is a point for good",
        Action::Besiege(city, _) if campaign.board[city].key == "gaza" => {
            "Gaza bars the way to Egypt"
        }
        Action::Besiege(..) => "its garrison denies us the province",
        _ => "no city here is worth an assault",
    };
    Some(Choice { why, ..chosen })
}

/// The most strength for the points; engines and walls where they tell.
fn replace(survey: &Survey<'_>, manner: Manner, listed: &[Action]) -> Option<Choice<Action>> {
    let campaign = survey.campaign;
    let worth = |unit: UnitId, steps: u8| {
        let kind = &campaign.roster[unit];
        let strength = kind.strength(steps);
        let attack = i32::from(strength.attack) * if kind.missile { 3 } else { 1 };
        attack + i32::from(strength.defence) + i32::from(steps) * 2
    };
    best(listed, "it is the most for the price", |action| match action {
        Action::Rebuild(unit) => {
            let steps = survey.state.unit(unit).steps;
            let more = worth(unit, steps + 1) - worth(unit, steps) + 2;
            more * 10 / i32::from(campaign.step_cost(unit).max(1))
        }
        // It is raised in Macedonia, from where a captain's generals are far away.
        Action::Raise(unit) if campaign.roster[unit].kind == Kind::SiegeTrain => match manner {
            Manner::Plain => 90,
            Manner::Sound => -1,
        },
        Action::Raise(unit) => worth(unit, 1) * 10 / i32::from(campaign.step_cost(unit).max(1)),
        Action::BuildWall(city) if manner == Manner::Sound => wall(survey, city),
        Action::Done => 0,
        _ => -1,
    })
}

/// Walls where the enemy must come, before he comes.
fn wall(survey: &Survey<'_>, city: CityId) -> i32 {
    if survey.aim == Aim::Conquest {
        return -1;
    }
    let board = &survey.campaign.board;
    let wanted = match board[city].key.as_str() {
        "susa" | "babylon" | "ecbatana" | "sogdian_rock" => 3,
        "persepolis" | "gordium" => 2,
        _ => 0,
    };
    if survey.state.city(city).walls < wanted { 85 } else { -1 }
}

/// Whoever is likely to be beaten goes away, if he can.
fn evade(
    survey: &Survey<'_>,
    manner: Manner,
    at: ProvinceId,
    listed: &[Action],
) -> Option<Choice<Action>> {
    let (ours, theirs) = (survey.ours(at).strength, survey.theirs(at).strength);
    let battle = survey.ours(at).units > 2 && survey.theirs(at).units > 2;
    let alexander = survey.stands(at, survey.campaign.roster.who().alexander);
    let goes = match (manner, survey.aim) {
        (Manner::Plain, _) => chance(ours, theirs) < 35,
        // A lost battle loses him the war; it costs the Persian men only.
        (Manner::Sound, Aim::Conquest) if battle && alexander => fate(ours, theirs).lost > DARED,
        (Manner::Sound, Aim::Defence) if battle && alexander => fate(theirs, ours).lost < BOLD,
        (Manner::Sound, Aim::Defence) => chance(ours, theirs) < 45,
        (Manner::Sound, Aim::Conquest) => chance(ours, theirs) < 40,
    };
    let why = if goes { "the enemy is too strong here" } else { "this battle can be won" };
    best(listed, why, |action| match action {
        Action::Evade => i32::from(goes),
        _ => i32::from(!goes),
    })
}

/// Where beaten or evading men go: to friends, away from enemies, where there is bread.
fn refuge(survey: &Survey<'_>, to: ProvinceId) -> i32 {
    let (ours, theirs) = (survey.ours(to), survey.theirs(to));
    let own = if survey.mine.contains(to) { 30 } else { 0 };
    own + ours.strength / 8
        - theirs.strength / 2
        - survey.threat(to) / 4
        - survey.hunger(to, ours.units + 3) / 10
}

/// A city is besieged when the besiegers are many enough.
fn siege(survey: &Survey<'_>, listed: &[Action]) -> Option<Choice<Action>> {
    best(listed, "the city can be taken", |action| match action {
        Action::Summon(..) => 200,
        Action::Besiege(city, from) => {
            let odds = differential(survey, city, from);
            let treasure = survey.prize(survey.campaign.board[city].province) > 100;
            let needed = if treasure { 1 } else { 3 };
            if odds >= needed { 100 + odds } else { -1 }
        }
        _ => 0,
    })
}

fn differential(survey: &Survey<'_>, city: CityId, from: ProvinceId) -> i32 {
    let (campaign, state) = (survey.campaign, survey.state);
    let fresh = |unit: &UnitId| {
        let piece = state.unit(*unit);
        piece.power == survey.power && !piece.done.besieged && !piece.done.evaded
    };
    let mut sum = 0;
    for unit in state.units_at(Place::Field(from)).filter(fresh) {
        sum += match campaign.roster[unit].kind {
            Kind::SiegeTrain => 2,
            kind => i32::from(kind.is_infantry()),
        };
    }
    let inside = state.units_at(Place::City(city)).count() as i32;
    sum - i32::from(state.city(city).walls) - inside
}

/// Everybody storms; a king only where it would fail without him.
fn invest(survey: &Survey<'_>, manner: Manner, listed: &[Action]) -> Option<Choice<Action>> {
    let siege = survey.state.siege()?;
    let prospect = survey.campaign.siege_prospect(survey.state, siege);
    best(listed, "the more storm, the sooner it falls", |action| match action {
        Action::AssignAll => 100,
        Action::Assign(_) => 90,
        Action::AssignLeader(leader) => {
            let king = importance(survey, leader) >= 100;
            match (king, manner) {
                (true, _) if prospect.differential < 2 => 60,
                (true, Manner::Plain) => 60,
                (true, Manner::Sound) => 10,
                (false, _) if prospect.differential < 7 => 60,
                (false, _) => 10,
            }
        }
        Action::Storm => 50,
        _ => 0,
    })
}
