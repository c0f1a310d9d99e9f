//! The computer at the table, by role and label: it answers a person, plays whole games for those who watch,
//! gives hints, fights a battle out, waits and goes on, and sits where it sat after a load.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

use diadem::Folders;
use diadem::window::{
    Advice, App, NewGame, Occupant, Pace, Seating, Settings, TableCommand, Thinking, UiCommand,
    apply_theme,
};
use diadem_campaign::Switch;
use diadem_core::{Cause, Seat, Stance};
use diadem_handoff::{self as war, Battles, WarSetup};
use diadem_hexes as hexes;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Theme};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tempfile::TempDir;

const YOU: Seat = Seat::new(0);
const OTHER: Seat = Seat::new(1);

/// A window without a screen, whose computer players think at once.
struct Table {
    window: Harness<'static, App>,
}

impl Table {
    /// A game by these players at this pace.
    fn begin(home: &TempDir, setup: WarSetup, seating: [Occupant; 2], pace: Pace) -> Table {
        let mut app =
            App::new(Some(Folders::at(home.path())), None).with_thinking(Thinking::AtOnce);
        app.ask(UiCommand::Change(Settings { pace, ..Settings::default() }));
        let seats = vec!["Anna".to_owned(), "Ben".to_owned()];
        let seating = Seating::new(seating);
        app.ask(UiCommand::Begin(NewGame { setup, seats, seating, seed: 7 }));
        Table::of(app)
    }

    fn of(app: App) -> Table {
        let mut window = Harness::builder()
            .with_size([1280.0, 800.0])
            .with_theme(Theme::Light)
            .with_context_setup(apply_theme)
            .with_max_steps(200)
            .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
        window.step();
        Table { window }
    }

    /// Frames, until this holds.
    fn until(&mut self, what: &str, holds: impl Fn(&Table) -> bool) {
        for _ in 0..20_000 {
            if holds(self) {
                return;
            }
            self.window.step();
        }
        panic!("it never came to this: {what}");
    }

    fn table(&self) -> &diadem::window::Table {
        self.window.state().table().unwrap()
    }

    fn sees(&self, words: &str) -> bool {
        self.window.query_all_by_label_contains(words).next().is_some()
    }

    /// Clicks something of this role and name that can be clicked.
    fn click(&mut self, role: Role, label: &str) {
        {
            let mut found = self.window.query_all_by_role_and_label(role, label);
            let found = found.find(|node| !node.accesskit_node().is_disabled());
            // What has to be scrolled to first is clicked all the same.
            found.unwrap_or_else(|| panic!("there is no {role:?} {label:?}")).click_accesskit();
        }
        self.window.run_steps(3);
    }

    fn press(&mut self, label: &str) {
        self.click(Role::Button, label);
    }

    fn choose(&mut self, label: &str) {
        self.click(Role::RadioButton, label);
    }

    fn asked(&self) -> Option<Seat> {
        Some(self.table().ask()?.seat)
    }

    /// How much a seat has decided.
    fn decisions(&self, seat: Seat) -> usize {
        let log = self.table().session().log().iter();
        log.filter(|entry| entry.seat == seat && entry.cause == Cause::Chosen).count()
    }
}

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn granicus() -> WarSetup {
    WarSetup::new("granicus-display", [])
}

#[test]
fn a_captain_answers_what_a_person_does() {
    let home = home();
    let against = [Occupant::Person, Occupant::CAPTAIN];
    let mut table = Table::begin(&home, granicus(), against, Pace::Instant);
    table.until("you are asked", |table| table.asked() == Some(YOU));
    table.press("Set up the usual way");
    table.until("the battle is joined", |table| {
        table.asked() == Some(YOU) && table.table().display().is_some_and(|(_, it)| it.round > 0)
    });
    assert!(table.decisions(OTHER) > 0, "the captain has set up his army");
    assert!(table.sees("Your decision") && table.sees("Macedonian (Anna) decides"));
    // A phase of yours, and he goes on from there.
    let before = table.decisions(OTHER);
    for _ in 0..200 {
        if table.decisions(OTHER) > before {
            return;
        }
        if table.asked() == Some(YOU) {
            let now = table.table();
            let answer = now.usual_answer().or_else(|| now.actions().first().copied()).unwrap();
            table.window.state_mut().ask(UiCommand::Table(TableCommand::Act(answer)));
        }
        table.window.run_steps(2);
    }
    panic!("the captain never answered");
}

#[test]
fn a_whole_battle_is_watched_to_its_end() {
    let home = home();
    let both = [Occupant::CAPTAIN, Occupant::RECRUIT];
    let mut table = Table::begin(&home, granicus(), both, Pace::Instant);
    table.until("it is over", |table| table.table().outcome().is_some());
    table.window.run();
    assert!(table.sees("Play again"), "the report is shown");
    assert!(table.decisions(YOU) > 20 && table.decisions(OTHER) > 20);
    table.press("Look at the field");
    assert!(table.sees("The battle is over"));
}

#[test]
fn a_battle_on_hexes_is_watched_to_its_end() {
    let home = home();
    let both = [Occupant::RECRUIT, Occupant::RECRUIT];
    let mut table = Table::begin(&home, WarSetup::new("samarkand", []), both, Pace::Instant);
    table.until("it is over", |table| table.table().outcome().is_some());
    table.window.run();
    assert!(table.sees("Play again"), "the report is shown");
}

#[test]
fn the_computer_waits_steps_and_goes_on() {
    let home = home();
    let both = [Occupant::RECRUIT, Occupant::RECRUIT];
    let mut table = Table::begin(&home, WarSetup::new("samarkand", []), both, Pace::Watched);
    let log = |table: &Table| table.table().session().log().len();
    table.window.run_steps(8);
    assert!(log(&table) > 0, "it plays by itself");
    table.press("Pause");
    let paused = log(&table);
    table.window.run_steps(20);
    assert_eq!(log(&table), paused, "nothing happens while it waits");
    assert!(table.sees("recruit waits"));
    table.press("Step");
    let stepped = log(&table);
    assert!(stepped > paused, "one decision, and what follows from it");
    table.window.run_steps(20);
    assert_eq!(log(&table), stepped, "and it waits again");
    table.press("Go on");
    table.window.run_steps(20);
    assert!(log(&table) > stepped);
    // By keys, and nothing is drawn while nothing happens.
    table.window.key_press(Key::P);
    table.window.run();
    assert!(table.table().is_paused());
    table.window.key_press(Key::N);
    table.window.run();
    assert!(table.table().is_paused());
}

#[test]
fn the_pace_is_chosen_at_the_table_and_kept() {
    let home = home();
    let both = [Occupant::RECRUIT, Occupant::RECRUIT];
    let mut table = Table::begin(&home, granicus(), both, Pace::Watched);
    table.choose("Pace: Instant");
    assert_eq!(table.window.state().settings().pace, Pace::Instant);
    let folders = Folders::at(home.path());
    assert_eq!(Settings::load(&folders).0.pace, Pace::Instant);
}

#[test]
fn a_hint_says_what_a_captain_would_do_and_why() {
    let home = home();
    let persons = [Occupant::Person, Occupant::Person];
    for (scenario, question) in
        [("granicus-display", "display"), ("samarkand", "hexes"), ("alexandros", "map")]
    {
        let setup = WarSetup::new(scenario, []);
        let mut table = Table::begin(&home, setup, persons, Pace::Instant);
        table.window.run();
        table.press("Hint");
        let Some(Advice::Given(choice, _)) = table.table().advice() else {
            panic!("no hint on {question}");
        };
        assert!(table.table().actions().contains(&choice.action));
        assert!(table.sees("A captain would") && table.sees(choice.why), "{question}");
        let words = table.table().words_of(choice.action);
        assert!(table.sees(&words), "{question}: {words}");
        // It is put away by the same key, and done by its button.
        table.window.key_press(Key::H);
        table.window.run();
        assert_eq!(table.table().advice(), None);
        table.window.key_press(Key::H);
        table.window.run();
        let before = table.table().session().log().len();
        table.press("Do it");
        let log = table.table().session().log();
        assert_eq!(log[before].play, diadem_core::Play::Act(choice.action), "{question}");
        assert_eq!(table.table().advice(), None, "that was about another question");
        table.window.state_mut().ask(UiCommand::LeaveTable);
        table.window.run();
    }
}

/// A campaign of two persons, as far as its first battle.
fn met(home: &TempDir, battles: Battles) -> Table {
    let setup = WarSetup { battles, ..WarSetup::new("alexandros", []) };
    let persons = [Occupant::Person, Occupant::Person];
    let mut table = Table::begin(home, setup, persons, Pace::Watched);
    table.window.run();
    table.press("In Babylonia");
    for _ in 0..40 {
        let now = table.table();
        if now.is_before_battle() || now.display().is_some() {
            return table;
        }
        table.window.key_press(Key::Space);
        table.window.run();
    }
    panic!("the armies never met");
}

/// The battle is fought out, reported, and everybody plays his own seat again.
fn is_fought_out(table: &mut Table) {
    table.until("the report", |table| table.table().report().is_some());
    assert!(!table.table().is_relieved());
    assert_eq!(table.table().occupant(YOU), Occupant::Person);
    table.window.run();
    table.press("Back to the map");
    assert!(table.table().display().is_none() && table.table().hexes().is_none());
    assert!(!table.table().is_watching());
}

#[test]
fn a_battle_of_the_campaign_is_left_to_the_computer_when_it_is_offered() {
    let home = home();
    let mut table = met(&home, Battles::by_attacker());
    table.press("Let the computer fight it out on the display");
    is_fought_out(&mut table);
}

#[test]
fn a_battle_of_the_campaign_on_hexes_is_left_to_the_computer() {
    let home = home();
    let mut table = met(&home, Battles::by_attacker());
    table.press("Fight on a hex map");
    assert!(table.table().is_before_battle());
    table.press("Let the computer fight it out");
    is_fought_out(&mut table);
}

#[test]
fn a_battle_that_was_begun_is_left_to_the_computer() {
    let home = home();
    let mut table = met(&home, Battles::default());
    table.press("Set up the usual way");
    table.press("Menu");
    table.press("Let the computer finish this battle");
    is_fought_out(&mut table);
}

#[test]
fn a_battle_is_foretold_in_every_form_before_it_is_fought() {
    let home = home();
    let mut table = met(&home, Battles::by_attacker());
    let before = table.table().session().log().len();
    assert!(table.table().foretold().is_none());
    table.press("What would it bring?");
    let told = table.table().foretold().expect("captains have fought it");
    let forms: Vec<_> = told.iter().map(|one| one.form).collect();
    assert_eq!(forms, [Some(war::Form::Display), Some(war::Form::Hexes)]);
    for one in told {
        assert_eq!(one.forecast.games, one.games);
        let won: u32 = one.forecast.seats.iter().map(|seat| seat.won).sum();
        assert_eq!(won + one.forecast.drawn, one.games, "each is won by one side or drawn");
    }
    let form = format!("On a hex map, fought {} times", told[1].games);
    for words in [form.as_str(), "Macedonian victory: ", "Persian losses: ", "Alexander falls: "] {
        assert!(table.sees(words), "{words}");
    }
    assert_eq!(table.table().session().log().len(), before, "nothing has happened");
    table.press("Put the forecast away");
    assert!(table.table().foretold().is_none());
    // What was foretold of a form is put away with the question.
    table.press("What would it bring?");
    table.press("Fight on a hex map");
    assert!(table.table().foretold().is_none());
}

#[test]
fn command_is_taken_back_in_the_middle_of_a_battle() {
    let home = home();
    let mut table = met(&home, Battles::default());
    table.window.state_mut().ask(UiCommand::Table(TableCommand::FightItOut(None)));
    table.window.state_mut().ask(UiCommand::Table(TableCommand::Hurry(Pace::Watched)));
    table.window.run_steps(3);
    assert!(table.table().is_relieved() && table.table().is_watching());
    table.press("Take command again");
    assert!(!table.table().is_relieved() && !table.table().is_watching());
    assert!(!table.table().actions().is_empty());
}

#[test]
fn seats_survive_a_save_and_a_load() {
    let home = home();
    let against = [Occupant::Person, Occupant::RECRUIT];
    let mut table = Table::begin(&home, granicus(), against, Pace::Instant);
    table.until("you are asked", |table| table.asked() == Some(YOU));
    table.window.key_press(Key::W);
    table.window.run();
    table.choose("Persian: captain");
    table.press("Close");
    let expected = Seating::new([Occupant::Person, Occupant::CAPTAIN]);
    assert_eq!(*table.table().seating(), expected);
    table.window.state_mut().ask(UiCommand::SaveAs("Against a captain".into()));
    table.window.run();
    table.window.state_mut().ask(UiCommand::LeaveTable);
    table.window.run();
    // From the autosave.
    table.press("Continue");
    assert_eq!(*table.table().seating(), expected);
    table.window.state_mut().ask(UiCommand::LeaveTable);
    table.window.run();
    // And from the save.
    table.press("Load");
    table.window.get_by_role_and_label(Role::ListBoxOption, "Against a captain").click();
    table.window.run();
    table.press("Open");
    assert_eq!(*table.table().seating(), expected);
    assert_eq!(table.asked(), Some(YOU));
}

#[test]
fn a_captain_who_takes_a_seat_is_asked_about_everything() {
    let home = home();
    let persons = [Occupant::Person, Occupant::Person];
    let setup = WarSetup::new("samarkand", []);
    let mut table = Table::begin(&home, setup, persons, Pace::Instant);
    table.window.run();
    let fire = war::Answer::Hexes(hexes::Answer::EntryFire);
    for seat in [YOU, OTHER] {
        let stand = TableCommand::Stand(seat, fire, Stance::Always);
        table.window.state_mut().ask(UiCommand::Table(stand));
    }
    table.window.state_mut().ask(UiCommand::Table(TableCommand::Pause));
    let sits = TableCommand::Seat(OTHER, Occupant::CAPTAIN);
    table.window.state_mut().ask(UiCommand::Table(sits));
    table.window.run_steps(2);
    let standing = table.table().session().standing();
    let of = |seat| standing.of(seat).map(|one| one.kind).collect::<Vec<_>>();
    assert_eq!([of(YOU), of(OTHER)], [vec![fire], Vec::new()]);
}

#[test]
fn who_plays_is_chosen_before_a_game() {
    let home = home();
    let app = App::new(Some(Folders::at(home.path())), None).with_thinking(Thinking::AtOnce);
    let mut table = Table::of(app);
    table.press("New campaign");
    table.choose("The Granicus on the display");
    table.choose("Macedonian: recruit");
    table.choose("Persian: recruit");
    assert!(table.sees("you watch"));
    table.press("Begin");
    assert!(table.table().is_spectated());
    table.choose("Pace: Instant");
    table.until("it is over", |table| table.table().outcome().is_some());
}

#[test]
fn secrets_stay_secret_and_no_curtain_is_drawn_for_the_computer() {
    let home = home();
    let setup = WarSetup::new("alexandros", [Switch::SecretSetUp]);
    let against = [Occupant::Person, Occupant::RECRUIT];
    let mut table = Table::begin(&home, setup, against, Pace::Instant);
    for _ in 0..60 {
        assert!(!table.sees("your eyes only"));
        let now = table.table();
        let seen = now.session().view(YOU);
        assert!(*now.state() == seen, "whatever happens, it is seen with your eyes");
        if now.display().is_some_and(|(_, battle)| battle.round > 0) {
            return;
        }
        if now.asked_of(YOU) {
            let first = now.usual_answer().or_else(|| now.actions().first().copied()).unwrap();
            table.window.state_mut().ask(UiCommand::Table(TableCommand::Act(first)));
        }
        table.window.run_steps(4);
    }
}

trait AskedOf {
    fn asked_of(&self, seat: Seat) -> bool;
}

impl AskedOf for diadem::window::Table {
    fn asked_of(&self, seat: Seat) -> bool {
        self.ask().is_some_and(|ask: diadem_core::Ask<war::Question>| ask.seat == seat)
    }
}
