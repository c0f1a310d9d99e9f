//! What part of the sheet is seen.

use eframe::egui::{Pos2, Rect, Vec2};

/// Where the player looks, and from how near.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Camera {
    /// The place on the sheet in the middle of the view.
    pub center: Pos2,
    /// Points of the screen for each of the sheet.
    pub scale: f32,
}

/// A camera, and the part of the screen that shows what it sees.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Viewport {
    /// Where the player looks.
    pub camera: Camera,
    /// Where it is shown.
    pub rect: Rect,
}

/// How near one can go: points of the screen for each of the sheet.
const NEAREST: f32 = 3.6;
/// From how far names and counters can be read without crowding.
const READABLE: f32 = 0.85;

impl Camera {
    /// The whole sheet.
    pub fn whole(sheet: Vec2, view: Rect) -> Camera {
        Camera { center: (sheet / 2.0).to_pos2(), scale: fitting(sheet, view) }
    }

    /// As near as leaves nothing but the sheet in view, and lets names be read, around a place.
    pub fn filling(sheet: Vec2, view: Rect, center: Pos2) -> Camera {
        let scale = (view.width() / sheet.x).max(view.height() / sheet.y).max(READABLE);
        Camera { center, scale }.within(sheet, view)
    }

    /// A place of the sheet on the screen.
    pub fn to_screen(self, view: Rect, place: Pos2) -> Pos2 {
        view.center() + (place - self.center) * self.scale
    }

    /// A place of the screen on the sheet.
    pub fn to_sheet(self, view: Rect, place: Pos2) -> Pos2 {
        self.center + (place - view.center()) / self.scale
    }

    /// Nearer or farther, with what lies under `fixed` staying there.
    #[must_use]
    pub fn zoomed(self, sheet: Vec2, view: Rect, fixed: Pos2, factor: f32) -> Camera {
        let under = self.to_sheet(view, fixed);
        let scale = (self.scale * factor).clamp(fitting(sheet, view), NEAREST);
        let center = under - (fixed - view.center()) / scale;
        Camera { center, scale }.within(sheet, view)
    }

    /// Moved by so much of the screen.
    #[must_use]
    pub fn moved(self, sheet: Vec2, view: Rect, by: Vec2) -> Camera {
        Camera { center: self.center - by / self.scale, ..self }.within(sheet, view)
    }

    /// Turned to a place.
    #[must_use]
    pub fn turned_to(self, sheet: Vec2, view: Rect, center: Pos2) -> Camera {
        Camera { center, ..self }.within(sheet, view)
    }

    /// The nearest one that does not look past the sheet.
    #[must_use]
    pub fn within(self, sheet: Vec2, view: Rect) -> Camera {
        let scale = self.scale.clamp(fitting(sheet, view), NEAREST);
        let half = view.size() / (2.0 * scale);
        let axis = |center: f32, half: f32, whole: f32| {
            if half * 2.0 >= whole { whole / 2.0 } else { center.clamp(half, whole - half) }
        };
        let center =
            Pos2::new(axis(self.center.x, half.x, sheet.x), axis(self.center.y, half.y, sheet.y));
        Camera { center, scale }
    }

    /// What part of the sheet is in view.
    pub fn seen(self, view: Rect) -> Rect {
        Rect::from_min_max(self.to_sheet(view, view.min), self.to_sheet(view, view.max))
    }
}

/// The scale at which the whole sheet is in view.
fn fitting(sheet: Vec2, view: Rect) -> f32 {
    (view.width() / sheet.x).min(view.height() / sheet.y).clamp(0.05, NEAREST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::{pos2, vec2};

    const SHEET: Vec2 = Vec2::new(2000.0, 960.0);

    fn view() -> Rect {
        Rect::from_min_size(pos2(0.0, 46.0), vec2(1500.0, 1034.0))
    }

    fn near(a: Pos2, b: Pos2) -> bool {
        a.distance(b) < 0.01
    }

    #[test]
    fn the_place_under_the_pointer_stays_there() {
        let camera = Camera { center: pos2(700.0, 480.0), scale: 1.2 };
        let pointer = pos2(400.0, 300.0);
        let under = camera.to_sheet(view(), pointer);
        let nearer = camera.zoomed(SHEET, view(), pointer, 1.7);
        assert!(near(nearer.to_sheet(view(), pointer), under));
        assert!((nearer.scale - 2.04).abs() < 1e-4);
    }

    #[test]
    fn there_and_back_is_the_same_place() {
        let camera = Camera::filling(SHEET, view(), pos2(600.0, 400.0));
        let place = pos2(321.0, 123.0);
        assert!(near(camera.to_sheet(view(), camera.to_screen(view(), place)), place));
    }

    #[test]
    fn it_never_looks_past_the_sheet() {
        let camera =
            Camera::filling(SHEET, view(), pos2(0.0, 0.0)).moved(SHEET, view(), vec2(9e4, 9e4));
        let seen = camera.seen(view());
        assert!(seen.min.x >= -0.01 && seen.min.y >= -0.01, "{seen:?}");
        let whole = Camera::whole(SHEET, view());
        assert!(whole.seen(view()).contains_rect(Rect::from_min_size(Pos2::ZERO, SHEET)));
        assert_eq!(whole.zoomed(SHEET, view(), pos2(0.0, 0.0), 0.1), whole);
    }
}
