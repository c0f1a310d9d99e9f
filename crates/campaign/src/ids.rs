//! Small ids and sets of them.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub struct $name(pub u8);

        impl $name {
            /// For tables with a cell per id.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A province of the map.
    ProvinceId
}
id! {
    /// A sea zone.
    SeaId
}
id! {
    /// A city.
    CityId
}
id! {
    /// A combat unit, or the Siege Train: one counter of the mix.
    UnitId
}
id! {
    /// A leader.
    LeaderId
}

macro_rules! small_set {
    ($(#[$doc:meta])* $name:ident of $id:ident in $bits:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        pub struct $name($bits);

        impl $name {
            /// Nothing.
            pub const NONE: $name = $name(0);
            /// As many as a set can hold.
            pub const MOST: usize = <$bits>::BITS as usize;

            /// Just this one.
            pub const fn only(id: $id) -> $name {
                $name(1 << id.0)
            }
            /// Whether it is in the set.
            pub const fn contains(self, id: $id) -> bool {
                self.0 >> id.0 & 1 == 1
            }
            /// Adds it.
            pub fn insert(&mut self, id: $id) {
                self.0 |= 1 << id.0;
            }
            /// Takes it out.
            pub fn remove(&mut self, id: $id) {
                self.0 &= !(1 << id.0);
            }
            /// How many there are.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }
            /// Whether there is none.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
            /// Those in both sets.
            #[must_use]
            pub const fn and(self, other: $name) -> $name {
                $name(self.0 & other.0)
            }
            /// Those in either set.
            #[must_use]
            pub const fn or(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
            /// Those in this set and not in the other.
            #[must_use]
            pub const fn without(self, other: $name) -> $name {
                $name(self.0 & !other.0)
            }
            /// Each of them, in order.
            pub fn iter(self) -> impl Iterator<Item = $id> {
                let mut left = self.0;
                std::iter::from_fn(move || {
                    let next = (left != 0).then(|| left.trailing_zeros() as u8)?;
                    left &= left - 1;
                    Some($id(next))
                })
            }
        }

        impl FromIterator<$id> for $name {
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> $name {
                let mut set = $name::NONE;
                ids.into_iter().for_each(|id| set.insert(id));
                set
            }
        }
    };
}

small_set! {
    /// A set of provinces.
    ProvinceSet of ProvinceId in u64
}
small_set! {
    /// A set of sea zones.
    SeaSet of SeaId in u16
}
small_set! {
    /// A set of cities.
    CitySet of CityId in u32
}
small_set! {
    /// A set of leaders.
    LeaderSet of LeaderId in u64
}

/// A set of units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UnitSet([u64; 3]);

impl UnitSet {
    /// Nothing.
    pub const NONE: UnitSet = UnitSet([0; 3]);
    /// As many units as a set can hold.
    pub const MOST: usize = 192;

    /// Whether it is in the set.
    pub const fn contains(&self, unit: UnitId) -> bool {
        self.0[unit.0 as usize / 64] >> (unit.0 % 64) & 1 == 1
    }

    /// Adds it.
    pub fn insert(&mut self, unit: UnitId) {
        self.0[unit.index() / 64] |= 1 << (unit.0 % 64);
    }

    /// Takes it out.
    pub fn remove(&mut self, unit: UnitId) {
        self.0[unit.index() / 64] &= !(1 << (unit.0 % 64));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 3]
    }

    /// Each of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = UnitId> {
        let words = self.0;
        (0..3u8).flat_map(move |word| {
            let mut left = words[word as usize];
            std::iter::from_fn(move || {
                let next = (left != 0).then(|| left.trailing_zeros() as u8)?;
                left &= left - 1;
                Some(UnitId(word * 64 + next))
            })
        })
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> UnitSet {
        let mut set = UnitSet::NONE;
        units.into_iter().for_each(|unit| set.insert(unit));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_sets_hold_every_unit() {
        let mut set: UnitSet = [0, 63, 64, 128, 191].map(UnitId).into_iter().collect();
        set.remove(UnitId(64));
        assert_eq!(set.iter().map(|unit| unit.0).collect::<Vec<_>>(), [0, 63, 128, 191]);
        assert_eq!(
            (set.len(), set.contains(UnitId(128)), set.contains(UnitId(64))),
            (4, true, false)
        );
    }

    #[test]
    fn province_sets_list_in_order() {
        let set: ProvinceSet = [31, 0, 7].map(ProvinceId).into_iter().collect();
        assert_eq!(set.iter().map(|province| province.0).collect::<Vec<_>>(), [0, 7, 31]);
    }
}
