//! The map without a screen: everything on it is found by its name, as a screen reader finds it.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

use diadem::Folders;
use diadem::window::{App, NewGame, Seating, UiCommand, apply_theme};
use diadem_campaign::board::Board;
use diadem_campaign::scenario;
use diadem_core::OwnFiles;
use diadem_handoff::WarSetup;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Theme};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tempfile::TempDir;

/// Where Darius may begin.
const GLOWING: [&str; 3] = ["Babylonia", "Susiana", "Persis"];

/// A campaign on the table: the Persian is asked where Darius begins.
struct Campaign {
    harness: Harness<'static, App>,
    _home: TempDir,
}

impl Campaign {
    /// On a screen of a size; that it comes to rest is a promise.
    fn on(size: [f32; 2]) -> Campaign {
        let home = tempfile::tempdir().unwrap();
        let mut app = App::new(Some(Folders::at(home.path())), None);
        let setup = WarSetup::new("alexandros", []);
        let seats = vec!["Anna".into(), "Ben".into()];
        app.ask(UiCommand::Begin(NewGame { setup, seats, seating: Seating::default(), seed: 1 }));
        let mut harness = Harness::builder()
            .with_size(size)
            .with_theme(Theme::Light)
            .with_context_setup(apply_theme)
            .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
        harness.run();
        Campaign { harness, _home: home }
    }

    fn open() -> Campaign {
        Campaign::on([1920.0, 1080.0])
    }

    fn click(&mut self, label: &str) {
        self.harness.get_by_role_and_label(Role::Button, label).click();
        self.harness.run();
    }

    fn has(&self, label: &str) -> bool {
        self.harness.query_by_role_and_label(Role::Button, label).is_some()
    }

    fn version(&self) -> u64 {
        self.harness.state().table().unwrap().version()
    }

    fn refusal(&self) -> Option<String> {
        Some(self.harness.state().table()?.refusal()?.to_string())
    }
}

fn board() -> Board {
    let powers = scenario::powers_of_alexandros(&OwnFiles::NONE).unwrap();
    Board::load(&powers, &OwnFiles::NONE).unwrap()
}

#[test]
fn every_place_of_the_board_is_named() {
    let campaign = Campaign::open();
    let board = board();
    for province in board.provinces() {
        assert!(campaign.has(&board[province].name), "{}", board[province].name);
    }
    for city in board.cities() {
        assert!(campaign.has(&format!("{} (city)", board[city].name)));
    }
    assert!(campaign.has("Macedonian army in Ionia"));
    assert!(campaign.has("Alexander"));
}

#[test]
fn a_click_on_a_glowing_province_answers() {
    let mut campaign = Campaign::open();
    let before = campaign.version();
    campaign.click("Susiana");
    assert!(campaign.version() > before, "Darius begins there");
    assert_eq!(campaign.refusal(), None);
}

#[test]
fn a_click_elsewhere_is_refused_with_its_rule() {
    let mut campaign = Campaign::open();
    let before = campaign.version();
    campaign.click("Syria");
    assert_eq!(campaign.version(), before, "nothing was done");
    let refusal = campaign.refusal().unwrap();
    assert!(refusal.contains("Alexandros 3.3"), "{refusal}");
    campaign.harness.get_by_label(&refusal);
}

/// The whole map on a small screen: no name hides under a counter.
#[test]
fn every_province_can_be_clicked_by_its_name_when_the_whole_map_is_shown() {
    let mut campaign = Campaign::on([1280.0, 720.0]);
    campaign.harness.key_press(Key::Home);
    campaign.harness.run();
    let board = board();
    for province in board.provinces().filter(|&one| !GLOWING.contains(&board[one].name.as_str())) {
        campaign.click(&board[province].name);
        let focus = campaign.harness.state().table().unwrap().focus();
        let wanted = format!("Some(Province({province:?}))");
        assert_eq!(format!("{focus:?}"), wanted, "{}", board[province].name);
    }
}

#[test]
fn a_stack_spreads_out_and_closes_again() {
    let mut campaign = Campaign::open();
    assert!(!campaign.has("Hypaspists in Ionia"));
    campaign.click("Macedonian army in Ionia");
    assert!(campaign.has("Hypaspists in Ionia"));
    campaign.click("Close the stack");
    assert!(!campaign.has("Hypaspists in Ionia"));
    campaign.click("Macedonian army in Ionia");
    campaign.click("Arabia");
    assert!(!campaign.has("Hypaspists in Ionia"), "a click elsewhere closes it too");
}

#[test]
fn the_keyboard_reaches_what_can_be_done_and_does_it() {
    let mut campaign = Campaign::open();
    let before = campaign.version();
    for _ in 0..40 {
        campaign.harness.key_press(Key::Tab);
        campaign.harness.run();
        let susiana = campaign.harness.get_by_role_and_label(Role::Button, "Susiana");
        if susiana.accesskit_node().is_focused() {
            campaign.harness.key_press(Key::Enter);
            campaign.harness.run();
            assert!(campaign.version() > before);
            return;
        }
    }
    panic!("Tab does not reach Susiana");
}

#[test]
fn buttons_go_nearer_and_back() {
    let mut campaign = Campaign::open();
    let place = |campaign: &Campaign, label: &str| {
        campaign.harness.get_by_role_and_label(Role::Button, label).rect().center()
    };
    let apart = |campaign: &Campaign| place(campaign, "Syria").distance(place(campaign, "Egypt"));
    let first = apart(&campaign);
    campaign.click("Nearer (+)");
    assert!(apart(&campaign) > first * 1.1);
    campaign.click("The whole map (Home)");
    assert!(apart(&campaign) < first);
}
