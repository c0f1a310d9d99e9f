//! shim
use crate::charts::Charts;
use crate::field::Field;
use crate::hex::{Hex, Side};
use crate::types::MovementClass;
use diadem_core::Illegal;
/// c
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// m
    pub mp: u8,
    /// h
    pub hits: u8,
}
impl Charts {
    /// e
    pub fn entry(
        &self,
        _f: &Field,
        _c: MovementClass,
        _from: Hex,
        _s: Side,
    ) -> Result<Cost, Illegal> {
        Ok(Cost { mp: 1, hits: 0 })
    }
    /// l
    pub fn leader_entry(&self, _f: &Field, _from: Hex, _s: Side) -> Result<u8, Illegal> {
        Ok(1)
    }
}
