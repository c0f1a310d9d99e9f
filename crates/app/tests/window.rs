//! The window without a screen: widgets are found by role and label, as a screen reader finds them.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

mod common;

use diadem::Folders;
use diadem::report::{self, Report};
use diadem::window::{App, Screen, UiCommand, apply_theme};
use diadem_archive::encode;
use diadem_core::Playable;
use diadem_handoff::War;
use diadem_sparring::feud::Feud;
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Theme, ViewportCommand, ViewportId};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::TempDir;

/// The window of a size, come to rest. That it comes to rest is a promise: nothing repaints while
/// nothing happens.
fn sized<G: Playable>(size: [f32; 2], app: App<G>) -> Harness<'static, App<G>> {
    let mut harness = Harness::builder()
        .with_size(size)
        .with_theme(Theme::Light)
        .with_context_setup(apply_theme)
        .build_ui_state(|ui, app: &mut App<G>| app.ui(ui), app);
    harness.run();
    harness
}

fn shown<G: Playable>(app: App<G>) -> Harness<'static, App<G>> {
    sized([1280.0, 800.0], app)
}

/// Whether the window asks to be closed within the next frames.
fn closes<G: Playable>(harness: &mut Harness<'_, App<G>>) -> bool {
    (0..8).any(|_| {
        harness.step();
        let root = &harness.output().viewport_output[&ViewportId::ROOT];
        root.commands.contains(&ViewportCommand::Close)
    })
}

#[test]
fn every_screen_can_be_left_by_button_and_by_keys() {
    for screen in Screen::ALL {
        let app = || {
            let mut app = App::<War>::new(None, None);
            app.screen = screen;
            app
        };
        let mut by_button = shown(app());
        assert!(!closes(&mut by_button), "{screen:?} closes by itself");
        by_button.get_by_role_and_label(Role::Button, "Quit").click();
        assert!(closes(&mut by_button), "{screen:?}");

        let mut by_keys = shown(app());
        by_keys.event(Event::Key {
            key: UiCommand::QUIT_KEYS.logical_key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: UiCommand::QUIT_KEYS.modifiers,
        });
        assert!(closes(&mut by_keys), "{screen:?}");
    }
}

#[test]
fn every_screen_stays_within_the_window() {
    for screen in Screen::ALL {
        for [width, height] in [[640.0, 360.0], [960.0, 600.0], [1280.0, 720.0], [2560.0, 1440.0]] {
            let mut app = App::<Feud>::new(None, None);
            app.screen = screen;
            let harness = sized([width, height], app);
            for label in ["DIADEM", "Quit", "What can be played"] {
                let place = harness.get_by_label(label).rect();
                let is_within = place.left() >= 0.0
                    && place.top() >= 0.0
                    && place.right() <= width
                    && place.bottom() <= height;
                assert!(is_within, "{label} at {place:?} in {width}×{height}");
            }
        }
    }
}

#[test]
fn the_start_screen_says_what_this_is_and_how_to_play_meanwhile() {
    let harness = shown(App::<War>::new(None, None));
    harness.get_by_label("DIADEM");
    harness.get_by_label(concat!("Version ", env!("CARGO_PKG_VERSION")));
    harness.get_by_label("What can be played");
    harness.get_by_label("Alexandros");
    harness.get_by_label_contains("diadem simulate alexandros");
    assert!(harness.query_by_label("Dismiss").is_none());
}

#[test]
fn the_start_screen_lists_every_scenario() {
    let harness = shown(App::<Feud>::new(None, None));
    for scenario in Feud::scenarios() {
        harness.get_by_label(scenario.title);
        harness.get_by_label(scenario.story);
    }
}

/// A home whose last session ended in a panic.
fn home_after_a_panic() -> (TempDir, Folders, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let folders = Folders::at(home.path());
    let report = Report {
        what: "the elephants were counted twice".into(),
        place: "armies.rs:323:7".into(),
        when: SystemTime::UNIX_EPOCH,
        backtrace: String::new(),
    };
    let path = report.write(&folders).unwrap();
    (home, folders, path)
}

/// Writes a feud that has just begun; gives where it stands.
fn write_feud(file: &Path) -> String {
    let save = common::feud_save();
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, encode(&save).unwrap()).unwrap();
    save.header.turn
}

#[test]
fn a_report_is_offered_until_it_is_dismissed() {
    let (_home, folders, path) = home_after_a_panic();
    let app = || App::<War>::new(Some(folders.clone()), None);
    let mut harness = shown(app());
    harness.get_by_label("The last session ended unexpectedly");
    harness.get_by_label(path.to_str().unwrap());
    assert!(harness.query_by_label("Open the autosave").is_none(), "there is none");
    harness.get_by_role_and_label(Role::Button, "Dismiss").click();
    harness.run();
    assert!(harness.query_by_label("The last session ended unexpectedly").is_none());
    assert_eq!(report::unseen(&folders), None);
    assert!(shown(app()).query_by_label("Dismiss").is_none(), "nor at the next start");
}

#[test]
fn the_newest_good_autosave_is_offered_with_the_report() {
    let (_home, folders, _) = home_after_a_panic();
    let turn = write_feud(&folders.autosaves().join("1.diadem"));
    fs::write(folders.autosaves().join("2.diadem"), "torn").unwrap();
    let mut harness = shown(App::<Feud>::new(Some(folders), None));
    harness.get_by_label_contains(&turn);
    harness.get_by_role_and_label(Role::Button, "Open the autosave").click();
    harness.run();
    harness.get_by_label_contains("no table to play it at yet");
    harness.get_by_role_and_label(Role::Button, "Close").click();
    harness.run();
    assert!(harness.query_by_label_contains("no table to play it at yet").is_none());
}

#[test]
fn a_save_that_cannot_be_opened_is_told_in_a_sentence() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("torn.diadem");
    fs::write(&file, "torn").unwrap();
    let harness = shown(App::<Feud>::new(None, Some(file)));
    harness.get_by_label_contains("torn.diadem");
    harness.get_by_role_and_label(Role::Button, "Close");
}
