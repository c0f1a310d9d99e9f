//! Where things lie: home and the enemy, and what a vertex faces.

use super::look::Look;
use diadem_hexes::{Hand, Hex, Vertex};

impl Look<'_> {
    /// How far a hex is from the edge that the army retreats to.
    pub(super) fn way_from_home(&self, hex: Hex) -> u8 {
        self.rules.field().edge_distance(hex, self.rules.list(self.army).retreat_edge)
    }

    /// How far a hex lies off the front of whoever stands there and faces this vertex: nought straight before it.
    pub(super) fn off_front(from: Hex, facing: Vertex, to: Hex) -> i32 {
        let ahead = Hand::BOTH.map(|hand| from.beyond(facing.front(hand)));
        let behind = Hand::BOTH.map(|hand| from.beyond(facing.rear(hand)));
        let far = |hexes: [Option<Hex>; 2]| -> i32 {
            hexes.into_iter().map(|hex| hex.map_or(99, |hex| i32::from(hex.distance(to)))).sum()
        };
        far(ahead) - far(behind)
    }
}
