//! Small ids and sets of them.

use diadem_core::{bitset, id};

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

bitset! {
    /// A set of provinces.
    ProvinceSet of ProvinceId in u64
}
bitset! {
    /// A set of sea zones.
    SeaSet of SeaId in u16
}
bitset! {
    /// A set of cities.
    CitySet of CityId in u64
}
bitset! {
    /// A set of leaders.
    LeaderSet of LeaderId in u64
}

bitset! {
    /// A set of units.
    UnitSet of UnitId in [u64; 3]
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
