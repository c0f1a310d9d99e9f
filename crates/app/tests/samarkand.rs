//! The lesson on hexes, played by role and label: whoever does what the cards say, and clicks what the guide
//! points at, sees every card and the end of the battle.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

#[path = "common/field.rs"]
mod field;

use diadem::window::{Finger, Screen};
use diadem_hexes::{Action, Event, Question};
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use field::{Window, asked, click, counter, give, point_at, sees, window};

/// The titles of the cards, in their order.
const TITLES: [&str; 12] = [
    "Riders on the steppe",
    "Who leads",
    "How far a word carries",
    "As far as they can ride",
    "Facing",
    "Arrows",
    "They will not wait for you",
    "Shock",
    "How it was decided",
    "Rout and rally",
    "How it ends",
    "You have fought at Samarkand",
];

/// Whether there is a button of this name.
fn can(window: &Window, label: &str) -> bool {
    window.query_all_by_role_and_label(Role::Button, label).next().is_some()
}

fn finger(window: &Window) -> Option<Finger> {
    window.state().table()?.guide()?.finger()
}

/// Clicks what the guide points at: on the field where it can be found there, else in the panel.
fn follow(window: &mut Window) {
    match finger(window).unwrap() {
        Finger::Unit(unit) => {
            let name = counter(window, unit);
            point_at(window, &name);
        }
        Finger::Hex(hex) => {
            // Only a hex next door is a widget; and where a phalanx could step or swing into it, the
            // field asks which it shall be.
            let (done, next) = (plies(window), format!("Hex {hex}"));
            if can(window, &next) {
                click(window, &next);
            }
            if plies(window) == done {
                send(window, hex);
            }
        }
        Finger::Answer(action @ Action::Order(unit)) => {
            let done = plies(window);
            let name = counter(window, unit);
            click(window, &name);
            // Where the unit could also recover, the field asks which it shall be.
            if plies(window) == done {
                give(window, action);
            }
        }
        Finger::Answer(action) => give(window, action),
    }
}

/// Sends the moving unit to a hex that is further off, step by step along the way that leads there.
fn send(window: &mut Window, hex: diadem_hexes::Hex) {
    let path = {
        let Some((Question::Move(unit), _)) = asked(window) else { panic!("nobody moves") };
        let (rules, state) = window.state().table().unwrap().hexes().unwrap();
        let outlook = rules.outlook(state);
        let end = (1..outlook.arrivals.len())
            .filter(|&at| {
                let arrival = outlook.arrivals[at];
                arrival.may_stop && rules.hexes_standing(unit, arrival.placement).contains(&hex)
            })
            .min_by_key(|&at| (outlook.arrivals[at].spent, outlook.arrivals[at].hits));
        outlook.path(end.unwrap())
    };
    give(window, Action::Go(path[0]));
}

fn plies(window: &Window) -> usize {
    window.state().table().unwrap().session().log().len()
}

/// The card that lies open.
fn card(window: &Window) -> usize {
    window.state().table().unwrap().guide().unwrap().step().0
}

#[test]
fn the_lesson_leads_from_the_first_look_to_the_end_of_the_battle() {
    let home = tempfile::tempdir().unwrap();
    let mut window = window(&home, [1280.0, 720.0], None);
    click(&mut window, "Learn on hexes");
    let mut seen = Vec::new();
    for _ in 0..1200 {
        let at = card(&window);
        if seen.last() != Some(&at) {
            assert!(sees(&window, TITLES[at]), "the card {} lies open", TITLES[at]);
            assert!(sees(&window, &format!("Lesson {} of 12", at + 1)));
            seen.push(at);
            if TITLES[at] == "How it was decided" {
                assert!(sees(&window, "The die: ") && sees(&window, "Hits on the defenders"));
            }
        }
        if window.state().table().unwrap().outcome().is_some() {
            break;
        }
        follow(&mut window);
    }
    assert_eq!(seen, (0..TITLES.len()).collect::<Vec<_>>());
    click(&mut window, "Look at the field");
    assert!(sees(&window, TITLES[11]));
    click(&mut window, "New campaign");
    assert_eq!(window.state().screen(), Screen::NewGame);
}

#[test]
fn a_hex_far_off_is_clicked_on_the_map() {
    let home = tempfile::tempdir().unwrap();
    let mut window = window(&home, [1280.0, 720.0], None);
    click(&mut window, "Learn on hexes");
    while !matches!(finger(&window), Some(Finger::Hex(_))) {
        follow(&mut window);
    }
    let Some((Question::Move(unit), _)) = asked(&window) else { panic!("nobody moves") };
    assert_eq!(card(&window), 3);
    assert!(sees(&window, "Movement points"));
    follow(&mut window);
    assert!(card(&window) > 3, "the guide has seen it");
    let table = window.state().table().unwrap();
    let entered = table.chronicle().any(|line| {
        matches!(line.event, diadem_handoff::Event::Hexes(_, Event::Entered(it, ..)) if it == unit)
    });
    assert!(entered);
}

#[test]
fn the_cards_can_be_put_away_and_the_battle_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let mut window = window(&home, [1280.0, 720.0], None);
    click(&mut window, "Learn on hexes");
    click(&mut window, "Skip this card");
    assert!(sees(&window, TITLES[1]));
    click(&mut window, "No more cards");
    assert!(!sees(&window, "Lesson 2"));
    let (_, actions) = asked(&window).unwrap();
    give(&mut window, actions[0]);
    assert_eq!(plies(&window), 1);
}
