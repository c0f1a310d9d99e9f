//! What just happened on the field, seen: counters slide to where they have come, hits rise, the dead fade,
//! and an arrow shows which way a unit has run.
//!
//! The rules have long decided; this only shows it, and then comes to rest.

use super::Scene;
use super::counters::{Brush, Light, Spot};
use super::field::View;
use super::sheet::Sheet;
use crate::window::table::TableContext;
use crate::window::theme::{self, Palette};
use diadem_core::Line;
use diadem_handoff as war;
use diadem_hexes::{Event, Question, UnitId};
use eframe::egui::{Align2, Painter, Pos2, Shape, Stroke, Ui, Vec2, vec2};

/// How long a counter slides, in seconds.
const SLIDE: f64 = 0.22;
/// How long a hit rises, and somebody lost fades.
const RISE: f64 = 0.9;

/// What is being seen to happen.
#[derive(Default)]
pub(super) struct Motion {
    /// How long the chronicle was when it was looked at, and the change it belonged to.
    seen: Option<(usize, u64)>,
    now: f64,
    /// Where everybody's counter lay on the sheet; nothing for those who were not on it.
    stood: Vec<Option<Pos2>>,
    slides: Vec<Slide>,
    marks: Vec<Mark>,
    /// From where to where units have run since a leader was activated.
    runs: Vec<(Pos2, Pos2)>,
}

/// A counter on its way.
struct Slide {
    unit: UnitId,
    from: Pos2,
    since: f64,
}

/// Something that happened to a unit.
struct Mark {
    unit: UnitId,
    what: What,
    at: Pos2,
    since: f64,
}

enum What {
    /// So many hits.
    Hits(u8),
    /// It is lost.
    Lost,
}

impl Motion {
    /// Looks for what has changed, and asks for the next frame while something moves.
    pub(super) fn refresh(
        &mut self,
        cx: &TableContext<'_>,
        scene: &Scene<'_>,
        sheet: Sheet,
        ui: &Ui,
    ) {
        self.now = ui.input(|input| input.time);
        let lines = cx.table.session().whole_chronicle();
        let seen = Some((lines.len(), cx.table.version()));
        if self.seen != seen {
            let before = std::mem::replace(&mut self.seen, seen);
            let new = before.and_then(|(length, _)| lines.get(length..));
            let is_play = new.is_some() && !cx.table.is_replay();
            match new.filter(|_| is_play && !cx.settings.reduced_motion) {
                Some(new) => self.strike(scene, sheet, new),
                None => *self = Motion { seen, now: self.now, ..Motion::default() },
            }
            self.stood = scene.rules.units().map(|unit| place(scene, sheet, unit)).collect();
        }
        let now = self.now;
        self.slides.retain(|slide| now < slide.since + SLIDE);
        self.marks.retain(|mark| now < mark.since + RISE);
        if !self.slides.is_empty() || !self.marks.is_empty() {
            ui.request_repaint();
        }
    }

    /// Takes in what has happened since the last change.
    fn strike(&mut self, scene: &Scene<'_>, sheet: Sheet, new: &[Line<war::Event>]) {
        // The computer may be through with many phases before anybody is asked.
        let begins = |line: &Line<war::Event>| {
            matches!(line.event, war::Event::Hexes(_, Event::Activated(..)))
        };
        let is_asked = matches!(scene.question, Some(Question::Activation | Question::Command(_)));
        if is_asked || new.iter().any(begins) {
            self.runs.clear();
        }
        let since = self.now;
        for (unit, &was) in scene.rules.units().zip(&self.stood) {
            let (Some(from), Some(to)) = (was, place(scene, sheet, unit)) else { continue };
            if from != to {
                self.slides.push(Slide { unit, from, since });
                if scene.state.unit(unit).routed {
                    self.runs.push((from, to));
                }
            }
        }
        for line in new {
            let war::Event::Hexes(_, event) = &line.event else { continue };
            let (unit, what) = match *event {
                Event::Hit { unit, hits, .. } => (unit, What::Hits(hits)),
                Event::Eliminated(unit, _) => (unit, What::Lost),
                _ => continue,
            };
            let now = place(scene, sheet, unit);
            if let Some(at) = now.or(self.stood.get(unit.index()).copied().flatten()) {
                self.marks.push(Mark { unit, what, at, since });
            }
        }
    }

    /// How far from its place a counter is drawn, on the sheet.
    pub(super) fn offset(&self, unit: UnitId, home: Pos2) -> Vec2 {
        let Some(slide) = self.slides.iter().rfind(|slide| slide.unit == unit) else {
            return Vec2::ZERO;
        };
        let part = ((self.now - slide.since) / SLIDE).clamp(0.0, 1.0) as f32;
        (slide.from - home) * (1.0 - part * part * (3.0 - 2.0 * part))
    }

    /// The ways units have run, under the counters.
    pub(super) fn paint_runs(&self, painter: &Painter, colors: &Palette, view: &View<'_>) {
        let wide = (view.radius() * 0.13).max(2.0);
        let stroke = Stroke::new(wide, colors.red.gamma_multiply(0.65));
        for &(from, to) in &self.runs {
            let (from, to) = (view.at(from), view.at(to));
            painter.extend(Shape::dashed_line(&[from, to], stroke, wide * 2.5, wide * 1.8));
            let tip = (to - from).normalized() * wide * 2.4;
            let side = tip.rot90() * 0.7;
            let head = vec![to + tip, to - tip * 0.4 + side, to - tip * 0.4 - side];
            painter.add(Shape::convex_polygon(head, stroke.color, Stroke::NONE));
        }
    }

    /// Hits that rise and the dead that fade, over the counters.
    pub(super) fn paint_marks(&self, brush: &Brush<'_>, view: &View<'_>) {
        for mark in &self.marks {
            let part = ((self.now - mark.since) / RISE).clamp(0.0, 1.0) as f32;
            let mut fading = brush.painter.clone();
            fading.set_opacity(1.0 - part * part);
            let (at, radius) = (view.at(mark.at), view.radius());
            match mark.what {
                What::Hits(hits) => {
                    let at = at - vec2(0.0, radius * (0.5 + 0.8 * part));
                    let font = theme::strong(theme::rung((radius * 0.7).max(15.0)));
                    let words = format!("+{hits}");
                    let shadow = brush.colors.panel;
                    fading.text(
                        at + vec2(1.0, 1.0),
                        Align2::CENTER_CENTER,
                        &words,
                        font.clone(),
                        shadow,
                    );
                    fading.text(at, Align2::CENTER_CENTER, &words, font, brush.colors.red);
                }
                What::Lost => {
                    let spot = Spot { center: at, radius, to_right: Vec2::ZERO, ahead: None };
                    Brush { painter: &fading, ..*brush }.unit(mark.unit, &spot, Light::Plain);
                }
            }
        }
    }
}

/// Where a unit's counter lies on the sheet.
fn place(scene: &Scene<'_>, sheet: Sheet, unit: UnitId) -> Option<Pos2> {
    let hexes = scene.rules.hexes_of(scene.state, unit);
    let (first, last) = (sheet.center(*hexes.first()?), sheet.center(*hexes.last()?));
    Some(first + (last - first) / 2.0)
}
