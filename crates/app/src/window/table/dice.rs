//! The dice: what was rolled last, seen to fall and then to lie, and the dice themselves.

#![expect(clippy::cast_sign_loss, reason = "small counts and small measures")]

use super::{Table, TableContext};
use crate::window::battle_view::{event_words, view_of_event};
use crate::window::theme::{self, Palette};
use diadem_core::Roll;
use diadem_handoff as war;
use eframe::egui::epaint::PathShape;
use eframe::egui::{Align2, Color32, Painter, Pos2, Rect, RichText, Sense, Stroke, Ui, Vec2, vec2};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, SQRT_2};

/// How long a die tumbles, in seconds.
pub(in crate::window) const TUMBLE: f64 = 0.55;
/// As many rolls as are shown.
const MOST: usize = 4;

/// The dice seen last.
#[derive(Default)]
pub struct Rolled {
    /// How long the chronicle was when it was looked at.
    seen: Option<usize>,
    /// When the last roll fell.
    since: Option<f64>,
}

impl Rolled {
    /// How far the last roll has tumbled, 1 when it lies.
    pub(in crate::window) fn progress(&mut self, table: &Table, reduced: bool, ui: &Ui) -> f32 {
        let length = table.session().whole_chronicle().len();
        let now = ui.input(|input| input.time);
        if self.seen != Some(length) {
            let is_new = self.seen.is_some_and(|seen| seen < length);
            self.since = (is_new && !reduced && !last_rolls(table).is_empty()).then_some(now);
            self.seen = Some(length);
        }
        let Some(since) = self.since else { return 1.0 };
        let part = ((now - since) / TUMBLE) as f32;
        if part >= 1.0 {
            self.since = None;
            return 1.0;
        }
        ui.request_repaint();
        part.max(0.0)
    }
}

/// A roll with what it brought.
pub(in crate::window) struct Fallen<'a> {
    /// The roll.
    pub roll: &'a Roll,
    /// What it brought.
    pub line: &'a war::Event,
}

/// What was rolled in consequence of the last decision, oldest first.
pub(in crate::window) fn last_rolls(table: &Table) -> Vec<Fallen<'_>> {
    let lines = table.session().whole_chronicle();
    let Some(last) = lines.last().map(|line| line.entry) else { return Vec::new() };
    let of_last = lines.iter().rev().take_while(|line| line.entry == last);
    let mut rolls: Vec<Fallen<'_>> = of_last
        .filter_map(|line| Some(Fallen { roll: roll_of(&line.event)?, line: &line.event }))
        .take(MOST)
        .collect();
    rolls.reverse();
    rolls
}

/// The die that decided an event, if one was rolled.
pub(in crate::window) fn roll_of(event: &war::Event) -> Option<&Roll> {
    match event {
        war::Event::Campaign(event) => event.roll(),
        event => view_of_event(event)?.roll(event),
    }
}

/// The last rolls in the panel: each die with its sentence.
pub(in crate::window) fn rolls_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let table = cx.table;
    let reduced = cx.settings.reduced_motion;
    let progress = cx.look.rolled.progress(table, reduced, ui);
    let colors = cx.colors;
    for fallen in last_rolls(table) {
        ui.horizontal(|ui| {
            let (place, _) = ui.allocate_exact_size(Vec2::splat(34.0), Sense::hover());
            die(ui.painter(), &colors, place, fallen.roll, progress);
            ui.vertical(|ui| {
                if progress < 1.0 {
                    ui.label(RichText::new("The die rolls \u{2026}").weak());
                } else {
                    let words = event_words(table.war(), fallen.line);
                    ui.label(RichText::new(words).size(14.5));
                }
            });
        });
        ui.add_space(theme::NEAR);
    }
}

/// The die of a roll; while `progress` is short of 1 it tumbles.
pub(in crate::window) fn die(
    painter: &Painter,
    colors: &Palette,
    place: Rect,
    roll: &Roll,
    progress: f32,
) {
    let rest = 1.0 - progress.clamp(0.0, 1.0);
    let angle = rest * rest * 7.0;
    let hop = (rest * std::f32::consts::PI * 2.0).sin().abs() * rest * place.height() * 0.25;
    let center = place.center() - vec2(0.0, hop);
    let faces = roll.die.faces();
    let turned = (roll.raw + (rest * 9.0) as u8) % faces + roll.die.lowest();
    let face = if rest > 0.05 { turned } else { roll.raw };
    let half = place.width() * 0.46;
    let (sine, cosine) = angle.sin_cos();
    let at = |x: f32, y: f32| center + vec2(x * cosine - y * sine, x * sine + y * cosine) * half;
    // A square with round corners, five points to each; a die with ten faces is a kite.
    let outline = |grow: f32| -> Vec<Pos2> {
        if faces > 6 {
            let kite = [(0.0, -1.15), (1.0, 0.2), (0.0, 1.1), (-1.0, 0.2)];
            return kite.iter().map(|&(x, y)| at(x * grow, y * grow)).collect();
        }
        let corner = |nth: u8| {
            let turn = f32::from(nth) * FRAC_PI_2;
            let middle = Vec2::angled(turn + FRAC_PI_4) * (SQRT_2 * 0.7 * grow);
            (0..5u8).map(move |step| {
                middle + Vec2::angled(turn + f32::from(step) * FRAC_PI_2 / 4.0) * (0.3 * grow)
            })
        };
        (0..4).flat_map(corner).map(|point| at(point.x, point.y)).collect()
    };
    let fill = |points: Vec<Pos2>, color: Color32, edge: Stroke| {
        painter.add(PathShape::convex_polygon(points, color, edge));
    };
    let ivory = theme::mix(colors.counter, colors.metal_light, 0.25);
    let shade = theme::mix(colors.pale, colors.metal_dark, 0.45);
    fill(outline(1.0), shade, Stroke::new(1.0, colors.frame));
    fill(outline(0.88), ivory, Stroke::NONE);
    if faces > 6 {
        let font = theme::strong(theme::rung(half * 1.3));
        painter.text(center, Align2::CENTER_CENTER, face, font, colors.frame);
        return;
    }
    for &(x, y) in pips(face) {
        painter.circle_filled(at(x, y), half * 0.17, colors.frame);
    }
}

/// Where a face has its pips.
fn pips(face: u8) -> &'static [(f32, f32)] {
    const FAR: f32 = 0.5;
    match face {
        1 => &[(0.0, 0.0)],
        2 => &[(-FAR, -FAR), (FAR, FAR)],
        3 => &[(-FAR, -FAR), (0.0, 0.0), (FAR, FAR)],
        4 => &[(-FAR, -FAR), (FAR, -FAR), (-FAR, FAR), (FAR, FAR)],
        5 => &[(-FAR, -FAR), (FAR, -FAR), (0.0, 0.0), (-FAR, FAR), (FAR, FAR)],
        _ => &[(-FAR, -FAR), (FAR, -FAR), (-FAR, 0.0), (FAR, 0.0), (-FAR, FAR), (FAR, FAR)],
    }
}

#[cfg(test)]
mod tests {
    use super::pips;

    #[test]
    fn every_face_has_its_pips() {
        for face in 1..=6 {
            assert_eq!(pips(face).len(), usize::from(face));
        }
    }
}
