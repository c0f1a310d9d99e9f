//! The window: how it is opened, and what is told when it cannot be.
//!
//! Windowing libraries are loaded when the program starts them, and some of them panic when another
//! is missing. So the start is guarded: until the first frame is shown, whatever goes wrong ends in
//! one sentence. Afterwards a panic leaves a report for the next start.

mod app;
mod battle;
mod battle_view;
#[cfg(feature = "coin")]
mod coin;
mod command;
mod confirm;
mod display;
mod emblem;
mod figures;
mod hexes;
mod history;
mod learn;
mod map;
mod memory;
mod own_charts;
mod pieces;
mod save_library;
mod screens;
mod seating;
mod settings;
mod shortcut;
mod table;
mod text;
mod theme;

pub use app::App;
pub use command::{NewGame, Screen, UiCommand};
pub use learn::{Guide, GuidePointer, Lesson};
pub use save_library::{Kept, Sample};
pub use seating::{Occupant, Seating};
pub use settings::{ColorChoice, Pace, Settings, ThemeChoice};
pub use shortcut::Shortcut;
pub use table::{Advice, Focus, Sureness, Table, TableCommand, Thinking};

use crate::report::Report;
use crate::{Folders, Stop};
use eframe::egui::{self, ViewportBuilder};
use std::ffi::OsString;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, fmt};

/// Debian's names for what the window loads when it starts.
pub const DEBIAN_PACKAGES: &str =
    "libxkbcommon-x11-0 libxcursor1 libxi6 libgl1 libegl1 libgl1-mesa-dri";

const DEFAULT_SIZE: [f32; 2] = [1280.0, 800.0];
const MIN_SIZE: [f32; 2] = [960.0, 600.0];

/// Gives a context our type and our usual colours.
pub fn apply_theme(ctx: &egui::Context) {
    theme::install_fonts(ctx);
    theme::apply(ctx, &Settings::default());
}

/// Opens the window and stays until it is closed.
pub fn open(
    folders: Option<&Folders>,
    save: Option<&Path>,
    err: &mut dyn Write,
) -> Result<(), Stop> {
    if !has_display(|name| env::var_os(name)) {
        return Err(cannot_open("there is no display"));
    }
    let watch = Arc::new(Watch::new(folders.cloned()));
    let app = App::new(folders.cloned(), save.map(Path::to_path_buf));
    let ended = watched(&watch, || show(app, folders, &watch));
    match ended {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(cannot_open(reason_of(&error))),
        Err(WindowPanicked) if !watch.is_shown() => Err(cannot_open(watch.first_words())),
        Err(WindowPanicked) => {
            writeln!(err, "{}", watch.farewell())?;
            Err(Stop::Panicked)
        }
    }
}

fn show(app: App, folders: Option<&Folders>, watch: &Arc<Watch>) -> eframe::Result {
    let scale = scale(env::var_os("DIADEM_SCALE"));
    let app = app.at_scale(scale);
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("Diadem")
            .with_app_id("diadem")
            .with_icon(emblem::icon())
            .with_inner_size(egui::Vec2::from(DEFAULT_SIZE) * scale.unwrap_or(app.settings().scale))
            .with_min_inner_size(MIN_SIZE),
        renderer: eframe::Renderer::Glow,
        persist_window: true,
        persistence_path: folders.map(Folders::window_place),
        ..eframe::NativeOptions::default()
    };
    let watch = Arc::clone(watch);
    eframe::run_native(
        "Diadem",
        options,
        Box::new(move |creation| {
            apply_theme(&creation.egui_ctx);
            Ok(Box::new(Shell { app, watch }))
        }),
    )
}

/// What eframe runs: the app, and word that it is shown.
struct Shell {
    app: App,
    watch: Arc<Watch>,
}

impl eframe::App for Shell {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.watch.is_shown.store(true, Ordering::Relaxed);
        self.app.ui(ui);
    }

    fn clear_color(&self, _: &egui::Visuals) -> [f32; 4] {
        theme::Palette::of(self.app.settings()).frame.to_normalized_gamma_f32()
    }

    /// Where the window stood is remembered; a scale that was given for once is not.
    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// Whether there is anything to open a window on, by the variables of the environment.
fn has_display(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
    cfg!(not(all(unix, not(target_vendor = "apple"))))
        || ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(is_set)
}

/// How much larger than usual everything is to be, kept within what fits a screen.
fn scale(variable: Option<OsString>) -> Option<f32> {
    let scale: f32 = variable?.to_str()?.trim().parse().ok()?;
    scale.is_finite().then(|| Settings::fitting(scale))
}

/// The one sentence for a window that cannot open.
fn cannot_open(reason: impl fmt::Display) -> Stop {
    Stop::CannotAsk(format!(
        "The window cannot open because {reason}; it needs a display and, on Debian, the packages \
         {DEBIAN_PACKAGES}, while `diadem watch granicus-display` tells a game without a window and `diadem \
         --help` lists what else works."
    ))
}

/// Why eframe gave up, in a few words; its own can fill a screen.
fn reason_of(error: &eframe::Error) -> &'static str {
    match error {
        // winit does not tell these two apart.
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => {
            "no display answers or a library is missing"
        }
        eframe::Error::Glutin(_)
        | eframe::Error::NoGlutinConfigs(..)
        | eframe::Error::OpenGL(_) => "OpenGL does not work here",
        eframe::Error::AppCreation(_) => "it could not be set up",
    }
}

/// What the panic hook knows and leaves behind.
struct Watch {
    folders: Option<Folders>,
    /// Whether a frame was shown: what goes wrong before is a matter of the machine.
    is_shown: AtomicBool,
    /// The first panic and where its report went; later ones follow from it.
    first: Mutex<Option<(Report, Option<PathBuf>)>>,
}

/// The window ended in a panic; its [`Watch`] knows which.
struct WindowPanicked;

/// Runs `window` with a panic hook that tells the watch instead of the terminal.
fn watched<T>(watch: &Arc<Watch>, window: impl FnOnce() -> T) -> Result<T, WindowPanicked> {
    let usual = panic::take_hook();
    let hooked = Arc::clone(watch);
    panic::set_hook(Box::new(move |panic| hooked.note(panic)));
    let ended = panic::catch_unwind(AssertUnwindSafe(window));
    panic::set_hook(usual);
    ended.map_err(|_| WindowPanicked)
}

impl Watch {
    fn new(folders: Option<Folders>) -> Watch {
        Watch { folders, is_shown: AtomicBool::new(false), first: Mutex::new(None) }
    }

    fn is_shown(&self) -> bool {
        self.is_shown.load(Ordering::Relaxed)
    }

    fn note(&self, panic: &PanicHookInfo<'_>) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        if first.is_some() {
            return;
        }
        let report = Report::of(panic);
        let folders = self.folders.as_ref().filter(|_| self.is_shown());
        let path = folders.and_then(|folders| report.write(folders).ok());
        *first = Some((report, path));
    }

    /// The first panic's own words, cut to fit into a sentence.
    fn first_words(&self) -> String {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        let what = first.as_ref().map_or("", |(report, _)| report.what.as_str());
        let line = what.lines().next().unwrap_or_default().trim().trim_end_matches('.');
        let words: String = line.chars().take(100).collect();
        format!("a library is missing (\"{words}\")")
    }

    /// What is told when the window is gone.
    fn farewell(&self) -> String {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        match first.as_ref() {
            Some((_, Some(path))) => format!(
                "Diadem ended unexpectedly; what is known about it is in {}, and the next start \
                 offers it with the newest autosave.",
                path.display()
            ),
            Some((report, None)) => format!("Diadem ended unexpectedly.\n\n{report}"),
            None => "Diadem ended unexpectedly.".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Exit;

    fn display_with(set: &str, value: &str) -> bool {
        has_display(|name| (name == set).then(|| value.into()))
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_display_is_x11_or_wayland() {
        assert!(display_with("DISPLAY", ":0"));
        assert!(display_with("WAYLAND_DISPLAY", "wayland-0"));
        assert!(display_with("WAYLAND_SOCKET", "7"));
        assert!(!display_with("DISPLAY", ""));
        assert!(!display_with("TERM", "xterm"));
    }

    #[test]
    fn the_scale_stays_within_reason() {
        let read = |text: &str| scale(Some(text.into()));
        assert_eq!(read("1.5"), Some(1.5));
        assert_eq!(read("9"), Some(2.5));
        assert_eq!(read("0.1"), Some(0.75));
        assert_eq!(read("large"), None);
        assert_eq!(read("NaN"), None);
        assert_eq!(scale(None), None);
    }

    #[test]
    fn a_window_that_cannot_open_is_told_in_one_sentence() {
        let mut told = Vec::new();
        let exit = cannot_open("there is no display").exit(&mut told);
        assert_eq!(exit, Exit::CannotAsk);
        let told = String::from_utf8(told).unwrap();
        assert_eq!(told.lines().count(), 1);
        for part in DEBIAN_PACKAGES.split(' ').chain(["no display", "diadem --help"]) {
            assert!(told.contains(part), "{part} in {told}");
        }
    }

    /// One test for all that needs the hook: it is the process's own.
    #[test]
    fn a_panic_before_the_first_frame_is_a_reason_and_after_it_a_report() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::at(home.path());
        let missing = "Library libxkbcommon-x11.so could not be loaded.\nand more";

        let early = Arc::new(Watch::new(Some(folders.clone())));
        assert!(watched(&early, || panic::panic_any(missing)).is_err());
        assert_eq!(
            early.first_words(),
            "a library is missing (\"Library libxkbcommon-x11.so could not be loaded\")"
        );
        assert_eq!(crate::report::unseen(&folders), None);

        let late = Arc::new(Watch::new(Some(folders.clone())));
        late.is_shown.store(true, Ordering::Relaxed);
        assert!(watched(&late, || panic!("the phalanx broke")).is_err());
        let path = crate::report::unseen(&folders).unwrap();
        assert!(late.farewell().contains(path.to_str().unwrap()));
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.contains("the phalanx broke") && text.contains("window.rs"), "{text}");
    }
}
