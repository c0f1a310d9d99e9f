//! The position: a state with its rules, and who is where, worked out once for a decision.

use crate::engine::display::Display;
use crate::engine::sequence::Turn;
use crate::engine::state::{Place, Stand, State};
use crate::model::army::{ForceId, LeaderId, Strength, UnitId};
use crate::model::boxes::{BOX_COUNT, BoxId, Line, Post};
use crate::model::sets::BoxSet;
use crate::model::sets::UnitSet;
use diadem_core::Camp;

/// A state under its rules. Every pure question is asked of it.
pub(crate) struct Position<'a> {
    pub(crate) rules: &'a Display,
    pub(crate) state: &'a State,
    /// The force whose turn it is, and its camp.
    pub(crate) force: ForceId,
    pub(crate) camp: Camp,
    /// What was done in the turn so far: nothing, out of a turn.
    pub(crate) turn: &'a Turn,
    /// The units in each box; second steps of doubled units are not counted.
    pub(crate) at: [UnitSet; BOX_COUNT],
    /// Units in a second line.
    pub(crate) second: UnitSet,
    /// Units with a leader.
    pub(crate) led: UnitSet,
    /// Units not set up yet.
    pub(crate) unplaced: UnitSet,
    /// Units that are engaged.
    pub(crate) engaged: UnitSet,
}

impl<'a> Position<'a> {
    pub(crate) fn of(rules: &'a Display, state: &'a State) -> Position<'a> {
        let mut at = [UnitSet::NONE; BOX_COUNT];
        let [mut second, mut led, mut unplaced, mut engaged] = [UnitSet::NONE; 4];
        // Every question begins here, so that the usual case comes first and nothing else is asked of it.
        for (only, unit) in UnitSet::singles().zip(&state.units) {
            if let Place::In(here) = unit.place {
                at[here.index()] |= only;
                if unit.line == Line::Second {
                    second |= only;
                }
                if unit.engaged.is_some() {
                    engaged |= only;
                }
            } else if unit.place == Place::Unplaced {
                unplaced |= only;
            }
        }
        for leader in &state.leaders {
            if let Stand::With(unit) = leader.stand {
                led.insert(unit);
            }
        }
        let (force, camp) = (state.active, rules.camp(state.active));
        let turn = state.under_way().unwrap_or(&Turn::NOTHING_DONE);
        Position { rules, state, force, camp, turn, at, second, led, unplaced, engaged }
    }

    /// The units of a camp in a box.
    pub(crate) fn of_camp(&self, camp: Camp, at: BoxId) -> UnitSet {
        self.at[at.index()] & self.rules.muster(camp)
    }

    /// The units of a force in a box.
    pub(crate) fn of_force(&self, force: ForceId, at: BoxId) -> UnitSet {
        self.at[at.index()] & self.rules.units_of(force)
    }

    /// The units in a line of a box.
    pub(crate) fn in_line(&self, at: BoxId, line: Line) -> UnitSet {
        match line {
            Line::First => self.at[at.index()] - self.second,
            Line::Second => self.at[at.index()] & self.second,
        }
    }

    /// The units of a camp on the field: not dead, not routed.
    pub(crate) fn standing(&self, camp: Camp) -> UnitSet {
        let routed = BoxId::of(camp, Post::Routed);
        let boxes = BoxId::all().filter(|&at| at != routed);
        boxes.fold(UnitSet::NONE, |all, at| all | self.at[at.index()]) & self.rules.muster(camp)
    }

    /// The units of a force on the field: not dead, not routed.
    pub(crate) fn standing_of(&self, force: ForceId) -> UnitSet {
        self.standing(self.rules.camp(force)) & self.rules.units_of(force)
    }

    /// The routed units of a camp.
    pub(crate) fn routed(&self, camp: Camp) -> UnitSet {
        self.at[BoxId::of(camp, Post::Routed).index()]
    }

    /// The boxes without a unit in them, the two for routed units left out.
    pub(crate) fn vacant(&self) -> BoxSet {
        BoxId::all()
            .filter(|&at| self.at[at.index()].is_empty() && at.post() != Post::Routed)
            .collect()
    }

    /// Boxes of a force with a second line and no first one.
    pub(crate) fn hollow(&self, force: ForceId) -> BoxSet {
        let boxes = Post::LINE.map(|post| BoxId::of(self.rules.camp(force), post));
        let is_hollow = |at: &BoxId| {
            let inside = self.of_force(force, *at);
            !inside.is_empty() && (inside - self.second).is_empty()
        };
        boxes.into_iter().filter(is_hollow).collect()
    }

    /// The leaders of a force in a box, with a unit or without.
    pub(crate) fn leaders_in(&self, force: ForceId, at: BoxId) -> impl Iterator<Item = LeaderId> {
        self.rules
            .leaders_of(force)
            .iter()
            .filter(move |&leader| self.state.box_of_leader(leader) == Some(at))
    }

    /// Whether a force has a leader in a box.
    pub(crate) fn has_leader(&self, force: ForceId, at: BoxId) -> bool {
        self.leaders_in(force, at).next().is_some()
    }

    /// What a unit is worth now, without its leader; a doubled unit is worth both (10.7).
    pub(crate) fn strength(&self, unit: UnitId) -> Strength {
        self.rules.strength(self.state, unit)
    }
}
