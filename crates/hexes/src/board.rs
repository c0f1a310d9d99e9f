//! Who stands where and whose zones of control lie where: made anew for each question from the state, which
//! does not hold it, and kept up to date while a step is carried out.

use crate::hexes::Hexes;
use crate::order_of_battle::{Army, UnitId};
use crate::state::State;
use std::cell::Cell;

/// Nobody.
const NOBODY: u8 = u8::MAX;

/// As many units as are ever in one hex at a time.
const SHARE: usize = 4;

/// An index of the units on the map by hex.
#[derive(Default)]
pub(crate) struct Board {
    /// Who is in each hex. More than one only while units pass each other, or at double depth (11.7).
    standing: Vec<[u8; SHARE]>,
    zones: [Vec<u8>; 2],
}

thread_local! {
    // Boards keep their memory from one question to the next.
    static SPARE: Cell<Option<Board>> = const { Cell::new(None) };
}

impl Board {
    /// The board of a position.
    pub(crate) fn of(rules: &Hexes, state: &State) -> Board {
        let mut board = SPARE.take().unwrap_or_default();
        let hexes = rules.field().len();
        board.standing.clear();
        board.standing.resize(hexes, [NOBODY; SHARE]);
        for zone in &mut board.zones {
            zone.clear();
            zone.resize(hexes, 0);
        }
        for unit in rules.units() {
            board.put(rules, state, unit);
        }
        board
    }

    /// Gives its memory back.
    pub(crate) fn spare(self) {
        SPARE.set(Some(self));
    }

    /// Puts a unit down where the state has it.
    pub(crate) fn put(&mut self, rules: &Hexes, state: &State, unit: UnitId) {
        for hex in rules.hexes_of(state, unit) {
            let standing = &mut self.standing[rules.field().index(hex)];
            let free = standing.iter_mut().find(|place| **place == NOBODY);
            debug_assert!(free.is_some(), "too many units in {hex}");
            if let Some(place) = free {
                *place = unit.index() as u8;
            }
        }
        let zone = &mut self.zones[rules.army(unit) as usize];
        rules.each_zone_hex(state, unit, |hex| zone[rules.field().index(hex)] += 1);
    }

    /// Takes a unit up from where the state has it.
    pub(crate) fn lift(&mut self, rules: &Hexes, state: &State, unit: UnitId) {
        for hex in rules.hexes_of(state, unit) {
            let standing = &mut self.standing[rules.field().index(hex)];
            if let Some(at) = standing.iter().position(|&other| other == unit.index() as u8) {
                standing.copy_within(at + 1.., at);
                standing[SHARE - 1] = NOBODY;
            }
        }
        let zone = &mut self.zones[rules.army(unit) as usize];
        rules.each_zone_hex(state, unit, |hex| zone[rules.field().index(hex)] -= 1);
    }

    /// Who is in the hex of this index, whoever came first before the others.
    pub(crate) fn standing(&self, hex: usize) -> impl Iterator<Item = UnitId> + use<> {
        let all = self.standing[hex].into_iter().take_while(|&unit| unit != NOBODY);
        all.map(UnitId::new)
    }

    /// Whether the hex of this index is in a zone of control of that army.
    pub(crate) fn is_controlled(&self, hex: usize, by: Army) -> bool {
        self.zones[by as usize][hex] > 0
    }
}
