//! What blows do to a unit (GBA 10): hits and checks, recovery, running, and coming back.

pub(crate) mod cohesion;
pub(crate) mod rally;
pub(crate) mod recovery;
pub(crate) mod routing;
