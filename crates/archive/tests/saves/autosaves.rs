//! The ring of autosaves, on a real disk.

use crate::table::{names, stamp, under_way};
use diadem_archive::{Autosave, Save, SaveError, disk::verify_file, newest_good};
use diadem_sparring::feud::Feud;
use std::fs;
use std::num::NonZeroU8;
use std::path::Path;

const THREE: NonZeroU8 = NonZeroU8::new(3).unwrap();

/// Starts the ring, as the program would, saves once and quits.
fn play_a_while(folder: &Path, now: u64) {
    let autosave = Autosave::<Feud>::start(folder, THREE).expect("the folder is good");
    autosave.submit(Save::of(&under_way(), stamp(now)));
    autosave.finish().expect("the disk is good");
}

/// When each slot was saved.
fn slots(folder: &Path) -> [Option<u64>; 3] {
    [1, 2, 3].map(|slot| {
        let file = folder.join(format!("autosave-{slot}.diadem"));
        verify_file(&file).ok().map(|header| header.saved_at)
    })
}

#[test]
fn the_ring_fills_and_wraps_across_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("made on the way");
    play_a_while(&folder, 10);
    assert_eq!(slots(&folder), [Some(10), None, None]);
    (11..13).for_each(|now| play_a_while(&folder, now));
    assert_eq!(slots(&folder), [Some(10), Some(11), Some(12)]);
    (13..15).for_each(|now| play_a_while(&folder, now));
    assert_eq!(slots(&folder), [Some(13), Some(14), Some(12)]);
    assert_eq!(names(&folder), ["autosave-1.diadem", "autosave-2.diadem", "autosave-3.diadem"]);
    assert_eq!(newest_good(&folder).unwrap().1.saved_at, 14);
}

#[test]
fn what_is_damaged_or_missing_is_written_first() {
    let folder = tempfile::tempdir().unwrap();
    (10..13).for_each(|now| play_a_while(folder.path(), now));
    fs::write(folder.path().join("autosave-3.diadem"), "ruined").unwrap();
    play_a_while(folder.path(), 13);
    assert_eq!(slots(folder.path()), [Some(10), Some(11), Some(13)]);
    fs::remove_file(folder.path().join("autosave-2.diadem")).unwrap();
    play_a_while(folder.path(), 14);
    assert_eq!(slots(folder.path()), [Some(10), Some(14), Some(13)]);
}

#[test]
fn quitting_waits_for_the_last_one() {
    let folder = tempfile::tempdir().unwrap();
    let autosave = Autosave::<Feud>::start(folder.path(), THREE).unwrap();
    (1..=50).for_each(|now| autosave.submit(Save::of(&under_way(), stamp(now))));
    drop(autosave);
    assert_eq!(newest_good(folder.path()).unwrap().1.saved_at, 50);
}

#[test]
fn a_folder_that_cannot_be_made_is_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let started = Autosave::<Feud>::start(&file.join("autosaves"), THREE);
    assert!(matches!(started.err(), Some(SaveError::FolderMissing { .. })));
}
