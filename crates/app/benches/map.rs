//! How long a frame of the map takes at 1920×1080: everything that the processor does for it, from
//! the events to the triangles, without the graphics card.

use diadem::window::{App, apply_theme};
use eframe::egui::{
    Context, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, RawInput, Rect,
    TouchPhase, pos2, vec2,
};
use std::path::Path;
use std::time::{Duration, Instant};

const FRAMES: u32 = 400;
const SCREEN: Rect = Rect::from_min_max(Pos2::ZERO, pos2(1920.0, 1080.0));

fn main() {
    let save = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../saves/alexandros.diadem");
    let mut table = Table::open(&save);
    // The whole map with every counter on it.
    table.frame(vec![key(Key::Home)]);
    table.rest();
    table.measure("still", |_| Vec::new());
    table.measure("pointing", |frame| {
        vec![Event::PointerMoved(pos2(300.0 + wave(frame, 700.0), 300.0 + wave(frame + 40, 400.0)))]
    });
    // As a wheel turns: a little nearer with every frame, then away again.
    table.measure("zooming, whole map", |frame| {
        let nearer = if frame % 80 < 40 { 1.0 } else { -1.0 };
        vec![Event::PointerMoved(pos2(700.0, 500.0)), wheel(nearer * 10.0)]
    });
    // As keys do it: by leaps, every letter of another size.
    table.measure("zooming by leaps", |frame| {
        let nearer = if frame.is_multiple_of(2) { Key::Plus } else { Key::Minus };
        vec![key(nearer)]
    });
    table.frame((0..3).map(|_| key(Key::Plus)).collect());
    table.frame(vec![Event::PointerMoved(pos2(700.0, 500.0)), button(true)]);
    table.measure("moving, dragged", |frame| {
        vec![Event::PointerMoved(pos2(700.0 + wave(frame, 90.0), 500.0 + wave(frame + 30, 60.0)))]
    });
}

/// A way there and back.
fn wave(frame: u32, far: f32) -> f32 {
    let step = u16::try_from(frame % 200).unwrap_or_default();
    far * (1.0 - (f32::from(step) / 100.0 - 1.0).abs())
}

fn key(key: Key) -> Event {
    let modifiers = Modifiers::NONE;
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

fn wheel(points: f32) -> Event {
    Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, points),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    }
}

fn button(pressed: bool) -> Event {
    Event::PointerButton {
        pos: pos2(700.0, 500.0),
        button: eframe::egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

/// How long a frame took: all of it, and until its shapes were known.
struct Frame {
    whole: Duration,
    drawn: Duration,
}

/// The window without a screen.
struct Table {
    ctx: Context,
    app: App,
    time: f64,
}

impl Table {
    fn open(save: &Path) -> Table {
        let ctx = Context::default();
        apply_theme(&ctx);
        let mut table = Table { ctx, app: App::new(None, Some(save.to_path_buf())), time: 0.0 };
        table.rest();
        table
    }

    /// Lets it come to rest.
    fn rest(&mut self) {
        (0..20).for_each(|_| {
            self.frame(Vec::new());
        });
    }

    /// One frame, and how long it took.
    fn frame(&mut self, events: Vec<Event>) -> Frame {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(
                Pos2::ZERO,
                vec2(SCREEN.width(), SCREEN.height()),
            )),
            time: Some(self.time),
            events,
            ..RawInput::default()
        };
        let began = Instant::now();
        let output = self.ctx.run_ui(input, |ui| self.app.ui(ui));
        let drawn = began.elapsed();
        let triangles = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        let whole = began.elapsed();
        std::hint::black_box(triangles);
        Frame { whole, drawn }
    }

    fn measure(&mut self, name: &str, mut events: impl FnMut(u32) -> Vec<Event>) {
        self.rest();
        let frames: Vec<Frame> = (0..FRAMES).map(|frame| self.frame(events(frame))).collect();
        let at = |percent: usize, of: fn(&Frame) -> Duration| {
            let mut times: Vec<Duration> = frames.iter().map(of).collect();
            times.sort_unstable();
            times[times.len() * percent / 100].as_secs_f64() * 1000.0
        };
        println!(
            "map/{name:<18} p50 {:5.2} ms   p95 {:5.2} ms   before tessellation {:5.2} ms",
            at(50, |frame| frame.whole),
            at(95, |frame| frame.whole),
            at(50, |frame| frame.drawn),
        );
    }
}
