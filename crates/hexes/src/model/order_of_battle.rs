//! The order of battle: the armies of the two camps, their forces, units and leaders as they stand before the first turn.
//!
//! All of it is parsed and checked when a battle is read (`scenarios`), and never changes afterwards.

use crate::model::field::{Edge, Field};
use crate::model::hex::{Hand, Hex, Hexside, Vertex};
use crate::model::types::{Class, Kind, MissileKind, coded};
use diadem_core::{Camp, Seat, bitset, id};

/// The most combat units a battle may have: one number of a byte means nobody.
pub const MOST_UNITS: usize = 255;

/// The most leaders a battle may have: sets of them are 32 bits.
pub const MOST_LEADERS: usize = 32;

id! {
    /// A combat unit of a battle.
    UnitId
}
id! {
    /// A leader of a battle.
    LeaderId
}

id! {
    /// A force of a battle.
    ForceId
}

bitset! {
    /// Some combat units of a battle.
    UnitSet of UnitId in [u64; MOST_UNITS.div_ceil(64)]
}

/// A force: the pieces of one power in a camp, which their own seat decides about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Force {
    /// What it is called.
    pub name: String,
    /// The camp it fights in.
    pub camp: Camp,
    /// Who decides for it.
    pub seat: Seat,
    /// Who commands it all, if anybody does.
    pub overall_commander: Option<LeaderId>,
}

impl ForceId {
    /// The force of a camp that has but one.
    pub const fn sole(camp: Camp) -> ForceId {
        ForceId::new(camp as u8)
    }
}

impl Force {
    /// The force of a camp that has but one; the first camp has seat 0.
    pub fn sole(camp: Camp, name: &str, overall_commander: Option<LeaderId>) -> Force {
        Force { name: name.to_owned(), camp, seat: Seat::new(camp as u8), overall_commander }
    }
}

/// Where a unit stands at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// Its hex; of a two-hex unit the left half, as the troops see it.
    pub hex: Hex,
    /// The right half of a two-hex unit.
    pub second_hex: Option<Hex>,
    /// The vertex it faces; nothing for engines.
    pub facing: Option<Vertex>,
}

impl Start {
    /// A two-hex unit in these two hexes, named in either order; nothing when they do not lie across
    /// that facing.
    pub fn across(one: Hex, other: Hex, facing: Vertex) -> Option<Start> {
        let to_the_right = facing.flank(Hand::Right);
        let pairs = [(one, other), (other, one)];
        let (left, right) =
            pairs.into_iter().find(|(left, right)| left.beyond(to_the_right) == Some(*right))?;
        Some(Start { hex: left, second_hex: Some(right), facing: Some(facing) })
    }

    /// Every hex it stands in, the left half first.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        std::iter::once(self.hex).chain(self.second_hex)
    }
}

/// A combat unit as its counter has it (2.21).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Troops {
    /// Its name in its file, unique in its army.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The camp it fights in.
    pub camp: Camp,
    /// The force it belongs to.
    pub force: ForceId,
    /// Its type.
    pub kind: Kind,
    /// Its class, where the counter has one.
    pub class: Option<Class>,
    /// Troop quality.
    pub tq: u8,
    /// Size.
    pub size: u8,
    /// Movement allowance.
    pub ma: u8,
    /// The greater allowance that a phalanx may use (6.46).
    pub fast_ma: Option<u8>,
    /// What it shoots or throws.
    pub missile: Option<MissileKind>,
    /// It has an elephant screen, which fires in reaction only (8.25).
    pub screen: bool,
    /// Greek mercenaries and Spartans keep neither the law of inertia nor the drift (6.14, 6.5).
    pub greek_mercenary_or_spartan: bool,
    /// Thracian light cavalry may charge in formation (11.92).
    pub thracian: bool,
    /// Indian.
    pub indian: bool,
    /// The part of the battle line it stands in.
    pub wing: String,
    /// Where it stands at the start.
    pub start: Start,
}

impl Troops {
    /// What it is worth when it is eliminated (12.11).
    pub const fn rout_points(&self) -> u16 {
        rout_points(self.kind, self.tq)
    }
}

/// What a unit of this kind and quality is worth when it is eliminated (12.11).
pub(crate) const fn rout_points(kind: Kind, tq: u8) -> u16 {
    match kind {
        Kind::Artillery | Kind::Scorpion => 0,
        Kind::Skirmisher => 1,
        Kind::ShockSkirmisher => 2,
        kind if kind.is_elephant() || kind.is_chariot() => 2,
        kind if kind.is_two_hex() => 2 * tq as u16,
        _ => tq as u16,
    }
}

coded! {
    /// A leader's place in the hierarchy (4.34, 4.4, 4.5, 5.6).
    pub enum Role {
        /// The overall commander.
        Overall = "overall",
        /// A wing commander.
        Wing = "wing",
        /// A subordinate.
        Subordinate = "subordinate",
        /// A Macedonian contingent commander, on the map only with the optional rule 5.6.
        Contingent = "contingent",
    }
}

/// To whom a leader may give line commands (4.37); a contingent commander orders nobody else (5.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commands {
    /// As his file has it.
    pub text: Vec<String>,
    /// The very units.
    pub units: UnitSet,
}

/// A leader as his counter has him (4.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commander {
    /// His name in his file, unique in his army.
    pub id: String,
    /// What he is called.
    pub name: String,
    /// The camp he leads in.
    pub camp: Camp,
    /// The force he leads in: he commands nobody else's.
    pub force: ForceId,
    /// His place in the hierarchy.
    pub role: Role,
    /// Initiative; nothing for a contingent commander's `C`.
    pub initiative: Option<u8>,
    /// Command range.
    pub range: u8,
    /// Strategy, for subordinates who may give line commands.
    pub strategy: Option<u8>,
    /// Charisma.
    pub charisma: u8,
    /// Personal combat; Indians have none (9.23).
    pub personal_combat: Option<u8>,
    /// Whether he may give line commands: the `L` of his counter.
    pub line_command: bool,
    /// An elite commander (5.5).
    pub elite: bool,
    /// To whom he may give line commands (4.37).
    pub commands: Commands,
    /// What he is worth when he is killed (12.11).
    pub rout_points: u16,
    /// His death ends the battle: Darius the target (9.24, 12.11).
    pub is_target: bool,
    /// Where he stands at the start.
    pub start: Hex,
}

/// One sort of line: which units may be ordered together (4.31).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineSort {
    /// As its file has it.
    pub text: Vec<String>,
    /// The types that may be in it.
    pub kinds: Vec<Kind>,
    /// The very units, where the line is limited to a part of the army.
    pub units: UnitSet,
}

/// One army of a battle: the troops of a camp.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArmyList {
    /// Its name in its file.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// The edge it retreats to.
    pub retreat_edge: Edge,
    /// The rout points at which it withdraws (12.0).
    pub withdrawal: u16,
    /// The lines that line commands can be given to (4.31).
    pub lines: Vec<LineSort>,
    /// Macedonian, or led as one: loses ties of initiative (5.12), may avoid chariots (11.26).
    pub macedonian: bool,
    /// Its units.
    pub units: UnitSet,
}

coded! {
    /// The book a battle is fought by.
    pub enum Ruleset {
        /// The Great Battles of Alexander.
        Gba = "GBA",
        /// SPQR.
        Spqr = "SPQR",
    }
}

/// A battle to be fought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Battle {
    /// The word that names it.
    pub id: String,
    /// Its title.
    pub name: String,
    /// When it was.
    pub date: String,
    /// Its story, in our words.
    pub story: String,
    /// Where map, rosters and ratings come from, in words.
    pub whence: String,
    /// The real direction of the map's top edge.
    pub up: String,
    /// The book it is fought by.
    pub ruleset: Ruleset,
    /// The ground.
    pub field: Field,
    /// The armies of the two camps.
    pub armies: [ArmyList; 2],
    /// The forces of both camps, those of the first camp first; a camp has one or two. Seats are asked in this order.
    pub forces: Vec<Force>,
    /// Every unit; its place is its `UnitId`.
    pub units: Vec<Troops>,
    /// Every leader; his place is his `LeaderId`.
    pub leaders: Vec<Commander>,
    /// Night falls after this turn.
    pub last_turn: u8,
    /// The compass of a rampage: the side for a die of 1 to 6 (11.14).
    pub compass: [Hexside; 6],
    /// Rules of this battle alone that bear on the play.
    pub special: Special,
    /// What else there is to know about it, for the player.
    pub remarks: Vec<String>,
}

/// Rules of one battle alone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Special {
    /// The edge by which each army may leave the map without giving rout points.
    pub exits: [Option<Edge>; 2],
    /// No unit of these may be ordered to move in the first turn: a custom for one player.
    pub idle_first_turn: UnitSet,
    /// These do not go below a level in the first turn.
    pub holds_height_first_turn: UnitSet,
    /// That level.
    pub height_held: u8,
    /// A unit of these ends its move when it enters a major river.
    pub stops_in_river: UnitSet,
    /// Engines begin in fire mode rather than in move mode (11.8).
    pub engines_begin_in_fire_mode: bool,
}

impl Battle {
    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &Troops {
        &self.units[unit.index()]
    }

    /// A leader.
    pub fn leader(&self, leader: LeaderId) -> &Commander {
        &self.leaders[leader.index()]
    }

    /// The army of a camp.
    pub fn army(&self, camp: Camp) -> &ArmyList {
        &self.armies[camp.index()]
    }

    /// A force.
    pub fn force(&self, force: ForceId) -> &Force {
        &self.forces[force.index()]
    }

    /// Every unit's id.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len()).map(|index| UnitId::new(index as u8))
    }

    /// Every leader's id.
    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len()).map(|index| LeaderId::new(index as u8))
    }

    /// Every force's id, in the order in which they are asked.
    pub fn force_ids(&self) -> impl DoubleEndedIterator<Item = ForceId> + use<> {
        (0..self.forces.len()).map(|index| ForceId::new(index as u8))
    }

    /// The rout points of all combat units of a camp (12.11).
    pub fn unit_rout_points(&self, camp: Camp) -> u16 {
        self.units.iter().filter(|unit| unit.camp == camp).map(Troops::rout_points).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_units_keeps_its_members_in_order() {
        let ids = [3, 64, 200, 255].map(UnitId::new);
        let mut set: UnitSet = ids.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), ids);
        assert!(set.contains(ids[1]) && !set.contains(UnitId::new(65)));
        set.remove(ids[1]);
        assert_eq!(set.len(), 3);
        assert!(set.and(UnitSet::NONE).is_empty());
        assert_eq!(set.or(UnitSet::NONE), set);
    }

    #[test]
    fn the_left_half_is_left_for_the_troops() {
        let hex = |number| Hex::parse(number).unwrap();
        // G 6.45, 9.33: facing east, the left is to the north.
        let start = Start::across(hex("3218"), hex("3217"), Vertex::East).unwrap();
        assert_eq!((start.hex, start.second_hex), (hex("3217"), Some(hex("3218"))));
        let start = Start::across(hex("3217"), hex("3218"), Vertex::West).unwrap();
        assert_eq!(start.hex, hex("3218"));
        // A line from lower left to upper right faces north-west or south-east.
        let start = Start::across(hex("3617"), hex("3716"), Vertex::NorthWest).unwrap();
        assert_eq!(start.hex, hex("3617"));
        assert_eq!(Start::across(hex("3617"), hex("3716"), Vertex::East), None);
        assert_eq!(Start::across(hex("3617"), hex("3816"), Vertex::NorthWest), None);
    }
}
