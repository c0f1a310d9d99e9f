//! Haste: whoever chooses while the answers have only just changed meant what stood there before. Such a choice is
//! not taken.

use eframe::egui::{InputState, Rect, Ui};
use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How long an answer has stood where it is before it can be given, in seconds.
const STANDS: f64 = 0.25;
/// The same of what ends things: nobody ends two phases by a double click.
const STANDS_TO_END: f64 = 0.5;
/// What is said instead.
pub(super) const TOO_SOON: &str =
    "That came just as the question changed, so nothing was done. Choose again.";

/// Since when the answers stand where they are.
#[derive(Default)]
pub struct Haste {
    version: u64,
    /// What stood where in the last frame.
    drawn: u64,
    /// The same, as far as it is known in this frame.
    drawing: Cell<u64>,
    /// Since when it stands so, by the window's clock.
    since: f64,
    now: f64,
    /// When the pointer was pressed last.
    pressed: f64,
    /// When whatever is chosen in this frame was chosen.
    chosen: f64,
    /// Whether the pointer chooses in this frame.
    by_pointer: bool,
    has_scrolled: bool,
}

impl Haste {
    /// A frame begins.
    pub(super) fn begin(&mut self, version: u64, ui: &Ui) {
        ui.input(|input| self.look_at(input));
        if self.version != version {
            (self.version, self.since) = (version, self.now);
        }
        self.drawing.set(0);
    }

    fn look_at(&mut self, input: &InputState) {
        let pointer = &input.pointer;
        self.now = input.time;
        if pointer.any_pressed() {
            self.pressed = self.now;
        }
        self.by_pointer = pointer.any_released();
        // What is dragged is chosen where it is dropped, anything else when it is pressed.
        let is_click = self.by_pointer && !pointer.is_decidedly_dragging();
        self.chosen = if is_click { self.pressed } else { self.now };
        self.has_scrolled = input.smooth_scroll_delta().y != 0.0;
    }

    /// An answer stands here.
    pub(super) fn note(&self, id: impl Hash, place: Rect) {
        let mut hasher = DefaultHasher::new();
        let round = |figure: f32| figure.round() as i32;
        (self.drawing.get(), id).hash(&mut hasher);
        [place.left(), place.top(), place.right(), place.bottom()].map(round).hash(&mut hasher);
        self.drawing.set(hasher.finish());
    }

    /// A frame ends: whoever scrolls moves the answers himself.
    pub(super) fn end(&mut self) {
        let drawn = self.drawing.get();
        if self.drawn != drawn && !self.has_scrolled {
            self.since = self.now;
        }
        self.drawn = drawn;
    }

    /// Something has come up that nobody can have meant yet.
    pub(super) fn begin_anew(&mut self) {
        self.since = self.now;
    }

    /// Whether an answer that is given in this frame was meant for another.
    pub(super) fn is_too_soon(&self) -> bool {
        self.within(STANDS)
    }

    /// The same of what ends things.
    pub(super) fn is_too_soon_to_end(&self) -> bool {
        self.within(if self.by_pointer { STANDS_TO_END } else { STANDS })
    }

    fn within(&self, seconds: f64) -> bool {
        self.chosen < self.since + seconds - 0.001
    }
}
