//! A player's own charts: files of the program with something changed.

use diadem_core::{DataFile, OwnFile, OwnFiles, Playable};
use diadem_handoff::War;

/// A file of the program with one thing changed.
pub fn changed(name: &str, good: &str, other: &str) -> OwnFile {
    let file = War::data_files().into_iter().find(|file| file.name == name);
    let text = file.expect("only files of the program can be changed").text;
    assert!(text.contains(good), "{name} does not say {good}");
    OwnFile { name: name.into(), text: text.replacen(good, other, 1) }
}

/// Every file of the program that is among these, with some of them changed: whatever a player may put into his
/// folder is in one save.
pub(super) fn all(is_among: fn(&DataFile) -> bool, changed: &[OwnFile]) -> OwnFiles {
    let is_same = |file: &DataFile| !changed.iter().any(|own| own.name == file.name);
    let own = |file: DataFile| OwnFile { name: file.name.into(), text: file.text.into() };
    let same = War::data_files().into_iter().filter(is_among).filter(is_same).map(own);
    same.chain(changed.iter().cloned()).collect()
}
