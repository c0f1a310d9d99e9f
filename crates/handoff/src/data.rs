//! Which files a war is made from, and how its saves tell them: by a hash over exactly those that its setup reads, so that
//! another battle, book or campaign leaves a save proven.

use crate::conversion;
use crate::forms::Form;
use crate::war::{Theatre, War};
use diadem_campaign as campaign;
use diadem_core::{DataFile, OwnFiles, Playable};

/// The first format of saves whose hash covers just what the setup reads.
pub(crate) const FIRST_BY_SETUP: u16 = 5;

impl War {
    /// The files that its setup reads, each once, in the order of their names.
    pub(crate) fn files(&self) -> Vec<DataFile> {
        let own = &self.setup.own;
        let mut files = match (&self.theatre, self.setup.alone()) {
            (Theatre::Map(on_map), _) => {
                let mut files = campaign::data::FILES.to_vec();
                files.extend(on_map.kits.files(own));
                if on_map.conversion.is_some() {
                    files.extend(conversion::files());
                }
                files
            }
            (Theatre::Alone(_), Some(form)) => form.files_alone(&self.setup.scenario, own),
            (Theatre::Alone(_), None) => Vec::new(),
        };
        files.sort_by_key(|file| file.name);
        files.dedup_by_key(|file| file.name);
        files
    }

    /// The hash of saves until format 4, over all files of a kind that there were then.
    pub(crate) fn whole_data_hash(&self) -> [u8; 32] {
        let names: Vec<&str> = match (&self.theatre, self.setup.alone()) {
            (Theatre::Map(on_map), _) if on_map.conversion.is_some() => {
                [&CAMPAIGN_AND_DISPLAY[..], &HEXES, &HAND_OFF].concat()
            }
            (_, Some(Form::Hexes)) => HEXES.to_vec(),
            _ => CAMPAIGN_AND_DISPLAY.to_vec(),
        };
        let all = War::data_files();
        let mut hasher = blake3::Hasher::new();
        for file in names.iter().filter_map(|name| all.iter().find(|file| file.name == *name)) {
            hasher.update(self.setup.own.text(*file).as_bytes());
        }
        *hasher.finalize().as_bytes()
    }
}

/// A hash over files with their names, a player's own in their place.
pub(crate) fn hash_of(files: &[DataFile], own: &OwnFiles) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    for &file in files {
        let text = own.text(file);
        hasher.update(file.name.as_bytes());
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    *hasher.finalize().as_bytes()
}

// What saves until format 4 were told by, in this order: nothing is ever added here.

const CAMPAIGN_AND_DISPLAY: [&str; 12] = [
    "campaign/provinces.toml",
    "campaign/seas.toml",
    "campaign/cities.toml",
    "campaign/units.toml",
    "campaign/leaders.toml",
    "campaign/charts.toml",
    "campaign/alexandros.toml",
    "display/boxes.toml",
    "display/tactical-results.toml",
    "display/leader-casualties.toml",
    "display/pursuit.toml",
    "display/die-numbers.toml",
];

const HEXES: [&str; 23] = [
    "hexes/types.toml",
    "hexes/movement.toml",
    "hexes/movement-figures.toml",
    "hexes/stacking.toml",
    "hexes/missiles.toml",
    "hexes/cohesion.toml",
    "hexes/leader-casualties.toml",
    "hexes/rally.toml",
    "hexes/rampage.toml",
    "hexes/shock-results.toml",
    "hexes/clash-of-spears.toml",
    "hexes/superiority.toml",
    "hexes/pre-shock.toml",
    "hexes/shock-shifts.toml",
    "battlefields/samarkand.toml",
    "battlefields/granicus.toml",
    "battlefields/issus.toml",
    "battlefields/gaugamela.toml",
    "battlefields/hydaspes.toml",
    "battlefields/chaeronea.toml",
    "battlefields/jaxartes.toml",
    "battlefields/pelium.toml",
    "battlefields/meeting.toml",
];

const HAND_OFF: [&str; 4] = [
    "conversion/units.toml",
    "conversion/leaders.toml",
    "conversion/battle.toml",
    "ground/fields.toml",
];
