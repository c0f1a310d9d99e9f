//! 5.5: elite commander initiative.

use crate::command::activation::TenureKind;
use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::State;
use crate::model::order_of_battle::{ForceId, LeaderId};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const ELITE: Rule = rule!(GBA, "5.51");
pub(crate) const AFTER_ELITE: Rule = rule!(GBA, "5.52");

/// 5.52, note: the highest roll that still gives an elite phase.
const ELITE_ROLL: u8 = 7;

/// 5.51: a force may begin the turn with its elite initiative.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EliteInitiative(
    /// Whose.
    pub ForceId,
);

impl Procedure for EliteInitiative {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(rules.force(self.0).seat, Question::Elite, ELITE))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        let may = |leader: &LeaderId| position.may_begin(self.0, *leader).is_ok();
        into.extend(position.rules.leaders().filter(may).map(Action::Elite));
        into.push(Action::Done);
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Elite(leader) => position.may_begin(self.0, leader),
            Action::Done => Ok(()),
            _ => Err(Illegal::by(ELITE, "A leader may begin the turn now, or none.")),
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Elite(leader) => resolver.begin_elite_phase(leader),
            _ => resolver.finish(),
        }
    }
}

impl Position<'_> {
    /// Whether a force may begin the turn with its elite initiative (5.51).
    pub(crate) fn may_use_elite(&self, force: ForceId) -> bool {
        self.rules.switches.elite_initiative && self.elite_commander(force).is_some()
    }

    fn elite_commander(&self, force: ForceId) -> Option<LeaderId> {
        self.overall_commander(force).filter(|&overall| self.rules.commander(overall).elite)
    }

    /// Whether this leader may have the elite phase: within the overall commander's range after the first
    /// turn.
    fn may_begin(&self, force: ForceId, leader: LeaderId) -> Result<(), Illegal> {
        let Some(overall) = self.elite_commander(force) else {
            return Err(Illegal::by(ELITE, "The army has no elite commander."));
        };
        let is_on_map = self.state.leader(leader).at.is_some();
        if self.rules.force_of_leader(leader) != force
            || !is_on_map
            || self.initiative(leader).is_none()
        {
            return Err(Illegal::by(ELITE, "A leader of this army with an initiative may begin."));
        }
        if self.state.turn == 1
            || leader == overall
            || self.is_within(overall, self.range(overall), leader)
        {
            return Ok(());
        }
        Err(Illegal::by(ELITE, "He is not within the command range of the overall commander."))
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 5.52, note: with that switch the elite phase fails on an 8 or 9 after the first turn.
    pub(crate) fn gets_elite_phase(&mut self, force: ForceId) -> bool {
        if !self.position().may_use_elite(force) {
            return false;
        }
        let leader = self.position().elite_commander(force);
        let (true, Some(leader)) = (self.rules.switches.elite_roll && self.state.turn > 1, leader)
        else {
            return true;
        };
        let roll = self.roll();
        let success = roll.raw <= ELITE_ROLL;
        self.tell(Event::Rolled { leader, rating: ELITE_ROLL, roll, success, rule: AFTER_ELITE });
        success
    }

    /// 5.51: a leader has the elite phase; afterwards he is inactive again (5.52).
    pub(crate) fn begin_elite_phase(&mut self, leader: LeaderId) {
        self.finish();
        self.activate(leader, TenureKind::Elite, ELITE);
        self.state.leader_mut(leader).elite_phase = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::activation::Activation;
    use crate::engine::state::Readiness;
    use crate::engine::steps::Step;
    use crate::fixtures::battle::{BattleFixture, BattleInPlay};
    use crate::model::order_of_battle::Role;
    use diadem_core::Camp;

    /// An elite overall commander of the second army, a leader of his nearby and one far away.
    fn play(roll: bool) -> (BattleInPlay, [LeaderId; 3]) {
        let mut fixture = BattleFixture::new();
        let alexander = fixture.leader(Camp::Second, Role::Overall, 7, "2010");
        fixture.battle.leaders[alexander.index()].elite = true;
        let near = fixture.leader(Camp::Second, Role::Subordinate, 4, "2510");
        let far = fixture.leader(Camp::Second, Role::Subordinate, 4, "2710");
        fixture.switches.elite_initiative = true;
        fixture.switches.elite_roll = roll;
        (fixture.begin(&[]), [alexander, near, far])
    }

    #[test]
    fn gba_5_51_in_the_first_turn_anybody_later_those_in_range() {
        let (mut play, [alexander, near, far]) = play(false);
        let all = [alexander, near, far].map(Action::Elite);
        assert_eq!(play.listed(), [&all[..], &[Action::Done]].concat());
        play.act(Action::Done, &[]);
        for leader in [near, far, alexander] {
            play.act(Action::Pass(leader), &[]);
        }
        assert_eq!(play.state.turn, 2);
        assert_eq!(play.refused(Action::Elite(far)), "5.51");
        assert_eq!(play.listed(), [&all[..2], &[Action::Done]].concat());
    }

    #[test]
    fn gba_5_52_afterwards_he_is_inactive_and_has_one_momentum_less() {
        let (mut play, [alexander, ..]) = play(false);
        play.act(Action::Elite(alexander), &[]);
        play.act(Action::Individual, &[]);
        play.act(Action::Done, &[]);
        assert_eq!(play.state.leader(alexander).readiness, Readiness::Inactive);
        assert_eq!(play.state.step(), Step::Activation(Activation));
        for leader in [1, 2].map(LeaderId::new) {
            play.act(Action::Pass(leader), &[]);
        }
        play.act(Action::Activate(alexander), &[]);
        play.act(Action::Individual, &[]);
        play.act(Action::Done, &[]);
        play.act(Action::Momentum, &[7]);
        play.act(Action::Individual, &[]);
        let told = play.act(Action::Done, &[]);
        assert!(matches!(told[0], Event::Finished(leader, _) if leader == alexander));
    }

    #[test]
    fn gba_5_52_with_the_roll_an_eight_takes_the_phase_away() {
        let (mut play, [alexander, near, far]) = play(true);
        play.act(Action::Done, &[]);
        play.act(Action::Pass(near), &[]);
        play.act(Action::Pass(far), &[]);
        let told = play.act(Action::Pass(alexander), &[8]);
        assert!(matches!(told.last(), Some(Event::Rolled { success: false, .. })));
        assert_eq!(play.state.step(), Step::Activation(Activation));
    }
}
