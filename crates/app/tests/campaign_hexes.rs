//! A battle of the campaign on hexes, from the choice to the map again, by role and label: drawn up by
//! dragging and by the button, a turn fought, kept and taken up again, fought to its end, reported, and what it
//! has changed marked on the map.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

#[path = "common/field.rs"]
mod field;
#[path = "common/plain.rs"]
mod plain;

use diadem::window::{NewGame, Seating, TableCommand, UiCommand};
use diadem_handoff::{self as war, Battles, Draw, Piece, WarSetup};
use diadem_hexes::{Action, Event, Hex, Question, UnitId};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Pos2};
use egui_kittest::kittest::Queryable;
use field::{Window, asked, click, counter, give, point_at, sees, window};
use plain::Temper;
use tempfile::TempDir;

/// A campaign whose battles are fought as its players choose, as far as its first battle.
fn met(home: &TempDir) -> Window {
    let setup = WarSetup { battles: Battles::by_attacker(), ..WarSetup::new("alexandros", []) };
    let new = NewGame {
        setup,
        seats: vec!["Ann".into(), "Bob".into()],
        seating: Seating::default(),
        seed: 7,
    };
    let mut window = window(home, [1600.0, 1000.0], Some(UiCommand::Begin(new)));
    click(&mut window, "In Babylonia");
    for _ in 0..40 {
        if question(&window) == Some(war::Question::Form) {
            return window;
        }
        window.key_press(Key::Space);
        window.run();
    }
    panic!("the armies never met");
}

fn question(window: &Window) -> Option<war::Question> {
    Some(window.state().table()?.ask()?.question)
}

fn actions(window: &Window) -> Vec<war::Action> {
    window.state().table().unwrap().actions().to_vec()
}

/// The middle of something on the field, by its name.
fn middle(window: &Window, label: &str) -> Pos2 {
    window.query_all_by_role_and_label(Role::Button, label).next().unwrap().rect().center()
}

fn hex_of(window: &Window, unit: UnitId) -> Option<Hex> {
    window.state().table().unwrap().hexes().unwrap().1.unit(unit).hex()
}

/// Begins to drag a counter; gives which one, and where its drag began.
fn drag_one(window: &mut Window) -> (UnitId, Pos2) {
    let unit = actions(window)
        .into_iter()
        .find_map(|action| match action {
            war::Action::Draw(Draw::Take(Piece::Unit(unit))) => Some(unit),
            _ => None,
        })
        .unwrap();
    let name = counter(window, unit);
    let from = middle(window, &name);
    window.hover_at(from);
    window.run();
    window.drag_at(from);
    window.run();
    window.hover_at(from + eframe::egui::vec2(14.0, 9.0));
    window.run();
    (unit, from)
}

/// Drops what is dragged somewhere.
fn drop_it(window: &mut Window, there: Pos2) {
    window.hover_at(there);
    window.run();
    window.drop_at(there);
    window.run();
}

/// Drags a counter to some hex where it may stand; gives which counter and where it is now.
fn send_one(window: &mut Window) -> (UnitId, Hex) {
    let (unit, _) = drag_one(window);
    let to = actions(window)
        .into_iter()
        .find_map(|action| match action {
            war::Action::Draw(Draw::Post(hex)) => Some(hex),
            _ => None,
        })
        .expect("it is taken as soon as it is dragged");
    let there = middle(window, &format!("Hex {to}"));
    drop_it(window, there);
    (unit, to)
}

/// Whether the game is the same after it was saved, put away and loaded again.
fn is_kept(window: &mut Window) {
    let before = window.state().table().unwrap().state().clone();
    window.state_mut().ask(UiCommand::SaveAs("Ionia".into()));
    window.run();
    window.state_mut().ask(UiCommand::LeaveTable);
    window.run();
    click(window, "Load");
    window.get_by_role_and_label(Role::ListBoxOption, "Ionia").click();
    window.run();
    click(window, "Open");
    assert_eq!(*window.state().table().unwrap().state(), before);
}

fn turn(window: &Window) -> u8 {
    window.state().table().unwrap().hexes().unwrap().1.turn
}

/// A plain soldier's answers on both sides, while this holds.
fn fight(window: &mut Window, most: usize, goes_on: impl Fn(&Window) -> bool) {
    for _ in 0..most {
        if !goes_on(window) {
            return;
        }
        let Some((question, listed)) = asked(window) else { return };
        let answer = {
            let (rules, state) = window.state().table().unwrap().hexes().unwrap();
            plain::answer(&rules, state, question, &listed, Temper::Stubborn)
        };
        give(window, answer);
    }
}

/// Nobody does anything that he need not, until night falls.
fn wait_for_night(window: &mut Window) {
    for _ in 0..1500 {
        let Some((question, listed)) = asked(window) else { return };
        let find = |wanted: fn(&Action) -> bool| listed.iter().copied().find(wanted);
        let passed = match question {
            Question::Activation => find(|it| matches!(it, Action::Pass(_))),
            _ => None,
        };
        let done = find(|it| *it == Action::Done);
        give(window, passed.or(done).unwrap_or(listed[0]));
    }
    panic!("night never fell");
}

#[test]
fn a_battle_is_chosen_drawn_up_fought_kept_reported_and_marked_on_the_map() {
    let home = tempfile::tempdir().unwrap();
    let mut window = met(&home);
    // The offer that both sides see, and the choice.
    assert!(sees(&window, "Night falls after") && sees(&window, "Withdraws at"));
    click(&mut window, "Fight on a hex map");
    assert_eq!(question(&window), Some(war::Question::Draw));
    // Dropped where it stood, a counter is not taken after all.
    let before = window.state().table().unwrap().state().clone();
    let (_, from) = drag_one(&mut window);
    assert_ne!(*window.state().table().unwrap().state(), before);
    drop_it(&mut window, from);
    assert_eq!(*window.state().table().unwrap().state(), before);
    // Drawn up: one counter by hand, all the others as they stand.
    let (unit, to) = send_one(&mut window);
    assert_eq!(hex_of(&window, unit), Some(to));
    let name = counter(&window, unit);
    point_at(&mut window, &name);
    click(&mut window, "The army is drawn up");
    click(&mut window, "The army is drawn up");
    // A turn, and some of the next.
    fight(&mut window, 400, |window| turn(window) == 1);
    assert_eq!(turn(&window), 2);
    is_kept(&mut window);
    let struggles = |window: &Window| {
        let lines = window.state().table().unwrap().session().whole_chronicle();
        lines.iter().any(|line| matches!(line.event, war::Event::Hexes(_, Event::Struggle { .. })))
    };
    fight(&mut window, 400, |window| !struggles(window));
    assert!(struggles(&window), "they have come to blows");
    // To its end.
    wait_for_night(&mut window);
    assert!(sees(&window, "Where they fell"), "the report is shown");
    assert!(sees(&window, "In the campaign"));
    assert!(sees(&window, " men"), "unit by unit");
    click(&mut window, "Back to the map");
    // Back on the map, with what has changed.
    let table = window.state().table().unwrap();
    assert!(table.hexes().is_none() && table.display().is_none());
    let ended = table.ended_hex_battle().unwrap();
    assert!(table.focus().is_some());
    let lost = ended.losses.units.iter().any(|toll| toll.dead > 0);
    assert!(lost, "the battle has cost something");
    assert!(sees(&window, "What it has changed"));
    let first = window.state().table().unwrap().actions()[0];
    window.state_mut().ask(UiCommand::Table(TableCommand::Act(first)));
    window.run();
    assert!(window.state().table().unwrap().ended_hex_battle().is_none(), "the war goes on");
}
