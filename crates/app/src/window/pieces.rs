//! Counters and medallions: what stands on the map and on the display.

#![expect(clippy::trivially_copy_pass_by_ref, reason = "a piece may come to show more")]

mod drawings;
mod outline;
mod silhouette;

use super::theme::{self, Livery, Palette};
use eframe::egui::epaint::{CornerRadius, RectShape};
use eframe::egui::{
    Align2, Color32, Mesh, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind,
    Ui, Vec2, WidgetInfo, pos2, vec2,
};

/// A picture in a counter's window: one for each kind of unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Silhouette {
    /// A phalanx, or hoplites.
    HeavyInfantry,
    /// Other foot.
    Infantry,
    /// Peltasts.
    LightInfantry,
    /// Foot archers.
    Archer,
    /// Lancers.
    HeavyCavalry,
    /// Other horse.
    LightCavalry,
    /// Mounted archers.
    HorseArcher,
    /// Elephants.
    Elephant,
    /// Chariots that carry men.
    Chariot,
    /// Engines and the men who build them.
    SiegeTrain,
}

/// A counter to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Whose it is.
    pub livery: Livery,
    /// What it is.
    pub silhouette: Silhouette,
    /// Attack strength now.
    pub attack: u8,
    /// Defence strength now.
    pub defence: u8,
    /// Whether the attack is in brackets: it shoots.
    pub shoots: bool,
    /// Steps left.
    pub steps: u8,
    /// Steps when fresh.
    pub full: u8,
    /// How it is to be seen.
    pub emphasis: Emphasis,
}

impl Counter {
    /// The figures as printed, the attack in brackets if it shoots.
    pub fn figures(&self) -> String {
        let Counter { attack, defence, .. } = self;
        if self.shoots { format!("({attack})-{defence}") } else { format!("{attack}-{defence}") }
    }
}

/// How a counter is to be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Emphasis {
    /// As it is.
    #[default]
    Plain,
    /// It can be clicked now.
    Eligible,
    /// It has been chosen.
    Chosen,
    /// It has done what it could.
    Spent,
}

/// A leader to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Medallion {
    /// Whose he is.
    pub livery: Livery,
    /// The first letter of his name.
    pub monogram: char,
    /// His ability now.
    pub ability: u8,
    /// Whether he is wounded.
    pub wounded: bool,
    /// How he is to be seen.
    pub emphasis: Emphasis,
}

/// The proportions of a counter: width to height.
pub const COUNTER: Vec2 = vec2(1.0, 1.12);
/// How wide a counter is in a list.
pub const LIST_WIDTH: f32 = 38.0;
/// How wide a counter is on the field of battle, where there is room.
pub const FIELD_WIDTH: f32 = 66.0;
/// As narrow as a counter can be and still be read.
pub const LEAST_WIDTH: f32 = 22.0;

/// The size of a counter of this width.
pub fn counter_size(width: f32) -> Vec2 {
    COUNTER * width
}

/// The letter that stands for a livery where colours cannot be told apart.
const fn letter(livery: Livery) -> &'static str {
    match livery {
        Livery::Macedonian => "M",
        Livery::GreekAllied => "G",
        // Hired men.
        Livery::GreekMercenary => "H",
        Livery::Spartan => "S",
        Livery::Persian => "P",
        Livery::Indian => "I",
        Livery::Barbarian => "B",
        Livery::Arab => "A",
    }
}

/// Paints a counter into `place`.
pub fn counter(painter: &Painter, colors: &Palette, place: Rect, counter: &Counter) {
    let unit = place.width();
    let round = unit * 0.09;
    let tile = colors.livery(counter.livery);
    let edge = theme::mix(tile, colors.frame, 0.55);
    ring(painter, colors, place, round, counter.emphasis);
    shadow(painter, colors, place, round);
    painter.rect_filled(place, round, edge);
    painter.rect_filled(place.shrink(line(unit, 0.02)), round * 0.85, tile);
    // Light falls from above: a thin bright line under the upper edge.
    let shine = Stroke::new(line(unit, 0.016), theme::mix(tile, colors.pale, 0.38));
    let top = place.top() + line(unit, 0.045);
    painter.hline(place.left() + round..=place.right() - round, top, shine);

    let window = window_of(place);
    let glass = RectShape::new(
        window,
        round * 0.6,
        colors.counter,
        Stroke::new(line(unit, 0.016), edge),
        StrokeKind::Outside,
    );
    painter.add(glass);
    pips(painter, colors, window, counter);
    if unit >= 26.0 {
        let at = window.left_top() + vec2(0.045, -0.005) * unit;
        let color = on_window(colors, counter.livery);
        let font = theme::strong(theme::rung(unit * 0.19));
        painter.text(at, Align2::LEFT_TOP, letter(counter.livery), font, color);
    }
    let picture = Rect::from_min_max(
        pos2(window.left() + unit * 0.09, window.top() + unit * 0.055),
        pos2(window.right() - unit * 0.11, window.bottom() - unit * 0.035),
    );
    let (livery, tones) = (counter.livery, [colors.print, colors.counter]);
    silhouette::draw(painter, picture, counter.silhouette, livery, tones);

    let figures = counter.figures();
    let size = if figures.len() > 4 { 0.275 } else { 0.315 };
    let middle = pos2(place.center().x, f32::midpoint(window.bottom(), place.bottom()));
    let text = |offset: Vec2, color| {
        let font = theme::strong(theme::rung(unit * size));
        painter.text(middle + offset, Align2::CENTER_CENTER, &figures, font, color);
    };
    let color = colors.figures(counter.livery);
    if color != colors.print {
        text(Vec2::splat(line(unit, 0.02)), edge);
    }
    text(Vec2::ZERO, color);
    finish(painter, colors, place, round, counter.emphasis);
}

/// Paints the picture of a kind of troops alone, as large as fits.
pub fn picture(
    painter: &Painter,
    colors: &Palette,
    into: Rect,
    silhouette: Silhouette,
    livery: Livery,
) {
    silhouette::draw(painter, into, silhouette, livery, [colors.print, colors.counter]);
}

/// Paints the back of a counter: somebody who has turned away.
pub fn counter_back(painter: &Painter, colors: &Palette, place: Rect, livery: Livery) {
    let round = place.width() * 0.09;
    let tile = colors.livery(livery);
    let edge = theme::mix(tile, colors.frame, 0.55);
    shadow(painter, colors, place, round);
    painter.rect_filled(place, round, edge);
    let face = place.shrink(line(place.width(), 0.02));
    painter.rect_filled(face, round * 0.85, theme::mix(tile, colors.frame, 0.18));
    let mark = Stroke::new(line(place.width(), 0.05), theme::mix(tile, colors.pale, 0.5));
    let middle = face.shrink2(face.size() * 0.28);
    painter.line_segment([middle.left_top(), middle.right_bottom()], mark);
    painter.line_segment([middle.right_top(), middle.left_bottom()], mark);
}

/// Paints two counters that have become one: the second peeps out behind the first.
pub fn double_counter(painter: &Painter, colors: &Palette, place: Rect, front: &Counter) {
    let unit = place.width();
    let behind = place.translate(vec2(0.09, -0.08) * unit);
    let tile = colors.livery(front.livery);
    let edge = theme::mix(tile, colors.frame, 0.55);
    shadow(painter, colors, behind, unit * 0.09);
    painter.rect_filled(behind, unit * 0.09, edge);
    painter.rect_filled(behind.shrink(line(unit, 0.025)), unit * 0.08, tile);
    counter(painter, colors, place, front);
}

/// Paints a leader's medallion.
pub fn medallion(
    painter: &Painter,
    colors: &Palette,
    center: Pos2,
    radius: f32,
    leader: &Medallion,
) {
    let side = colors.livery(leader.livery);
    let dark = theme::mix(side, colors.frame, 0.55);
    let glow = match leader.emphasis {
        Emphasis::Eligible => Some((colors.gold, 0.26)),
        Emphasis::Chosen => Some((colors.gold, 0.34)),
        Emphasis::Plain | Emphasis::Spent => None,
    };
    if let Some((color, width)) = glow {
        painter.circle_filled(center, radius * (1.0 + width), color.gamma_multiply(0.55));
        painter.circle_filled(center, radius * (1.0 + width * 0.6), color);
    }
    painter.add(soft_disc(center + vec2(0.0, radius * 0.14), radius * 1.12, colors.shadow));
    painter.circle_filled(center, radius, dark);
    painter.circle_filled(center, radius * 0.96, side);
    if leader.wounded {
        let ring = Stroke::new(radius * 0.1, colors.red);
        painter.circle_stroke(center, radius * 1.02, ring);
    }
    // The coin: a bright rim above, a dark one below, the face between them.
    let coin = radius * 0.8;
    painter.add(relief(center, coin, colors.metal_light, colors.metal_dark));
    painter.add(relief(center, coin * 0.9, colors.medallion, colors.metal_light));
    let font = theme::book(theme::rung(radius * 1.12));
    let at = center + vec2(0.0, -radius * 0.02);
    let mark = leader.monogram;
    let lower = at + Vec2::splat(radius * 0.05);
    painter.text(lower, Align2::CENTER_CENTER, mark, font.clone(), colors.metal_light);
    painter.text(at, Align2::CENTER_CENTER, mark, font, colors.print);

    let badge = center + vec2(0.72, 0.66) * radius;
    let rim = if leader.wounded { colors.red } else { colors.metal_light };
    painter.circle_filled(badge, radius * 0.46, dark);
    painter.circle(badge, radius * 0.38, side, Stroke::new(radius * 0.07, rim));
    let font = theme::strong(theme::rung(radius * 0.58));
    let color = colors.figures(leader.livery);
    painter.text(badge, Align2::CENTER_CENTER, leader.ability, font, color);
    match leader.emphasis {
        Emphasis::Spent => {
            let veil = colors.chronicle.gamma_multiply(0.5);
            painter.circle_filled(center, radius, veil);
        }
        Emphasis::Chosen => tick(painter, colors, center + vec2(-0.72, 0.7) * radius, radius * 0.4),
        Emphasis::Plain | Emphasis::Eligible => {}
    }
}

/// A counter of this width that can be clicked, found by its label.
pub fn counter_ui(
    ui: &mut Ui,
    colors: &Palette,
    width: f32,
    shown: &Counter,
    label: &str,
) -> Response {
    let (place, response) = ui.allocate_exact_size(counter_size(width), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), label));
    if ui.is_rect_visible(place) {
        let place = if response.hovered() { place.translate(vec2(0.0, -1.0)) } else { place };
        counter(ui.painter(), colors, place, shown);
        focus_ring(ui.painter(), colors, place, &response);
    }
    response
}

/// A medallion of this radius that can be clicked, found by its label.
pub fn medallion_ui(
    ui: &mut Ui,
    colors: &Palette,
    radius: f32,
    shown: &Medallion,
    label: &str,
) -> Response {
    let (place, response) = ui.allocate_exact_size(Vec2::splat(radius * 2.3), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), label));
    if ui.is_rect_visible(place) {
        medallion(ui.painter(), colors, place.center(), radius, shown);
        focus_ring(ui.painter(), colors, place, &response);
    }
    response
}

/// A ring around what the keyboard is at.
pub fn focus_ring(painter: &Painter, colors: &Palette, place: Rect, response: &Response) {
    if response.has_focus() {
        let outer = Stroke::new(3.0, colors.frame);
        painter.rect_stroke(place.expand(4.0), 6.0, outer, StrokeKind::Middle);
        let inner = Stroke::new(1.5, colors.gold);
        painter.rect_stroke(place.expand(4.0), 6.0, inner, StrokeKind::Middle);
    }
}

/// The pale window of a counter.
fn window_of(place: Rect) -> Rect {
    let unit = place.width();
    Rect::from_min_size(place.min + Vec2::splat(unit * 0.085), vec2(unit * 0.83, unit * 0.67))
}

/// A livery's colour on the pale window: nearer to print where it could not be seen.
fn on_window(colors: &Palette, livery: Livery) -> Color32 {
    theme::legible(colors.livery(livery), colors.counter, colors.print)
}

/// A width in proportion, but never too thin to be seen.
fn line(unit: f32, part: f32) -> f32 {
    (unit * part).max(0.75)
}

fn shadow(painter: &Painter, colors: &Palette, place: Rect, round: f32) {
    let unit = place.width();
    let below = place.translate(vec2(0.02, 0.05) * unit).expand(unit * 0.015);
    let soft = RectShape::filled(below, CornerRadius::from(round), colors.shadow)
        .with_blur_width(unit * 0.12);
    painter.add(soft);
}

/// What lies around a counter that can be clicked or has been chosen.
fn ring(painter: &Painter, colors: &Palette, place: Rect, round: f32, emphasis: Emphasis) {
    let unit = place.width();
    match emphasis {
        Emphasis::Eligible => {
            let glow = RectShape::filled(
                place.expand(unit * 0.1),
                CornerRadius::from(round + unit * 0.1),
                colors.gold,
            );
            painter.add(glow.with_blur_width(unit * 0.16));
            let edge = Stroke::new(line(unit, 0.045).max(1.5), colors.gold);
            let around = place.expand(line(unit, 0.03));
            painter.rect_stroke(around, round + 1.0, edge, StrokeKind::Outside);
        }
        Emphasis::Chosen => {
            let around = place.expand((unit * 0.085).max(2.5));
            painter.rect_filled(around.expand(1.0), round + unit * 0.09, colors.frame);
            painter.rect_filled(around, round + unit * 0.08, colors.gold);
        }
        Emphasis::Plain | Emphasis::Spent => {}
    }
}

/// What lies over it.
fn finish(painter: &Painter, colors: &Palette, place: Rect, round: f32, emphasis: Emphasis) {
    match emphasis {
        Emphasis::Chosen => {
            let unit = place.width();
            tick(painter, colors, place.left_top() + vec2(0.06, 0.06) * unit, unit * 0.17);
        }
        Emphasis::Spent => {
            painter.rect_filled(place, round, colors.chronicle.gamma_multiply(0.55));
        }
        Emphasis::Plain | Emphasis::Eligible => {}
    }
}

/// A tick on a gold disc.
fn tick(painter: &Painter, colors: &Palette, center: Pos2, radius: f32) {
    let edge = Stroke::new(radius * 0.16, colors.frame);
    painter.circle(center, radius, colors.gold, edge);
    let at = |x: f32, y: f32| center + vec2(x, y) * radius;
    let sign = vec![at(-0.48, 0.02), at(-0.12, 0.4), at(0.5, -0.42)];
    painter.line(sign, Stroke::new(radius * 0.3, colors.frame));
}

/// Steps as pips down the window's right side; lost ones are hollow.
fn pips(painter: &Painter, colors: &Palette, window: Rect, counter: &Counter) {
    let unit = window.width() / 0.83;
    let color = on_window(colors, counter.livery);
    let radius = (unit * 0.04).max(1.1);
    for pip in 0..counter.full.min(6) {
        let down = radius * 2.0 + f32::from(pip) * radius * 3.1;
        let center = window.right_top() + vec2(-radius * 2.0, down);
        if pip < counter.steps {
            painter.circle_filled(center, radius, color);
        } else {
            let hollow = Stroke::new(radius * 0.5, color.gamma_multiply(0.8));
            painter.circle_stroke(center, radius * 0.72, hollow);
        }
    }
}

/// A disc whose upper left is `light` and whose lower right is `dark`.
fn relief(center: Pos2, radius: f32, light: Color32, dark: Color32) -> Shape {
    const STEPS: u16 = 36;
    let toward_light = Vec2::angled(-2.2);
    let mut mesh = Mesh::default();
    mesh.colored_vertex(center, theme::mix(dark, light, 0.5));
    for step in 0..STEPS {
        let way = Vec2::angled(f32::from(step) / f32::from(STEPS) * std::f32::consts::TAU);
        let color = theme::mix(dark, light, 0.5 + 0.5 * way.dot(toward_light));
        mesh.colored_vertex(center + way * (radius - 0.4), color);
        mesh.colored_vertex(center + way * (radius + 0.4), Color32::TRANSPARENT);
    }
    for step in 0..u32::from(STEPS) {
        let [here, next] = [step, (step + 1) % u32::from(STEPS)].map(|step| 1 + step * 2);
        mesh.add_triangle(0, here, next);
        mesh.add_triangle(here, here + 1, next);
        mesh.add_triangle(here + 1, next + 1, next);
    }
    Shape::mesh(mesh)
}

/// A disc that fades out.
fn soft_disc(center: Pos2, radius: f32, color: Color32) -> Shape {
    let place = Rect::from_center_size(center, Vec2::splat(radius * 2.0));
    let round = CornerRadius::from(radius);
    RectShape::filled(place, round, color).with_blur_width(radius * 0.4).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archers_have_their_attack_in_brackets() {
        let mut counter = Counter {
            livery: Livery::Persian,
            silhouette: Silhouette::Archer,
            attack: 4,
            defence: 1,
            shoots: true,
            steps: 1,
            full: 1,
            emphasis: Emphasis::Plain,
        };
        assert_eq!(counter.figures(), "(4)-1");
        counter.shoots = false;
        assert_eq!(counter.figures(), "4-1");
    }

    #[test]
    fn no_two_liveries_share_a_letter() {
        for one in Livery::ALL {
            let same = Livery::ALL.iter().filter(|other| letter(**other) == letter(one)).count();
            assert_eq!(same, 1, "{one:?}");
        }
    }
}
