//! What lies under the pieces: grass, boxes, lines of attack, arrows.

#![expect(clippy::cast_sign_loss, reason = "small counts and small measures")]

use super::layout::Layout;
use super::scene::{Scene, livery_of, title};
use crate::window::theme::{self, Palette};
use diadem_core::Camp;
use diadem_display::{BoxId, Line, Post};
use eframe::egui::epaint::{CornerRadius, PathShape, RectShape};
use eframe::egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

/// How round a box is.
const ROUND: f32 = 9.0;

/// The colour of the ground.
fn earth(colors: &Palette) -> Color32 {
    theme::mix(colors.parchment, colors.land, 0.55)
}

/// Trodden grass.
pub(super) fn grass(painter: &Painter, colors: &Palette, area: Rect) {
    painter.rect_filled(area, 0.0, earth(colors));
    let blade = Stroke::new(1.2, theme::mix(earth(colors), colors.faint_ink, 0.28));
    let mut seed = 0x9e37_79b9_u32;
    let mut next = |span: f32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from((seed >> 16) as u16) / f32::from(u16::MAX) * span
    };
    let count = (area.area() / 26_000.0) as usize;
    for _ in 0..count {
        let at = area.min + vec2(next(area.width()), next(area.height()));
        let size = 4.0 + next(3.0);
        let tip = at + vec2(0.0, size);
        painter.line_segment([at + vec2(-size * 0.5, -size * 0.3), tip], blade);
        painter.line_segment([at + vec2(size * 0.45, -size * 0.6), tip], blade);
    }
    // The river between the armies is not known to the rules; a worn strip is enough.
    let worn = theme::mix(earth(colors), colors.parchment, 0.5);
    let strip = Rect::from_center_size(area.center(), vec2(area.width(), area.height() * 0.05));
    let soft = RectShape::filled(strip, CornerRadius::ZERO, worn);
    painter.add(soft.with_blur_width(area.height() * 0.04));
}

/// How a box or a line is to be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Glow {
    /// As it is.
    None,
    /// It can be taken in hand.
    Eligible,
    /// It is in hand.
    Held,
    /// Something can be put there.
    Target,
    /// It can be attacked.
    Prey,
}

/// A box with its label and its two lines.
pub(super) fn a_box(
    painter: &Painter,
    colors: &Palette,
    scene: &Scene<'_>,
    layout: &Layout,
    at: BoxId,
    glow: Glow,
    hovered: bool,
) {
    let place = layout.place(at);
    let side = colors.livery(livery_of(at.camp()));
    let fill = theme::mix(earth(colors), side, if hovered { 0.2 } else { 0.13 });
    let ink = theme::legible(theme::mix(side, colors.ink, 0.1), fill, colors.ink);
    let edge = theme::mix(ink, side, 0.5);
    match glow {
        Glow::None => {}
        Glow::Eligible => halo(painter, place, colors.gold, 2.5),
        Glow::Held => halo(painter, place, colors.gold, 4.0),
        Glow::Target => halo(painter, place, colors.gold, 3.5),
        Glow::Prey => halo(painter, place, theme::mix(colors.red, colors.gold, 0.3), 4.0),
    }
    painter.rect(place, ROUND, fill, Stroke::new(1.6, edge), StrokeKind::Inside);
    if glow == Glow::Prey {
        painter.rect_filled(place, ROUND, colors.red.gamma_multiply(0.12));
    }
    if at.post().is_line() {
        let y = match at.camp() {
            Camp::Second => layout.zone(at, Some(Line::First)).top(),
            Camp::First => layout.zone(at, Some(Line::First)).bottom(),
        };
        let dash = Stroke::new(1.0, theme::mix(fill, colors.ink, 0.28));
        let ends = [pos2(place.left() + 12.0, y), pos2(place.right() - 12.0, y)];
        painter.extend(Shape::dashed_line(&ends, dash, 5.0, 4.0));
    }
    let label = match at.post() {
        Post::Left | Post::Center | Post::Right | Post::Reserve => scene.box_name(at),
        post => title(post).to_owned(),
    };
    let font = theme::book_italic(layout.label * 0.78);
    let (corner, anchor) = match at.camp() {
        Camp::Second => (place.left_top() + vec2(12.0, layout.label * 0.62), Align2::LEFT_CENTER),
        Camp::First => {
            (place.left_bottom() + vec2(12.0, -layout.label * 0.62), Align2::LEFT_CENTER)
        }
    };
    painter.text(corner, anchor, label, font, ink);
}

/// A gold light around a place.
fn halo(painter: &Painter, place: Rect, color: Color32, width: f32) {
    let soft = RectShape::filled(
        place.expand(width + 3.0),
        CornerRadius::same((ROUND + width) as u8),
        color.gamma_multiply(0.8),
    );
    painter.add(soft.with_blur_width(8.0));
    let edge = Stroke::new(width, color);
    painter.rect_stroke(place, ROUND + width, edge, StrokeKind::Outside);
}

/// A line of a box that something can be put into.
pub(super) fn open_line(painter: &Painter, colors: &Palette, zone: Rect, hovered: bool) {
    let inside = zone.shrink2(vec2(6.0, 3.0));
    let strength = if hovered { 0.6 } else { 0.3 };
    painter.rect_filled(inside, ROUND * 0.7, colors.gold.gamma_multiply(strength));
    let edge = Stroke::new(if hovered { 2.5 } else { 1.5 }, colors.gold);
    painter.rect_stroke(inside, ROUND * 0.7, edge, StrokeKind::Inside);
}

/// The lines along which boxes are linked, where they cross open ground.
pub(super) fn links(painter: &Painter, colors: &Palette, scene: &Scene<'_>, layout: &Layout) {
    let color = theme::mix(earth(colors), colors.ink, 0.24);
    let stroke = Stroke::new(1.4, color);
    for from in BoxId::all() {
        for to in scene.display.board().links(from).iter().filter(|to| to.index() > from.index()) {
            let (one, other) = between(layout.place(from), layout.place(to));
            painter.line_segment([one, other], stroke);
            for (tip, back) in [(one, other), (other, one)] {
                head(painter, tip, back - tip, 5.0, color);
            }
        }
    }
}

/// The ends of the shortest way between two boxes, across the gap.
fn between(one: Rect, other: Rect) -> (Pos2, Pos2) {
    let overlap = |a: (f32, f32), b: (f32, f32)| (a.0.max(b.0), a.1.min(b.1));
    let (left, right) = overlap((one.left(), one.right()), (other.left(), other.right()));
    let (top, bottom) = overlap((one.top(), one.bottom()), (other.top(), other.bottom()));
    if left < right {
        let x = f32::midpoint(left, right);
        let (upper, lower) = if one.top() < other.top() { (one, other) } else { (other, one) };
        (pos2(x, upper.bottom() + 3.0), pos2(x, lower.top() - 3.0))
    } else if top < bottom {
        let y = f32::midpoint(top, bottom);
        let (first, second) = if one.left() < other.left() { (one, other) } else { (other, one) };
        (pos2(first.right() + 1.0, y), pos2(second.left() - 1.0, y))
    } else {
        // Across a corner.
        let near = |a: Rect, b: Rect| {
            let x = if a.center().x < b.center().x { a.right() - 4.0 } else { a.left() + 4.0 };
            let y = if a.center().y < b.center().y { a.bottom() + 2.0 } else { a.top() - 2.0 };
            pos2(x, y)
        };
        (near(one, other), near(other, one))
    }
}

/// The head of an arrow whose tip is here; `back` points along its shaft.
fn head(painter: &Painter, tip: Pos2, back: eframe::egui::Vec2, size: f32, color: Color32) {
    let along = back.normalized() * size;
    let aside = along.rot90() * 0.55;
    let points = vec![tip, tip + along + aside, tip + along - aside];
    painter.add(PathShape::convex_polygon(points, color, Stroke::NONE));
}

/// A broad arrow from one place to another.
pub(super) fn arrow(painter: &Painter, from: Pos2, to: Pos2, color: Color32, edge: Color32) {
    let way = to - from;
    if way.length() < 12.0 {
        return;
    }
    let size = 20.0_f32.min(way.length() * 0.5);
    let neck = to - way.normalized() * size * 0.8;
    for (grow, color) in [(3.0, edge), (0.0, color)] {
        painter.line_segment([from, neck], Stroke::new(6.0 + grow, color));
        let tip = to + way.normalized() * (grow * 0.8);
        head(painter, tip, -way, size + grow, color);
    }
}

/// Two units that are locked: a dark line with a badge.
pub(super) fn engaged(painter: &Painter, colors: &Palette, one: Rect, other: Rect) {
    let (upper, lower) =
        if one.center().y < other.center().y { (one, other) } else { (other, one) };
    let ends = if (upper.center().y - lower.center().y).abs() > upper.height() {
        [upper.center_bottom(), lower.center_top()]
    } else {
        [one.center(), other.center()]
    };
    painter.line_segment(ends, Stroke::new(3.0, colors.bar));
    let middle = ends[0].lerp(ends[1], 0.5);
    let font = theme::plain(13.0);
    let galley = painter.layout_no_wrap("engaged".to_owned(), font, colors.gold);
    let badge = Rect::from_center_size(middle, galley.size() + vec2(18.0, 6.0));
    painter.rect_filled(badge, badge.height() / 2.0, colors.bar);
    painter.galley(badge.center() - galley.size() / 2.0, galley, colors.gold);
}
