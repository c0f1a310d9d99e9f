//! Missiles (GBA 8): who sees whom, fire and its answers, harassment, leaders hit, and the engines with their windows of
//! fire (11.8).

pub(crate) mod artillery;
pub(crate) mod casualties;
pub(crate) mod harassment;
pub(crate) mod line_fire;
pub(crate) mod line_of_sight;
pub(crate) mod missile_fire;
pub(crate) mod reaction_fire;
pub(crate) mod retire_fire;
