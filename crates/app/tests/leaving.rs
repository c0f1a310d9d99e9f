//! Ending a phase: in its own place, and asked once more where something would be given away.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

#[path = "common/field.rs"]
mod field;

use diadem::window::{NewGame, Seating, TableCommand, UiCommand};
use diadem_campaign::{Action as OnMap, Question as Asked};
use diadem_core::{Game, Text};
use diadem_handoff::{self as war, WarSetup};
use diadem_hexes::{Action, Question};
use eframe::egui::Key;
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use field::{Window, asked, click, counter, give, point_at, sees, window};

fn begun(home: &tempfile::TempDir, scenario: &str, seed: u64) -> Window {
    let setup = WarSetup::new(scenario, []);
    let seats = vec!["Ann".into(), "Bob".into()];
    let new = NewGame { setup, seats, seating: Seating::default(), seed };
    window(home, [1280.0, 720.0], Some(UiCommand::Begin(new)))
}

fn log(window: &Window) -> usize {
    window.state().table().unwrap().session().log().len()
}

fn way_out(window: &Window) -> String {
    window.state().table().unwrap().slots().way_out.as_ref().unwrap().words.clone()
}

/// Answers until this is asked.
fn until(window: &mut Window, wanted: impl Fn(war::Question) -> bool) {
    for ply in 0..900usize {
        window.state_mut().ask(UiCommand::Table(TableCommand::LiftCurtain));
        window.state_mut().ask(UiCommand::Table(TableCommand::CloseReport));
        window.run();
        let table = window.state().table().unwrap();
        if wanted(table.ask().unwrap().question) {
            return;
        }
        let done = |action: &&war::Action| {
            matches!(action, war::Action::Campaign(OnMap::Done) | war::Action::Hexes(Action::Done))
        };
        let actions = table.actions();
        let answer = actions.iter().find(done).unwrap_or(&actions[ply % actions.len()]);
        let answer = UiCommand::Table(TableCommand::Act(*answer));
        window.state_mut().ask(answer);
        window.run();
    }
    panic!("it was never asked");
}

#[test]
fn orders_that_are_left_are_not_given_away_by_one_click() {
    let home = tempfile::tempdir().unwrap();
    let mut window = begun(&home, "samarkand", 5);
    until(&mut window, |it| matches!(it, war::Question::Hexes(Question::Activation)));
    let (_, actions) = asked(&window).unwrap();
    give(&mut window, actions[0]);
    until(&mut window, |it| {
        matches!(it, war::Question::Hexes(Question::Command(_) | Question::Orders(_)))
    });
    if asked(&window).unwrap().1.contains(&Action::Individual) {
        give(&mut window, Action::Individual);
    }
    let (question, actions) = asked(&window).unwrap();
    assert!(matches!(question, Question::Orders(_)));
    let unit = actions.iter().find_map(|it| match it {
        Action::Order(unit) => Some(*unit),
        _ => None,
    });
    let name = counter(&window, unit.unwrap());
    point_at(&mut window, &name);
    let before = log(&window);
    let words = way_out(&window);
    click(&mut window, &words);
    assert_eq!(log(&window), before, "it is asked first");
    assert!(sees(&window, "left."), "and what would be lost is told");
    // The question is not where the button was.
    let button = window.get_by_role_and_label(Role::Button, &words).rect();
    for label in ["Not yet", "Yes, end it"] {
        let answer = window.get_by_role_and_label(Role::Button, label).rect();
        assert!(!answer.intersects(button), "{label}");
    }
    click(&mut window, "Not yet");
    assert_eq!((log(&window), sees(&window, "Yes, end it")), (before, false));
    click(&mut window, &words);
    click(&mut window, "Yes, end it");
    assert!(log(&window) > before, "asked once, and done");
    assert_ne!(asked(&window).unwrap().0, question);
}

#[test]
fn the_march_of_a_king_and_points_are_not_given_away_by_one_click() {
    let home = tempfile::tempdir().unwrap();
    let mut window = begun(&home, "alexandros", 3);
    let macedonian = |window: &Window| {
        let table = window.state().table().unwrap();
        table.ask().unwrap().seat == table.war().seats().iter().next().unwrap()
    };
    loop {
        until(&mut window, |it| it == war::Question::Campaign(Asked::March));
        if macedonian(&window) {
            break;
        }
        let done = war::Action::Campaign(OnMap::Done);
        window.state_mut().ask(UiCommand::Table(TableCommand::Act(done)));
        window.run();
    }
    assert_eq!(way_out(&window), "Nobody else marches");
    let before = log(&window);
    click(&mut window, "Nobody else marches");
    assert!(sees(&window, "Alexander has not marched this turn."));
    click(&mut window, "Yes, end it");
    assert!(log(&window) > before);
    // Points: the next time that there are some, for whoever has them.
    for _ in 0..40 {
        until(&mut window, |it| {
            matches!(it, war::Question::Campaign(Asked::Replace { .. } | Asked::March))
        });
        let table = window.state().table().unwrap();
        if let war::Question::Campaign(Asked::Replace { points }) = table.ask().unwrap().question {
            let before = log(&window);
            click(&mut window, "No more replacements");
            assert_eq!(log(&window), before);
            assert!(points > 0 && sees(&window, "replacement point"));
            window.key_press(Key::Escape);
            window.run();
            assert_eq!((log(&window), sees(&window, "Yes, end it")), (before, false));
            return;
        }
        let done = war::Action::Campaign(OnMap::Done);
        window.state_mut().ask(UiCommand::Table(TableCommand::Act(done)));
        window.run();
    }
    panic!("nobody had points");
}

#[test]
fn the_key_for_the_way_out_asks_even_where_nothing_is_lost() {
    let home = tempfile::tempdir().unwrap();
    let mut window = begun(&home, "granicus-display", 11);
    for _ in 0..2 {
        click(&mut window, "Set up the usual way");
    }
    assert_eq!(way_out(&window), "Done moving");
    let before = log(&window);
    window.key_press(Key::Escape);
    window.run();
    assert!(sees(&window, "Done moving?") && log(&window) == before);
    // Neither key that answers does it by accident.
    for key in [Key::Space, Key::Enter] {
        window.key_press(key);
        window.run();
        assert_eq!(log(&window), before);
    }
    window.key_press(Key::Escape);
    window.run();
    assert!(!sees(&window, "Done moving?"));
    click(&mut window, "Done moving");
    assert!(log(&window) > before, "by hand it is done at once");
    let table = window.state().table().unwrap();
    assert!(!table.war().question(table.state(), table.ask().unwrap().question).is_empty());
}
