//! The duels that can be played by themselves.

use super::{Duel, State};
use diadem_core::{
    Camp, Chart, DataFile, Dice, OwnFiles, Playable, Request, Scenario, Seat, SetupError, Tally,
};
use serde::{Deserialize, Serialize};

/// Which duel is fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DuelSetup {
    /// One against one.
    Alone,
    /// One against two (1.6).
    Allied,
}

impl Duel {
    fn which(self) -> &'static DuelSetup {
        if self.seats_of(Camp::Second).len() > 1 { &DuelSetup::Allied } else { &DuelSetup::Alone }
    }
}

impl Playable for Duel {
    type Setup = DuelSetup;

    const RULES_VERSION: u32 = 1;

    fn scenarios() -> Vec<Scenario> {
        vec![
            Scenario {
                id: "duel",
                title: "The duel",
                story: "Three men a side, and one of them a champion.",
                seats: vec!["Challenger", "Challenged"],
            },
            Scenario {
                id: "allied-duel",
                title: "The duel with an ally",
                story: "The challenged has lost a man, and a friend has come in his place.",
                seats: vec!["Challenger", "Challenged", "Challenged's ally"],
            },
        ]
    }

    fn charts(_: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
        Ok(Vec::new())
    }

    fn data_files() -> Vec<DataFile> {
        Vec::new()
    }

    fn setup(request: &Request<'_>) -> Result<DuelSetup, SetupError> {
        match request.scenario {
            "duel" => Ok(DuelSetup::Alone),
            "allied-duel" => Ok(DuelSetup::Allied),
            other => {
                let known = "duel, allied-duel";
                Err(SetupError(format!("There is no scenario \"{other}\"; there are: {known}.")))
            }
        }
    }

    fn prepare(setup: &DuelSetup) -> Result<Duel, SetupError> {
        let duel = Duel::between(Seat::new(0), Seat::new(1));
        Ok(match setup {
            DuelSetup::Alone => duel,
            DuelSetup::Allied => duel.with_ally(Camp::Second, Seat::new(2)),
        })
    }

    fn setup_of(&self) -> &DuelSetup {
        self.which()
    }

    fn opening(&self, _: &mut Dice) -> State {
        State::beginning()
    }

    fn data_hash(&self) -> [u8; 32] {
        [0; 32]
    }

    fn scenario(&self) -> &'static str {
        match self.which() {
            DuelSetup::Alone => "duel",
            DuelSetup::Allied => "allied-duel",
        }
    }

    fn headline(&self, state: &State) -> String {
        format!("round {}", state.round + 1)
    }

    fn tally(&self, state: &State) -> Tally {
        Tally { turns: u32::from(state.round), ..Tally::default() }
    }
}
