//! How far it is to the enemy and to his camp.

use super::thumb::Sight;
use diadem_display::{BOX_COUNT, BoxId, BoxSet, Post};

/// Farther than any way on the display.
const FAR: u8 = 9;

/// How many boxes lie between each box and what is worth going to. Nobody goes through a box that the enemy holds.
pub(crate) struct Ways {
    /// To where some enemy can be struck, for heavy foot and for those who may go to the wings.
    strike: [[u8; BOX_COUNT]; 2],
    /// To the enemy camp.
    camp: [[u8; BOX_COUNT]; 2],
}

impl Ways {
    pub(crate) fn of(sight: &Sight<'_>) -> Ways {
        let board = sight.display.board();
        let on_field = |at: &BoxId| at.post() != Post::Routed;
        let held: BoxSet =
            BoxId::all().filter(on_field).filter(|&at| sight.theirs(at) > 0).collect();
        let near: BoxSet = BoxId::all()
            .filter(on_field)
            .filter(|&at| !(board.links(at) & held).is_empty())
            .collect();
        let open: BoxSet = BoxId::all().filter(on_field).filter(|&at| !held.contains(at)).collect();
        let line: BoxSet = open.iter().filter(|at| !at.post().is_outflank()).collect();
        let spread = |from: BoxSet, through: BoxSet| {
            let mut far = [FAR; BOX_COUNT];
            let (mut reached, mut edge) = (from, from);
            let mut steps = 0;
            while !edge.is_empty() {
                let mut next = BoxSet::NONE;
                for at in edge.iter() {
                    far[at.index()] = steps;
                    next |= board.links(at) & through;
                }
                edge = next - reached;
                reached |= edge;
                steps += 1;
            }
            far
        };
        let camp = BoxSet::only(sight.camp());
        Ways {
            strike: [spread(near & line, line), spread(near & open, open)],
            camp: [spread(camp, line), spread(camp, open)],
        }
    }

    /// How many boxes a unit must go before it can strike somebody.
    pub(crate) fn to_strike(&self, from: BoxId, is_fast: bool) -> i32 {
        i32::from(self.strike[usize::from(is_fast)][from.index()])
    }

    /// How many boxes away the enemy camp is.
    pub(crate) fn to_camp(&self, from: BoxId, is_fast: bool) -> i32 {
        i32::from(self.camp[usize::from(is_fast)][from.index()])
    }
}
