//! The ground: terrain, levels, rivers and banks, the grid, and what is printed around it. Made once for a
//! battle and a palette.

#![expect(clippy::cast_precision_loss, reason = "small counts and small measures")]

use super::sheet::{RADIUS, Sheet, across};
use crate::window::map::layer::{self, Layer, Profile};
use crate::window::theme::{self, Palette};
use diadem_core::Camp;
use diadem_hexes::{Edge, Field, Hex, Hexes, Hexside, HexsideFeature, Terrain};
use eframe::egui::{Color32, Pos2, Rect, Vec2, vec2};
use std::sync::Arc;

/// The painted ground of a battle.
pub(super) struct Ground {
    /// The battle it is of.
    rules: Arc<Hexes>,
    colors: Palette,
    /// What grows with the sheet.
    pub(super) land: Layer,
    /// Lines that keep their width on the screen.
    pub(super) grid: Layer,
}

const FAN: [u32; 12] = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5];

impl Ground {
    pub(super) fn of(rules: &Arc<Hexes>, sheet: Sheet, colors: &Palette) -> Ground {
        let mut land = Layer::default();
        let mut grid = Layer::default();
        let field = rules.field();
        paper(&mut land, sheet, colors);
        for hex in field.hexes() {
            land.fill(&sheet.corners(hex), &FAN, ground_color(field, hex, colors));
        }
        for hex in field.hexes() {
            slopes(&mut land, field, sheet, hex, colors);
            growth(&mut land, field.terrain(hex), sheet.center(hex), colors);
        }
        let hair = theme::mix(colors.parchment, colors.coast, 0.36);
        for hex in field.hexes() {
            outline(&mut grid, field, sheet, hex, &layer::hair(0.8, hair));
            for side in Hexside::ALL {
                let is_mine = field.beyond(hex, side).is_none_or(|there| hex < there);
                if is_mine {
                    hexside(&mut land, field, sheet, hex, side, colors);
                }
            }
        }
        for army in Camp::BOTH {
            let color = colors.seat(rules.leading_seat(army));
            edge(&mut land, sheet, rules.list(army).retreat_edge, color);
        }
        Ground { rules: Arc::clone(rules), colors: *colors, land, grid }
    }

    /// Whether it is that of this battle.
    pub(super) fn is_of(&self, rules: &Arc<Hexes>) -> bool {
        Arc::ptr_eq(&self.rules, rules)
    }

    /// Whether it still looks as it should.
    pub(super) fn is_in(&self, colors: &Palette) -> bool {
        self.colors == *colors
    }
}

/// The colour of the height that a hex lies at.
fn level_color(level: u8, colors: &Palette) -> Color32 {
    let high = theme::mix(colors.land, colors.medallion, 0.32);
    let height = f32::from(level.saturating_sub(1)) * 0.3;
    theme::mix(theme::mix(colors.parchment, colors.counter, 0.35), high, height.min(1.0))
}

fn ground_color(field: &Field, hex: Hex, colors: &Palette) -> Color32 {
    let level = level_color(field.level(hex), colors);
    let [green, water] = [colors.livery(theme::Livery::Indian), colors.river];
    match field.terrain(hex) {
        Terrain::Clear => level,
        Terrain::Woods => theme::mix(level, green, 0.34),
        Terrain::Marsh => theme::mix(theme::mix(level, water, 0.4), green, 0.16),
        Terrain::Rocky | Terrain::Broken => theme::mix(level, colors.faint_ink, 0.24),
        Terrain::MajorRiver => theme::mix(colors.sea, water, 0.35),
        Terrain::ImpassableRiver => theme::mix(colors.sea, water, 0.85),
        Terrain::RockyRiverbed => theme::mix(level, colors.coast, 0.26),
        Terrain::Ford => theme::mix(level, water, 0.42),
        Terrain::Town | Terrain::City | Terrain::Camp => theme::mix(level, colors.medallion, 0.4),
        Terrain::ClosedCity => theme::mix(level, colors.coast, 0.45),
        Terrain::Road => theme::mix(level, colors.chronicle, 0.7),
        Terrain::Sea => colors.sea,
    }
}

/// The border of the paper.
fn paper(land: &mut Layer, sheet: Sheet, colors: &Palette) {
    let whole = Rect::from_min_size(Pos2::ZERO, sheet.size());
    rect(land, whole, theme::mix(colors.land, colors.frame, 0.12));
    rect(land, sheet.board().expand(RADIUS * 0.35), theme::mix(colors.land, colors.frame, 0.3));
}

fn rect(land: &mut Layer, place: Rect, color: Color32) {
    let ring = [place.left_top(), place.right_top(), place.right_bottom(), place.left_bottom()];
    land.fill(&ring, &[0, 1, 2, 0, 2, 3], color);
}

/// A shade along the foot of a slope: the steeper the darker.
fn slopes(land: &mut Layer, field: &Field, sheet: Sheet, hex: Hex, colors: &Palette) {
    for side in Hexside::ALL {
        let Some(there) = field.beyond(hex, side) else { continue };
        let drop = field.level(there).saturating_sub(field.level(hex));
        if drop == 0 {
            continue;
        }
        let [a, b] = sheet.side(hex, side);
        let deep = across(side) * RADIUS * (0.10 + 0.07 * f32::from(drop.min(3)));
        let shade = theme::mix(level_color(field.level(there), colors), colors.coast, 0.5);
        land.fill(&[a, b, b - deep, a - deep], &[0, 1, 2, 0, 2, 3], shade.gamma_multiply(0.55));
    }
}

/// What grows or lies in a hex.
fn growth(land: &mut Layer, terrain: Terrain, center: Pos2, colors: &Palette) {
    let green = theme::mix(colors.livery(theme::Livery::Indian), colors.frame, 0.3);
    let at = |x: f32, y: f32| center + vec2(x, y) * RADIUS;
    match terrain {
        Terrain::Woods => {
            for (x, y, r) in
                [(-0.34, -0.2, 0.2), (0.24, -0.36, 0.22), (0.36, 0.26, 0.19), (-0.2, 0.36, 0.22)]
            {
                disc(land, at(x + 0.03, y + 0.05), r * RADIUS, green.gamma_multiply(0.5));
                disc(land, at(x, y), r * RADIUS, green.gamma_multiply(0.8));
            }
        }
        Terrain::MajorRiver | Terrain::ImpassableRiver | Terrain::Ford => {
            let wave = theme::mix(colors.river, colors.coast, 0.3).gamma_multiply(0.75);
            for (x, y) in [(-0.45, -0.3), (0.1, 0.0), (-0.35, 0.34)] {
                ripple(land, at(x, y), wave);
            }
        }
        Terrain::Marsh => {
            for (x, y) in [(-0.35, -0.25), (0.3, -0.1), (-0.1, 0.35)] {
                for lean in [-0.12, 0.0, 0.12] {
                    let blade = [at(x, y + 0.12), at(x + lean, y - 0.12)];
                    land.line(&blade, false, &layer::hair(1.1, green));
                }
            }
        }
        Terrain::Rocky | Terrain::Broken | Terrain::RockyRiverbed => {
            let stone = colors.coast.gamma_multiply(0.5);
            for (x, y) in [(-0.4, -0.1), (0.15, -0.35), (0.35, 0.25), (-0.15, 0.35)] {
                let ring = [at(x - 0.13, y + 0.1), at(x - 0.02, y - 0.13), at(x + 0.15, y + 0.1)];
                land.fill(&ring, &[0, 1, 2], stone);
            }
        }
        Terrain::Town | Terrain::City | Terrain::ClosedCity | Terrain::Camp => {
            let roof = theme::mix(colors.coast, colors.red, 0.35).gamma_multiply(0.7);
            for (x, y) in [(-0.35, -0.2), (0.15, -0.4), (0.1, 0.2), (-0.3, 0.32)] {
                let place = Rect::from_min_size(at(x, y), Vec2::splat(RADIUS * 0.28));
                rect(land, place, roof);
            }
        }
        Terrain::Clear | Terrain::Road | Terrain::Sea => {}
    }
}

fn disc(land: &mut Layer, center: Pos2, radius: f32, color: Color32) {
    let ring: [Pos2; 6] = std::array::from_fn(|step| {
        center + Vec2::angled(step as f32 * 60f32.to_radians()) * radius
    });
    land.fill(&ring, &FAN, color);
}

fn ripple(land: &mut Layer, at: Pos2, color: Color32) {
    let step = RADIUS * 0.11;
    let points: [Pos2; 5] = std::array::from_fn(|index| {
        let up = if index % 2 == 0 { 0.0 } else { -step * 0.7 };
        at + vec2(step * index as f32, up)
    });
    land.line(&points, false, &layer::hair(1.1, color));
}

/// A hex's share of the grid: its right half in one line, and the other sides where nobody lies beyond.
fn outline(grid: &mut Layer, field: &Field, sheet: Sheet, hex: Hex, profile: Profile<'_>) {
    let [corners @ .., _, _] = sheet.corners(hex);
    grid.line(&corners, false, profile);
    for side in [Hexside::North, Hexside::SouthWest, Hexside::NorthWest] {
        if field.beyond(hex, side).is_none() {
            grid.line(&sheet.side(hex, side), false, profile);
        }
    }
}

/// What lies along a side of a hex.
fn hexside(
    land: &mut Layer,
    field: &Field,
    sheet: Sheet,
    hex: Hex,
    side: Hexside,
    colors: &Palette,
) {
    let Some(what) = field.hexside(hex, side) else { return };
    let line = sheet.side(hex, side);
    let water = theme::mix(colors.river, colors.sea, 0.2);
    let bank = theme::mix(colors.coast, colors.medallion, 0.25);
    let mut draw = |width: f32, color: Color32| {
        land.line(&line, false, &layer::plain(width, color));
    };
    match what {
        HexsideFeature::MinorRiver => draw(RADIUS * 0.22, water),
        HexsideFeature::Stream => draw(RADIUS * 0.11, water),
        HexsideFeature::SteepBank => draw(RADIUS * 0.13, bank),
        HexsideFeature::SteepBankedStream => {
            draw(RADIUS * 0.22, bank);
            draw(RADIUS * 0.1, water);
        }
        HexsideFeature::CityWall | HexsideFeature::CampWall => draw(RADIUS * 0.2, colors.coast),
        HexsideFeature::CityGate | HexsideFeature::CampGate => {
            draw(RADIUS * 0.2, colors.coast);
            draw(RADIUS * 0.1, colors.gold);
        }
    }
}

/// Arrowheads along an edge.
const ARROWS: u8 = 6;

/// A band along the edge that an army retreats to, with arrowheads out of the map.
fn edge(land: &mut Layer, sheet: Sheet, edge: Edge, color: Color32) {
    let board = sheet.board().expand(RADIUS * 0.35);
    let wide = RADIUS * 0.3;
    let (from, to, out) = match edge {
        Edge::Left => (board.left_bottom(), board.left_top(), vec2(-1.0, 0.0)),
        Edge::Right => (board.right_top(), board.right_bottom(), vec2(1.0, 0.0)),
        Edge::Top => (board.left_top(), board.right_top(), vec2(0.0, -1.0)),
        Edge::Bottom => (board.right_bottom(), board.left_bottom(), vec2(0.0, 1.0)),
    };
    let band = [from, to, to + out * wide, from + out * wide];
    land.fill(&band, &[0, 1, 2, 0, 2, 3], color);
    let along = (to - from).normalized();
    for arrow in 0..ARROWS {
        let part = (f32::from(arrow) + 0.5) / f32::from(ARROWS);
        let foot = from + (to - from) * part + out * wide;
        let side = along * RADIUS * 0.45;
        land.fill(&[foot - side, foot + side, foot + out * RADIUS * 0.55], &[0, 1, 2], color);
    }
}
