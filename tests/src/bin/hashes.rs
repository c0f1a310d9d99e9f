//! Plays games at random and prints the hash of every state they come to: the same in every process.

use diadem_campaign::Switch;
use diadem_core::random::RandomPlayer;
use diadem_core::{Dice, Drop, Playable, state_hash};
use diadem_handoff::{War, WarSetup};
use diadem_sparring::duel::Duel;
use diadem_sparring::feud::Feud;
use diadem_tests::games::prepared;

/// Games of each sort, and the plies after which one is left.
const GAMES: u64 = 6;
const MOST_PLIES: u64 = 5_000;

fn main() {
    let (duel, feud) = (prepared::<Duel>("duel"), prepared::<Feud>("feud"));
    let (granicus, war) = (prepared::<War>("granicus-display"), prepared::<War>("alexandros"));
    let switched = War::prepare(&WarSetup::new("alexandros", Switch::ALL))
        .expect("Alexandros can be prepared with any switches");
    for seed in 0..GAMES {
        print_hashes("duel", &duel, seed);
        print_hashes("feud", &feud, seed);
        print_hashes("granicus", &granicus, seed);
        print_hashes("alexandros", &war, seed);
        print_hashes("switches", &switched, seed);
    }
}

fn print_hashes<G: Playable>(name: &str, game: &G, seed: u64) {
    let mut dice = Dice::new(seed);
    let mut state = game.opening(&mut dice);
    let mut player = RandomPlayer::new(seed);
    let mut listed = Vec::new();
    for ply in 0..MOST_PLIES {
        println!("{name} {seed} {ply} {}", state_hash(&state));
        let Some(ask) = game.decision(&state).ask() else { return };
        listed.clear();
        game.actions(&state, &mut listed);
        let action = player.pick(&listed).expect("whoever is asked can answer");
        game.apply(&mut state, ask.seat, action, &mut dice, &mut Drop)
            .expect("a listed action applies");
    }
}
