//! Where everything stands: the boxes of both armies, as large as the field allows.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "small counts and small measures"
)]

use super::scene::Scene;
use crate::window::pieces::{self, COUNTER};
use diadem_core::Camp;
use diadem_display::{BOX_COUNT, BoxId, LeaderId, Line, Place, Post, Stand, UnitId};
use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// How high the line with the battle's name is.
const HEADER: f32 = 46.0;
/// From the edge of the field to the boxes.
const MARGIN: f32 = 18.0;
/// Between boxes beside each other.
const GAP: f32 = 14.0;
/// How wide a counter in the tray is, where there is room.
const TRAY_WIDTH: f32 = 56.0;
/// How high the words above the tray are.
const TRAY_HEADING: f32 = 28.0;
/// An outflank box in widths of a battle line box.
const NARROW: f32 = 0.8;
/// Rows and what lies between them, in heights of a battle line box.
const ROWS: [f32; 7] = [0.68, 0.14, 1.0, 0.38, 1.0, 0.14, 0.68];

/// The places of everything on the field.
pub(super) struct Layout {
    pub(super) header: Rect,
    /// How high a box's label is.
    pub(super) label: f32,
    boxes: [Rect; BOX_COUNT],
    /// Where the dead of each side lie.
    pub(super) fallen: [Rect; 2],
    /// Where units wait to be set up.
    pub(super) tray: Option<Rect>,
    units: Vec<Option<Rect>>,
    leaders: Vec<Option<(Pos2, f32)>>,
}

impl Layout {
    /// Lays a battle out on a field.
    pub(super) fn of(scene: &Scene<'_>, field: Rect) -> Layout {
        let header = HEADER.min(field.height() * 0.075);
        let (header, mut board) = field.split_top_bottom_at_y(field.top() + header);
        let waiting = scene.deciding().filter(|_| scene.is_setting_up());
        let tray = waiting.map(|side| {
            // As high as the whole army needs, so that nothing moves while it is placed.
            let (step, down) = steps(TRAY_WIDTH);
            let columns = (board.width() / step).floor().max(1.0) as usize;
            let rows = scene.display.muster(side).len().div_ceil(columns);
            let height = (TRAY_HEADING + 14.0 + down * rows as f32).min(board.height() * 0.25);
            let (above, tray) = board.split_top_bottom_at_y(board.bottom() - height);
            board = above;
            tray
        });
        let board = board.shrink2(vec2(MARGIN, (board.height() * 0.018).clamp(5.0, 14.0)));
        let label = (board.height() * 0.032).clamp(16.0, 22.0);
        let mut layout = Layout {
            header,
            label,
            boxes: BoxId::all()
                .map(|at| box_rect(board, at))
                .collect::<Vec<_>>()
                .try_into()
                .unwrap_or([Rect::NOTHING; BOX_COUNT]),
            fallen: Camp::BOTH.map(|side| fallen_rect(board, side)),
            tray,
            units: vec![None; scene.state.units.len()],
            leaders: vec![None; scene.state.leaders.len()],
        };
        layout.stand(scene);
        layout
    }

    /// A box.
    pub(super) fn place(&self, at: BoxId) -> Rect {
        self.boxes[at.index()]
    }

    /// A line of a box; the whole box where there are none.
    pub(super) fn zone(&self, at: BoxId, line: Option<Line>) -> Rect {
        let place = self.place(at);
        let inside = match at.camp() {
            Camp::Second => place.with_min_y(place.top() + self.label),
            Camp::First => place.with_max_y(place.bottom() - self.label),
        };
        let Some(line) = line.filter(|_| at.post().is_line()) else { return inside };
        let (upper, lower) = inside.split_top_bottom_at_fraction(0.5);
        // The first line is the one nearer to the enemy.
        match (at.camp(), line) {
            (Camp::Second, Line::First) | (Camp::First, Line::Second) => lower,
            (Camp::Second, Line::Second) | (Camp::First, Line::First) => upper,
        }
    }

    /// A unit's counter.
    pub(super) fn unit(&self, unit: UnitId) -> Option<Rect> {
        self.units[unit.index()]
    }

    /// A leader's medallion: its middle and radius.
    pub(super) fn leader(&self, leader: LeaderId) -> Option<(Pos2, f32)> {
        self.leaders[leader.index()]
    }

    /// What lies at a place, the uppermost first.
    pub(super) fn box_at(&self, place: Pos2) -> Option<(BoxId, Line)> {
        let at = BoxId::all().find(|&at| self.place(at).contains(place))?;
        let second = at.post().is_line() && self.zone(at, Some(Line::Second)).contains(place);
        Some((at, if second { Line::Second } else { Line::First }))
    }

    /// The unit whose counter lies at a place.
    pub(super) fn unit_at(&self, place: Pos2) -> Option<UnitId> {
        let is_there = |rect: &Option<Rect>| rect.is_some_and(|rect| rect.contains(place));
        self.units.iter().position(is_there).map(|at| UnitId::new(at as u8))
    }

    fn stand(&mut self, scene: &Scene<'_>) {
        let widest = (self.place(BoxId::of(Camp::First, Post::Center)).width() - 30.0) / 4.9;
        for at in BoxId::all() {
            let own = scene.in_line(at, Line::Second).is_empty()
                && scene
                    .in_line(at, Line::First)
                    .iter()
                    .all(|&unit| scene.display.camp_of(unit) != at.camp());
            // Intruders spread over the whole box.
            let has_intruders = own && !scene.in_line(at, Line::First).is_empty();
            let lines: &[Option<Line>] = if at.post().is_line() && !has_intruders {
                &[Some(Line::First), Some(Line::Second)]
            } else {
                &[None]
            };
            for &line in lines {
                let units = scene.in_line(at, line.unwrap_or_default());
                let zone = self.zone(at, line);
                let widest = widest.min(pieces::FIELD_WIDTH);
                for (unit, place) in units.iter().zip(arrange(zone, units.len(), widest)) {
                    self.units[unit.index()] = Some(place);
                }
            }
            let radius = (widest * 0.34).clamp(9.0, 20.0);
            for (nth, leader) in scene.lone_leaders(at).into_iter().enumerate() {
                let zone = self.zone(at, None);
                let x = zone.right() - radius * (1.5 + 2.6 * nth as f32);
                self.leaders[leader.index()] = Some((pos2(x, zone.center().y), radius));
            }
        }
        self.fill_tray(scene);
        for leader in scene.all_leaders() {
            if let Stand::With(unit) = scene.stand(leader)
                && let Some(place) = self.unit(unit)
            {
                let radius = (place.width() * 0.32).max(9.0);
                let at = place.left_top() + Vec2::splat(place.width() * 0.04);
                self.leaders[leader.index()] = Some((at, radius));
            }
        }
    }

    fn fill_tray(&mut self, scene: &Scene<'_>) {
        let (Some(tray), Some(side)) = (self.tray, scene.deciding()) else { return };
        let mut inside = tray.shrink2(vec2(MARGIN, 0.0));
        inside.min.y += TRAY_HEADING;
        inside.max.y -= 4.0;
        let leaders = scene.unplaced_leaders(side);
        let radius = (inside.height() * 0.24).min(21.0);
        for (nth, leader) in leaders.iter().enumerate() {
            let at = inside.left_top() + vec2(radius * (1.1 + 2.7 * nth as f32), radius * 1.1);
            self.leaders[leader.index()] = Some((at, radius));
        }
        inside.min.x +=
            leaders.len() as f32 * radius * 2.7 + if leaders.is_empty() { 0.0 } else { 14.0 };
        let units = scene.unplaced(side);
        let places = arrange(inside, units.len(), TRAY_WIDTH);
        for (unit, place) in units.iter().zip(places) {
            debug_assert!(scene.place(*unit) == Place::Unplaced, "only those that wait");
            self.units[unit.index()] = Some(place);
        }
    }
}

/// Places for so many counters in a zone: as large as they may be and as the zone allows.
fn arrange(zone: Rect, count: usize, widest: f32) -> Vec<Rect> {
    let inside = zone.shrink2(vec2(10.0, (zone.height() * 0.06).min(5.0)));
    let mut width = widest;
    let fits = |width: f32| {
        let (step, down) = steps(width);
        let columns = ((inside.width() - width * 0.14) / step).floor().max(1.0) as usize;
        let rows = (inside.height() / down).floor().max(1.0) as usize;
        let tall_enough = width * COUNTER.y <= inside.height();
        (columns, columns * rows >= count && tall_enough)
    };
    while width > pieces::LEAST_WIDTH && !fits(width).1 {
        width *= 0.96;
    }
    let (step, down) = steps(width);
    let (columns, _) = fits(width);
    let rows = count.div_ceil(columns).max(1);
    // Where even the smallest do not fit, they overlap.
    let down = if rows > 1 {
        down.min((inside.height() - width * COUNTER.y) / (rows - 1) as f32)
    } else {
        down
    };
    let used = down * (rows - 1) as f32 + width * COUNTER.y;
    let top = inside.top() + ((inside.height() - used) / 2.0).max(0.0);
    (0..count)
        .map(|nth| {
            let (row, column) = (nth / columns, nth % columns);
            let x = inside.left() + width * 0.12 + column as f32 * step;
            let at = pos2(x, top + row as f32 * down);
            Rect::from_min_size(at, pieces::counter_size(width))
        })
        .collect()
}

/// From one counter to the next, across and down.
fn steps(width: f32) -> (f32, f32) {
    (width * 1.22, width * COUNTER.y * 1.13)
}

/// Rows from above: the Persian reserve and line, the Macedonian line and reserve.
fn row(board: Rect, nth: usize) -> (f32, f32) {
    let unit = board.height() / ROWS.iter().sum::<f32>();
    let before: f32 = ROWS[..nth * 2].iter().sum();
    let top = board.top() + before * unit;
    (top, top + ROWS[nth * 2] * unit)
}

/// Columns from the left; the outer ones are narrow.
fn columns(board: Rect, from: usize, to: usize) -> (f32, f32) {
    let unit = (board.width() - 4.0 * GAP) / (3.0 + 2.0 * NARROW);
    let width = |column: usize| if column.is_multiple_of(4) { unit * NARROW } else { unit };
    let left = |column: usize| board.left() + (0..column).map(|one| width(one) + GAP).sum::<f32>();
    (left(from), left(to) + width(to))
}

fn rect(board: Rect, row_number: usize, from: usize, to: usize) -> Rect {
    let ((left, right), (top, bottom)) = (columns(board, from, to), row(board, row_number));
    Rect::from_min_max(pos2(left, top), pos2(right, bottom))
}

/// The Persians stand above and look down, so that their right is on our left.
fn box_rect(board: Rect, at: BoxId) -> Rect {
    let is_above = at.camp() == Camp::Second;
    let column = match at.post() {
        Post::LeftOutflank => 0,
        Post::Left => 1,
        Post::Center | Post::Reserve => 2,
        Post::Right => 3,
        Post::RightOutflank | Post::Routed => 4,
    };
    let column = if is_above { 4 - column } else { column };
    match (at.post(), is_above) {
        (Post::Reserve, true) => rect(board, 0, 1, 3),
        (Post::Reserve, false) => rect(board, 3, 1, 3),
        (Post::Routed, true) => rect(board, 0, column, column),
        (Post::Routed, false) => rect(board, 3, column, column),
        (_, true) => rect(board, 1, column, column),
        (_, false) => rect(board, 2, column, column),
    }
}

fn fallen_rect(board: Rect, side: Camp) -> Rect {
    match side {
        Camp::First => rect(board, 3, 0, 0),
        Camp::Second => rect(board, 0, 4, 4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Rect = Rect { min: Pos2::ZERO, max: pos2(1000.0, 600.0) };

    #[test]
    fn armies_face_each_other_box_by_box() {
        for post in Post::ALL {
            let macedonian = box_rect(BOARD, BoxId::of(Camp::First, post));
            let persian = box_rect(BOARD, BoxId::of(Camp::Second, post));
            let across = macedonian.center().x + persian.center().x;
            assert!((across - BOARD.width()).abs() < 0.1, "{post:?}");
            assert!(macedonian.top() > persian.bottom(), "{post:?}");
        }
    }

    #[test]
    fn boxes_do_not_overlap() {
        let rects: Vec<Rect> = BoxId::all().map(|at| box_rect(BOARD, at)).collect();
        for (nth, one) in rects.iter().enumerate() {
            assert!(BOARD.expand(0.1).contains_rect(*one));
            assert!(rects[nth + 1..].iter().all(|other| !one.intersects(*other)));
        }
    }

    #[test]
    fn a_crowd_shrinks_until_it_fits() {
        let zone = Rect::from_min_size(Pos2::ZERO, vec2(300.0, 90.0));
        let few = arrange(zone, 3, 58.0);
        assert!((few[0].width() - 58.0).abs() < 0.1);
        let many = arrange(zone, 20, 58.0);
        assert!(many.iter().all(|place| zone.contains_rect(*place)), "{many:?}");
        assert!(many[0].width() < 40.0);
    }
}
