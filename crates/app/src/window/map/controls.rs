//! Keys, wheel and buttons that move the map, and the small map in the corner.

use super::atlas::Atlas;
use super::camera::Camera;
use crate::window::theme::{self, Palette};
use eframe::egui::{
    Align2, Color32, Key, Mesh, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

/// How much a step nearer or farther is.
const STEP: f32 = 1.25;
/// How far a key moves the map, in points a second.
const PACE: f32 = 900.0;

/// Moves the camera by hand, wheel and keys.
pub fn steer(ui: &Ui, map: &Response, sheet: Vec2, view: Rect, camera: Camera) -> Camera {
    let mut camera = camera;
    if map.dragged() {
        camera = camera.moved(sheet, view, map.drag_delta());
    }
    if let Some(pointer) = map.hover_pos().filter(|_| map.contains_pointer()) {
        let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta, input.zoom_delta()));
        let factor = pinch * (wheel.y / 240.0).exp();
        if (factor - 1.0).abs() > 1e-4 {
            camera = camera.zoomed(sheet, view, pointer, factor);
        }
        if wheel.x.abs() > 0.1 {
            camera = camera.moved(sheet, view, vec2(wheel.x, 0.0));
        }
    }
    if ui.egui_wants_keyboard_input() || !ui.is_enabled() {
        return camera;
    }
    keys(ui, sheet, view, camera)
}

fn keys(ui: &Ui, sheet: Vec2, view: Rect, camera: Camera) -> Camera {
    let ways = [
        ([Key::ArrowLeft, Key::A], vec2(1.0, 0.0)),
        ([Key::ArrowRight, Key::D], vec2(-1.0, 0.0)),
        ([Key::ArrowUp, Key::W], vec2(0.0, 1.0)),
        ([Key::ArrowDown, Key::S], vec2(0.0, -1.0)),
    ];
    let mut camera = camera;
    let (way, zoom, fit, time) = ui.input(|input| {
        let plain = !input.modifiers.any();
        let held = |keys: [Key; 2]| plain && keys.iter().any(|&key| input.key_down(key));
        let held = ways.iter().filter(|(keys, _)| held(*keys)).map(|(_, way)| *way);
        let way = held.fold(Vec2::ZERO, |sum, way| sum + way);
        let pressed = |keys: &[Key]| keys.iter().any(|&key| input.key_pressed(key));
        let nearer = pressed(&[Key::Plus, Key::Equals]);
        let farther = pressed(&[Key::Minus]);
        let zooms = (plain || input.modifiers.shift_only()) && nearer != farther;
        let zoom = if !zooms {
            1.0
        } else if nearer {
            STEP
        } else {
            1.0 / STEP
        };
        (way, zoom, pressed(&[Key::Home]), input.stable_dt.min(0.1))
    });
    if way != Vec2::ZERO {
        camera = camera.moved(sheet, view, way * PACE * time);
        ui.request_repaint();
    }
    if (zoom - 1.0).abs() > 1e-4 {
        camera = camera.zoomed(sheet, view, view.center(), zoom);
    }
    if fit { Camera::whole(sheet, view) } else { camera }
}

/// The round buttons: nearer, farther, the whole map.
pub fn buttons_ui(ui: &Ui, colors: &Palette, sheet: Vec2, view: Rect, camera: Camera) -> Camera {
    let radius = 17.0;
    let mut camera = camera;
    let buttons = [
        ("+", "Nearer (+)", STEP),
        ("−", "Farther (−)", 1.0 / STEP),
        ("⛶", "The whole map (Home)", 0.0),
    ];
    for (row, (sign, label, factor)) in (0u8..).zip(buttons) {
        let down = radius + f32::from(row) * (radius * 2.0 + theme::NEAR);
        let center = view.left_top() + vec2(radius + 14.0, 14.0 + down);
        let place = Rect::from_center_size(center, Vec2::splat(radius * 2.0));
        let response = ui.interact(place, ui.scope_id().with(label), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
        let lit = response.hovered() || response.has_focus();
        let fill = if lit { colors.gold } else { colors.panel };
        let painter = ui.painter_at(view);
        painter.circle(center, radius, fill, Stroke::new(1.2, colors.coast));
        if factor > 0.0 {
            painter.text(center, Align2::CENTER_CENTER, sign, theme::strong(22.0), colors.ink);
        } else {
            let frame = Rect::from_center_size(center, vec2(17.0, 11.0));
            painter.rect_stroke(frame, 1.0, Stroke::new(1.6, colors.ink), StrokeKind::Middle);
        }
        if response.on_hover_text(label).clicked() {
            camera = if factor > 0.0 {
                camera.zoomed(sheet, view, view.center(), factor)
            } else {
                Camera::whole(sheet, view)
            };
        }
    }
    camera
}

/// The whole map in a corner with what is seen of it; a click looks there.
pub fn overview_ui(ui: &Ui, colors: &Palette, atlas: &Atlas, view: Rect, camera: Camera) -> Camera {
    let sheet = atlas.sheet;
    let seen = camera.seen(view);
    let shown = seen.intersect(Rect::from_min_size(Pos2::ZERO, sheet)).area() / (sheet.x * sheet.y);
    if shown > 0.42 || view.width() < 500.0 {
        return camera;
    }
    let width = (view.width() * 0.17).clamp(150.0, 230.0);
    let size = vec2(width, width * sheet.y / sheet.x);
    let place = Rect::from_min_size(view.left_bottom() + vec2(14.0, -14.0 - size.y), size);
    let small = |at: Pos2| place.min + at.to_vec2() * (width / sheet.x);
    let painter = ui.painter_at(view);
    painter.rect_filled(place.expand(4.0), 3.0, colors.panel);
    painter.rect_filled(place, 1.0, colors.sea);
    painter.add(land(atlas, colors.land, &small));
    let frame = Rect::from_min_max(small(seen.min), small(seen.max)).intersect(place);
    painter.rect(
        frame,
        1.0,
        colors.gold.gamma_multiply(0.25),
        Stroke::new(1.6, colors.ink),
        StrokeKind::Inside,
    );
    painter.rect_stroke(place.expand(4.0), 3.0, Stroke::new(1.0, colors.coast), StrokeKind::Inside);
    let response = ui.interact(place, ui.scope_id().with("overview"), Sense::CLICK | Sense::DRAG);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Overview"));
    match response.interact_pointer_pos() {
        Some(at) => {
            let there = pos2(0.0, 0.0) + (at - place.min) * (sheet.x / width);
            camera.turned_to(sheet, view, there)
        }
        None => camera,
    }
}

fn land(atlas: &Atlas, color: Color32, small: &impl Fn(Pos2) -> Pos2) -> Mesh {
    let mut mesh = Mesh::default();
    for area in &atlas.land {
        let first = mesh.vertices.len() as u32;
        for &corner in &area.filled {
            mesh.colored_vertex(small(corner), color);
        }
        mesh.indices.extend(area.triangles.iter().map(|index| first + index));
    }
    mesh
}
