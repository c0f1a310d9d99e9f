//! Counters and medallions: what stands on the map and on the display.

use super::theme::{self, Livery, Palette};
use eframe::egui::{Align2, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, vec2};

/// A picture in a counter's window: one for each kind of unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Silhouette {
    HeavyInfantry,
    Infantry,
    LightInfantry,
    Archer,
    HeavyCavalry,
    LightCavalry,
    HorseArcher,
    Elephant,
    Chariot,
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
    pub standing: Standing,
}

/// How a counter is to be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Standing {
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
    pub standing: Standing,
}

/// The proportions of a counter: width to height.
pub const COUNTER: Vec2 = vec2(1.0, 1.12);

/// Paints a counter into `place`.
pub fn counter(painter: &Painter, colors: &Palette, place: Rect, counter: &Counter) {
    let tile = colors.livery(counter.livery);
    painter.rect(place, 3.0, tile, Stroke::new(1.0, colors.ink), StrokeKind::Inside);
    let figures = if counter.shoots {
        format!("({})-{}", counter.attack, counter.defence)
    } else {
        format!("{}-{}", counter.attack, counter.defence)
    };
    let font = theme::strong(place.height() * 0.28);
    painter.text(place.center_bottom(), Align2::CENTER_BOTTOM, figures, font, colors.pale);
}

/// Paints a leader's medallion.
pub fn medallion(
    painter: &Painter,
    colors: &Palette,
    center: Pos2,
    radius: f32,
    leader: &Medallion,
) {
    let rim = Stroke::new(radius * 0.16, colors.livery(leader.livery));
    painter.circle(center, radius, colors.medallion, rim);
    let font = theme::book(radius * 1.1);
    painter.text(center, Align2::CENTER_CENTER, leader.monogram, font, colors.ink);
}
