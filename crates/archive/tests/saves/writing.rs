//! Written whole or not at all, the last good one kept, one copy of the program at a time.

use crate::table::{bytes_saved_at, names};
use diadem_archive::disk::{verify_file, write_with};
use diadem_archive::{Fault, Lock, SaveError, previous_of, read, write};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with a save in it.
fn folder_with_a_save() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("the system has a folder for it");
    let file = folder.path().join("issus.diadem");
    write(&file, &bytes_saved_at(1)).expect("it can be written");
    (folder, file)
}

fn saved_at(file: &Path) -> u64 {
    verify_file(file).expect("the save is good").saved_at
}

#[test]
fn the_first_save_is_alone() {
    let (folder, file) = folder_with_a_save();
    assert_eq!(read(&file).unwrap(), bytes_saved_at(1));
    assert_eq!(names(folder.path()), ["issus.diadem"]);
}

#[test]
fn the_last_good_one_is_kept() {
    let (folder, file) = folder_with_a_save();
    for now in 2..5 {
        write(&file, &bytes_saved_at(now)).unwrap();
        assert_eq!((saved_at(&file), saved_at(&previous_of(&file))), (now, now - 1));
    }
    assert_eq!(names(folder.path()), ["issus.diadem", "issus.diadem.previous"]);
}

#[test]
fn a_damaged_one_does_not_take_the_place_of_the_last_good_one() {
    let (_folder, file) = folder_with_a_save();
    write(&file, &bytes_saved_at(2)).unwrap();
    fs::write(&file, "ruined").unwrap();
    write(&file, &bytes_saved_at(3)).unwrap();
    assert_eq!((saved_at(&file), saved_at(&previous_of(&file))), (3, 1));
}

#[test]
fn a_crash_between_keeping_and_replacing_does_no_harm() {
    let (folder, file) = folder_with_a_save();
    fs::hard_link(&file, previous_of(&file)).unwrap();
    write(&file, &bytes_saved_at(2)).unwrap();
    assert_eq!((saved_at(&file), saved_at(&previous_of(&file))), (2, 1));
    assert_eq!(names(folder.path()), ["issus.diadem", "issus.diadem.previous"]);
}

/// Writes a little, then fails like this.
fn failing(file: &Path, kind: io::ErrorKind) -> SaveError {
    write_with(file, |draft| {
        draft.write_all(b"half of it")?;
        Err(kind.into())
    })
    .expect_err("it fails half way")
}

#[test]
fn a_full_disk_leaves_everything_as_it_was() {
    let (folder, file) = folder_with_a_save();
    let error = failing(&file, io::ErrorKind::StorageFull);
    assert_eq!(error, SaveError::DiskFull { file: file.clone() });
    assert!(error.to_string().starts_with("The disk is full, so “"), "{error}");
    assert_eq!(saved_at(&file), 1);
    assert_eq!(names(folder.path()), ["issus.diadem"], "nothing half-written stays");
}

#[test]
fn a_forbidden_folder_is_told() {
    let (folder, file) = folder_with_a_save();
    let error = failing(&file, io::ErrorKind::PermissionDenied);
    assert_eq!(error, SaveError::NoPermission { path: file });
    let error = failing(&folder.path().join("new.diadem"), io::ErrorKind::Other);
    assert!(matches!(error, SaveError::Other { .. }), "{error}");
    assert_eq!(names(folder.path()), ["issus.diadem"]);
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_is_told_by_the_system() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, file) = folder_with_a_save();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o500)).unwrap();
    // The superuser may do anything; for him the save must go through.
    if fs::write(folder.path().join("probe"), "").is_err() {
        let error = write(&file, &bytes_saved_at(2)).unwrap_err();
        assert_eq!(error, SaveError::NoPermission { path: file.clone() });
        assert_eq!(saved_at(&file), 1);
    } else {
        write(&file, &bytes_saved_at(2)).unwrap();
        assert_eq!(saved_at(&file), 2);
    }
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn a_missing_folder_is_told() {
    let (folder, file) = folder_with_a_save();
    let nowhere = folder.path().join("nowhere");
    let missing = SaveError::FolderMissing { folder: nowhere.clone() };
    assert_eq!(write(&nowhere.join("a.diadem"), &[]), Err(missing));
    let under_a_file = SaveError::FolderMissing { folder: file.clone() };
    assert_eq!(write(&file.join("a.diadem"), &[]), Err(under_a_file));
    let file = nowhere.join("a.diadem");
    assert_eq!(read(&file), Err(SaveError::Missing { file: file.clone() }));
}

#[test]
fn what_a_crash_left_behind_is_cleared_away() {
    let (folder, file) = folder_with_a_save();
    let stale = folder.path().join(".issus.diadem.1-1.part");
    let of_another = folder.path().join(".granicus.diadem.1-1.part");
    let in_use = folder.path().join(".issus.diadem.2-2.part");
    fs::write(&stale, "half").unwrap();
    fs::write(&of_another, "half").unwrap();
    let other_writer = fs::File::create(&in_use).unwrap();
    other_writer.lock().unwrap();
    write(&file, &bytes_saved_at(2)).unwrap();
    assert!(!stale.exists());
    assert!(of_another.exists(), "that file was not written");
    assert!(in_use.exists(), "somebody is writing it");
}

#[test]
fn the_last_good_one_is_offered_when_a_save_is_damaged() {
    let (_folder, file) = folder_with_a_save();
    write(&file, &bytes_saved_at(2)).unwrap();
    let previous = previous_of(&file);
    fs::write(&file, "").unwrap();
    let error = verify_file(&file).unwrap_err();
    let sentence = format!(
        "“{}” cannot be opened: it is empty. Its last good version, “{}”, can be opened instead.",
        file.display(),
        previous.display()
    );
    assert_eq!(error.to_string(), sentence);
    fs::write(&previous, "").unwrap();
    let refused = SaveError::Refused { file: file.clone(), fault: Fault::Empty, previous: None };
    assert_eq!(verify_file(&file), Err(refused), "a bad one is not offered");
}

#[test]
fn a_save_is_in_use_once() {
    let (_folder, file) = folder_with_a_save();
    let lock = Lock::take(&file).unwrap();
    let error = Lock::take(&file).unwrap_err();
    assert_eq!(error, SaveError::InUse { file: file.clone() });
    assert!(error.to_string().contains("is in use by another copy of Diadem"), "{error}");
    drop(lock);
    Lock::take(&file).unwrap();
}

#[test]
fn a_lock_needs_a_folder() {
    let error = Lock::take(Path::new("/nowhere/at/all.diadem")).unwrap_err();
    assert_eq!(error, SaveError::FolderMissing { folder: "/nowhere/at".into() });
}
