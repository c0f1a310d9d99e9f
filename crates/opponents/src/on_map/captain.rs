//! How a captain marches (8.0): every leader has an errand of his own.
//!
//! Points are land and objectives (16.3), so Alexander goes for what only he can secure, and everybody else takes two
//! good units along: few enough to need no supply (7.9) and to meet armies in minor combat only (9.1), where a wall
//! of phalanxes is hard to destroy. The Persian, who moves last, flows around whatever stands in his way.

use super::best;
use super::body::{Body, reach};
use super::survey::{Aim, FAR, Survey, unit_strength};
use crate::mind::Choice;
use diadem_campaign::Action;
use diadem_campaign::March;
use diadem_campaign::ids::{CityId, LeaderId, ProvinceId, UnitId, UnitSet};
use diadem_campaign::pieces::Kind;
use diadem_campaign::state::Place;

/// Fewer than so many he does not march on with alone.
const VANGUARD: usize = 5;
/// Units beyond which Alexander leaves the weakest behind to hold a province.
const CROWD: usize = 13;
/// Units beyond which he leaves two of them.
const FAT: usize = 17;
/// Units that hold each of the posts at home.
pub(crate) const HOME_GUARD: u8 = 2;
/// What it is worth to man a post at home.
const POST: i32 = 120;
/// Units that Alexander does not go below for the sake of others.
const CORE: usize = 8;

/// Units of a column: a garrison wherever it comes to (6.2), so the land need not feed it (7.9).
const COLUMN: usize = 2;
/// A march that comes into question.
#[derive(Clone)]
struct Order {
    to: ProvinceId,
    units: Vec<UnitId>,
    /// How much better it is than to stay.
    gain: i32,
    /// Whether a greater leader stays behind with the rest.
    detached: bool,
    why: &'static str,
}

/// Who marches next, who goes into a city, or nobody more.
pub(crate) fn next(survey: &Survey<'_>, listed: &[Action]) -> Option<Choice<Action>> {
    let mut why = "everybody is where he should be";
    let chosen = best(listed, why, |action| {
        let order = match action {
            Action::Lead(leader) => order(survey, Some(leader), 0),
            Action::LeadBand(band) => order(survey, None, band),
            Action::EnterCity(unit, city) => return garrison(survey, unit, city),
            Action::LeaderLeaves(leader) => return survey.comes_out(leader),
            Action::Done => return 0,
            _ => return -1,
        };
        // Columns set out before their chief takes everybody along; those without men follow them.
        order.filter(|order| order.gain > 0).map_or(-1, |order| {
            let turn = match (order.units.is_empty(), order.detached) {
                (true, _) => 10,
                (false, true) => 20_000,
                (false, false) => 10_000,
            };
            turn + order.gain.min(9_000)
        })
    })?;
    match chosen.action {
        Action::Lead(leader) => why = order(survey, Some(leader), 0)?.why,
        Action::LeadBand(band) => why = order(survey, None, band)?.why,
        Action::EnterCity(..) => why = "behind walls it denies the enemy the province",
        Action::LeaderLeaves(_) => why = "a leader is of use in the field",
        _ => {}
    }
    Some(Choice { why, ..chosen })
}

/// Who comes along, and where to: the order that made him march.
pub(crate) fn gather(survey: &Survey<'_>, listed: &[Action]) -> Option<Choice<Action>> {
    let march = survey.state.march()?;
    let order = order(survey, march.leader, march.band)?;
    super::carry_out(march, &order.units, order.to, order.why, listed)
}

/// Whether Alexander marches on with his horse and the quickest of the foot (8.4).
pub(crate) fn press(survey: &Survey<'_>, listed: &[Action]) -> Choice<Action> {
    let halt = Choice { action: Action::Done, why: "the army has marched far enough" };
    let march = survey.state.march();
    let Some((&march, through)) = march.and_then(|it| Some((it, it.through?))) else {
        return halt;
    };
    let all: Vec<UnitId> = march.units.iter().collect();
    let quick = |unit: &UnitId| survey.campaign.roster[*unit].can_force_march();
    let on: Vec<UnitId> = all.iter().copied().filter(quick).collect();
    let left = all.len() - on.len();
    if on.len() < VANGUARD {
        return halt;
    }
    let stay = Body::of(survey, march.leader, through, &all).worth(through);
    let body = Body::of(survey, march.leader, through, &on);
    let land = survey.campaign.board[through].land;
    let tired: i32 = survey.campaign.attrition_prospect(land).iter().map(|&it| i32::from(it)).sum();
    // Those who stay behind have nobody to lead them on.
    let behind = if survey.turns_left() == 0 { 0 } else { left as i32 * 25 };
    let mut found: Option<(i32, ProvinceId)> = None;
    for &action in listed {
        let Action::Press(to) = action else { continue };
        let worth = body.worth(to) - tired * 30 / 6 - behind;
        if worth > stay + 30 && found.is_none_or(|(most, _)| worth > most) {
            found = Some((worth, to));
        }
    }
    found.map_or(halt, |(_, to)| Choice {
        action: Action::Press(to),
        why: "what lies beyond is worth sore feet",
    })
}

/// Where a leader or a band would march, and with whom.
fn order(survey: &Survey<'_>, leader: Option<LeaderId>, band: u8) -> Option<Order> {
    let (campaign, state) = (survey.campaign, survey.state);
    let (from, company) = survey.party(leader, band)?;
    let chief = leader.is_none_or(|leader| survey.is_chief(leader, from));
    let bound =
        leader == Some(campaign.roster.who().antipater) && !campaign.home_army_is_free(state);
    let march = |units: &[UnitId]| March {
        power: survey.power,
        leader,
        band,
        from,
        units: units.iter().copied().collect(),
        through: None,
        picked_up: UnitSet::NONE,
    };
    let mut sets: Vec<(Vec<UnitId>, bool)> = Vec::new();
    let open = campaign.march_goals(state, &march(&[]));
    // Some may not go where the others may: those stay.
    let abroad = |unit: &UnitId| campaign.allowed(state, *unit).and(open).len() * 2 >= open.len();
    // The home army waits for nobody but its own general.
    let fit = |unit: &UnitId| abroad(unit) && (bound || !survey.is_bound(*unit));
    let free: Vec<UnitId> = company.iter().copied().filter(fit).collect();
    match (leader, chief) {
        (None, _) => {
            sets.push((free.clone(), false));
            if free.len() > 1 {
                sets.push((vec![free[0]], true));
            }
        }
        (Some(_), true) if bound => sets.push((without_guard(survey, &free, from), false)),
        (Some(_), true) => {
            sets.push((without_garrison(survey, &free, from), false));
            if !survey.ours(from).king && free.len() > COLUMN {
                sets.push((column(survey, &free), true));
            }
        }
        (Some(_), false) => {
            let units = column(survey, &free);
            let king = survey.ours(from).king;
            if !units.is_empty() && (!king || may_spare(survey, &free, &units, from)) {
                sets.push((units, true));
            }
        }
    }
    let mut found: Option<Order> = None;
    for (units, detached) in sets.into_iter().filter(|(units, _)| !units.is_empty()) {
        let goals = campaign.march_goals(state, &march(&units));
        let body = Body::of(survey, leader, from, &units);
        let stay = if detached { body.idle() } else { body.stay() };
        for to in goals.iter() {
            let vacant = bound && home_post(survey, to) && survey.ours(to).units < HOME_GUARD;
            let gain = body.worth(to) - stay + if vacant { POST } else { 0 };
            if found.as_ref().is_none_or(|best| gain > best.gain) {
                let why = body.why(to, detached);
                found = Some(Order { to, units: units.clone(), gain, detached, why });
            }
        }
    }
    if found.as_ref().is_some_and(|order| order.gain > 0) {
        return found;
    }
    found.or_else(|| alone(survey, leader?, from, open))
}

/// All of them, less those who hold the province that a large army leaves: raiders and columns find it guarded.
fn without_garrison(survey: &Survey<'_>, all: &[UnitId], from: ProvinceId) -> Vec<UnitId> {
    let (campaign, state) = (survey.campaign, survey.state);
    let fighting = |unit: &UnitId| campaign.roster[*unit].kind.fights();
    let mut weakest: Vec<UnitId> = all.iter().copied().filter(fighting).collect();
    weakest.sort_by_key(|&unit| (unit_strength(campaign, state, unit), unit.index()));
    let host = survey.ours(from);
    let alone = usize::from(host.units) <= weakest.len() && survey.own_garrison(from) == 0;
    if survey.aim == Aim::Defence || !host.king || !alone {
        return all.to_vec();
    }
    let spare = match weakest.len() {
        ..=CROWD => 0,
        FAT.. => 2,
        _ => 1,
    };
    all.iter().copied().filter(|unit| !weakest[..spare].contains(unit)).collect()
}

/// Hellas and Thrace are Macedonian for as long as anybody holds them; Macedonia always is (5.3).
pub(crate) fn home_post(survey: &Survey<'_>, at: ProvinceId) -> bool {
    ["hellas", "thrace"].contains(&survey.campaign.board[at].key.as_str())
}

/// All of the home army, less those who hold the post that it leaves.
fn without_guard(survey: &Survey<'_>, all: &[UnitId], from: ProvinceId) -> Vec<UnitId> {
    let stay = if home_post(survey, from) { usize::from(HOME_GUARD) } else { 0 };
    let left = usize::from(survey.ours(from).units).saturating_sub(all.len());
    all.iter().copied().skip(stay.saturating_sub(left)).collect()
}

/// A leader without men goes where some are, and never stays where he would be caught (9.1).
fn alone(
    survey: &Survey<'_>,
    leader: LeaderId,
    from: ProvinceId,
    open: diadem_campaign::ids::ProvinceSet,
) -> Option<Order> {
    let home = survey.campaign.roster.who().antipater;
    let limits = survey.campaign.leader_allowed(survey.state, leader);
    let worth = |at: ProvinceId| {
        let here = survey.ours(at);
        let led = i32::from(here.leaders) - i32::from(at == from);
        let shelter = match here.units {
            0 if reach(survey, at).is_some() => -400,
            0 => -30,
            _ => 20,
        };
        let men = survey
            .campaign
            .board
            .provinces()
            .filter(|&to| limits.contains(to) && survey.ours(to).units > 0)
            .filter(|&to| leader == home || movable(survey, to) > 0)
            .map(|to| {
                let host = survey.ours(to);
                let led = i32::from(host.leaders) - i32::from(to == from);
                let spare = movable(survey, to) - led.max(0) * 2;
                spare.clamp(0, 8) * 10 - i32::from(survey.distance(at, to).min(FAR)) * 14
            })
            .max()
            .unwrap_or(0);
        men + shelter - led.max(0) * 2 - if survey.theirs(at).units > 0 { 300 } else { 0 }
    };
    let stay = worth(from);
    let to = open.iter().max_by_key(|&to| (worth(to), std::cmp::Reverse(to)))?;
    let gain = worth(to) - stay;
    let why = "a leader belongs with his men";
    Some(Order { to, units: Vec::new(), gain, detached: false, why })
}

/// Units there that may leave Europe.
fn movable(survey: &Survey<'_>, at: ProvinceId) -> i32 {
    let (campaign, state) = (survey.campaign, survey.state);
    let units = state.units_at(Place::Field(at)).filter(|&unit| {
        let piece = state.unit(unit);
        piece.power == survey.power && campaign.roster[unit].kind.fights() && !survey.is_bound(unit)
    });
    units.count() as i32
}

/// The units that a column is made of.
fn column(survey: &Survey<'_>, company: &[UnitId]) -> Vec<UnitId> {
    let (campaign, state) = (survey.campaign, survey.state);
    let mut units: Vec<UnitId> =
        company.iter().copied().filter(|&unit| campaign.roster[unit].kind.fights()).collect();
    units.sort_by_key(|&unit| {
        let kind = &campaign.roster[unit];
        let sums = kind.strength(state.unit(unit).steps);
        let quick = kind.kind.is_cavalry() || kind.kind == Kind::LightInfantry;
        let rank = match survey.aim {
            // Phalanxes and hoplites stand where they are attacked.
            Aim::Conquest => match (kind.full(), sums.defence) {
                (3.., _) => 5,
                (_, 5..) if kind.kind == Kind::HeavyInfantry => 0,
                _ if kind.missile => 4,
                _ => 2,
            },
            // Persians get away (9.2).
            Aim::Defence => match (quick, kind.missile) {
                (true, false) if sums.defence < 4 => 0,
                (true, _) => 1,
                (false, false) => 2,
                (false, true) => 4,
            },
        };
        (rank, std::cmp::Reverse(sums.defence), unit.index())
    });
    units.truncate(COLUMN);
    units
}

/// Whether a king's army can do without them.
fn may_spare(survey: &Survey<'_>, company: &[UnitId], gone: &[UnitId], from: ProvinceId) -> bool {
    let (campaign, state) = (survey.campaign, survey.state);
    let fighting = |unit: &&UnitId| campaign.roster[**unit].kind.fights();
    let strength = |unit: &UnitId| unit_strength(campaign, state, *unit);
    let all: i32 = company.iter().map(strength).sum();
    let left = all - gone.iter().map(strength).sum::<i32>();
    let near = |at: &ProvinceId| survey.distance(*at, from) <= 2;
    let enemies = campaign.board.provinces().filter(near).map(|at| survey.theirs(at));
    let most = enemies.filter(|host| host.mobile > 2).map(|host| host.strength).max().unwrap_or(0);
    let core = if survey.aim == Aim::Conquest { CORE } else { 6 };
    company.iter().filter(fighting).count() >= core + gone.len()
        && (survey.aim == Aim::Defence || left * 10 > most * 14 || all < most)
}

/// Foot that goes behind walls: it contests the province until the city falls (11.2).
fn garrison(survey: &Survey<'_>, unit: UnitId, city: CityId) -> i32 {
    let Place::Field(at) = survey.state.unit(unit).place else { return -1 };
    // In Gaza it would hold Syria, and leave Egypt (8.2).
    let elsewhere = survey.campaign.board[city].province != at;
    if survey.aim == Aim::Conquest || elsewhere {
        return -1;
    }
    let inside = survey.own_garrison(at);
    let strength = unit_strength(survey.campaign, survey.state, unit);
    let here = survey.ours(at);
    let cheap = strength <= 6;
    // One is enough to deny a province, two hold out longer; good troops only where nobody leads them.
    match (inside, here.leaders) {
        (0, _) if cheap || here.leaders == 0 => 60 - strength,
        (1, _) if cheap => 30 - strength,
        _ => -1,
    }
}
