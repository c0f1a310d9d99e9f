//! What a blow looks like: a hit pops, the dead fade away, and who routs turns and runs.
//!
//! The rules have long decided; this only shows, once the die lies, what is already so.

use super::dice;
use super::layout::Layout;
use super::scene::Scene;
use crate::window::pieces::{self, Emphasis};
use crate::window::table::Table;
use crate::window::table::dice::TUMBLE;
use crate::window::theme::Palette;
use diadem_core::Line;
use diadem_display::{Event, UnitId};
use diadem_handoff as war;
use eframe::egui::{Painter, Pos2, Rect, Stroke, StrokeKind, Ui, Vec2, vec2};
use std::f32::consts::{FRAC_PI_2, PI};

/// How long a hit is seen, in seconds.
const POP: f64 = 0.35;
/// How long a routed unit turns and runs.
const RUN: f64 = 0.6;
/// The part of that in which it turns.
const TURN: f32 = 0.3;

/// Blows that have just fallen.
#[derive(Default)]
pub(super) struct Motion {
    /// How long the chronicle was when it was looked at.
    seen: Option<usize>,
    /// When the blows are seen to fall: once the die lies.
    falls_at: f64,
    now: f64,
    blows: Vec<Blow>,
    /// Where everybody was drawn last.
    stood: Vec<Option<Rect>>,
}

/// What happened to a unit, and where it stood.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Blow {
    unit: UnitId,
    kind: Kind,
    at: Rect,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// It lost a step.
    Hit,
    /// It lost its last.
    Death,
    /// It ran.
    Rout,
}

impl Kind {
    fn of(event: &Event) -> Option<(UnitId, Kind)> {
        match *event {
            Event::Reduced(unit, _) => Some((unit, Kind::Hit)),
            Event::Destroyed(unit) | Event::Caught(unit) => Some((unit, Kind::Death)),
            Event::Routed(unit) => Some((unit, Kind::Rout)),
            _ => None,
        }
    }

    const fn lasts(self) -> f64 {
        match self {
            Kind::Hit | Kind::Death => POP,
            Kind::Rout => RUN,
        }
    }
}

/// How a unit is drawn while it moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Shown {
    /// Where.
    pub(super) place: Rect,
    /// Whether its back is seen.
    pub(super) from_behind: bool,
}

impl Motion {
    /// Looks for new blows, where they are to be seen, and asks for the next frame while one falls.
    pub(super) fn refresh(&mut self, table: &Table, is_shown: bool, ui: &Ui) {
        self.now = ui.input(|input| input.time);
        let lines = table.session().whole_chronicle();
        let seen = self.seen.replace(lines.len());
        if !is_shown {
            self.blows.clear();
            self.stood.clear();
        } else if let Some(new) =
            seen.and_then(|seen| lines.get(seen..)).filter(|new| !new.is_empty())
        {
            self.strike(new);
        } else if seen != self.seen {
            // Something was taken back.
            self.blows.clear();
        }
        let (falls_at, now) = (self.falls_at, self.now);
        self.blows.retain(|blow| now < falls_at + blow.kind.lasts());
        if !self.blows.is_empty() {
            ui.request_repaint();
        }
    }

    fn strike(&mut self, new: &[Line<war::Event>]) {
        let events = new.iter().filter_map(|line| match &line.event {
            war::Event::Display(_, event) => Some(event),
            _ => None,
        });
        let mut rolled = false;
        self.blows.clear();
        for event in events {
            rolled |= dice::roll_of(event).is_some();
            if let Some((unit, kind)) = Kind::of(event)
                && let Some(at) = self.stood.get(unit.index()).copied().flatten()
            {
                self.blows.push(Blow { unit, kind, at });
            }
        }
        self.falls_at = self.now + if rolled { TUMBLE } else { 0.0 };
    }

    /// Remembers where everybody is drawn.
    pub(super) fn remember(&mut self, scene: &Scene<'_>, layout: &Layout) {
        self.stood.clear();
        self.stood.extend(scene.all_units().map(|unit| layout.unit(unit)));
    }

    fn blow(&self, unit: UnitId, kind: Kind) -> Option<&Blow> {
        self.blows.iter().find(|blow| blow.unit == unit && blow.kind == kind)
    }

    /// How far a blow has fallen, 0 to 1; below 0 while the die still tumbles.
    fn part(&self, kind: Kind) -> f32 {
        ((self.now - self.falls_at) / kind.lasts()).min(1.0) as f32
    }

    /// How a unit that stands at `home` is drawn, if a blow moves it.
    pub(super) fn shown(&self, unit: UnitId, home: Rect) -> Option<Shown> {
        if let Some(blow) = self.blow(unit, Kind::Rout) {
            return Some(running(blow.at, home, self.part(Kind::Rout)));
        }
        self.blow(unit, Kind::Hit)?;
        let part = self.part(Kind::Hit).max(0.0);
        let grown = home.size() * (1.0 + 0.16 * (part * PI).sin());
        let place = Rect::from_center_size(home.center(), grown);
        Some(Shown { place, from_behind: false })
    }

    /// Sparks where blows fell, and those who fell.
    pub(super) fn paint(&self, painter: &Painter, colors: &Palette, scene: &Scene<'_>) {
        for blow in &self.blows {
            let part = self.part(blow.kind);
            if blow.kind == Kind::Death {
                let mut fading = painter.clone();
                fading.set_opacity(1.0 - part.max(0.0));
                let counter = scene.counter(blow.unit, Emphasis::Spent);
                let down = vec2(0.0, 6.0) * part.max(0.0);
                pieces::counter(&fading, colors, blow.at.translate(down), &counter);
            }
            if blow.kind != Kind::Rout && part >= 0.0 {
                sparks(painter, colors, blow.at, part);
            }
        }
    }
}

/// Somebody who turns where he stood and runs home.
fn running(from: Rect, home: Rect, part: f32) -> Shown {
    if part <= 0.0 {
        return Shown { place: from, from_behind: false };
    }
    if part < TURN {
        // The back opens from the middle, as a counter that is turned over.
        let open = (part / TURN * FRAC_PI_2).sin().max(0.12);
        let place = Rect::from_center_size(from.center(), from.size() * vec2(open, 1.0));
        return Shown { place, from_behind: true };
    }
    let way = (part - TURN) / (1.0 - TURN);
    // Slow at first, then as fast as the legs go.
    let far = way * way * (3.0 - 2.0 * way);
    let hop = (way * PI * 3.0).sin().abs() * from.height() * 0.08 * (1.0 - way);
    let size = from.size() + (home.size() - from.size()) * far;
    let center: Pos2 = from.center().lerp(home.center(), far) - vec2(0.0, hop);
    Shown { place: Rect::from_center_size(center, size), from_behind: part < 1.0 }
}

/// A ring that bursts, with rays.
fn sparks(painter: &Painter, colors: &Palette, at: Rect, part: f32) {
    let color = colors.red.gamma_multiply(1.0 - part);
    let ring = Stroke::new(3.0 * (1.0 - part) + 0.5, color);
    let grown = at.expand(at.width() * (0.04 + 0.2 * part));
    painter.rect_stroke(grown, 6.0 + 8.0 * part, ring, StrokeKind::Middle);
    for ray in 0u8..8 {
        let way = Vec2::angled(f32::from(ray) * PI / 4.0 + PI / 8.0);
        let near = at.width() * (0.62 + 0.2 * part);
        let far = near + at.width() * 0.18 * (1.0 - part);
        painter.line_segment([at.center() + way * near, at.center() + way * far], ring);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::command::NewGame;
    use crate::window::seating::Seating;
    use crate::window::table::TableCommand;
    use diadem_core::{Playable, Request};
    use diadem_handoff::War;
    use eframe::egui::{Context, RawInput};

    #[test]
    fn who_routs_begins_where_he_stood_and_ends_at_home() {
        let from = Rect::from_min_size(Pos2::new(10.0, 10.0), vec2(50.0, 56.0));
        let home = Rect::from_min_size(Pos2::new(400.0, 300.0), vec2(40.0, 45.0));
        let begin = running(from, home, -0.4);
        assert_eq!(begin, Shown { place: from, from_behind: false }, "while the die tumbles");
        assert!(running(from, home, 0.1).from_behind, "he turns");
        assert!(running(from, home, 0.1).place.width() < from.width());
        let end = running(from, home, 1.0);
        assert!(!end.from_behind && end.place.center().distance(home.center()) < 0.1, "{end:?}");
    }

    #[test]
    fn blows_of_a_battle_are_seen_and_pass() {
        let request = Request { scenario: "granicus-display", battles: None };
        let setup = War::setup(&request).unwrap();
        let new = NewGame {
            setup,
            seats: vec!["a person".into(); 2],
            seating: Seating::default(),
            seed: 11,
        };
        let mut table = Table::begin(&new, None).unwrap();
        let (ctx, mut time) = (Context::default(), 0.0);
        let mut motion = Motion::default();
        let mut look = |motion: &mut Motion, table: &Table, seconds: f64| {
            time += seconds;
            let input = RawInput { time: Some(time), ..RawInput::default() };
            let mut output = ctx.run_ui(input, |ui| motion.refresh(table, true, ui));
            output.textures_delta.clear();
        };
        let mut kinds = Vec::new();
        let field = Rect::from_min_size(Pos2::ZERO, vec2(900.0, 700.0));
        look(&mut motion, &table, 1.0);
        while let Some(scene) = Scene::of(&table) {
            motion.remember(&scene, &Layout::of(&scene, field));
            drop(scene);
            let first = table.actions().first().copied();
            let Some(action) = table.usual_answer().or(first) else { break };
            table.perform(TableCommand::Act(action));
            look(&mut motion, &table, 0.1);
            kinds.extend(motion.blows.iter().map(|blow| blow.kind));
            if let Some(blow) = motion.blows.first().copied().filter(|it| it.kind == Kind::Rout) {
                let home = blow.at.translate(vec2(300.0, 0.0));
                let begin = motion.shown(blow.unit, home).unwrap();
                assert_eq!(begin.place, blow.at, "he stands until the die lies");
            }
            look(&mut motion, &table, TUMBLE + RUN + 0.1);
            assert_eq!(motion.blows, [], "and then nothing moves any more");
        }
        assert!(kinds.contains(&Kind::Hit) && kinds.contains(&Kind::Rout), "{kinds:?}");
    }
}
