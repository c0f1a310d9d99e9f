//! The armies of a battle: every unit and leader checked as it takes its place on the field.

use super::paper::{ArmyPaper, LeaderPaper, Nation, Paper, UnitPaper};
use super::selector::Selector;
use crate::model::charts::Charts;
use crate::model::field::Field;
use crate::model::hex::{Hex, Vertex};
use crate::model::order_of_battle::{
    ArmyList, Commander, Commands, Force, ForceId, LeaderId, LineSort, MOST_LEADERS, MOST_UNITS,
    Role, Special, Start, Troops, UnitId, UnitSet,
};
use crate::model::types::{Kind, MovementClass};
use diadem_core::Camp;
use diadem_sheets::ChartError;

/// The armies as far as they have been mustered.
pub(super) struct Muster<'p> {
    paper: &'p Paper,
    field: &'p Field,
    charts: &'p Charts,
    occupied: Vec<bool>,
    pub(super) units: Vec<Troops>,
    pub(super) leaders: Vec<Commander>,
    pub(super) forces: Vec<Force>,
    pub(super) special: Special,
}

impl<'p> Muster<'p> {
    pub(super) fn new(paper: &'p Paper, field: &'p Field, charts: &'p Charts) -> Muster<'p> {
        let occupied = vec![false; field.len()];
        let (units, leaders, forces) = (Vec::new(), Vec::new(), Vec::new());
        Muster {
            paper,
            field,
            charts,
            occupied,
            units,
            leaders,
            forces,
            special: Special::default(),
        }
    }

    /// Musters the next army: the first, then the second.
    pub(super) fn army(&mut self, army: &ArmyPaper) -> Result<ArmyList, ChartError> {
        let side = if self.units.is_empty() { Camp::First } else { Camp::Second };
        let key = |what: &str| format!("army.{}.{what}", army.key);
        self.paper.ensure(!army.units.is_empty(), &key("units"), "has no unit")?;
        self.ensure_once(army.units.iter().map(|unit| &unit.id), &key("units"))?;
        self.ensure_once(army.leaders.iter().map(|leader| &leader.id), &key("leaders"))?;
        for unit in &army.units {
            self.unit(side, unit, &key(&format!("units.{}", unit.id)))?;
        }
        let of_army = |unit: &(UnitId, &Troops)| unit.1.camp == side;
        let units: UnitSet = self.numbered().filter(of_army).map(|(id, _)| id).collect();
        for leader in &army.leaders {
            self.leader(side, leader, &key(&format!("leaders.{}", leader.id)))?;
        }
        let overall_commander = self.overall_commander(side, army)?;
        self.rout_points(side, army)?;
        let lines = self.lines(side, army)?;
        self.special(side, army)?;
        self.forces.push(Force::sole(side, &army.name, overall_commander));
        Ok(ArmyList {
            key: army.key.clone(),
            name: army.name.clone(),
            retreat_edge: army.retreat_edge,
            withdrawal: army.withdrawal,
            lines,
            macedonian: army.macedonian,
            units,
        })
    }

    fn ensure_once<'i>(
        &self,
        ids: impl Iterator<Item = &'i String>,
        key: &str,
    ) -> Result<(), ChartError> {
        let mut ids: Vec<&String> = ids.collect();
        ids.sort();
        let twice = ids.windows(2).find(|two| two[0] == two[1]);
        twice.map_or(Ok(()), |two| Err(self.paper.fault(key, format!("has {} twice", two[0]))))
    }

    fn numbered(&self) -> impl Iterator<Item = (UnitId, &Troops)> {
        self.units.iter().enumerate().map(|(index, unit)| (UnitId::new(index as u8), unit))
    }

    fn hex(&self, text: &str, key: &str) -> Result<Hex, ChartError> {
        let hex = Hex::parse(text).filter(|&hex| self.field.contains(hex));
        hex.ok_or_else(|| self.paper.fault(key, format!("\"{text}\" is not a hex of the map")))
    }

    /// Where a unit stands: on hexes of its own that it could enter, and lying across its facing.
    fn start(&mut self, unit: &UnitPaper, key: &str) -> Result<Start, ChartError> {
        let hex = self.hex(&unit.hex, key)?;
        let facing = unit.facing.as_deref().map(|code| {
            let unknown = || self.paper.fault(key, format!("\"{code}\" is no vertex to face"));
            Vertex::parse(code).ok_or_else(unknown)
        });
        let facing = facing.transpose()?;
        let has_facing = facing.is_some() != unit.kind.is_artillery();
        self.paper.ensure(has_facing, key, "needs a facing, or as an engine has none")?;
        let start = match (&unit.second_hex, facing) {
            (None, facing) => {
                let one = !unit.kind.is_two_hex();
                self.paper.ensure(one, key, "needs a second hex")?;
                Start { hex, second_hex: None, facing }
            }
            (Some(second), facing) => {
                let two = unit.kind.is_two_hex();
                self.paper.ensure(two, key, "covers one hex only")?;
                let second = self.hex(second, key)?;
                let start = facing.and_then(|facing| Start::across(hex, second, facing));
                start.ok_or_else(|| self.paper.fault(key, "does not lie across its facing"))?
            }
        };
        for hex in start.hexes() {
            let terrain = self.field.terrain(hex);
            let class = unit.kind.movement_class();
            let enters = self.charts.movement.hex_points(terrain, class).is_some();
            let where_it_may_not = format!("may not be in {hex}: {}", terrain.code());
            self.paper.ensure(enters, key, where_it_may_not)?;
            let place = &mut self.occupied[self.field.index(hex)];
            let was_free = !std::mem::replace(place, true);
            self.paper.ensure(was_free, key, format!("stands on another unit in {hex}"))?;
        }
        Ok(start)
    }

    fn unit(&mut self, camp: Camp, unit: &UnitPaper, key: &str) -> Result<(), ChartError> {
        self.paper.ensure(self.units.len() < MOST_UNITS, key, "is one too many")?;
        let rated = (1..=9).contains(&unit.tq) && (1..=60).contains(&unit.size);
        self.paper.ensure(rated, key, "needs a quality of 1 to 9 and a size of 1 to 60")?;
        let missiles = !unit.kind.is_artillery() || unit.missile.is_some();
        self.paper.ensure(missiles, key, "is an engine and needs missiles")?;
        let screen = !unit.screen || unit.kind.is_elephant();
        self.paper.ensure(screen, key, "has a screen, as only elephants do")?;
        let start = self.start(unit, key)?;
        let of_type = self.charts.types.row(unit.kind);
        let ma = unit.ma.unwrap_or(of_type.ma);
        self.paper.ensure((1..=12).contains(&ma), key, "needs an allowance of 1 to 12")?;
        let mercenary = [Some(Nation::GreekMercenary), Some(Nation::Spartan)];
        self.units.push(Troops {
            id: unit.id.clone(),
            name: unit.name.clone(),
            camp,
            force: ForceId::sole(camp),
            kind: unit.kind,
            class: unit.class,
            tq: unit.tq,
            size: unit.size,
            ma,
            fast_ma: of_type.fast_ma,
            missile: unit.missile,
            screen: unit.screen,
            greek_mercenary_or_spartan: mercenary.contains(&unit.nation),
            thracian: unit.nation == Some(Nation::Thracian),
            indian: unit.nation == Some(Nation::Indian),
            wing: unit.wing.clone(),
            start,
        });
        Ok(())
    }

    fn leader(&mut self, camp: Camp, leader: &LeaderPaper, key: &str) -> Result<(), ChartError> {
        self.paper.ensure(self.leaders.len() < MOST_LEADERS, key, "is one too many")?;
        let contingent = leader.role == Role::Contingent;
        let initiative = leader.initiative.is_none() == contingent
            && leader.initiative.is_none_or(|rating| (1..=9).contains(&rating));
        let of_initiative = "needs an initiative of 1 to 9, or as a contingent commander none";
        self.paper.ensure(initiative, key, of_initiative)?;
        // 4.1: strategy is for subordinates who may give line commands.
        let below = matches!(leader.role, Role::Wing | Role::Subordinate);
        let strategy = leader.strategy.is_some() == (below && leader.line_command);
        let of_strategy =
            "needs a strategy if he is below another and may order lines, or has none";
        self.paper.ensure(strategy, key, of_strategy)?;
        let ratings = [Some(leader.charisma), leader.personal_combat, leader.strategy];
        let rated = ratings.into_iter().flatten().all(|rating| rating <= 9);
        let ranged = (1..=20).contains(&leader.range);
        self.paper.ensure(rated && ranged, key, "has a rating that no counter has")?;
        let start = self.hex(&leader.hex, key)?;
        let terrain = self.field.terrain(start);
        let cavalry = MovementClass::Cavalry;
        let enters = self.charts.movement.hex_points(terrain, cavalry).is_some();
        self.paper.ensure(enters, key, format!("may not be in {start}: {}", terrain.code()))?;
        let units = self.select(camp, &leader.commands, &format!("{key}.commands"))?;
        let five_times = 5 * u16::from(leader.initiative.unwrap_or(0));
        self.leaders.push(Commander {
            id: leader.id.clone(),
            name: leader.name.clone(),
            camp,
            force: ForceId::sole(camp),
            role: leader.role,
            initiative: leader.initiative,
            range: leader.range,
            strategy: leader.strategy,
            charisma: leader.charisma,
            personal_combat: leader.personal_combat,
            line_command: leader.line_command,
            elite: leader.elite,
            commands: Commands { text: leader.commands.clone(), units },
            rout_points: leader.worth.unwrap_or(five_times),
            is_target: leader.target,
            start,
        });
        Ok(())
    }

    /// The overall commander who is named, and no other.
    fn overall_commander(
        &self,
        side: Camp,
        army: &ArmyPaper,
    ) -> Result<Option<LeaderId>, ChartError> {
        let key = format!("army.{}.overall_commander", army.key);
        let of_role = |leader: &&Commander| leader.camp == side && leader.role == Role::Overall;
        let found: Vec<&Commander> = self.leaders.iter().filter(of_role).collect();
        match (&army.overall_commander, found.as_slice()) {
            (None, []) => Ok(None),
            (Some(id), [one]) if one.id == *id => {
                let is_he = |leader: &Commander| leader.camp == side && leader.id == *id;
                let place = self.leaders.iter().position(is_he);
                Ok(place.map(|place| LeaderId::new(place as u8)))
            }
            _ => Err(self.paper.fault(key, "is not the one leader of that role")),
        }
    }

    /// 12.11: what the units are worth, and that the army does not withdraw before the first blow.
    fn rout_points(&self, side: Camp, army: &ArmyPaper) -> Result<(), ChartError> {
        let of_side = self.units.iter().filter(|unit| unit.camp == side);
        let points: u16 = of_side.map(Troops::rout_points).sum();
        let key = |what: &str| format!("army.{}.{what}", army.key);
        let told = format!("is {}, but the units are worth {points}", army.unit_rout_points);
        self.paper.ensure(points == army.unit_rout_points, &key("unit_rout_points"), told)?;
        let fits = army.withdrawal > 0 && army.withdrawal <= points;
        self.paper.ensure(fits, &key("withdrawal"), format!("is not 1 to {points}"))
    }

    /// The units that these words mean; each word must mean somebody.
    fn select(&self, side: Camp, texts: &[String], key: &str) -> Result<UnitSet, ChartError> {
        let mut all = UnitSet::NONE;
        for text in texts {
            let unknown = || self.paper.fault(key, format!("\"{text}\" is no sort of unit"));
            let selector = Selector::parse(text).ok_or_else(unknown)?;
            let units = selector.select(self.numbered().filter(|(_, unit)| unit.camp == side));
            let means_some = !units.is_empty();
            self.paper.ensure(means_some, key, format!("\"{text}\" means no unit of the army"))?;
            all = all.or(units);
        }
        Ok(all)
    }

    fn lines(&self, side: Camp, army: &ArmyPaper) -> Result<Vec<LineSort>, ChartError> {
        let key = format!("army.{}.lines", army.key);
        let line = |texts: &Vec<String>| {
            let kinds: Option<Vec<Kind>> =
                texts.iter().map(|text| Selector::parse(text)?.kind()).collect();
            let kinds = kinds.filter(|kinds| !kinds.is_empty());
            let mut kinds = kinds.ok_or_else(|| self.paper.fault(&key, "names types of units"))?;
            kinds.sort();
            kinds.dedup();
            let units = self.select(side, texts, &key)?;
            Ok(LineSort { text: texts.clone(), kinds, units })
        };
        army.lines.iter().map(line).collect()
    }

    fn special(&mut self, side: Camp, army: &ArmyPaper) -> Result<(), ChartError> {
        let key = |what: &str| format!("army.{}.{what}", army.key);
        let idle = self.select(side, &army.idle_first_turn, &key("idle_first_turn"))?;
        let stops = self.select(side, &army.stops_in_river, &key("stops_in_river"))?;
        if let Some(height) = &army.holds_height_first_turn {
            let holds = self.select(side, &height.units, &key("holds_height_first_turn"))?;
            self.special.holds_height_first_turn = holds;
            self.special.height_held = height.level;
        }
        self.special.exits[side.index()] = army.exit;
        self.special.idle_first_turn = self.special.idle_first_turn.or(idle);
        self.special.stops_in_river = self.special.stops_in_river.or(stops);
        Ok(())
    }
}
