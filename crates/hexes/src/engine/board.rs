//! Who stands where and whose zones of control lie where: made for each question from the state, which does
//! not hold it, and kept up to date while a step is carried out.

use crate::engine::hexes::Hexes;
use crate::engine::state::{Place, Placement, State, Supply, Unit};
use crate::model::order_of_battle::{Battle, UnitId};
use diadem_core::Camp;
use std::cell::Cell;
use std::sync::Arc;

/// Nobody.
const NOBODY: u8 = u8::MAX;

/// As many units as are ever in one hex at a time.
const SHARE: usize = 4;

/// An index of the units on the map by hex.
#[derive(Default)]
pub(crate) struct Board {
    /// The battle it belongs to.
    battle: Option<Arc<Battle>>,
    /// How each unit is on it.
    bearings: Vec<Option<Bearing>>,
    /// Who is in each hex, in the order of their ids. More than one only while units pass each other, or at
    /// double depth (11.7).
    standing: Vec<[u8; SHARE]>,
    zones: [Vec<u8>; 2],
}

/// What of a unit matters to the board: where it stands, and whether it controls hexes (7.21).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bearing {
    pub(crate) placement: Placement,
    pub(crate) routed: bool,
    pub(crate) missiles: Supply,
}

impl Bearing {
    /// How a unit is, if it is on the map.
    pub(crate) fn of(unit: &Unit) -> Option<Bearing> {
        let Unit { place: Place::On(hex), facing, formation, routed, missiles, .. } = *unit else {
            return None;
        };
        Some(Bearing { placement: Placement { hex, facing, formation }, routed, missiles })
    }
}

thread_local! {
    // The last board is kept from one question to the next, so that only what has changed between them is
    // put elsewhere.
    static SPARE: Cell<Option<Board>> = const { Cell::new(None) };
}

impl Board {
    /// The board of a position.
    pub(crate) fn of(rules: &Hexes, state: &State) -> Board {
        let mut board = SPARE.take().unwrap_or_default();
        if !board.battle.as_ref().is_some_and(|battle| Arc::ptr_eq(battle, &rules.battle)) {
            board.clear(rules);
        }
        for unit in rules.units() {
            board.follow(rules, state, unit);
        }
        board
    }

    /// Keeps it for the next question.
    pub(crate) fn spare(self) {
        SPARE.set(Some(self));
    }

    fn clear(&mut self, rules: &Hexes) {
        let hexes = rules.field().len();
        self.battle = Some(Arc::clone(&rules.battle));
        self.bearings.clear();
        self.bearings.resize(rules.battle.units.len(), None);
        self.standing.clear();
        self.standing.resize(hexes, [NOBODY; SHARE]);
        for zone in &mut self.zones {
            zone.clear();
            zone.resize(hexes, 0);
        }
    }

    /// Puts a unit where the state has it now.
    pub(crate) fn follow(&mut self, rules: &Hexes, state: &State, unit: UnitId) {
        let now = Bearing::of(state.unit(unit));
        let before = std::mem::replace(&mut self.bearings[unit.index()], now);
        if before == now {
            return;
        }
        if let Some(before) = before {
            self.lift(rules, unit, before);
        }
        if let Some(now) = now {
            self.put(rules, unit, now);
        }
    }

    fn put(&mut self, rules: &Hexes, unit: UnitId, bearing: Bearing) {
        for hex in rules.hexes_standing(unit, bearing.placement) {
            let standing = &mut self.standing[rules.field().index(hex)];
            debug_assert!(standing[SHARE - 1] == NOBODY, "too many units in {hex}");
            let at = standing.iter().position(|&other| other > unit.index() as u8);
            if let Some(at) = at {
                standing.copy_within(at..SHARE - 1, at + 1);
                standing[at] = unit.index() as u8;
            }
        }
        let zone = &mut self.zones[rules.camp(unit) as usize];
        rules.each_side_of_zone(unit, bearing, |_, _, hex| zone[rules.field().index(hex)] += 1);
    }

    fn lift(&mut self, rules: &Hexes, unit: UnitId, bearing: Bearing) {
        for hex in rules.hexes_standing(unit, bearing.placement) {
            let standing = &mut self.standing[rules.field().index(hex)];
            if let Some(at) = standing.iter().position(|&other| other == unit.index() as u8) {
                standing.copy_within(at + 1.., at);
                standing[SHARE - 1] = NOBODY;
            }
        }
        let zone = &mut self.zones[rules.camp(unit) as usize];
        rules.each_side_of_zone(unit, bearing, |_, _, hex| zone[rules.field().index(hex)] -= 1);
    }

    /// Who is in the hex of this index, in the order of their ids.
    pub(crate) fn standing(&self, hex: usize) -> impl Iterator<Item = UnitId> + use<> {
        let all = self.standing[hex].into_iter().take_while(|&unit| unit != NOBODY);
        all.map(UnitId::new)
    }

    /// Whether the hex of this index is in a zone of control of that army.
    pub(crate) fn is_controlled(&self, hex: usize, by: Camp) -> bool {
        self.zones[by as usize][hex] > 0
    }
}
