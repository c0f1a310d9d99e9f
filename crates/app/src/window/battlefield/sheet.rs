//! The battlefield as a sheet of paper: where each hex lies on it, and which hex lies under a place.

use diadem_hexes::{Field, Hex, Hexside, Vertex};
use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// From the middle of a hex to its corners, on the sheet.
pub(super) const RADIUS: f32 = 20.0;
/// From the middle of a hex to its upper side.
const HALF: f32 = RADIUS * 0.866_025_4;
/// The bare border around the hexes.
const MARGIN: f32 = RADIUS * 1.4;

/// Where the hexes of a field lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sheet {
    first: Hex,
    last: Hex,
}

impl Sheet {
    pub(super) fn of(field: &Field) -> Sheet {
        let (columns, rows) = (field.columns(), field.rows());
        Sheet {
            first: Hex::new(*columns.start(), *rows.start()),
            last: Hex::new(*columns.end(), *rows.end()),
        }
    }

    /// How large it is.
    pub(super) fn size(self) -> Vec2 {
        let columns = f32::from(self.last.column - self.first.column);
        let rows = f32::from(self.last.row - self.first.row + 1);
        let wide = columns * RADIUS * 1.5 + RADIUS * 2.0;
        vec2(wide, (rows + 0.5) * HALF * 2.0) + Vec2::splat(MARGIN * 2.0)
    }

    /// The part of it that has hexes.
    pub(super) fn board(self) -> Rect {
        Rect::from_min_size(Pos2::ZERO, self.size()).shrink(MARGIN)
    }

    /// The middle of a hex.
    pub(super) fn center(self, hex: Hex) -> Pos2 {
        let columns = f32::from(hex.column) - f32::from(self.first.column);
        let rows = f32::from(hex.row) - f32::from(self.first.row);
        // Even columns sit half a hex higher.
        let lower = if hex.column.is_multiple_of(2) { 0.0 } else { HALF };
        let x = MARGIN + RADIUS + columns * RADIUS * 1.5;
        pos2(x, MARGIN + HALF + rows * HALF * 2.0 + lower)
    }

    /// A corner of a hex.
    pub(super) fn corner(self, hex: Hex, vertex: Vertex) -> Pos2 {
        self.center(hex) + towards(vertex) * RADIUS
    }

    /// The corners of a hex, clockwise from the north-east.
    pub(super) fn corners(self, hex: Hex) -> [Pos2; 6] {
        Vertex::ALL.map(|vertex| self.corner(hex, vertex))
    }

    /// The two ends of a side of a hex.
    pub(super) fn side(self, hex: Hex, side: Hexside) -> [Pos2; 2] {
        let after = Vertex::ALL[side as usize];
        [self.corner(hex, after.turned(5)), self.corner(hex, after)]
    }

    /// The hex under a place, if there is one.
    pub(super) fn hex_at(self, place: Pos2) -> Option<Hex> {
        let mut best: Option<(f32, Hex)> = None;
        for column in self.first.column..=self.last.column {
            let beside = self.center(Hex::new(column, self.first.row)).x - place.x;
            if beside.abs() > RADIUS {
                continue;
            }
            for row in self.first.row..=self.last.row {
                let hex = Hex::new(column, row);
                let far = self.center(hex).distance(place);
                if far <= RADIUS && best.is_none_or(|(nearest, _)| far < nearest) {
                    best = Some((far, hex));
                }
            }
        }
        best.map(|(_, hex)| hex)
    }
}

/// The direction of a vertex from the middle of its hex, of length one.
pub(super) fn towards(vertex: Vertex) -> Vec2 {
    Vec2::angled((f32::from(vertex as u8) * 60.0 - 60.0).to_radians())
}

/// The direction of a side from the middle of its hex, of length one.
pub(super) fn across(side: Hexside) -> Vec2 {
    Vec2::angled((f32::from(side as u8) * 60.0 - 90.0).to_radians())
}

#[cfg(test)]
mod tests {
    use super::*;
    use diadem_hexes::Terrain;

    #[test]
    fn every_hex_is_found_under_its_middle_and_beside_its_neighbours() {
        let field = Field::plain(3..=14, 1..=9, Terrain::Clear, 1).unwrap();
        let sheet = Sheet::of(&field);
        let paper = Rect::from_min_size(Pos2::ZERO, sheet.size());
        for hex in field.hexes() {
            assert_eq!(sheet.hex_at(sheet.center(hex)), Some(hex));
            assert!(sheet.corners(hex).iter().all(|&corner| paper.contains(corner)), "{hex}");
            for side in Hexside::ALL {
                let Some(there) = field.beyond(hex, side) else { continue };
                let beside = sheet.center(hex) + across(side) * HALF * 2.0;
                assert!(sheet.center(there).distance(beside) < 0.01, "{hex} {side:?} {there}");
                let [a, b] = sheet.side(hex, side);
                let [c, d] = sheet.side(there, side.opposite());
                assert!(a.distance(d) < 0.01 && b.distance(c) < 0.01);
            }
        }
        assert_eq!(sheet.hex_at(pos2(1.0, 1.0)), None);
    }
}
