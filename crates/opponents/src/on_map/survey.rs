//! The map as a side sees it: who stands where and how strong, what is worth having, and how far it is.

use diadem_campaign::Campaign;
use diadem_campaign::data::{Land, People, Season};
use diadem_campaign::ids::{CityId, LeaderId, ProvinceId, ProvinceSet, UnitId};
use diadem_campaign::powers::Power;
use diadem_campaign::state::{Objective, Place, State};

/// As many provinces as a map can have.
pub(crate) const MOST: usize = 48;
/// Farther than any way.
pub(crate) const FAR: u8 = 60;

/// Those of a side who stand together in the field of a province.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Host {
    /// Units that fight.
    pub(crate) units: u8,
    /// What they are worth together, with their best leader.
    pub(crate) strength: i32,
    /// Leaders.
    pub(crate) leaders: u8,
    /// The best of them.
    pub(crate) rating: u8,
    /// What minor combat counts (9.4), without the leader.
    pub(crate) attack: i32,
    /// The same in defence.
    pub(crate) defence: i32,
    /// Units that can leave where they stand: with a leader, or raiders, who need none (14.3).
    pub(crate) mobile: u8,
    /// Whether a king leads them: Alexander, Darius or Bessus.
    pub(crate) king: bool,
}

const OURS: usize = 0;
const THEIRS: usize = 1;

/// What a power is out for in a war.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// To win an empire: Macedon.
    Conquest,
    /// To keep one: everybody else.
    Defence,
}

/// The map as a power sees it, worked out once for a decision.
pub(crate) struct Survey<'a> {
    pub(crate) campaign: &'a Campaign,
    pub(crate) state: &'a State,
    /// For whom.
    pub(crate) power: Power,
    /// What it is out for.
    pub(crate) aim: Aim,
    /// Provinces the power controls alone.
    pub(crate) mine: ProvinceSet,
    /// Provinces the enemy controls alone.
    pub(crate) yours: ProvinceSet,
    /// Provinces that are contested.
    pub(crate) contested: ProvinceSet,
    /// Hosts in the field: ours, and everybody else's.
    hosts: [[Host; MOST]; 2],
    /// Units in cities: ours, and everybody else's.
    garrisons: [[u8; MOST]; 2],
    distances: Vec<[u8; MOST]>,
}

impl<'a> Survey<'a> {
    pub(crate) fn of(campaign: &'a Campaign, state: &'a State, power: Power) -> Survey<'a> {
        let conquers = power == campaign.macedon();
        let rivals = campaign.powers.rivals(power).map(|one| campaign.controlled(state, one));
        let mut survey = Survey {
            campaign,
            state,
            power,
            aim: if conquers { Aim::Conquest } else { Aim::Defence },
            mine: campaign.controlled(state, power),
            yours: rivals.fold(ProvinceSet::NONE, ProvinceSet::or),
            contested: campaign.contested(state),
            hosts: [[Host::default(); MOST]; 2],
            garrisons: [[0; MOST]; 2],
            distances: Vec::new(),
        };
        for unit in campaign.roster.units() {
            let piece = state.unit(unit);
            let of = if piece.power == power { OURS } else { THEIRS };
            match piece.place {
                Place::Field(province) if campaign.roster[unit].kind.fights() => {
                    let host = &mut survey.hosts[of][province.index()];
                    host.units += 1;
                    host.strength += unit_strength(campaign, state, unit);
                    let sums = campaign.roster[unit].strength(piece.steps);
                    host.attack += i32::from(sums.attack);
                    host.defence += i32::from(sums.defence);
                    host.mobile += u8::from(piece.band > 0);
                }
                Place::City(city) => {
                    survey.garrisons[of][campaign.board[city].province.index()] += 1;
                }
                _ => {}
            }
        }
        for leader in campaign.roster.leaders() {
            if let Place::Field(province) = state.leader(leader).place {
                let of = if state.leader(leader).power == power { OURS } else { THEIRS };
                let rating = campaign.ability(state, leader);
                let host = &mut survey.hosts[of][province.index()];
                host.leaders += 1;
                host.rating = host.rating.max(rating);
                let who = campaign.roster.who();
                host.king |= [who.alexander, who.darius, who.bessus].contains(&leader);
            }
        }
        for host in survey.hosts.iter_mut().flatten() {
            if host.units > 0 {
                if host.leaders > 0 {
                    host.mobile = host.units;
                }
                // A leader adds to one duel in each box and to nothing else.
                host.strength += i32::from(host.rating) * 2;
            }
        }
        survey.distances = campaign.board.provinces().map(|from| ways(campaign, from)).collect();
        survey
    }

    /// Those of ours in the field.
    pub(crate) fn ours(&self, at: ProvinceId) -> Host {
        self.hosts[OURS][at.index()]
    }

    /// Those of the enemy in the field.
    pub(crate) fn theirs(&self, at: ProvinceId) -> Host {
        self.hosts[THEIRS][at.index()]
    }

    /// Enemy units in cities of a province.
    pub(crate) fn enemy_garrison(&self, at: ProvinceId) -> u8 {
        self.garrisons[THEIRS][at.index()]
    }

    /// Units of ours in cities of a province.
    pub(crate) fn own_garrison(&self, at: ProvinceId) -> u8 {
        self.garrisons[OURS][at.index()]
    }

    /// Whether this leader stands in the field of a province.
    pub(crate) fn stands(&self, at: ProvinceId, leader: LeaderId) -> bool {
        self.state.leader(leader).place == Place::Field(at)
    }

    /// Where one can go from a province, passes open.
    pub(crate) fn ways(&self, from: ProvinceId) -> ProvinceSet {
        self.campaign.board.neighbours(from)
    }

    /// Whether Gaza stands between two provinces, and its gates are closed to us (8.2).
    pub(crate) fn is_barred(&self, from: ProvinceId, to: ProvinceId) -> bool {
        let mut cities = self.campaign.board[from].cities.or(self.campaign.board[to].cities).iter();
        cities.any(|city| {
            let (gate, now) = (self.campaign.board[city].reached_from, self.state.city(city));
            let between = gate.contains(from) && gate.contains(to);
            between && now.owner.is_some_and(|owner| owner != self.power)
        })
    }

    /// Whether a city holds something that Alexander wants.
    pub(crate) fn is_prize(&self, city: CityId) -> bool {
        let wanted = |objective| self.aim == Aim::Conquest && !self.state.secured.has(objective);
        match self.campaign.board[city].key.as_str() {
            "babylon" => wanted(Objective::TreasuryBabylon),
            "susa" => wanted(Objective::TreasurySusa),
            "persepolis" => wanted(Objective::TreasuryPersepolis),
            "ecbatana" => wanted(Objective::TreasuryEcbatana),
            "sogdian_rock" => wanted(Objective::Roxana),
            // Whoever walls it in hides the Knot (15.3).
            "gordium" => wanted(Objective::GordianKnot),
            _ => false,
        }
    }

    /// How likely so many units eat a province bare in the next turn, in hundredths (7.2).
    pub(crate) fn depletes(&self, at: ProvinceId, units: u8) -> i32 {
        let land = self.campaign.board[at].land;
        if units < 3 || land == Land::Desert || self.state.depleted.contains(at) {
            return 0;
        }
        let winter = self.campaign.scenario.season(self.state.turn + 1) == Season::Winter;
        let sixths =
            2 + i32::from(units > 8) + i32::from(land == Land::Mountain) + i32::from(winter);
        sixths * 100 / 6
    }

    /// How many marches it is.
    pub(crate) fn distance(&self, from: ProvinceId, to: ProvinceId) -> u8 {
        self.distances[from.index()][to.index()]
    }

    /// The strongest enemy that can come into a province in one march.
    pub(crate) fn threat(&self, at: ProvinceId) -> i32 {
        let comes = |from: ProvinceId| {
            let host = self.theirs(from);
            if host.leaders > 0 { host.strength } else { 0 }
        };
        let around = self.campaign.board.neighbours(at).iter().map(comes).max().unwrap_or(0);
        around.max(self.theirs(at).strength)
    }

    /// Turns left to play.
    pub(crate) fn turns_left(&self) -> u8 {
        (self.campaign.scenario.last_turn).saturating_sub(self.state.turn + 1)
    }

    /// What a province and what lies in it is worth to a side that does not hold it, in hundredths of a point.
    pub(crate) fn prize(&self, at: ProvinceId) -> i32 {
        let province = &self.campaign.board[at];
        let mut worth = 0;
        if !self.mine.contains(at) {
            worth += match (self.aim, province.people) {
                // Land that nobody counts for the Persian is still a point less for Macedon.
                (Aim::Defence, Some(People::Barbarian | People::Indian)) => 20,
                (Aim::Conquest, Some(People::Barbarian)) => 70,
                _ => 100,
            };
        }
        if self.aim == Aim::Conquest {
            worth += self.objectives(at);
        }
        worth
    }

    /// Objectives of 15.1 that can be had in a province.
    fn objectives(&self, at: ProvinceId) -> i32 {
        let (state, board) = (self.state, &self.campaign.board);
        let wanted = |objective| !state.secured.has(objective);
        let mut worth = 0;
        for city in board[at].cities.iter() {
            let Some(objective) = objective_in(&board[city].key) else { continue };
            // Treasuries also pay the enemy's armies (15.8).
            worth += if wanted(objective) { 160 } else { 0 };
        }
        let named =
            |objective, key: &str| if wanted(objective) && board[at].key == key { 110 } else { 0 };
        worth
            + named(Objective::GordianKnot, "phrygia")
            + named(Objective::OracleOfAmmon, "lybia")
            + match state.history.alexandria_planned {
                None => named(Objective::Alexandria, "egypt"),
                Some(_) => 0,
            }
    }

    /// Steps that hunger would likely cost so many units there in the next turn, in hundredths.
    pub(crate) fn hunger(&self, at: ProvinceId, units: u8) -> i32 {
        if units < 3 {
            return 0;
        }
        let land = self.campaign.board[at].land;
        let season = self.campaign.scenario.season(self.state.turn + 1);
        let is_bare = land == Land::Desert
            || (self.state.depleted.contains(at)
                && (season != Season::Summer || self.state.scorched.contains(at)));
        let steps: i32 =
            (1..=6).map(|die| i32::from(self.campaign.charts.attrition.steps(land, die))).sum();
        let home = self.aim == Aim::Conquest && self.campaign.board[at].key == "macedonia";
        if is_bare && !home { steps * 100 / 6 } else { 0 }
    }

    /// Steps that land which never feeds anybody costs so many units, in hundredths (7.6, 17.1).
    pub(crate) fn desert_toll(&self, at: ProvinceId, units: u8) -> i32 {
        let land = self.campaign.board[at].land;
        let bare = land == Land::Desert || self.state.scorched.contains(at);
        let steps: i32 = self.campaign.attrition_prospect(land).map(i32::from).iter().sum();
        if bare && units > 2 { steps * 100 / 6 } else { 0 }
    }

    /// Those who could march with a leader, or a band of raiders, and where they stand.
    pub(crate) fn party(
        &self,
        leader: Option<LeaderId>,
        band: u8,
    ) -> Option<(ProvinceId, Vec<UnitId>)> {
        let state = self.state;
        if let Some(leader) = leader {
            let Place::Field(from) = state.leader(leader).place else { return None };
            return Some((from, self.company(leader, from)));
        }
        let fresh = |unit: &UnitId| {
            let piece = state.unit(*unit);
            piece.band == band && !piece.done.marched && matches!(piece.place, Place::Field(_))
        };
        let raiders = self.campaign.roster.raiders().iter().copied();
        let units: Vec<UnitId> = raiders.filter(fresh).collect();
        let Place::Field(from) = state.unit(*units.first()?).place else { return None };
        Some((from, units))
    }

    /// The units of a leader's force beside him that may march.
    fn company(&self, leader: LeaderId, at: ProvinceId) -> Vec<UnitId> {
        let force = self.campaign.force_of_leader(self.state, leader);
        let units = self.campaign.field_units(self.state, at, force);
        let trains = self.campaign.roster.siege_trains().iter();
        let here = |unit: &UnitId| {
            let piece = self.state.unit(*unit);
            piece.place == Place::Field(at) && piece.power == self.power
        };
        let fresh = |unit: &UnitId| {
            let marched = self.state.unit(*unit).done.marched;
            !marched && self.campaign.began_with(self.state, *unit, leader)
        };
        // The Siege Train comes last: it goes nowhere without infantry (11.7).
        units.iter().chain(trains.filter(here)).filter(fresh).collect()
    }

    /// Whether nobody greater of his force stands beside him who could still march.
    pub(crate) fn is_chief(&self, leader: LeaderId, at: ProvinceId) -> bool {
        let campaign = self.campaign;
        let force = campaign.force_of_leader(self.state, leader);
        let who = campaign.roster.who();
        let rank = |one: LeaderId| {
            let king = [who.alexander, who.darius, who.bessus].contains(&one);
            // Whoever has just come leads nobody yet who stood there before (8.1).
            let at_hand = !self.state.leader(one).done.entered_play;
            (at_hand, king, campaign.ability(self.state, one), std::cmp::Reverse(one.index()))
        };
        campaign.field_leaders(self.state, at, force).all(|other| {
            other == leader || self.state.leader(other).done.marched || rank(other) < rank(leader)
        })
    }

    /// What it is worth that a leader comes out of a city: something, where nobody waits for him.
    pub(crate) fn comes_out(&self, leader: LeaderId) -> i32 {
        let at = self.campaign.province_of(self.state.leader(leader).place);
        at.map_or(-1, |at| if self.theirs(at).units == 0 { 5 } else { -1 })
    }

    /// Whether a unit belongs to the home army and may not leave Europe yet (8.3).
    pub(crate) fn is_bound(&self, unit: UnitId) -> bool {
        let home = self.campaign.scenario.home_army.contains(unit);
        home && !self.campaign.home_army_is_free(self.state)
    }
}

/// What a unit is worth in the field. Quality tells more than numbers do: a strong unit meets a weak one at odds.
pub(crate) fn unit_strength(campaign: &Campaign, state: &State, unit: UnitId) -> i32 {
    let kind = &campaign.roster[unit];
    let strength = kind.strength(state.unit(unit).steps);
    let attack = i32::from(strength.attack) * if kind.missile { 2 } else { 1 };
    let both = attack + i32::from(strength.defence);
    let depth = i32::from(state.unit(unit).steps.min(3));
    both * (both * 100).isqrt() / 40 + depth
}

/// How many marches every province is away.
fn ways(campaign: &Campaign, from: ProvinceId) -> [u8; MOST] {
    let mut away = [FAR; MOST];
    away[from.index()] = 0;
    let mut edge = ProvinceSet::only(from);
    let mut seen = edge;
    for far in 1..FAR {
        let mut next = ProvinceSet::NONE;
        for at in edge.iter() {
            next = next.or(campaign.board.neighbours(at));
        }
        edge = next.without(seen);
        if edge.is_empty() {
            break;
        }
        edge.iter().for_each(|at| away[at.index()] = far);
        seen = seen.or(edge);
    }
    away
}

/// The objective of 15.1 that is taken with a city.
pub(crate) fn objective_in(city: &str) -> Option<Objective> {
    match city {
        "babylon" => Some(Objective::TreasuryBabylon),
        "susa" => Some(Objective::TreasurySusa),
        "persepolis" => Some(Objective::TreasuryPersepolis),
        "ecbatana" => Some(Objective::TreasuryEcbatana),
        "sogdian_rock" => Some(Objective::Roxana),
        _ => None,
    }
}
