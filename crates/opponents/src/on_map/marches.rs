//! Who marches, with whom, and where to (8.0).

use super::battles::chance;
use super::survey::{FAR, Survey, unit_strength};
use super::{Manner, best};
use crate::mind::Choice;
use diadem_campaign::Action;
use diadem_campaign::ids::{LeaderId, ProvinceId, UnitId, UnitSet};
use diadem_campaign::pieces::{Kind, Side};
use diadem_campaign::state::{March, Place};

/// Units of a column: a garrison wherever it comes to (6.2), so the land need not feed it (7.9).
const COLUMN: usize = 2;

/// A march that comes into question.
pub(crate) struct Plan {
    /// Where to; nowhere is to stay.
    to: Option<ProvinceId>,
    /// Who goes.
    units: Vec<UnitId>,
    /// How much better it is than to stay.
    gain: i32,
    /// Whether a greater leader stays behind with the rest.
    detached: bool,
    why: &'static str,
}

/// Who marches next, who goes into a city, or nobody more.
pub(crate) fn next(
    survey: &Survey<'_>,
    manner: Manner,
    listed: &[Action],
) -> Option<Choice<Action>> {
    let mut why = "everybody is where he should be";
    let chosen = best(listed, why, |action| {
        let plan = match action {
            Action::Lead(leader) => plan(survey, manner, Some(leader), 0),
            Action::LeadBand(band) => plan(survey, manner, None, band),
            Action::EnterCity(unit, _) => return garrison(survey, manner, unit),
            Action::LeaderLeaves(leader) => return leaves_city(survey, leader),
            Action::Done => return 0,
            _ => return -1,
        };
        // Columns set out before their chief takes everybody along.
        plan.map_or(-1, |plan| match plan.to {
            Some(_) if plan.gain > 0 => plan.gain + if plan.detached { 10_000 } else { 100 },
            _ => -1,
        })
    })?;
    match chosen.action {
        Action::Lead(leader) => why = plan(survey, manner, Some(leader), 0)?.why,
        Action::LeadBand(_) => why = "raiders go where it hurts",
        Action::EnterCity(..) => why = "behind walls it denies the enemy the province",
        Action::LeaderLeaves(_) => why = "a leader is of use in the field",
        _ => {}
    }
    Some(Choice { why, ..chosen })
}

/// Who comes along, and where to: the plan that made him march.
pub(crate) fn gather(
    survey: &Survey<'_>,
    manner: Manner,
    listed: &[Action],
) -> Option<Choice<Action>> {
    let march = survey.state.march?;
    let plan = plan(survey, manner, march.leader, march.band)?;
    let missing: Vec<UnitId> =
        plan.units.iter().copied().filter(|&unit| !march.units.contains(unit)).collect();
    // Foot first: the Siege Train follows it.
    let take =
        missing.iter().map(|&unit| Action::Take(unit)).find(|action| listed.contains(action));
    if let Some(action) = take {
        return Some(Choice { action, why: "it is needed there" });
    }
    let to = plan.to.filter(|&to| listed.contains(&Action::March(to)));
    let action = match to {
        Some(to) => Action::March(to),
        None => listed
            .iter()
            .copied()
            .find(|action| matches!(action, Action::March(_)))
            .or(listed.first().copied())?,
    };
    Some(Choice { action, why: plan.why })
}

/// Where a leader or a band would march, and with whom.
fn plan(survey: &Survey<'_>, manner: Manner, leader: Option<LeaderId>, band: u8) -> Option<Plan> {
    let (campaign, state) = (survey.campaign, survey.state);
    let (from, company) = match leader {
        Some(leader) => {
            let Place::Field(from) = state.leader(leader).place else { return None };
            (from, survey.company(leader, from))
        }
        None => {
            let raiders = campaign.roster.raiders().iter().copied();
            let mine = |unit: &UnitId| {
                let piece = state.unit(*unit);
                piece.band == band && !piece.done.marched && matches!(piece.place, Place::Field(_))
            };
            let units: Vec<UnitId> = raiders.filter(mine).collect();
            let Place::Field(from) = state.unit(*units.first()?).place else { return None };
            (from, units)
        }
    };
    let chief = leader.is_none_or(|leader| is_chief(survey, leader, from));
    if manner == Manner::Plain && !chief {
        return None;
    }
    let units = match chief {
        true => company,
        false => column(survey, &company),
    };
    let lone = units.is_empty();
    if lone && !chief {
        return None;
    }
    let set: UnitSet = units.iter().copied().collect();
    let march = March { leader, band, from, units: set, through: None, picked_up: UnitSet::NONE };
    let mut goals = campaign.march_goals(state, &march);
    let mut units = units;
    if goals.is_empty() {
        // Some may not go where the others may: those stay.
        let open = campaign.march_goals(state, &March { units: UnitSet::NONE, ..march });
        units.retain(|&unit| !campaign.allowed(state, unit).and(open).is_empty());
        let set: UnitSet = units.iter().copied().collect();
        goals = campaign.march_goals(state, &March { units: set, ..march });
    }
    let body = Body::of(survey, manner, leader, from, &units, chief);
    let stay = if chief { body.worth(from) } else { 0 };
    let mut found: Option<(i32, ProvinceId)> = None;
    for to in goals.iter() {
        let worth = body.worth(to);
        if found.is_none_or(|(most, _)| worth > most) {
            found = Some((worth, to));
        }
    }
    let (worth, to) = found?;
    let why = body.why(to);
    Some(Plan { to: Some(to), units, gain: worth - stay, detached: !chief, why })
}

/// Whether nobody greater of his force stands beside him who could still march.
fn is_chief(survey: &Survey<'_>, leader: LeaderId, at: ProvinceId) -> bool {
    let campaign = survey.campaign;
    let force = campaign.force_of_leader(leader);
    let rank = |one: LeaderId| {
        let king = one == campaign.roster.who().alexander || one == campaign.roster.who().darius;
        (king, campaign.ability(survey.state, one), std::cmp::Reverse(one.index()))
    };
    campaign.field_leaders(survey.state, at, force).all(|other| {
        other == leader || survey.state.leader(other).done.marched || rank(other) < rank(leader)
    })
}

/// Two units that the main army can spare: neither its best nor its archers.
fn column(survey: &Survey<'_>, company: &[UnitId]) -> Vec<UnitId> {
    let campaign = survey.campaign;
    let strength = |unit: UnitId| unit_strength(campaign, survey.state, unit);
    let fights = |unit: &UnitId| campaign.roster[*unit].kind.fights();
    let mut units: Vec<UnitId> = company.iter().copied().filter(fights).collect();
    let all: i32 = units.iter().map(|&unit| strength(unit)).sum();
    units.sort_by_key(|&unit| (std::cmp::Reverse(strength(unit)), unit.index()));
    // Never so many that the main army could be beaten for it.
    let enemy =
        survey.campaign.board.provinces().map(|at| survey.theirs(at).strength).max().unwrap_or(0);
    let spare = units.iter().skip(units.len() / 3).copied();
    let foot = spare.filter(|&unit| !campaign.roster[unit].missile);
    let chosen: Vec<UnitId> = foot.take(COLUMN).collect();
    let gone: i32 = chosen.iter().map(|&unit| strength(unit)).sum();
    match units.len() > 6 && (all - gone) * 10 > enemy * 11 {
        true => chosen,
        false => Vec::new(),
    }
}

/// Those who would march together.
struct Body<'a> {
    survey: &'a Survey<'a>,
    manner: Manner,
    leader: Option<LeaderId>,
    from: ProvinceId,
    units: u8,
    foot: i32,
    train: bool,
    strength: i32,
    chief: bool,
}

impl<'a> Body<'a> {
    fn of(
        survey: &'a Survey<'a>,
        manner: Manner,
        leader: Option<LeaderId>,
        from: ProvinceId,
        units: &[UnitId],
        chief: bool,
    ) -> Body<'a> {
        let campaign = survey.campaign;
        let kind = |unit: UnitId| campaign.roster[unit].kind;
        let fighting = units.iter().filter(|&&unit| kind(unit).fights());
        let rating = leader.map_or(0, |one| i32::from(campaign.ability(survey.state, one)));
        let strength: i32 =
            fighting.clone().map(|&unit| unit_strength(campaign, survey.state, unit)).sum();
        Body {
            survey,
            manner,
            leader,
            from,
            units: fighting.count() as u8,
            foot: units.iter().filter(|&&unit| kind(unit).is_infantry()).count() as i32,
            train: units.iter().any(|&unit| kind(unit) == Kind::SiegeTrain),
            strength: strength + rating * 2,
            chief,
        }
    }

    /// What it is worth to be there.
    fn worth(&self, at: ProvinceId) -> i32 {
        if self.units == 0 {
            return self.alone(at);
        }
        self.gain(at) + self.future(at) - self.danger(at) - self.hunger(at)
    }

    /// A leader without units goes to units without a leader, and keeps away from the enemy.
    fn alone(&self, at: ProvinceId) -> i32 {
        let survey = self.survey;
        let nearest = survey
            .campaign
            .board
            .provinces()
            .filter(|&to| survey.ours(to).units > 0 && (to == at || to != self.from))
            .map(|to| {
                let host = survey.ours(to);
                let wanted = i32::from(host.units.min(8)) * 10 / (1 + i32::from(host.leaders));
                wanted - i32::from(survey.distance(at, to).min(FAR)) * 12
            })
            .max();
        let danger = if survey.theirs(at).units > 0 { 300 } else { 0 };
        nearest.unwrap_or(0) - danger
    }

    /// What is had there this turn: land, objectives, a beaten enemy.
    fn gain(&self, at: ProvinceId) -> i32 {
        let survey = self.survey;
        let prize = self.prize(at);
        let enemy = survey.theirs(at);
        let inside = survey.enemy_garrison(at);
        let prize = if inside > 0 && !self.can_storm(at) { prize / 4 } else { prize };
        if enemy.units == 0 {
            return prize;
        }
        // A recruit stands where he stands.
        if self.manner == Manner::Plain && at == self.from {
            return prize;
        }
        let with = self.strength + if at == self.from { 0 } else { survey.ours(at).strength };
        let chance = chance(with, enemy.strength);
        let spoils = prize + 40 + enemy.strength;
        (spoils * chance - self.stake(enemy.strength) * (100 - chance)) / 100
    }

    /// What a lost battle would cost.
    fn stake(&self, enemy: i32) -> i32 {
        let survey = self.survey;
        let king = self.leader == Some(survey.campaign.roster.who().alexander)
            || self.leader == Some(survey.campaign.roster.who().darius);
        // Whoever leads a column is as hard to replace as the column.
        self.strength.min(enemy + 60) + if king { 200 } else { 120 }
    }

    /// A treasury is worth the way only to those who can take it.
    fn prize(&self, at: ProvinceId) -> i32 {
        let survey = self.survey;
        let full = survey.prize(at);
        let land = if survey.mine.contains(at) { 0 } else { full.min(100) };
        let alexander = self.leader == Some(survey.campaign.roster.who().alexander);
        let walled = survey.campaign.board[at].cities.iter().any(|city| {
            let now = survey.state.city(city);
            now.walls > 0 && now.owner != survey.side
        });
        match (walled, self.can_storm(at), alexander) {
            (true, false, _) => land,
            (false, _, false) if survey.campaign.board[at].key != "persis" => land,
            _ => full,
        }
    }

    fn can_storm(&self, at: ProvinceId) -> bool {
        let survey = self.survey;
        let cities = survey.campaign.board[at].cities.iter();
        let walls: i32 = cities
            .filter(|&city| survey.state.city(city).owner != survey.side)
            .map(|city| i32::from(survey.state.city(city).walls))
            .max()
            .unwrap_or(0);
        let inside = i32::from(survey.enemy_garrison(at));
        self.foot + 1 + if self.train { 2 } else { 0 } - walls - inside >= 3
    }

    /// What lies within reach from there, less the farther it is.
    fn future(&self, at: ProvinceId) -> i32 {
        let survey = self.survey;
        let mut most = 0;
        let mut sum = 0;
        for to in survey.campaign.board.provinces() {
            let away = survey.distance(at, to);
            if to == at || away > 8 || away > survey.turns_left() {
                continue;
            }
            let mut worth = self.prize(to);
            let enemy = survey.theirs(to);
            if enemy.units > 0 {
                let chance = chance(self.strength, enemy.strength);
                if chance < 45 {
                    continue;
                }
                worth += enemy.strength / 2;
            }
            if worth == 0 {
                continue;
            }
            if self.manner == Manner::Sound && self.is_anothers(to, away) {
                worth /= 3;
            }
            let near = match away {
                1 => 60,
                2 => 38,
                3 => 24,
                4 => 15,
                5 => 9,
                6 => 6,
                _ => 3,
            };
            most = most.max(worth * near / 100);
            sum += worth * near / 100;
        }
        match self.manner {
            Manner::Plain => most,
            Manner::Sound => most + sum / 10,
        }
    }

    /// Whether another leader of ours is nearer.
    fn is_anothers(&self, to: ProvinceId, away: u8) -> bool {
        let survey = self.survey;
        survey.campaign.board.provinces().any(|at| {
            let host = survey.ours(at);
            at != self.from && host.leaders > 0 && host.units > 0 && survey.distance(at, to) < away
        })
    }

    /// The enemy may come there before the fighting begins: only the Persian moves last.
    fn danger(&self, at: ProvinceId) -> i32 {
        let survey = self.survey;
        if self.manner == Manner::Plain || survey.side == Side::Persian {
            return 0;
        }
        let here = self.strength + if at == self.from { 0 } else { survey.ours(at).strength };
        let threat = survey.threat(at);
        if threat * 10 > here * 11 {
            let lost = (100 - chance(here, threat)).max(0);
            return self.stake(threat) * lost / 100;
        }
        0
    }

    fn hunger(&self, at: ProvinceId) -> i32 {
        let here = self.units + if at == self.from { 0 } else { self.survey.ours(at).units };
        let steps = self.survey.hunger(at, here);
        match self.manner {
            Manner::Plain => steps / 4,
            Manner::Sound => steps / 2,
        }
    }

    fn why(&self, to: ProvinceId) -> &'static str {
        let survey = self.survey;
        if self.units == 0 {
            return "a leader belongs with his men";
        }
        if survey.theirs(to).units > 0 {
            return "the enemy there can be beaten";
        }
        match (survey.prize(to), self.chief) {
            (prize, _) if prize > 100 => "what lies there counts in the end",
            (prize, true) if prize > 0 => "the land is to be had",
            (prize, false) if prize > 0 => "a small column is enough for an open province",
            _ => "it is on the way",
        }
    }
}

/// Foot that goes behind walls where the enemy is near and the field cannot be held.
fn garrison(survey: &Survey<'_>, manner: Manner, unit: UnitId) -> i32 {
    let Place::Field(at) = survey.state.unit(unit).place else { return -1 };
    if manner == Manner::Plain || survey.side == Side::Macedonian {
        return -1;
    }
    let near = survey
        .campaign
        .board
        .provinces()
        .any(|from| survey.theirs(from).leaders > 0 && survey.distance(from, at) <= 2);
    let cheap = unit_strength(survey.campaign, survey.state, unit) <= 10;
    let here = survey.ours(at);
    let leaderless = here.leaders == 0;
    match near && (cheap || leaderless) {
        true => 50 - unit_strength(survey.campaign, survey.state, unit),
        false => -1,
    }
}

fn leaves_city(survey: &Survey<'_>, leader: LeaderId) -> i32 {
    let at = survey.campaign.province_of(survey.state.leader(leader).place);
    at.map_or(-1, |at| if survey.theirs(at).units == 0 { 5 } else { -1 })
}
