//! Which units are meant: `all`, `cavalry`, `LC`, `LC of left`, `HC Thessalian`.

use crate::model::order_of_battle::{Troops, UnitId, UnitSet};
use crate::model::types::{Category, Kind};

/// Units of an army by their sort, perhaps only those of a wing or a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Selector {
    sort: Sort,
    part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    All,
    Arm(Category),
    Kind(Kind),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Whole,
    Wing(String),
    Named(String),
}

impl Selector {
    pub(super) fn parse(text: &str) -> Option<Selector> {
        let (sort, part) = text.split_once(' ').unwrap_or((text, ""));
        let sort = match sort {
            "all" => Sort::All,
            arm if Category::parse(arm).is_some() => Sort::Arm(Category::parse(arm)?),
            kind => Sort::Kind(Kind::parse(kind)?),
        };
        let part = match part.strip_prefix("of ") {
            Some(wing) => Part::Wing(wing.to_owned()),
            None if part.is_empty() => Part::Whole,
            None => Part::Named(part.to_owned()),
        };
        Some(Selector { sort, part })
    }

    /// The kind it names, if it names one.
    pub(super) const fn kind(&self) -> Option<Kind> {
        match self.sort {
            Sort::Kind(kind) => Some(kind),
            Sort::All | Sort::Arm(_) => None,
        }
    }

    /// Those it means among these units of an army.
    pub(super) fn select<'u>(&self, units: impl Iterator<Item = (UnitId, &'u Troops)>) -> UnitSet {
        units.filter(|(_, unit)| self.means(unit)).map(|(id, _)| id).collect()
    }

    fn means(&self, unit: &Troops) -> bool {
        let of_sort = match self.sort {
            Sort::All => true,
            Sort::Arm(arm) => unit.kind.category() == arm,
            Sort::Kind(kind) => unit.kind == kind,
        };
        let of_part = match &self.part {
            Part::Whole => true,
            Part::Wing(wing) => unit.wing == *wing,
            Part::Named(name) => unit.name.starts_with(name.as_str()),
        };
        of_sort && of_part
    }
}
