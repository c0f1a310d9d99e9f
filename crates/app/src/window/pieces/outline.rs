//! From an outline to triangles: once for each drawing, in its own measure.
//!
//! egui fills only convex shapes softly, and no horse is convex. So an outline is cut into triangles
//! here, and keeps for every corner the way outwards, along which its edge is softened when drawn.

use eframe::egui::epaint::{Vertex, WHITE_UV};
use eframe::egui::{Color32, Mesh, Pos2, Vec2, pos2, vec2};

/// How finely a curve is cut.
const CURVE_STEPS: u8 = 6;
/// How finely a disc is cut.
const DISC_STEPS: u8 = 28;
/// No corner is softened further out than this.
const LONGEST_MITER: f32 = 2.0;

/// A closed outline, ready to be filled.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    corners: Vec<Pos2>,
    outwards: Vec<Vec2>,
    triangles: Vec<[u32; 3]>,
}

impl Outline {
    /// Every closed outline of a path written as in SVG with `M`, `L`, `C` and `Z`.
    pub(super) fn of_path(path: &str) -> Vec<Outline> {
        rings(path).into_iter().map(Outline::of).collect()
    }

    /// A straight line of some width.
    pub(super) fn of_stroke(from: Pos2, to: Pos2, width: f32) -> Outline {
        let aside = (to - from).normalized().rot90() * (width / 2.0);
        Outline::of(vec![from + aside, to + aside, to - aside, from - aside])
    }

    /// A disc.
    pub(super) fn of_disc(middle: Pos2, radius: f32) -> Outline {
        let step = std::f32::consts::TAU / f32::from(DISC_STEPS);
        let corner = |nth: u8| middle + Vec2::angled(f32::from(nth) * step) * radius;
        Outline::of((0..DISC_STEPS).map(corner).collect())
    }

    fn of(mut corners: Vec<Pos2>) -> Outline {
        corners.dedup_by(|one, other| one.distance(*other) < 0.01);
        if corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        if twice_area(&corners) < 0.0 {
            corners.reverse();
        }
        let count = corners.len();
        let outwards = (0..count)
            .map(|at| {
                let before = corners[at] - corners[(at + count - 1) % count];
                let after = corners[(at + 1) % count] - corners[at];
                let [before, after] = [before, after].map(|edge| edge.normalized().rot90());
                let middle = before + after;
                let along = middle.length_sq().max(f32::EPSILON);
                let miter = middle * (2.0 / along);
                miter * (LONGEST_MITER / miter.length().max(f32::EPSILON)).min(1.0)
            })
            .collect();
        let triangles = triangles(&corners);
        Outline { corners, outwards, triangles }
    }

    /// Fills it, its edge softened over `feather`; `place` says where its own measure lies.
    pub(super) fn fill(
        &self,
        mesh: &mut Mesh,
        color: Color32,
        feather: f32,
        place: impl Fn(Pos2) -> Pos2,
    ) {
        let first = mesh.vertices.len() as u32;
        mesh.vertices.reserve(self.corners.len() * 2);
        mesh.indices.reserve(self.triangles.len() * 3 + self.corners.len() * 6);
        for (&corner, &outwards) in self.corners.iter().zip(&self.outwards) {
            let (corner, out) = (place(corner), outwards * (feather / 2.0));
            for (pos, color) in [(corner - out, color), (corner + out, Color32::TRANSPARENT)] {
                mesh.vertices.push(Vertex { pos, uv: WHITE_UV, color });
            }
        }
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|corner| first + corner * 2);
            mesh.add_triangle(a, b, c);
        }
        let count = self.corners.len() as u32;
        for corner in 0..count {
            let (here, next) = (first + corner * 2, first + (corner + 1) % count * 2);
            mesh.add_triangle(here, here + 1, next);
            mesh.add_triangle(here + 1, next + 1, next);
        }
    }
}

/// The rings of a path, curves cut into lines.
fn rings(path: &str) -> Vec<Vec<Pos2>> {
    let mut rings: Vec<Vec<Pos2>> = Vec::new();
    let mut command = ' ';
    let mut numbers: Vec<f32> = Vec::new();
    let mut words = String::new();
    for letter in path.chars() {
        match letter {
            'M' | 'L' | 'C' | 'Z' => words.extend([' ', letter, ' ']),
            other => words.push(other),
        }
    }
    for word in words.split_whitespace() {
        match word.parse::<f32>() {
            Ok(number) => numbers.push(number),
            Err(_) => command = word.chars().next().unwrap_or(' '),
        }
        let need = match command {
            'M' | 'L' => 2,
            'C' => 6,
            _ => continue,
        };
        if numbers.len() < need {
            continue;
        }
        let points: Vec<Pos2> = numbers.chunks(2).map(|pair| pos2(pair[0], pair[1])).collect();
        numbers.clear();
        match (command, rings.last_mut(), points.as_slice()) {
            ('M', _, &[start]) => rings.push(vec![start]),
            ('L', Some(ring), &[to]) => ring.push(to),
            ('C', Some(ring), &[near, far, to]) => {
                let Some(&from) = ring.last() else { continue };
                ring.extend((1..=CURVE_STEPS).map(|step| {
                    bezier([from, near, far, to], f32::from(step) / f32::from(CURVE_STEPS))
                }));
            }
            _ => {}
        }
    }
    rings
}

fn bezier([from, near, far, to]: [Pos2; 4], along: f32) -> Pos2 {
    let rest = 1.0 - along;
    let weights =
        [rest * rest * rest, 3.0 * rest * rest * along, 3.0 * rest * along * along, along.powi(3)];
    let sum = [from, near, far, to]
        .iter()
        .zip(weights)
        .fold(Vec2::ZERO, |sum, (point, weight)| sum + point.to_vec2() * weight);
    sum.to_pos2()
}

/// Twice the area, positive when it runs clockwise on the screen.
fn twice_area(ring: &[Pos2]) -> f32 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(one, other)| one.x * other.y - other.x * one.y).sum()
}

/// Cuts a simple clockwise ring into triangles, ear by ear.
fn triangles(ring: &[Pos2]) -> Vec<[u32; 3]> {
    let mut left: Vec<u32> = (0..ring.len() as u32).collect();
    let mut found = Vec::with_capacity(ring.len().saturating_sub(2));
    let at = |corner: u32| ring[corner as usize];
    while left.len() > 3 {
        let count = left.len();
        let corners =
            |nth: usize| [left[(nth + count - 1) % count], left[nth], left[(nth + 1) % count]];
        let is_ear = |&nth: &usize| {
            let ear = corners(nth);
            let [a, b, c] = ear.map(at);
            turn(a, b, c) > 0.0
                && !left
                    .iter()
                    .any(|&other| !ear.contains(&other) && is_inside(at(other), [a, b, c]))
        };
        // A ring that crosses itself has no ear at last: then any corner goes.
        let nth = (0..count).find(is_ear).unwrap_or(0);
        found.push(corners(nth));
        left.remove(nth);
    }
    if let &[a, b, c] = left.as_slice() {
        found.push([a, b, c]);
    }
    found
}

/// Positive when the way from `a` over `b` to `c` turns clockwise on the screen.
fn turn(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    let (first, second) = (b - a, c - b);
    first.x * second.y - first.y * second.x
}

fn is_inside(point: Pos2, [a, b, c]: [Pos2; 3]) -> bool {
    turn(a, b, point) >= 0.0 && turn(b, c, point) >= 0.0 && turn(c, a, point) >= 0.0
}

/// From the measure of the drawings into a place on the screen, as large as fits.
pub(super) fn fitted(into: eframe::egui::Rect, size: Vec2) -> impl Fn(Pos2) -> Pos2 {
    let scale = (into.width() / size.x).min(into.height() / size.y);
    let origin = into.center() - size * (scale / 2.0);
    move |point: Pos2| origin + vec2(point.x, point.y) * scale
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(outline: &Outline) -> f32 {
        let corner = |index: u32| outline.corners[index as usize];
        outline.triangles.iter().map(|&[a, b, c]| turn(corner(a), corner(b), corner(c))).sum()
    }

    #[test]
    fn a_shape_with_a_notch_is_filled_exactly() {
        let outlines = Outline::of_path("M0 0 L10 0 L10 10 L5 4 L0 10 Z");
        let [outline] = outlines.as_slice() else { panic!("one ring") };
        assert_eq!(outline.triangles.len(), 3);
        assert!((area(outline) - twice_area(&outline.corners)).abs() < 0.01);
    }

    #[test]
    fn the_direction_of_a_ring_does_not_matter() {
        for path in ["M0 0 L10 0 L10 10 Z", "M10 10 L10 0 L0 0 Z"] {
            let outlines = Outline::of_path(path);
            assert!(area(&outlines[0]) > 99.0, "{path}");
            let centre = pos2(7.0, 3.0);
            let away = |(corner, out): (&Pos2, &Vec2)| (*corner - centre).dot(*out) > 0.0;
            assert!(outlines[0].corners.iter().zip(&outlines[0].outwards).all(away), "{path}");
        }
    }
}
