//! 8.4 to 8.6: the forced march.

use super::{FORCED_MARCH, FORCED_MARCH_LIMITS, LIMITS, March, SIEGE_TRAIN};
use crate::engine::event::Event;
use crate::engine::state::Place;
use crate::engine::steps::{Asked, Position, Procedure, Progress, Resolver};
use crate::losses::{Loss, LossCause};
use crate::model::ids::{ProvinceId, ProvinceSet, UnitId, UnitSet};
use crate::model::pieces::Kind;
use crate::model::switches::Switch;
use crate::{Action, Campaign, Question, State};
use diadem_core::{Dice, Die, Illegal, Roll, SeatSet, Sink};
use serde::{Deserialize, Serialize};

/// 8.4: whether a forced march goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Press(pub March);

impl Procedure for Press {
    fn asked(&self, _: Position<'_>) -> Option<Asked> {
        Some(Asked { power: self.0.power, question: Question::Press, rule: FORCED_MARCH })
    }
    fn list(&self, Position { rules, state }: Position<'_>, into: &mut Vec<Action>) {
        rules.list_press(state, &self.0, into);
    }
    fn check(
        &self,
        Position { rules, state }: Position<'_>,
        action: Action,
    ) -> Result<(), Illegal> {
        rules.check_press(state, &self.0, action)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        let Resolver { rules, state, dice, sink } = resolver;
        rules.press(state, self.0, action, dice, *sink);
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

impl Campaign {
    /// 8.4: those who can march on.
    fn marching_on(&self, march: &March) -> UnitSet {
        march.units.iter().filter(|&unit| self.roster[unit].can_force_march()).collect()
    }

    /// Where a forced march can go on to (8.4, 8.5).
    pub fn press_goals(&self, state: &State, march: &March) -> ProvinceSet {
        let (Some(through), Some(leader)) = (march.through, march.leader) else {
            return ProvinceSet::NONE;
        };
        let on = self.marching_on(march);
        if on.is_empty() || self.check_passage(state, march, through).is_err() {
            return ProvinceSet::NONE;
        }
        let mut goals = self.open_borders(state, march.power, through);
        goals.remove(march.from);
        let all = on.iter().chain(march.picked_up.iter());
        let limits = all.map(|unit| self.allowed(state, unit));
        limits.fold(goals.and(self.leader_allowed(state, leader)), ProvinceSet::and)
    }

    /// 11.7: whether infantry marches on.
    fn has_foot(&self, march: &March) -> bool {
        let on = self.marching_on(march);
        let mut all = on.iter().chain(march.picked_up.iter());
        all.any(|unit| self.roster[unit].kind.is_infantry())
    }

    /// 8.5: not through an army.
    fn check_passage(
        &self,
        state: &State,
        march: &March,
        through: ProvinceId,
    ) -> Result<(), Illegal> {
        if self.has_army(state, through, |other| self.hostile(march.power, other)) {
            return Err(Illegal::by(FORCED_MARCH_LIMITS, "An enemy army bars the way."));
        }
        Ok(())
    }

    /// 8.5: past a garrison only if somebody of the march stays behind to contest the province.
    fn must_drop(&self, state: &State, march: &March, through: ProvinceId) -> bool {
        let on = self.marching_on(march);
        let presence = self.presence(state);
        let enemy = self.powers.rivals(march.power).any(|one| presence.of(one).contains(through));
        let stays = state.units_at(Place::Field(through)).any(|unit| {
            let piece = state.unit(unit);
            piece.power == march.power
                && piece.done.marched
                && !on.contains(unit)
                && !march.picked_up.contains(unit)
                && self.roster[unit].kind.fights()
        });
        enemy && !stays
    }

    fn list_press(&self, state: &State, march: &March, into: &mut Vec<Action>) {
        let Some(through) = march.through else { return };
        let here = state.units_at(Place::Field(through));
        let candidates = here.flat_map(|unit| [Action::Drop(unit), Action::PickUp(unit)]);
        into.extend(candidates.filter(|&one| self.check_press(state, march, one).is_ok()));
        let goals = self.press_goals(state, march).iter().map(Action::Press);
        into.extend(goals.filter(|&one| self.check_press(state, march, one).is_ok()));
        into.push(Action::Done);
    }

    fn check_press(&self, state: &State, march: &March, action: Action) -> Result<(), Illegal> {
        let Some(through) = march.through else {
            return Err(Illegal::by(FORCED_MARCH, "Nobody is on a forced march."));
        };
        let on = self.marching_on(march);
        let refuse = |rule, sentence: &'static str| Err(Illegal::by(rule, sentence));
        match action {
            Action::Done => Ok(()),
            Action::Drop(unit) if !on.contains(unit) => {
                refuse(FORCED_MARCH, "It does not march on anyway.")
            }
            Action::Drop(_) if on.len() == 1 => {
                refuse(FORCED_MARCH, "With nobody left, the forced march is over.")
            }
            Action::Drop(_) => Ok(()),
            Action::PickUp(unit) => {
                let piece = state.unit(unit);
                let here = piece.place == Place::Field(through) && piece.power == march.power;
                let fresh = !piece.done.marched && !march.picked_up.contains(unit);
                if !here || !fresh {
                    return refuse(FORCED_MARCH, "Only units that wait here can be picked up.");
                }
                if self.roster[unit].kind == Kind::SiegeTrain && !self.has_foot(march) {
                    return refuse(SIEGE_TRAIN, "The Siege Train needs infantry to go with it.");
                }
                let mut with = *march;
                with.picked_up.insert(unit);
                if self.press_goals(state, &with).is_empty() {
                    return refuse(LIMITS, "Together they could go nowhere.");
                }
                Ok(())
            }
            Action::Press(to) => {
                self.check_passage(state, march, through)?;
                if !self.press_goals(state, march).contains(to) {
                    return refuse(FORCED_MARCH, "The forced march cannot end there.");
                }
                let is_train = |unit: UnitId| self.roster[unit].kind == Kind::SiegeTrain;
                if march.picked_up.iter().any(is_train) && !self.has_foot(march) {
                    return refuse(SIEGE_TRAIN, "The Siege Train needs infantry to go with it.");
                }
                if self.must_drop(state, march, through) {
                    return refuse(
                        FORCED_MARCH_LIMITS,
                        "Somebody has to stay behind to contest the province with its garrison.",
                    );
                }
                Ok(())
            }
            _ => refuse(FORCED_MARCH, "Alexander is on the march."),
        }
    }

    fn press(
        &self,
        state: &mut State,
        mut march: March,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        match action {
            Action::Drop(unit) => {
                march.units.remove(unit);
                state.steps.push(Press(march).into());
            }
            Action::PickUp(unit) => {
                march.picked_up.insert(unit);
                state.steps.push(Press(march).into());
            }
            Action::Press(to) => {
                let on = self.marching_on(&march);
                let all: UnitSet = on.iter().chain(march.picked_up.iter()).collect();
                if let Some(from) = march.through {
                    let units = all.len() as u8;
                    sink.tell(SeatSet::ALL, Event::Pressed { units, from, to });
                }
                self.go(state, march.leader, &all, to, sink);
                self.tell_gathering(state, &all, to, sink);
                self.alexander_halts(state, sink);
                self.march_attrition(state, march, on, dice, sink);
            }
            _ => {
                if let Some(province) = march.through {
                    self.tell_gathering(state, &march.units, province, sink);
                }
                self.alexander_halts(state, sink);
            }
        }
    }

    /// 8.6: by the land of the first province, whatever its state.
    fn march_attrition(
        &self,
        state: &mut State,
        march: March,
        among: UnitSet,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let Some(through) = march.through else { return };
        if self.switches.has(Switch::NoSupply) {
            return;
        }
        let roll = Roll::plain(dice, Die::D6);
        let steps = self.charts.attrition.steps(self.board[through].land, roll.raw);
        sink.tell(SeatSet::ALL, Event::MarchAttrition { through, roll, steps });
        let loss = Loss { power: march.power, cause: LossCause::ForcedMarch, among, steps };
        self.must_lose(state, loss, sink);
    }
}
