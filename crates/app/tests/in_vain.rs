//! What could do nothing says so before it costs.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

#[expect(dead_code, reason = "only what is found by its words is needed here")]
#[path = "common/field.rs"]
mod field;

use diadem::window::{NewGame, Seating, TableCommand, UiCommand};
use diadem_core::{Chance, Dice, Drop, Game, Text};
use diadem_handoff::{self as war, WarSetup};
use diadem_hexes::{Action, Wasted};
use field::{Window, asked, click, sees, window};

/// The Granicus, played at random until somebody could be ordered who can do nothing.
fn until_in_vain(home: &tempfile::TempDir) -> (Window, Action) {
    let setup = WarSetup::new("granicus", []);
    let seats = vec!["Ann".into(), "Bob".into()];
    let new = NewGame { setup, seats, seating: Seating::default(), seed: 3 };
    let mut window = window(home, [1280.0, 720.0], Some(UiCommand::Begin(new)));
    let mut luck = Chance::new(4);
    // Played on a copy; what was done is done at the table once it has come so far.
    let played = {
        let (rules, state) = window.state().table().unwrap().hexes().unwrap();
        let (mut state, mut dice) = (state.clone(), Dice::new(3));
        let mut played = Vec::new();
        loop {
            let ask = rules.decision(&state).ask().expect("the battle is not over yet");
            let mut actions = Vec::new();
            rules.actions(&state, &mut actions);
            let in_vain = |action: &&Action| {
                matches!(rules.wasted(&state, **action), Some(Wasted::NowhereToGo(_)))
            };
            if actions.len() > 1 && actions.iter().any(|action| in_vain(&action)) {
                break;
            }
            let action = actions[luck.below(actions.len() as u32) as usize];
            rules.apply(&mut state, ask.seat, action, &mut dice, &mut Drop).unwrap();
            played.push(action);
        }
        played
    };
    for action in played {
        for command in [TableCommand::LiftCurtain, TableCommand::Act(war::Action::Hexes(action))] {
            window.state_mut().ask(UiCommand::Table(command));
        }
        window.step();
    }
    window.run();
    let (_, actions) = asked(&window).unwrap();
    let (rules, state) = window.state().table().unwrap().hexes().unwrap();
    let found = actions.into_iter().find(|&action| rules.wasted(state, action).is_some());
    let found = found.expect("it has come to the same question");
    (window, found)
}

#[test]
fn an_order_that_could_do_nothing_says_why_before_it_costs() {
    let home = tempfile::tempdir().unwrap();
    let (mut window, action) = until_in_vain(&home);
    let words = {
        let (rules, state) = window.state().table().unwrap().hexes().unwrap();
        rules.action(state, action)
    };
    let log = |window: &Window| window.state().table().unwrap().session().log().len();
    let before = log(&window);
    click(&mut window, &words);
    assert_eq!(log(&window), before, "it costs nothing yet");
    assert!(sees(&window, "It would cost an order and do nothing"), "and says why");
    assert!(sees(&window, "GBA "), "by which rule");
    click(&mut window, "Not yet");
    assert_eq!(log(&window), before);
}
