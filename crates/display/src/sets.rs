//! Small sets as bits, listed in the order of their ids.

use serde::{Deserialize, Serialize};

macro_rules! bitset {
    ($(#[$doc:meta])* $name:ident($bits:ty as $stored:ty) of $id:ident($index:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        #[serde(into = "Stored", from = "Stored")]
        pub struct $name($bits);

        impl $name {
            /// Nobody.
            pub const NONE: $name = $name(0);

            /// Just this one.
            pub const fn only(id: $id) -> $name {
                $name(1 << id.0)
            }
            /// Everybody as a set of one, in order: a shift by one each time costs less than
            /// finding each one's place.
            pub fn singles() -> impl Iterator<Item = $name> {
                let mut next = 1;
                std::iter::from_fn(move || {
                    let only = $name(next);
                    next <<= 1;
                    Some(only)
                })
            }
            /// Whether it is in the set.
            pub const fn contains(self, id: $id) -> bool {
                self.0 & (1 << id.0) != 0
            }
            /// Puts it in.
            pub fn insert(&mut self, id: $id) {
                self.0 |= 1 << id.0;
            }
            /// Takes it out.
            pub fn remove(&mut self, id: $id) {
                self.0 &= !(1 << id.0);
            }
            /// This set and that one more.
            #[must_use]
            pub const fn with(self, id: $id) -> $name {
                $name(self.0 | 1 << id.0)
            }
            /// How many are in it.
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }
            /// Whether nobody is in it.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
            /// The first in it.
            pub fn first(self) -> Option<$id> {
                (self.0 != 0).then(|| $id(self.0.trailing_zeros() as $index))
            }
            /// Those in it, in order.
            pub fn iter(self) -> impl Iterator<Item = $id> {
                let mut left = self.0;
                std::iter::from_fn(move || {
                    let next = $name(left).first();
                    left &= left.wrapping_sub(1);
                    next
                })
            }
        }

        impl std::ops::BitAnd for $name {
            type Output = $name;
            fn bitand(self, other: $name) -> $name {
                $name(self.0 & other.0)
            }
        }
        impl std::ops::BitOr for $name {
            type Output = $name;
            fn bitor(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }
        impl std::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: $name) {
                self.0 |= other.0;
            }
        }
        impl std::ops::Sub for $name {
            type Output = $name;
            fn sub(self, other: $name) -> $name {
                $name(self.0 & !other.0)
            }
        }
        impl FromIterator<$id> for $name {
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> $name {
                ids.into_iter().fold($name::NONE, $name::with)
            }
        }

        type Stored = $stored;
    };
}

/// Sets of units.
pub mod units {
    use super::{Deserialize, Serialize};
    use crate::army::UnitId;

    bitset! {
        /// A set of units, of both sides.
        UnitSet(u128 as (u64, u64)) of UnitId(u8)
    }

    // Not every format knows 128 bits.
    impl From<UnitSet> for Stored {
        fn from(set: UnitSet) -> Stored {
            (set.0 as u64, (set.0 >> 64) as u64)
        }
    }
    impl From<Stored> for UnitSet {
        fn from((low, high): Stored) -> UnitSet {
            UnitSet(u128::from(high) << 64 | u128::from(low))
        }
    }
}

/// Sets of leaders.
pub mod leaders {
    use super::{Deserialize, Serialize};
    use crate::army::LeaderId;

    bitset! {
        /// A set of leaders, of both sides.
        LeaderSet(u32 as u32) of LeaderId(u8)
    }

    impl From<LeaderSet> for Stored {
        fn from(set: LeaderSet) -> Stored {
            set.0
        }
    }
    impl From<Stored> for LeaderSet {
        fn from(bits: Stored) -> LeaderSet {
            LeaderSet(bits)
        }
    }
}

/// Sets of boxes.
pub mod boxes {
    use super::{Deserialize, Serialize};
    use crate::boxes::BoxId;

    bitset! {
        /// A set of boxes, of both sides.
        BoxSet(u16 as u16) of BoxId(u8)
    }

    impl From<BoxSet> for Stored {
        fn from(set: BoxSet) -> Stored {
            set.0
        }
    }
    impl From<Stored> for BoxSet {
        fn from(bits: Stored) -> BoxSet {
            BoxSet(bits)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::units::UnitSet;
    use crate::army::UnitId;

    #[test]
    fn a_set_lists_in_order_and_survives_being_stored() {
        let set: UnitSet = [UnitId(70), UnitId(3), UnitId(127)].into_iter().collect();
        let listed: Vec<u8> = set.iter().map(|unit| unit.0).collect();
        assert_eq!(listed, [3, 70, 127]);
        assert_eq!(UnitSet::from(<(u64, u64)>::from(set)), set);
        assert_eq!((set - UnitSet::only(UnitId(3))).first(), Some(UnitId(70)));
    }
}
