//! Two allies in one camp: who decides follows from the man, and one who leaves does not end it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_core::{AnswerOffer, Camp, Dice, Game, Playable, Request, Seat, SeatSet, Session};
use diadem_sparring::duel::{Action, Answer, Duel, State, Yield};
use diadem_sparring::feud::{self, Feud};
use std::sync::Arc;

const NORTH: Seat = Seat::new(0);
const EAST: Seat = Seat::new(1);
const SOUTH: Seat = Seat::new(2);

/// North against East, whose third man is South's; champions are named, and these dice are to come.
fn allied_duel(dice: impl IntoIterator<Item = u8>) -> Session<Duel> {
    let game = Arc::new(Duel::between(NORTH, EAST).with_ally(Camp::Second, SOUTH));
    let mut session = Session::from_position(game, State::beginning(), Dice::scripted(dice));
    session.act(NORTH, Action::Name(0)).unwrap();
    session.act(EAST, Action::Name(1)).unwrap();
    session
}

fn decides<G: Game>(session: &Session<G>) -> Option<Seat> {
    session.decision().ask().map(|ask| ask.seat)
}

fn strike(session: &mut Session<Duel>, by: u8, at: u8) {
    for action in [Action::Pick(by), Action::At(at)] {
        session.act(decides(session).unwrap(), action).unwrap();
    }
}

fn answer(kind: Answer, unit: u16) -> Action {
    Action::Answer(AnswerOffer { kind, unit })
}

#[test]
fn each_ally_has_a_window_for_his_own_men_and_the_struck_mans_seat_comes_first() {
    let mut session = allied_duel([6]);
    strike(&mut session, 1, 2);
    assert_eq!(decides(&session), Some(SOUTH));
    assert_eq!(session.actions(), [answer(Answer::Dodge, 2), Action::Done]);
    session.act(SOUTH, Action::Done).unwrap();
    assert_eq!(decides(&session), Some(EAST));
    let shields = [answer(Answer::Shield, 0), answer(Answer::Shield, 1), Action::Done];
    assert_eq!(session.actions(), shields);
    session.act(EAST, Action::Done).unwrap();
    assert_eq!(session.state().men[1][2].wounds, 1);
}

#[test]
fn the_first_man_standing_says_who_strikes_and_the_striker_whom() {
    let mut session = allied_duel([1]);
    strike(&mut session, 0, 0);
    for seat in [EAST, SOUTH] {
        session.act(seat, Action::Done).unwrap();
    }
    assert_eq!(decides(&session), Some(EAST));
    session.act(EAST, Action::Pick(2)).unwrap();
    assert_eq!(decides(&session), Some(SOUTH));
    assert!(session.can_undo(EAST).is_err(), "another seat decides");
}

#[test]
fn an_ally_who_leaves_leaves_the_other_to_fight_on() {
    let mut session = allied_duel([6]);
    strike(&mut session, 0, 2);
    session.interject(SOUTH, Yield).unwrap();
    assert_eq!(decides(&session), Some(EAST), "the blow at a man who left is lost");
    assert!(session.interjections(SOUTH).is_empty());
    session.interject(EAST, Yield).unwrap();
    let outcome = session.decision().outcome().unwrap();
    assert_eq!(outcome.winners, SeatSet::only(NORTH));
}

#[test]
fn who_is_pledged_fights_together_and_then_between_them() {
    let setup = Feud::setup(&Request { scenario: "pledged-feud", battles: None }).unwrap();
    let mut session = Session::begin(Arc::new(Feud::prepare(&setup).unwrap()), 1);
    session.interject(SOUTH, feud::Interjection::Pledge(NORTH)).unwrap();
    assert_eq!(session.view(EAST).this_year().unwrap().pledges, [None; 3]);
    for seat in [NORTH, EAST, SOUTH] {
        session.act(seat, feud::Action::March(Some(0))).unwrap();
    }
    let duel = Duel::between(NORTH, EAST).with_ally(Camp::First, SOUTH);
    assert_eq!(session.state().fight().unwrap().duel, duel);
    session.interject(EAST, feud::Interjection::Duel(Yield)).unwrap();
    assert_eq!(session.state().fight().unwrap().duel, Duel::between(NORTH, SOUTH));
    session.interject(NORTH, feud::Interjection::Renounce).unwrap();
    assert_eq!(session.state().hills, [Some(SOUTH), None, None]);
    assert_eq!(decides(&session), Some(EAST), "two heirs go on");
}
