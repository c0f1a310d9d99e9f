//! What a march would change, asked before it sets out: by the code that carries it out, on a copy.

use super::March;
use crate::control::Status;
use crate::engine::state::{Force, Place};
use crate::forces::ARMY;
use crate::model::ids::{LeaderId, ProvinceId};
use crate::{Campaign, State};
use diadem_core::Drop;

/// What a march would change if it went to a province now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MarchOutlook {
    /// Provinces that would be another's, or contested, or no longer contested; and what each would be (5).
    pub control: Vec<(ProvinceId, Status)>,
    /// Forces that would hunger at the next supply, where they would not if nobody marched (7.4).
    pub hunger: Vec<(ProvinceId, Force)>,
    /// Whether a leader would go alone to where an enemy army stands (9.1): how many units it has.
    pub alone_against: Option<u8>,
}

impl Campaign {
    /// Leaders who stand with the one who marches and could go to the same province, each by a march of his own (8.1).
    /// Nobody while it is not yet decided where to, but for those who could go anywhere at all.
    pub fn could_come_along(
        &self,
        state: &State,
        march: &March,
        to: Option<ProvinceId>,
    ) -> Vec<LeaderId> {
        let Some(first) = march.leader else { return Vec::new() };
        let force = self.force_of_leader(state, first);
        let with_him = |leader: &LeaderId| {
            *leader != first
                && state.leader(*leader).place == Place::Field(march.from)
                && self.force_of_leader(state, *leader) == force
                && self.may_lead(state, march.power, *leader).is_ok()
        };
        let can_go = |leader: &LeaderId| {
            let goals = self.march_goals(state, &Self::new_march(force, Some(*leader), march.from));
            to.is_none_or(|to| goals.contains(to))
        };
        self.roster.leaders().filter(with_him).filter(can_go).collect()
    }

    /// What the march that is put together would change if it went to a province.
    pub fn march_outlook(&self, state: &State, march: &March, to: ProvinceId) -> MarchOutlook {
        let mut after = state.clone();
        self.go(&mut after, march.leader, &march.units, to, &mut Drop);
        let changed =
            |&province: &ProvinceId| self.status(state, province) != self.status(&after, province);
        let control = self.board.provinces().filter(changed);
        let control = control.map(|province| (province, self.status(&after, province))).collect();
        let hungers = |state: &State, province: ProvinceId| {
            let own = self.standing_at(state, province).into_iter();
            let own = own.map(|one| one.force).filter(|force| force.power == march.power);
            own.filter(|&force| self.would_starve(state, province, force)).collect::<Vec<_>>()
        };
        let hunger = [march.from, to].into_iter().flat_map(|province| {
            let before = hungers(state, province);
            let new = hungers(&after, province).into_iter();
            new.filter(move |force| !before.contains(force)).map(move |force| (province, force))
        });
        MarchOutlook {
            control,
            hunger: hunger.collect(),
            alone_against: self.army_against(state, march, to),
        }
    }

    /// How many units an enemy army has where a leader would go alone.
    fn army_against(&self, state: &State, march: &March, to: ProvinceId) -> Option<u8> {
        let friends = self.standing_at(state, to);
        let is_alone = march.leader.is_some()
            && march.units.is_empty()
            && !friends.iter().any(|one| one.force.power == march.power);
        let enemies = friends.iter().filter(|one| self.hostile(march.power, one.force.power));
        let most = enemies.map(|one| one.units.len()).max().filter(|_| is_alone)?;
        (most >= ARMY).then_some(most as u8)
    }
}
