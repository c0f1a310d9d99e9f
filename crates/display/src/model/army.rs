//! 2.7, 2.8: units and leaders as they come to the display, and the battle they make.

use crate::model::scenarios::usual_names;
use diadem_core::{Camp, Seat, SeatSet, SetupError, id};
use serde::{Deserialize, Serialize};

id! {
    /// A unit of the battle, by its place in [`BattleSetup::units`].
    UnitId
}
id! {
    /// A leader of the battle, by his place in [`BattleSetup::leaders`].
    LeaderId
}

id! {
    /// A force of the battle, by its place in [`BattleSetup::forces`].
    ForceId
}

/// As many units as a battle can have.
pub const MOST_UNITS: usize = 128;
/// As many leaders as a battle can have.
pub const MOST_LEADERS: usize = 32;
/// S9.3: as many forces as a camp can have.
pub const MOST_ALLIES: usize = 2;
/// 10.1: fewer units than this do not fight on the display.
pub const FEWEST_UNITS: usize = 3;

/// What kind of troops a unit is (2.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Phalanx and hoplites.
    HeavyInfantry,
    /// All other foot.
    Infantry,
    /// Peltasts, Arabs.
    LightInfantry,
    /// Foot archers: their attack strength is bracketed.
    Archer,
    /// The Hetairai and their like.
    HeavyCavalry,
    /// All other horse.
    LightCavalry,
    /// Mounted archers: their attack strength is bracketed.
    HorseArcher,
    /// Elephants.
    Elephant,
    /// Chariots that carry men.
    Chariot,
}

impl Kind {
    /// Horse of whatever kind.
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Kind::HeavyCavalry | Kind::LightCavalry | Kind::HorseArcher)
    }
    /// A heavy target for missiles (10.13).
    pub const fn is_heavy(self) -> bool {
        matches!(self, Kind::HeavyInfantry | Kind::HeavyCavalry)
    }
    /// Whether its attack strength is bracketed (10.13).
    pub const fn shoots(self) -> bool {
        matches!(self, Kind::Archer | Kind::HorseArcher)
    }
}

/// Attack and defense strength (2.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "(u8, u8)", into = "(u8, u8)")]
pub struct Strength {
    /// Attack; in brackets, the highest die that hits.
    pub attack: u8,
    /// Defense.
    pub defense: u8,
}

impl From<(u8, u8)> for Strength {
    fn from((attack, defense): (u8, u8)) -> Strength {
        Strength { attack, defense }
    }
}
impl From<Strength> for (u8, u8) {
    fn from(strength: Strength) -> (u8, u8) {
        (strength.attack, strength.defense)
    }
}

/// Whether two such units may stack together (10.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doubling {
    /// They may not.
    #[default]
    Never,
    /// Persian 3-3 cavalry, two of which are a 6-6.
    Horse,
    /// Persian 3-2 infantry, two of which are a 6-4.
    Foot,
}

/// A unit as it comes to the battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnitSetup {
    /// The campaign's number for it, given back in the report.
    pub parent: u16,
    /// The force it belongs to, whose seat decides for it.
    pub force: ForceId,
    /// Its kind.
    pub kind: Kind,
    /// Its strength from full down, a step each.
    pub steps: Vec<Strength>,
    /// How many of these steps it has lost before.
    pub lost: u8,
    /// Whether it is Spartan (10.3).
    pub spartan: bool,
    /// Whether it may stack with another of its sort.
    pub doubling: Doubling,
}

/// Who a leader is, where the rules care.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// 10.17, 10.19.
    Alexander,
    /// 10.18, 10.19, 15.2.
    Darius,
    /// 10.19.
    Bessus,
    /// 10.18.
    Porus,
    /// 10.3.
    Agis,
    /// A leader rated 0, without a wounded side (10.16).
    Nameless,
    /// Anybody else.
    #[default]
    Other,
}

/// A leader as he comes to the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeaderSetup {
    /// The campaign's number for him, given back in the report.
    pub parent: u16,
    /// The force he belongs to, whose seat decides for him.
    pub force: ForceId,
    /// Who he is.
    pub who: Who,
    /// His ability rating.
    pub full: u8,
    /// The rating of his wounded side.
    pub wounded: u8,
    /// Whether he is wounded already.
    pub is_wounded: bool,
}

/// How an army is set up (10.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placing {
    /// Leaders by their ratings, with the first units, as the Persians do.
    ByRating,
    /// Leaders anywhere once all units stand, as the Macedonians do.
    Free,
}

/// What one seat brings to a camp: a camp holds one force, or two that are allies (Successors 9.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ForceSetup {
    /// The camp it fights in.
    pub camp: Camp,
    /// The seat that decides for it.
    pub seat: Seat,
    /// How it is set up.
    pub placing: Placing,
}

/// Which camp is first at what (10.2, 10.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The camp that acts first in a round.
    pub acts_first: Camp,
    /// The camp that sets up first.
    pub sets_up_first: Camp,
}

impl Order {
    /// As in Alexandros, where the Macedonian is the first camp.
    pub const ALEXANDROS: Order = Order { acts_first: Camp::First, sets_up_first: Camp::Second };
}

/// The optional rules of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Switches {
    /// 10.3: both set up behind a screen.
    pub secret_set_up: bool,
    /// 10.14: light infantry may fire in defense, once a battle.
    pub light_infantry_fire: bool,
    /// 10.15: attacks from a second box are shifted a column.
    pub odds_shift: bool,
}

/// A battle to be fought: plain data, from which the rules half is made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BattleSetup {
    /// Every force. Those of a camp act in this order.
    pub forces: Vec<ForceSetup>,
    /// Which camp is first at what.
    pub order: Order,
    /// Every unit. Their order is the order of their ids.
    pub units: Vec<UnitSetup>,
    /// Every leader. Of equals, the first commands (10.19).
    pub leaders: Vec<LeaderSetup>,
    /// The optional rules in use.
    pub switches: Switches,
}

impl BattleSetup {
    /// Whether such a battle can be fought; if not, why.
    pub fn check(&self) -> Result<(), SetupError> {
        let refuse = |what: String| Err(SetupError(what));
        if self.units.len() > MOST_UNITS || self.leaders.len() > MOST_LEADERS {
            return refuse(format!(
                "The display takes up to {MOST_UNITS} units and {MOST_LEADERS} leaders."
            ));
        }
        let forces = self.forces.len();
        let seats: SeatSet = self.forces.iter().map(|force| force.seat).collect();
        if seats.len() != forces {
            return refuse("Every force of a battle has a seat of its own.".into());
        }
        let mut of_units = self.units.iter().map(|unit| unit.force);
        let mut of_leaders = self.leaders.iter().map(|leader| leader.force);
        if of_units.any(|force| force.index() >= forces)
            || of_leaders.any(|force| force.index() >= forces)
        {
            return refuse("Every unit and leader belongs to a force of the battle.".into());
        }
        for camp in Camp::BOTH {
            let allies = self.forces.iter().filter(|force| force.camp == camp).count();
            if !(1..=MOST_ALLIES).contains(&allies) {
                return refuse(format!(
                    "The {camp:?} camp has {allies} forces; it holds one or two (Successors 9.3)."
                ));
            }
            let is_there = |unit: &&UnitSetup| self.forces[unit.force.index()].camp == camp;
            let count = self.units.iter().filter(is_there).count();
            if count < FEWEST_UNITS {
                return refuse(format!(
                    "The {camp:?} camp has {count} units; the display needs {FEWEST_UNITS} at least \
                     (Alexandros 10.1)."
                ));
            }
        }
        for (number, unit) in self.units.iter().enumerate() {
            if let Some(what) = unit.fault() {
                return refuse(format!("Unit {number} of the battle {what}."));
            }
        }
        for (number, leader) in self.leaders.iter().enumerate() {
            if leader.who == Who::Nameless && (leader.full != 0 || leader.is_wounded) {
                return refuse(format!("Leader {number} is a 0 leader and has no other rating."));
            }
        }
        Ok(())
    }
}

impl UnitSetup {
    fn fault(&self) -> Option<&'static str> {
        let most_attack = if self.kind.shoots() { 6 } else { 50 };
        let fits =
            |s: &Strength| (1..=most_attack).contains(&s.attack) && (1..=50).contains(&s.defense);
        // None is as bad as none left.
        if usize::from(self.lost) >= self.steps.len() {
            return Some("has no step left");
        }
        if !self.steps.iter().all(fits) {
            return Some("has a strength that no counter has");
        }
        let doubles = match self.doubling {
            Doubling::Never => return None,
            Doubling::Horse => self.kind.is_cavalry() && self.steps == [Strength::from((3, 3))],
            Doubling::Foot => self.kind == Kind::Infantry && self.steps == [Strength::from((3, 2))],
        };
        (!doubles).then_some("may not be doubled: only 3-3 cavalry and 3-2 infantry are")
    }
}

/// What things are called; made once, used only in sentences.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Names {
    /// The two camps.
    pub camps: [String; 2],
    /// The forces, in their order.
    pub forces: Vec<String>,
    /// The units, in their order.
    pub units: Vec<String>,
    /// The leaders, in their order.
    pub leaders: Vec<String>,
}

impl Names {
    /// Plain names for a battle that brings none.
    pub fn plain(setup: &BattleSetup) -> Names {
        let unit = |(number, unit): (usize, &UnitSetup)| {
            let full =
                unit.steps.first().map(|full| format!(" ({}-{})", full.attack, full.defense));
            format!("unit {}{}", number + 1, full.unwrap_or_default())
        };
        let leader = |(number, leader): (usize, &LeaderSetup)| match leader.who {
            Who::Other | Who::Nameless => format!("leader {}", number + 1),
            who => format!("{who:?}"),
        };
        let camps = usual_names();
        let force = |force: &ForceSetup| camps[force.camp.index()].clone();
        Names {
            forces: setup.forces.iter().map(force).collect(),
            camps,
            units: setup.units.iter().enumerate().map(unit).collect(),
            leaders: setup.leaders.iter().enumerate().map(leader).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scenarios::battle;

    #[test]
    fn a_battle_that_cannot_be_fought_is_refused() {
        let good = battle("granicus-display").unwrap().battle;
        assert_eq!(good.check(), Ok(()));
        let spoiled = |spoil: fn(&mut BattleSetup)| {
            let mut setup = good.clone();
            spoil(&mut setup);
            setup.check().unwrap_err().0
        };
        let few = spoiled(|setup| setup.units.retain(|unit| unit.force == ForceId(1)));
        assert!(few.contains("Alexandros 10.1"), "{few}");
        let dead = spoiled(|setup| setup.units[0].lost = 2);
        assert!(dead.contains("Unit 0 of the battle has no step left"), "{dead}");
        let doubled = spoiled(|setup| setup.units[0].doubling = Doubling::Foot);
        assert!(doubled.contains("may not be doubled"), "{doubled}");
    }
}
