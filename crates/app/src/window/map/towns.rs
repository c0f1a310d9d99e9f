//! Cities, their walls, and the prizes that wait in them.

use super::atlas::{Atlas, Beside, City};
use super::layer::Layer;
use super::terrain::{circle, fan, power_color};
use crate::window::theme::{self, Palette};
use diadem_campaign::ids::{CityId, CitySet};
use diadem_campaign::powers::Power;
use diadem_campaign::state::Objective;
use diadem_campaign::{Campaign, State, Status};
use eframe::egui::{Color32, Pos2, Vec2, vec2};

/// Half of a city's square.
pub const HALF: f32 = 6.0;

/// Paints every city.
pub fn towns(
    atlas: &Atlas,
    campaign: &Campaign,
    state: &State,
    colors: &Palette,
    eligible: CitySet,
) -> Layer {
    let mut layer = Layer::default();
    for (city, drawn) in campaign.board.cities().zip(&atlas.cities) {
        let glows = eligible.contains(city);
        town(&mut layer, drawn, city, campaign, state, colors, glows);
        let waiting = drawn.prize.filter(|&prize| !state.secured.has(prize));
        if let Some(prize) = waiting {
            // On the other side than the name.
            let beside = if drawn.name == Beside::Left { 15.0 } else { -15.0 };
            emblem(&mut layer, drawn.at, vec2(beside, 0.0), prize, colors);
        }
    }
    layer
}

/// Whose a city is: its walls tell it, or else the land around it.
pub fn owner(campaign: &Campaign, state: &State, city: CityId) -> Option<Power> {
    match (state.city(city).owner, campaign.status(state, campaign.board[city].province)) {
        (Some(owner), _) => Some(owner),
        (None, Status::Controlled(power)) => Some(power),
        (None, Status::Contested | Status::Independent) => None,
    }
}

fn town(
    layer: &mut Layer,
    drawn: &City,
    city: CityId,
    campaign: &Campaign,
    state: &State,
    colors: &Palette,
    glows: bool,
) {
    let now = state.city(city);
    let color =
        owner(campaign, state, city).map_or(colors.faint_ink, |power| power_color(colors, power));
    let color = if now.founded { color } else { color.gamma_multiply(0.45) };
    let gate = campaign.board[city].reached_from.len() > 1;
    if glows {
        layer.figure(drawn.at, &circle(HALF * 2.5), &fan(16), colors.gold.gamma_multiply(0.55));
        layer.figure(drawn.at, &circle(HALF * 1.9), &fan(16), colors.gold);
    }
    let walls = f32::from(now.walls);
    // Battlements, one for each wall, on a course of stone.
    let (wide, apart) = (4.0, 5.6);
    let course = (walls * apart).max(HALF * 2.0) / 2.0;
    if now.walls > 0 {
        square(layer, drawn.at, vec2(0.0, -HALF - 1.2), vec2(course, 1.6), color);
        for wall in 0..now.walls {
            let x = (f32::from(wall) - (walls - 1.0) / 2.0) * apart;
            square(layer, drawn.at, vec2(x, -HALF - 4.4), vec2(wide / 2.0, 2.4), color);
        }
    }
    square(layer, drawn.at, Vec2::ZERO, Vec2::splat(HALF), color);
    let inside = if now.founded { colors.counter } else { colors.parchment };
    square(layer, drawn.at, Vec2::ZERO, Vec2::splat(HALF - 2.4), inside);
    if gate {
        // The gate between two provinces: a road with a bar across it.
        let bar = theme::mix(colors.coast, color, 0.6);
        layer.strokes(drawn.at, &[vec2(HALF + 1.0, -7.0), vec2(HALF + 1.0, 9.0)], 2.2, bar);
        layer.strokes(drawn.at, &[vec2(HALF + 4.0, -7.0), vec2(HALF + 4.0, 9.0)], 2.2, bar);
    }
}

fn square(layer: &mut Layer, at: Pos2, beside: Vec2, half: Vec2, color: Color32) {
    let corners = [vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0)]
        .map(|corner| beside + corner * half);
    layer.figure(at, &corners, &fan(4), color);
}

/// A small golden sign for what waits to be secured (15.1).
fn emblem(layer: &mut Layer, at: Pos2, beside: Vec2, prize: Objective, colors: &Palette) {
    let moved = |corners: &[Vec2]| corners.iter().map(|&one| one + beside).collect::<Vec<_>>();
    layer.figure(at, &moved(&circle(7.2)), &fan(16), colors.metal_dark);
    layer.figure(at, &moved(&circle(6.0)), &fan(16), colors.medallion);
    let dark = colors.ink;
    let draw = |layer: &mut Layer, points: &[(f32, f32)]| {
        let points: Vec<Vec2> = points.iter().map(|&(x, y)| beside + vec2(x, y)).collect();
        layer.strokes(at, &points, 1.2, dark);
    };
    match prize {
        // A knot: two loops.
        Objective::GordianKnot => {
            draw(
                layer,
                &[
                    (-3.6, -1.6),
                    (0.0, 1.8),
                    (3.2, -1.0),
                    (1.6, -2.8),
                    (-3.2, 1.6),
                    (-1.4, 3.0),
                    (3.6, 0.6),
                ],
            );
        }
        // A temple.
        Objective::OracleOfAmmon => {
            draw(layer, &[(-3.6, -1.0), (0.0, -3.4), (3.6, -1.0), (-3.6, -1.0)]);
            for x in [-2.6, 0.0, 2.6] {
                draw(layer, &[(x, -0.6), (x, 3.2)]);
            }
        }
        // A star for what is not gold.
        Objective::Alexandria | Objective::Roxana => {
            draw(layer, &[(0.0, -3.8), (0.0, 3.8)]);
            draw(layer, &[(-3.3, -1.9), (3.3, 1.9)]);
            draw(layer, &[(3.3, -1.9), (-3.3, 1.9)]);
        }
        // Coins.
        _ => {
            for y in [-1.9, 0.4, 2.7] {
                draw(layer, &[(-3.0, y), (3.0, y)]);
            }
        }
    }
}
