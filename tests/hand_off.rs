//! A battle on hexes inside a campaign is saved, loaded, replayed and undone like anything else.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_archive::{Lineage, Save, Stamp, encode, open_bytes};
use diadem_campaign::Switch;
use diadem_cases::{Vocabulary, Words};
use diadem_core::random::RandomPlayer;
use diadem_core::{Dice, Drop, Game, Playable, Seat, Session};
use diadem_handoff::cases::CampaignVocabulary;
use diadem_handoff::{
    Action, Battles, Draw, Form, HexesStage, Question, Scene, State, War, WarSetup,
};
use diadem_tests::games::with_battles;
use std::sync::Arc;

fn drawing(state: &State) -> bool {
    matches!(state.scene, Scene::Fighting(_)) && state.is_before_battle()
}

/// A campaign under way.
struct Played {
    session: Session<War>,
    battles: &'static str,
    seed: u64,
}

/// A campaign with its battles fought so, played at random until it comes to such a state.
fn play_until(battles: &'static str, reached: impl Fn(&State) -> bool) -> Played {
    play_in(&Arc::new(with_battles(battles)), battles, reached)
}

fn play_in(game: &Arc<War>, battles: &'static str, reached: impl Fn(&State) -> bool) -> Played {
    for seed in 1.. {
        let mut session = Session::begin(Arc::clone(game), seed);
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
        players: Vec::new(),
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
    let played = play_until("ask", |state| matches!(state.scene, Scene::Choosing(_)));
    let session = &played.session;
    let prospect = session.game().prospect(session.state()).unwrap();
    assert!(prospect.armies.iter().all(|army| army.brigades.len() >= 3 && army.men > 0));
    assert_eq!(session.actions().len(), 2);
    assert!(session.game().headline(session.state()).ends_with("before a battle"));
    survives(played);
}

#[test]
fn an_army_being_drawn_up_is_put_away_and_taken_out() {
    let taken = |state: &State| {
        let stage = state.hexes_state().map(|state| state.stage);
        matches!(stage, Some(HexesStage::Drawing(deployment)) if deployment.taken.is_some())
    };
    survives(play_until("attacker", taken));
}

#[test]
fn a_battle_on_hexes_is_put_away_and_taken_out() {
    let fought = |state: &State| state.on_hexes().is_some_and(|battle| battle.turn >= 3);
    survives(play_until("hex", fought));
}

/// What was done while drawing up can be taken back, step by step.
#[test]
fn drawing_up_can_be_undone() {
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

/// 10.3 behind a screen: nobody sees where the other side sends its counters before both are done, and what is
/// shown then cannot be taken back.
#[test]
fn a_screen_hides_how_an_army_is_drawn_up() {
    let [macedonian, persian] = [Seat::new(0), Seat::new(1)];
    let war = |switches: &[Switch]| {
        let setup = WarSetup::new("alexandros", switches.iter().copied());
        let setup = WarSetup { battles: Battles::Always(Form::Hexes), ..setup };
        play_in(&Arc::new(War::prepare(&setup).unwrap()), "hex", drawing).session
    };
    let send = |session: &mut Session<War>, seat: Seat| {
        let actions = session.actions();
        let take = actions.into_iter().find(|one| matches!(one, Action::Draw(Draw::Take(_))));
        session.act(seat, take.unwrap()).unwrap();
        let taken = session.view(macedonian);
        let post = session.actions()[0];
        session.act(seat, post).unwrap();
        taken
    };
    let mut screened = war(&[Switch::SecretSetUp]);
    let before = screened.view(macedonian);
    let taken = send(&mut screened, persian);
    assert_eq!(taken, before, "not even whom he has taken");
    assert_eq!(screened.view(macedonian), before);
    assert_eq!(screened.view(persian), *screened.state(), "his own army he sees");
    screened.act(persian, Action::Draw(Draw::Done)).unwrap();
    assert_eq!(screened.view(macedonian).on_hexes(), before.on_hexes());
    assert_ne!(screened.state().on_hexes(), before.on_hexes());
    let mut listed = Vec::new();
    screened.game().actions(&screened.view(macedonian), &mut listed);
    assert_eq!(listed, screened.actions(), "his own answers are the true ones");
    send(&mut screened, macedonian);
    let (seen, true_one) = (screened.view(persian), screened.state());
    assert_ne!(
        seen.on_hexes(),
        true_one.on_hexes(),
        "nor does the Persian see what is done after him"
    );
    screened.act(macedonian, Action::Draw(Draw::Done)).unwrap();
    assert_eq!(
        screened.view(macedonian).on_hexes().map(|it| it.units.clone()),
        screened.state().on_hexes().map(|it| it.units.clone())
    );
    assert!(screened.can_undo(macedonian).is_err(), "what was shown cannot be taken back");
    let mut open = war(&[]);
    let before = open.view(macedonian);
    send(&mut open, persian);
    assert_ne!(open.view(macedonian), before, "without a screen all is seen");
}

/// The pursuit after a battle on hexes is put away and taken out like anything else, and the battle is counted
/// once, when it has come home. It begins as in a rule case: a random battle seldom ends in one.
#[test]
fn a_pursuit_after_hexes_is_put_away_and_taken_out() {
    let text = include_str!("cases/alexandros/10/10.20-pursuit-after-hexes.toml");
    let begin = || {
        let words = Words::parse(text).unwrap();
        let mut at = CampaignVocabulary.position(&words.get("position").unwrap()).unwrap();
        let run = words.get("run").unwrap();
        CampaignVocabulary.procedure(&mut at, &run, &mut Dice::new(5), &mut Drop).unwrap();
        Session::from_position(at.game, at.state, Dice::new(5))
    };
    let mut session = begin();
    let pursuit = State::is_pursuit;
    assert!(pursuit(session.state()));
    assert!(session.game().headline(session.state()).ends_with("after a battle"));
    let count = |session: &Session<War>| {
        let tally = session.game().tally(session.state());
        ["display", "hex"].map(|form| tally.battles[form])
    };
    assert_eq!(count(&session), [0, 0], "one that is pursued has not come home");
    let stamp = Stamp {
        seats: vec!["a".into(), "b".into()],
        players: Vec::new(),
        saved_at: 0,
        program: "test".into(),
        lineage: Lineage::Resumed,
    };
    let saved = encode(&Save::of(&session, stamp)).unwrap();
    let mut loaded = open_bytes::<War>(&saved).unwrap().session;
    assert_eq!(loaded.state(), session.state());
    let mut again = begin();
    while pursuit(session.state()) {
        let ask = session.decision().ask().unwrap();
        let action = session.actions()[0];
        for one in [&mut session, &mut loaded, &mut again] {
            one.act(ask.seat, action).unwrap();
        }
        assert_eq!(session.state_hash(), loaded.state_hash());
        assert_eq!(session.state_hash(), again.state_hash());
        assert_eq!(session.can_undo(ask.seat).is_ok(), again.can_undo(ask.seat).is_ok());
    }
    assert_eq!(count(&session), [0, 1]);
    assert!(session.game().invariants(session.state()).is_ok());
}
