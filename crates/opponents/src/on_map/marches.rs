//! How a recruit marches (8.0): the army as one body, straight to what is worth having.

use super::battles::chance;
use super::best;
use super::survey::{FAR, Survey, unit_strength};
use crate::mind::Choice;
use diadem_campaign::Action;
use diadem_campaign::March;
use diadem_campaign::ids::{LeaderId, ProvinceId, UnitId, UnitSet};
use diadem_campaign::pieces::Kind;

/// A march that comes into question.
struct Plan {
    to: ProvinceId,
    /// Who goes.
    units: Vec<UnitId>,
    /// How much better it is than to stay.
    gain: i32,
    why: &'static str,
}

/// Who marches next, or nobody more.
pub(crate) fn next(survey: &Survey<'_>, listed: &[Action]) -> Option<Choice<Action>> {
    let mut why = "everybody is where he should be";
    let chosen = best(listed, why, |action| {
        let plan = match action {
            Action::Lead(leader) => plan(survey, Some(leader), 0),
            Action::LeadBand(band) => plan(survey, None, band),
            Action::LeaderLeaves(leader) => return survey.comes_out(leader),
            Action::Done => return 0,
            _ => return -1,
        };
        plan.filter(|plan| plan.gain > 0).map_or(-1, |plan| plan.gain + 100)
    })?;
    match chosen.action {
        Action::Lead(leader) => why = plan(survey, Some(leader), 0)?.why,
        Action::LeadBand(_) => why = "raiders go where it hurts",
        Action::LeaderLeaves(_) => why = "a leader is of use in the field",
        _ => {}
    }
    Some(Choice { why, ..chosen })
}

/// Who comes along, and where to: the plan that made him march.
pub(crate) fn gather(survey: &Survey<'_>, listed: &[Action]) -> Option<Choice<Action>> {
    let march = survey.state.march()?;
    let plan = plan(survey, march.leader, march.band)?;
    super::carry_out(march, &plan.units, plan.to, plan.why, listed)
}

/// Where a leader or a band would march, and with whom.
fn plan(survey: &Survey<'_>, leader: Option<LeaderId>, band: u8) -> Option<Plan> {
    let (campaign, state) = (survey.campaign, survey.state);
    let (from, mut units) = survey.party(leader, band)?;
    if leader.is_some_and(|leader| !survey.is_chief(leader, from)) {
        return None;
    }
    let set: UnitSet = units.iter().copied().collect();
    let march = March {
        power: survey.power,
        leader,
        band,
        from,
        units: set,
        through: None,
        picked_up: UnitSet::NONE,
    };
    let mut goals = campaign.march_goals(state, &march);
    if goals.is_empty() {
        // Some may not go where the others may: those stay.
        let open = campaign.march_goals(state, &March { units: UnitSet::NONE, ..march });
        units.retain(|&unit| !campaign.allowed(state, unit).and(open).is_empty());
        let set: UnitSet = units.iter().copied().collect();
        goals = campaign.march_goals(state, &March { units: set, ..march });
    }
    let body = Body::of(survey, leader, from, &units);
    let stay = body.worth(from);
    let mut found: Option<(i32, ProvinceId)> = None;
    for to in goals.iter() {
        let worth = body.worth(to);
        if found.is_none_or(|(most, _)| worth > most) {
            found = Some((worth, to));
        }
    }
    let (worth, to) = found?;
    let why = body.why(to);
    Some(Plan { to, units, gain: worth - stay, why })
}

/// Those who would march together.
struct Body<'a> {
    survey: &'a Survey<'a>,
    leader: Option<LeaderId>,
    from: ProvinceId,
    units: u8,
    foot: i32,
    train: bool,
    strength: i32,
}

impl<'a> Body<'a> {
    fn of(
        survey: &'a Survey<'a>,
        leader: Option<LeaderId>,
        from: ProvinceId,
        units: &[UnitId],
    ) -> Body<'a> {
        let campaign = survey.campaign;
        let kind = |unit: UnitId| campaign.roster[unit].kind;
        let fighting = units.iter().filter(|&&unit| kind(unit).fights());
        let rating = leader.map_or(0, |one| i32::from(campaign.ability(survey.state, one)));
        let strength: i32 =
            fighting.clone().map(|&unit| unit_strength(campaign, survey.state, unit)).sum();
        Body {
            survey,
            leader,
            from,
            units: fighting.count() as u8,
            foot: units.iter().filter(|&&unit| kind(unit).is_infantry()).count() as i32,
            train: units.iter().any(|&unit| kind(unit) == Kind::SiegeTrain),
            strength: strength + rating * 2,
        }
    }

    /// What it is worth to be there.
    fn worth(&self, at: ProvinceId) -> i32 {
        if self.units == 0 {
            return self.alone(at);
        }
        self.gain(at) + self.future(at) - self.hunger(at)
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
                // Others than himself: those who will be his men next turn are none to run from (8.1).
                let led = i32::from(host.leaders) - i32::from(to == self.from);
                let wanted = i32::from(host.units.min(8)) * 10 / (1 + led.max(0));
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
        // He stands where he stands.
        if at == self.from {
            return prize;
        }
        let with = self.strength + survey.ours(at).strength;
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
            now.owner.is_some_and(|owner| owner != survey.power)
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
            .filter(|&city| survey.state.city(city).owner != Some(survey.power))
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
        }
        most
    }

    fn hunger(&self, at: ProvinceId) -> i32 {
        let here = self.units + if at == self.from { 0 } else { self.survey.ours(at).units };
        self.survey.hunger(at, here) / 4
    }

    fn why(&self, to: ProvinceId) -> &'static str {
        let survey = self.survey;
        if self.units == 0 {
            return "a leader belongs with his men";
        }
        if survey.theirs(to).units > 0 {
            return "the enemy there can be beaten";
        }
        match survey.prize(to) {
            101.. => "what lies there counts in the end",
            1.. => "the land is to be had",
            _ => "it is on the way",
        }
    }
}
