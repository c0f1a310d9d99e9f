//! What can be played, and what a war says of itself in a list of saves or a report.

use crate::forms::hexes::ground;
use crate::forms::{BattleState, Form};
use crate::scene::{Choosing, Engagement, GroundSeed, Offered, Scene, State};
use crate::setup::{self, WarSetup};
use crate::war::{Now, Theatre, War};
use crate::{conversion, data};
use diadem_campaign as campaign;
use diadem_core::{
    Chart, DataFile, Dice, OwnFiles, Playable, Request, Scenario, SetupError, Tally,
};

/// The format of saves from which on leaders and marches have powers.
const FIRST_WITH_POWERS: u16 = 4;
/// The format of saves from which on a war is in a scene that keeps its offer.
const FIRST_WITH_SCENES: u16 = 5;

impl Playable for War {
    type Setup = WarSetup;

    const RULES_VERSION: u32 = 5;

    fn scenarios() -> Vec<Scenario> {
        setup::scenarios()
    }

    fn charts(own: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
        let mut charts = campaign::charts(own).map_err(|error| SetupError(error.to_string()))?;
        for form in Form::ALL {
            charts.extend(form.charts(own)?);
        }
        charts.extend(setup::handoff_charts(own)?);
        Ok(charts)
    }

    fn data_files() -> Vec<DataFile> {
        let mut files = campaign::data::FILES.to_vec();
        files.extend(Form::ALL.iter().flat_map(|form| form.data_files()));
        files.extend(conversion::files());
        files.push(ground::file());
        files
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
            Theatre::Map(on_map) => {
                let counts_men = on_map.conversion.is_some();
                let ground = if counts_men { dice.below(u32::MAX) } else { 0 };
                State::new(Some(on_map.campaign.opening()), ground)
            }
            Theatre::Alone(rules) => {
                let engagement = Engagement { offered: None, battle: rules.opening(dice) };
                State { scene: Scene::Fighting(engagement), ..State::new(None, 0) }
            }
        }
    }

    fn complete(&self, state: &mut State, format: u16) {
        let Some(on_map) = self.on_map() else { return };
        let Some(map) = &mut state.campaign else { return };
        let campaign = &on_map.campaign;
        if format < FIRST_WITH_POWERS {
            campaign.complete(map);
        }
        if format < FIRST_WITH_SCENES {
            // The campaign stood still while its battle was fought, on a famous field wherever there was one.
            let ground = GroundSeed { seed: state.ground, famous: true };
            let (offer, asked) = (campaign.offer(map), state.choosing().map(Choosing::asked));
            if let (Some(offer), Some(offered)) = (offer, state.offered_mut()) {
                *offered = Offered::new(offer, ground);
            }
            // What the attacker had proposed when the other side was asked: of two forms it was the other one.
            if let Scene::Choosing(choosing) = &mut state.scene
                && asked != Some(choosing.asked())
            {
                choosing.proposed = choosing.forms.iter().find(|&form| form != Form::FALLBACK);
            }
        }
        self.settle_worn(state);
        if let (Some(map), Some(_)) = (&state.campaign, state.choosing())
            && let Some(offer) = campaign.offer(map)
        {
            let renewed = on_map.offered(state, offer);
            if let Some(offered) = state.offered_mut() {
                *offered = renewed;
            }
        }
    }

    fn data_hash(&self) -> [u8; 32] {
        data::hash_of(&self.files(), &self.setup.own)
    }

    fn data_hash_in(&self, format: u16) -> [u8; 32] {
        if format < data::FIRST_BY_SETUP { self.whole_data_hash() } else { self.data_hash() }
    }

    fn scenario(&self) -> &str {
        &self.setup.scenario
    }

    fn headline(&self, state: &State) -> String {
        let (Some(campaign), Some(map)) = (self.campaign(), &state.campaign) else {
            return match self.now(state) {
                Now::Battle(battle) => battle.headline(),
                Now::Map(..) | Now::Choosing(_) | Now::Nowhere => String::new(),
            };
        };
        let date = campaign.date(map.turn);
        match &state.scene {
            Scene::Map => date,
            Scene::Choosing(_) => format!("{date}, before a battle"),
            Scene::Fighting(engagement) => match engagement.battle.progress() {
                Some(progress) => format!("{date}, {progress} of a battle"),
                None => format!("{date}, before a battle"),
            },
            Scene::Pursuing(_) => format!("{date}, after a battle"),
        }
    }

    fn tally(&self, state: &State) -> Tally {
        let (Some(on_map), Some(map)) = (self.on_map(), &state.campaign) else {
            let battle = state.engagement().map(|engagement| &engagement.battle);
            let turns = battle.map_or(0, BattleState::turns);
            let battles = battle.map(|battle| (battle.form().word(), 1)).into_iter().collect();
            return Tally { turns, battles };
        };
        let fought = |form: Form| (form.word(), u32::from(state.fought.in_form(form)));
        let battles = on_map.kits.forms().iter().map(fought).collect();
        Tally { turns: u32::from(map.turn) + 1, battles }
    }
}
