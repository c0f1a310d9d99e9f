//! The dice: what was rolled last, seen to fall and then to lie.

#![expect(clippy::cast_sign_loss, reason = "small counts and small measures")]

use super::layout::Layout;
use crate::window::table::{Table, TableContext};
use crate::window::theme::{self, Palette};
use diadem_core::{Camp, Roll, Text};
use diadem_display::{Casualty, CombatResult, Event};
use diadem_handoff as war;
use eframe::egui::epaint::PathShape;
use eframe::egui::{Align2, Color32, Painter, Pos2, Rect, RichText, Sense, Stroke, Ui, Vec2, vec2};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, SQRT_2};

/// How long a die tumbles, in seconds.
pub(super) const TUMBLE: f64 = 0.55;
/// As many rolls as are shown.
const MOST: usize = 4;

/// The dice seen last.
#[derive(Default)]
pub(in crate::window) struct Rolled {
    /// How long the chronicle was when it was looked at.
    seen: Option<usize>,
    /// When the last roll fell.
    since: Option<f64>,
}

impl Rolled {
    /// How far the last roll has tumbled, 1 when it lies.
    fn progress(&mut self, table: &Table, reduced: bool, ui: &Ui) -> f32 {
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
struct Fallen<'a> {
    roll: &'a Roll,
    line: &'a war::Event,
}

/// What was rolled in consequence of the last decision, oldest first.
fn last_rolls(table: &Table) -> Vec<Fallen<'_>> {
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
        war::Event::Display(_, event) => roll_on_display(event),
        war::Event::Hexes(_, event) => event.roll(),
        war::Event::Chosen { .. }
        | war::Event::Drawn(_)
        | war::Event::Home(_)
        | war::Event::Unfought(_) => None,
    }
}

pub(super) fn roll_on_display(event: &Event) -> Option<&Roll> {
    match event {
        Event::Rallied { roll, .. } => roll.as_ref(),
        Event::Shot { roll, .. }
        | Event::Fought { roll, .. }
        | Event::CasualtyRoll { roll, .. }
        | Event::SecondRoll(_, roll)
        | Event::Pursued { roll, .. } => Some(roll),
        _ => None,
    }
}

/// What a roll brought, in a few words.
fn outcome(event: &Event) -> Option<String> {
    let words = match event {
        Event::Fought { result, .. } => match result {
            CombatResult::AttackerLoss => "the attacker loses a step",
            CombatResult::AttackerRout => "the attacker routs",
            CombatResult::Engaged => "they are engaged",
            CombatResult::DefenderRout => "the defender routs",
            CombatResult::DefenderLoss => "the defender loses a step",
        },
        Event::Shot { strength, roll, .. } => {
            if roll.result() <= i32::from(*strength) {
                "a hit"
            } else {
                "missed"
            }
        }
        Event::Rallied { success: true, .. } => "rallied",
        Event::Rallied { success: false, .. } => "not rallied",
        Event::CasualtyRoll { casualty, .. } => match casualty {
            Casualty::Unhurt => "unhurt",
            Casualty::Wounded => "wounded",
            Casualty::Killed => "killed",
        },
        Event::Pursued { caught: 0, .. } => "nobody caught",
        Event::Pursued { caught: 1, .. } => "one unit caught",
        Event::Pursued { caught, .. } => return Some(format!("{caught} units caught")),
        _ => return None,
    };
    Some(words.to_owned())
}

/// The last rolls in the panel: each die with its sentence.
pub(in crate::window) fn rolls_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let table = cx.table;
    let reduced = cx.settings.reduced_motion;
    let progress = cx.look.display.rolled.progress(table, reduced, ui);
    let colors = cx.colors;
    for fallen in last_rolls(table) {
        ui.horizontal(|ui| {
            let (place, _) = ui.allocate_exact_size(Vec2::splat(34.0), Sense::hover());
            die(ui.painter(), &colors, place, fallen.roll, progress);
            ui.vertical(|ui| {
                if progress < 1.0 {
                    ui.label(RichText::new("The die rolls \u{2026}").weak());
                } else {
                    ui.label(RichText::new(table.war().event(fallen.line)).size(14.5));
                }
            });
        });
        ui.add_space(theme::NEAR);
    }
}

/// The last roll of a fight on the field, between the lines.
pub(super) fn field_ui(cx: &mut TableContext<'_>, layout: &Layout, ui: &Ui) {
    let table = cx.table;
    let reduced = cx.settings.reduced_motion;
    let progress = cx.look.display.rolled.progress(table, reduced, ui);
    let rolls = last_rolls(table);
    let Some(fallen) = rolls.last() else { return };
    let war::Event::Display(_, event) = fallen.line else { return };
    let Some(words) = outcome(event) else { return };
    let colors = &cx.colors;
    let font = theme::strong(15.0);
    let words = if progress < 1.0 { "\u{2026}".to_owned() } else { words };
    let galley = ui.painter().layout_no_wrap(words, font, colors.pale);
    let gap = |side, post| layout.place(diadem_display::BoxId::of(side, post));
    let upper = gap(Camp::Second, diadem_display::Post::Center).bottom();
    let lower = gap(Camp::First, diadem_display::Post::Center).top();
    let column = gap(Camp::First, diadem_display::Post::RightOutflank);
    let size = vec2(galley.size().x + 64.0, 38.0_f32.min(lower - upper - 4.0).max(24.0));
    let left = (column.right() - size.x).max(layout.header.left() + 8.0);
    let middle = f32::midpoint(upper, lower);
    let pill = Rect::from_min_size(Pos2::new(left, middle - size.y / 2.0), size);
    ui.painter().rect_filled(pill, size.y / 2.0, colors.bar);
    let side = size.y - 8.0;
    let place = Rect::from_min_size(pill.min + vec2(12.0, 4.0), Vec2::splat(side));
    die(ui.painter(), colors, place, fallen.roll, progress);
    let at = Pos2::new(place.right() + 10.0, pill.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, colors.pale);
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
