//! Charts and maps of a player's own: what lies in his folder, checked before anything is played by it.

use crate::Folders;
use diadem_core::{OwnFile, OwnFiles, Playable, SetupError};
use diadem_handoff::{War, WarSetup};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// As long as a file of a player's own may be: far longer than any of ours.
const MOST_BYTES: u64 = 256 << 10;

/// What lies in the folder for them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OwnCharts {
    /// What new games are played by.
    pub files: OwnFiles,
    /// What is not, each with its file and the reason.
    pub refused: Vec<String>,
}

impl OwnCharts {
    /// Everything that is there, each file under the name of the one whose place it takes.
    pub fn of(folders: Option<&Folders>) -> OwnCharts {
        let Some(folder) = folders.map(Folders::charts) else { return OwnCharts::default() };
        let mut own = OwnCharts::default();
        let mut found = Vec::new();
        for name in names_in(&folder) {
            match read(&folder, &name) {
                Ok(file) => found.push(file),
                Err(reason) => own.refused.push(format!("{name}: {reason}")),
            }
        }
        // Files may need each other: a scenario the counters that it sets up. So all of them are tried
        // together before each is tried by itself.
        let together: OwnFiles = found.iter().cloned().collect();
        if check(&together).is_ok() {
            own.files = together;
            return own;
        }
        for file in found {
            let with_it = own.files.with(file.clone());
            match check(&with_it) {
                Ok(()) => own.files = with_it,
                Err(reason) if reason.starts_with(&file.name) => own.refused.push(reason),
                Err(reason) => own.refused.push(format!("{}: {reason}", file.name)),
            }
        }
        own
    }

    /// What new games are played by, in a sentence; nothing where it is the program's charts alone.
    pub fn in_use(&self) -> Option<String> {
        let names: Vec<&str> = self.files.names().collect();
        (!names.is_empty()).then(|| format!("Played by your own {}.", names.join(", ")))
    }
}

/// Every chart and map below a folder, by its name there.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<PathBuf>>()
    };
    let (below, mut files): (Vec<_>, Vec<_>) =
        entries(folder).into_iter().partition(|path| path.is_dir());
    files.extend(below.iter().flat_map(|below| entries(below)));
    let is_chart = |path: &PathBuf| path.extension().is_some_and(|it| it == "toml");
    let name = |path: PathBuf| {
        let parts = path.strip_prefix(folder).ok()?.iter().map(|part| part.to_string_lossy());
        Some(parts.collect::<Vec<_>>().join("/"))
    };
    let mut names: Vec<String> = files.into_iter().filter(is_chart).filter_map(name).collect();
    names.sort();
    names
}

/// A file in place of ours of that name, or why it cannot be.
fn read(folder: &Path, name: &str) -> Result<OwnFile, String> {
    let known: Vec<&str> = War::data_files().iter().map(|file| file.name).collect();
    if !known.contains(&name) {
        return Err(format!("no chart has this name; there are {}", known.join(", ")));
    }
    let path = folder.join(name);
    let mut text = String::new();
    let file = File::open(&path).map_err(|error| error.to_string())?;
    file.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
    if text.len() as u64 > MOST_BYTES {
        return Err(format!("it is longer than {} KiB", MOST_BYTES >> 10));
    }
    Ok(OwnFile { name: name.to_owned(), text })
}

/// Whether everything that can be played can be played by these, and be drawn.
fn check(own: &OwnFiles) -> Result<(), String> {
    if own.is_empty() {
        return Ok(());
    }
    let reason = |error: SetupError| {
        let reason = error.to_string();
        let reason = reason.strip_prefix("A data file is damaged: ").unwrap_or(&reason);
        reason.strip_prefix("maps/").unwrap_or(reason).to_owned()
    };
    War::charts(own).map_err(reason)?;
    for scenario in War::scenarios() {
        let setup = WarSetup { own: own.clone(), ..WarSetup::new(scenario.id, []) };
        let war = War::prepare(&setup).map_err(reason)?;
        if let Some(campaign) = war.campaign() {
            super::map::fits(&campaign.board).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use diadem_archive::{Lineage, Save, Stamp, encode, open_bytes};
    use diadem_core::Session;
    use std::sync::Arc;

    /// A folder with one of our files in it, one thing changed.
    fn with(name: &str, good: &str, other: &str) -> (tempfile::TempDir, OwnCharts) {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::at(home.path());
        let file = War::data_files().into_iter().find(|file| file.name == name).unwrap();
        assert!(file.text.contains(good), "{good}");
        let path = folders.charts().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, file.text.replacen(good, other, 1)).unwrap();
        let own = OwnCharts::of(Some(&folders));
        (home, own)
    }

    #[test]
    fn a_good_file_is_played_by() {
        let (_home, own) = with("display/die-numbers.toml", "most = 10", "most = 3");
        assert_eq!(own.refused, Vec::<String>::new());
        assert_eq!(own.in_use().unwrap(), "Played by your own display/die-numbers.toml.");
        let setup = WarSetup { own: own.files, ..WarSetup::new("granicus-display", []) };
        let own = War::prepare(&setup).unwrap();
        let ours = War::prepare(&WarSetup::new("granicus-display", [])).unwrap();
        assert_ne!(own.data_hash(), ours.data_hash(), "a save knows by which it was played");
        let state = own.opening(&mut diadem_core::Dice::new(1));
        assert_eq!(own.on_display(&state).unwrap().0.charts().rounds, 3);
    }

    #[test]
    fn a_save_keeps_what_it_was_played_by() {
        let (_home, own) = with("campaign/charts.toml", "reconstructed", "public");
        assert_eq!(own.refused, Vec::<String>::new());
        let setup = WarSetup { own: own.files, ..WarSetup::new("alexandros", []) };
        let war = Arc::new(War::prepare(&setup).unwrap());
        let (seats, lineage) = (vec!["Ann".into(), "Ben".into()], Lineage::Unbroken);
        let stamp =
            Stamp { seats, players: Vec::new(), saved_at: 1, program: "0.1.0".into(), lineage };
        let bytes = encode(&Save::of(&Session::begin(war, 1), stamp)).unwrap();
        let opened = open_bytes::<War>(&bytes).unwrap();
        assert_eq!(opened.session.game().setup_of(), &setup, "wherever it is taken up");
        assert_eq!(opened.lineage(), Lineage::Unbroken, "and it can be played again");
    }

    #[test]
    fn a_bad_file_is_refused_with_file_key_and_reason() {
        let (_home, own) = with("display/die-numbers.toml", "most = 10", "most = 0");
        assert!(own.files.is_empty(), "the game goes on with ours");
        let [refused] = &own.refused[..] else { panic!("{:?}", own.refused) };
        assert_eq!(refused, "display/die-numbers.toml: rounds.most: is 0, not 1 to 100");
        let (_home, own) = with("campaign/units.toml", "\ncount =", "\ncounts =");
        assert!(own.refused[0].starts_with("campaign/units.toml: line "), "{:?}", own.refused);
    }

    #[test]
    fn a_file_that_takes_nobodys_place_is_told() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::at(home.path());
        fs::create_dir_all(folders.charts()).unwrap();
        fs::write(folders.charts().join("minor-combat.toml"), "").unwrap();
        let own = OwnCharts::of(Some(&folders));
        assert!(own.refused[0].starts_with("minor-combat.toml: no chart has this name"));
        assert_eq!(own.in_use(), None);
    }
}
