//! A battle on hexes inside a campaign is saved, loaded, replayed and undone like anything else.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_archive::{Lineage, Save, Stamp, encode, open_bytes};
use diadem_core::random::RandomPlayer;
use diadem_core::{Game, Session};
use diadem_handoff::{Action, Draw, Encounter, Question, Stage, State, War};
use diadem_tests::games::with_battles;
use std::sync::Arc;

fn stage(state: &State) -> Option<&Stage> {
    state.encounter.as_ref().map(|Encounter { stage, .. }| stage)
}

/// A campaign under way.
struct Played {
    session: Session<War>,
    battles: &'static str,
    seed: u64,
}

/// A campaign with its battles fought so, played at random until it comes to such a state.
fn play_until(battles: &'static str, reached: impl Fn(&State) -> bool) -> Played {
    let game = Arc::new(with_battles(battles));
    for seed in 1.. {
        let mut session = Session::begin(Arc::clone(&game), seed);
        let mut player = RandomPlayer::new(seed);
        while let Some(ask) = session.decision().ask() {
            if reached(session.state()) {
                return Played { session, battles, seed };
            }
            session.act(ask.seat, player.pick(&session.actions()).unwrap()).unwrap();
        }
    }
    unreachable!("some campaign comes to every stage of a battle")
}

/// Saves it, loads it in a program that has never seen this battle, and plays both to the end.
fn survives(played: Played) {
    let Played { mut session, battles, seed } = played;
    let stamp = Stamp {
        seats: vec!["a".into(), "b".into()],
        saved_at: 0,
        program: "test".into(),
        lineage: Lineage::Unbroken,
    };
    let saved = encode(&Save::of(&session, stamp)).unwrap();
    let mut loaded = open_bytes::<War>(&saved).unwrap().session;
    assert_eq!(loaded.state(), session.state());
    let fresh = Arc::new(with_battles(battles));
    let again = Session::replay(fresh, seed, session.log()).unwrap();
    assert_eq!(again.state_hash(), session.state_hash());
    let mut players = [RandomPlayer::new(9), RandomPlayer::new(9)];
    for _ in 0..3_000 {
        let Some(ask) = session.decision().ask() else { break };
        for (one, player) in [&mut session, &mut loaded].into_iter().zip(&mut players) {
            let action = player.pick(&one.actions()).unwrap();
            one.act(ask.seat, action).unwrap();
        }
        assert_eq!(session.state(), loaded.state());
    }
}

#[test]
fn the_choice_of_a_form_is_put_away_and_taken_out() {
    let played = play_until("ask", |state| matches!(stage(state), Some(Stage::Choice(_))));
    let session = &played.session;
    let prospect = session.game().prospect(session.state()).unwrap();
    assert!(prospect.armies.iter().all(|army| army.brigades.len() >= 3 && army.men > 0));
    assert_eq!(session.actions().len(), 2);
    survives(played);
}

#[test]
fn an_army_being_drawn_up_is_put_away_and_taken_out() {
    let drawing = |state: &State| matches!(stage(state), Some(Stage::Drawing(deployment)) if deployment.taken.is_some());
    survives(play_until("attacker", drawing));
}

#[test]
fn a_battle_on_hexes_is_put_away_and_taken_out() {
    let fought = |state: &State| {
        let later = state.hexes.as_ref().is_some_and(|battle| battle.turn >= 3);
        later && matches!(stage(state), Some(Stage::Fight { .. }))
    };
    survives(play_until("hex", fought));
}

/// What was done while drawing up can be taken back, step by step.
#[test]
fn drawing_up_can_be_undone() {
    let drawing = |state: &State| matches!(stage(state), Some(Stage::Drawing(_)));
    let Played { mut session, .. } = play_until("hex", drawing);
    let before = session.state().clone();
    let ask = session.decision().ask().unwrap();
    assert_eq!(ask.question, Question::Draw);
    let take = session.actions().into_iter().find(|one| matches!(one, Action::Draw(Draw::Take(_))));
    session.act(ask.seat, take.unwrap()).unwrap();
    let taken = session.state().clone();
    let post = session.actions()[0];
    session.act(ask.seat, post).unwrap();
    assert!(session.game().invariants(session.state()).is_ok());
    session.undo(ask.seat).unwrap();
    assert_eq!(*session.state(), taken);
    session.undo(ask.seat).unwrap();
    assert_eq!(*session.state(), before);
}
