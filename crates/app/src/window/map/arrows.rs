//! Marches: the one being planned, and those just made.

use super::atlas::Atlas;
use super::camera::Camera;
use super::geometry::{bow, shortened};
use super::layer::{Layer, plain};
use super::terrain::power_color;
use crate::window::table::Table;
use crate::window::theme::Palette;
use diadem_campaign::Event as Happened;
use diadem_campaign::ids::ProvinceId;
use diadem_campaign::powers::Power;
use diadem_handoff::Event;
use eframe::egui::{Color32, Mesh, Pos2, Rect, Shape, pos2, vec2};

/// A move from one province to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Whose it was.
    pub power: Power,
    /// Where it began.
    pub from: ProvinceId,
    /// Where it ended.
    pub to: ProvinceId,
}

/// How many moves were made so far, and the last of this turn, the latest first.
pub fn last_moves(table: &Table, most: usize) -> (usize, Vec<Move>) {
    let mut moves: Vec<Move> = Vec::new();
    let Some((campaign, state)) = table.campaign() else { return (0, moves) };
    let mut made = 0;
    let mut power = campaign.macedon();
    for line in table.chronicle() {
        let Event::Campaign(event) = &line.event else { continue };
        match *event {
            Happened::Turn { .. } => {
                made += moves.len();
                moves.clear();
            }
            Happened::Marched { leader, from, to, .. } => {
                power = leader.map_or(campaign.band(0).power, |leader| state.leader(leader).power);
                moves.push(Move { power, from, to });
            }
            Happened::Pressed { from, to, .. } => moves.push(Move { power, from, to }),
            Happened::Withdrew { force, from, to, .. } => {
                moves.push(Move { power: force.power, from, to });
            }
            _ => {}
        }
    }
    made += moves.len();
    moves.reverse();
    moves.truncate(most);
    (made, moves)
}

/// An arrow between the armies' places of two provinces.
pub fn arrow(
    atlas: &Atlas,
    camera: Camera,
    view: Rect,
    from: ProvinceId,
    to: ProvinceId,
    short: f32,
    color: Color32,
) -> Shape {
    let place = |province| camera.to_screen(view, atlas.province(province).stand);
    let (from, to) = (place(from), place(to));
    // It stops before whoever stands there.
    let short = short.min(from.distance(to) * 0.4);
    arrow_between(from, to - (to - from).normalized() * short, color)
}

/// An arrow on the screen, bent like a bow.
fn arrow_between(from: Pos2, to: Pos2, color: Color32) -> Shape {
    let head = 22.0f32.min(from.distance(to) * 0.35);
    let line = bow(from, to, 0.16);
    let shaft = shortened(&line, head * 0.8);
    let mut layer = Layer::default();
    layer.line(&shaft, false, &plain(7.0, color));
    let mut mesh = still(&layer);
    if let [.., before, _] = line[..] {
        let ahead = (to - before).normalized();
        let back = to - ahead * head;
        let beside = ahead.rot90() * head * 0.58;
        let first = mesh.vertices.len() as u32;
        for corner in [to, back + beside, back - beside] {
            mesh.colored_vertex(corner, color);
        }
        mesh.add_triangle(first, first + 1, first + 2);
    }
    Shape::mesh(mesh)
}

/// A layer whose places are those of the screen.
pub fn still(layer: &Layer) -> Mesh {
    let view = Rect::from_center_size(pos2(0.0, 0.0), vec2(1.0, 1.0));
    layer.placed(Camera { center: pos2(0.0, 0.0), scale: 1.0 }, view, 1.0)
}

/// The colour of the n-th last move: each is fainter than the one after it.
pub fn faded(colors: &Palette, power: Power, age: usize) -> Color32 {
    let part = [0.5, 0.28, 0.16].get(age).copied().unwrap_or(0.1);
    power_color(colors, power).gamma_multiply(part)
}
