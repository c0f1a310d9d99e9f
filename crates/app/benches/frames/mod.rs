//! The window without a screen, and how long its frames take: everything that the processor does for one, from the
//! events to the triangles, without the graphics card.

use diadem::window::{App, apply_theme};
use eframe::egui::accesskit;
use eframe::egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2};
use std::path::Path;
use std::time::{Duration, Instant};

const FRAMES: u32 = 400;
const SCREEN: Rect = Rect::from_min_max(Pos2::ZERO, pos2(1920.0, 1080.0));

/// A way there and back.
pub fn wave(frame: u32, far: f32) -> f32 {
    let step = u16::try_from(frame % 200).unwrap_or_default();
    far * (1.0 - (f32::from(step) / 100.0 - 1.0).abs())
}

/// A key pressed.
pub fn key(key: Key) -> Event {
    let modifiers = Modifiers::NONE;
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

/// How long a frame took: all of it, and until its shapes were known.
pub struct Frame {
    /// All of it.
    whole: Duration,
    /// Until its shapes were known.
    drawn: Duration,
}

/// The window without a screen.
pub struct Table {
    ctx: Context,
    app: App,
    time: f64,
}

impl Table {
    /// A window in which a save has been opened and all has come to rest.
    pub fn open(save: &Path) -> Table {
        let ctx = Context::default();
        apply_theme(&ctx);
        let mut table = Table { ctx, app: App::new(None, Some(save.to_path_buf())), time: 0.0 };
        table.rest();
        table
    }

    /// Lets it come to rest.
    pub fn rest(&mut self) {
        (0..20).for_each(|_| {
            self.frame(Vec::new());
        });
    }

    fn input(&mut self, events: Vec<Event>) -> RawInput {
        self.time += 1.0 / 60.0;
        let (screen_rect, time) = (Some(SCREEN), Some(self.time));
        RawInput { screen_rect, time, events, ..RawInput::default() }
    }

    /// One frame, and how long it took.
    pub fn frame(&mut self, events: Vec<Event>) -> Frame {
        let input = self.input(events);
        let began = Instant::now();
        let output = self.ctx.run_ui(input, |ui| self.app.ui(ui));
        let drawn = began.elapsed();
        let triangles = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        let whole = began.elapsed();
        std::hint::black_box(triangles);
        Frame { whole, drawn }
    }

    /// The middle of whatever has a label that begins like this.
    #[allow(dead_code, reason = "not every bench clicks")]
    pub fn find(&mut self, label: &str) -> Option<Pos2> {
        self.ctx.enable_accesskit();
        let input = self.input(Vec::new());
        let output = self.ctx.run_ui(input, |ui| self.app.ui(ui));
        self.ctx.disable_accesskit();
        let nodes = output.platform_output.accesskit_update?.nodes;
        let is_meant =
            |node: &accesskit::Node| node.label().is_some_and(|name| name.starts_with(label));
        let bounds = nodes.iter().find(|(_, node)| is_meant(node))?.1.bounds()?;
        let middle = [f64::midpoint(bounds.x0, bounds.x1), f64::midpoint(bounds.y0, bounds.y1)];
        Some(Pos2::from(middle.map(|it| it as f32)))
    }

    /// A click there: the frames in which it is pressed, let go, and its consequence is shown.
    #[allow(dead_code, reason = "not every bench clicks")]
    pub fn click(&mut self, pos: Pos2) -> Duration {
        let button = |pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.frame(vec![Event::PointerMoved(pos)]);
        let events = [vec![button(true)], vec![button(false)], Vec::new()];
        events.map(|events| self.frame(events).whole).into_iter().sum()
    }

    /// Tells how long many frames took.
    pub fn measure(&mut self, name: &str, mut events: impl FnMut(u32) -> Vec<Event>) {
        self.rest();
        let frames: Vec<Frame> = (0..FRAMES).map(|frame| self.frame(events(frame))).collect();
        let at = |percent: usize, of: fn(&Frame) -> Duration| {
            let mut times: Vec<Duration> = frames.iter().map(of).collect();
            times.sort_unstable();
            times[times.len() * percent / 100].as_secs_f64() * 1000.0
        };
        println!(
            "{name:<26} p50 {:5.2} ms   p95 {:5.2} ms   before tessellation {:5.2} ms",
            at(50, |frame| frame.whole),
            at(95, |frame| frame.whole),
            at(50, |frame| frame.drawn),
        );
    }
}
