//! A battle of the campaign on a hex map: its rules half, made from an offer and from nothing else.

use super::OnHexes;
use super::array::{AHEAD, Array, BEHIND, Place, Wing};
use super::deployment::Piece;
use super::ground::{Ground, Post};
use crate::conversion::{Conversion, Counter, HexNation, Ratings, Tradition};
use crate::forms::display;
use crate::scene::GroundSeed;
use diadem_campaign::ids::LeaderId;
use diadem_campaign::powers::Power;
use diadem_campaign::state::Force;
use diadem_campaign::{
    self as campaign, Army, BattleOffer, Campaign, Contingents, Fighter, Switch,
};
use diadem_core::{Camp, SetupError};
use diadem_hexes::{
    self as hexes, ArmyList, Battle, Charts, Commander, Commands, Field, ForceId, Hex, Hexes, Kind,
    LineSort, MOST_LEADERS, MOST_UNITS, Role, Ruleset, Special, Start, Switches, Troops, UnitSet,
};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// The rules half of a battle of the campaign on hexes.
#[derive(Debug)]
pub struct HexBattle {
    /// The rules of the battle itself.
    pub(crate) hexes: Arc<Hexes>,
    /// Every unit of the campaign with its counters.
    pub(crate) brigades: Vec<Brigade>,
    /// Who each leader is in the campaign; nobody for officers without a name.
    pub(crate) leaders: Vec<Option<LeaderId>>,
    /// Those of them whose death or capture loses the battle (Alexandros 10.19).
    pub(crate) commanders: Vec<LeaderId>,
    /// Where each army may be drawn up, by side and by the number of a hex.
    pub(crate) zones: [Vec<bool>; 2],
    /// Whose each force is; nobody's in a battle alone, where nothing is drawn up.
    pub(crate) powers: Vec<Power>,
    /// Whether armies are drawn up behind a screen (Alexandros 10.3).
    pub(crate) screened: bool,
}

/// A unit of the campaign and its counters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Brigade {
    /// The unit.
    pub(crate) fighter: Fighter,
    /// In which camp.
    pub(crate) camp: Camp,
    /// Its counters.
    pub(crate) counters: Range<u8>,
    /// The men of each.
    pub(crate) men: Vec<u16>,
}

impl Brigade {
    /// Its counters with the men of each.
    pub(crate) fn manned(&self) -> impl Iterator<Item = (hexes::UnitId, u16)> {
        self.counters.clone().map(hexes::UnitId::new).zip(self.men.iter().copied())
    }

    /// All its men.
    pub(crate) fn strength(&self) -> u16 {
        self.men.iter().sum()
    }
}

impl HexBattle {
    /// The battle of an offer, on its ground.
    pub(crate) fn new(
        campaign: &Campaign,
        made_from: &OnHexes,
        offer: &BattleOffer,
        ground: GroundSeed,
        switches: Switches,
    ) -> Result<HexBattle, SetupError> {
        let OnHexes { conversion, grounds, charts, .. } = made_from;
        let no_room = || SetupError("There is no room for such armies on a hex map.".into());
        let ground = grounds.of(campaign, offer, ground).ok_or_else(no_room)?;
        let mut muster = Muster {
            campaign,
            conversion,
            charts,
            shared: shared_names(conversion, offer),
            array: Array::new(&ground.field, charts),
            units: Vec::new(),
            leaders: Vec::new(),
            forces: Vec::new(),
            parents: Vec::new(),
            brigades: Vec::new(),
        };
        let [first, second] = Camp::BOTH.map(|camp| {
            muster.army(
                camp,
                offer.camps[camp.index()],
                &offer.armies[camp.index()],
                ground.posts[camp.index()],
            )
        });
        let armies = [first.ok_or_else(no_room)?, second.ok_or_else(no_room)?];
        let Muster { units, leaders, forces, parents, brigades, .. } = muster;
        let Ground { name, water, field, up, posts } = ground;
        let zones = posts.map(|post| zone(&field, post));
        let battle = Battle {
            id: "campaign".into(),
            name,
            date: String::new(),
            story: water.map(|water| format!("Between the armies is {water}.")).unwrap_or_default(),
            whence: "Ours, made from the campaign.".into(),
            up,
            ruleset: Ruleset::Gba,
            field,
            armies,
            forces,
            units,
            leaders,
            last_turn: conversion.nightfall,
            compass: hexes::Hexside::ALL,
            special: Special::default(),
            remarks: Vec::new(),
        };
        let hexes = Arc::new(Hexes::by_charts(battle, switches, Arc::clone(charts)));
        let camps = offer.camps.into_iter().flat_map(Contingents::iter);
        let powers = camps.map(|force| force.power).collect();
        let screened = campaign.switches.has(Switch::SecretSetUp);
        // 10.19: the same who would command on the display.
        let setup = display::setup_of(campaign, offer)?.battle;
        let commands = |camp: Camp| setup.commanders(camp);
        let all = offer.commanders().enumerate();
        let commanders = all.filter(|&(at, (camp, _))| {
            commands(camp).contains(diadem_display::LeaderId::new(at as u8))
        });
        let commanders = commanders.map(|(_, (_, one))| one.leader).collect();
        Ok(HexBattle { hexes, brigades, leaders: parents, commanders, zones, powers, screened })
    }

    /// A battle by itself, in which everybody stands where history put him.
    pub(crate) fn alone(hexes: Arc<Hexes>) -> HexBattle {
        HexBattle {
            hexes,
            brigades: Vec::new(),
            leaders: Vec::new(),
            commanders: Vec::new(),
            zones: [Vec::new(), Vec::new()],
            powers: Vec::new(),
            screened: false,
        }
    }

    /// The forces in the order in which they are drawn up: 10.3, the second camp's first.
    fn drawing_order(&self) -> impl Iterator<Item = ForceId> {
        let is_drawn_up = !self.is_alone();
        let camps = [Camp::Second, Camp::First].into_iter().filter(move |_| is_drawn_up);
        camps.flat_map(|camp| self.hexes.forces_of(camp))
    }

    /// The force that is drawn up first; none in a battle alone.
    pub(crate) fn first_to_draw_up(&self) -> Option<ForceId> {
        self.drawing_order().next()
    }

    /// The force that is drawn up after another.
    pub(crate) fn next_to_draw_up(&self, force: ForceId) -> Option<ForceId> {
        self.drawing_order().skip_while(|&one| one != force).nth(1)
    }

    /// Whether it is a battle by itself.
    pub(crate) fn is_alone(&self) -> bool {
        self.powers.is_empty()
    }

    /// A counter or a leader by his name on the field.
    pub(crate) fn piece(&self, name: &str) -> Option<Piece> {
        let hexes = &self.hexes;
        let unit = hexes.units().find(|&unit| hexes.troops(unit).name == name);
        let leader = hexes.leaders().find(|&leader| hexes.commander(leader).name == name);
        unit.map(Piece::Unit).or(leader.map(Piece::Leader))
    }

    /// A counter or a leader by name.
    pub(crate) fn piece_name(&self, piece: Piece) -> &str {
        match piece {
            Piece::Unit(unit) => &self.hexes.troops(unit).name,
            Piece::Leader(leader) => &self.hexes.commander(leader).name,
        }
    }

    /// The rules of the battle itself.
    pub fn hexes(&self) -> &Arc<Hexes> {
        &self.hexes
    }

    /// Every hex in which the army of a camp may be drawn up.
    pub(crate) fn zone(&self, camp: Camp) -> impl Iterator<Item = Hex> {
        let zone = self.zones[camp.index()].iter().enumerate();
        zone.filter(|(_, open)| **open).map(|(at, _)| self.hexes.field().hex(at))
    }

    /// The leader of the battle who is this one of the campaign.
    pub(crate) fn leader(&self, leader: LeaderId) -> Option<hexes::LeaderId> {
        let at = self.leaders.iter().position(|one| *one == Some(leader))?;
        Some(hexes::LeaderId::new(at as u8))
    }
}

/// Every hex in which an army may be drawn up.
fn zone(field: &Field, post: Post) -> Vec<bool> {
    let mut zone = vec![false; field.len()];
    for rank in -AHEAD..=BEHIND {
        for hex in post.rank(field, rank) {
            zone[field.index(hex)] = true;
        }
    }
    zone
}

/// What counters of both armies are called.
fn shared_names<'c>(conversion: &'c Conversion, offer: &BattleOffer) -> BTreeSet<&'c str> {
    let [first, second] = &offer.armies;
    let names = |army: &Army| -> BTreeSet<&'c str> {
        army.units.iter().flat_map(|one| conversion.names(one.unit)).collect()
    };
    names(first).intersection(&names(second)).copied().collect()
}

/// The armies as far as they have been mustered.
struct Muster<'a> {
    campaign: &'a Campaign,
    conversion: &'a Conversion,
    charts: &'a Charts,
    /// Names that say nothing about whose a counter is.
    shared: BTreeSet<&'a str>,
    array: Array<'a>,
    units: Vec<Troops>,
    leaders: Vec<Commander>,
    forces: Vec<hexes::Force>,
    parents: Vec<Option<LeaderId>>,
    brigades: Vec<Brigade>,
}

impl Muster<'_> {
    /// Musters the army of a camp, each of its forces under leaders of its own; nothing when there is no room for it.
    fn army(
        &mut self,
        camp: Camp,
        contingents: Contingents,
        offered: &Army,
        post: Post,
    ) -> Option<ArmyList> {
        let tradition = Tradition::of(self.campaign, contingents.lead, offered);
        let power = self.campaign.power_name(contingents.lead.power);
        let forces: Vec<(ForceId, Force)> =
            (self.forces.len() as u8..).map(ForceId::new).zip(contingents.iter()).collect();
        let number = |of: Force| forces.iter().find(|(_, one)| *one == of).map(|(id, _)| *id);
        let mut counters: Vec<Counter<'_>> = Vec::new();
        let mut owners: Vec<ForceId> = Vec::new();
        let mut places: Vec<Place> = Vec::new();
        let conversion = self.conversion;
        let first = self.units.len();
        for &fighter in &offered.units {
            let brigade = conversion.brigade(fighter);
            let from = first + counters.len();
            let place = |counter: &Counter<'_>| Place {
                kind: counter.row.kind,
                brigade: usize::from(fighter.unit.0),
            };
            places.extend(brigade.iter().map(place));
            let range = from..from + brigade.len();
            let men = brigade.iter().map(|counter| counter.men).collect();
            owners.extend(std::iter::repeat_n(number(fighter.force)?, brigade.len()));
            counters.extend(brigade);
            if range.end > MOST_UNITS {
                return None;
            }
            let counters = range.start as u8..range.end as u8;
            self.brigades.push(Brigade { fighter, camp, counters, men });
        }
        let starts = self.array.draw_up(post, &places)?;
        let mut named: Vec<(&str, u8)> = Vec::new();
        for ((counter, &owner), &(start, wing)) in counters.iter().zip(&owners).zip(&starts) {
            let name = counter.row.name.as_str();
            let nth = match named.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => {
                    *count += 1;
                    *count
                }
                None => {
                    named.push((name, 1));
                    1
                }
            };
            let troops = self.troops(camp, power, counter, nth, start, wing);
            self.units.push(Troops { force: owner, ..troops });
        }
        let numbers = first..self.units.len();
        let units: UnitSet = numbers.clone().map(|at| hexes::UnitId::new(at as u8)).collect();
        for (id, force) in forces {
            let own: Vec<usize> =
                numbers.clone().filter(|&at| self.units[at].force == id).collect();
            let own = *own.first()?..own.last()? + 1;
            let overall_commander = self.lead(camp, id, force, offered, own)?;
            self.forces.push(hexes::Force {
                name: self.campaign.power_name(force.power).to_owned(),
                camp,
                // Only powers with a seat are offered battles that somebody must fight out.
                seat: self.campaign.powers[force.power].seat?,
                overall_commander: Some(overall_commander),
            });
        }
        let points = self.units[numbers].iter().map(Troops::rout_points).sum();
        Some(ArmyList {
            key: power.to_lowercase(),
            name: power.to_owned(),
            retreat_edge: post.edge,
            withdrawal: conversion.withdrawal(tradition, points),
            lines: self.lines(tradition, units),
            macedonian: tradition == Tradition::Macedonian,
            units,
        })
    }

    fn troops(
        &self,
        camp: Camp,
        power: &str,
        counter: &Counter<'_>,
        nth: u8,
        start: Start,
        wing: Wing,
    ) -> Troops {
        let row = counter.row;
        let name = if self.shared.contains(row.name.as_str()) {
            format!("{} {nth} ({power})", row.name)
        } else {
            format!("{} {nth}", row.name)
        };
        let of_type = self.charts.types.row(row.kind);
        let of = |nations: &[HexNation]| row.nation.is_some_and(|one| nations.contains(&one));
        Troops {
            id: name.clone(),
            name,
            camp,
            force: ForceId::sole(camp),
            kind: row.kind,
            class: row.class,
            tq: row.tq,
            size: counter.size,
            ma: of_type.ma,
            fast_ma: of_type.fast_ma,
            missile: row.missile,
            screen: row.screen,
            greek_mercenary_or_spartan: of(&[HexNation::GreekMercenary, HexNation::Spartan]),
            thracian: of(&[HexNation::Thracian]),
            indian: of(&[HexNation::Indian]),
            wing: wing.name().into(),
            start,
        }
    }

    fn lines(&self, tradition: Tradition, units: UnitSet) -> Vec<LineSort> {
        let of_kinds = |kinds: &[Kind]| -> UnitSet {
            let fits = |unit: &hexes::UnitId| kinds.contains(&self.units[unit.index()].kind);
            units.iter().filter(fits).collect()
        };
        let line = |kinds: &Vec<Kind>| {
            let units = of_kinds(kinds);
            let text = kinds.iter().map(|kind| kind.code().to_owned()).collect();
            let mut kinds = kinds.clone();
            kinds.sort();
            (!units.is_empty()).then_some(LineSort { text, kinds, units })
        };
        self.conversion.lines(tradition).iter().filter_map(line).collect()
    }

    /// Gives a force its leaders, the commander first (Alexandros 10.19); officers without a name make up
    /// the number that so many counters need.
    fn lead(
        &mut self,
        camp: Camp,
        id: ForceId,
        force: Force,
        offered: &Army,
        numbers: Range<usize>,
    ) -> Option<hexes::LeaderId> {
        let tradition = Tradition::of(self.campaign, force, offered);
        let units: UnitSet = numbers.clone().map(|at| hexes::UnitId::new(at as u8)).collect();
        let who = self.campaign.roster.who();
        let ability = |&campaign::Commander { leader, wounded, .. }: &campaign::Commander| {
            let king = [who.alexander, who.darius, who.bessus].contains(&leader);
            (king, self.campaign.roster[leader].ability_if(wounded))
        };
        let mut ranked = offered.leaders.clone();
        ranked.retain(|one| one.force == force);
        // Of equals the first commands.
        ranked.sort_by_key(|one| std::cmp::Reverse(ability(one)));
        let named = ranked.into_iter().map(|campaign::Commander { leader, wounded, .. }| {
            let ratings = self.conversion.ratings(leader, wounded);
            (Some(leader), self.campaign.roster[leader].name.clone(), ratings)
        });
        let mut leaders: Vec<(Option<LeaderId>, String, Ratings)> = named.collect();
        let officers = &self.conversion.officers;
        let officer = officers.of(tradition);
        let missing = officers.wanted(numbers.len()).saturating_sub(leaders.len());
        for nth in 1..=missing {
            leaders.push((None, format!("{} {nth}", officer.name), officer.clone()));
        }
        let first = self.leaders.len();
        if first + leaders.len() > MOST_LEADERS {
            return None;
        }
        let spots = self.spots(numbers, leaders.len());
        for (rank, ((parent, name, ratings), start)) in leaders.into_iter().zip(spots).enumerate() {
            let commander = commander(camp, rank, name, &ratings, units, start);
            self.leaders.push(Commander { force: id, ..commander });
            self.parents.push(parent);
        }
        Some(hexes::LeaderId::new(first as u8))
    }

    /// Where so many leaders stand: the first with the best counter in the line, the others along the line.
    fn spots(&self, numbers: Range<usize>, count: usize) -> Vec<Hex> {
        let in_line = |at: &usize| {
            let wing = self.units[*at].wing.as_str();
            [Wing::Left, Wing::Centre, Wing::Right].iter().any(|one| one.name() == wing)
        };
        let mut line: Vec<usize> = numbers.clone().filter(in_line).collect();
        if line.is_empty() {
            line = numbers.collect();
        }
        let row = |at: &usize| (self.units[*at].start.hex.row, self.units[*at].start.hex.column);
        line.sort_by_key(row);
        let best = line.iter().max_by_key(|&&at| (self.units[at].tq, std::cmp::Reverse(at)));
        let mut chosen: Vec<usize> = best.copied().into_iter().collect();
        for nth in 1..count {
            // Spread along the line; where somebody is already, the next one.
            let wish = (2 * nth - 1) * line.len() / (2 * (count - 1).max(1));
            let free = (0..line.len()).map(|step| line[(wish + step) % line.len()]);
            let spot = free.clone().find(|at| !chosen.contains(at)).or_else(|| free.clone().next());
            chosen.extend(spot);
        }
        chosen.into_iter().map(|at| self.units[at].start.hex).collect()
    }
}

fn commander(
    camp: Camp,
    rank: usize,
    name: String,
    ratings: &Ratings,
    units: UnitSet,
    start: Hex,
) -> Commander {
    let role = match rank {
        0 => Role::Overall,
        1 | 2 => Role::Wing,
        _ => Role::Subordinate,
    };
    // 4.1: strategy is for subordinates who may give line commands.
    let strategy = ratings.strategy.filter(|_| role != Role::Overall);
    Commander {
        id: name.to_lowercase(),
        name,
        camp,
        force: ForceId::sole(camp),
        role,
        initiative: Some(ratings.initiative),
        range: ratings.range,
        strategy,
        charisma: ratings.charisma,
        personal_combat: ratings.personal_combat,
        line_command: ratings.strategy.is_some(),
        elite: ratings.elite,
        commands: Commands { text: vec!["all".into()], units },
        rout_points: ratings.worth.unwrap_or(5 * u16::from(ratings.initiative)),
        is_target: ratings.king,
        start,
    }
}
