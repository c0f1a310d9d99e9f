//! Rules that several parts of the engine cite.

use diadem_books::GBA;
use diadem_core::{Rule, rule};

pub(crate) const IN_ENEMY_ZONE: Rule = rule!(GBA, "5.25");
pub(crate) const LINE_COMPOSITION: Rule = rule!(GBA, "4.33");
pub(crate) const PERSONAL_COMBAT: Rule = rule!(GBA, "9.21");
pub(crate) const WOUNDS: Rule = rule!(GBA, "9.22");
pub(crate) const RECOVERY: Rule = rule!(GBA, "10.16");
pub(crate) const RALLY: Rule = rule!(GBA, "10.27");
pub(crate) const ARRANGEMENT_SHOWN: Rule = rule!(GBA, "6.83");
