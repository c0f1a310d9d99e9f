//! How a captain marches (8.0): every leader has an errand of his own.
//!
//! Points are land and objectives (16.3), so Alexander goes for what only he can secure, and everybody else takes two
//! good units along: few enough to need no supply (7.9) and to meet armies in minor combat only (9.1), where a wall
//! of phalanxes is hard to destroy. The Persian, who moves last, flows around whatever stands in his way.

use super::best;
use super::marches::chance;
use super::routes::Routes;
use super::survey::{FAR, Host, Survey, unit_strength};
use crate::mind::Choice;
use diadem_campaign::Action;
use diadem_campaign::ids::{LeaderId, ProvinceId, UnitId, UnitSet};
use diadem_campaign::pieces::{Kind, Side};
use diadem_campaign::state::{March, Place};

/// Units of a column: a garrison wherever it comes to (6.2), so the land need not feed it (7.9).
const COLUMN: usize = 2;
/// Units that Alexander does not go below for the sake of others.
const CORE: usize = 9;
/// Units beyond which he leaves the weakest behind to hold a province.
const CROWD: usize = 12;
/// What the war is worth.
const ALEXANDER: i32 = 2_500;
/// What a general is worth, who is hard to replace.
const GENERAL: i32 = 140;

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
            Action::EnterCity(unit, _) => return garrison(survey, unit),
            Action::LeaderLeaves(leader) => return leaves_city(survey, leader),
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
    let march = survey.state.march?;
    let order = order(survey, march.leader, march.band)?;
    let missing = order.units.iter().copied().filter(|&unit| !march.units.contains(unit));
    // Foot first: the Siege Train follows it.
    if let Some(action) = missing.map(Action::Take).find(|action| listed.contains(action)) {
        return Some(Choice { action, why: "it is needed there" });
    }
    let goal = Action::March(order.to);
    let any = || listed.iter().copied().find(|action| matches!(action, Action::March(_)));
    let found = Some(goal).filter(|goal| listed.contains(goal)).or_else(any);
    Some(Choice { action: found.or(listed.first().copied())?, why: order.why })
}

/// Whether Alexander marches on with his horse and the quickest of the foot (8.4).
pub(crate) fn press(survey: &Survey<'_>, listed: &[Action]) -> Option<Choice<Action>> {
    let halt = Choice { action: Action::Done, why: "the army has marched far enough" };
    let Some((march, through)) = survey.state.march.and_then(|it| Some((it, it.through?))) else {
        return Some(halt);
    };
    let all: Vec<UnitId> = march.units.iter().collect();
    let quick = |unit: &UnitId| survey.campaign.roster[*unit].can_force_march();
    let on: Vec<UnitId> = all.iter().copied().filter(quick).collect();
    let left = all.len() - on.len();
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
    Some(found.map_or(halt, |(_, to)| Choice {
        action: Action::Press(to),
        why: "what lies beyond is worth sore feet",
    }))
}

/// Where a leader or a band would march, and with whom.
fn order(survey: &Survey<'_>, leader: Option<LeaderId>, band: u8) -> Option<Order> {
    let (campaign, state) = (survey.campaign, survey.state);
    let (from, company) = match leader {
        Some(leader) => {
            let Place::Field(from) = state.leader(leader).place else { return None };
            (from, survey.company(leader, from))
        }
        None => {
            let raiders = campaign.roster.raiders().iter().copied();
            let units: Vec<UnitId> = raiders
                .filter(|&unit| {
                    let piece = state.unit(unit);
                    let here = matches!(piece.place, Place::Field(_));
                    piece.band == band && !piece.done.marched && here
                })
                .collect();
            let Place::Field(from) = state.unit(*units.first()?).place else { return None };
            (from, units)
        }
    };
    let chief = leader.is_none_or(|leader| is_chief(survey, leader, from));
    let march = |units: &[UnitId]| March {
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
    let free: Vec<UnitId> = company.iter().copied().filter(abroad).collect();
    match (leader, chief) {
        (None, _) => {
            sets.push((free.clone(), false));
            if free.len() > 1 {
                sets.push((vec![free[0]], true));
            }
        }
        (Some(leader), true) => {
            sets.push((without_garrison(survey, &free, from), false));
            let bound = leader == campaign.roster.who().antipater;
            if !bound && !survey.ours(from).king && free.len() > COLUMN {
                sets.push((column(survey, &free, from), true));
            }
        }
        (Some(_), false) => {
            let units = column(survey, &free, from);
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
        let stay = if detached { body.idle() } else { body.worth(from) };
        for to in goals.iter() {
            let gain = body.worth(to) - stay;
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

/// All of them, less one who holds the province that a large army leaves: raiders find it guarded (14.3).
fn without_garrison(survey: &Survey<'_>, all: &[UnitId], from: ProvinceId) -> Vec<UnitId> {
    let (campaign, state) = (survey.campaign, survey.state);
    let fighting = |unit: &&UnitId| campaign.roster[**unit].kind.fights();
    let strength = |unit: UnitId| unit_strength(campaign, state, unit);
    let host = survey.ours(from);
    let crowd = all.iter().filter(fighting).count();
    let weakest = all.iter().filter(fighting).copied().min_by_key(|&unit| strength(unit));
    let alone = usize::from(host.units) <= crowd && survey.own_garrison(from) == 0;
    let leaves = survey.side == Side::Macedonian && host.king && crowd > CROWD && alone;
    match weakest.filter(|&unit| leaves && strength(unit) < 14) {
        Some(one) => all.iter().copied().filter(|&unit| unit != one).collect(),
        None => all.to_vec(),
    }
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
        let bound = campaign.scenario.home_army.contains(unit) && !campaign.home_army_is_free(state);
        piece.side == survey.side && campaign.roster[unit].kind.fights() && !bound
    });
    units.count() as i32
}

/// Whether nobody greater of his force stands beside him who could still march.
fn is_chief(survey: &Survey<'_>, leader: LeaderId, at: ProvinceId) -> bool {
    let campaign = survey.campaign;
    let force = campaign.force_of_leader(leader);
    let who = campaign.roster.who();
    let rank = |one: LeaderId| {
        let king = [who.alexander, who.darius, who.bessus].contains(&one);
        (king, campaign.ability(survey.state, one), std::cmp::Reverse(one.index()))
    };
    campaign.field_leaders(survey.state, at, force).all(|other| {
        other == leader || survey.state.leader(other).done.marched || rank(other) < rank(leader)
    })
}

/// The units that a column is made of.
fn column(survey: &Survey<'_>, company: &[UnitId], _from: ProvinceId) -> Vec<UnitId> {
    let (campaign, state) = (survey.campaign, survey.state);
    let mut units: Vec<UnitId> =
        company.iter().copied().filter(|&unit| campaign.roster[unit].kind.fights()).collect();
    units.sort_by_key(|&unit| {
        let kind = &campaign.roster[unit];
        let sums = kind.strength(state.unit(unit).steps);
        let quick = kind.kind.is_cavalry() || kind.kind == Kind::LightInfantry;
        let rank = match survey.side {
            // Phalanxes and hoplites stand where they are attacked.
            Side::Macedonian => match (kind.full(), sums.defence) {
                (3.., _) => 5,
                (_, 5..) if kind.kind == Kind::HeavyInfantry => 0,
                _ if kind.missile => 4,
                _ => 2,
            },
            // Persians get away (9.2).
            Side::Persian => match (quick, kind.missile) {
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
    let core = if survey.side == Side::Macedonian { CORE } else { 6 };
    company.iter().filter(fighting).count() >= core + gone.len()
        && (survey.side == Side::Persian || left * 10 > most * 10 || all < most)
}

/// The strongest enemy that can come into a province this turn; Persians and raiders move after the Macedonians.
fn reach(survey: &Survey<'_>, at: ProvinceId) -> Option<Host> {
    let (campaign, state) = (survey.campaign, survey.state);
    let enemy = survey.side.other();
    let barred = |from: ProvinceId| {
        let home = campaign.board[at].people.is_some() && campaign.board[from].people.is_none();
        enemy == Side::Persian && home
    };
    let comes = |from: &ProvinceId| {
        let host = survey.theirs(*from);
        host.mobile > 0 && (*from == at || (campaign.open_borders(state, enemy, *from).contains(at) && !barred(*from)))
    };
    let around = campaign.board.neighbours(at).iter().chain([at]).filter(comes);
    around.map(|from| survey.theirs(from)).max_by_key(|host| host.attack)
}

/// Those who would march together.
struct Body<'a> {
    survey: &'a Survey<'a>,
    routes: Routes<'a>,
    leader: Option<LeaderId>,
    from: ProvinceId,
    host: Host,
    foot: i32,
    train: bool,
    alexander: bool,
    quick: bool,
}

impl<'a> Body<'a> {
    fn of(
        survey: &'a Survey<'a>,
        leader: Option<LeaderId>,
        from: ProvinceId,
        units: &[UnitId],
    ) -> Body<'a> {
        let (campaign, state) = (survey.campaign, survey.state);
        let kind = |unit: UnitId| campaign.roster[unit].kind;
        let mut host = Host::default();
        for &unit in units.iter().filter(|&&unit| kind(unit).fights()) {
            let sums = campaign.roster[unit].strength(state.unit(unit).steps);
            host.units += 1;
            host.attack += i32::from(sums.attack);
            host.defence += i32::from(sums.defence);
            host.strength += unit_strength(campaign, state, unit);
        }
        if let Some(leader) = leader {
            host.rating = campaign.ability(state, leader);
            host.leaders = 1;
            host.strength += i32::from(host.rating) * 2;
        }
        let alexander = leader == Some(campaign.roster.who().alexander);
        let foot = units.iter().filter(|&&unit| kind(unit).is_infantry()).count() as i32;
        let train = units.iter().any(|&unit| kind(unit) == Kind::SiegeTrain);
        let quick = units
            .iter()
            .all(|&unit| kind(unit).is_cavalry() || kind(unit) == Kind::LightInfantry);
        let storm = if host.units > 2 { foot + 1 + if train { 2 } else { 0 } } else { 0 };
        let all = campaign.board.provinces().collect();
        let limits = leader.map_or(all, |leader| campaign.leader_allowed(state, leader));
        let limits = units.iter().fold(limits, |set, &unit| set.and(campaign.allowed(state, unit)));
        let strength = host.strength;
        let routes = Routes { survey, from, alexander, storm, train, strength, limits };
        Body { survey, routes, leader, from, host, foot, train, alexander, quick }
    }

    /// What it is worth to leave a column where it is.
    fn idle(&self) -> i32 {
        15
    }

    /// What it is worth to be there.
    fn worth(&self, at: ProvinceId) -> i32 {
        let here = self.with_friends(at);
        self.fight(at, here) + self.routes.ahead(at) - self.peril(at, here) - self.hunger(at, here)
    }

    /// The body and those of ours who stand there already.
    fn with_friends(&self, at: ProvinceId) -> Host {
        let friends = match at == self.from {
            true => Host::default(),
            false => self.survey.ours(at),
        };
        Host {
            units: self.host.units + friends.units,
            strength: self.host.strength + friends.strength,
            leaders: self.host.leaders + friends.leaders,
            rating: self.host.rating.max(friends.rating),
            attack: self.host.attack + friends.attack,
            defence: self.host.defence + friends.defence,
            ..self.host
        }
    }

    /// What is had there this turn: land, objectives, a beaten enemy.
    fn fight(&self, at: ProvinceId, here: Host) -> i32 {
        let survey = self.survey;
        let prize = self.routes.prize(at);
        let enemy = survey.theirs(at);
        let friends = if at == self.from { Host::default() } else { survey.ours(at) };
        // What friends there take without us is not our doing.
        let taken = friends.strength > enemy.strength * 3 / 2 && self.routes.objectives(at) == 0;
        let prize = if taken { prize / 4 } else { prize };
        if enemy.units == 0 {
            return prize;
        }
        let spoils = i32::from(enemy.units.min(12)) * 12 + i32::from(enemy.leaders) * 60;
        match survey.side {
            // Whoever can step aside does so, unless he likes the odds: those are in the peril.
            Side::Macedonian if enemy.leaders > 0 || enemy.mobile == enemy.units => {
                let stronger = here.strength * 10 > enemy.strength * 11;
                if stronger { prize * 3 / 4 } else { prize / 4 }
            }
            Side::Macedonian => {
                let (won, _) = self.odds(here, enemy);
                (prize + spoils) * won / 100 - if won < 50 { 60 } else { 0 }
            }
            Side::Persian => self.attack(at, here, enemy, prize, spoils),
        }
    }

    /// The Persian comes last: whom he finds he fights.
    fn attack(&self, at: ProvinceId, here: Host, enemy: Host, prize: i32, spoils: i32) -> i32 {
        let alexander = self.survey.stands(at, self.survey.campaign.roster.who().alexander);
        let (won, lost) = self.odds(here, enemy);
        let head = if alexander { ALEXANDER } else { i32::from(enemy.leaders) * GENERAL };
        let minor = here.units < 3 || enemy.units < 3;
        let own = i32::from(here.units.min(15)) * 10 + i32::from(here.leaders) * 80;
        if minor {
            return (prize + spoils + head) * won / 100 - own * lost / 100;
        }
        // In battle he is as likely to be killed as his men are to be beaten, but he seldom is; and a third only
        // of those fight who would rather not (9.3).
        let (head, own) = (head / 8, own + 100);
        let fought = if won > 50 { 40 } else { 100 };
        ((prize + spoils + head) * won / 100 - own * lost / 100) * fought / 100
    }

    /// The chances in hundredths that the enemy is gone, and that we are.
    fn odds(&self, here: Host, enemy: Host) -> (i32, i32) {
        if here.units > 2 && enemy.units > 2 {
            let won = chance(here.strength, enemy.strength);
            return (won, 100 - won);
        }
        let (ours, theirs) = (i32::from(here.rating), i32::from(enemy.rating));
        let attacks = (here.units, here.attack) >= (enemy.units, enemy.attack);
        match attacks {
            true => (destroyed(here.attack + ours, enemy.defence + theirs), 5),
            false => {
                let lost = destroyed(enemy.attack + theirs, here.defence + ours);
                (5, if self.quick { lost / 2 } else { lost })
            }
        }
    }

    /// What the enemy can do about it, who moves after us. The Persian need not fear that.
    fn peril(&self, at: ProvinceId, here: Host) -> i32 {
        let survey = self.survey;
        if survey.side == Side::Persian {
            return 0;
        }
        let Some(enemy) = reach(survey, at) else { return 0 };
        let general = i32::from(here.leaders) * GENERAL + i32::from(here.units.min(10)) * 30;
        let stake = if self.alexander { ALEXANDER } else { general };
        if here.units < 3 || enemy.units < 3 {
            let (_, lost) = self.odds(here, enemy);
            return stake * lost / 130 + lost / 4;
        }
        if enemy.strength * 10 < here.strength * 9 {
            return 0;
        }
        // Four times in six we can go away (9.3), and a lost battle is not the end of everybody.
        let lost = 100 - chance(here.strength, enemy.strength);
        (stake / if self.alexander { 4 } else { 1 } + 60) * lost / 250
    }

    fn hunger(&self, at: ProvinceId, here: Host) -> i32 {
        let bare = self.survey.hunger(at, here.units) * 2 / 5;
        let soon = if here.units > 2 { self.survey.depletes(at, here.units) / 5 } else { 0 };
        bare + soon
    }

    fn why(&self, to: ProvinceId, detached: bool) -> &'static str {
        let survey = self.survey;
        if survey.theirs(to).units > 0 {
            return match survey.side {
                Side::Macedonian => "the enemy there gives way or is beaten",
                Side::Persian => "those who stand there can be beaten",
            };
        }
        let objective = self.alexander && self.routes.objectives(to) > 0;
        let land = self.routes.land(to) > 0;
        match (objective, land, self.leader) {
            (true, ..) if self.foot > 0 && self.train => "an objective lies there, and it stays ours",
            (true, ..) => "an objective lies there",
            (_, true, None) => "raiders need no leader to take back a province",
            (_, true, _) if detached => "two units are enough for an open province, and need no supply",
            (_, true, _) if survey.side == Side::Persian => "nobody guards the province",
            (_, true, _) => "every province is a point",
            _ => "it is on the way to what is worth having",
        }
    }
}

/// In how many of a hundred cases a minor combat destroys the defender (9.5).
fn destroyed(attack: i32, defence: i32) -> i32 {
    match attack / defence.max(1) {
        0 => 0,
        1 => 4,
        2 => 17,
        3 => 36,
        4 => 67,
        _ => 100,
    }
}

/// Foot that goes behind walls: it contests the province until the city falls (11.2).
fn garrison(survey: &Survey<'_>, unit: UnitId) -> i32 {
    let Place::Field(at) = survey.state.unit(unit).place else { return -1 };
    if survey.side == Side::Macedonian {
        return -1;
    }
    let inside = survey.own_garrison(at);
    let strength = unit_strength(survey.campaign, survey.state, unit);
    let here = survey.ours(at);
    let cheap = strength <= 6;
    // One is enough to deny a province; more where nobody leads them, and they would be lost outside.
    match (inside, here.leaders) {
        (0, _) if cheap || here.leaders == 0 => 60 - strength,
        (1..=2, 0) if cheap => 30 - strength,
        _ => -1,
    }
}

fn leaves_city(survey: &Survey<'_>, leader: LeaderId) -> i32 {
    let at = survey.campaign.province_of(survey.state.leader(leader).place);
    at.map_or(-1, |at| if survey.theirs(at).units == 0 { 5 } else { -1 })
}

