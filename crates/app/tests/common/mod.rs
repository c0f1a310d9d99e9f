//! What both tests of the program need.

use diadem_archive::{Lineage, Save, Stamp};
use diadem_core::{Playable, Request, Session};
use diadem_sparring::feud::Feud;
use std::sync::Arc;

/// A feud that has just begun, put away.
pub fn feud_save() -> Save<Feud> {
    let setup = Feud::setup(&Request { scenario: "feud", battles: None }).unwrap();
    let session = Session::begin(Arc::new(Feud::prepare(&setup).unwrap()), 7);
    let stamp = Stamp {
        seats: vec!["a person".into(); 3],
        players: Vec::new(),
        saved_at: 1_785_585_781,
        program: "0.1.0".into(),
        lineage: Lineage::Unbroken,
    };
    Save::of(&session, stamp)
}
