//! What can be played: the battles that come with the program, and meetings made from a seed.

use crate::engine::hexes::{Hexes, Switches};
use crate::engine::state::State;
use crate::model::charts::{self, Charts};
use crate::model::order_of_battle::Battle;
use crate::model::scenarios::{self, MEETING, MIRROR};
use diadem_core::{Chart, DataFile, Dice, Drop, OwnFiles, Scenario, SetupError};
use diadem_sheets::ChartError;

/// The seed of a meeting for which none is asked.
const USUAL_MEETING: u64 = 1;

impl Hexes {
    /// Every battle that can be fought, in the order it is offered; none when the data is damaged, which
    /// [`Hexes::named`] tells.
    pub fn scenarios() -> Vec<Scenario> {
        let battles = scenarios::battles().unwrap_or_default();
        let offer = |battle: &'static Battle| Scenario {
            id: &battle.id,
            title: &battle.name,
            story: &battle.story,
            seats: battle.forces.iter().map(|force| force.name.as_str()).collect(),
        };
        let meeting = Scenario {
            id: MEETING,
            title: "A meeting battle",
            story: "Two columns have come upon each other in open country, and neither will give way. \
                    Write meeting-7 for the meeting of the seed 7, mirror-7 for an army against its own \
                    image.",
            seats: vec!["From the left", "From the right"],
        };
        battles.iter().map(offer).chain([meeting]).collect()
    }

    /// Whether a scenario is one of these, such as `granicus`, `meeting`, `meeting-7` or `mirror-7`.
    pub fn is_scenario(id: &str) -> bool {
        seed_of(MEETING, id).is_some()
            || seed_of(MIRROR, id).is_some()
            || scenarios::battles().is_ok_and(|all| all.iter().any(|battle| battle.id == id))
    }

    /// The rules half of a scenario.
    pub fn named(id: &str, switches: Switches) -> Result<Hexes, SetupError> {
        Hexes::with_own(id, switches, &OwnFiles::NONE)
    }

    /// The same by charts, battlefields and rosters of a player's own, where he has any.
    pub fn with_own(id: &str, switches: Switches, own: &OwnFiles) -> Result<Hexes, SetupError> {
        let told = |error: ChartError| SetupError(error.to_string());
        let charts = Charts::with_own(own).map_err(told)?;
        let battle = match (seed_of(MEETING, id), seed_of(MIRROR, id)) {
            (Some(seed), _) => Battle::meeting(seed, own, &charts)?,
            (_, Some(seed)) => Battle::mirror(seed, own, &charts)?,
            _ if own.is_empty() => Battle::load(id)?,
            _ => Battle::load_own(id, own, &charts)?,
        };
        Ok(Hexes::by_charts(battle, switches, charts))
    }

    /// The state a battle begins with, told to nobody.
    pub fn opening(&self, dice: &mut Dice) -> State {
        self.open(dice, &mut Drop)
    }

    /// Every chart and battlefield, with where its figures come from.
    pub fn catalogue(own: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
        charts::catalogue(own)
    }

    /// The files they are written in.
    pub fn data_files() -> Vec<DataFile> {
        charts::data_files()
    }

    /// The files that one scenario is made from, where a player has these of his own.
    pub fn files_of(id: &str, own: &OwnFiles) -> Vec<DataFile> {
        let of_battle = if seed_of(MEETING, id).is_some() || seed_of(MIRROR, id).is_some() {
            scenarios::files_of_meetings()
        } else {
            scenarios::files_of(id, own)
        };
        [charts::chart_files(), of_battle].concat()
    }

    /// Where a battle stands, for a list of saves.
    pub fn headline(&self, state: &State) -> String {
        format!("turn {}", state.turn)
    }
}

/// The seed that `meeting` or `meeting-7` asks for.
fn seed_of(word: &str, id: &str) -> Option<u64> {
    match id.strip_prefix(word)? {
        "" => Some(USUAL_MEETING),
        rest => rest.strip_prefix('-')?.parse().ok(),
    }
}

/// The same battle by the same rules.
impl PartialEq for Hexes {
    fn eq(&self, other: &Hexes) -> bool {
        self.battle == other.battle
            && self.switches == other.switches
            && self.charts.fingerprint == other.charts.fingerprint
    }
}
