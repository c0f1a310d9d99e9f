//! Positions: what stands on the map.

use super::Lookup;
use crate::setup::Battles;
use diadem_campaign::ids::{UnitId, UnitSet};
use diadem_campaign::state::{Objective, Objectives, Place};
use diadem_campaign::steps::Movement;
use diadem_campaign::{State, Switch};
use diadem_cases::Finding;
use diadem_core::Drop;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Everything a position can say. What it does not say is not there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionToml {
    #[serde(default)]
    pub(super) switches: Vec<Switch>,
    /// How the form of battles is settled.
    #[serde(default)]
    pub(super) battles: Battles,
    /// What the fields of the war are made from.
    #[serde(default)]
    pub(super) ground: u32,
    /// How many battles it has fought: each has a field of its own.
    #[serde(default)]
    pub(super) fought: u16,
    /// The provinces on whose famous fields it has fought.
    #[serde(default)]
    pub(super) famous_fought: Vec<String>,
    #[serde(default)]
    set_up: bool,
    turn: Option<String>,
    #[serde(default)]
    units: Vec<UnitToml>,
    #[serde(default)]
    leaders: Vec<LeaderToml>,
    #[serde(default)]
    control: BTreeMap<String, String>,
    #[serde(default)]
    cities: Vec<CityToml>,
    #[serde(default)]
    depleted: Vec<String>,
    #[serde(default)]
    scorched: Vec<String>,
    #[serde(default)]
    secured: Vec<ObjectiveToml>,
    #[serde(default)]
    history: HistoryToml,
    #[serde(default)]
    points: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitToml {
    unit: String,
    at: String,
    count: Option<u8>,
    steps: Option<u8>,
    side: Option<String>,
    /// One of Antipater's six.
    #[serde(default)]
    home_army: bool,
    /// Raiders: which band, and where it comes from.
    band: Option<u8>,
    from: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderToml {
    leader: String,
    at: String,
    #[serde(default)]
    wounded: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CityToml {
    city: String,
    walls: Option<u8>,
    owner: Option<String>,
    founded: Option<bool>,
    #[serde(default)]
    refused: bool,
    #[serde(default)]
    fury: bool,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct HistoryToml {
    #[serde(default)]
    indians_roused: bool,
    #[serde(default)]
    spartans_rose: bool,
    #[serde(default)]
    mutinous: bool,
    egypt_entered: Option<String>,
    capital_taken: Option<String>,
    india_entered: Option<String>,
}

/// An objective, as a case writes it.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(super) enum ObjectiveToml {
    RoyalFamily,
    TreasuryBabylon,
    TreasurySusa,
    TreasuryPersepolis,
    TreasuryEcbatana,
    GordianKnot,
    OracleOfAmmon,
    Alexandria,
    Roxana,
    Darius,
    Bessus,
}

impl ObjectiveToml {
    pub(super) fn objective(self) -> Objective {
        Objective::ALL[self as usize]
    }
}

/// The state that a position describes. Without a `run`, the Macedonian moves.
pub(super) fn state(lookup: &Lookup<'_, '_>, read: &PositionToml) -> Result<State, Finding> {
    let campaign = lookup.campaign;
    let mut state = if read.set_up { campaign.opening() } else { campaign.empty_map() };
    state.turn = match &read.turn {
        Some(date) => lookup.turn(date)?,
        None if read.set_up => 0,
        None => 1,
    };
    let mut taken = UnitSet::NONE;
    for unit in &read.units {
        place_units(lookup, &mut state, &mut taken, unit)?;
    }
    for words in &read.leaders {
        let leader = lookup.leader(&words.leader)?;
        let piece = &mut state.leaders[leader.index()];
        piece.fell = words.at == "fallen";
        piece.place = if piece.fell { Place::Aside } else { lookup.place(&words.at)? };
        piece.wounded = words.wounded;
    }
    for (key, holder) in &read.control {
        let holder = match holder.as_str() {
            "independent" => None,
            power => Some(lookup.power(power)?),
        };
        state.control[lookup.province(key)?.index()] = holder;
    }
    for words in &read.cities {
        let city = &mut state.cities[lookup.city(&words.city)?.index()];
        city.walls = words.walls.unwrap_or(city.walls);
        let owner = words.owner.as_deref().map(|owner| lookup.power(owner)).transpose()?;
        // Walls whose owner is not told are his who had them, or Persian.
        let owner = owner.or(city.owner).unwrap_or(campaign.persia());
        city.owner = (city.walls > 0).then_some(owner);
        city.founded = words.founded.unwrap_or(city.founded);
        (city.refused, city.fury) = (words.refused, words.fury);
    }
    for key in read.depleted.iter().chain(&read.scorched) {
        state.depleted.insert(lookup.province(key)?);
    }
    for key in &read.scorched {
        state.scorched.insert(lookup.province(key)?);
    }
    campaign.refresh_control(&mut state, &mut Drop);
    state.secured = Objectives::default();
    for objective in &read.secured {
        state.secured.secure(objective.objective());
    }
    let turn = |date: &Option<String>| date.as_deref().map(|date| lookup.turn(date)).transpose();
    state.history.indians_roused = read.history.indians_roused;
    state.history.spartans_rose = read.history.spartans_rose;
    state.history.mutinous = read.history.mutinous;
    state.history.alexandria_planned = turn(&read.history.egypt_entered)?;
    state.history.capital_taken = turn(&read.history.capital_taken)?;
    state.history.india_entered = turn(&read.history.india_entered)?;
    for power in campaign.powers.iter() {
        state.points.due[power.index()] = campaign.income(&state, power);
    }
    for (key, &given) in &read.points {
        state.points.due[lookup.power(key)?.index()] = given;
    }
    if !read.set_up {
        state.steps.clear();
        state.steps.push(Movement(campaign.macedon()).into());
    }
    Ok(state)
}

fn place_units(
    lookup: &Lookup<'_, '_>,
    state: &mut State,
    taken: &mut UnitSet,
    words: &UnitToml,
) -> Result<(), Finding> {
    let campaign = lookup.campaign;
    let printed = lookup.unit_type(&words.unit)?;
    let place = lookup.place(&words.at)?;
    let raids = printed.nation.raids() && campaign.province_of(place).is_some();
    let band = match (raids, words.band, &words.from) {
        (false, ..) => 0,
        (true, band, Some(from)) => {
            let (band, home) = (band.unwrap_or(1), lookup.province(from)?);
            while state.band_homes.len() <= usize::from(band) {
                state.band_homes.push(home);
            }
            state.band_homes[usize::from(band)] = home;
            band
        }
        (true, ..) => {
            let what = format!("{} need `from`, the province they come from", words.unit);
            return Err(lookup.words.complain(what));
        }
    };
    let power = match &words.side {
        Some(key) => lookup.power(key)?,
        None => campaign.powers.home(printed.nation),
    };
    for _ in 0..words.count.unwrap_or(1) {
        let fit = |&unit: &UnitId| {
            let on_track = campaign.scenario.unit_places[unit.index()] == Place::ToCome;
            !taken.contains(unit)
                && campaign.scenario.home_army.contains(unit) == words.home_army
                && (place != Place::ToCome || on_track)
        };
        let Some(unit) = printed.units().find(fit) else {
            let what = format!("there are not so many counters of {}", words.unit);
            return Err(lookup.words.complain(what));
        };
        taken.insert(unit);
        let piece = &mut state.units[unit.index()];
        piece.place = place;
        piece.band = band;
        piece.power = power;
        piece.steps = match campaign.province_of(place) {
            Some(_) => words.steps.unwrap_or(printed.full()),
            None => 0,
        };
    }
    Ok(())
}
