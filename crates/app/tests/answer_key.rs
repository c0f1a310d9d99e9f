//! The key that answers never does harm: it takes what is sure, asks a captain about the rest, and never takes the first
//! of a list.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

use diadem::Folders;
use diadem::window::{
    Advice, App, NewGame, Seating, Sureness, Table, TableCommand, Thinking, UiCommand, apply_theme,
};
use diadem_core::Play;
use diadem_handoff::WarSetup;
use eframe::egui::{Event, Key, Modifiers, Theme};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tempfile::TempDir;

type Window = Harness<'static, App>;

fn begun(home: &TempDir, scenario: &str) -> Window {
    let mut app = App::new(Some(Folders::at(home.path())), None).with_thinking(Thinking::AtOnce);
    let setup = WarSetup::new(scenario, []);
    let seats = vec!["Ann".into(), "Bob".into()];
    app.ask(UiCommand::Begin(NewGame { setup, seats, seating: Seating::default(), seed: 5 }));
    let mut window = Harness::builder()
        .with_size([1280.0, 720.0])
        .with_theme(Theme::Light)
        .with_max_steps(40)
        .with_context_setup(apply_theme)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    window.run();
    window
}

fn table(window: &Window) -> &Table {
    window.state().table().unwrap()
}

fn log(window: &Window) -> usize {
    table(window).session().log().len()
}

fn sees(window: &Window, words: &str) -> bool {
    window.query_all_by_label_contains(words).next().is_some()
}

fn key(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run();
}

/// Plays on with answers from everywhere in the list, and presses the key at every question.
fn plays(scenario: &str, plies: usize) -> [u32; 3] {
    let home = tempfile::tempdir().unwrap();
    let mut window = begun(&home, scenario);
    let [mut meant, mut sure, mut unsure] = [0; 3];
    for ply in 0..plies {
        for command in [TableCommand::LiftCurtain, TableCommand::CloseReport] {
            window.state_mut().ask(UiCommand::Table(command));
        }
        window.run();
        if table(&window).ask().is_none() {
            break;
        }
        let (before, usual) = (log(&window), table(&window).usual_answer());
        let pressed = if ply % 2 == 0 { Key::Space } else { Key::Enter };
        key(&mut window, pressed);
        if let Some(usual) = usual {
            assert_eq!(table(&window).session().log()[before].play, Play::Act(usual));
            meant += 1;
            continue;
        }
        assert_eq!(log(&window), before, "nothing is done where there is a choice");
        assert!(sees(&window, "Nothing was done"), "and that is said");
        let Some(Advice::Given(choice, sureness)) = table(&window).advice() else {
            panic!("a captain is asked");
        };
        key(&mut window, pressed);
        match sureness {
            Sureness::Sure => {
                let done = table(&window).session().log()[before].play;
                assert_eq!(done, Play::Act(choice.action), "what he was sure of is done");
                sure += 1;
            }
            Sureness::Unsure => {
                assert_eq!(log(&window), before, "what he was not sure of is not");
                assert!(sees(&window, "Captains would do different things"));
                unsure += 1;
                let actions = table(&window).actions();
                let other = actions[(ply * 7) % actions.len()];
                window.state_mut().ask(UiCommand::Table(TableCommand::Act(other)));
                window.run();
            }
        }
    }
    [meant, sure, unsure]
}

#[test]
fn the_key_takes_only_what_is_sure_on_hexes() {
    let [meant, sure, unsure] = plays("samarkand", 60);
    assert!(meant + sure > 10, "{meant} meant, {sure} sure, {unsure} not");
}

#[test]
fn the_key_takes_only_what_is_sure_on_the_map_and_on_the_display() {
    let [meant, sure, unsure] = plays("alexandros", 40);
    assert!(meant + sure > 5, "{meant} meant, {sure} sure, {unsure} not");
}

#[test]
fn a_key_that_is_held_down_is_pressed_once() {
    let home = tempfile::tempdir().unwrap();
    let mut window = begun(&home, "alexandros");
    let before = log(&window);
    for _ in 0..6 {
        window.input_mut().events.push(Event::Key {
            key: Key::Enter,
            physical_key: None,
            pressed: true,
            repeat: true,
            modifiers: Modifiers::NONE,
        });
        window.run();
    }
    // The first press asks a captain, who is sure; what follows by itself does not do what he says.
    assert!(matches!(table(&window).advice(), Some(Advice::Given(_, Sureness::Sure))));
    assert_eq!(log(&window), before);
}
