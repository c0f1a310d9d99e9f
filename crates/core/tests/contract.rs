//! The contract, proved on the two small games: playing, undoing, replaying, hiding, standing
//! answers, and the checked play-out itself.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_core::checked::{Thoroughness, play_again, play_out};
use diadem_core::{
    CannotUndo, Cause, Chance, Decision, Dice, Entry, Game, OwnFiles, Play, Playable, Request,
    Seal, Seat, Session, Stance, Text, random, state_hash,
};
use diadem_sparring::duel::{Answer, Duel};
use diadem_sparring::feud::{self, Feud};
use diadem_sparring::{HOUSE, duel};
use std::collections::BTreeSet;
use std::sync::Arc;

const NORTH: Seat = Seat::new(0);
const EAST: Seat = Seat::new(1);
const SOUTH: Seat = Seat::new(2);

fn prepared<G: Playable>(scenario: &str) -> Arc<G> {
    let setup = G::setup(&Request { scenario, battles: None }).unwrap();
    Arc::new(G::prepare(&setup).unwrap())
}

fn march(hill: u8) -> feud::Action {
    feud::Action::March(Some(hill))
}

fn in_duel(action: duel::Action) -> feud::Action {
    feud::Action::Duel(action)
}

/// North and East meet on the first hill, South holds the second, champions are named, and North
/// has to pick who strikes.
fn at_the_first_duel() -> Session<Feud> {
    let mut session = Session::begin(prepared::<Feud>("feud"), 1);
    for (seat, hill) in [(NORTH, 0), (EAST, 0), (SOUTH, 1)] {
        session.act(seat, march(hill)).unwrap();
    }
    for seat in [NORTH, EAST] {
        session.act(seat, in_duel(duel::Action::Name(0))).unwrap();
    }
    session
}

fn told(session: &Session<Feud>, seat: Seat) -> Vec<String> {
    session.chronicle(seat).map(|line| session.game().event(&line.event)).collect()
}

fn play_to_the_end(session: &mut Session<Feud>, seed: u64) {
    let mut player = random::RandomPlayer::new(seed);
    while let Some(ask) = session.decision().ask() {
        let action = player.pick(&session.actions()).unwrap();
        session.act(ask.seat, action).unwrap();
    }
}

#[test]
fn a_battle_in_a_war_comes_home() {
    let mut session = at_the_first_duel();
    assert!(session.state().fight().is_some());
    session.interject(NORTH, feud::Interjection::Duel(duel::Yield)).unwrap();
    assert!(session.state().fight().is_none());
    assert_eq!(session.state().hills, [Some(EAST), Some(SOUTH), None]);
    assert_eq!(session.state().year, 1);
}

#[test]
fn a_refusal_names_the_rule_and_changes_nothing() {
    let mut session = at_the_first_duel();
    let before = (session.state().clone(), session.log().len());
    let illegal = session.act(EAST, in_duel(duel::Action::Pick(0))).unwrap_err();
    assert_eq!(illegal.rule, HOUSE.find("1.2").unwrap());
    let illegal = session.act(NORTH, march(2)).unwrap_err();
    assert_eq!(illegal.to_string(), "A duel has to be fought out first. (House 2.1)");
    assert_eq!((session.state().clone(), session.log().len()), before);
}

#[test]
fn a_picked_man_can_be_put_back_until_he_strikes() {
    let mut session = at_the_first_duel();
    let before = session.state_hash();
    session.act(NORTH, in_duel(duel::Action::Pick(2))).unwrap();
    assert_eq!(session.can_undo(EAST), Err(CannotUndo::Sealed(Seal::OtherSeat)));
    assert_eq!(session.undo(EAST), session.can_undo(EAST));
    session.undo(NORTH).unwrap();
    assert_eq!(session.state_hash(), before);
    assert_eq!(session.can_undo(NORTH), Err(CannotUndo::Sealed(Seal::OtherSeat)));

    session.act(NORTH, in_duel(duel::Action::Pick(2))).unwrap();
    session.act(NORTH, in_duel(duel::Action::At(0))).unwrap();
    assert_eq!(session.can_undo(NORTH), Err(CannotUndo::Sealed(Seal::Answered)));
    session.act(EAST, in_duel(duel::Action::Done)).unwrap();
    assert_eq!(session.can_undo(EAST), Err(CannotUndo::Sealed(Seal::Dice)));
}

#[test]
fn nothing_can_be_taken_back_before_anything_was_done() {
    let session = Session::begin(prepared::<Feud>("feud"), 1);
    assert_eq!(session.can_undo(NORTH), Err(CannotUndo::Nothing));
    assert_eq!(session.can_undo(EAST), Err(CannotUndo::NotYours));
}

#[test]
fn what_others_did_out_of_turn_is_done_again_after_an_undo() {
    let renounced = |session: &mut Session<Feud>| {
        session.interject(SOUTH, feud::Interjection::Renounce).unwrap();
    };
    let mut expected = at_the_first_duel();
    renounced(&mut expected);

    let mut session = at_the_first_duel();
    session.act(NORTH, in_duel(duel::Action::Pick(2))).unwrap();
    renounced(&mut session);
    session.undo(NORTH).unwrap();
    assert_eq!(session.state(), expected.state());
    assert_eq!(session.log(), expected.log());
    assert_eq!(session.whole_chronicle(), expected.whole_chronicle());
}

#[test]
fn an_own_interjection_is_taken_back_like_an_answer() {
    let game = defects::Careless(defects::Defect::TauntsWhoAims, Duel::between(NORTH, EAST));
    let mut session = Session::begin(Arc::new(game), 1);
    session.act(NORTH, duel::Action::Name(0)).unwrap();
    session.act(EAST, duel::Action::Name(0)).unwrap();
    session.act(NORTH, duel::Action::Pick(0)).unwrap();
    let before = (session.state_hash(), session.log().len());
    session.interject(NORTH, duel::Yield).unwrap();
    session.undo(NORTH).unwrap();
    assert_eq!((session.state_hash(), session.log().len()), before);
}

#[test]
fn what_another_was_promised_cannot_be_taken_back() {
    let mut session = Session::begin(prepared::<Feud>("feud"), 1);
    session.interject(NORTH, feud::Interjection::Pledge(EAST)).unwrap();
    assert_eq!(session.can_undo(NORTH), Err(CannotUndo::Sealed(Seal::Shown)));
    session.interject(SOUTH, feud::Interjection::Pledge(NORTH)).unwrap();
    assert_eq!(session.can_undo(SOUTH), Err(CannotUndo::NotYours), "South is not asked");
}

#[test]
fn what_ends_the_game_out_of_turn_cannot_be_taken_back() {
    let mut session = Session::begin(prepared::<Duel>("duel"), 1);
    session.interject(NORTH, duel::Yield).unwrap();
    assert_eq!(session.can_undo(NORTH), Err(CannotUndo::Sealed(Seal::Over)));
    assert_eq!(session.can_undo(EAST), Err(CannotUndo::Sealed(Seal::Over)));
}

/// A pledge of South to East, or none, while North decides: North cannot tell, whatever it tries.
#[test]
fn what_a_seat_cannot_see_neither_seals_its_undo_nor_shows() {
    let noticed = |is_pledged: bool| {
        let mut session = at_the_first_duel();
        session.act(NORTH, in_duel(duel::Action::Pick(2))).unwrap();
        if is_pledged {
            session.interject(SOUTH, feud::Interjection::Pledge(EAST)).unwrap();
        }
        let mut noticed = vec![format!("{:?}", session.can_undo(NORTH))];
        noticed.extend(told(&session, NORTH));
        noticed.push(format!("{:?}", session.undo(NORTH)));
        noticed.extend(told(&session, NORTH));
        noticed.push(format!("{:?} {:?}", session.view(NORTH), session.can_undo(NORTH)));
        let kept = session.chronicle(EAST).count() - session.chronicle(NORTH).count();
        (noticed, kept)
    };
    let (with, kept) = noticed(true);
    let (without, none) = noticed(false);
    assert_eq!(with, without);
    assert_eq!(kept, none + 1, "the pledge was given all the same");
}

#[test]
fn an_undo_that_would_take_the_ground_from_what_another_did_is_refused() {
    use defects::{Careless, Defect};
    let taunted = |defect| {
        let game = Careless(defect, Duel::between(NORTH, EAST));
        let mut session = Session::begin(Arc::new(game), 1);
        session.act(NORTH, duel::Action::Name(0)).unwrap();
        session.act(EAST, duel::Action::Name(0)).unwrap();
        session.act(NORTH, duel::Action::Pick(0)).unwrap();
        session.interject(EAST, duel::Yield).unwrap();
        session
    };
    let mut seen = taunted(Defect::TauntsWhoAims);
    let before = (seen.state_hash(), seen.log().len(), seen.whole_chronicle().len());
    assert_eq!(seen.undo(NORTH), Err(CannotUndo::Sealed(Seal::Answered)));
    assert_eq!((seen.state_hash(), seen.log().len(), seen.whole_chronicle().len()), before);

    let mut unseen = taunted(Defect::TauntsInSecret);
    assert_eq!(unseen.undo(NORTH), Ok(()), "a secret that seals would be none");
    assert!(!unseen.state().men[1][2].winded, "what has lost its ground has not happened");
}

#[test]
fn dice_rolled_out_of_turn_seal_what_those_who_see_them_did() {
    use defects::{Careless, Defect};
    let rolled = |defect| {
        let game = Careless(defect, Duel::between(NORTH, EAST));
        let mut session = Session::begin(Arc::new(game), 1);
        session.act(NORTH, duel::Action::Name(0)).unwrap();
        session.act(EAST, duel::Action::Name(0)).unwrap();
        session.act(NORTH, duel::Action::Pick(0)).unwrap();
        session.interject(EAST, duel::Yield).unwrap();
        session
    };
    let seen = rolled(Defect::RollsOutOfTurn);
    assert_eq!(seen.can_undo(NORTH), Err(CannotUndo::Sealed(Seal::Dice)));
    let mut unseen = rolled(Defect::RollsInSecret);
    let dice = unseen.dice().position();
    unseen.undo(NORTH).unwrap();
    assert_eq!(unseen.dice().position(), dice, "the same roll is rolled again");
    let replayed = Session::replay(unseen.game().clone(), 1, unseen.log()).unwrap();
    assert_eq!(replayed.state_hash(), unseen.state_hash());
    assert_eq!(replayed.dice().position(), dice);
    assert_eq!(replayed.whole_chronicle(), unseen.whole_chronicle());
}

#[test]
fn standing_answers_close_windows_and_survive_undo() {
    let mut session = at_the_first_duel();
    session.act(NORTH, in_duel(duel::Action::Pick(1))).unwrap();
    session.stand(EAST, Answer::Shield, None, Stance::Never);
    session.stand(EAST, Answer::Dodge, None, Stance::Always);
    session.undo(NORTH).unwrap();
    session.act(NORTH, in_duel(duel::Action::Pick(0))).unwrap();
    session.act(NORTH, in_duel(duel::Action::At(1))).unwrap();
    let dodged = session.log().last().unwrap();
    assert_eq!((dodged.seat, dodged.cause), (EAST, Cause::Stood));
    assert!(session.state().fight().unwrap().state.men[1][1].winded);
    assert_eq!(session.decision().ask().unwrap().seat, EAST, "it is East's turn to strike");
}

#[test]
fn a_single_answer_is_taken_and_marked() {
    let forced_in = |seed| {
        let mut session = Session::begin(prepared::<Duel>("duel"), seed);
        let mut player = random::RandomPlayer::new(seed);
        while let Some(ask) = session.decision().ask() {
            let listed = session.actions();
            assert!(listed.len() > 1, "{ask:?}");
            session.act(ask.seat, player.pick(&listed).unwrap()).unwrap();
        }
        session.log().iter().filter(|entry| entry.cause == Cause::Forced).count()
    };
    assert!((0..50).map(forced_in).sum::<usize>() > 0, "some duel has a moment with one answer");
}

#[test]
fn a_single_answer_is_asked_for_where_taking_it_would_tell() {
    let game = defects::Careless(defects::Defect::OneChampion, Duel::between(NORTH, EAST));
    let session = Session::begin(Arc::new(game), 1);
    assert_eq!(session.actions(), [duel::Action::Name(0)]);
    assert!(session.log().is_empty());
}

#[test]
fn the_log_gives_the_whole_game_again() {
    let mut played = at_the_first_duel();
    played.stand(SOUTH, Answer::Shield, Some(1), Stance::Never);
    played.interject(SOUTH, feud::Interjection::Pledge(EAST)).unwrap();
    play_to_the_end(&mut played, 9);
    let replayed = Session::replay(played.game().clone(), 1, played.log()).unwrap();
    assert_eq!(replayed.state_hash(), played.state_hash());
    assert_eq!(replayed.whole_chronicle(), played.whole_chronicle());
    assert_eq!(replayed.standing(), played.standing());
}

#[test]
fn replaying_brings_the_undo_stack_back() {
    let mut played = at_the_first_duel();
    played.act(NORTH, in_duel(duel::Action::Pick(2))).unwrap();
    played.interject(SOUTH, feud::Interjection::Pledge(EAST)).unwrap();
    let mut replayed = Session::replay(played.game().clone(), 1, played.log()).unwrap();
    played.undo(NORTH).unwrap();
    replayed.undo(NORTH).unwrap();
    assert_eq!(replayed.state_hash(), played.state_hash());
    assert_eq!(replayed.log(), played.log());
    assert_eq!(replayed.whole_chronicle(), played.whole_chronicle());
    for seat in [NORTH, EAST, SOUTH] {
        assert_eq!(replayed.can_undo(seat), played.can_undo(seat));
    }
}

/// Answers, things done out of turn and undos at random: after each undo the log alone gives everything again.
#[test]
fn whatever_is_undone_the_log_is_the_game() {
    let game = prepared::<Feud>("pledged-feud");
    let mut undone_over_others = 0;
    for seed in 0..60 {
        let mut session = Session::begin(game.clone(), seed);
        let (mut player, mut luck) = (random::RandomPlayer::new(seed), Chance::new(seed));
        while let Some(ask) = session.decision().ask() {
            let others = [NORTH, EAST, SOUTH].map(|seat| session.interjections(seat));
            let seat = luck.below(3) as usize;
            match luck.below(20) {
                0..5 if session.can_undo(ask.seat).is_ok() => {
                    let interjected = |session: &Session<Feud>| {
                        let is_one = |entry: &&Entry<_, _, _>| {
                            matches!(entry.play, Play::Interject(_)) && entry.seat != ask.seat
                        };
                        session.log().iter().filter(is_one).count()
                    };
                    let before = interjected(&session);
                    let last = session.log().last().unwrap().seat;
                    session.undo(ask.seat).unwrap();
                    assert_eq!(interjected(&session), before);
                    undone_over_others += usize::from(last != ask.seat);
                    let replayed = Session::replay(game.clone(), seed, session.log()).unwrap();
                    assert_eq!(replayed.state(), session.state());
                    assert_eq!(replayed.dice().position(), session.dice().position());
                    assert_eq!(replayed.whole_chronicle(), session.whole_chronicle());
                    for seat in [NORTH, EAST, SOUTH] {
                        assert_eq!(replayed.can_undo(seat), session.can_undo(seat));
                    }
                }
                5 => {
                    if let Some(done) = player.pick(&others[seat]) {
                        session.interject(Seat::new(seat as u8), done).unwrap();
                    }
                }
                _ => {
                    let action = player.pick(&session.actions()).unwrap();
                    session.act(ask.seat, action).unwrap();
                }
            }
        }
    }
    assert!(undone_over_others > 0, "somebody else had done something since");
}

#[test]
fn a_log_that_is_not_legal_is_refused_at_its_line() {
    let played = at_the_first_duel();
    let mut log = played.log().to_vec();
    log[1] = Entry { play: Play::Act(march(9)), ..log[1] };
    let error = Session::replay(played.game().clone(), 1, &log).err().unwrap();
    assert_eq!(
        error.to_string(),
        "entry 2 of the log is not legal: There is no such hill. (House 2.1)"
    );
}

#[test]
fn a_record_goes_on_exactly_where_it_stopped() {
    let mut played = at_the_first_duel();
    let mut resumed = Session::resume(played.game().clone(), played.record());
    play_to_the_end(&mut played, 5);
    play_to_the_end(&mut resumed, 5);
    assert_eq!(resumed.state_hash(), played.state_hash());
}

#[test]
fn pledges_and_orders_are_seen_by_those_they_concern() {
    let mut session = Session::begin(prepared::<Feud>("feud"), 1);
    session.act(NORTH, march(2)).unwrap();
    session.interject(SOUTH, feud::Interjection::Pledge(NORTH)).unwrap();
    let pledge = "South pledges himself to North.".to_owned();
    assert_eq!(told(&session, NORTH), ["North orders a march on hill 3.", &pledge]);
    assert_eq!(told(&session, EAST), Vec::<String>::new());
    assert_eq!(told(&session, SOUTH), [pledge]);
}

/// Changes what is hidden from `seat` in every way, and compares all it could notice.
#[test]
fn the_view_leaks_nothing() {
    let game = prepared::<Feud>("feud");
    let noticed: BTreeSet<String> = (0..3)
        .map(|hill| {
            let mut session = Session::begin(game.clone(), 1);
            session.act(NORTH, march(hill)).unwrap();
            let seen: Vec<_> = session.chronicle(EAST).collect();
            let view = session.view(EAST);
            let undo = session.can_undo(NORTH);
            format!("{view:?} {seen:?} {:?} {undo:?}", session.decision())
        })
        .collect();
    assert_eq!(noticed.len(), 1, "North's order shows: {noticed:#?}");

    let noticed: BTreeSet<String> = (0..3)
        .map(|champion| {
            let mut session = Session::begin(prepared::<Duel>("duel"), 1);
            session.act(NORTH, duel::Action::Name(champion)).unwrap();
            session.act(EAST, duel::Action::Name(0)).unwrap();
            session.act(NORTH, duel::Action::Pick(0)).unwrap();
            session.act(NORTH, duel::Action::At(1)).unwrap();
            let seen: Vec<_> = session.chronicle(EAST).collect();
            let offered = session.actions();
            let undo = session.can_undo(NORTH);
            format!("{:?} {seen:?} {offered:?} {undo:?}", session.view(EAST))
        })
        .collect();
    assert_eq!(noticed.len(), 1, "North's champion shows: {noticed:#?}");
}

fn play_out_checked<G: Playable>(scenario: &str, games: u64) -> (u64, BTreeSet<&'static str>) {
    let game = prepared::<G>(scenario);
    let how = Thoroughness { every: 1, most_plies: 100_000 };
    let mut endings = BTreeSet::new();
    let (mut plies, mut interjections) = (0, 0);
    for seed in 0..games {
        let report = play_out(&*game, seed, how, |state| Ok(state.clone())).unwrap();
        let again = play_again(&*game, seed, how.most_plies).unwrap();
        assert_eq!((again.state_hash(), again.plies), (report.hash, report.plies));
        if report.interjections == 0 {
            let alone = random::play(&*game, seed, how.most_plies).unwrap();
            assert_eq!(alone.state_hash(), report.hash, "luck of its own changes nobody else's");
        }
        endings.insert(report.outcome.how);
        plies += report.plies;
        interjections += report.interjections;
    }
    assert!(interjections > games / 20, "{interjections} in {games} games");
    (plies, endings)
}

#[test]
fn random_players_finish_every_game() {
    let (plies, endings) = play_out_checked::<Feud>("feud", 200);
    assert!(plies > 10_000, "{plies}");
    assert_eq!(endings.into_iter().collect::<Vec<_>>(), ["draw", "last heir", "most hills"]);
    play_out_checked::<Duel>("duel", 200);
}

#[test]
fn random_players_finish_every_game_with_allies() {
    play_out_checked::<Duel>("allied-duel", 200);
    let (_, endings) = play_out_checked::<Feud>("pledged-feud", 200);
    assert_eq!(endings.into_iter().collect::<Vec<_>>(), ["draw", "last heir", "most hills"]);
}

/// A game with a defect of each kind, so that we know the checked play-out finds it.
mod defects {
    use super::*;
    use diadem_core::{
        AnswerOffer, Broken, Chart, DataFile, Die, Illegal, Rule, Scenario, SeatSet, SetupError,
        Sink, Tally,
    };

    #[derive(Clone, Copy, PartialEq, Debug)]
    pub(super) enum Defect {
        ListsIllegal,
        ListsTwice,
        ChangesOnRefusal,
        LeakyView,
        BrokenInvariant,
        NeverEnds,
        Silent,
        /// The last of three seats may do what is for the others to decide.
        ListensToAnybody,
        /// Who has yielded has nothing to say, but the duel goes on and asks him.
        SilentAfterYielding,
        /// None: only one man may be champion, and that he is must not show.
        OneChampion,
        /// None: instead of yielding one taunts a man who aims, which winds a man of one's own.
        TauntsWhoAims,
        /// None: the same, and nobody else hears it.
        TauntsInSecret,
        /// None: instead of yielding a die is rolled.
        RollsOutOfTurn,
        /// None: the same, and nobody else sees it.
        RollsInSecret,
    }

    /// A round that no duel has, for who forgets to end it.
    const YIELDED: u8 = 100;

    /// A duel played by a careless referee.
    pub(super) struct Careless(pub(super) Defect, pub(super) Duel);

    impl Game for Careless {
        type State = duel::State;
        type Action = duel::Action;
        type Interjection = duel::Yield;
        type Question = duel::Question;
        type Event = duel::Event;
        type AnswerKind = Answer;

        fn seats(&self) -> SeatSet {
            match self.0 {
                Defect::ListensToAnybody => self.1.seats().with(SOUTH),
                _ => self.1.seats(),
            }
        }
        fn decision(&self, state: &duel::State) -> Decision<duel::Question> {
            self.1.decision(state)
        }
        fn actions(&self, state: &duel::State, into: &mut Vec<duel::Action>) {
            let over = self.1.decision(state).outcome().is_some();
            match self.0 {
                Defect::Silent if state.round == 1 => {}
                Defect::SilentAfterYielding if state.round == YIELDED => {}
                Defect::OneChampion
                    if matches!(state.steps.last(), Some(duel::Step::Naming(_))) =>
                {
                    into.push(duel::Action::Name(0));
                }
                Defect::ListsIllegal if !over => {
                    self.1.actions(state, into);
                    into.push(duel::Action::Pick(9));
                }
                Defect::ListsTwice => {
                    self.1.actions(state, into);
                    into.extend(into.first().copied());
                }
                // What the view blanks decides what is listed.
                Defect::LeakyView if state.champions[0] == duel::Champion::Unknown => {}
                _ => self.1.actions(state, into),
            }
        }
        fn check(
            &self,
            state: &duel::State,
            seat: Seat,
            action: duel::Action,
        ) -> Result<(), Illegal> {
            match (self.0, self.1.decision(state)) {
                (Defect::ListensToAnybody, Decision::Ask(ask)) if seat == SOUTH => {
                    self.1.check(state, ask.seat, action)
                }
                _ => self.1.check(state, seat, action),
            }
        }
        fn apply(
            &self,
            state: &mut duel::State,
            seat: Seat,
            action: duel::Action,
            dice: &mut Dice,
            sink: &mut impl Sink<duel::Event>,
        ) -> Result<(), Illegal> {
            if self.0 == Defect::ChangesOnRefusal {
                state.men[0][0].winded = true;
            }
            self.1.apply(state, seat, action, dice, sink)?;
            if self.0 == Defect::NeverEnds && state.round == 3 {
                state.round = 0;
                state.men = Default::default();
            }
            Ok(())
        }
        fn interjections(&self, state: &duel::State, seat: Seat, into: &mut Vec<duel::Yield>) {
            self.1.interjections(state, seat, into);
        }
        fn interject(
            &self,
            state: &mut duel::State,
            seat: Seat,
            yields: duel::Yield,
            dice: &mut Dice,
            sink: &mut impl Sink<duel::Event>,
        ) -> Result<(), Illegal> {
            let event = duel::Event::Yielded(seat);
            match self.0 {
                Defect::TauntsWhoAims | Defect::TauntsInSecret => {
                    if !matches!(state.steps.last(), Some(duel::Step::Aiming(_))) {
                        let rule = HOUSE.find("1.5").unwrap();
                        return Err(Illegal::by(rule, "Nobody aims."));
                    }
                    state.men[1][2].winded = true;
                    let heard = self.0 == Defect::TauntsWhoAims;
                    sink.tell(if heard { SeatSet::ALL } else { SeatSet::only(seat) }, event);
                    Ok(())
                }
                Defect::RollsOutOfTurn | Defect::RollsInSecret => {
                    state.men[1][2].wounds = u8::from(dice.roll(Die::D6) > 3);
                    let seen = self.0 == Defect::RollsOutOfTurn;
                    sink.tell(if seen { SeatSet::ALL } else { SeatSet::only(seat) }, event);
                    Ok(())
                }
                Defect::SilentAfterYielding => {
                    state.round = YIELDED;
                    Ok(())
                }
                _ => self.1.interject(state, seat, yields, dice, sink),
            }
        }
        fn view(&self, state: &duel::State, seat: Seat) -> duel::State {
            self.1.view(state, seat)
        }
        fn offer(&self, state: &duel::State, action: duel::Action) -> Option<AnswerOffer<Answer>> {
            self.1.offer(state, action)
        }
        fn invariants(&self, state: &duel::State) -> Result<(), Broken> {
            match self.0 {
                Defect::BrokenInvariant if state.round == 2 => Err(Broken("tired".into())),
                _ => self.1.invariants(state),
            }
        }
    }

    impl Text for Careless {
        fn seat_name(&self, seat: Seat) -> &str {
            self.1.seat_name(seat)
        }
        fn question(&self, state: &duel::State, question: duel::Question) -> String {
            self.1.question(state, question)
        }
        fn action(&self, state: &duel::State, action: duel::Action) -> String {
            self.1.action(state, action)
        }
        fn interjection(&self, state: &duel::State, yields: duel::Yield) -> String {
            self.1.interjection(state, yields)
        }
        fn event(&self, event: &duel::Event) -> String {
            self.1.event(event)
        }
        fn rule_of(&self, event: &duel::Event) -> Rule {
            self.1.rule_of(event)
        }
    }

    impl Playable for Careless {
        type Setup = duel::DuelSetup;
        const RULES_VERSION: u32 = 1;
        fn scenarios() -> Vec<Scenario> {
            Duel::scenarios()
        }
        fn charts(own: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
            Duel::charts(own)
        }
        fn data_files() -> Vec<DataFile> {
            Duel::data_files()
        }
        fn setup(request: &Request<'_>) -> Result<duel::DuelSetup, SetupError> {
            Duel::setup(request)
        }
        fn prepare(setup: &duel::DuelSetup) -> Result<Careless, SetupError> {
            Ok(Careless(Defect::ListsTwice, Duel::prepare(setup)?))
        }
        fn setup_of(&self) -> &duel::DuelSetup {
            self.1.setup_of()
        }
        fn opening(&self, dice: &mut Dice) -> duel::State {
            self.1.opening(dice)
        }
        fn data_hash(&self) -> [u8; 32] {
            self.1.data_hash()
        }
        fn scenario(&self) -> &str {
            self.1.scenario()
        }
        fn headline(&self, state: &duel::State) -> String {
            self.1.headline(state)
        }
        fn tally(&self, state: &duel::State) -> Tally {
            self.1.tally(state)
        }
    }
}

#[test]
fn the_checked_play_out_finds_what_is_wrong() {
    use defects::{Careless, Defect};
    let found = |defect, put_away: fn(&duel::State) -> Result<duel::State, String>| {
        let duel = Duel::between(NORTH, EAST);
        let how = Thoroughness { every: 1, most_plies: 5_000 };
        let fault = play_out(&Careless(defect, duel), 4, how, put_away).unwrap_err();
        fault.what.lines().next().unwrap_or_default().to_owned()
    };
    let keep = |state: &duel::State| Ok(state.clone());
    assert_eq!(
        found(Defect::ListsIllegal, keep),
        "Pick(9) is listed but fails the check: That is not what is asked now. (House 1.1)"
    );
    assert_eq!(found(Defect::ListsTwice, keep), "Name(0) is listed twice");
    assert_eq!(found(Defect::ChangesOnRefusal, keep), "the state after a refusal differs:");
    assert_eq!(found(Defect::LeakyView, keep), "the actions on the view differs:");
    assert_eq!(found(Defect::BrokenInvariant, keep), "tired");
    assert_eq!(found(Defect::NeverEnds, keep), "the game does not end");
    assert_eq!(found(Defect::Silent, keep), "no legal answer");
    assert_eq!(
        found(Defect::ListensToAnybody, keep),
        "seat 3 may do Name(0), which is seat 1's to decide"
    );
    assert_eq!(
        found(Defect::NeverEnds, |_| Ok(duel::State::beginning())),
        "the hash after saving and loading differs:"
    );
}

#[test]
fn the_checked_play_out_plays_on_after_something_out_of_turn() {
    let game = defects::Careless(defects::Defect::SilentAfterYielding, Duel::between(NORTH, EAST));
    let how = Thoroughness { every: 1, most_plies: 5_000 };
    let faults: BTreeSet<String> = (0..100)
        .filter_map(|seed| play_out(&game, seed, how, |state| Ok(state.clone())).err())
        .map(|fault| fault.what)
        .collect();
    assert_eq!(faults.into_iter().collect::<Vec<_>>(), ["no legal answer"]);
}

#[test]
fn the_same_seed_gives_the_same_hash_and_another_seed_another() {
    let game = prepared::<Feud>("feud");
    let hash = |seed| random::play(&*game, seed, 10_000).unwrap().state_hash();
    assert_eq!(hash(7), hash(7));
    assert_ne!(hash(7), hash(8));
    assert_eq!(
        state_hash(&game.opening(&mut Dice::new(1))),
        state_hash(&game.opening(&mut Dice::new(2)))
    );
}
