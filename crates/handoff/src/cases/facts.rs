//! What is true of provinces, units, leaders, cities and the war.

use super::position::ObjectiveToml;
use super::{Lookup, place_word, power_word};
use crate::forms::hexes::Piece;
use crate::war::War;
use diadem_campaign::data::Season;
use diadem_campaign::ids::{CityId, LeaderId, ProvinceId, ProvinceSet, UnitId};
use diadem_campaign::pieces::Nation;
use diadem_campaign::state::{Force, Kin, Place};
use diadem_campaign::{Campaign, State, Status};
use diadem_cases::{CasePosition, Facts, Finding, Words};
use diadem_core::Camp;

/// What is true of the thing that some words name.
pub(super) fn about(at: &CasePosition<War>, words: &Words<'_>) -> Result<Facts, Finding> {
    let (Some(campaign), Some(map)) = (at.game.campaign(), &at.state.campaign) else {
        return Err(words.complain("there is no campaign"));
    };
    let lookup = Lookup { campaign, words };
    let has = |key: &str| words.get(key).is_some();
    let board = &campaign.board;
    if has("province") {
        Ok(province(campaign, map, lookup.province(&lookup.text("province")?)?))
    } else if has("unit") {
        units(&lookup, map)
    } else if has("leader") {
        Ok(leader(campaign, map, lookup.leader(&lookup.text("leader")?)?))
    } else if has("city") {
        Ok(city(campaign, map, lookup.city(&lookup.text("city")?)?))
    } else if has("sea") {
        let sea = board.sea(&lookup.text("sea")?).map_err(|why| words.complain(why))?;
        let open = |power| campaign.commands_sea(map, power, sea);
        let (macedon, persia) = (open(campaign.macedon()), open(campaign.persia()));
        Ok(Facts::about("sea").fact("macedonian", macedon).fact("persian", persia))
    } else if let Some(named) = words.get("objective") {
        let objective = named.read::<ObjectiveToml>()?.objective();
        Ok(Facts::about("objective").fact("secured", map.secured.has(objective)))
    } else if has("combat") {
        combat(&lookup, map)
    } else if has("siege") {
        siege(&lookup, map)
    } else if has("war") {
        Ok(war(at, campaign, map))
    } else if has("battle") {
        battle(&lookup, map)
    } else if has("counter") {
        counter(&lookup, at)
    } else {
        Err(words.complain(
            "name a `province`, `unit`, `leader`, `city`, `sea`, `objective`, `combat`, `battle`, \
             `counter`, `siege` or the `war`",
        ))
    }
}

fn keys(campaign: &Campaign, provinces: ProvinceSet) -> Vec<String> {
    provinces.iter().map(|id| campaign.board[id].key.clone()).collect()
}

fn leader_keys(campaign: &Campaign, map: &State, place: Place) -> Vec<String> {
    map.leaders_at(place).map(|leader| campaign.roster[leader].key.clone()).collect()
}

fn province(campaign: &Campaign, map: &State, id: ProvinceId) -> Facts {
    let status = match campaign.status(map, id) {
        Status::Independent => "independent",
        Status::Controlled(power) => power_word(campaign, Some(power)),
        Status::Contested => "contested",
    };
    let control = power_word(campaign, map.control[id.index()]);
    let (macedon, persia) = (campaign.macedon(), campaign.persia());
    let indian = Force { power: campaign.powers.home(Nation::Indian), kin: Kin::Indian };
    let of = |force| campaign.field_units(map, id, force).len() as i64;
    let bands = 1..map.band_homes.len() as u8;
    let sources = |power| keys(campaign, campaign.sea_sources(map, power, id));
    let open = |power| keys(campaign, campaign.open_borders(map, power, id));
    Facts::about("province")
        .fact("status", status)
        .fact("control", control)
        .fact("depleted", map.depleted.contains(id))
        .fact("scorched", map.scorched.contains(id))
        .fact("macedonians", of(Force::main(macedon)))
        .fact("persians", of(Force::main(persia)))
        .fact("indians", of(indian))
        .fact("raiders", bands.map(|band| of(campaign.band(band))).sum::<i64>())
        .fact("leaders", leader_keys(campaign, map, Place::Field(id)))
        .fact("macedonian_sources", sources(macedon))
        .fact("persian_sources", sources(persia))
        .fact("macedonian_ways", open(macedon))
        .fact("persian_ways", open(persia))
}

/// The counters of a type at a place, or on the map.
fn units(lookup: &Lookup<'_, '_>, map: &State) -> Result<Facts, Finding> {
    let campaign = lookup.campaign;
    let printed = lookup.unit_type(&lookup.text("unit")?)?;
    let place = lookup.maybe("at")?.map(|at| lookup.place(&at)).transpose()?;
    let here = |unit: &UnitId| {
        let at = map.unit(*unit).place;
        place.map_or(campaign.province_of(at).is_some(), |place| place == at)
    };
    let found: Vec<UnitId> = printed.units().filter(here).collect();
    let steps: i64 = found.iter().map(|&unit| i64::from(map.unit(unit).steps)).sum();
    let serves = |power| found.iter().filter(|&&unit| map.unit(unit).power == power).count() as i64;
    let strengths: Vec<String> = (found.iter())
        .map(|&unit| {
            let strength = printed.strength(map.unit(unit).steps);
            format!("{}-{}", strength.attack, strength.defence)
        })
        .collect();
    Ok(Facts::about("unit")
        .and_about("at")
        .fact("count", found.len() as i64)
        .fact("steps", steps)
        .fact("strengths", strengths)
        .fact("macedonian", serves(campaign.macedon()))
        .fact("persian", serves(campaign.persia()))
        .fact("kind", kind_word(printed.kind)))
}

fn kind_word(kind: diadem_campaign::pieces::Kind) -> &'static str {
    use diadem_campaign::pieces::Kind;
    match kind {
        Kind::HeavyInfantry => "heavy infantry",
        Kind::Infantry => "infantry",
        Kind::LightInfantry => "light infantry",
        Kind::Archer => "archers",
        Kind::HeavyCavalry => "heavy cavalry",
        Kind::LightCavalry => "light cavalry",
        Kind::HorseArcher => "horse archers",
        Kind::Elephant => "elephants",
        Kind::Chariot => "chariots",
        Kind::SiegeTrain => "siege train",
    }
}

fn leader(campaign: &Campaign, map: &State, id: LeaderId) -> Facts {
    let piece = map.leader(id);
    let place = if piece.fell { "fallen".into() } else { place_word(campaign, piece.place) };
    Facts::about("leader")
        .fact("at", place)
        .fact("wounded", piece.wounded)
        .fact("ability", i64::from(campaign.ability(map, id)))
}

fn city(campaign: &Campaign, map: &State, id: CityId) -> Facts {
    let now = map.city(id);
    Facts::about("city")
        .fact("walls", i64::from(now.walls))
        .fact("owner", power_word(campaign, now.owner))
        .fact("garrison", map.units_at(Place::City(id)).count() as i64)
        .fact("leaders", leader_keys(campaign, map, Place::City(id)))
        .fact("founded", now.founded)
        .fact("refused", now.refused)
        .fact("fury", now.fury)
        .fact("held", campaign.holds(map, id))
}

/// The combat under way.
fn combat(lookup: &Lookup<'_, '_>, map: &State) -> Result<Facts, Finding> {
    let campaign = lookup.campaign;
    let province = lookup.province(&lookup.text("combat")?)?;
    let Some(combat) = map.combat().filter(|combat| combat.province == province) else {
        return Err(lookup.words.complain("no combat is under way there"));
    };
    let odds = campaign.minor_odds(map, combat);
    let attacker = combat.camp(combat.attacker).lead.power;
    let columns = &campaign.charts.minor_combat.columns;
    Ok(Facts::about("combat")
        .fact("attacker", power_word(campaign, Some(attacker)))
        .fact("attack", i64::from(odds.attack))
        .fact("defense", i64::from(odds.defence))
        .fact("odds", odds.column.map_or("above the table", |column| columns[column].as_str())))
}

/// Who takes part in the battle that is being fought.
fn battle(lookup: &Lookup<'_, '_>, map: &State) -> Result<Facts, Finding> {
    let campaign = lookup.campaign;
    let province = lookup.province(&lookup.text("battle")?)?;
    let Some(offer) = campaign.offer(map).filter(|offer| offer.province == province) else {
        return Err(lookup.words.complain("no battle is fought there"));
    };
    let size = |camp: Camp| offer.armies[camp.index()].units.len() as i64;
    let leaders: Vec<String> = (offer.armies.iter())
        .flat_map(|army| army.leaders.iter())
        .map(|one| campaign.roster[one.leader].key.clone())
        .collect();
    Ok(Facts::about("battle")
        .fact("macedonians", size(Camp::First))
        .fact("persians", size(Camp::Second))
        .fact("leaders", leaders))
}

/// Where a counter or a leader stands in the campaign's battle on hexes, by his name there.
fn counter(lookup: &Lookup<'_, '_>, at: &CasePosition<War>) -> Result<Facts, Finding> {
    let (name, words) = (lookup.text("counter")?, lookup.words);
    let no_battle = || words.complain("no battle is fought on hexes");
    let battle = at.game.hex_battle(&at.state).ok_or_else(no_battle)?;
    let state = at.state.on_hexes().ok_or_else(no_battle)?;
    let hex = match battle.piece(&name) {
        Some(Piece::Unit(unit)) => state.unit(unit).hex(),
        Some(Piece::Leader(leader)) => state.leader(leader).at,
        None => return Err(words.complain(format!("there is no \"{name}\" on the field"))),
    };
    let hex = hex.map_or_else(|| "nowhere".to_owned(), |hex| hex.to_string());
    Ok(Facts::about("counter").fact("hex", hex))
}

/// The siege under way, as it would be stormed now.
fn siege(lookup: &Lookup<'_, '_>, map: &State) -> Result<Facts, Finding> {
    let campaign = lookup.campaign;
    let city = lookup.city(&lookup.text("siege")?)?;
    let Some(siege) = map.siege().filter(|siege| siege.city == city) else {
        return Err(lookup.words.complain("no siege is under way there"));
    };
    let lines = campaign.siege_differential(map, siege);
    let sum: i64 = lines.iter().map(|line| i64::from(line.amount)).sum();
    let facts = Facts::about("siege")
        .fact("differential", sum)
        .fact("to_lose", i64::from(siege.defender_losses));
    Ok(lines.iter().fold(facts, |facts, line| facts.fact(line.what, i64::from(line.amount))))
}

fn war(at: &CasePosition<War>, campaign: &Campaign, map: &State) -> Facts {
    let season = match campaign.season(map) {
        Season::Spring => "spring",
        Season::Summer => "summer",
        Season::Autumn => "autumn",
        Season::Winter => "winter",
    };
    let income = |power| i64::from(campaign.income(map, power));
    let field = at.game.on_hexes(&at.state).map(|(hexes, _)| hexes.battle().name.clone());
    Facts::about("war")
        .fact("turn", format!("{season} {}", campaign.scenario.year(map.turn)))
        .fact("victory_points", i64::from(campaign.victory_points(map)))
        .fact("macedonian_income", income(campaign.macedon()))
        .fact("persian_income", income(campaign.persia()))
        .fact("points_left", i64::from(map.points.left))
        .fact("home_army_free", campaign.home_army_is_free(map))
        .fact("indians_roused", map.history.indians_roused)
        .fact("spartans_rose", map.history.spartans_rose)
        .fact("battle", at.state.on_display().is_some())
        .fact("hexes", at.state.on_hexes().is_some())
        .fact("field", field.unwrap_or_default())
}
