//! 16.3, counted out: what each victory point is for.

use crate::engine::state::Objective;
use crate::model::ids::ProvinceId;
use crate::model::scenario::Victory;
use crate::victory::{OBJECTIVES, VICTORY_POINTS};
use crate::{Campaign, State};
use diadem_core::Rule;

/// A victory point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VictoryPoint {
    /// What it is for.
    pub merit: Merit,
    /// The rule that gives it.
    pub rule: Rule,
}

/// What a victory point is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merit {
    /// An objective that Alexander secured.
    Objective(Objective),
    /// A province that Macedon controls.
    Province(ProvinceId),
}

/// From how many points on a result is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VictoryLevel {
    /// The fewest points.
    pub from: u8,
    /// The result, as [`Outcome::how`](diadem_core::Outcome) has it.
    pub result: &'static str,
}

impl Campaign {
    /// 16.3: every victory point, objectives first; as many as
    /// [`victory_points`](Campaign::victory_points) says.
    pub fn victory_count(&self, state: &State) -> Vec<VictoryPoint> {
        let objectives = Objective::ALL.into_iter().filter(|&one| state.secured.has(one));
        let objectives =
            objectives.map(|one| VictoryPoint { merit: Merit::Objective(one), rule: OBJECTIVES });
        let Victory::Conquest { by } = self.scenario.victory;
        let controlled = self.controlled(state, by);
        let provinces = self.board.provinces().filter(|&id| controlled.contains(id));
        let provinces =
            provinces.map(|id| VictoryPoint { merit: Merit::Province(id), rule: VICTORY_POINTS });
        objectives.chain(provinces).collect()
    }

    /// 16.3: the schedule of victory, best for Macedon first.
    pub fn victory_levels(&self) -> [VictoryLevel; 5] {
        let bands = &self.charts.victory;
        [
            VictoryLevel { from: bands.decisive_macedonian, result: "decisive Macedonian victory" },
            VictoryLevel { from: bands.marginal_macedonian, result: "marginal Macedonian victory" },
            VictoryLevel { from: bands.draw, result: "draw" },
            VictoryLevel { from: bands.marginal_persian, result: "marginal Persian victory" },
            VictoryLevel { from: 0, result: "decisive Persian victory" },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::state::Ending;
    use crate::model::switches::Switches;
    use diadem_core::OwnFiles;

    #[test]
    fn points_counted_out_are_as_many_as_are_scored() {
        let campaign = Campaign::alexandros(Switches::default(), &OwnFiles::NONE).unwrap();
        let mut state = campaign.opening();
        for objective in [Objective::GordianKnot, Objective::Roxana] {
            state.secured.secure(objective);
            let count = campaign.victory_count(&state);
            assert_eq!(count.len(), usize::from(campaign.victory_points(&state)));
            assert!(count.iter().any(|point| point.merit == Merit::Objective(objective)));
        }
    }

    #[test]
    fn the_schedule_says_what_the_outcome_says() {
        let campaign = Campaign::alexandros(Switches::default(), &OwnFiles::NONE).unwrap();
        let mut state = campaign.opening();
        for objective in Objective::ALL {
            let points = campaign.victory_points(&state);
            let outcome = campaign.outcome(&state, Ending::Points);
            let bands = campaign.victory_levels();
            let band = bands.iter().find(|band| points >= band.from).unwrap();
            assert_eq!(band.result, outcome.how);
            state.secured.secure(objective);
        }
    }
}
