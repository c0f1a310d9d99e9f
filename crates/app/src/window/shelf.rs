//! What lies on the shelf: saves, autosaves, and games that came with the program.

use crate::Folders;
use diadem_archive::{Header, Listed, Progress, hold_the_same};
use std::path::PathBuf;

/// What lies in the folders, looked up when a screen needs it and not in every frame.
#[derive(Default)]
pub struct Shelf {
    /// The saves a player made, newest first.
    pub saves: Vec<Listed>,
    /// The saves the program made, newest first.
    pub autosaves: Vec<Listed>,
    /// What came with the program.
    pub samples: Vec<(Sample, Header)>,
}

impl Shelf {
    /// Everything that is there now.
    pub fn of(folders: Option<&Folders>) -> Shelf {
        let listed = |folder: fn(&Folders) -> PathBuf| {
            folders.map_or_else(Vec::new, |folders| diadem_archive::list(&folder(folders)))
        };
        let sample = |sample: Sample| Some((sample, diadem_archive::verify(sample.bytes()).ok()?));
        Shelf {
            saves: listed(Folders::saves),
            autosaves: listed(Folders::autosaves),
            samples: Sample::ALL.into_iter().filter_map(sample).collect(),
        }
    }

    /// The newest autosave that is whole.
    pub fn newest_autosave(&self) -> Option<(&PathBuf, &Header)> {
        self.autosaves.iter().find_map(|one| Some((&one.file, one.header.as_ref().ok()?)))
    }

    /// The newest autosave of a game that goes on and that no save keeps as far.
    pub fn unkept(&self) -> Option<(&PathBuf, &Header)> {
        let (file, header) = self.newest_autosave()?;
        // Headers alone do not tell two games apart that have come as far; where they are alike, what
        // is in the saves does.
        let is_alike = |saved: &Header| {
            (&saved.scenario, &saved.seats, saved.actions, &saved.turn)
                == (&header.scenario, &header.seats, header.actions, &header.turn)
        };
        let saves = self.saves.iter().filter(|one| one.header.as_ref().is_ok_and(is_alike));
        let saves = saves.filter_map(|one| diadem_archive::read(&one.file).ok());
        let samples = self.samples.iter().filter(|(_, saved)| is_alike(saved));
        let samples = samples.map(|(sample, _)| sample.bytes().to_vec());
        let is_kept = saves.chain(samples).any(|saved| {
            let autosaved = diadem_archive::read(file);
            autosaved.is_ok_and(|bytes| hold_the_same(&bytes, &saved).unwrap_or(false))
        });
        (header.stage == Progress::InPlay && !is_kept).then_some((file, header))
    }
}

/// A save, wherever it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// A file.
    File(PathBuf),
    /// A part of the program.
    Sample(Sample),
}

/// A game that came with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sample {
    /// A war that has gone on for a while.
    War,
    /// In the middle of a battle.
    Battle,
    /// In the middle of a battle on hexes.
    Hexes,
}

impl Sample {
    /// Every one.
    pub const ALL: [Sample; 3] = [Sample::War, Sample::Battle, Sample::Hexes];

    /// Its name, as that of a file.
    pub const fn name(self) -> &'static str {
        match self {
            Sample::War => "A campaign under way",
            Sample::Battle => "In the middle of a battle",
            Sample::Hexes => "Lines meet at the Granicus",
        }
    }

    /// The save itself.
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Sample::War => include_bytes!("../../../../saves/alexandros.diadem"),
            Sample::Battle => include_bytes!("../../../../saves/alexandros-battle.diadem"),
            Sample::Hexes => include_bytes!("../../../../saves/granicus-hexes.diadem"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diadem_archive::{Lineage, Save, Stamp, encode, write};
    use diadem_core::{Playable, Request, Session};
    use diadem_handoff::War;
    use std::sync::Arc;

    /// A war that has just begun, put away at some time.
    fn begun(seed: u64, saved_at: u64) -> Vec<u8> {
        let request = Request { scenario: "alexandros", battles: None };
        let war = War::prepare(&War::setup(&request).unwrap()).unwrap();
        let seats = vec!["Ann".into(), "Ben".into()];
        let lineage = Lineage::Unbroken;
        let stamp =
            Stamp { seats, players: Vec::new(), saved_at, program: "0.1.0".into(), lineage };
        encode(&Save::of(&Session::begin(Arc::new(war), seed), stamp)).unwrap()
    }

    #[test]
    fn a_game_is_kept_by_a_save_of_itself_and_not_by_one_like_it() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::at(home.path());
        let put = |folder: PathBuf, name: &str, bytes: &[u8]| {
            std::fs::create_dir_all(&folder).unwrap();
            write(&folder.join(name), bytes).unwrap();
        };
        put(folders.autosaves(), "newest.diadem", &begun(1, 20));
        put(folders.saves(), "another.diadem", &begun(2, 10));
        assert!(Shelf::of(Some(&folders)).unkept().is_some(), "the other has other dice");
        put(folders.saves(), "the same.diadem", &begun(1, 10));
        assert!(Shelf::of(Some(&folders)).unkept().is_none());
    }
}
