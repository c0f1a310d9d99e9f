//! Every game we have is finished by players who pick at random, with every promise checked.

use diadem_tests::games::GAMES;
use diadem_tests::mutations;

#[test]
fn random_players_finish_every_game() {
    for game in GAMES.iter().filter(|game| game.in_tests > 0) {
        let totals = (game.fuzz)(game.id, game.in_tests, 1)
            .unwrap_or_else(|fault| panic!("{}: {fault}", game.id));
        assert!(totals.games > 0 && totals.tested > 0, "{}: {totals}", game.id);
    }
}

#[test]
fn no_damaged_save_is_opened_as_good() {
    mutations::mutate_and_open(2_000, 1).unwrap();
}
