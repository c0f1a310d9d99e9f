//! What can be played, and what a war says of itself in a list of saves or a report.

use crate::setup::{self, WarSetup};
use crate::war::{Fight, State, Theatre, War};
use crate::{conversion, ground};
use diadem_campaign as campaign;
use diadem_core::{
    Chart, DataFile, Dice, OwnFiles, Playable, Request, Scenario, SetupError, Tally,
};
use diadem_display::Display;
use diadem_hexes::Hexes;
use std::collections::BTreeMap;

fn campaign_and_display() -> Vec<DataFile> {
    [campaign::data::FILES.to_vec(), Display::data_files()].concat()
}

impl Playable for War {
    type Setup = WarSetup;

    const RULES_VERSION: u32 = 4;

    fn scenarios() -> Vec<Scenario> {
        setup::scenarios()
    }

    fn charts(own: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
        let campaign = campaign::charts(own).map_err(|error| SetupError(error.to_string()))?;
        let display = <Display as Playable>::charts(own)?;
        Ok([campaign, display, Hexes::catalogue(own)?, setup::handoff_charts(own)?].concat())
    }

    fn data_files() -> Vec<DataFile> {
        let [units, leaders, battle] = conversion::files();
        let handoff = vec![units, leaders, battle, ground::file()];
        [campaign_and_display(), Hexes::data_files(), handoff].concat()
    }

    fn setup(request: &Request<'_>) -> Result<WarSetup, SetupError> {
        setup::requested(request)
    }

    fn prepare(setup: &WarSetup) -> Result<War, SetupError> {
        setup::prepared(setup)
    }

    fn setup_of(&self) -> &WarSetup {
        &self.setup
    }

    fn opening(&self, dice: &mut Dice) -> State {
        match &self.theatre {
            Theatre::Campaign { campaign, on_hexes, .. } => {
                let ground = if on_hexes.is_some() { dice.below(u32::MAX) } else { 0 };
                State { campaign: Some(campaign.opening()), ground, ..State::EMPTY }
            }
            Theatre::Battle(display) => {
                let state = display.opening(dice);
                State { fight: Some(Fight { rules_key: 0, state }), ..State::EMPTY }
            }
            Theatre::Hexes(hexes) => State { hexes: Some(hexes.opening(dice)), ..State::EMPTY },
        }
    }

    fn complete(&self, state: &mut State) {
        let Theatre::Campaign { campaign, .. } = &self.theatre else { return };
        if let Some(map) = &mut state.campaign {
            campaign.complete(map);
        }
        self.find_rules_again(state);
    }

    fn data_hash(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        // Only what is used: a chart of hex battles says nothing about a campaign.
        let files = match &self.theatre {
            Theatre::Campaign { on_hexes: Some(_), .. } => War::data_files(),
            Theatre::Campaign { on_hexes: None, .. } | Theatre::Battle(_) => campaign_and_display(),
            Theatre::Hexes(_) => Hexes::data_files(),
        };
        for file in files {
            hasher.update(self.setup.own.text(file).as_bytes());
        }
        *hasher.finalize().as_bytes()
    }

    fn scenario(&self) -> &str {
        &self.setup.scenario
    }

    fn headline(&self, state: &State) -> String {
        if let (Some(hexes), Some(battle)) = (self.hexes(), &state.hexes) {
            return hexes.headline(battle);
        }
        match (self.campaign(), &state.campaign, &state.fight) {
            (Some(campaign), Some(map), fight) => {
                let date = campaign.date(map.turn);
                match (fight, &state.hexes, &state.encounter) {
                    (Some(_), _, Some(_)) => format!("{date}, after a battle"),
                    (Some(fight), _, None) => {
                        format!("{date}, round {} of a battle", fight.state.round)
                    }
                    (None, Some(battle), _) if battle.turn > 0 => {
                        format!("{date}, turn {} of a battle", battle.turn)
                    }
                    (None, _, Some(_)) => format!("{date}, before a battle"),
                    (None, ..) => date,
                }
            }
            (_, _, Some(fight)) => format!("round {}", fight.state.round),
            _ => String::new(),
        }
    }

    fn tally(&self, state: &State) -> Tally {
        if let (Some(battle), None) = (&state.hexes, &state.campaign) {
            let battles = [("hex", 1)].into_iter().collect();
            return Tally { turns: u32::from(battle.turn), battles };
        }
        let (turns, battles) = match (&state.campaign, &state.fight) {
            (Some(map), _) => (u32::from(map.turn) + 1, u32::from(map.battles)),
            (None, Some(fight)) => (u32::from(fight.state.round), 1),
            (None, None) => (0, 0),
        };
        let on_hexes = u32::from(state.hex_battles);
        let mut battles: BTreeMap<&'static str, u32> =
            [("display", battles.saturating_sub(on_hexes))].into_iter().collect();
        if matches!(&self.theatre, Theatre::Campaign { on_hexes: Some(_), .. }) {
            battles.insert("hex", on_hexes);
        }
        Tally { turns, battles }
    }
}
