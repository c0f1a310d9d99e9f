//! Battles on hexes fought in the window: everything is found by role and label, as a screen reader finds
//! it.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

use diadem::Folders;
use diadem::window::{App, NewGame, Seating, TableCommand, UiCommand, apply_theme};
use diadem_core::{Game, Play, Stance, Text};
use diadem_handoff::{self as war, Battles, WarSetup};
use diadem_hexes::{self as hexes, Action, Go, Hex, Question, Step, UnitId};
use diadem_opponents::{Effort, Level, Player, Stop};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Pos2, Theme};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tempfile::TempDir;

type Window = Harness<'static, App>;

fn battle(home: &TempDir, id: &str, seed: u64) -> Window {
    begun(home, WarSetup::new(id, []), seed)
}

fn begun(home: &TempDir, setup: WarSetup, seed: u64) -> Window {
    let mut app = App::new(Some(Folders::at(home.path())), None);
    app.ask(UiCommand::Begin(NewGame {
        setup,
        seats: vec!["Ann".into(), "Bob".into()],
        seating: Seating::default(),
        seed,
    }));
    let mut window = Harness::builder()
        .with_size([1600.0, 1000.0])
        .with_theme(Theme::Light)
        .with_max_steps(24)
        .with_context_setup(apply_theme)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    window.run();
    window
}

/// What is asked, with every answer.
fn asked(window: &Window) -> Option<(Question, Vec<Action>)> {
    let table = window.state().table()?;
    let war::Question::Hexes(question) = table.ask()?.question else { return None };
    let actions = table.actions().iter().filter_map(|action| match action {
        war::Action::Hexes(action) => Some(*action),
        _ => None,
    });
    Some((question, actions.collect()))
}

/// Clicks a button, or a row of the panel, by its words.
fn click(window: &mut Window, label: &str) {
    let found: Vec<_> = window.query_all_by_role_and_label(Role::Button, label).collect();
    found.first().unwrap_or_else(|| panic!("no button \"{label}\"")).click_accesskit();
    window.run();
}

/// Gives an answer by its row; whoever lays markers in secret sits down first.
fn give(window: &mut Window, action: Action) {
    window.state_mut().ask(UiCommand::Table(TableCommand::LiftCurtain));
    window.run();
    let (rules, state) = window.state().table().unwrap().hexes().unwrap();
    let words = rules.action(state, action);
    let words = if action == Action::Done { words.trim_end_matches('.') } else { &words };
    let words = words.to_owned();
    click(window, &words);
    // What would be given away is asked about once.
    for yes in ["Yes, end it", "Yes, go"] {
        if window.query_by_label(yes).is_some() {
            click(window, yes);
        }
    }
}

/// Clicks a counter where it stands on the field.
fn click_counter(window: &mut Window, unit: UnitId) {
    let (name, hex) = {
        let (rules, state) = window.state().table().unwrap().hexes().unwrap();
        (rules.unit_name(unit).to_owned(), state.unit(unit).hex().unwrap())
    };
    let named = |node: &egui_kittest::Node<'_>| {
        let label = node.accesskit_node().label().unwrap_or_default();
        label.starts_with(&format!("{name}, ")) && label.contains(&hex.to_string())
    };
    let found: Vec<_> = window.get_all_by_role(Role::Button).filter(named).collect();
    found.first().unwrap().click_accesskit();
    window.run();
}

/// Whether the game is the same after it was put away and taken up again.
fn is_kept(window: &mut Window) {
    let before = window.state().table().unwrap().state().clone();
    window.state_mut().ask(UiCommand::LeaveTable);
    window.run();
    window.state_mut().ask(UiCommand::Continue);
    window.run();
    assert_eq!(*window.state().table().unwrap().state(), before);
}

/// Whoever else is asked whether he answers does not, until the question is another.
fn let_pass(window: &mut Window, is_wanted: impl Fn(Question) -> bool) -> (Question, Vec<Action>) {
    for _ in 0..60 {
        let (question, actions) = asked(window).unwrap();
        if is_wanted(question) {
            return (question, actions);
        }
        let answer = if actions.contains(&Action::Done) { Action::Done } else { actions[0] };
        give(window, answer);
    }
    panic!("the question never came");
}

/// A leader is active and gives individual orders: which he may give.
fn orders(window: &mut Window) -> Vec<Action> {
    let (_, actions) = let_pass(window, |question| question == Question::Activation);
    let leader = actions.iter().find(|action| matches!(action, Action::Activate(_))).unwrap();
    give(window, *leader);
    let is_orders = |question| matches!(question, Question::Orders(_) | Question::Command(_));
    let (question, _) = let_pass(window, is_orders);
    if matches!(question, Question::Command(_)) {
        give(window, Action::Individual);
    }
    let_pass(window, |question| matches!(question, Question::Orders(_))).1
}

/// A leader of Samarkand's first battle has ordered a unit, which moves now: which, and the hex before it.
fn ordered(window: &mut Window) -> (UnitId, Hex) {
    let actions = orders(window);
    let is_order = |action: &&Action| matches!(action, Action::Order(_));
    let &Action::Order(unit) = actions.iter().find(is_order).unwrap() else { unreachable!() };
    click_counter(window, unit);
    assert_eq!(asked(window).unwrap().0, Question::Move(unit));
    let (rules, state) = window.state().table().unwrap().hexes().unwrap();
    let forward = asked(window).unwrap().1.into_iter().find_map(|action| match action {
        Action::Go(go @ Go::Forward(_)) => rules.placement_after(state, go),
        _ => None,
    });
    (unit, forward.unwrap().hex)
}

#[test]
fn a_leader_is_activated_and_moves_a_unit_by_two_clicks() {
    let home = tempfile::tempdir().unwrap();
    let mut window = battle(&home, "samarkand", 5);
    // Every step forward has its hex on the field.
    let (unit, there) = ordered(&mut window);
    click(&mut window, &format!("Hex {there}"));
    let table = window.state().table().unwrap();
    let (_, state) = table.hexes().unwrap();
    assert_eq!(state.unit(unit).hex(), Some(there));
    assert!(state.steps.iter().any(|step| matches!(step, Step::Move(it) if it.unit == unit)));
}

/// Pulls a unit over places on the screen, and lets it go at the last.
fn pull(window: &mut Window, from: Pos2, over: &[Pos2]) {
    window.hover_at(from);
    window.run();
    window.drag_at(from);
    window.run();
    for &place in over {
        window.hover_at(place);
        window.run();
    }
    window.drop_at(*over.last().unwrap());
    // Each step is a decision, and the field shows it.
    window.run();
    window.run();
}

#[test]
fn a_unit_is_pulled_along_a_way_and_stays_where_none_leads() {
    let home = tempfile::tempdir().unwrap();
    let mut window = battle(&home, "samarkand", 5);
    let (unit, first) = ordered(&mut window);
    let hex_of = |window: &Window| {
        window.state().table().unwrap().hexes().unwrap().1.unit(unit).hex().unwrap()
    };
    let start = hex_of(&window);
    let next = window.get_by_role_and_label(Role::Button, &format!("Hex {first}")).rect().center();
    let name = window.state().table().unwrap().hexes().unwrap().0.unit_name(unit).to_owned();
    let from = window.get_by_label_contains(&format!("{name}, ")).rect().center();
    let step = next - from;
    // Far beyond what it can reach.
    pull(&mut window, from, &[next, from + step * 30.0]);
    assert_eq!(hex_of(&window), start, "it stays");
    assert_eq!(asked(&window).unwrap().0, Question::Move(unit));
    // Out and back again.
    pull(&mut window, from, &[next, from + step * 2.0, next, from]);
    assert_eq!(hex_of(&window), start, "it was brought back");
    // Two hexes straight ahead.
    pull(&mut window, from, &[next, from + step * 2.0]);
    assert_eq!(hex_of(&window).distance(start), 2);
    assert_eq!(hex_of(&window).distance(first), 1);
    let log = window.state().table().unwrap().session().log();
    let gone = log.iter().rev().take_while(|entry| {
        matches!(entry.play, Play::Act(war::Action::Hexes(Action::Go(Go::Forward(_)))))
    });
    assert_eq!(gone.count(), 2, "and each hex was entered");
}

#[test]
fn every_question_of_a_battle_can_be_answered_in_the_panel() {
    let home = tempfile::tempdir().unwrap();
    let mut window = battle(&home, "samarkand", 11);
    let mut kinds = Vec::new();
    for ply in 0..160usize {
        let Some((question, actions)) = asked(&window) else { break };
        kinds.push(std::mem::discriminant(&question));
        give(&mut window, actions[(ply * 5 + ply / 3) % actions.len()]);
    }
    kinds.dedup();
    assert!(kinds.len() > 20, "{}", kinds.len());
}

#[test]
fn a_battle_on_hexes_is_kept_and_taken_up_again() {
    let home = tempfile::tempdir().unwrap();
    let mut window = battle(&home, "granicus", 3);
    for _ in 0..6 {
        let (_, actions) = asked(&window).unwrap();
        give(&mut window, actions[0]);
    }
    is_kept(&mut window);
}

#[test]
fn standing_answers_are_kept_with_the_battle() {
    let home = tempfile::tempdir().unwrap();
    let mut window = battle(&home, "granicus", 3);
    for kind in [hexes::Answer::EntryFire, hexes::Answer::Withdraw] {
        let seat = window.state().table().unwrap().ask().unwrap().seat;
        let stand = TableCommand::Stand(seat, war::Answer::Hexes(kind), Stance::Never);
        window.state_mut().ask(UiCommand::Table(stand));
        window.run();
    }
    is_kept(&mut window);
}

#[test]
fn a_battle_of_the_campaign_is_drawn_up_and_fought_on_hexes() {
    let home = tempfile::tempdir().unwrap();
    let setup =
        WarSetup { battles: Battles::Always(war::Form::Hexes), ..WarSetup::new("alexandros", []) };
    let mut window = begun(&home, setup, 7);
    click(&mut window, "In Babylonia");
    let is_drawn = |window: &Window| {
        let ask = window.state().table().unwrap().ask().unwrap();
        ask.question == war::Question::Draw
    };
    for _ in 0..40 {
        if is_drawn(&window) {
            break;
        }
        window.key_press(Key::Space);
        window.run();
    }
    assert!(is_drawn(&window), "the armies meet in Ionia");
    window.get_by_label("The Granicus");
    // A counter is sent elsewhere, by two clicks on the field.
    let takes = |action: &war::Action| match action {
        war::Action::Draw(war::Draw::Take(war::Piece::Unit(unit))) => Some(*unit),
        _ => None,
    };
    let unit = window.state().table().unwrap().actions().iter().find_map(takes).unwrap();
    click_counter(&mut window, unit);
    let posts = |action: &war::Action| match action {
        war::Action::Draw(war::Draw::Post(hex)) => Some(*hex),
        _ => None,
    };
    let to = window.state().table().unwrap().actions().iter().find_map(posts).unwrap();
    click(&mut window, &format!("Hex {to}"));
    let (_, state) = window.state().table().unwrap().hexes().unwrap();
    assert_eq!(state.unit(unit).hex(), Some(to));
    for _ in 0..2 {
        click(&mut window, "The army is drawn up");
    }
    for _ in 0..4 {
        let (_, actions) = asked(&window).unwrap();
        give(&mut window, actions[0]);
    }
    is_kept(&mut window);
}

/// The Persian line at the Granicus under its overall commander, with its first unit a hex ahead of it.
fn line_with_its_first_unit_ahead(window: &mut Window) -> (UnitId, Vec<UnitId>) {
    let is_line = |action: &&Action| matches!(action, Action::LineCommand(_));
    for _ in 0..40 {
        let (question, actions) = asked(window).unwrap();
        let answer = match question {
            Question::Activation => actions[0],
            Question::Command(_) => *actions.iter().find(is_line).unwrap_or(&actions[0]),
            Question::NameLine(_) => break,
            _ if actions.contains(&Action::Done) => Action::Done,
            _ => actions[0],
        };
        give(window, answer);
    }
    let (_, actions) = asked(window).unwrap();
    let is_moving = |action: &&Action| matches!(action, Action::NameLine { moves: true, .. });
    give(window, *actions.iter().find(is_moving).unwrap());
    let (_, actions) = asked(window).unwrap();
    let units = actions.iter().filter_map(|action| match action {
        Action::Order(unit) => Some(*unit),
        _ => None,
    });
    let mut units: Vec<UnitId> = units.collect();
    let first = units.remove(0);
    click_counter(window, first);
    give(window, Action::Go(Go::Forward(diadem_hexes::Hand::Left)));
    (first, units)
}

fn hexes_of(window: &Window, units: &[UnitId]) -> Vec<Hex> {
    let (_, state) = window.state().table().unwrap().hexes().unwrap();
    units.iter().map(|&unit| state.unit(unit).hex().unwrap()).collect()
}

#[test]
fn the_others_of_a_line_do_likewise_by_one_click() {
    let home = tempfile::tempdir().unwrap();
    let mut window = battle(&home, "granicus", 3);
    let (first, others) = line_with_its_first_unit_ahead(&mut window);
    give(&mut window, Action::Done);
    let before = hexes_of(&window, &others);
    let name = {
        let (rules, _) = window.state().table().unwrap().hexes().unwrap();
        rules.unit_name(first).to_owned()
    };
    click(&mut window, &format!("The other {} do as {name} did.", others.len()));
    window.run();
    for (before, after) in before.iter().zip(hexes_of(&window, &others)) {
        assert_eq!((after.column, after.row), (before.column - 1, before.row), "{before}");
    }
}

#[test]
fn a_click_on_a_friend_stops_whoever_moves_and_orders_that_friend() {
    let home = tempfile::tempdir().unwrap();
    let mut window = battle(&home, "granicus", 3);
    let (first, others) = line_with_its_first_unit_ahead(&mut window);
    assert_eq!(asked(&window).unwrap().0, Question::Move(first));
    click_counter(&mut window, others[0]);
    window.run();
    assert_eq!(asked(&window).unwrap().0, Question::Move(others[0]));
}

#[test]
fn the_key_for_the_usual_answer_gives_away_no_orders() {
    let home = tempfile::tempdir().unwrap();
    let mut window = battle(&home, "granicus", 3);
    line_with_its_first_unit_ahead(&mut window);
    window.key_press(Key::Space);
    window.run();
    let (question, _) = asked(&window).unwrap();
    assert!(matches!(question, Question::Orders(_)), "{question:?}");
    window.key_press(Key::Space);
    window.run();
    assert_eq!(asked(&window).unwrap().0, question);
}

#[test]
fn a_leader_rides_to_a_friend_by_one_click() {
    let home = tempfile::tempdir().unwrap();
    let mut window = battle(&home, "granicus", 3);
    let actions = orders(&mut window);
    let send = |action: &Action| match *action {
        Action::Send(leader) => Some(leader),
        _ => None,
    };
    let leader = actions.iter().find_map(send).unwrap();
    give(&mut window, Action::Send(leader));
    assert_eq!(asked(&window).unwrap().0, Question::Ride(leader));
    let friend = {
        let (rules, state) = window.state().table().unwrap().hexes().unwrap();
        let at = state.leader(leader).at.unwrap();
        let is_near = |unit: &UnitId| {
            let far = state.unit(*unit).hex().map_or(0, |hex| hex.distance(at));
            rules.camp(*unit) == rules.camp_of(leader) && (3..=4).contains(&far)
        };
        rules.units().find(is_near).unwrap()
    };
    click_counter(&mut window, friend);
    window.run();
    let (_, state) = window.state().table().unwrap().hexes().unwrap();
    assert_eq!(state.leader(leader).at, state.unit(friend).hex());
}

#[test]
fn a_leader_who_always_withdraws_rides_off_by_himself() {
    let home = tempfile::tempdir().unwrap();
    let mut window = battle(&home, "samarkand", 3);
    let seats = window.state().table().unwrap().war().seats();
    let withdraws = war::Answer::Hexes(hexes::Answer::LeaderWithdraw);
    for seat in seats.iter() {
        let stand = TableCommand::Stand(seat, withdraws, Stance::Always);
        window.state_mut().ask(UiCommand::Table(stand));
        window.run();
    }
    // Captains soon come so near to each other's leaders that one has to go.
    let level = Level::Captain(Effort::Quick);
    let mut players: Vec<Player> = seats.iter().map(|seat| Player::new(level, seat, 3)).collect();
    for _ in 0..800 {
        window.state_mut().ask(UiCommand::Table(TableCommand::LiftCurtain));
        window.run();
        let table = window.state().table().unwrap();
        let Some(ask) = table.ask() else { break };
        assert!(!matches!(ask.question, war::Question::Hexes(Question::LeaderWithdraw(_))));
        let played = |wanted: fn(&Action) -> bool| {
            let log = table.session().log().iter();
            log.filter(|entry| match &entry.play {
                Play::Act(war::Action::Hexes(action)) => wanted(action),
                _ => false,
            })
            .count()
        };
        if played(|action| matches!(action, Action::WithdrawLeader(_))) > 0 {
            assert!(played(|action| matches!(action, Action::Back(_))) > 0, "and he has gone");
            return;
        }
        let view = table.war().view(table.state(), ask.seat);
        let player = &mut players[ask.seat.index()];
        let action = player.choose(table.war(), &view, &Stop::new()).unwrap().action;
        window.state_mut().ask(UiCommand::Table(TableCommand::Act(action)));
        window.run();
    }
    panic!("no leader had to go");
}
