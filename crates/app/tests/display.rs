//! Battles fought in the window by hand: everything is found by role and label, as a screen reader
//! finds it.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

use diadem::Folders;
use diadem::window::{App, NewGame, Seating, TableCommand, UiCommand, apply_theme};
use diadem_display::{Action, BoxId, Line, Post, Question};
use diadem_handoff::{self as war, WarSetup};
use eframe::egui::Theme;
use eframe::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::path::PathBuf;
use tempfile::TempDir;

type Window = Harness<'static, App>;

fn shown(size: [f32; 2], app: App) -> Window {
    let mut window = Harness::builder()
        .with_size(size)
        .with_theme(Theme::Light)
        .with_max_steps(24)
        .with_context_setup(apply_theme)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    window.run();
    window
}

/// The Granicus on the display, about to be set up.
fn granicus(home: &TempDir, size: [f32; 2]) -> Window {
    let mut app = App::new(Some(Folders::at(home.path())), None);
    app.ask(UiCommand::Begin(NewGame {
        setup: WarSetup::new("granicus-display", []),
        seats: vec!["Ann".into(), "Bob".into()],
        seating: Seating::default(),
        seed: 11,
    }));
    shown(size, app)
}

/// What is asked in the battle, with every answer.
fn asked(window: &Window) -> Option<(Question, Vec<Action>)> {
    let table = window.state().table()?;
    let war::Question::Display(question) = table.ask()?.question else { return None };
    let actions = table.actions().iter().filter_map(|action| match action {
        war::Action::Display(action) => Some(*action),
        _ => None,
    });
    Some((question, actions.collect()))
}

fn unit_name(window: &Window, unit: diadem_display::UnitId) -> String {
    let (display, _) = window.state().table().unwrap().display().unwrap();
    display.names().units[unit.index()].clone()
}

fn leader_name(window: &Window, leader: diadem_display::LeaderId) -> String {
    let (display, _) = window.state().table().unwrap().display().unwrap();
    display.names().leaders[leader.index()].clone()
}

fn box_name(window: &Window, at: BoxId) -> String {
    let (display, _) = window.state().table().unwrap().display().unwrap();
    let post = match at.post() {
        Post::LeftOutflank => "Left Outflank",
        Post::Left => "Left",
        Post::Center => "Center",
        Post::Right => "Right",
        Post::RightOutflank => "Right Outflank",
        Post::Reserve => "Reserve",
        Post::Routed => "Routed",
    };
    format!("{} {post}", display.names().camps[at.camp().index()])
}

fn spot_name(window: &Window, at: BoxId, line: Line) -> String {
    match line {
        Line::First => box_name(window, at),
        Line::Second => format!("{}, second line", box_name(window, at)),
    }
}

/// Clicks with the pointer.
fn click(window: &mut Window, label: &str) {
    window.get_by_role_and_label(Role::Button, label).click();
    window.run();
}

/// Clicks what may lie under other things, as a screen reader does.
fn choose(window: &mut Window, label: &str) {
    window.get_by_role_and_label(Role::Button, label).click_accesskit();
    window.run();
}

/// Gives an answer by hand, on the field where it can be.
fn give(window: &mut Window, action: Action) {
    match action {
        Action::Place { unit, at, line } => {
            let (unit, spot) = (unit_name(window, unit), spot_name(window, at, line));
            click(window, &unit);
            choose(window, &spot);
        }
        Action::Attack { from, to } => {
            let (from, to) = (box_name(window, from), box_name(window, to));
            choose(window, &from);
            choose(window, &to);
        }
        Action::Duel { attacker, defender } => {
            let (attacker, defender) = (unit_name(window, attacker), unit_name(window, defender));
            click(window, &attacker);
            click(window, &defender);
        }
        Action::Lead { leader, unit } => {
            let (leader, unit) = (leader_name(window, leader), unit_name(window, unit));
            let is_open = !matches!(asked(window), Some((Question::Displaced(_), _)));
            if is_open {
                click(window, &leader);
            }
            if !matches!(asked(window), Some((Question::SetUpUnit, _)) | None) {
                click(window, &unit);
            }
        }
        Action::Rally(unit)
        | Action::Forward(unit)
        | Action::Fire(unit)
        | Action::Pursue(unit)
        | Action::GiveUp(unit) => {
            let unit = unit_name(window, unit);
            click(window, &unit);
        }
        Action::Return { at, line } => {
            let spot = spot_name(window, at, line);
            choose(window, &spot);
        }
        Action::Leader(_) => choose(window, "He takes part"),
        Action::Done => {
            let (question, _) = asked(window).unwrap();
            let label = match question {
                Question::Rally => "Rally nobody else",
                Question::Fill => "The line stands",
                Question::Move => "Done moving",
                Question::Attack => "No more attacks",
                Question::Duel => "No more duels",
                Question::Pursue => "No more pursuit",
                other => panic!("nothing to be done about {other:?}"),
            };
            choose(window, label);
        }
        other => panic!("the test never chooses {other:?}"),
    }
}

/// A general who always attacks, and never moves.
fn plan(question: Question, actions: &[Action]) -> Action {
    let of = |wanted: fn(&Action) -> bool| actions.iter().copied().find(wanted);
    match question {
        Question::Move => of(|it| *it == Action::Done),
        Question::Attack => of(|it| matches!(it, Action::Attack { .. })),
        _ => None,
    }
    .or_else(|| of(|it| !matches!(it, Action::Stack { .. } | Action::Done)))
    .unwrap_or(actions[0])
}

#[test]
fn the_granicus_is_set_up_fought_and_reported_by_hand() {
    let home = tempfile::tempdir().unwrap();
    let mut window = granicus(&home, [1280.0, 800.0]);
    // The first units by hand, the rest the usual way; then the Macedonians the usual way.
    for _ in 0..4 {
        let (question, actions) = asked(&window).unwrap();
        assert_eq!(question, Question::SetUpUnit);
        give(&mut window, plan(question, &actions));
    }
    choose(&mut window, "Set up the usual way");
    let (_, state) = window.state().table().unwrap().display().unwrap();
    assert_eq!(state.active, diadem_display::ForceId::new(0), "now the others set up");
    choose(&mut window, "Set up the usual way");
    let (_, state) = window.state().table().unwrap().display().unwrap();
    assert_eq!(state.round, 1);

    let (mut attacks, mut duels) = (0, 0);
    while let Some((question, actions)) = asked(&window) {
        let action = plan(question, &actions);
        let before = window.state().table().unwrap().version();
        give(&mut window, action);
        let after = window.state().table().unwrap().version();
        assert_ne!(before, after, "{question:?}: {action:?} was not done");
        attacks += u32::from(matches!(action, Action::Attack { .. }));
        duels += u32::from(matches!(action, Action::Duel { .. }));
    }
    assert!(attacks > 2 && duels > 5, "{attacks} attacks and {duels} duels by hand");
    window.get_by_role_and_label(Role::Button, "Play again");
    window.get_by_role_and_label(Role::Button, "To the menu");
    choose(&mut window, "Look at the field");
    assert!(window.query_by_label("Play again").is_none(), "the report was closed");
}

#[test]
fn what_may_not_be_is_told_with_its_rule() {
    let home = tempfile::tempdir().unwrap();
    let mut window = granicus(&home, [1280.0, 800.0]);
    click(&mut window, "Persian cavalry 1");
    choose(&mut window, "Persian Left");
    window.get_by_label("The next unit goes into the center box. (Alexandros 10.3)");
    let refusal = window.state().table().unwrap().refusal().unwrap().to_string();
    assert!(refusal.contains("The next unit goes into the center box"), "{refusal}");
}

#[test]
fn what_is_in_hand_can_be_put_back() {
    let home = tempfile::tempdir().unwrap();
    let mut window = granicus(&home, [1280.0, 800.0]);
    window.get_by_label("Which unit stands in the center box?");
    click(&mut window, "Persian cavalry 1");
    window.get_by_label("Place the Persian cavalry 1 in the center box.");
    window.get_by_role_and_label(Role::Button, "Let go");
    window.key_press(eframe::egui::Key::Escape);
    window.run();
    assert!(window.query_by_label("Let go").is_none());
    click(&mut window, "Persian cavalry 1");
    click(&mut window, "Persian cavalry 1");
    assert!(window.query_by_label("Let go").is_none(), "a second click puts it back");
}

#[test]
fn the_panel_stands_still_under_the_pointer() {
    let home = tempfile::tempdir().unwrap();
    let mut window = granicus(&home, [1280.0, 720.0]);
    for _ in 0..2 {
        choose(&mut window, "Set up the usual way");
    }
    while let Some((question, actions)) = asked(&window) {
        let attack = actions.iter().find_map(|action| match action {
            Action::Attack { from, to } => Some((box_name(&window, *from), box_name(&window, *to))),
            _ => None,
        });
        let Some((from, to)) = attack.filter(|_| question == Question::Attack) else {
            give(&mut window, plan(question, &actions));
            continue;
        };
        choose(&mut window, &from);
        let label = format!("Attack {to}");
        let before = window.get_by_role_and_label(Role::Button, &label).rect();
        window.hover_at(before.center());
        // Whatever is told about it, the row does not run away, and the window comes to rest.
        window.run();
        let after = window.get_by_role_and_label(Role::Button, &label).rect();
        assert_eq!(before, after);
        return;
    }
    panic!("nobody could attack");
}

#[test]
fn moving_and_advancing_are_explained_before_they_are_done() {
    let home = tempfile::tempdir().unwrap();
    let mut window = granicus(&home, [1280.0, 800.0]);
    for _ in 0..2 {
        choose(&mut window, "Set up the usual way");
    }
    let (mut moves, mut advances) = (false, false);
    while let Some((question, actions)) = asked(&window).filter(|_| !(moves && advances)) {
        if question == Question::Move {
            for action in &actions {
                let (unit, start, told) = match action {
                    Action::Move { unit, .. } if !moves => {
                        moves = true;
                        (*unit, "Move to ", "They may attack from there in this round")
                    }
                    Action::Advance { unit, .. } if !advances => {
                        advances = true;
                        (*unit, "Advance into ", "May not attack in this round")
                    }
                    _ => continue,
                };
                let name = unit_name(&window, unit);
                choose(&mut window, &format!("Take {name}"));
                let row = window.query_all_by_label_contains(start).next().unwrap().rect();
                window.hover_at(row.center());
                window.run();
                assert!(window.query_all_by_label_contains(told).next().is_some(), "{start}");
                choose(&mut window, "Let go");
            }
        }
        let action = war::Action::Display(plan(question, &actions));
        window.state_mut().ask(UiCommand::Table(TableCommand::Act(action)));
        window.run();
    }
    assert!(moves, "somebody could move");
}

#[test]
fn a_unit_can_be_dragged_into_its_line() {
    let home = tempfile::tempdir().unwrap();
    let mut window = granicus(&home, [1280.0, 800.0]);
    let from = window.get_by_label("Persian heavy cavalry").rect().center();
    let to = window.get_by_label("Persian Center, second line").rect().center();
    window.drag_at(from);
    window.step();
    window.hover_at(from.lerp(to, 0.5));
    window.step();
    window.hover_at(to);
    window.step();
    window.drop_at(to);
    window.run();
    let (_, state) = window.state().table().unwrap().display().unwrap();
    let at = state.units.iter().position(|unit| unit.line == Line::Second).unwrap();
    assert_eq!(unit_name(&window, diadem_display::UnitId::new(at as u8)), "Persian heavy cavalry");
}

#[test]
fn the_field_can_be_played_with_the_keyboard_alone() {
    use eframe::egui::Key;
    let home = tempfile::tempdir().unwrap();
    let mut window = granicus(&home, [1280.0, 800.0]);
    window.get_by_role_and_label(Role::Button, "Persian archers").focus();
    window.run();
    window.key_press(Key::Enter);
    window.run();
    window.get_by_role_and_label(Role::Button, "Persian Center").focus();
    window.run();
    window.key_press(Key::Enter);
    window.run();
    let (_, state) = window.state().table().unwrap().display().unwrap();
    let standing =
        state.units.iter().filter(|unit| matches!(unit.place, diadem_display::Place::In(_)));
    assert_eq!(standing.count(), 1);
}

#[test]
fn boxes_and_units_stay_within_the_window() {
    for size in [[960.0, 540.0], [1280.0, 720.0], [1920.0, 1080.0]] {
        let home = tempfile::tempdir().unwrap();
        let mut window = granicus(&home, size);
        for _ in 0..2 {
            choose(&mut window, "Set up the usual way");
        }
        for label in
            ["Persian Routed", "Macedonian Reserve", "Macedonian Right Outflank", "Hetairai"]
        {
            let place = window.get_by_role_and_label(Role::Button, label).rect();
            let within = place.left() >= 0.0
                && place.top() >= 0.0
                && place.right() <= size[0]
                && place.bottom() <= size[1];
            assert!(within, "{label} at {place:?} in {size:?}");
        }
    }
}

#[test]
fn a_battle_of_the_campaign_ends_in_a_report_and_back_on_the_map() {
    let home = tempfile::tempdir().unwrap();
    let save =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../saves/alexandros-battle.diadem"));
    let app = App::new(Some(Folders::at(home.path())), Some(save));
    let mut window = shown([1280.0, 800.0], app);
    while let Some((question, actions)) = asked(&window) {
        let action = war::Action::Display(plan(question, &actions));
        window.state_mut().ask(UiCommand::Table(TableCommand::Act(action)));
        window.run();
    }
    window.get_by_role_and_label(Role::Button, "Back to the map");
    choose(&mut window, "Back to the map");
    assert!(window.query_by_label("Back to the map").is_none());
    assert!(window.state().table().unwrap().display().is_none());
}
