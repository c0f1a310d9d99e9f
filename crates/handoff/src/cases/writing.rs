//! The other way round: a position at the table, written as a rule case for somebody to finish.

use super::{place_word, power_word};
use crate::forms::WrittenCase;
use crate::scene::State;
use crate::setup::Battles;
use crate::war::{Now, War};
use diadem_campaign::ids::ProvinceSet;
use diadem_campaign::powers::Power;
use diadem_campaign::state::{Objective, Place as Spot};
use diadem_campaign::{self as campaign, Campaign, Phase, Switch};
use diadem_core::{Decision, Game, Playable, Rule, Text};
use diadem_hexes::Place;
use std::fmt::Write;

/// The present position as a rule case: what stands where, whose decision it is, and room for what was
/// done and what should have come of it. What units have done in the turn so far is not in it.
pub fn written(war: &War, state: &State) -> String {
    let decision = war.decision(state);
    let mut text = String::from(
        "# Written by Diadem from a game. Add what was done ([[do]]) and what must then be true;\n\
         # tests/cases/README.md explains the words, and `diadem cases FILE` runs it.\n",
    );
    let battle = match war.now(state) {
        Now::Battle(battle) => battle.written(war.scenario()),
        Now::Map(..) | Now::Choosing(_) | Now::Nowhere => None,
    };
    frame(&mut text, war, decision.rule(), state, battle.as_ref());
    match (battle, war.campaign(), &state.campaign) {
        (Some(WrittenCase { position, .. }), ..) => text.push_str(&position),
        (None, Some(campaign), Some(map)) => position(&mut text, war, campaign, map, state),
        (None, ..) => {}
    }
    text.push_str("\n[expect]\n");
    match decision {
        Decision::Ask(ask) => line(&mut text, "decides", &quoted(war.seat_name(ask.seat))),
        Decision::Over(outcome) => line(&mut text, "over", &quoted(outcome.how)),
    }
    text
}

fn frame(text: &mut String, war: &War, rule: Rule, state: &State, battle: Option<&WrittenCase>) {
    line(text, "rule", &quoted(&rule.to_string()));
    let asked = war.decision(state).ask().map(|ask| war.question(state, ask.question));
    line(text, "title", &quoted(&asked.unwrap_or_else(|| "The war is over".into())));
    if let Some(WrittenCase { game, .. }) = battle {
        line(text, "game", &quoted(game));
        return;
    }
    line(text, "game", &quoted("campaign"));
    if let Some(run) = midst(war, state) {
        line(text, "run", &run);
        return;
    }
    let phase = war.campaign().zip(state.campaign.as_ref());
    if let Some(run) = phase.and_then(|(campaign, map)| run_word(campaign, campaign.phase(map)?)) {
        line(text, "run", &quoted(&run));
    }
}

/// A battle of the campaign in its midst on hexes: the turn, and where everybody stands. Whose phase it is and what
/// was done in it is not told.
fn midst(war: &War, state: &State) -> Option<String> {
    if state.is_before_battle() {
        return None;
    }
    let (hexes, fought) = war.on_hexes(state)?;
    let (campaign, offer) = (war.campaign()?, &state.offered()?.offer);
    let units = hexes.units().map(|unit| {
        let now = fought.unit(unit);
        let mut words = format!("{{ who = {}", quoted(&hexes.troops(unit).name));
        let _ = match now.place {
            Place::On(hex) => {
                write!(words, ", hex = \"{hex}\", facing = {}", quoted(now.facing.code()))
            }
            Place::Eliminated => write!(words, ", is = \"eliminated\""),
            Place::RanOff => write!(words, ", is = \"ran_off\""),
            Place::Left => write!(words, ", is = \"left\""),
        };
        if now.hits > 0 {
            let _ = write!(words, ", hits = {}", now.hits);
        }
        let routed = if now.routed { ", routed = true" } else { "" };
        format!("{words}{routed} }}")
    });
    let leaders = hexes.leaders().map(|leader| {
        let now = fought.leader(leader);
        let name = quoted(&hexes.commander(leader).name);
        let fate = match (now.at, now.fled, now.captured) {
            (Some(hex), ..) => format!("hex = \"{hex}\""),
            (None, true, _) => "is = \"fled\"".into(),
            (None, false, true) => "is = \"captured\"".into(),
            (None, false, false) => "is = \"lost\"".into(),
        };
        let wound = if now.wound > 0 { format!(", wound = {}", now.wound) } else { String::new() };
        format!("{{ who = {name}, {fate}{wound} }}")
    });
    let stands: Vec<String> = units.chain(leaders).collect();
    let province = quoted(&campaign.board[offer.province].key);
    let (turn, stands) = (fought.turn, stands.join(",\n  "));
    Some(format!("{{ hexes = {province}, turn = {turn}, stands = [\n  {stands},\n] }}"))
}

/// The phase that has to be run for the position to ask what it asks.
fn run_word(campaign: &Campaign, phase: Phase) -> Option<String> {
    let of = |power: Power, what: &str| format!("{} {what}", power_word(campaign, Some(power)));
    Some(match phase {
        Phase::SetUp => return None,
        Phase::Supply => "supply".into(),
        Phase::Muster(power) => of(power, "replacements"),
        Phase::March(power) => of(power, "movement"),
        Phase::Battles => "combat".into(),
        Phase::Sieges(power) => of(power, "sieges"),
        Phase::Events => "events".into(),
    })
}

fn position(
    text: &mut String,
    war: &War,
    campaign: &Campaign,
    map: &campaign::State,
    state: &State,
) {
    text.push_str("\n[position]\n");
    let battles = war.setup_of().battles;
    if battles != Battles::default() {
        line(text, "battles", &quoted(&battles.to_string()));
        line(text, "ground", &state.ground.to_string());
        if map.battles > 0 {
            line(text, "fought", &map.battles.to_string());
        }
    }
    line(text, "turn", &quoted(&campaign.date(map.turn).to_lowercase()));
    let switches = Switch::ALL.into_iter().filter(|&switch| campaign.switches.has(switch));
    list(text, "switches", switches.map(|switch| quoted(switch_word(switch))));
    list(text, "units", units(campaign, map));
    list(text, "leaders", leaders(campaign, map));
    list(text, "cities", cities(campaign, map));
    let provinces = |set: ProvinceSet| {
        set.iter().map(|id| quoted(&campaign.board[id].key)).collect::<Vec<_>>().into_iter()
    };
    // A battle that is told begins where it is fought, on its famous field if it has one.
    let here = state.offered().filter(|offered| offered.ground.famous);
    let here = here.map(|offered| offered.offer.province).into_iter().collect();
    list(text, "famous_fought", provinces(state.famous_fought.without(here)));
    list(text, "depleted", provinces(map.depleted.without(map.scorched)));
    list(text, "scorched", provinces(map.scorched));
    let secured = Objective::ALL.into_iter().filter(|&objective| map.secured.has(objective));
    list(text, "secured", secured.map(|objective| quoted(objective_word(objective))));
    let control = campaign.board.provinces().map(|id| {
        let owner = power_word(campaign, map.control[id.index()]);
        format!("{} = {}", campaign.board[id].key, quoted(owner))
    });
    line(text, "control", &format!("{{ {} }}", control.collect::<Vec<_>>().join(", ")));
    let due = campaign.powers.iter().map(|power| {
        format!("{} = {}", power_word(campaign, Some(power)), map.points.due[power.index()])
    });
    line(text, "points", &format!("{{ {} }}", due.collect::<Vec<_>>().join(", ")));
    history(text, campaign, map);
}

fn history(text: &mut String, campaign: &Campaign, map: &campaign::State) {
    let history = &map.history;
    let mut words = Vec::new();
    for (key, happened) in [
        ("indians_roused", history.indians_roused),
        ("spartans_rose", history.spartans_rose),
        ("mutinous", history.mutinous),
    ] {
        words.extend(happened.then(|| format!("{key} = true")));
    }
    for (key, turn) in [
        ("egypt_entered", history.alexandria_planned),
        ("capital_taken", history.capital_taken),
        ("india_entered", history.india_entered),
    ] {
        let date = turn.map(|turn| quoted(&campaign.date(turn).to_lowercase()));
        words.extend(date.map(|date| format!("{key} = {date}")));
    }
    if !words.is_empty() {
        line(text, "history", &format!("{{ {} }}", words.join(", ")));
    }
}

fn units(campaign: &Campaign, map: &campaign::State) -> impl Iterator<Item = String> {
    campaign.roster.units().filter(|&unit| map.unit(unit).place != Spot::Aside).map(|unit| {
        let (piece, printed) = (map.unit(unit), &campaign.roster[unit]);
        let at = quoted(&place_word(campaign, piece.place));
        let mut words = format!("{{ unit = {}, at = {at}", quoted(&printed.key));
        if campaign.province_of(piece.place).is_some() && piece.steps != printed.full() {
            let _ = write!(words, ", steps = {}", piece.steps);
        }
        if piece.power != campaign.powers.home(printed.nation) {
            let serves = power_word(campaign, Some(piece.power));
            let _ = write!(words, ", side = {}", quoted(serves));
        }
        if campaign.scenario.home_army.contains(unit) {
            words.push_str(", home_army = true");
        }
        if piece.band > 0 {
            let home = map.band_homes[usize::from(piece.band)];
            let from = quoted(&campaign.board[home].key);
            let _ = write!(words, ", band = {}, from = {from}", piece.band);
        }
        words + " }"
    })
}

fn leaders(campaign: &Campaign, map: &campaign::State) -> impl Iterator<Item = String> {
    let there = |piece: &campaign::state::Leader| piece.fell || piece.place != Spot::Aside;
    campaign.roster.leaders().filter(move |&id| there(map.leader(id))).map(|leader| {
        let piece = map.leader(leader);
        let at = if piece.fell { "fallen".into() } else { place_word(campaign, piece.place) };
        let wounded = if piece.wounded { ", wounded = true" } else { "" };
        let name = quoted(&campaign.roster[leader].key);
        format!("{{ leader = {name}, at = {}{wounded} }}", quoted(&at))
    })
}

fn cities(campaign: &Campaign, map: &campaign::State) -> impl Iterator<Item = String> {
    campaign.board.cities().map(|id| {
        let city = map.city(id);
        let mut words = format!(
            "{{ city = {}, walls = {}, founded = {}",
            quoted(&campaign.board[id].key),
            city.walls,
            city.founded
        );
        if city.owner.is_some() {
            let _ = write!(words, ", owner = {}", quoted(power_word(campaign, city.owner)));
        }
        for (key, holds) in [("refused", city.refused), ("fury", city.fury)] {
            if holds {
                let _ = write!(words, ", {key} = true");
            }
        }
        words + " }"
    })
}

fn switch_word(switch: Switch) -> &'static str {
    match switch {
        Switch::NoSupply => "no-supply",
        Switch::NoEvents => "no-events",
        Switch::NoObjectives => "no-objectives",
        Switch::SecretSetUp => "secret-set-up",
        Switch::LightInfantryFire => "light-infantry-fire",
        Switch::OddsShift => "odds-shift",
        Switch::Recuperation => "recuperation",
        Switch::ScorchedEarth => "scorched-earth",
        Switch::MacedonianFury => "macedonian-fury",
        Switch::DeathOfAlexander => "death-of-alexander",
        Switch::Mutiny => "mutiny",
        Switch::CitySurrender => "city-surrender",
    }
}

fn objective_word(objective: Objective) -> &'static str {
    match objective {
        Objective::RoyalFamily => "royal_family",
        Objective::TreasuryBabylon => "treasury_babylon",
        Objective::TreasurySusa => "treasury_susa",
        Objective::TreasuryPersepolis => "treasury_persepolis",
        Objective::TreasuryEcbatana => "treasury_ecbatana",
        Objective::GordianKnot => "gordian_knot",
        Objective::OracleOfAmmon => "oracle_of_ammon",
        Objective::Alexandria => "alexandria",
        Objective::Roxana => "roxana",
        Objective::Darius => "darius",
        Objective::Bessus => "bessus",
    }
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

fn line(text: &mut String, key: &str, value: &str) {
    let _ = writeln!(text, "{key} = {value}");
}

/// A list, one item a line; nothing where it is empty.
fn list(text: &mut String, key: &str, items: impl Iterator<Item = String>) {
    let items: Vec<String> = items.collect();
    if !items.is_empty() {
        let _ = writeln!(text, "{key} = [\n  {},\n]", items.join(",\n  "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::CampaignVocabulary;
    use crate::setup::WarSetup;
    use diadem_cases::{Vocabulary, Words};
    use diadem_core::Session;
    use std::sync::Arc;

    /// What a position says of a map, without which counter of a type is which.
    fn said(
        map: &campaign::State,
        campaign: &Campaign,
    ) -> impl PartialEq + std::fmt::Debug + use<> {
        let mut units: Vec<_> = (campaign.roster.units())
            .map(|id| (campaign.roster[id].first, map.unit(id)))
            .filter(|(_, unit)| unit.place != Spot::Aside)
            .map(|(first, unit)| {
                let place = place_word(campaign, unit.place);
                (first, place, unit.steps, unit.power, unit.band)
            })
            .collect();
        units.sort();
        let leaders: Vec<_> = (map.leaders.iter())
            .map(|leader| (place_word(campaign, leader.place), leader.wounded, leader.fell))
            .collect();
        let cities: Vec<_> =
            map.cities.iter().map(|it| (it.walls, it.owner, it.founded, it.refused)).collect();
        let lands = (map.control.to_vec(), map.depleted, map.scorched);
        (units, leaders, cities, lands, map.secured, map.turn, map.points.due)
    }

    /// Positions of wars played at random, read back as a player's case would be.
    #[test]
    fn what_is_written_can_be_read_again() {
        let war = Arc::new(War::prepare(&WarSetup::new("alexandros", [])).unwrap());
        let campaign = war.campaign().unwrap();
        let (mut maps, mut battles, mut pursuits) = (0, 0, 0);
        for seed in 1..=4 {
            let mut session = Session::begin(Arc::clone(&war), seed);
            for ply in 0..1500usize {
                let Decision::Ask(ask) = session.decision() else { break };
                let actions = session.actions();
                session.act(ask.seat, actions[ply * 7 % actions.len()]).unwrap();
                if ply % 25 != 0 || session.decision().ask().is_none() {
                    continue;
                }
                let text = written(&war, session.state());
                let words = Words::parse(&text).unwrap();
                let position = words.get("position").unwrap();
                match session.state().on_display() {
                    Some(fight) => {
                        let read =
                            diadem_display::cases::DisplayVocabulary.position(&position).unwrap();
                        let place = |state: &diadem_display::State| {
                            let of = |unit: &diadem_display::UnitState| (unit.place, unit.engaged);
                            state.units.iter().map(of).collect::<Vec<_>>()
                        };
                        let stand = |state: &diadem_display::State| {
                            state.leaders.iter().map(|one| one.stand).collect::<Vec<_>>()
                        };
                        assert_eq!(place(&read.state), place(fight), "{text}");
                        assert_eq!(stand(&read.state), stand(fight), "{text}");
                        if fight.ending.is_some() {
                            let now =
                                |state: &diadem_display::State| (state.steps.clone(), state.ending);
                            assert_eq!(now(&read.state), now(fight), "{text}");
                            pursuits += 1;
                        }
                        battles += 1;
                    }
                    None => {
                        let read = CampaignVocabulary.position(&position).unwrap();
                        let (read, now) = (read.state.campaign.unwrap(), session.state());
                        let now = now.campaign.as_ref().unwrap();
                        assert!(said(&read, campaign) == said(now, campaign), "{text}");
                        maps += 1;
                    }
                }
            }
        }
        assert!(maps > 20 && battles > 20, "{maps} maps and {battles} battles were written");
        assert!(pursuits > 0, "no pursuit was written");
    }

    /// Positions of a hex battle played at random, read back.
    #[test]
    fn what_is_written_of_a_hex_battle_can_be_read_again() {
        use diadem_hexes::{State, Step};
        let war = Arc::new(War::prepare(&WarSetup::new("granicus", [])).unwrap());
        let mut session = Session::begin(Arc::clone(&war), 1);
        let mut written_and_read = 0;
        for ply in 0..3000usize {
            let Decision::Ask(ask) = session.decision() else { break };
            let actions = session.actions();
            session.act(ask.seat, actions[ply * 7 % actions.len()]).unwrap();
            let battle = session.state().on_hexes().unwrap();
            if ply % 10 != 0 || !matches!(battle.step(), Step::Orders(_) | Step::Move(_)) {
                continue;
            }
            let text = written(&war, session.state());
            let words = Words::parse(&text).unwrap();
            let position = words.get("position").unwrap();
            let read = diadem_hexes::cases::HexesVocabulary.position(&position);
            let read = read.unwrap_or_else(|why| panic!("{why}\n{text}"));
            let units = |state: &State| {
                let of = |one: &diadem_hexes::Unit| {
                    let facing = one.is_on_map().then_some(one.facing);
                    (one.place, facing, one.hits, one.routed)
                };
                state.units.iter().map(of).collect::<Vec<_>>()
            };
            let leaders = |state: &State| {
                let of = |one: &diadem_hexes::Leader| (one.at, one.readiness, one.wound);
                state.leaders.iter().map(of).collect::<Vec<_>>()
            };
            assert_eq!(units(&read.state), units(battle), "{text}");
            assert_eq!(leaders(&read.state), leaders(battle), "{text}");
            written_and_read += 1;
        }
        assert!(written_and_read > 20, "{written_and_read} positions were written");
    }

    /// Battles of a campaign on hexes, written and read back: everybody stands where he stood.
    #[test]
    fn what_is_written_of_a_campaigns_hex_battle_can_be_read_again() {
        use diadem_core::{Dice, Drop};
        let setup = WarSetup {
            battles: Battles::Always(crate::Form::Hexes),
            ..WarSetup::new("alexandros", [])
        };
        let war = Arc::new(War::prepare(&setup).unwrap());
        let mut session = Session::begin(Arc::clone(&war), 1);
        let mut written_and_read = 0;
        for ply in 0..6000usize {
            let Decision::Ask(ask) = session.decision() else { break };
            let actions = session.actions();
            session.act(ask.seat, actions[ply * 7 % actions.len()]).unwrap();
            let state = session.state();
            if ply % 200 != 0 || state.is_before_battle() || state.on_hexes().is_none() {
                continue;
            }
            let text = written(&war, session.state());
            let words = Words::parse(&text).unwrap();
            let mut read = CampaignVocabulary.position(&words.get("position").unwrap()).unwrap();
            let run = words.get("run").unwrap();
            let mut dice = Dice::new(1);
            let done = CampaignVocabulary.procedure(&mut read, &run, &mut dice, &mut Drop);
            done.unwrap_or_else(|why| panic!("{why}\n{text}"));
            let said = |state: &State| {
                let fought = state.on_hexes().unwrap();
                let unit = |one: &diadem_hexes::Unit| (one.place, one.hits, one.routed);
                let leader = |one: &diadem_hexes::Leader| (one.at, one.wound, one.is_lost());
                let units: Vec<_> = fought.units.iter().map(unit).collect();
                (units, fought.leaders.iter().map(leader).collect::<Vec<_>>(), fought.turn)
            };
            assert_eq!(said(&read.state), said(session.state()), "{text}");
            let field =
                |war: &War, state: &State| war.hex_battle(state).unwrap().hexes.field().clone();
            assert_eq!(field(&read.game, &read.state), field(&war, session.state()));
            written_and_read += 1;
        }
        assert!(written_and_read > 5, "{written_and_read} positions were written");
    }
}
