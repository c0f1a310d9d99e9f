//! The counter mix: every unit and leader there is.

use crate::model::data::{DataError, LEADERS, LeadersFile, Shape, UNITS, UnitsFile};
use crate::model::ids::{LeaderId, UnitId, UnitSet};
use crate::model::pieces::{Kind, Nation};
use diadem_core::{OwnFiles, Source};

/// The pieces of the game. Counters of one type have neighbouring ids.
#[derive(Debug)]
pub struct Roster {
    types: Vec<UnitType>,
    /// The type of each unit.
    type_of: Vec<u8>,
    leaders: Vec<Leader>,
    who: Persons,
    spartans: UnitSet,
    raiders: Vec<UnitId>,
    siege_trains: UnitSet,
}

/// A type of unit: counters that look alike.
#[derive(Debug)]
pub struct UnitType {
    /// Its key in the data.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its first counter; the others follow.
    pub first: UnitId,
    /// How many counters there are.
    pub count: u8,
    /// Its colour.
    pub nation: Nation,
    /// Its kind.
    pub kind: Kind,
    /// Attack and defence from full strength down.
    pub steps: Vec<Strength>,
    /// Whether its attack is a missile figure (10.13).
    pub missile: bool,
    /// Whether it can march on with Alexander though it is neither horse nor archers (8.4).
    pub force_march: bool,
    /// Whether it is printed on the back in Macedonian colours.
    pub turns_coat: bool,
    /// Whether two of them may stand as one on the display (10.7).
    pub doubles: bool,
    /// Where the figures come from.
    pub source: Source,
}

impl UnitType {
    /// Every counter of the type.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (self.first.0..self.first.0 + self.count).map(UnitId)
    }

    /// 8.4: all horse, all archers, and the few that are named.
    pub fn can_force_march(&self) -> bool {
        self.force_march || self.kind.is_cavalry() || self.kind == Kind::Archer
    }

    /// Steps at full strength.
    pub fn full(&self) -> u8 {
        self.steps.len() as u8
    }

    /// Attack and defence with so many steps left; nothing when it is dead.
    pub fn strength(&self, steps: u8) -> Strength {
        let lost = usize::from(self.full().saturating_sub(steps));
        if steps == 0 { Strength::default() } else { self.steps[lost] }
    }
}

/// Attack and defence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strength {
    /// Against others.
    pub attack: u8,
    /// Against attack.
    pub defence: u8,
}

/// A leader as he is printed.
#[derive(Debug)]
pub struct Leader {
    /// His key in the data.
    pub key: String,
    /// His name.
    pub name: String,
    /// Whom he serves.
    pub nation: Nation,
    /// His ability.
    pub ability: u8,
    /// His ability when wounded.
    pub wounded: u8,
    /// Where the figures come from.
    pub source: Source,
}

impl Leader {
    /// His ability, wounded or not.
    pub const fn ability_if(&self, wounded: bool) -> u8 {
        if wounded { self.wounded } else { self.ability }
    }
}

/// Leaders whom the rules name.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Persons {
    pub alexander: LeaderId,
    pub antipater: LeaderId,
    pub hephaestion: LeaderId,
    pub darius: LeaderId,
    pub bessus: LeaderId,
    pub memnon: LeaderId,
    pub porus: LeaderId,
    pub agis: LeaderId,
    /// The officers rated 0, of the Macedonians and the Persians (12.10).
    pub officers: [LeaderId; 2],
}

impl Roster {
    /// Loads and checks the counter mix.
    pub fn load(own: &OwnFiles) -> Result<Roster, DataError> {
        let units: UnitsFile = UNITS.read(own)?;
        let leaders: LeadersFile = LEADERS.read(own)?;
        let mut types = Vec::new();
        let mut type_of = Vec::new();
        for data in units.unit {
            let wrong = |why: &str| DataError::new(UNITS.name, &data.id, why);
            if data.count == 0 || data.steps.is_empty() {
                return Err(wrong("needs a count and at least one step"));
            }
            if type_of.len() + usize::from(data.count) > UnitSet::MOST {
                return Err(wrong("there are too many units"));
            }
            let weaker = |pair: &[(u8, u8)]| pair[0].0 < pair[1].0 || pair[0].1 < pair[1].1;
            if data.steps.windows(2).any(weaker) {
                return Err(wrong("grows stronger with losses"));
            }
            let first = UnitId(type_of.len() as u8);
            type_of.extend(std::iter::repeat_n(types.len() as u8, usize::from(data.count)));
            let strength = |&(attack, defence): &(u8, u8)| Strength { attack, defence };
            types.push(UnitType {
                key: data.id,
                name: data.name,
                first,
                count: data.count,
                nation: data.nation,
                kind: data.kind,
                steps: data.steps.iter().map(strength).collect(),
                missile: data.missile,
                force_march: data.force_march,
                turns_coat: data.turns_coat,
                doubles: data.doubles,
                source: data.source,
            });
        }
        let leaders: Vec<Leader> = (leaders.leader.into_iter())
            .map(|data| Leader {
                key: data.id,
                name: data.name,
                nation: data.side,
                ability: data.ability,
                wounded: data.wounded,
                source: data.source,
            })
            .collect();
        let named = |key: &'static str| {
            let index = leaders.iter().position(|leader| leader.key == key);
            let missing = || DataError::new(LEADERS.name, key, "the rules need this leader");
            index.map(|index| LeaderId(index as u8)).ok_or_else(missing)
        };
        let who = Persons {
            alexander: named("alexander")?,
            antipater: named("antipater")?,
            hephaestion: named("hephaestion")?,
            darius: named("darius")?,
            bessus: named("bessus")?,
            memnon: named("memnon")?,
            porus: named("porus")?,
            agis: named("agis")?,
            officers: [named("zero_mac")?, named("zero_per")?],
        };
        let those = |fit: &dyn Fn(&UnitType) -> bool| -> UnitSet {
            types.iter().filter(|one| fit(one)).flat_map(UnitType::units).collect()
        };
        Ok(Roster {
            spartans: those(&|one| one.nation == Nation::Spartan),
            raiders: those(&|one| one.nation.raids()).iter().collect(),
            siege_trains: those(&|one| one.kind == Kind::SiegeTrain),
            types,
            type_of,
            leaders,
            who,
        })
    }

    /// Leaders whom the rules name.
    pub fn who(&self) -> &Persons {
        &self.who
    }

    /// Every Spartan unit.
    pub fn spartans(&self) -> &UnitSet {
        &self.spartans
    }

    /// Every unit that comes with raids (14.3): no other ever belongs to a band.
    pub fn raiders(&self) -> &[UnitId] {
        &self.raiders
    }

    /// Every unit that is no combat unit.
    pub fn siege_trains(&self) -> &UnitSet {
        &self.siege_trains
    }

    /// Every type of unit.
    pub fn types(&self) -> &[UnitType] {
        &self.types
    }

    /// The type with this key.
    pub fn unit_type(&self, key: &str) -> Option<&UnitType> {
        self.types.iter().find(|one| one.key == key)
    }

    /// Every unit.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.type_of.len()).map(|index| UnitId(index as u8))
    }

    /// Every leader.
    pub fn leaders(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len()).map(|index| LeaderId(index as u8))
    }

    /// The leader with this key.
    pub fn leader(&self, key: &str) -> Option<LeaderId> {
        self.leaders.iter().position(|one| one.key == key).map(|index| LeaderId(index as u8))
    }
}

impl std::ops::Index<UnitId> for Roster {
    type Output = UnitType;
    fn index(&self, unit: UnitId) -> &UnitType {
        &self.types[usize::from(self.type_of[unit.index()])]
    }
}

impl std::ops::Index<LeaderId> for Roster {
    type Output = Leader;
    fn index(&self, leader: LeaderId) -> &Leader {
        &self.leaders[leader.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_mix_loads() {
        let roster = Roster::load(&OwnFiles::NONE).unwrap();
        assert_eq!((roster.units().count(), roster.leaders().count()), (129, 19));
        let hetairai = roster.unit_type("hetairai").unwrap();
        assert_eq!(hetairai.strength(4), Strength { attack: 10, defence: 8 });
        assert_eq!(hetairai.strength(1), Strength { attack: 3, defence: 3 });
        assert_eq!(hetairai.strength(0), Strength::default());
        assert_eq!(roster[hetairai.first].key, "hetairai");
    }
}
