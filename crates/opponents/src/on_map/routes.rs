//! What lies ahead: the best way through the next seasons from a province, by what can be had along it.
//!
//! Land counts when the war ends (16.3) and pays once a winter (12.1), and the enemy takes it back; an objective stays
//! secured. So far objectives keep their pull, and far land loses it.

use super::survey::{Aim, MOST, Survey, objective_in};
use diadem_campaign::data::{People, Season};
use diadem_campaign::ids::{ProvinceId, ProvinceSet};
use diadem_campaign::state::{Objective, Place};

/// What is left, in hundredths, of a prize that others of ours are nearer to.
const NEARER: i32 = 50;

/// What open land is worth to Alexander, in hundredths: his generals can take it too.
const EARLY_LAND: i32 = 70;
/// The same in the last turns, when it is counted.
const LATE_LAND: i32 = 120;
/// How many turns those are.
const LATE: u8 = 8;
/// What an objective is worth: it stays secured, whatever becomes of the land.
const OBJECTIVE: i32 = 450;
/// What a province is worth; everything else is weighed against it.
pub(crate) const LAND: i32 = 100;
/// How many marches ahead are looked at.
const AHEAD: u8 = 5;
/// A siege that land is not worth.
const LONG_SIEGE: u8 = 4;
/// A siege that nothing is worth.
const LONGEST_SIEGE: u8 = 7;
/// Marches beyond which nothing pulls any more.
const HORIZON: u8 = 14;

/// Whose way it is.
#[derive(Clone, Copy)]
pub(crate) struct Travellers {
    pub(crate) from: ProvinceId,
    pub(crate) alexander: bool,
    /// What counts for a siege (11.3); nothing for less than an army.
    pub(crate) storm: i32,
    pub(crate) train: bool,
    pub(crate) units: u8,
    pub(crate) strength: i32,
    /// What a step lost to hunger is worth to them.
    pub(crate) step: i32,
    /// Where they may go at all (8.3).
    pub(crate) limits: ProvinceSet,
    /// Whom they seek, and what it is worth to find him.
    pub(crate) quarry: Option<(ProvinceId, i32)>,
}

/// What is to be had in a province.
#[derive(Clone, Copy, Default)]
struct Prize {
    /// By marching in.
    open: Spoils,
    /// By marching in and storming what walls there are.
    all: Spoils,
    /// The hundredths of it that are left when others of ours are nearer, or the enemy is strong there.
    land_share: i32,
    objective_share: i32,
    /// Turns that the walls hold them up.
    delay: u8,
    /// What hunger takes from them there.
    toll: i32,
}

/// Points that can be had.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Spoils {
    land: i32,
    objectives: i32,
}

/// The ways that some could go.
pub(crate) struct Routes<'a> {
    survey: &'a Survey<'a>,
    who: Travellers,
    prizes: [Prize; MOST],
}

impl<'a> Routes<'a> {
    pub(crate) fn of(survey: &'a Survey<'a>, who: Travellers) -> Routes<'a> {
        let mut routes = Routes { survey, who, prizes: [Prize::default(); MOST] };
        for at in survey.campaign.board.provinces() {
            let delay = routes.siege_turns(at);
            let (open, all) = (routes.spoils(at, delay, false), routes.spoils(at, delay, true));
            let toll = survey.desert_toll(at, who.units) * who.step / 100;
            let (mut open, mut all) = (open, all);
            if let Some((_, worth)) = who.quarry.filter(|&(quarry, _)| quarry == at) {
                open.objectives += worth;
                all.objectives += worth;
            }
            let (land_share, objective_share) = routes.shares(at, all);
            let prize = Prize { open, all, land_share, objective_share, delay, toll };
            routes.prizes[at.index()] = prize;
        }
        routes
    }

    /// What is to be had from there on.
    pub(crate) fn ahead(&self, at: ProvinceId) -> i32 {
        let survey = self.survey;
        let left = survey.turns_left().min(AHEAD);
        let near = self.walk(at, ProvinceSet::only(at), left, survey.state.turn + 1, 1);
        near / 10_000 + self.far(at)
    }

    /// The best that a way of so many marches gives, in ten thousandths.
    fn walk(&self, at: ProvinceId, seen: ProvinceSet, left: u8, turn: u8, gone: u8) -> i32 {
        if left == 0 {
            return 0;
        }
        let survey = self.survey;
        let board = &survey.campaign.board;
        let winter = survey.campaign.scenario.season(turn) == Season::Winter;
        let mut most = 0;
        for to in survey.ways(at).and(self.who.limits).without(seen).iter() {
            let snow = winter && board.snowed_in(at).contains(to);
            let gate = survey.is_barred(at, to);
            if gate && self.who.storm < 4 {
                continue;
            }
            let prize = &self.prizes[to.index()];
            let late = u8::from(snow) + u8::from(gate);
            let mut seen = seen;
            seen.insert(to);
            // Past the walls, or over them.
            let stormed = (prize.all != prize.open && prize.delay > 0)
                .then_some((prize.all, late + prize.delay));
            let passed = if prize.delay == 0 { prize.all } else { prize.open };
            for (spoils, delay) in [Some((passed, late)), stormed].into_iter().flatten() {
                if delay >= left {
                    continue;
                }
                let when = gone + delay;
                let on = self.walk(to, seen, left - 1 - delay, turn + 1 + delay, when + 1);
                most = most.max(prize.kept(spoils, when) + on);
            }
        }
        most
    }

    /// A pull toward what lies farther than the walk.
    fn far(&self, at: ProvinceId) -> i32 {
        let survey = self.survey;
        let reach = HORIZON.min(survey.turns_left().saturating_sub(1));
        let mut most = 0;
        for to in survey.campaign.board.provinces() {
            let prize = &self.prizes[to.index()];
            let away = survey.distance(at, to) + prize.delay;
            if to == at || away <= AHEAD || away > reach || !self.who.limits.contains(to) {
                continue;
            }
            most = most.max(prize.kept(prize.all, away) / 10_000);
        }
        most
    }

    /// What is left of it when others of ours are nearer, or the enemy is strong there.
    fn shares(&self, at: ProvinceId, all: Spoils) -> (i32, i32) {
        if all == Spoils::default() {
            return (0, 0);
        }
        let survey = self.survey;
        let enemy = survey.theirs(at);
        let quarters = match enemy.units {
            0 => 4,
            _ if enemy.strength > self.who.strength => 1,
            _ => 3,
        };
        let own = survey.distance(self.who.from, at);
        let nearer = survey.campaign.board.provinces().any(|other| {
            let host = survey.ours(other);
            other != self.who.from && host.mobile > 0 && survey.distance(other, at) < own
        });
        // Alexander leaves open land to his generals while there is something only he can do.
        let share = match (nearer, all.objectives > 0) {
            (true, false) => NEARER,
            _ if self.who.alexander && all.objectives == 0 => self.open_land(),
            _ => 100,
        };
        (share * quarters / 4, 100 * quarters / 4)
    }

    /// What open land is worth to Alexander, in hundredths: more toward the end, when it counts.
    fn open_land(&self) -> i32 {
        match self.survey.turns_left() {
            ..=LATE => LATE_LAND,
            _ => EARLY_LAND,
        }
    }

    /// What is to be had there at all.
    pub(crate) fn prize(&self, at: ProvinceId) -> i32 {
        self.land(at) + self.objectives(at)
    }

    /// The province itself.
    pub(crate) fn land(&self, at: ProvinceId) -> i32 {
        self.prizes[at.index()].all.land
    }

    /// Objectives of 15.1 that these can secure there.
    pub(crate) fn objectives(&self, at: ProvinceId) -> i32 {
        self.prizes[at.index()].all.objectives
    }

    fn spoils(&self, at: ProvinceId, delay: u8, storming: bool) -> Spoils {
        let storming = storming && self.who.storm > 0;
        let land = self.land_at(at, storming && delay < LONG_SIEGE);
        Spoils { land, objectives: self.sought(at, storming && delay < LONGEST_SIEGE) }
    }

    /// The province: little while a garrison contests it from behind its walls.
    fn land_at(&self, at: ProvinceId, storming: bool) -> i32 {
        let survey = self.survey;
        if survey.mine.contains(at) {
            return 0;
        }
        let worth = match (survey.aim, survey.campaign.board[at].people) {
            // Only what Macedon holds can be taken from it.
            (Aim::Defence, _) if !survey.yours.contains(at) && !survey.contested.contains(at) => 0,
            (Aim::Conquest, Some(People::Barbarian)) => LAND * 7 / 10,
            _ => LAND,
        };
        // What the enemy has no more is something, too.
        let denied = if survey.contested.contains(at) { 0 } else { worth / 4 };
        if survey.enemy_garrison(at) > 0 && !storming { denied } else { worth }
    }

    fn sought(&self, at: ProvinceId, storming: bool) -> i32 {
        let survey = self.survey;
        if survey.aim == Aim::Defence {
            return 0;
        }
        let (state, board) = (survey.state, &survey.campaign.board);
        let wanted = |objective| !state.secured.has(objective);
        let mut count = 0;
        let mut closed = false;
        for city in board[at].cities.iter() {
            let now = state.city(city);
            let open = now.owner.is_none_or(|owner| owner == survey.power) || storming;
            closed |= !open && board[city].key == "gordium";
            let here = objective_in(&board[city].key).is_some_and(wanted);
            count += i32::from(here && open);
        }
        if self.who.alexander {
            let named = |objective, key: &str| i32::from(wanted(objective) && board[at].key == key);
            let planned = state.history.alexandria_planned.is_some();
            count += if closed { 0 } else { named(Objective::GordianKnot, "phrygia") };
            count += named(Objective::OracleOfAmmon, "lybia");
            count += if planned { 0 } else { named(Objective::Alexandria, "egypt") };
        }
        count * OBJECTIVE
    }

    /// Turns that the walls there hold them up beyond the first, if they want what is behind them.
    fn siege_turns(&self, at: ProvinceId) -> u8 {
        let survey = self.survey;
        let (state, board) = (survey.state, &survey.campaign.board);
        let mut turns = 0;
        for city in board[at].cities.iter() {
            let now = state.city(city);
            if now.owner.is_none_or(|owner| owner == survey.power) {
                continue;
            }
            let inside = state.units_at(Place::City(city)).count() as i32;
            let prize = inside > 0 || survey.is_prize(city);
            if !prize || self.who.storm == 0 {
                continue;
            }
            let odds = self.who.storm - i32::from(now.walls) - inside;
            let each = 6 * i32::from(self.who.train)
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

impl Prize {
    /// What of it is worth so many turns from now, in ten thousandths.
    fn kept(&self, spoils: Spoils, turns: u8) -> i32 {
        let turns = usize::from(turns).min(POWERS - 1);
        let (land, objective) = (LAND_KEPT[turns], OBJECTIVE_KEPT[turns]);
        spoils.land * self.land_share / 100 * land
            + spoils.objectives * self.objective_share / 100 * objective
            - self.toll * objective
    }
}

const POWERS: usize = 24;
/// What a turn's delay leaves of land.
const LAND_KEPT: [i32; POWERS] = powers(82);
/// What a turn's delay leaves of an objective.
const OBJECTIVE_KEPT: [i32; POWERS] = powers(92);

const fn powers(of: i32) -> [i32; POWERS] {
    let mut all = [10_000; POWERS];
    let mut index = 1;
    while index < POWERS {
        all[index] = all[index - 1] * of / 100;
        index += 1;
    }
    all
}
