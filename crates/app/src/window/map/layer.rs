//! Painted geometry that knows the sheet: fills lie on it, lines keep their width on the screen.
//!
//! A layer is made when something changes; placing it under a camera is one pass over its corners.

use super::camera::Camera;
use eframe::egui::epaint::{Vertex, WHITE_UV};
use eframe::egui::{Color32, Mesh, Pos2, Rect, Vec2};

/// Triangles on the sheet.
#[derive(Clone, Default)]
pub struct Layer {
    corners: Vec<Corner>,
    indices: Vec<u32>,
}

/// A corner: a place on the sheet, and how far beside it on the screen.
#[derive(Clone, Copy)]
struct Corner {
    at: Pos2,
    beside: Vec2,
    color: Color32,
}

/// What is seen across a line: how far beside it, and the colour there.
pub type Profile<'a> = &'a [(f32, Color32)];

/// How far the edge of a line fades out.
const FADE: f32 = 0.8;

/// A hair line: strongest in its middle.
pub fn hair(width: f32, color: Color32) -> [(f32, Color32); 3] {
    let far = width / 2.0 + FADE * 0.75;
    [(-far, Color32::TRANSPARENT), (0.0, color), (far, Color32::TRANSPARENT)]
}

/// A plain line of a width.
pub fn plain(width: f32, color: Color32) -> [(f32, Color32); 4] {
    let half = (width / 2.0 - FADE / 2.0).max(0.0);
    let clear = Color32::TRANSPARENT;
    [(-half - FADE, clear), (-half, color), (half, color), (half + FADE, clear)]
}

/// An edge along the inside of a ring that runs clockwise.
pub fn inner_edge(width: f32, color: Color32) -> [(f32, Color32); 3] {
    [(0.0, color), (width, color), (width + FADE * 1.5, Color32::TRANSPARENT)]
}

impl Layer {
    /// Fills a ring that was cut into triangles.
    pub fn fill(&mut self, ring: &[Pos2], triangles: &[u32], color: Color32) {
        let first = self.corners.len() as u32;
        self.corners.extend(ring.iter().map(|&at| Corner { at, beside: Vec2::ZERO, color }));
        self.indices.extend(triangles.iter().map(|index| first + index));
    }

    /// Fills a figure whose corners lie beside one place by so many points of the screen.
    pub fn figure(&mut self, at: Pos2, corners: &[Vec2], triangles: &[u32], color: Color32) {
        let first = self.corners.len() as u32;
        self.corners.extend(corners.iter().map(|&beside| Corner { at, beside, color }));
        self.indices.extend(triangles.iter().map(|index| first + index));
    }

    /// Draws a line, closed or open.
    pub fn line(&mut self, points: &[Pos2], closed: bool, profile: Profile<'_>) {
        let count = points.len();
        if count < 2 {
            return;
        }
        let normal = |from: usize, to: usize| -(points[to] - points[from]).normalized().rot90();
        let last = count - 1;
        let rows = if closed { count + 1 } else { count };
        let first = self.corners.len() as u32;
        for row in 0..rows {
            let here = row % count;
            let before = match here {
                0 if closed => normal(last, 0),
                0 => normal(0, 1),
                _ => normal(here - 1, here),
            };
            let after = match here {
                here if here < last => normal(here, here + 1),
                _ if closed => normal(last, 0),
                _ => before,
            };
            // A mitre, kept short where the line turns back on itself.
            let along = before + after;
            let miter = along / along.length_sq().max(0.7) * 2.0;
            self.corners.extend(profile.iter().map(|&(far, color)| Corner {
                at: points[here],
                beside: miter * far,
                color,
            }));
        }
        let wide = profile.len() as u32;
        for row in 0..rows as u32 - 1 {
            for strip in 0..wide - 1 {
                let a = first + row * wide + strip;
                let b = a + wide;
                self.indices.extend([a, b, a + 1, a + 1, b, b + 1]);
            }
        }
    }

    /// Draws a figure of lines beside one place, by so many points of the screen.
    pub fn strokes(&mut self, at: Pos2, points: &[Vec2], width: f32, color: Color32) {
        let first = self.corners.len();
        let beside: Vec<Pos2> = points.iter().map(|point| point.to_pos2()).collect();
        self.line(&beside, false, &hair(width, color));
        for corner in &mut self.corners[first..] {
            corner.beside += corner.at.to_vec2();
            corner.at = at;
        }
    }

    /// The triangles on the screen; what is beside a place grows with `breadth`.
    pub fn placed(&self, camera: Camera, view: Rect, breadth: f32) -> Mesh {
        let mut mesh = Mesh { indices: self.indices.clone(), ..Mesh::default() };
        self.place(camera, view, breadth, &mut mesh);
        mesh
    }

    /// Moves triangles of this very layer to another place on the screen, in the memory they have.
    pub fn place(&self, camera: Camera, view: Rect, breadth: f32, mesh: &mut Mesh) {
        let origin = view.center() - camera.center.to_vec2() * camera.scale;
        let corner = |corner: &Corner| Vertex {
            pos: origin + corner.at.to_vec2() * camera.scale + corner.beside * breadth,
            uv: WHITE_UV,
            color: corner.color,
        };
        mesh.vertices.clear();
        mesh.vertices.extend(self.corners.iter().map(corner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::{pos2, vec2};

    #[test]
    fn a_line_keeps_its_width_whatever_the_camera() {
        let mut layer = Layer::default();
        layer.line(&[pos2(10.0, 10.0), pos2(20.0, 10.0)], false, &plain(4.0, Color32::BLACK));
        let view = Rect::from_min_size(pos2(0.0, 0.0), vec2(100.0, 100.0));
        for scale in [1.0, 3.0] {
            let mesh = layer.placed(Camera { center: pos2(15.0, 10.0), scale }, view, 1.0);
            let height = mesh.calc_bounds().height();
            assert!((height - 4.8).abs() < 1e-3, "{height} at {scale}");
            assert!((mesh.calc_bounds().width() - 10.0 * scale).abs() < 1e-3);
        }
    }
}
