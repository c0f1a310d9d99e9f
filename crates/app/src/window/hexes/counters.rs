//! Counters of the hex battle: a tile with its picture and figures, upright so that it can be read, an
//! arrowhead at the vertex it faces; a phalanx is one long tile over two hexes. What is shown depends on how
//! near one looks.

use super::sheet::{across, towards};
use crate::window::pieces::{self, Silhouette};
use crate::window::theme::{self, Livery, Palette};
use diadem_hexes::{
    Formation, Hexes, Kind, MissileKind, ShockMark, State, Supply, Troops, Unit, UnitId,
};
use eframe::egui::epaint::PathShape;
use eframe::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2,
};

/// How near one looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Distance {
    /// The line of battle: who stands where and faces whom.
    Far,
    /// Quality, size and hits can be read.
    Middle,
    /// Everything that is printed.
    Near,
}

impl Distance {
    /// From the radius of a hex on the screen.
    pub(super) fn of(radius: f32) -> Distance {
        match radius {
            radius if radius < 15.0 => Distance::Far,
            radius if radius < 34.0 => Distance::Middle,
            _ => Distance::Near,
        }
    }
}

/// How a counter is to be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Light {
    /// As it is.
    Plain,
    /// It can be clicked.
    Eligible,
    /// It is in hand, or what is asked is about it.
    Chosen,
    /// The pointer is at it, or at an answer that is about it.
    Pointed,
}

/// Where a counter lies on the screen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Spot {
    /// The middle of its hexes.
    pub(super) center: Pos2,
    /// From the middle of a hex to its corners.
    pub(super) radius: f32,
    /// From the middle of the counter to the middle of its right half; nothing for one hex.
    pub(super) to_right: Vec2,
    /// Whereto it faces; nothing for engines and squares.
    pub(super) ahead: Option<Vec2>,
}

impl Spot {
    /// The spot of a unit whose hexes lie at these places.
    pub(super) fn of(unit: &Unit, kind: Kind, centers: &[Pos2], radius: f32) -> Option<Spot> {
        let (&first, &last) = (centers.first()?, centers.last()?);
        let ahead = match unit.formation {
            Formation::Column(side) => Some(across(side)),
            Formation::LongColumn(hand) => {
                let along = (last - first).normalized();
                Some(match hand {
                    diadem_hexes::Hand::Left => -along,
                    diadem_hexes::Hand::Right => along,
                })
            }
            Formation::Square => None,
            _ if kind.is_artillery() => None,
            _ => Some(towards(unit.facing)),
        };
        let center = first + (last - first) / 2.0;
        Some(Spot { center, radius, to_right: last - center, ahead })
    }

    /// The tile that can be clicked.
    pub(super) fn bounds(&self) -> Rect {
        let half = Vec2::splat(self.radius * HALF_TILE) + self.to_right.abs();
        Rect::from_center_size(self.center, half * 2.0)
    }

    fn is_long(&self) -> bool {
        self.to_right != Vec2::ZERO
    }

    /// The four corners of the tile.
    fn corners(&self, grown: f32) -> Vec<Pos2> {
        let along = if self.is_long() { self.to_right.normalized() } else { vec2(1.0, 0.0) };
        let deep = vec2(-along.y, along.x);
        let half = self.radius * HALF_TILE + grown;
        let long = self.to_right.length() + half;
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| self.center + along * (x * long) + deep * (y * half))
            .to_vec()
    }
}

/// From this radius of a hex on, markers are written out.
const WORDS: f32 = 26.0;
/// Half a tile, in radii of a hex.
const HALF_TILE: f32 = 0.62;

/// Whose counter it is.
pub(super) fn livery(seat: diadem_core::Seat) -> Livery {
    if seat.index() == 0 { Livery::Macedonian } else { Livery::Persian }
}

/// The picture of a kind.
fn picture(kind: Kind, missile: Option<MissileKind>) -> (Silhouette, Livery) {
    let silhouette = match kind {
        Kind::Phalanx => return (Silhouette::HeavyInfantry, Livery::Macedonian),
        Kind::Hoplite | Kind::HeavyInfantry | Kind::Hypaspist | Kind::Legion | Kind::Triarii => {
            Silhouette::HeavyInfantry
        }
        Kind::MediumInfantry | Kind::BarbarianInfantry | Kind::Cardaces => Silhouette::Infantry,
        Kind::LightArcher => Silhouette::Archer,
        Kind::Skirmisher | Kind::ShockSkirmisher | Kind::Velites
            if matches!(missile, Some(MissileKind::Bow)) =>
        {
            Silhouette::Archer
        }
        Kind::LightInfantry
        | Kind::Peltast
        | Kind::Skirmisher
        | Kind::ShockSkirmisher
        | Kind::Velites => Silhouette::LightInfantry,
        Kind::HorseArcher => Silhouette::HorseArcher,
        Kind::LightCavalry | Kind::Camel | Kind::BarbarianCavalry => Silhouette::LightCavalry,
        Kind::Lancer | Kind::HeavyCavalry | Kind::Cataphract | Kind::RomanCavalry => {
            Silhouette::HeavyCavalry
        }
        Kind::Elephant | Kind::IndianElephant | Kind::AfricanElephant | Kind::LeaderElephant => {
            Silhouette::Elephant
        }
        Kind::Chariot => Silhouette::Chariot,
        Kind::Artillery | Kind::Scorpion => Silhouette::SiegeTrain,
    };
    (silhouette, Livery::GreekAllied)
}

/// The name of a kind, as in a sentence.
pub(super) const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Phalanx => "phalanx",
        Kind::Hoplite => "hoplites",
        Kind::HeavyInfantry | Kind::Triarii => "heavy infantry",
        Kind::Hypaspist => "hypaspists",
        Kind::MediumInfantry => "medium infantry",
        Kind::LightInfantry | Kind::Velites => "light infantry",
        Kind::LightArcher => "archers in formation",
        Kind::Peltast => "peltasts",
        Kind::Cardaces => "cardaces",
        Kind::Skirmisher => "skirmishers",
        Kind::ShockSkirmisher => "skirmishers who may shock",
        Kind::LightCavalry => "light cavalry",
        Kind::HorseArcher => "mounted archers",
        Kind::Lancer => "lancers",
        Kind::HeavyCavalry | Kind::RomanCavalry => "heavy cavalry",
        Kind::Cataphract => "cataphracts",
        Kind::Elephant | Kind::IndianElephant | Kind::AfricanElephant | Kind::LeaderElephant => {
            "elephants"
        }
        Kind::Chariot => "chariots",
        Kind::Artillery | Kind::Scorpion => "bolt throwers",
        Kind::Legion => "legion",
        Kind::BarbarianInfantry => "barbarian infantry",
        Kind::BarbarianCavalry => "barbarian cavalry",
        Kind::Camel => "camels",
    }
}

/// Paints counters at one distance.
pub(super) struct Brush<'a> {
    pub(super) painter: &'a Painter,
    pub(super) colors: &'a Palette,
    pub(super) rules: &'a Hexes,
    pub(super) state: &'a State,
}

impl Brush<'_> {
    /// Paints a unit.
    pub(super) fn unit(&self, unit: UnitId, spot: &Spot, light: Light) {
        let (troops, now) = (self.rules.troops(unit), self.state.unit(unit));
        let livery = livery(self.rules.seat_of(unit));
        let mut tile = self.colors.livery(livery);
        if now.moved {
            tile = theme::mix(tile, self.colors.frame, 0.28);
        }
        let edge = theme::mix(tile, self.colors.frame, 0.55);
        self.glow(spot, light);
        self.arrow(spot, theme::mix(tile, self.colors.frame, 0.35), edge);
        self.polygon(spot.corners(spot.radius * 0.03), edge);
        self.polygon(spot.corners(-spot.radius * 0.015), tile);
        let distance = Distance::of(spot.radius);
        self.face(troops, spot, distance, livery);
        if now.routed {
            self.rout(spot);
        }
        if now.hits > 0 {
            self.hits(now.hits, troops.tq, spot);
        }
        if distance > Distance::Far {
            self.marks(now, troops, spot);
        }
    }

    fn polygon(&self, corners: Vec<Pos2>, color: Color32) {
        self.painter.add(Shape::convex_polygon(corners, color, Stroke::NONE));
    }

    fn glow(&self, spot: &Spot, light: Light) {
        // Also from afar as wide as can be seen on parchment.
        let (color, wide, least) = match light {
            Light::Plain => return,
            Light::Eligible => (self.colors.gold, 0.13, 3.2),
            Light::Chosen => (self.colors.gold, 0.22, 4.6),
            Light::Pointed => (self.colors.counter, 0.17, 3.6),
        };
        let shadow = self.colors.frame.gamma_multiply(0.55);
        let wide = (spot.radius * wide).max(least);
        self.polygon(spot.corners(wide + (spot.radius * 0.05).max(1.6)), shadow);
        self.polygon(spot.corners(wide), color);
    }

    /// The arrowhead that peeps out where it faces.
    fn arrow(&self, spot: &Spot, color: Color32, edge: Color32) {
        let Some(ahead) = spot.ahead else { return };
        let beside = ahead.rot90();
        // A long column marches along its length.
        let reach = spot.to_right.dot(ahead).abs();
        let center = spot.center + ahead * reach;
        let wide = if spot.is_long() && reach < 0.1 { 0.5 } else { 0.34 };
        let radius = spot.radius;
        let corners = vec![
            center + ahead * radius * 0.96,
            center + ahead * radius * 0.5 + beside * radius * wide,
            center + ahead * radius * 0.5 - beside * radius * wide,
        ];
        let stroke = Stroke::new((radius * 0.04).max(0.8), edge);
        self.painter.add(Shape::Path(PathShape::convex_polygon(corners, color, stroke)));
    }

    /// The picture and the figures.
    fn face(&self, troops: &Troops, spot: &Spot, distance: Distance, livery: Livery) {
        let radius = spot.radius;
        let figures = self.colors.figures(livery);
        let window = Rect::from_center_size(
            spot.center - vec2(0.0, if distance == Distance::Far { 0.0 } else { radius * 0.15 }),
            vec2(1.02, if distance == Distance::Far { 1.0 } else { 0.74 }) * radius,
        );
        self.painter.rect_filled(window, radius * 0.06, self.colors.counter);
        let (silhouette, livery) = picture(troops.kind, troops.missile);
        let into = window.shrink(radius * 0.05);
        pieces::picture(self.painter, self.colors, into, silhouette, livery);
        if distance == Distance::Far {
            return;
        }
        let low = spot.center.y + radius * 0.42;
        let large = theme::strong(theme::rung(radius * 0.46));
        let at = |x: f32| Pos2::new(spot.center.x + x * radius, low);
        self.text(at(-0.32), troops.tq, large.clone(), figures);
        self.text(at(0.32), troops.size, large, figures);
        if distance == Distance::Near {
            let small = theme::strong(theme::rung(radius * 0.24));
            let ma = match troops.fast_ma {
                Some(fast) => format!("{}/{fast}", troops.ma),
                None => troops.ma.to_string(),
            };
            let corner = window.right_top() + vec2(-0.05, 0.02) * radius;
            let ink = self.colors.print;
            self.painter.text(corner, Align2::RIGHT_TOP, ma, small.clone(), ink);
            if let Some(missile) = troops.missile {
                let corner = window.left_top() + vec2(0.05, 0.02) * radius;
                self.painter.text(corner, Align2::LEFT_TOP, missile.code(), small, ink);
            }
        }
    }

    fn text(&self, at: Pos2, words: impl ToString, font: FontId, color: Color32) {
        self.painter.text(at, Align2::CENTER_CENTER, words, font, color);
    }

    /// A red-ringed number: the more of its quality is gone, the redder.
    fn hits(&self, hits: u8, tq: u8, spot: &Spot) {
        let radius = spot.radius * 0.31;
        let center = spot.center + vec2(0.58, -0.58) * spot.radius;
        let worn = f32::from(hits) / f32::from(tq.max(1));
        let fill = theme::mix(self.colors.counter, self.colors.red, (worn - 0.4).clamp(0.0, 1.0));
        let ring = Stroke::new((radius * 0.2).max(1.0), self.colors.red);
        self.painter.circle(center, radius, fill, ring);
        let ink = if worn > 0.9 { self.colors.counter } else { self.colors.red };
        self.text(center, hits, theme::strong(theme::rung(radius * 1.4)), ink);
    }

    /// Who has routed has turned his back.
    fn rout(&self, spot: &Spot) {
        self.polygon(spot.corners(0.0), self.colors.chronicle.gamma_multiply(0.72));
        let half = spot.radius * HALF_TILE * 0.8;
        let stroke = Stroke::new((spot.radius * 0.09).max(1.2), self.colors.red);
        for lean in [1.0, -1.0] {
            let arm = vec2(half, half * lean);
            self.painter.line_segment([spot.center - arm, spot.center + arm], stroke);
        }
    }

    /// Small words below: what lies on the counter as a marker.
    fn marks(&self, now: &Unit, troops: &Troops, spot: &Spot) {
        let mut words: Vec<&str> = Vec::new();
        match now.formation {
            Formation::Column(_) | Formation::LongColumn(_) => words.push("column"),
            Formation::Square => words.push("square"),
            Formation::Charge => words.push("charge"),
            Formation::Battle => {}
        }
        match now.mark {
            ShockMark::MustCheck | ShockMark::NoCheck => words.push("shock"),
            ShockMark::None | ShockMark::Declined => {}
        }
        let flags = [
            (now.behind.is_some(), "double depth"),
            (now.engaged, "engaged"),
            (now.routed, "routed"),
            (now.rallied, "rallied"),
            (troops.missile.is_some() && now.missiles == Supply::Low, "low"),
            (troops.missile.is_some() && now.missiles == Supply::No, "no missiles"),
        ];
        words.extend(flags.into_iter().filter(|flag| flag.0).map(|flag| flag.1));
        if words.is_empty() {
            return;
        }
        // Where words would lie over the neighbours, their first letters do.
        let is_crowded = spot.radius < WORDS && !spot.is_long();
        let told = if is_crowded {
            words.iter().filter_map(|word| word.chars().next()).collect::<String>()
        } else {
            words.join(" · ")
        };
        let font = theme::plain(theme::rung((spot.radius * 0.28).max(9.0)));
        let galley = self.painter.layout_no_wrap(told, font, self.colors.pale);
        let foot = spot.center + vec2(0.0, spot.radius * 0.72);
        let place = Rect::from_center_size(foot, galley.size() + vec2(6.0, 1.0));
        self.painter.rect_filled(place, 3.0, self.colors.frame);
        self.painter.galley(place.center() - galley.size() / 2.0, galley, self.colors.pale);
    }

    /// A ring around a hex that the keyboard is at.
    pub(super) fn focus(&self, bounds: Rect) {
        let stroke = Stroke::new(2.0, self.colors.gold);
        self.painter.rect_stroke(bounds.expand(3.0), 4.0, stroke, StrokeKind::Outside);
    }
}
