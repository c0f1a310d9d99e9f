//! The golden record holds for the first games of every scenario; `cargo xtask golden` plays all of them.

use diadem_tests::golden::{GoldenGame, few_games, for_each, strays};

#[test]
fn two_games_of_every_scenario_are_played_as_recorded() {
    let games = few_games(2);
    assert!(games.len() > 40, "every scenario and form, with and without optional rules");
    let wrong = for_each(&games, GoldenGame::compare);
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), games.len(), wrong.join("\n"));
}

#[test]
fn every_file_of_the_record_belongs_to_a_game() {
    assert_eq!(strays().unwrap(), Vec::<std::path::PathBuf>::new());
}
