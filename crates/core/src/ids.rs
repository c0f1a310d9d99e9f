//! Small ids and sets of them: one way to write each, for every game.
//!
//! A set is stored as it always was: one word as a number, more as a tuple.

/// A small id: `id! { /// A province. ProvinceId }`.
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, ::serde::Serialize, ::serde::Deserialize,
        )]
        pub struct $name(pub u8);

        impl $name {
            /// The one of this number.
            pub const fn new(number: u8) -> $name {
                $name(number)
            }

            /// Its number, for tables with a cell per id.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

/// A set of ids as bits, listed in their order: `bitset! { /// Some units. UnitSet of UnitId in [u64; 3] }`. An id
/// has `const fn index(self) -> usize` and `const fn new(u8)`; a set is one integer, or several `u64`.
#[macro_export]
macro_rules! bitset {
    ($(#[$doc:meta])* $name:ident of $id:ident in [u64; $words:expr]) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, ::serde::Serialize, ::serde::Deserialize)]
        pub struct $name([u64; $words]);

        impl $name {
            /// Nothing.
            pub const NONE: $name = $name([0; $words]);
            /// As many as a set can hold.
            pub const MOST: usize = 64 * $words;

            /// Whether it is in the set.
            pub const fn contains(&self, id: $id) -> bool {
                self.0[id.index() / 64] >> (id.index() % 64) & 1 == 1
            }
            /// Puts it in.
            pub const fn insert(&mut self, id: $id) {
                self.0[id.index() / 64] |= 1 << (id.index() % 64);
            }
            /// Takes it out.
            pub const fn remove(&mut self, id: $id) {
                self.0[id.index() / 64] &= !(1 << (id.index() % 64));
            }
            /// How many there are.
            pub fn len(&self) -> usize {
                self.0.iter().map(|word| word.count_ones() as usize).sum()
            }
            /// Whether there is none.
            pub fn is_empty(&self) -> bool {
                self.0 == [0; $words]
            }
            /// Those in both sets.
            #[must_use]
            pub fn and(self, other: $name) -> $name {
                $name(std::array::from_fn(|word| self.0[word] & other.0[word]))
            }
            /// Those in either set.
            #[must_use]
            pub fn or(self, other: $name) -> $name {
                $name(std::array::from_fn(|word| self.0[word] | other.0[word]))
            }
            /// Those in this set and not in the other.
            #[must_use]
            pub fn without(self, other: $name) -> $name {
                $name(std::array::from_fn(|word| self.0[word] & !other.0[word]))
            }
            /// Each of them, in order.
            pub fn iter(&self) -> impl Iterator<Item = $id> + use<> {
                self.0.into_iter().enumerate().flat_map(|(word, mut left)| {
                    std::iter::from_fn(move || {
                        let next = (left != 0).then(|| left.trailing_zeros() as usize)?;
                        left &= left - 1;
                        Some($id::new((word * 64 + next) as u8))
                    })
                })
            }
        }

        $crate::bitset! { @every $name of $id }
    };
    ($(#[$doc:meta])* $name:ident of $id:ident in u128) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(into = "(u64, u64)", from = "(u64, u64)")]
        pub struct $name(u128);

        // Not every format knows 128 bits.
        impl From<$name> for (u64, u64) {
            fn from(set: $name) -> (u64, u64) {
                (set.0 as u64, (set.0 >> 64) as u64)
            }
        }
        impl From<(u64, u64)> for $name {
            fn from((low, high): (u64, u64)) -> $name {
                $name(u128::from(high) << 64 | u128::from(low))
            }
        }

        $crate::bitset! { @word $name of $id in u128 }
    };
    ($(#[$doc:meta])* $name:ident of $id:ident in $bits:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, ::serde::Serialize, ::serde::Deserialize)]
        pub struct $name($bits);

        $crate::bitset! { @word $name of $id in $bits }
    };
    (@word $name:ident of $id:ident in $bits:ident) => {
        impl $name {
            /// Nothing.
            pub const NONE: $name = $name(0);
            /// As many as a set can hold.
            pub const MOST: usize = <$bits>::BITS as usize;

            /// Just this one.
            pub const fn only(id: $id) -> $name {
                $name(1 << id.index())
            }
            /// Everybody as a set of one, in order: a shift by one each time costs less than finding each one's
            /// place.
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
                self.0 >> id.index() & 1 == 1
            }
            /// Puts it in.
            pub const fn insert(&mut self, id: $id) {
                self.0 |= 1 << id.index();
            }
            /// Takes it out.
            pub const fn remove(&mut self, id: $id) {
                self.0 &= !(1 << id.index());
            }
            /// This set and that one more.
            #[must_use]
            pub const fn with(self, id: $id) -> $name {
                $name(self.0 | 1 << id.index())
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
            /// The first of them.
            pub fn first(self) -> Option<$id> {
                (self.0 != 0).then(|| $id::new(self.0.trailing_zeros() as u8))
            }
            /// Each of them, in order.
            pub fn iter(self) -> impl Iterator<Item = $id> + use<> {
                let mut left = self.0;
                std::iter::from_fn(move || {
                    let next = $name(left).first();
                    left &= left.wrapping_sub(1);
                    next
                })
            }
        }

        impl std::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: $name) {
                self.0 |= other.0;
            }
        }

        $crate::bitset! { @every $name of $id }
    };
    (@every $name:ident of $id:ident) => {
        impl std::ops::BitAnd for $name {
            type Output = $name;
            fn bitand(self, other: $name) -> $name {
                self.and(other)
            }
        }
        impl std::ops::BitOr for $name {
            type Output = $name;
            fn bitor(self, other: $name) -> $name {
                self.or(other)
            }
        }
        impl std::ops::Sub for $name {
            type Output = $name;
            fn sub(self, other: $name) -> $name {
                self.without(other)
            }
        }
        impl FromIterator<$id> for $name {
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> $name {
                let mut set = $name::NONE;
                ids.into_iter().for_each(|id| set.insert(id));
                set
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter().map($id::index)).finish()
            }
        }
    };
}

#[cfg(test)]
mod tests {
    #![expect(dead_code, reason = "a set can do more than a test asks of it")]

    id! {
        /// A man.
        ManId
    }
    bitset! {
        /// A few men.
        Squad of ManId in u16
    }
    bitset! {
        /// Many men.
        Company of ManId in u128
    }
    bitset! {
        /// Very many men.
        Regiment of ManId in [u64; 3]
    }

    #[test]
    fn sets_of_every_size_list_in_order() {
        let men = [9, 15, 0].map(ManId);
        let listed = [0, 9, 15].map(ManId);
        assert!(men.into_iter().collect::<Squad>().iter().eq(listed));
        assert!(men.into_iter().collect::<Company>().iter().eq(listed));
        assert!(men.into_iter().collect::<Regiment>().iter().eq(listed));
        let many = [191, 64, 127, 128];
        let mut regiment: Regiment = many.map(ManId).into_iter().collect();
        regiment.remove(ManId(127));
        assert!(regiment.iter().eq([64, 128, 191].map(ManId)));
        assert_eq!(regiment.len(), 3);
        assert_eq!((Regiment::MOST, Company::MOST, Squad::MOST), (192, 128, 16));
    }

    #[test]
    fn sets_are_added_and_taken_from_each_other() {
        let (one, two) = (Squad::only(ManId(1)), Squad::only(ManId(2)));
        assert_eq!((one | two) - one, two);
        assert_eq!((one | two) & two, two);
        assert!((one & two).is_empty());
        assert_eq!((one | two).first(), Some(ManId(1)));
    }

    #[test]
    fn a_word_is_stored_as_a_number_and_more_as_a_tuple() {
        let (squad, company) = (Squad::only(ManId(3)), Company::only(ManId(70)));
        let regiment: Regiment = [ManId(64)].into_iter().collect();
        assert_eq!(serde_json::to_string(&squad).unwrap(), "8");
        assert_eq!(serde_json::to_string(&company).unwrap(), "[0,64]");
        assert_eq!(serde_json::to_string(&regiment).unwrap(), "[0,1,0]");
        assert_eq!(serde_json::from_str::<Company>("[0,64]").unwrap(), company);
    }
}
