//! Our emblem: a sixteen-rayed star of Macedon in relief, bound with a diadem, the royal ribbon.
//!
//! The star is plain geometry; the screens paint it with egui, the icon is rasterised from it.

use super::theme::{Palette, mix, palette};
use eframe::egui::epaint::{CubicBezierShape, PathShape};
use eframe::egui::{Color32, IconData, Mesh, Painter, Pos2, Shape, Stroke, Vec2, pos2, vec2};
use std::f32::consts::{FRAC_PI_2, TAU};

/// The emblem looks the same in every theme.
const COLORS: Palette = Palette::LIGHT;
const RAYS: u8 = 16;
/// Where a ray is broadest, in parts of the star's radius.
const SHOULDER: f32 = 0.34;
/// Where a ray begins.
const ROOT: f32 = 0.21;
/// Half the angle between two rays, of which a ray takes a little less at its shoulder.
const HALF_GAP: f32 = TAU / 32.0;
const HALF_SHOULDER: f32 = HALF_GAP * 0.86;
/// Where the light comes from: the upper left.
const LIGHT: Vec2 = vec2(-0.6, -0.8);

/// Paints the emblem.
pub fn paint(painter: &Painter, center: Pos2, radius: f32) {
    glow(painter, center, radius * 2.6);
    ribbon(painter, center, radius);
    star(painter, center, radius);
}

/// The star in relief.
fn star(painter: &Painter, center: Pos2, radius: f32) {
    for angle in ray_angles() {
        facets(
            painter,
            center,
            angle,
            [ROOT, SHOULDER, 1.0].map(|part| part * radius),
            HALF_SHOULDER,
        );
    }
    rosette(painter, center, radius * 0.19);
}

/// Paints the star as a watermark: flat, in one tone.
pub fn watermark(painter: &Painter, center: Pos2, radius: f32, tone: Color32) {
    for angle in ray_angles() {
        let at = |aside: f32, part: f32| center + Vec2::angled(angle + aside) * part * radius;
        let ray = vec![
            at(0.0, ROOT),
            at(-HALF_SHOULDER, SHOULDER),
            at(0.0, 1.0),
            at(HALF_SHOULDER, SHOULDER),
        ];
        painter.add(PathShape::convex_polygon(ray, tone, Stroke::NONE));
    }
    painter.circle_filled(center, radius * 0.16, tone);
}

/// The directions of the rays, from the top round.
fn ray_angles() -> impl Iterator<Item = f32> {
    (0..RAYS).map(|ray| f32::from(ray) * TAU / f32::from(RAYS) - FRAC_PI_2)
}

/// The flower in the middle of the star.
fn rosette(painter: &Painter, center: Pos2, radius: f32) {
    painter.circle_filled(center, radius, COLORS.metal_dark);
    for petal in 0..8u8 {
        let angle = f32::from(petal) * TAU / 8.0 - FRAC_PI_2;
        facets(painter, center, angle, [0.2, 0.66, 0.98].map(|part| part * radius), 0.34);
    }
    painter.circle_filled(center, radius * 0.26, COLORS.medallion);
    painter.circle_stroke(center, radius, Stroke::new(radius * 0.09, COLORS.medallion));
}

/// A ridge seen from above: two facets that meet in a line from the centre outwards, each as
/// bright as it is turned to the light. `[root, shoulder, tip]` are distances from the centre.
fn facets(
    painter: &Painter,
    center: Pos2,
    angle: f32,
    [root, shoulder, tip]: [f32; 3],
    half_angle: f32,
) {
    let at = |angle: f32, distance: f32| center + Vec2::angled(angle) * distance;
    let (from, to) = (at(angle, root), at(angle, tip));
    let (left, right) = (at(angle - half_angle, shoulder), at(angle + half_angle, shoulder));
    let fill = |points: Vec<Pos2>, color: Color32| {
        painter.add(PathShape::convex_polygon(points, color, Stroke::NONE));
    };
    // First the whole in one tone, so that no seam shows along the ridge.
    fill(vec![from, left, to, right], COLORS.medallion);
    fill(vec![from, left, to], facet_color(angle - FRAC_PI_2));
    fill(vec![from, to, right], facet_color(angle + FRAC_PI_2));
}

/// The tone of a facet that is turned to this side.
fn facet_color(turned_to: f32) -> Color32 {
    let light = 0.5 + 0.5 * Vec2::angled(turned_to).dot(LIGHT);
    if light < 0.5 {
        mix(COLORS.metal_dark, COLORS.medallion, light * 2.0)
    } else {
        mix(COLORS.medallion, COLORS.metal_light, light * 2.0 - 1.0)
    }
}

/// Lamplight on the table around the emblem.
fn glow(painter: &Painter, center: Pos2, radius: f32) {
    const STEPS: u16 = 72;
    const RINGS: u16 = 10;
    let colors = palette(painter.ctx());
    let mut mesh = Mesh::default();
    mesh.colored_vertex(center, colors.lamplight);
    for ring in 1..=RINGS {
        let part = f32::from(ring) / f32::from(RINGS);
        // Smooth at both ends: no bright point, no rim.
        let fade = part * part * (3.0 - 2.0 * part);
        for step in 0..STEPS {
            let angle = f32::from(step) / f32::from(STEPS) * TAU;
            let place = center + Vec2::angled(angle) * (radius * part);
            mesh.colored_vertex(place, mix(colors.lamplight, colors.frame, fade));
        }
    }
    let vertex = |ring: u16, step: u16| match ring {
        0 => 0,
        _ => 1 + u32::from(ring - 1) * u32::from(STEPS) + u32::from(step % STEPS),
    };
    for ring in 0..RINGS {
        for step in 0..STEPS {
            let (near, far) = (vertex(ring, step), vertex(ring + 1, step));
            mesh.add_triangle(near, far, vertex(ring + 1, step + 1));
            if ring > 0 {
                mesh.add_triangle(near, vertex(ring + 1, step + 1), vertex(ring, step + 1));
            }
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// The diadem: a band around the star, knotted below, its two ends hanging.
fn ribbon(painter: &Painter, center: Pos2, radius: f32) {
    let cloth = mix(COLORS.pale, COLORS.faint_pale, 0.25);
    let shade = mix(cloth, COLORS.frame, 0.45);
    let width = radius * 0.075;
    let inner = radius * 1.23;
    // egui lays a circle's stroke around it, so radii here are those of inner edges.
    painter.circle_stroke(center, inner, Stroke::new(width, cloth));
    let hem = radius * 0.01;
    for part in [0.16, 0.84] {
        let radius = inner + width * part - hem / 2.0;
        painter.circle_stroke(center, radius, Stroke::new(hem, shade));
    }
    let middle = inner + width / 2.0;
    let knot = center + vec2(0.0, middle);
    for side in [-1.0, 1.0] {
        let from_knot = |x: f32, y: f32| knot + vec2(side * x, y) * radius;
        let fall = CubicBezierShape::from_points_stroke(
            [
                from_knot(0.0, 0.0),
                from_knot(0.16, 0.12),
                from_knot(0.10, 0.30),
                from_knot(0.34, 0.42),
            ],
            false,
            Color32::TRANSPARENT,
            Stroke::NONE,
        );
        end_of_ribbon(painter, &fall, width, cloth, shade);
    }
    let half = vec2(0.062, 0.05) * radius;
    painter.add(PathShape::convex_polygon(
        vec![
            knot + vec2(-half.x, -half.y * 0.8),
            knot + vec2(0.0, -half.y * 1.1),
            knot + vec2(half.x, -half.y * 0.8),
            knot + vec2(half.x * 0.8, half.y),
            knot + vec2(0.0, half.y * 1.3),
            knot + vec2(-half.x * 0.8, half.y),
        ],
        cloth,
        Stroke::new(radius * 0.012, shade),
    ));
}

/// One hanging end of the ribbon: it turns as it falls, and has a fringe.
fn end_of_ribbon(
    painter: &Painter,
    fall: &CubicBezierShape,
    width: f32,
    cloth: Color32,
    shade: Color32,
) {
    const STEPS: u16 = 32;
    let mut edges = [Vec::new(), Vec::new()];
    let mut mesh = Mesh::default();
    for step in 0..=STEPS {
        let along = f32::from(step) / f32::from(STEPS);
        let ahead = fall.sample((along + 0.01).min(1.0)) - fall.sample((along - 0.01).max(0.0));
        let across = ahead.normalized().rot90() * width * (0.32 + 0.34 * along);
        let middle = fall.sample(along);
        // Half a turn of the cloth: dark where it shows its edge.
        let color = mix(cloth, shade, (1.0 - (along * 3.2 - 1.1).abs()).max(0.0) * 0.6);
        for (edge, place) in edges.iter_mut().zip([middle - across, middle + across]) {
            mesh.colored_vertex(place, color);
            edge.push(place);
        }
    }
    for quad in 0..u32::from(STEPS) {
        let first = quad * 2;
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 3, first + 2);
    }
    painter.add(Shape::mesh(mesh));
    // A mesh has hard edges; a hem softens them.
    for edge in &edges {
        painter.line(edge.clone(), Stroke::new(width * 0.12, mix(cloth, shade, 0.5)));
    }
    let [Some(&left), Some(&right)] = edges.each_ref().map(|edge| edge.last()) else { return };
    let down = (fall.sample(1.0) - fall.sample(0.96)).normalized() * width * 0.7;
    for thread in 0..=4u8 {
        let top = left.lerp(right, f32::from(thread) / 4.0);
        painter.line_segment([top, top + down], Stroke::new(width * 0.13, cloth));
    }
}

/// The application's icon: the star on a dark medallion.
pub fn icon() -> IconData {
    const SIDE: u8 = 64;
    /// Samples along each side of a pixel.
    const FINE: u8 = 4;
    let mut rgba = Vec::with_capacity(usize::from(SIDE) * usize::from(SIDE) * 4);
    for y in 0..SIDE {
        for x in 0..SIDE {
            let samples = (0..FINE * FINE).map(|sample| {
                let offset = |step: u8| (f32::from(step) + 0.5) / f32::from(FINE);
                let fine = vec2(offset(sample % FINE), offset(sample / FINE));
                let place = (vec2(f32::from(x), f32::from(y)) + fine) / f32::from(SIDE);
                icon_color(place.to_pos2() - pos2(0.5, 0.5))
            });
            rgba.extend(average(samples));
        }
    }
    IconData { rgba, width: SIDE.into(), height: SIDE.into() }
}

/// The icon's colour at a place, measured from its centre in sides of the icon.
fn icon_color(place: Vec2) -> Option<Color32> {
    let (medallion, rim, star) = (0.49, 0.45, 0.42);
    let distance = place.length();
    if distance > medallion {
        None
    } else if distance > rim {
        Some(COLORS.medallion)
    } else {
        Some(star_color(place / star).unwrap_or(COLORS.frame))
    }
}

/// The colour of a star of radius 1 at a place, if it covers it.
fn star_color(place: Vec2) -> Option<Color32> {
    let distance = place.length();
    if distance < ROOT {
        return Some(COLORS.medallion);
    }
    let gap = HALF_GAP * 2.0;
    let ray = (place.angle() / gap).round() * gap;
    let aside = place.angle() - ray;
    let (along, across) = (distance * aside.cos(), distance * aside.sin().abs());
    let (shoulder_along, shoulder_across) =
        (SHOULDER * HALF_SHOULDER.cos(), SHOULDER * HALF_SHOULDER.sin());
    let breadth = if along < shoulder_along {
        shoulder_across * (along - ROOT) / (shoulder_along - ROOT)
    } else {
        shoulder_across * (1.0 - along) / (1.0 - shoulder_along)
    };
    (across <= breadth).then(|| facet_color(ray + aside.signum() * FRAC_PI_2))
}

/// The mean of samples, some of them clear, as unmultiplied RGBA.
fn average(samples: impl Iterator<Item = Option<Color32>>) -> [u8; 4] {
    let (mut sums, mut covered, mut count) = ([0u32; 3], 0u32, 0u32);
    for sample in samples {
        count += 1;
        if let Some(color) = sample {
            covered += 1;
            let channels = [color.r(), color.g(), color.b()];
            sums.iter_mut().zip(channels).for_each(|(sum, channel)| *sum += u32::from(channel));
        }
    }
    let [r, g, b] = sums.map(|sum| (sum / covered.max(1)) as u8);
    [r, g, b, (255 * covered / count.max(1)) as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_a_star_on_a_round_medallion() {
        let icon = icon();
        assert_eq!((icon.width, icon.height, icon.rgba.len()), (64, 64, 64 * 64 * 4));
        let pixel = |x: usize, y: usize| &icon.rgba[(y * 64 + x) * 4..][..4];
        assert_eq!(pixel(0, 0)[3], 0, "the corner is clear");
        assert_eq!(pixel(32, 32), COLORS.medallion.to_array(), "the middle is gold");
        assert_eq!(pixel(37, 8), COLORS.frame.to_array(), "between two rays it is dark");
    }

    #[test]
    fn the_star_has_sixteen_rays() {
        let on = |step: u8| star_color(Vec2::angled(f32::from(step) * TAU / 128.0) * 0.7).is_some();
        let edges = (0..128).filter(|&step| on(step) != on((step + 1) % 128)).count();
        assert_eq!(edges, 2 * usize::from(RAYS));
    }
}
