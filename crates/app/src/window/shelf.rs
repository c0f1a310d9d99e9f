//! What lies on the shelf: saves, autosaves, and games that came with the program.

use crate::Folders;
use diadem_archive::{Header, Listed, Stage};
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
        let is_kept = |saved: &Header| {
            (&saved.scenario, &saved.seats, saved.actions, &saved.turn)
                == (&header.scenario, &header.seats, header.actions, &header.turn)
        };
        let saved = self.saves.iter().filter_map(|one| one.header.as_ref().ok());
        let kept = saved.chain(self.samples.iter().map(|(_, sample)| sample)).any(is_kept);
        (header.stage == Stage::InPlay && !kept).then_some((file, header))
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
}

impl Sample {
    /// Every one.
    pub const ALL: [Sample; 2] = [Sample::War, Sample::Battle];

    /// Its name, as that of a file.
    pub const fn name(self) -> &'static str {
        match self {
            Sample::War => "A campaign under way",
            Sample::Battle => "In the middle of a battle",
        }
    }

    /// The save itself.
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Sample::War => include_bytes!("../../../../saves/alexandros.diadem"),
            Sample::Battle => include_bytes!("../../../../saves/alexandros-battle.diadem"),
        }
    }
}
