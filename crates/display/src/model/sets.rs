//! Small sets as bits, of both sides, listed in the order of their ids.

use crate::model::army::{LeaderId, UnitId};
use crate::model::boxes::BoxId;
use diadem_core::bitset;

bitset! {
    /// A set of units.
    UnitSet of UnitId in u128
}
bitset! {
    /// A set of leaders.
    LeaderSet of LeaderId in u32
}
bitset! {
    /// A set of boxes.
    BoxSet of BoxId in u16
}
