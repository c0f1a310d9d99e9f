//! 10.3 behind a screen, in a whole war: what a seat can see, do and take back does not depend on how
//! the other side has set up.

use diadem_campaign::Switch;
use diadem_core::random::RandomPlayer;
use diadem_core::{Game, Playable, Seat, Session};
use diadem_handoff::{War, WarSetup};
use std::sync::Arc;

const MACEDONIAN: Seat = Seat::new(0);
const PERSIAN: Seat = Seat::new(1);
/// Wars that are played, battles looked at in each, and plies after which no more are waited for.
const WARS: u64 = 40;
const BATTLES: u64 = 4;
const MOST_PLIES: usize = 4_000;

/// All that a seat can watch.
#[derive(PartialEq, Debug)]
struct Seen {
    view: <War as Game>::State,
    decision: String,
    actions: Vec<<War as Game>::Action>,
    interjections: Vec<<War as Game>::Interjection>,
    can_undo: bool,
    told: Vec<<War as Game>::Event>,
}

fn seen_by(seat: Seat, session: &Session<War>) -> Seen {
    let game = session.game();
    let view = session.view(seat);
    let (mut actions, mut interjections) = (Vec::new(), Vec::new());
    game.actions(&view, &mut actions);
    game.interjections(&view, seat, &mut interjections);
    if decides(session, seat) {
        assert_eq!(actions, session.actions(), "the view of who decides lists the true actions");
    }
    Seen {
        decision: format!("{:?}", game.decision(&view)),
        view,
        actions,
        interjections,
        can_undo: session.can_undo(seat).is_ok(),
        told: session.chronicle(seat).map(|line| line.event.clone()).collect(),
    }
}

fn decides(session: &Session<War>, seat: Seat) -> bool {
    session.decision().ask().is_some_and(|ask| ask.seat == seat)
}

/// Whether armies are being set up behind the screen.
fn is_screened(session: &Session<War>) -> bool {
    session.state().on_display().is_some_and(|battle| battle.round == 0)
}

/// The same position in another session, with nothing told yet and nothing to take back.
fn twin(session: &Session<War>) -> Session<War> {
    Session::resume(session.game().clone(), session.record())
}

fn act_at_random(session: &mut Session<War>, seat: Seat, luck: &mut RandomPlayer) {
    let action = luck.pick(&session.actions()).expect("whoever is asked can answer");
    session.act(seat, action).expect("a listed action applies");
}

/// A seat sets up with this luck; the other one sees the same all the while. Answers how many acts
/// it took.
fn sets_up(session: &mut Session<War>, seat: Seat, other: Seat, luck: u64) -> usize {
    let mut luck = RandomPlayer::new(luck);
    let before = seen_by(other, session);
    assert!(!before.can_undo, "nobody takes back what was done before another is asked");
    let mut acts = 0;
    while is_screened(session) && decides(session, seat) {
        assert_eq!(seen_by(other, session), before, "after {acts} acts");
        act_at_random(session, seat, &mut luck);
        acts += 1;
    }
    acts
}

/// Tests the set-up that begins here. Answers how many plies were compared, and whether the two
/// Persian armies stood differently.
fn compare(session: &Session<War>, seed: u64) -> (usize, bool) {
    let (mut one, mut other) = (twin(session), twin(session));
    let acts = [(&mut one, seed), (&mut other, seed + 1_000)]
        .map(|(session, luck)| sets_up(session, PERSIAN, MACEDONIAN, luck));
    assert_eq!(acts[0], acts[1], "how long the Persian takes tells nothing");
    let logged = one.log().len() - session.log().len();
    assert_eq!(logged, acts[0], "no answer is taken by itself behind the screen");
    let differed = one.state() != other.state();
    sets_up(&mut twin(&one), MACEDONIAN, PERSIAN, seed + 2_000);

    // The Macedonian does the same against both, and now and then changes his mind.
    let mut luck = RandomPlayer::new(seed + 3_000);
    let mut compared = acts[0];
    while is_screened(&one) {
        assert_eq!(seen_by(MACEDONIAN, &one), seen_by(MACEDONIAN, &other));
        let action = luck.pick(&one.actions()).expect("whoever is asked can answer");
        for session in [&mut one, &mut other] {
            session.act(MACEDONIAN, action).expect("a listed action applies");
        }
        if compared % 5 == 0 {
            let undone = [&mut one, &mut other].map(|session| session.undo(MACEDONIAN));
            assert_eq!(undone[0], undone[1]);
        }
        compared += 1;
    }
    assert!(!is_screened(&other), "the screen falls for both at the same time");
    (compared, differed)
}

#[test]
fn a_screen_in_a_war_gives_nothing_away() {
    let setup = WarSetup::new("alexandros", [Switch::SecretSetUp]);
    let game = Arc::new(War::prepare(&setup).unwrap());
    let (mut battles, mut compared, mut differed) = (0, 0, 0);
    for seed in 0..WARS {
        let mut session = Session::begin(game.clone(), seed);
        let mut luck = RandomPlayer::new(seed);
        let (mut found, mut in_battle) = (0, false);
        for _ in 0..MOST_PLIES {
            let Some(ask) = session.decision().ask() else { break };
            if is_screened(&session) && !in_battle {
                let (plies, other) = compare(&session, seed * BATTLES + found);
                (found, compared, differed) =
                    (found + 1, compared + plies, differed + u64::from(other));
                if found == BATTLES {
                    break;
                }
            }
            in_battle = session.state().on_display().is_some();
            act_at_random(&mut session, ask.seat, &mut luck);
        }
        battles += found;
    }
    assert!(battles > WARS, "{battles} battles: not only the Granicus");
    assert!(compared > 400 && differed > WARS, "{compared} plies, {differed} other armies");
}
