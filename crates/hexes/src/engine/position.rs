//! A position being asked about: rules, state and board together. Every pure question of the rules is asked
//! of it, by listing, checking and applying alike.

use crate::engine::board::Board;
use crate::engine::hexes::{Hexes, Hexpair};
use crate::engine::state::State;
use crate::model::hex::{Aspect, Hex, Hexside};
use crate::model::order_of_battle::UnitId;
use diadem_core::Camp;

/// A position.
#[derive(Clone, Copy)]
pub(crate) struct Position<'a> {
    pub(crate) rules: &'a Hexes,
    pub(crate) state: &'a State,
    pub(crate) board: &'a Board,
}

impl Hexes {
    /// Asks something about a position.
    pub(crate) fn ask<T>(&self, state: &State, question: impl FnOnce(Position<'_>) -> T) -> T {
        let board = Board::of(self, state);
        let answer = question(Position { rules: self, state, board: &board });
        board.spare();
        answer
    }
}

impl Position<'_> {
    /// The hexes of a unit, left half first.
    pub(crate) fn hexes(&self, unit: UnitId) -> Hexpair {
        self.rules.hexes_of(self.state, unit)
    }

    /// Everybody in a hex: more than one only while units pass each other, or at double depth.
    pub(crate) fn units_at(&self, hex: Hex) -> impl Iterator<Item = UnitId> + use<> {
        self.board.standing(self.rules.field().index(hex))
    }

    /// The unit in a hex; at double depth the one in front (11.73).
    pub(crate) fn unit_at(&self, hex: Hex) -> Option<UnitId> {
        let unit = self.units_at(hex).next()?;
        Some(self.state.unit(unit).behind.unwrap_or(unit))
    }

    /// The enemy of this camp in a hex.
    pub(crate) fn enemy_at(&self, camp: Camp, hex: Hex) -> Option<UnitId> {
        self.unit_at(hex).filter(|&unit| self.rules.camp(unit) != camp)
    }

    /// The friend of this camp in a hex.
    pub(crate) fn friend_at(&self, camp: Camp, hex: Hex) -> Option<UnitId> {
        self.unit_at(hex).filter(|&unit| self.rules.camp(unit) == camp)
    }

    /// Whether an enemy of this camp exerts a zone of control into the hex (7.21).
    pub(crate) fn is_in_enemy_zone(&self, camp: Camp, hex: Hex) -> bool {
        self.board.is_controlled(self.rules.field().index(hex), camp.other())
    }

    /// Whether any part of the unit is in an enemy zone of control.
    pub(crate) fn is_in_zone(&self, unit: UnitId) -> bool {
        let camp = self.rules.camp(unit);
        self.hexes(unit).into_iter().any(|hex| self.is_in_enemy_zone(camp, hex))
    }

    /// The enemies of a unit that exert a zone of control onto it.
    pub(crate) fn pinners(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let hexes = self.hexes(unit);
        self.neighbours(unit).filter(move |&other| {
            self.rules.camp(other) != self.rules.camp(unit)
                && hexes.iter().any(|&hex| self.rules.exerts(self.state, other, hex))
        })
    }

    /// Every unit adjacent to this one, once each.
    pub(crate) fn neighbours(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let hexes = self.hexes(unit);
        let mut seen = arrayvec::ArrayVec::<UnitId, 8>::new();
        for &hex in &hexes {
            for side in Hexside::ALL {
                let other = self.rules.field().beyond(hex, side).and_then(|at| self.unit_at(at));
                if let Some(other) = other
                    && other != unit
                    && !seen.contains(&other)
                {
                    seen.push(other);
                }
            }
        }
        seen.into_iter()
    }

    /// The least distance between a unit's hexes and a hex.
    pub(crate) fn distance_to(&self, unit: UnitId, hex: Hex) -> u8 {
        self.hexes(unit).into_iter().map(|own| own.distance(hex)).min().unwrap_or(u8::MAX)
    }

    /// The least distance between two units.
    pub(crate) fn distance(&self, one: UnitId, other: UnitId) -> u8 {
        let hexes = self.hexes(other).into_iter();
        hexes.map(|hex| self.distance_to(one, hex)).min().unwrap_or(u8::MAX)
    }

    /// Whether a hex is at a unit's front, flank or rear; nothing when it is not adjacent (7.11).
    pub(crate) fn aspect(&self, unit: UnitId, hex: Hex) -> Option<Aspect> {
        self.rules.placement(self.state, unit).and_then(|at| self.rules.aspect_of(unit, at, hex))
    }
}
