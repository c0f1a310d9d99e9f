//! The table without a screen: a campaign is played by role and label, as a screen reader finds things.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

use diadem::Folders;
use diadem::window::{App, NewGame, Screen, UiCommand, apply_theme};
use diadem_handoff::WarSetup;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Theme};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::Path;
use tempfile::TempDir;

/// A person at the table.
struct Player {
    harness: Harness<'static, App>,
}

impl Player {
    fn of(app: App) -> Player {
        let mut harness = Harness::builder()
            .with_size([1280.0, 800.0])
            .with_theme(Theme::Light)
            .with_context_setup(apply_theme)
            .with_max_steps(64)
            .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
        harness.run();
        Player { harness }
    }

    /// A new campaign whose home is this folder.
    fn new_campaign(home: &Path, seed: u64) -> Player {
        let mut app = App::new(Some(Folders::at(home)), None);
        let setup = WarSetup::new("alexandros", []);
        let seats = vec!["Anna".to_owned(), "Ben".to_owned()];
        app.ask(UiCommand::Begin(NewGame { setup, seats, seed }));
        Player::of(app)
    }

    fn app(&self) -> &App {
        self.harness.state()
    }

    /// What the table asks, as it is written over the panel.
    fn sees(&self, words: &str) -> bool {
        self.harness.query_all_by_label_contains(words).next().is_some()
    }

    fn can(&self, label: &str) -> bool {
        let mut found = self.harness.query_all_by_role_and_label(Role::Button, label);
        found.any(|node| !node.accesskit_node().is_disabled())
    }

    /// Presses a button, the first of that name that can be pressed.
    fn press(&mut self, label: &str) {
        {
            let mut found = self.harness.query_all_by_role_and_label(Role::Button, label);
            let button = found.find(|node| !node.accesskit_node().is_disabled());
            button.unwrap_or_else(|| panic!("there is no button {label:?}")).click();
        }
        self.harness.run();
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run();
    }

    fn actions(&self) -> usize {
        self.app().table().unwrap().session().log().len()
    }

    /// The usual answer to whatever is asked, until the table asks for this.
    fn until(&mut self, words: &str) {
        for _ in 0..400 {
            if self.sees(words) {
                return;
            }
            self.key(Modifiers::NONE, Key::Space);
            if self.sees("Back to the map") {
                self.press("Back to the map");
            }
        }
        panic!("{words:?} was never asked");
    }
}

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_campaign_begins_with_darius_and_the_granicus() {
    let home = home();
    let mut player = Player::new_campaign(home.path(), 3);
    assert_eq!(player.app().screen(), Screen::Table);
    assert!(player.sees("Where does Darius gather his army?"));
    assert!(player.sees("Persian (Ben) decides"));
    player.press("In Babylonia");
    assert!(player.sees("Darius gathers his army in Babylonia."), "the chronicle tells it");
    assert!(player.sees("Granicus") || player.sees("round"), "the first battle begins at once");
}
