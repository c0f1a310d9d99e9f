//! Saved, loaded, replayed, taken back: a session comes home whole, or says what it left behind.

use crate::table::{fresh, played_until, saved, stamp, under_way};
use diadem_archive::{
    Fault, Lineage, Opened, Progress, Save, SaveError, Stamp, Unproven, Verdict, check, encode,
    hold_the_same, open, open_bytes, resume, write,
};
use diadem_core::{Playable, Session, SetupError, Stance};
use diadem_sparring::{duel, feud::Feud};
use std::path::PathBuf;
use tempfile::TempDir;

/// A save in a file of its own.
struct Filed {
    _folder: TempDir,
    file: PathBuf,
}

fn filed(save: &Save<Feud>) -> Filed {
    let folder = tempfile::tempdir().expect("the system has a folder for it");
    let file = folder.path().join("feud.diadem");
    write(&file, &encode(save).expect("a feud can be saved")).expect("it can be written");
    Filed { _folder: folder, file }
}

fn opened(save: &Save<Feud>) -> Result<Opened<Feud>, SaveError> {
    open(&filed(save).file)
}

fn fault(result: Result<impl Sized, SaveError>) -> Fault {
    match result.err() {
        Some(SaveError::Refused { fault, .. }) => fault,
        other => panic!("expected the save to be refused, got {other:?}"),
    }
}

fn assert_same(session: &Session<Feud>, other: &Session<Feud>) {
    assert_eq!(session.state(), other.state());
    assert_eq!(session.log(), other.log());
    assert_eq!(session.decision(), other.decision());
    assert_eq!(session.record().dice, other.record().dice);
    assert_eq!(session.standing(), other.standing());
}

#[test]
fn two_saves_of_one_moment_hold_the_same_and_two_games_do_not() {
    let at = |seed, saved_at| encode(&Save::of(&fresh(seed), stamp(saved_at))).unwrap();
    assert_eq!(hold_the_same(&at(7, 1), &at(7, 2)), Ok(true));
    assert_eq!(hold_the_same(&at(7, 1), &at(8, 1)), Ok(false), "the dice are others");
    assert!(hold_the_same(&at(7, 1), b"ruined").is_err());
}

#[test]
fn a_session_comes_back_whole() {
    let mut session = under_way();
    let seat = session.decision().ask().unwrap().seat;
    session.stand(seat, duel::Answer::Dodge, None, Stance::Never);
    let opened = opened(&saved(&session)).unwrap();
    assert_eq!(opened.verdict, Verdict::Replayed);
    assert_eq!(opened.lineage(), Lineage::Unbroken);
    assert_same(&opened.session, &session);
    assert_eq!(opened.session.whole_chronicle(), session.whole_chronicle());
}

#[test]
fn a_save_that_is_no_file_opens_like_one() {
    let session = fresh(1);
    let bytes = encode(&saved(&session)).unwrap();
    let opened = open_bytes::<Feud>(&bytes).unwrap();
    assert_eq!(opened.verdict, Verdict::Replayed);
    assert_same(&opened.session, &session);
    assert_eq!(open_bytes::<Feud>(&bytes[..bytes.len() - 1]).err(), Some(Fault::CutShort));
}

#[test]
fn a_session_goes_on_as_if_it_had_never_been_away() {
    let mut session = under_way();
    let mut returned = opened(&saved(&session)).unwrap().session;
    while let Some(ask) = session.decision().ask() {
        let action = session.actions()[0];
        session.act(ask.seat, action).unwrap();
        returned.act(ask.seat, action).unwrap();
    }
    assert_same(&returned, &session);
    let save = saved(&returned);
    assert_eq!(save.header.stage, Progress::Over);
    assert_eq!(check::<Feud>(&filed(&save).file), Ok(Verdict::Replayed));
}

#[test]
fn what_could_be_taken_back_still_can() {
    let undoable = |session: &Session<Feud>| {
        session.decision().ask().is_some_and(|ask| session.can_undo(ask.seat).is_ok())
    };
    let mut session = played_until(3, undoable);
    assert!(undoable(&session), "somebody can take something back");
    let seat = session.decision().ask().unwrap().seat;
    let mut returned = opened(&saved(&session)).unwrap().session;
    session.undo(seat).unwrap();
    returned.undo(seat).unwrap();
    assert_same(&returned, &session);
}

#[test]
fn a_session_that_nobody_has_begun_comes_back() {
    let opened = opened(&saved(&fresh(1))).unwrap();
    assert_same(&opened.session, &fresh(1));
}

#[test]
fn other_rules_go_on_from_the_snapshot_and_say_so() {
    let session = under_way();
    let mut save = saved(&session);
    save.header.rules_version += 1;
    let reason = Unproven::OtherRules { theirs: Feud::RULES_VERSION + 1, ours: 1 };
    let verdict = Verdict::ChecksumOnly(reason);
    assert_eq!(check::<Feud>(&filed(&save).file).as_ref(), Ok(&verdict));
    let opened = opened(&save).unwrap();
    assert_eq!(opened.verdict, verdict);
    assert_eq!(
        verdict.to_string(),
        "intact, but it cannot be played again here: it was played by version 2 of the rules, \
         and these are version 1"
    );
    assert_same(&opened.session, &session);
    assert!(opened.session.whole_chronicle().is_empty());
}

#[test]
fn a_session_of_two_rules_is_never_played_again() {
    let mut save = saved(&under_way());
    save.header.data_hash = [9; 32];
    let first = opened(&save).unwrap();
    assert_eq!(first.verdict, Verdict::ChecksumOnly(Unproven::OtherData));
    let lineage = first.lineage();
    let again = Save::of(&first.session, Stamp { lineage, ..stamp(2) });
    let verdict = Verdict::ChecksumOnly(Unproven::TakenUp);
    assert_eq!(check::<Feud>(&filed(&again).file).as_ref(), Ok(&verdict));
    let second = opened(&again).unwrap();
    assert_eq!((second.lineage(), second.verdict), (Lineage::Resumed, verdict));
}

#[test]
fn an_unknown_scenario_can_only_be_verified() {
    let mut save = saved(&under_way());
    save.setup.years = 0;
    let why = SetupError("A feud lasts one year at least.".into());
    let filed = filed(&save);
    assert_eq!(fault(open::<Feud>(&filed.file)), Fault::UnknownGame { reason: why.0.clone() });
    let verdict = Verdict::ChecksumOnly(Unproven::UnknownScenario(why));
    assert_eq!(check::<Feud>(&filed.file), Ok(verdict));
}

#[test]
fn a_replay_that_leads_elsewhere_is_told_and_can_be_resumed() {
    let mut save = saved(&under_way());
    save.record.state.duels += 1;
    let filed = filed(&save);
    assert_eq!(fault(check::<Feud>(&filed.file)), Fault::ReplayDiffers);
    let error = open::<Feud>(&filed.file).err().unwrap();
    assert!(error.to_string().ends_with("you can go on from the position it holds."), "{error}");
    let resumed = resume::<Feud>(&filed.file).unwrap();
    assert_eq!(resumed.session.state(), &save.record.state);
    assert_eq!(resumed.lineage(), Lineage::Resumed);
}

#[test]
fn dice_that_stand_elsewhere_are_told() {
    let mut save = saved(&under_way());
    save.record.dice.drawn += 1;
    assert_eq!(fault(check::<Feud>(&filed(&save).file)), Fault::ReplayDiffers);
}

#[test]
fn an_action_that_the_rules_refuse_is_told() {
    let mut save = saved(&under_way());
    let twice = save.record.log[0];
    save.record.log.insert(0, twice);
    let fault = fault(check::<Feud>(&filed(&save).file));
    let Fault::ReplayRefused { reason } = fault else { panic!("{fault:?}") };
    assert!(reason.starts_with("entry 2 of the log is not legal"), "{reason}");
}

#[test]
fn a_file_that_is_not_there_is_told() {
    let error = open::<Feud>("/nowhere/at/all.diadem".as_ref()).err().unwrap();
    assert_eq!(
        error.to_string(),
        "There is no file “/nowhere/at/all.diadem”. Choose another save."
    );
}
