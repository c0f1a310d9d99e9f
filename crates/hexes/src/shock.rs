//! 9.1: shock combat, in the book's steps, each done for all combats before the next.
//!
//! Designation (9.11), allocation (9.12), the charge (9.13), leaders (9.14), the clash of spears (9.15), the
//! struggle (9.16), the push of shields (9.17), the collapse (9.18), advances (9.3).

mod breakdown;

pub use breakdown::{Advantage, Breakdown, Charisma, ColumnShift, ShiftCause, ShockHits};

use crate::action::Action;
use crate::course::Course;
use crate::event::Event;
use crate::game::Asked;
use crate::hexes::Hexes;
use crate::order_of_battle::{UnitId, UnitSet};
use crate::position::Position;
use crate::state::State;
use crate::steps::{Advance, ShockSegment};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const SHOCK: Rule = rule!(GBA, "9.12");
pub(crate) const ADVANCE: Rule = rule!(GBA, "9.31");

/// One shock combat as it is allocated and fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Combat {
    /// Who attacks.
    pub attackers: UnitSet,
    /// Who is attacked.
    pub defenders: UnitSet,
    /// The attacker whose type and angle count, once chosen (9.15).
    pub attacker: Option<UnitId>,
    /// The defender whose type counts, once chosen (9.15).
    pub defender: Option<UnitId>,
    /// Charisma of a leader killed here, of the attackers and of the defenders (9.16).
    pub fallen: [Option<u8>; 2],
    /// Hits still to be given out, to the attackers and to the defenders (10.13).
    pub hits: [u8; 2],
    /// Whether the attacker has position superiority, which denies the two-hex roll (9.18).
    pub has_position: bool,
}

/// A combat whose types are known, as the breakdown wants it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    /// Everybody who attacks.
    pub attackers: UnitSet,
    /// Everybody who is attacked.
    pub defenders: UnitSet,
    /// The attacker whose type and angle count.
    pub attacker: UnitId,
    /// The defender whose type counts.
    pub defender: UnitId,
    /// Charisma of a leader killed here, of the attackers and of the defenders; it counts against his side.
    pub fallen: [Option<u8>; 2],
}

impl Hexes {
    /// What would decide a combat: the same working that fights it.
    pub fn breakdown(&self, state: &State, clash: Clash) -> Option<Breakdown> {
        self.ask(state, |position| position.breakdown(clash))
    }

    pub(crate) fn asked_in_shock(&self, _: &State, _: ShockSegment) -> Option<Asked> {
        None
    }
}

impl Position<'_> {
    pub(crate) fn list_shock(&self, _: &ShockSegment, _: &mut Vec<Action>) {}

    pub(crate) fn check_shock(&self, _: &ShockSegment, _: Action) -> Result<(), Illegal> {
        Err(Illegal::by(SHOCK, "That is not what is asked now."))
    }

    pub(crate) fn list_advance(&self, _: &Advance, _: &mut Vec<Action>) {}

    pub(crate) fn check_advance(&self, _: &Advance, _: Action) -> Result<(), Illegal> {
        Err(Illegal::by(ADVANCE, "That is not what is asked now."))
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    pub(crate) fn proceed_with_shock(&mut self, segment: ShockSegment) -> bool {
        self.end_shock(segment.tenure);
        true
    }

    pub(crate) fn act_in_shock(&mut self, _: ShockSegment, _: Action) {}

    pub(crate) fn proceed_with_advance(&mut self, _: Advance) -> bool {
        self.finish();
        true
    }

    pub(crate) fn act_in_advance(&mut self, _: Advance, _: Action) {}
}
