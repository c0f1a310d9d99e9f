//! How long a frame of the map takes at 1920×1080.

mod frames;

use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, pos2, vec2,
};
use frames::{Table, key, wave};
use std::path::Path;

fn main() {
    let save = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../saves/alexandros.diadem");
    let mut table = Table::open(&save);
    // The whole map with every counter on it.
    table.frame(vec![key(Key::Home)]);
    table.rest();
    table.measure("map/still", |_| Vec::new());
    table.measure("map/pointing", |frame| {
        vec![Event::PointerMoved(pos2(300.0 + wave(frame, 700.0), 300.0 + wave(frame + 40, 400.0)))]
    });
    // As a wheel turns: a little nearer with every frame, then away again.
    table.measure("map/zooming, whole map", |frame| {
        let nearer = if frame % 80 < 40 { 1.0 } else { -1.0 };
        vec![Event::PointerMoved(pos2(700.0, 500.0)), wheel(nearer * 10.0)]
    });
    // As keys do it: by leaps, every letter of another size.
    table.measure("map/zooming by leaps", |frame| {
        let nearer = if frame.is_multiple_of(2) { Key::Plus } else { Key::Minus };
        vec![key(nearer)]
    });
    table.frame((0..3).map(|_| key(Key::Plus)).collect());
    table.frame(vec![Event::PointerMoved(pos2(700.0, 500.0)), button(true)]);
    table.measure("map/moving, dragged", |frame| {
        vec![Event::PointerMoved(pos2(700.0 + wave(frame, 90.0), 500.0 + wave(frame + 30, 60.0)))]
    });
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
