//! The window as it starts and ends: the menu, the way out, and what the last session left behind.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

#[path = "common/harness.rs"]
mod harness;

use diadem::Folders;
use diadem::report::{self, Report};
use diadem::window::{App, Screen, UiCommand};
use diadem_core::Playable;
use diadem_handoff::War;
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, ViewportCommand, ViewportId};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use harness::{app_at, press, shown, sized, write_war};
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;
use tempfile::TempDir;

/// Whether the window asks to be closed within the next frames.
fn closes(harness: &mut Harness<'_, App>) -> bool {
    (0..8).any(|_| {
        harness.step();
        let root = &harness.output().viewport_output[&ViewportId::ROOT];
        root.commands.contains(&ViewportCommand::Close)
    })
}

#[test]
fn every_screen_can_be_left_by_keys() {
    for screen in Screen::ALL {
        let mut harness = shown(app_at(screen, None));
        assert_eq!(harness.state().screen(), screen);
        assert!(!closes(&mut harness), "{screen:?} closes by itself");
        harness.event(Event::Key {
            key: UiCommand::QUIT_KEYS.logical_key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: UiCommand::QUIT_KEYS.modifiers,
        });
        assert!(closes(&mut harness), "{screen:?}");
    }
}

#[test]
fn every_screen_leads_back_by_button_and_by_key() {
    for screen in Screen::ALL {
        if matches!(screen, Screen::Start | Screen::Table) {
            continue;
        }
        let expected = if screen.needs_table() { Screen::Table } else { Screen::Start };
        let button = if screen == Screen::SaveAs { "Cancel" } else { "Back" };
        let mut by_button = shown(app_at(screen, None));
        press(&mut by_button, button);
        assert_eq!(by_button.state().screen(), expected, "{screen:?}");
        let mut by_key = shown(app_at(screen, None));
        by_key.key_press(Key::Escape);
        by_key.run();
        assert_eq!(by_key.state().screen(), expected, "{screen:?}");
    }
}

#[test]
fn the_start_screen_says_what_this_is_and_lets_go() {
    let mut harness = shown(App::new(None, None));
    harness.get_by_label("DIADEM");
    harness.get_by_label(concat!("Version ", env!("CARGO_PKG_VERSION")));
    harness.get_by_label("There is no game to go on with yet");
    assert!(harness.query_by_label("Dismiss").is_none());
    harness.get_by_role_and_label(Role::Button, "Quit").click();
    assert!(closes(&mut harness));
}

#[test]
fn the_start_screen_keeps_its_composition_at_every_size() {
    for [width, height] in [[640.0, 360.0], [960.0, 600.0], [1280.0, 720.0], [2560.0, 1440.0]] {
        let harness = sized([width, height], App::new(None, None));
        for label in ["DIADEM", "Quit", "New campaign"] {
            let place = harness.get_by_label(label).rect();
            let is_within = place.left() >= 0.0
                && place.top() >= 0.0
                && place.right() <= width
                && place.bottom() <= height;
            assert!(is_within, "{label} at {place:?} in {width}×{height}");
        }
    }
}

#[test]
fn every_scenario_can_be_chosen() {
    let harness = shown(app_at(Screen::NewGame, None));
    for scenario in War::scenarios() {
        harness.get_by_role_and_label(Role::RadioButton, scenario.title);
    }
    harness.get_by_label(War::scenarios()[0].story);
}

#[test]
fn the_menu_is_walked_by_letters_and_arrows() {
    let mut harness = shown(App::new(None, None));
    for key in [Key::ArrowDown, Key::ArrowDown, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(harness.state().screen(), Screen::Load, "Continue leads nowhere yet");
    harness.key_press(Key::Escape);
    harness.run();
    for key in [Key::R, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(harness.state().screen(), Screen::Rulebook);
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

#[test]
fn a_report_is_offered_until_it_is_dismissed() {
    let (_home, folders, path) = home_after_a_panic();
    let app = || App::new(Some(folders.clone()), None);
    let mut harness = shown(app());
    harness.get_by_label("The last session ended unexpectedly");
    harness.get_by_label(path.to_str().unwrap());
    assert!(harness.query_by_label("Open the autosave").is_none(), "there is none");
    press(&mut harness, "Dismiss");
    assert!(harness.query_by_label("The last session ended unexpectedly").is_none());
    assert_eq!(report::unseen(&folders), None);
    assert!(shown(app()).query_by_label("Dismiss").is_none(), "nor at the next start");
}

#[test]
fn the_newest_good_autosave_is_offered_with_the_report() {
    let (_home, folders, _) = home_after_a_panic();
    let turn = write_war(&folders.autosaves().join("1.diadem"));
    fs::write(folders.autosaves().join("2.diadem"), "torn").unwrap();
    let mut harness = shown(App::new(Some(folders), None));
    harness.get_by_label(&format!("The newest autosave is whole: {turn}."));
    press(&mut harness, "Open the autosave");
    assert_eq!(harness.state().screen(), Screen::Table);
    assert!(harness.state().table().is_some());
}

#[test]
fn continue_goes_straight_into_the_newest_autosave() {
    let home = tempfile::tempdir().unwrap();
    let folders = Folders::at(home.path());
    let turn = write_war(&folders.autosaves().join("1.diadem"));
    let mut harness = shown(App::new(Some(folders), None));
    harness.get_by_label(&format!("{turn} \u{b7} Alexandros"));
    press(&mut harness, "Continue");
    assert_eq!(harness.state().screen(), Screen::Table);
}

#[test]
fn a_save_that_cannot_be_opened_is_told_in_a_sentence() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("torn.diadem");
    fs::write(&file, "torn").unwrap();
    let mut harness = shown(App::new(None, Some(file)));
    harness.get_by_label_contains("torn.diadem");
    press(&mut harness, "Close");
    assert!(harness.query_by_label_contains("torn.diadem").is_none());
}

#[test]
fn a_save_in_use_by_another_copy_is_told_in_a_sentence() {
    let home = tempfile::tempdir().unwrap();
    let folders = Folders::at(home.path());
    let file = folders.saves().join("issus.diadem");
    write_war(&file);
    let _other = diadem_archive::Lock::take(&file).unwrap();
    let harness = shown(App::new(Some(folders), Some(file)));
    harness.get_by_label_contains("in use by another copy");
    assert!(harness.state().table().is_none());
}
