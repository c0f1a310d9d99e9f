//! The soft shore: how near the land is, as a picture that is laid over the sea.

use super::atlas::Atlas;
use super::geometry::sides;
use eframe::egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};

/// Points of the sheet for each of the picture.
const COARSE: f32 = 3.0;
/// How far the shore reaches, in points of the picture.
const REACH: usize = 3;

/// The picture: white, and the thicker the nearer the land is.
pub fn texture(ctx: &Context, atlas: &Atlas) -> TextureHandle {
    let (width, height) = size(atlas);
    let mut near = land(atlas, width, height);
    for _ in 0..3 {
        blur(&mut near, width, 1, height, width);
        blur(&mut near, height, width, width, 1);
    }
    let pixels = near.iter().map(|&near| Color32::from_white_alpha(thickness(near))).collect();
    let image = ColorImage::new([width, height], pixels);
    ctx.load_texture("shore", image, TextureOptions::LINEAR)
}

/// How thick the shore is where so much of what lies around is land.
#[expect(clippy::cast_sign_loss, reason = "a part of a whole")]
fn thickness(near: f32) -> u8 {
    ((near * 1.7).min(1.0) * 255.0) as u8
}

#[expect(clippy::cast_sign_loss, reason = "a sheet has a size")]
fn size(atlas: &Atlas) -> (usize, usize) {
    ((atlas.sheet.x / COARSE).ceil() as usize, (atlas.sheet.y / COARSE).ceil() as usize)
}

/// One where there is land, zero where there is water.
#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "a picture is small")]
fn land(atlas: &Atlas, width: usize, height: usize) -> Vec<f32> {
    let mut picture = vec![0.0; width * height];
    let rings = || atlas.land.iter().chain(&atlas.inland);
    let mut cuts = Vec::new();
    for (row, line) in picture.chunks_mut(width).enumerate() {
        let y = (row as f32 + 0.5) * COARSE;
        cuts.clear();
        for area in rings().filter(|area| area.bounds.y_range().contains(y)) {
            let crossing = sides(&area.ring).filter(|(a, b)| (a.y > y) != (b.y > y));
            cuts.extend(crossing.map(|(a, b)| a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)));
        }
        cuts.sort_by(f32::total_cmp);
        for cut in cuts.chunks_exact(2) {
            let [from, to] = [cut[0], cut[1]].map(|x| ((x / COARSE) as usize).min(width));
            line[from..to].fill(1.0);
        }
    }
    picture
}

/// Spreads each of `lines` lines of `length` points, which stand `stride` apart.
#[expect(clippy::cast_precision_loss, reason = "a reach is a handful of points")]
fn blur(picture: &mut [f32], length: usize, stride: usize, lines: usize, next_line: usize) {
    let mut line = vec![0.0; length];
    let window = (2 * REACH + 1) as f32;
    for first in (0..lines).map(|line| line * next_line) {
        for (at, value) in line.iter_mut().enumerate() {
            *value = picture[first + at * stride];
        }
        let at = |index: isize| line[index.clamp(0, length as isize - 1).cast_unsigned()];
        let reach = REACH as isize;
        let mut sum: f32 = (-reach..=reach).map(at).sum();
        for index in 0..length {
            picture[first + index * stride] = sum / window;
            let here = index as isize;
            sum += at(here + reach + 1) - at(here - reach);
        }
    }
}
