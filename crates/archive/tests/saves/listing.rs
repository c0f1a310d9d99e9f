//! The list of saves, whatever lies in the folder.

use crate::table::bytes_saved_at;
use diadem_archive::{Fault, SaveError, list, newest_good, write};
use std::fs;
use std::path::Path;

#[test]
fn a_folder_that_does_not_exist_is_empty() {
    assert_eq!(list(Path::new("/nowhere/at/all")), []);
    assert_eq!(newest_good(Path::new("/nowhere/at/all")), None);
}

#[test]
fn a_folder_that_is_no_folder_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let listed = list(&file);
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].header, Err(SaveError::FolderMissing { folder: file }));
}

#[test]
fn good_and_bad_are_listed_newest_first_and_the_rest_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    write(&path("old.diadem"), &bytes_saved_at(1)).unwrap();
    write(&path("new.diadem"), &bytes_saved_at(3)).unwrap();
    write(&path("mid.diadem"), &bytes_saved_at(1)).unwrap();
    write(&path("mid.diadem"), &bytes_saved_at(2)).unwrap();
    // Whatever the clock says, it says more than a few seconds since 1970.
    fs::write(path("bad.diadem"), &bytes_saved_at(9)[..100]).unwrap();
    fs::create_dir(path("folder.diadem")).unwrap();
    fs::write(path(".old.diadem.1-1.part"), "half").unwrap();
    fs::write(path("old.diadem.lock"), "").unwrap();
    fs::write(path("notes.txt"), "").unwrap();

    let (good, bad): (Vec<_>, Vec<_>) =
        list(folder.path()).into_iter().partition(|one| one.header.is_ok());
    let good: Vec<_> = good.into_iter().map(|one| one.file).collect();
    assert_eq!(good, [path("new.diadem"), path("mid.diadem"), path("old.diadem")]);
    let mut bad: Vec<_> = bad.into_iter().filter_map(|one| one.header.err()).collect();
    bad.sort_by_key(ToString::to_string);
    let refused = |name, fault| SaveError::Refused { file: path(name), fault, previous: None };
    assert_eq!(
        bad,
        [refused("bad.diadem", Fault::CutShort), refused("folder.diadem", Fault::NotASave)]
    );
    let (newest, header) = newest_good(folder.path()).unwrap();
    assert_eq!((newest, header.saved_at), (path("new.diadem"), 3));
}

#[cfg(unix)]
#[test]
fn a_link_to_nowhere_is_listed_as_missing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("link.diadem");
    std::os::unix::fs::symlink("/nowhere/at/all", &file).unwrap();
    assert_eq!(list(folder.path())[0].header, Err(SaveError::Missing { file: file.clone() }));
}
