//! What lies ahead: the best way through the next seasons from a province, by what can be had along it.

use super::survey::{Survey, objective_in};
use diadem_campaign::data::{People, Season};
use diadem_campaign::ids::{ProvinceId, ProvinceSet};
use diadem_campaign::pieces::Side;
use diadem_campaign::state::Objective;

/// What a turn's delay leaves of a prize, in hundredths.
const KEPT: i32 = 82;
/// What is left, in hundredths, of a prize that others of ours are nearer to.
const NEARER: i32 = 50;
/// What open land is worth to Alexander, in hundredths: his generals can take it too.
const OPEN_LAND: i32 = 80;
/// What an objective is worth: it stays secured, whatever becomes of the land.
const OBJECTIVE: i32 = 230;

/// What a province is worth; everything else is weighed against it.
pub(crate) const LAND: i32 = 100;
/// How many marches ahead are looked at.
const AHEAD: u8 = 5;
/// Whose way it is.
pub(crate) struct Routes<'a> {
    pub(crate) survey: &'a Survey<'a>,
    pub(crate) from: ProvinceId,
    pub(crate) alexander: bool,
    /// What counts for a siege (11.3); nothing for less than an army.
    pub(crate) storm: i32,
    pub(crate) train: bool,
    pub(crate) strength: i32,
    /// Where they may go at all (8.3).
    pub(crate) limits: ProvinceSet,
}

impl Routes<'_> {
    /// What is to be had from there on.
    pub(crate) fn ahead(&self, at: ProvinceId) -> i32 {
        let survey = self.survey;
        let left = survey.turns_left().min(AHEAD);
        let near = self.walk(at, ProvinceSet::only(at), left, survey.state.turn + 1, KEPT * 100);
        near / 10_000 + self.far(at)
    }

    /// The best that a way of so many marches gives, in ten thousandths.
    fn walk(&self, at: ProvinceId, seen: ProvinceSet, left: u8, turn: u8, kept: i32) -> i32 {
        if left == 0 {
            return 0;
        }
        let survey = self.survey;
        let board = &survey.campaign.board;
        let winter = survey.campaign.scenario.season(turn) == Season::Winter;
        let mut most = 0;
        for to in survey.ways(at).and(self.limits).without(seen).iter() {
            let snow = winter && board.snowed_in(at).contains(to);
            let gate = survey.is_barred(at, to);
            if gate && self.storm < 4 {
                continue;
            }
            let delay = u8::from(snow) + u8::from(gate) + self.siege_turns(to);
            if delay >= left {
                continue;
            }
            let mut kept = kept;
            for _ in 0..delay {
                kept = kept * KEPT / 100;
            }
            let mut seen = seen;
            seen.insert(to);
            let value = self.shared(to) * kept;
            let on = self.walk(to, seen, left - 1 - delay, turn + 1 + delay, kept * KEPT / 100);
            most = most.max(value + on);
        }
        most
    }

    /// A pull toward what lies farther than the walk.
    fn far(&self, at: ProvinceId) -> i32 {
        let survey = self.survey;
        let mut most = 0;
        for to in survey.campaign.board.provinces() {
            let away = survey.distance(at, to);
            if away <= AHEAD
                || away > 12
                || away >= survey.turns_left()
                || !self.limits.contains(to)
            {
                continue;
            }
            let mut worth = self.shared(to);
            for _ in 0..away {
                worth = worth * KEPT / 100;
            }
            most = most.max(worth);
        }
        most
    }

    /// What is to be had there, less what others of ours will have taken before.
    fn shared(&self, at: ProvinceId) -> i32 {
        let worth = self.prize(at);
        if worth == 0 {
            return 0;
        }
        let survey = self.survey;
        let enemy = survey.theirs(at);
        let worth = match enemy.units {
            0 => worth,
            _ if enemy.strength > self.strength => worth / 4,
            _ => worth * 3 / 4,
        };
        let own = survey.distance(self.from, at);
        let nearer = survey.campaign.board.provinces().any(|other| {
            let host = survey.ours(other);
            other != self.from && host.mobile > 0 && survey.distance(other, at) < own
        });
        let only_mine = self.objectives(at) > 0;
        match (nearer, only_mine) {
            (true, false) => worth * NEARER / 100,
            // Alexander leaves open land to his generals while there is something only he can do.
            _ if self.alexander && !only_mine => worth * OPEN_LAND / 100,
            _ => worth,
        }
    }

    /// What is to be had there at all.
    pub(crate) fn prize(&self, at: ProvinceId) -> i32 {
        self.land(at) + self.objectives(at)
    }

    /// The province itself: nothing while a garrison contests it from behind walls that we cannot storm.
    pub(crate) fn land(&self, at: ProvinceId) -> i32 {
        let survey = self.survey;
        if survey.mine.contains(at) {
            return 0;
        }
        let held = survey.enemy_garrison(at) > 0;
        let worth = match (survey.side, survey.campaign.board[at].people) {
            // Only what Macedon holds can be taken from it.
            (Side::Persian, _) if !survey.yours.contains(at) && !survey.contested.contains(at) => 0,
            (Side::Macedonian, Some(People::Barbarian)) => LAND * 7 / 10,
            _ => LAND,
        };
        match held && self.siege_turns(at) > 2 {
            true => worth / 4,
            false => worth,
        }
    }

    /// Objectives of 15.1 that this body can secure there.
    pub(crate) fn objectives(&self, at: ProvinceId) -> i32 {
        let survey = self.survey;
        if survey.side == Side::Persian {
            return 0;
        }
        let (state, board) = (survey.state, &survey.campaign.board);
        let wanted = |objective| !state.secured.has(objective);
        let mut worth = 0;
        for city in board[at].cities.iter() {
            let Some(objective) = objective_in(&board[city].key) else { continue };
            let open = state.city(city).walls == 0 || self.can_storm(at);
            worth += if wanted(objective) && open { OBJECTIVE } else { 0 };
        }
        if !self.alexander {
            return worth;
        }
        let named = |objective, key: &str| match wanted(objective) && board[at].key == key {
            true => OBJECTIVE,
            false => 0,
        };
        let planned = state.history.alexandria_planned.is_some();
        worth
            + named(Objective::GordianKnot, "phrygia")
            + named(Objective::OracleOfAmmon, "lybia")
            + if planned { 0 } else { named(Objective::Alexandria, "egypt") }
    }

    fn can_storm(&self, at: ProvinceId) -> bool {
        self.storm > 0 && self.siege_turns(at) < 4
    }

    /// Turns that the walls there hold this body up beyond the first, if it wants what is behind them.
    fn siege_turns(&self, at: ProvinceId) -> u8 {
        let survey = self.survey;
        let (state, board) = (survey.state, &survey.campaign.board);
        let mut turns = 0;
        for city in board[at].cities.iter() {
            let now = state.city(city);
            if now.walls == 0 || now.owner == survey.side {
                continue;
            }
            let inside = state.units_at(diadem_campaign::state::Place::City(city)).count() as i32;
            let prize = inside > 0 || survey.is_prize(city);
            if !prize || self.storm == 0 {
                continue;
            }
            let odds = self.storm - i32::from(now.walls) - inside;
            let each = 6 * i32::from(self.train)
                + match odds {
                    7.. => 7,
                    5.. => 6,
                    3.. => 4,
                    1.. => 3,
                    _ => 1,
                };
            let needed = (i32::from(now.walls) + inside) * 6;
            let more = (needed + each - 1) / each - 1;
            turns = turns.max(u8::try_from(more.clamp(0, 9)).unwrap_or(9));
        }
        turns
    }
}
