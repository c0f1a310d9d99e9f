//! Land and water, provinces and borders, painted as the war stands.

use super::atlas::{Area, Atlas, Border};
use super::geometry::{dashes, girth, signed_area, stripes};
use super::layer::{Layer, Profile, hair, inner_edge, plain};
use super::marks::Ornament;
use crate::window::figures::power_livery;
use crate::window::theme::{self, Palette};
use diadem_campaign::board::Board;
use diadem_campaign::data::{Border as Kind, Season};
use diadem_campaign::ids::{ProvinceId, ProvinceSet};
use diadem_campaign::powers::Power;
use diadem_campaign::{Campaign, State, Status};
use eframe::egui::{Color32, Pos2, Vec2, vec2};

/// How much of a colour lies over the parchment.
const WASH: f32 = 0.22;
/// How much of it in stripes and edges.
const STRONG: f32 = 0.52;
/// How wide the coloured edge of a province is.
pub const EDGE: f32 = 4.2;
/// From one stripe to the next.
const STRIPES: f32 = 13.0;

/// What the terrain is painted from.
pub struct Terrain<'a> {
    /// Where everything lies.
    pub atlas: &'a Atlas,
    /// The rules half.
    pub campaign: &'a Campaign,
    /// How the war stands.
    pub state: &'a State,
    /// The colours in use.
    pub colors: &'a Palette,
    /// What can be clicked now.
    pub eligible: ProvinceSet,
}

/// The colour of a power on the map.
pub fn power_color(colors: &Palette, power: Power) -> Color32 {
    colors.livery(power_livery(power))
}

impl Terrain<'_> {
    /// The sheet and the sea, under the soft shore.
    pub fn water(&self) -> Layer {
        let mut layer = Layer::default();
        let sheet = self.atlas.sheet;
        let corners = [
            Pos2::ZERO,
            Vec2::new(sheet.x, 0.0).to_pos2(),
            sheet.to_pos2(),
            Vec2::new(0.0, sheet.y).to_pos2(),
        ];
        layer.line(&corners, true, &plain(10.0, self.colors.shadow));
        layer.fill(&corners, &[0, 1, 2, 0, 2, 3], self.colors.sea);
        layer
    }

    /// Everything on land, over the soft shore.
    pub fn land(&self, ornaments: &[Ornament]) -> Layer {
        let colors = self.colors;
        let mut layer = Layer::default();
        for area in &self.atlas.land {
            layer.fill(&area.filled, &area.triangles, colors.land);
        }
        for province in self.campaign.board.provinces() {
            self.wash(&mut layer, province);
        }
        self.inland_water(&mut layer);
        for province in self.campaign.board.provinces() {
            self.edge(&mut layer, province);
        }
        for border in &self.atlas.borders {
            self.border(&mut layer, border);
        }
        for area in self.atlas.land.iter().chain(&self.atlas.inland) {
            layer.line(&area.ring, true, &hair(1.8, colors.coast));
        }
        self.crossings(&mut layer);
        for ornament in ornaments {
            ornament.paint(&mut layer, colors);
        }
        layer
    }

    fn status(&self, province: ProvinceId) -> Status {
        self.campaign.status(self.state, province)
    }

    /// Who holds a province, in the colour that tells it; nobody's is neutral.
    fn holder(&self, province: ProvinceId) -> Option<Color32> {
        match self.status(province) {
            Status::Controlled(power) => Some(power_color(self.colors, power)),
            Status::Independent | Status::Contested => None,
        }
    }

    /// The first and the last of the powers that stand in a province; of nobody's land it does not matter who.
    fn present(&self, province: ProvinceId) -> [Power; 2] {
        let mut powers = self.campaign.present_in(self.state, province).iter();
        let first = powers.next().unwrap_or(Power(0));
        [first, powers.last().unwrap_or(first)]
    }

    fn wash(&self, layer: &mut Layer, province: ProvinceId) {
        let colors = self.colors;
        let areas = &self.atlas.province(province).areas;
        let contested = self.status(province) == Status::Contested;
        let strong = |power| theme::mix(colors.parchment, power_color(colors, power), STRONG * 0.9);
        let [first, last] = self.present(province);
        let ground = match self.holder(province) {
            Some(color) => theme::mix(colors.parchment, color, WASH),
            None if contested => strong(last),
            None => colors.parchment,
        };
        let glow = if self.eligible.contains(province) { 0.3 } else { 0.0 };
        for area in areas {
            layer.fill(&area.filled, &area.triangles, theme::mix(ground, colors.gold, glow));
        }
        let rings = || areas.iter().map(|area| area.ring.clone()).collect::<Vec<_>>();
        if contested {
            let color = theme::mix(strong(first), colors.gold, glow);
            broad_stripes(layer, &rings(), color);
        }
        if self.state.depleted.contains(province) {
            let scorched = self.state.scorched.contains(province);
            let burnt = if scorched { colors.ink } else { colors.metal_dark };
            let color = burnt.gamma_multiply(if scorched { 0.5 } else { 0.34 });
            for line in stripes(&rings(), vec2(1.0, 0.55), 7.0) {
                layer.line(&line, false, &hair(0.9, color));
            }
        }
    }

    fn inland_water(&self, layer: &mut Layer) {
        let colors = self.colors;
        let bank = theme::mix(colors.river, colors.coast, 0.35);
        for river in &self.atlas.rivers {
            layer.line(river, false, &hair(1.7, colors.river));
        }
        for lake in &self.atlas.lakes {
            let water = theme::mix(colors.sea, colors.river, 0.25);
            layer.fill(&lake.filled, &lake.triangles, water);
            layer.line(&lake.ring, true, &hair(0.9, bank));
        }
    }

    /// The coloured inner edge.
    fn edge(&self, layer: &mut Layer, province: ProvinceId) {
        let colors = self.colors;
        let (color, width) = if self.eligible.contains(province) {
            (colors.gold, EDGE * 1.25)
        } else {
            match (self.holder(province), self.status(province)) {
                (Some(color), _) => (theme::mix(colors.parchment, color, STRONG), EDGE),
                (None, Status::Contested) => {
                    let [_, last] = self.present(province);
                    let color = power_color(colors, last);
                    (theme::mix(colors.parchment, color, STRONG * 1.2), EDGE)
                }
                _ => (theme::mix(colors.parchment, colors.faint_ink, 0.22), EDGE * 0.8),
            }
        };
        for area in self.atlas.province(province).areas.iter().filter(|area| has_room(area)) {
            layer.line(&area.ring, true, &inner_edge(width, color));
        }
    }

    fn border(&self, layer: &mut Layer, border: &Border) {
        let colors = self.colors;
        let ink = theme::mix(colors.coast, colors.parchment, 0.25);
        let kind = border.with.and_then(|with| self.campaign.board.border(border.of, with));
        if kind.is_some_and(|line| line.kind == Kind::Mountain) {
            let ridge = theme::mix(colors.coast, colors.metal_dark, 0.45);
            if self.campaign.season(self.state) == Season::Winter {
                layer.line(&border.line, false, &plain(6.0, colors.counter));
                layer.line(&border.line, false, &plain(2.0, ridge));
                self.snow(layer, &border.line);
            } else {
                layer.line(&border.line, false, &plain(2.8, ridge));
            }
            return;
        }
        // A hair under the dashes hides where two fills meet.
        layer.line(&border.line, false, &hair(0.9, ink.gamma_multiply(0.4)));
        for dash in dashes(&border.line, 7.0, 4.5) {
            layer.line(&dash, false, &hair(1.7, ink));
        }
    }

    /// Flakes along a border that snow closes.
    fn snow(&self, layer: &mut Layer, line: &[Pos2]) {
        let cold = theme::mix(self.colors.sea, self.colors.coast, 0.45);
        for flake in dashes(line, 1.0, 40.0) {
            let arm = 3.6;
            layer.figure(flake[0], &circle(5.4), &fan(16), self.colors.counter);
            for turn in [0.0f32, 1.047, 2.094] {
                let (sin, cos) = turn.sin_cos();
                let end = vec2(cos, sin) * arm;
                layer.strokes(flake[0], &[-end, end], 1.1, cold);
            }
        }
    }

    /// Where borders cross water: a dotted line with a landing at each end.
    fn crossings(&self, layer: &mut Layer) {
        let color = self.colors.coast;
        for crossing in &self.atlas.crossings {
            for dash in dashes(&crossing.line, 2.6, 2.2) {
                layer.line(&dash, false, &plain(2.2, color));
            }
            for end in [crossing.line.first(), crossing.line.last()].into_iter().flatten() {
                layer.figure(*end, &circle(2.6), &fan(16), color);
                layer.figure(*end, &circle(1.3), &fan(16), self.colors.parchment);
            }
        }
    }
}

/// The line around a province, for what is looked at or pointed at.
pub fn ring_around(atlas: &Atlas, province: ProvinceId, profile: Profile<'_>) -> Layer {
    let mut layer = Layer::default();
    for area in atlas.province(province).areas.iter().filter(|area| has_room(area)) {
        layer.line(&area.ring, true, profile);
    }
    layer
}

/// Provinces of a board that a set of targets glows in.
pub fn marked(board: &Board, is: impl Fn(ProvinceId) -> bool) -> ProvinceSet {
    board.provinces().filter(|&province| is(province)).collect()
}

/// Whether there is room for an edge inside a ring.
fn has_room(area: &Area) -> bool {
    signed_area(&area.ring) / girth(&area.ring) > EDGE * 0.6
}

/// Broad stripes, each of a few narrow lines, so that their ends follow the edge.
fn broad_stripes(layer: &mut Layer, rings: &[Vec<Pos2>], color: Color32) {
    let along = vec2(1.0, -1.4).normalized();
    let narrow = STRIPES / 10.0;
    for line in stripes(rings, along, narrow) {
        let row = (line[0].to_vec2().dot(along.rot90()) / narrow).round();
        if row.rem_euclid(10.0) < 5.0 {
            stripe(layer, line, narrow * 1.08, color);
        }
    }
}

/// A line on the sheet, whose width is of the sheet too.
fn stripe(layer: &mut Layer, [from, to]: [Pos2; 2], width: f32, color: Color32) {
    let beside = (to - from).normalized().rot90() * (width / 2.0);
    layer.fill(
        &[from + beside, to + beside, to - beside, from - beside],
        &[0, 1, 2, 0, 2, 3],
        color,
    );
}

/// The corners of a small circle.
pub fn circle(radius: f32) -> [Vec2; 16] {
    std::array::from_fn(|step| {
        #[expect(clippy::cast_precision_loss, reason = "sixteen corners")]
        let angle = step as f32 / 16.0 * std::f32::consts::TAU;
        Vec2::angled(angle) * radius
    })
}

/// The corners of a dot.
pub fn hexagon(radius: f32) -> [Vec2; 6] {
    std::array::from_fn(|step| {
        #[expect(clippy::cast_precision_loss, reason = "six corners")]
        let angle = step as f32 / 6.0 * std::f32::consts::TAU;
        Vec2::angled(angle) * radius
    })
}

/// The triangles of a figure that bulges everywhere.
pub fn fan(corners: u32) -> Vec<u32> {
    (1..corners - 1).flat_map(|corner| [0, corner, corner + 1]).collect()
}
