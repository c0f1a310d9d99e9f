//! The table without a screen: a campaign is played by role and label, as a screen reader finds things.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

use diadem::Folders;
use diadem::window::{App, NewGame, Sample, Screen, Seating, TableCommand, UiCommand, apply_theme};
use diadem_campaign::Switch;
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
        app.ask(UiCommand::Begin(NewGame { setup, seats, seating: Seating::default(), seed }));
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
            // What has to be scrolled to first is pressed all the same.
            button.unwrap_or_else(|| panic!("there is no button {label:?}")).click_accesskit();
        }
        self.harness.run();
    }

    /// Chooses one of several.
    fn choose(&mut self, label: &str) {
        self.harness.get_by_role_and_label(Role::RadioButton, label).click_accesskit();
        self.harness.run();
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run();
    }

    /// The first button whose label begins so.
    fn button_that_begins(&self, start: &str) -> String {
        self.button(|label| label.starts_with(start))
    }

    /// Writes into a field instead of what stands there.
    fn write(&mut self, field: &str, text: &str) {
        self.harness.get_by_role_and_label(Role::TextInput, field).focus();
        self.harness.run();
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.harness.run();
        self.harness.get_by_role_and_label(Role::TextInput, field).type_text(text);
        self.harness.run();
    }

    fn button(&self, fits: impl Fn(&str) -> bool) -> String {
        let buttons = self.harness.query_all_by_role(Role::Button);
        let labels = buttons.filter_map(|node| node.accesskit_node().label());
        labels.into_iter().find(|label| fits(label)).unwrap()
    }

    /// How much has been done.
    fn actions(&self) -> usize {
        self.app().table().unwrap().session().log().len()
    }

    /// What the key answers to whatever is asked; or what is on top; or the first there is.
    fn answer(&mut self) {
        if self.sees("Back to the map") {
            self.press("Back to the map");
            return;
        }
        let table = self.app().table().unwrap();
        if table.usual_answer().is_some() {
            return self.key(Modifiers::NONE, Key::Space);
        }
        let slots = table.slots();
        let own = [&slots.main, &slots.way_out].into_iter().flatten();
        let act = |action: &_| UiCommand::Table(TableCommand::Act(*action));
        let command = own.map(|slot| slot.does.clone()).next();
        let command = command.or_else(|| table.actions().first().map(act));
        self.harness.state_mut().ask(command.unwrap());
        self.harness.run();
    }

    /// Answers, until the table asks for this.
    fn until(&mut self, words: &str) {
        for _ in 0..400 {
            if self.sees(words) {
                return;
            }
            self.answer();
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
    assert!(player.sees("The battle of the Granicus"), "the first battle begins at once");
}

/// The evening of the issue: from a new campaign over a battle, a march and a siege to a save, and on
/// from there another day.
#[test]
fn a_campaign_is_played_kept_and_taken_up_again() {
    let home = home();
    let mut player = Player::of(App::new(Some(Folders::at(home.path())), None));
    player.press("New campaign");
    player.write("The dice begin with", "11");
    player.choose("Persian: person");
    player.press("Begin");
    player.press("In Persis");

    // The Granicus, with both armies set up as usual.
    player.press("Set up the usual way");
    if player.can("Set up the usual way") {
        player.press("Set up the usual way");
    }
    player.until("Back to the map");
    player.press("Back to the map");

    // A siege: whoever can, lays one.
    player.until("Which city is besieged?");
    let siege = player.button_that_begins("Besiege ");
    player.press(&siege);
    assert!(player.sees("The siege of"), "the differential is shown");
    assert!(player.sees("Differential"));
    if player.can("Everybody storms") {
        player.press("Everybody storms");
    }
    player.press("Storm the walls");

    // A march by names.
    player.until("who marches?");
    let before = player.actions();
    player.press("Alexander marches");
    assert!(player.sees("who comes along, and where to?"));
    let goal = player.button_that_begins("March to ");
    player.press(&goal);
    assert!(player.actions() > before + 2);

    // Kept under a name, left, and taken up where it stood.
    let kept = player.actions();
    player.key(Modifiers::COMMAND, Key::S);
    assert_eq!(player.app().screen(), Screen::SaveAs);
    player.key(Modifiers::NONE, Key::Escape);
    player.until("who marches?");
    let later = player.actions();
    assert!(later > kept);
    player.press("Menu");
    player.press("Leave the table");
    drop(player);

    let mut player = Player::of(App::new(Some(Folders::at(home.path())), None));
    player.press("Continue");
    assert_eq!(player.app().screen(), Screen::Table);
    assert_eq!(player.actions(), later, "not a decision is lost");
    let leader = player.button(|label| label.ends_with(" marches") && !label.starts_with("Nobody"));
    player.press(&leader);
    assert!(player.sees("who comes along"));
    player.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(player.actions(), later, "the choice is taken back");
    assert!(player.sees("who marches?"));
}

#[test]
fn the_lesson_leads_from_the_set_up_to_the_end_of_the_battle() {
    let home = home();
    let mut player = Player::of(App::new(Some(Folders::at(home.path())), None));
    player.press("Learn");
    assert!(player.sees("Two armies and a river"));
    player.press("Set up the usual way");
    player.press("Set up the usual way");
    assert!(player.sees("A round"), "the card turns when its task is done");
    player.until("Play again");
    player.press("Look at the field");
    assert!(player.sees("You have fought the Granicus"));
    player.press("New campaign");
    assert_eq!(player.app().screen(), Screen::NewGame);
}

#[test]
fn what_is_not_legal_is_answered_with_the_rule() {
    let home = home();
    let mut player = Player::new_campaign(home.path(), 3);
    player.press("Egypt");
    assert!(player.sees("Darius begins in Susiana, Persis or Babylonia."));
    assert_eq!(player.actions(), 0);
}

#[test]
fn the_chronicle_can_be_searched_and_shows_the_rule() {
    let home = home();
    let mut player = Player::new_campaign(home.path(), 3);
    player.press("In Babylonia");
    player.key(Modifiers::NONE, Key::C);
    assert!(player.sees("Everything"), "the filters are shown");
    player.key(Modifiers::NONE, Key::Escape);
    player.key(Modifiers::NONE, Key::T);
    assert!(player.sees("Spring 334"), "the track is shown");
}

#[test]
fn a_finished_game_is_watched_from_its_first_turn() {
    let home = home();
    let save = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../saves/alexandros.diadem"));
    let mut app = App::new(Some(Folders::at(home.path())), None);
    app.ask(UiCommand::Replay(save.into()));
    let mut player = Player::of(app);
    assert!(player.sees("Replay"));
    let first = player.app().table().unwrap().session().state_hash();
    player.press("Next turn");
    player.press("Next turn");
    assert!(player.sees("Summer 334") || player.sees("Autumn 334"));
    assert!(player.app().table().unwrap().actions().is_empty(), "nothing can be done in it");
    player.press("Start");
    assert_eq!(player.app().table().unwrap().session().state_hash(), first);
}

#[test]
fn nothing_can_be_changed_in_a_replay() {
    let home = home();
    let save = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../saves/alexandros.diadem"));
    let mut app = App::new(Some(Folders::at(home.path())), None);
    app.ask(UiCommand::Replay(save.into()));
    let mut player = Player::of(app);
    player.press("Step");
    player.press("Step");
    let before = player.actions();
    assert!(before > 0 && !player.can("Undo") && !player.can("Save"));
    player.key(Modifiers::COMMAND, Key::Z);
    player.key(Modifiers::NONE, Key::Space);
    player.key(Modifiers::COMMAND, Key::S);
    assert_eq!((player.actions(), player.app().screen()), (before, Screen::Table));
}

/// 10.3 with its screen: whoever sits down second reads nothing of what the first has done.
#[test]
fn a_curtain_falls_between_secret_set_ups_and_the_chronicle_keeps_them() {
    let home = home();
    let mut app = App::new(Some(Folders::at(home.path())), None);
    let setup = WarSetup::new("alexandros", [Switch::SecretSetUp]);
    let seats = vec!["Anna".to_owned(), "Ben".to_owned()];
    app.ask(UiCommand::Begin(NewGame { setup, seats, seating: Seating::default(), seed: 5 }));
    let mut player = Player::of(app);
    player.press("In Babylonia");
    if player.can("I am Ben") {
        player.press("I am Ben");
    }
    player.press("Set up the usual way");
    assert!(player.sees("Macedonian: your eyes only"));
    assert!(!player.sees("took post"), "nothing is seen through the curtain");
    player.press("I am Anna");
    assert!(player.sees("Macedonian (Anna) decides"));
    let secrets = |player: &Player| {
        let lines = player.harness.query_all_by_label_contains("took post in the Persian");
        lines.count()
    };
    assert_eq!(secrets(&player), 0, "the panel tells nothing of the other army");
    player.key(Modifiers::NONE, Key::C);
    assert_eq!(secrets(&player), 0, "nor does the chronicle");
}

#[test]
fn an_unnamed_game_is_set_aside_before_a_sample_is_opened() {
    let home = home();
    let folders = Folders::at(home.path());
    let mut player = Player::new_campaign(home.path(), 3);
    player.press("In Babylonia");
    player.harness.state_mut().ask(UiCommand::OpenSample(Sample::War));
    player.harness.run();
    let saves: Vec<_> = std::fs::read_dir(folders.saves()).unwrap().map(Result::unwrap).collect();
    assert!(saves.iter().any(|it| it.file_name().to_string_lossy().contains("set aside")));
}

#[test]
fn a_position_is_written_as_a_rule_case() {
    let home = home();
    let file = home.path().join("8.1-odd.toml");
    let mut player = Player::new_campaign(home.path(), 3);
    player.harness.state_mut().ask(UiCommand::SaveCase(file.clone()));
    player.harness.run();
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("game = \"campaign\"") && text.contains("unit = \"hetairai\""), "{text}");
}
