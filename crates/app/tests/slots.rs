//! The places of the panel: nothing moves under the pointer, and what is chosen too soon is not taken.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

#[path = "common/field.rs"]
mod field;

use diadem::Folders;
use diadem::window::{App, NewGame, Seating, TableCommand, Thinking, UiCommand, apply_theme};
use diadem_core::Text;
use diadem_handoff::{Battles, Form, WarSetup};
use diadem_hexes::{Action, Question};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Rect, Theme, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use field::{Window, asked, click, counter, give, point_at, sees, window};
use std::path::PathBuf;
use tempfile::TempDir;

/// The sizes of a window that are looked at, in points.
const SIZES: [[f32; 2]; 3] = [[1920.0, 1080.0], [1280.0, 720.0], [960.0, 540.0]];

fn shown(size: [f32; 2], app: App, step: f32) -> Window {
    let mut window = Harness::builder()
        .with_size(size)
        .with_theme(Theme::Light)
        .with_max_steps(40)
        .with_step_dt(step)
        .with_context_setup(apply_theme)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app.with_thinking(Thinking::AtOnce));
    window.run();
    window
}

fn new_game(scenario: &str) -> NewGame {
    let seats = vec!["Ann".into(), "Bob".into()];
    let setup = WarSetup::new(scenario, []);
    NewGame { setup, seats, seating: Seating::default(), seed: 7 }
}

/// A game that begins, in a window whose frames are so far apart.
fn begun(home: &TempDir, setup: WarSetup, size: [f32; 2], step: f32) -> Window {
    let mut app = App::new(Some(Folders::at(home.path())), None);
    app.ask(UiCommand::Begin(NewGame { setup, ..new_game("alexandros") }));
    shown(size, app, step)
}

/// A sample of `saves/`.
fn opened(home: &TempDir, name: &str, size: [f32; 2]) -> Window {
    let from = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../saves").join(name);
    let save = home.path().join("game.diadem");
    std::fs::copy(from, &save).unwrap();
    shown(size, App::new(Some(Folders::at(home.path())), Some(save)), 0.25)
}

/// Everything in the panel that can be pressed, and where it is; without what is told below the answers.
fn answers(window: &Window) -> Vec<(String, Rect)> {
    let size = window.ctx.content_rect();
    let left = size.right() - (size.width() * 0.25).clamp(300.0, 440.0);
    let told = ["Do it", "Put it away", "What would it bring?", "Dismiss", "Put the forecast away"];
    let buttons = window.query_all_by_role(Role::Button);
    let in_panel = buttons.filter(|node| node.rect().left() >= left && node.rect().top() > 46.0);
    let found = in_panel.filter_map(|node| Some((node.accesskit_node().label()?, node.rect())));
    found.filter(|(label, _)| !told.contains(&label.as_str())).collect()
}

fn log(window: &Window) -> usize {
    window.state().table().unwrap().session().log().len()
}

/// Samples on the map, on the display, on hexes, choosing a form and drawing up.
const SAMPLES: [&str; 5] = [
    "format-5-forced-march.diadem",
    "alexandros-battle.diadem",
    "granicus-hexes.diadem",
    "format-5-choosing-a-form.diadem",
    "format-5-drawing-up.diadem",
];

#[test]
fn a_hint_and_a_refusal_move_no_answer() {
    for (sample, size) in SAMPLES.into_iter().flat_map(|one| SIZES.map(|size| (one, size))) {
        let home = tempfile::tempdir().unwrap();
        let mut window = opened(&home, sample, size);
        let before = answers(&window);
        // While an army is drawn up, what is in hand is put on the field.
        let is_drawn_up = sample.contains("drawing-up");
        assert!(is_drawn_up || !before.is_empty(), "{sample} asks something");
        window.key_press(Key::H);
        window.run();
        assert!(sees(&window, "A captain would"), "{sample} at {size:?}");
        assert_eq!(answers(&window), before, "{sample} at {size:?}: a hint");
        let nonsense = diadem_handoff::Action::Campaign(diadem_campaign::Action::TakeAll);
        window.state_mut().ask(UiCommand::Table(TableCommand::Try(nonsense)));
        window.run();
        assert!(window.state().table().unwrap().refusal().is_some(), "{sample}");
        assert_eq!(answers(&window), before, "{sample} at {size:?}: a refusal");
    }
}

#[test]
fn a_forecast_moves_no_answer() {
    for size in SIZES {
        let home = tempfile::tempdir().unwrap();
        let mut window = opened(&home, "format-5-choosing-a-form.diadem", size);
        let before = answers(&window);
        click(&mut window, "What would it bring?");
        assert!(sees(&window, "fought 3 times"));
        assert_eq!(answers(&window), before, "at {size:?}");
    }
}

/// Plays on and looks at every answer: what is told about it may change, and nothing else.
#[test]
fn pointing_at_an_answer_moves_none() {
    let home = tempfile::tempdir().unwrap();
    let mut window = window(&home, SIZES[1], Some(UiCommand::Begin(new_game("samarkand"))));
    for ply in 0..60usize {
        let Some((question, actions)) = asked(&window) else { break };
        let before = answers(&window);
        for (label, _) in before.iter().take(4) {
            point_at(&mut window, label);
            assert_eq!(answers(&window), before, "{question:?}: {label}");
        }
        // Nor does pointing at somebody on the field.
        let unit = actions.iter().find_map(|action| match action {
            Action::Order(unit) | Action::FireAt(unit) | Action::Engage(unit) => Some(*unit),
            _ => None,
        });
        if let Some(unit) = unit {
            let name = counter(&window, unit);
            point_at(&mut window, &name);
            assert_eq!(answers(&window), before, "{question:?}: {name}");
        }
        give(&mut window, actions[(ply * 5 + ply / 3) % actions.len()]);
    }
}

#[test]
fn the_question_and_the_way_out_keep_their_places() {
    let home = tempfile::tempdir().unwrap();
    let mut window = begun(&home, WarSetup::new("samarkand", []), SIZES[1], 0.25);
    // The harness leaves a margin of eight points around everything.
    let foot = SIZES[1][1] - 8.0 - 44.0;
    let (mut ways_out, mut others, mut mains) = (0, 0, None);
    for ply in 0..160usize {
        window.state_mut().ask(UiCommand::Table(TableCommand::LiftCurtain));
        window.run();
        let Some((question, actions)) = asked(&window) else { break };
        let ends = matches!(
            question,
            Question::Arrange
                | Question::Orders(_)
                | Question::Designation(_)
                | Question::Allocation(_)
        );
        let slots = window.state().table().unwrap().slots().clone();
        let place_of = |words: &str| {
            let found = answers(&window).into_iter().filter(|(label, _)| label == words);
            let places: Vec<Rect> = found.map(|(_, place)| place).collect();
            assert_eq!(places.len(), 1, "{question:?}: {words} stands in one place");
            places[0]
        };
        if let Some(main) = &slots.main {
            assert_eq!(*mains.get_or_insert(place_of(&main.words)), place_of(&main.words));
            others += 1;
        }
        if let Some(way_out) = &slots.way_out {
            let place = place_of(&way_out.words);
            assert!(place.top() >= foot && place.right() > 1260.0, "{question:?}: {place:?}");
            ways_out += 1;
        }
        assert_eq!(
            ends && actions.contains(&Action::Done),
            slots.way_out.is_some(),
            "{question:?}"
        );
        give(&mut window, actions[(ply * 5 + ply / 3) % actions.len()]);
    }
    assert!(ways_out > 3 && others > 3, "{ways_out} and {others}");
}

/// Presses the pointer at a place and lets go, in frames that are a hundredth of a second apart.
fn quick_click(window: &mut Window, at: eframe::egui::Pos2) {
    window.hover_at(at);
    window.step();
    window.drag_at(at);
    window.step();
    window.drop_at(at);
    window.step();
}

#[test]
fn a_second_click_that_comes_too_soon_is_not_taken() {
    let home = tempfile::tempdir().unwrap();
    let mut window = begun(&home, WarSetup::new("alexandros", []), SIZES[0], 0.01);
    for _ in 0..40 {
        window.step();
    }
    assert!(sees(&window, "Where does Darius gather his army?"));
    let first = window.get_by_role_and_label(Role::Button, "In Babylonia").rect().center();
    quick_click(&mut window, first);
    window.step();
    let after = log(&window);
    assert!(after > 0, "the first click is taken");
    // Whatever now stands there was not meant.
    let there = answers(&window).first().map(|(_, place)| place.center()).unwrap();
    quick_click(&mut window, there);
    window.step();
    assert_eq!(log(&window), after, "the second is not");
    assert!(sees(&window, "nothing was done"), "and that is said");
    for _ in 0..40 {
        window.step();
    }
    quick_click(&mut window, there);
    window.step();
    assert!(log(&window) > after, "later it is");
}

#[test]
fn what_is_asked_again_cannot_be_answered_by_the_same_double_click() {
    let home = tempfile::tempdir().unwrap();
    let mut window = begun(&home, WarSetup::new("granicus-display", []), SIZES[1], 0.01);
    let rest = |window: &mut Window| {
        for _ in 0..60 {
            window.step();
        }
    };
    for _ in 0..2 {
        rest(&mut window);
        click(&mut window, "Set up the usual way");
    }
    rest(&mut window);
    let before = log(&window);
    window.key_press(Key::Escape);
    window.step();
    window.step();
    let yes = window.get_by_role_and_label(Role::Button, "Yes, end it").rect().center();
    quick_click(&mut window, yes);
    window.step();
    assert_eq!(log(&window), before, "too soon");
    rest(&mut window);
    quick_click(&mut window, yes);
    window.step();
    assert!(log(&window) > before, "later it is taken");
}

#[test]
fn a_long_question_keeps_to_its_place() {
    let home = tempfile::tempdir().unwrap();
    let mut window = opened(&home, "granicus-hexes.diadem", SIZES[2]);
    let table = window.state().table().unwrap();
    let ask = table.ask().unwrap();
    let words = table.war().question(table.state(), ask.question);
    assert!(words.len() > 60, "it is a long one: {words}");
    let place = window.get_by_label(&words).rect();
    let first = answers(&window)[0].1;
    assert!(place.bottom() < first.top(), "{place:?} and {first:?}");
    assert!(place.left() > 600.0 && place.max.x <= SIZES[2][0] && place.min.y >= 46.0);
    window.hover_at(pos2(5.0, 5.0));
    window.run();
}

#[test]
fn battles_of_every_form_are_chosen_in_the_same_place() {
    let home = tempfile::tempdir().unwrap();
    let setup =
        WarSetup { battles: Battles::Always(Form::Hexes), ..WarSetup::new("alexandros", []) };
    let mut window = begun(&home, setup, SIZES[1], 0.25);
    click(&mut window, "In Babylonia");
    let way_out = |window: &Window| window.state().table().unwrap().slots().way_out.clone();
    assert_eq!(way_out(&window).unwrap().words, "The army is drawn up");
    let place = window.get_by_role_and_label(Role::Button, "The army is drawn up").rect();
    assert!(place.right() > SIZES[1][0] - 30.0 && place.bottom() > SIZES[1][1] - 20.0);
}
