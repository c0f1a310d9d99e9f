//! Small marks on the land: what it yields, and what has become of it.

use super::atlas::Atlas;
use super::geometry::{contains, distance_to};
use super::layer::Layer;
use super::terrain::{fan, hexagon};
use crate::window::theme::{self, Palette};
use diadem_campaign::board::Board;
use diadem_campaign::data::Land;
use diadem_campaign::ids::ProvinceId;
use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// A mark on the land.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ornament {
    /// Where.
    pub at: Pos2,
    /// What the land yields.
    pub land: Land,
    /// How large, around 1.
    pub size: f32,
}

/// Marks for every province, where neither names nor armies nor cities stand.
pub fn ornaments(board: &Board, atlas: &Atlas) -> Vec<Ornament> {
    let mut taken: Vec<Rect> = Vec::new();
    for province in &atlas.provinces {
        taken.push(Rect::from_center_size(province.stand, vec2(104.0, 68.0)));
    }
    for (province, drawn) in board.provinces().zip(&atlas.provinces) {
        let letters = board[province].name.chars().count();
        taken.push(name_room(drawn.label.at, drawn.label.size, letters));
    }
    for (city, drawn) in board.cities().zip(&atlas.cities) {
        let letters = board[city].name.chars().count();
        taken.push(Rect::from_center_size(drawn.at, vec2(30.0, 34.0)));
        taken.push(name_room(drawn.at, 13.0, letters * 2));
    }
    let mut marks = Vec::new();
    for province in board.provinces() {
        scatter(board[province].land, province, atlas, &taken, &mut marks);
    }
    marks
}

/// The room a spaced name takes.
#[expect(clippy::cast_precision_loss, reason = "names are short")]
fn name_room(at: Pos2, size: f32, letters: usize) -> Rect {
    Rect::from_center_size(at, vec2(letters as f32 * size * 0.95 + 8.0, size * 1.5))
}

fn scatter(
    land: Land,
    province: ProvinceId,
    atlas: &Atlas,
    taken: &[Rect],
    marks: &mut Vec<Ornament>,
) {
    let Some(area) = atlas.province(province).areas.first() else { return };
    let (apart, margin, most) = match land {
        Land::Mountain => (27.0, 10.0, 26),
        Land::Desert => (42.0, 14.0, 30),
        Land::Rich => (40.0, 12.0, 9),
        Land::Fertile => (58.0, 13.0, 4),
    };
    let mut luck = Luck(0x9e37_79b9 ^ (u32::from(province.0) << 8));
    let mut found = Vec::new();
    let mut y = area.bounds.top();
    while y < area.bounds.bottom() {
        let mut x = area.bounds.left();
        while x < area.bounds.right() {
            let at = pos2(x + luck.part() * apart * 0.8, y + luck.part() * apart * 0.8);
            let size = 0.85 + luck.part() * 0.4;
            let free = !taken.iter().any(|room| room.contains(at));
            if free && contains(&area.ring, at) && distance_to(&area.ring, at) > margin {
                found.push(Ornament { at, land, size });
            }
            x += apart;
        }
        y += apart;
    }
    // Too many would shout: keep as many as there should be, evenly.
    let keep_every = found.len().div_ceil(most).max(1);
    marks.extend(found.into_iter().step_by(keep_every));
}

/// The same luck whenever the map is drawn.
struct Luck(u32);

impl Luck {
    /// Between 0 and 1.
    #[expect(clippy::cast_precision_loss, reason = "sixteen bits fit")]
    fn part(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 16) as f32 / 65536.0
    }
}

impl Ornament {
    /// Paints the mark.
    pub fn paint(&self, layer: &mut Layer, colors: &Palette) {
        let size = self.size;
        let place = |x: f32, y: f32| vec2(x, y) * size;
        let ink = theme::mix(colors.metal_dark, colors.coast, 0.35);
        match self.land {
            Land::Mountain => {
                let slope = [place(-7.5, 6.0), place(0.0, -6.5), place(7.5, 6.0)];
                let shade = [place(0.0, -6.5), place(7.5, 6.0), place(2.2, 6.0), place(0.8, 0.5)];
                layer.figure(self.at, &shade, &fan(4), ink.gamma_multiply(0.28));
                layer.strokes(self.at, &slope, 1.2, ink.gamma_multiply(0.75));
            }
            Land::Desert => {
                for (x, y) in [(-6.0, 1.5), (0.0, -2.5), (5.5, 2.0), (0.5, 4.5)] {
                    let corners: Vec<Vec2> =
                        hexagon(1.0).iter().map(|&corner| corner + place(x, y)).collect();
                    layer.figure(self.at, &corners, &fan(6), ink.gamma_multiply(0.55));
                }
            }
            Land::Rich | Land::Fertile => {
                let green = theme::mix(ink, colors.liveries[5], 0.55).gamma_multiply(0.8);
                let stalks =
                    if self.land == Land::Rich { &[-4.5f32, 0.0, 4.5][..] } else { &[0.0] };
                for &x in stalks {
                    ear(layer, self.at, place(x, 0.0), size, green);
                }
            }
        }
    }
}

/// An ear of grain.
fn ear(layer: &mut Layer, at: Pos2, beside: Vec2, size: f32, color: eframe::egui::Color32) {
    let place = |x: f32, y: f32| beside + vec2(x, y) * size;
    layer.strokes(at, &[place(0.0, 6.5), place(0.0, -6.0)], 0.9, color);
    for y in [-4.5, -1.8, 0.9] {
        layer.strokes(at, &[place(-2.2, y - 1.8), place(0.0, y + 0.6)], 0.9, color);
        layer.strokes(at, &[place(2.2, y - 1.8), place(0.0, y + 0.6)], 0.9, color);
    }
}
