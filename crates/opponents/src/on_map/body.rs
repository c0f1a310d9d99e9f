//! Those who would march together, and what it is worth to them to be somewhere.

use super::battles::{chance, destroyed, fate};
use super::routes::{LAND, Routes, Travellers};
use super::survey::{Aim, Host, Survey, unit_strength};
use diadem_campaign::ids::{LeaderId, ProvinceId, UnitId};
use diadem_campaign::pieces::Kind;

/// What it is worth to keep a column with its army.
const IDLE: i32 = 15;
/// What a general is worth, who is hard to replace.
const GENERAL: i32 = 140;
/// Of a hundred battles that the enemy would rather not fight, so many are fought (9.3).
const FOUGHT: i32 = 40;
/// The greater, the less a battle that the enemy may seek is feared.
const CALM: i32 = 250;
/// What a season is worth in which Alexander takes nothing.
const RESTLESS: i32 = 25;
/// Chances in hundredths to be beaten, up to which Alexander stands.
pub(crate) const DARED: i32 = 10;
/// What a step lost to hunger is worth to Macedon, which can hardly replace it.
const HUNGER_MACEDON: i32 = 90;
/// The same to Persia, which can.
const HUNGER_PERSIA: i32 = 35;

/// What the war is worth to him who can end it in a minor combat.
const ALEXANDER: i32 = 2_500;
/// The same to Alexander, who hazards it in battle.
const CROWN: i32 = 3_000;
/// The same to the Persian, who can hazard a host again.
const GREAT_BATTLE: i32 = 1_200;
/// Chances in hundredths to beat Alexander, from which a king seeks him.
const HUNTED: i32 = 30;
/// The same, from which a host that has met him stands.
pub(crate) const BOLD: i32 = 18;

/// The strongest enemy that can come into a province this turn; Persians and raiders move after the Macedonians.
pub(crate) fn reach(survey: &Survey<'_>, at: ProvinceId) -> Option<Host> {
    let (campaign, state) = (survey.campaign, survey.state);
    let barred = |from: ProvinceId| {
        let home = campaign.board[at].people.is_some() && campaign.board[from].people.is_none();
        survey.aim == Aim::Conquest && home
    };
    let open = |from: ProvinceId| {
        let mut rivals = campaign.powers.rivals(survey.power);
        rivals.any(|enemy| campaign.open_borders(state, enemy, from).contains(at))
    };
    let comes = |from: &ProvinceId| {
        let host = survey.theirs(*from);
        host.mobile > 0 && (*from == at || (open(*from) && !barred(*from)))
    };
    let around = campaign.board.neighbours(at).iter().chain([at]).filter(comes);
    around.map(|from| survey.theirs(from)).max_by_key(|host| host.attack)
}

/// Those who would march together.
pub(crate) struct Body<'a> {
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
    pub(crate) fn of(
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
        let quick =
            units.iter().all(|&unit| kind(unit).is_cavalry() || kind(unit) == Kind::LightInfantry);
        let storm = if host.units > 2 { foot + 1 + if train { 2 } else { 0 } } else { 0 };
        let all = campaign.board.provinces().collect();
        let limits = leader.map_or(all, |leader| campaign.leader_allowed(state, leader));
        let limits = units.iter().fold(limits, |set, &unit| set.and(campaign.allowed(state, unit)));
        let (units, strength) = (host.units, host.strength);
        let step = step_worth(survey);
        let quarry = quarry(survey, leader, strength);
        let who =
            Travellers { from, alexander, storm, train, units, strength, step, limits, quarry };
        let routes = Routes::of(survey, who);
        Body { survey, routes, leader, from, host, foot, train, alexander, quick }
    }

    /// What it is worth to leave a column where it is.
    pub(crate) fn idle(&self) -> i32 {
        IDLE
    }

    /// What it is worth to stay: a season in which Alexander takes nothing is lost.
    pub(crate) fn stay(&self) -> i32 {
        let busy = !self.alexander || self.routes.prize(self.from) > 0;
        self.worth(self.from) - if busy { 0 } else { RESTLESS }
    }

    /// What it is worth to be there.
    pub(crate) fn worth(&self, at: ProvinceId) -> i32 {
        let here = self.with_friends(at);
        self.fight(at, here) + self.routes.ahead(at) - self.peril(at, here) - self.hunger(at, here)
    }

    /// The body and those of ours who stand there already.
    fn with_friends(&self, at: ProvinceId) -> Host {
        let friends = if at == self.from { Host::default() } else { self.survey.ours(at) };
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
        match survey.aim {
            // Whoever can step aside does so, unless he likes the odds: those are in the peril.
            Aim::Conquest if enemy.leaders > 0 || enemy.mobile == enemy.units => {
                let stronger = here.strength * 10 > enemy.strength * 11;
                if stronger { prize * 3 / 4 } else { prize / 4 }
            }
            Aim::Conquest => {
                let (won, _) = self.odds(here, enemy);
                (prize + spoils) * won / 100 - if won < 50 { 60 } else { 0 }
            }
            Aim::Defence => self.attack(at, here, enemy, prize, spoils),
        }
    }

    /// The Persian comes last: whom he finds he fights.
    fn attack(&self, at: ProvinceId, here: Host, enemy: Host, prize: i32, spoils: i32) -> i32 {
        let alexander = self.survey.stands(at, self.survey.campaign.roster.who().alexander);
        let own = i32::from(here.units.min(15)) * 10 + i32::from(here.leaders) * 80;
        if here.units < 3 || enemy.units < 3 {
            let (won, lost) = self.odds(here, enemy);
            let head = if alexander { ALEXANDER } else { i32::from(enemy.leaders) * GENERAL };
            return (prize + spoils + head) * won / 100 - own * lost / 100;
        }
        if alexander {
            return self.great_battle(here, enemy, prize + spoils, own);
        }
        let won = chance(here.strength, enemy.strength);
        let head = i32::from(enemy.leaders) * GENERAL / 8;
        let fought = if won > 50 { FOUGHT } else { 100 };
        ((prize + spoils + head) * won / 100 - (own + 100) * (100 - won) / 100) * fought / 100
    }

    /// The one battle that the Persian must win (16.1): lost ones cost him men whom he can replace (19).
    fn great_battle(&self, here: Host, enemy: Host, gain: i32, own: i32) -> i32 {
        let fate = fate(enemy.strength, here.strength);
        let fought = if fate.lost > DARED { FOUGHT } else { 100 };
        let prize = GREAT_BATTLE + gain;
        (prize * fate.lost / 100 - (own + 100) * fate.won / 100) * fought / 100
    }

    /// The chances in hundredths that the enemy is gone, and that we are.
    fn odds(&self, here: Host, enemy: Host) -> (i32, i32) {
        if here.units > 2 && enemy.units > 2 {
            let won = chance(here.strength, enemy.strength);
            return (won, 100 - won);
        }
        let (ours, theirs) = (i32::from(here.rating), i32::from(enemy.rating));
        let attacks = (here.units, here.attack) >= (enemy.units, enemy.attack);
        if attacks {
            (destroyed(here.attack + ours, enemy.defence + theirs), 5)
        } else {
            let lost = destroyed(enemy.attack + theirs, here.defence + ours);
            (5, if self.quick { lost / 2 } else { lost })
        }
    }

    /// What the enemy can do about it, who moves after us. The Persian need not fear that.
    fn peril(&self, at: ProvinceId, here: Host) -> i32 {
        let survey = self.survey;
        if survey.aim == Aim::Defence {
            return 0;
        }
        let Some(enemy) = reach(survey, at) else { return 0 };
        let general = match survey.turns_left() {
            // In the end only the province counts.
            0 => LAND,
            _ => i32::from(here.leaders) * GENERAL + i32::from(here.units.min(10)) * 30,
        };
        let stake = if self.alexander { ALEXANDER } else { general };
        if here.units < 3 || enemy.units < 3 {
            let (_, lost) = self.odds(here, enemy);
            // Whoever suffers a loss endangers his leader (9.5).
            return stake * (lost + 8) / 130 + lost / 4;
        }
        if self.alexander {
            return self.crown_at_risk(at, here, enemy);
        }
        if enemy.strength * 10 < here.strength * 9 {
            return 0;
        }
        // Four times in six we can go away (9.3), and a lost battle is not the end of everybody.
        let lost = 100 - chance(here.strength, enemy.strength);
        (stake + 60) * lost * lost / (100 * CALM)
    }

    /// A battle that Alexander may be brought to: he gets away four times in six, where he has somewhere to go (9.3).
    fn crown_at_risk(&self, at: ProvinceId, here: Host, enemy: Host) -> i32 {
        let survey = self.survey;
        let fate = fate(here.strength, enemy.strength);
        if fate.lost <= 2 {
            return 0;
        }
        let friendly = survey.mine.or(survey.contested);
        let away = !survey.ways(at).and(friendly).is_empty();
        let fought = if away { 33 } else { 100 };
        let army = i32::from(here.units.min(20)) * 15;
        (CROWN * fate.lost + army * (100 - fate.won)) / 100 * fought / 100
    }

    fn hunger(&self, at: ProvinceId, here: Host) -> i32 {
        let steps = self.survey.hunger(at, here.units) + self.survey.depletes(at, here.units) / 2;
        steps * step_worth(self.survey) / 100
    }

    pub(crate) fn why(&self, to: ProvinceId, detached: bool) -> &'static str {
        let survey = self.survey;
        if survey.theirs(to).units > 0 {
            return match survey.aim {
                Aim::Conquest => "the enemy there gives way or is beaten",
                Aim::Defence => "those who stand there can be beaten",
            };
        }
        let objective = self.alexander && self.routes.objectives(to) > 0;
        let land = self.routes.land(to) > 0;
        match (objective, land, self.leader) {
            (true, ..) if self.foot > 0 && self.train => {
                "an objective lies there, and it stays ours"
            }
            (true, ..) => "an objective lies there",
            (_, true, None) => "raiders need no leader to take back a province",
            (_, true, _) if detached => {
                "two units are enough for an open province, and need no supply"
            }
            (_, true, _) if survey.aim == Aim::Defence => "nobody guards the province",
            (_, true, _) => "every province is a point",
            _ => "it is on the way to what is worth having",
        }
    }
}

/// What a step lost to hunger is worth; nothing when the war is over.
fn step_worth(survey: &Survey<'_>) -> i32 {
    match survey.aim {
        _ if survey.turns_left() == 0 => 0,
        Aim::Conquest => HUNGER_MACEDON,
        Aim::Defence => HUNGER_PERSIA,
    }
}

/// Alexander, for a king whose host is a match for his army (19): where he is, and what the chance is worth.
fn quarry(
    survey: &Survey<'_>,
    leader: Option<LeaderId>,
    strength: i32,
) -> Option<(ProvinceId, i32)> {
    let who = survey.campaign.roster.who();
    let king = leader.is_some_and(|one| one == who.darius || one == who.bessus);
    if survey.aim == Aim::Conquest || !king {
        return None;
    }
    let at = survey.campaign.province_of(survey.state.leader(who.alexander).place)?;
    let lost = fate(survey.theirs(at).strength, strength).lost;
    let worth = GREAT_BATTLE * lost / 100 * FOUGHT / 100;
    (lost >= HUNTED).then_some((at, worth))
}
