//! The window without a screen, for tests that find widgets by role and label, as a screen reader
//! finds them.

use diadem::Folders;
use diadem::window::{App, Sample, Screen, UiCommand, apply_theme};
use eframe::egui::Theme;
use eframe::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::Path;

/// The window of a size, come to rest. That it comes to rest is a promise: nothing repaints while
/// nothing happens.
pub fn sized(size: [f32; 2], app: App) -> Harness<'static, App> {
    let mut harness = Harness::builder()
        .with_size(size)
        .with_theme(Theme::Light)
        .with_context_setup(apply_theme)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    harness.run();
    harness
}

/// The window of the usual size.
pub fn shown(app: App) -> Harness<'static, App> {
    sized([1280.0, 800.0], app)
}

/// An app that shows this screen, with a game on the table where the screen needs one.
pub fn app_at(screen: Screen, folders: Option<&Folders>) -> App {
    let mut app = App::new(folders.cloned(), None);
    if screen.needs_table() {
        app.ask(UiCommand::OpenSample(Sample::War));
    }
    app.ask(UiCommand::Go(screen));
    app
}

/// Presses a button and lets the window come to rest.
pub fn press(harness: &mut Harness<'_, App>, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    harness.run();
}

/// Writes a save of a war; gives where it stands.
pub fn write_war(file: &Path) -> String {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, Sample::War.bytes()).unwrap();
    diadem_archive::verify(Sample::War.bytes()).unwrap().turn
}
