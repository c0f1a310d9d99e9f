//! Sets of units as bits, listed in the order of their ids.

use crate::order_of_battle::UnitId;
use serde::{Deserialize, Serialize};

/// A set of units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UnitSet([u64; 4]);

impl UnitSet {
    /// No unit.
    pub const NONE: UnitSet = UnitSet([0; 4]);

    /// Whether the unit is in the set.
    pub fn contains(&self, unit: UnitId) -> bool {
        self.0[unit.index() / 64] & (1 << (unit.index() % 64)) != 0
    }

    /// Puts a unit in.
    pub fn insert(&mut self, unit: UnitId) {
        self.0[unit.index() / 64] |= 1 << (unit.index() % 64);
    }

    /// Takes a unit out.
    pub fn remove(&mut self, unit: UnitId) {
        self.0[unit.index() / 64] &= !(1 << (unit.index() % 64));
    }

    /// Whether no unit is in it.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// How many units are in it.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The first unit in it.
    pub fn first(&self) -> Option<UnitId> {
        self.iter().next()
    }

    /// The units in it, in order.
    pub fn iter(&self) -> impl Iterator<Item = UnitId> + use<> {
        let mut words = self.0;
        let mut word = 0;
        std::iter::from_fn(move || {
            while word < words.len() {
                if words[word] != 0 {
                    let bit = words[word].trailing_zeros() as usize;
                    words[word] &= words[word] - 1;
                    return Some(UnitId::new(word * 64 + bit));
                }
                word += 1;
            }
            None
        })
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> UnitSet {
        let mut set = UnitSet::NONE;
        for unit in units {
            set.insert(unit);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_list_their_units_in_order() {
        let set: UnitSet = [200, 3, 64, 63].into_iter().map(UnitId::new).collect();
        let listed: Vec<usize> = set.iter().map(UnitId::index).collect();
        assert_eq!(listed, [3, 63, 64, 200]);
        assert_eq!((set.len(), set.first()), (4, Some(UnitId::new(3))));
    }
}
