//! What the guide of a lesson points at: a ring on the field, a frame around the row in the panel.

use super::HexesLook;
use super::choice::Thing;
use super::field::{View, leader_place};
use super::sheet::towards;
use crate::window::learn::{Guide, GuidePointer};
use crate::window::table::TableContext;
use crate::window::theme::Palette;
use diadem_handoff as war;
use diadem_hexes::{Action, UnitId};
use eframe::egui::epaint::PathShape;
use eframe::egui::{Painter, Pos2, Response, Shape, Stroke, StrokeKind, Ui, Vec2, vec2};

/// Shows on the field what to click.
pub(super) fn guide_pointer_ui(cx: &TableContext<'_>, look: &HexesLook, view: &View<'_>, ui: &Ui) {
    let Some(thing) = pointed(cx, look, view) else { return };
    let Some((center, radius)) = place(view, thing) else { return };
    let painter = ui.painter_at(view.rect);
    let inside = view.rect.shrink(34.0);
    if inside.contains(center) {
        ring(&painter, &cx.colors, center, radius);
        // Over a vertex it would hide the counter.
        if !matches!(thing, Thing::Facing(..)) {
            let tip = center - vec2(0.0, radius + 4.0);
            arrow(&painter, &cx.colors, tip, vec2(0.0, 1.0));
        }
    } else {
        // Out of sight: the way there.
        let edge = inside.clamp(center);
        arrow(&painter, &cx.colors, edge, (center - edge).normalized());
    }
}

/// What the guide points at, or what a captain would do who was asked.
fn guide_pointer(cx: &TableContext<'_>) -> Option<GuidePointer> {
    let of_guide = cx.table.guide().and_then(Guide::pointer);
    let advised = || match cx.table.advised()? {
        war::Action::Hexes(action) => Some(GuidePointer::Answer(action)),
        _ => None,
    };
    advised().or(of_guide)
}

/// The unit that is pointed at, to look at it or to order it.
pub(super) fn unit(cx: &TableContext<'_>) -> Option<UnitId> {
    match guide_pointer(cx)? {
        GuidePointer::Unit(unit) | GuidePointer::Answer(Action::Order(unit)) => Some(unit),
        GuidePointer::Hex(_) | GuidePointer::Answer(_) => None,
    }
}

/// What of the field it is.
fn pointed(cx: &TableContext<'_>, look: &HexesLook, view: &View<'_>) -> Option<Thing> {
    match guide_pointer(cx)? {
        GuidePointer::Unit(unit) => Some(Thing::Unit(unit)),
        // On its way already.
        GuidePointer::Hex(_) if look.queued_steps.is_some() => None,
        GuidePointer::Hex(hex) => Some(Thing::Hex(hex)),
        GuidePointer::Answer(action) => {
            let gestures = view.scene.choice()?.gestures(action);
            let &(from, to) = gestures.first()?;
            Some(from.filter(|&from| look.held != Some(from)).unwrap_or(to))
        }
    }
}

/// Where it is, and how large.
fn place(view: &View<'_>, thing: Thing) -> Option<(Pos2, f32)> {
    let radius = view.radius();
    match thing {
        Thing::Unit(unit) => {
            let spot = view.spot(unit)?;
            Some((spot.center, spot.bounds().size().max_elem() * 0.62))
        }
        Thing::Leader(leader) => Some((leader_place(view, leader)?, (radius * 0.6).max(13.0))),
        Thing::Hex(hex) => Some((view.center(hex), radius * 0.8)),
        Thing::Facing(unit, vertex) => {
            let spot = view.spot(unit)?;
            Some((spot.center + towards(vertex) * radius * 1.12, radius * 0.5))
        }
    }
}

fn ring(painter: &Painter, colors: &Palette, center: Pos2, radius: f32) {
    painter.circle_stroke(center, radius, Stroke::new(6.0, colors.pale));
    painter.circle_stroke(center, radius, Stroke::new(3.0, colors.red));
}

/// An arrow that ends here.
fn arrow(painter: &Painter, colors: &Palette, tip: Pos2, way: Vec2) {
    let (back, beside) = (-way, way.rot90());
    let corners = vec![tip, tip + back * 16.0 + beside * 11.0, tip + back * 16.0 - beside * 11.0];
    let edge = Stroke::new(2.0, colors.pale);
    painter.add(Shape::Path(PathShape::convex_polygon(corners, colors.red, edge)));
}

/// Marks the row of the answer that the guide points at.
pub(super) fn mark(cx: &TableContext<'_>, action: Action, row: &Response, ui: &Ui) {
    if guide_pointer(cx) == Some(GuidePointer::Answer(action)) {
        let stroke = Stroke::new(2.5, cx.colors.red);
        ui.painter().rect_stroke(row.rect.shrink(1.0), 4.0, stroke, StrokeKind::Inside);
    }
}
