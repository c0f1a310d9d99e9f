//! The battle that a war is in, and its form. How a war keeps its battles is known here and nowhere else in the
//! window.

use super::table::Table;
use diadem_display::{self as display, Display};
use diadem_handoff::{Form, State, War};
use diadem_hexes::{self as hexes, Hexes};
use std::sync::Arc;

/// The battle being fought on the display and its state, if there is one.
pub fn on_display<'a>(war: &War, state: &'a State) -> Option<(Arc<Display>, &'a display::State)> {
    war.on_display(state)
}

/// The battle being drawn up or fought on hexes and its state, if there is one.
pub fn on_hexes<'a>(war: &War, state: &'a State) -> Option<(Arc<Hexes>, &'a hexes::State)> {
    war.on_hexes(state)
}

/// The battle as the one who looks may know it.
impl Table {
    /// The form of the battle that is fought or drawn up, if there is one. A pursuit is the display's.
    pub fn form(&self) -> Option<Form> {
        self.state().form()
    }

    /// The battle being fought on the display and its state, if there is one.
    pub fn display(&self) -> Option<(Arc<Display>, &display::State)> {
        on_display(self.war(), self.state())
    }

    /// The battle being drawn up or fought on hexes and its state, if there is one.
    pub fn hexes(&self) -> Option<(Arc<Hexes>, &hexes::State)> {
        on_hexes(self.war(), self.state())
    }
}
