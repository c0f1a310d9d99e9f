//! 5.5: elite commander initiative.

use crate::action::Action;
use crate::course::Course;
use crate::event::Event;
use crate::order_of_battle::{Army, LeaderId};
use crate::position::Position;
use crate::steps::TenureKind;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const ELITE: Rule = rule!(GBA, "5.51");
pub(crate) const AFTER_ELITE: Rule = rule!(GBA, "5.52");

/// 5.52, note: the highest roll that still gives an elite phase.
const ELITE_ROLL: u8 = 7;

impl Position<'_> {
    /// Whether an army may begin the turn with its elite initiative (5.51).
    pub(crate) fn may_use_elite(&self, army: Army) -> bool {
        self.rules.switches.elite_initiative && self.elite_commander(army).is_some()
    }

    fn elite_commander(&self, army: Army) -> Option<LeaderId> {
        self.overall_commander(army).filter(|&overall| self.rules.commander(overall).elite)
    }

    /// Whether this leader may have the elite phase: within the overall commander's range after the first
    /// turn.
    fn may_begin(&self, army: Army, leader: LeaderId) -> Result<(), Illegal> {
        let Some(overall) = self.elite_commander(army) else {
            return Err(Illegal::by(ELITE, "The army has no elite commander."));
        };
        let is_on_map = self.state.leader(leader).at.is_some();
        if self.rules.army_of(leader) != army || !is_on_map || self.initiative(leader).is_none() {
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

    pub(crate) fn list_elite(&self, army: Army, into: &mut Vec<Action>) {
        let may = |leader: &LeaderId| self.may_begin(army, *leader).is_ok();
        into.extend(self.rules.leaders().filter(may).map(Action::Elite));
        into.push(Action::Done);
    }

    pub(crate) fn check_elite(&self, army: Army, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Elite(leader) => self.may_begin(army, leader),
            Action::Done => Ok(()),
            _ => Err(Illegal::by(ELITE, "A leader may begin the turn now, or none.")),
        }
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// 5.52, note: with that switch the elite phase fails on an 8 or 9 after the first turn.
    pub(crate) fn gets_elite_phase(&mut self, army: Army) -> bool {
        if !self.position().may_use_elite(army) {
            return false;
        }
        let leader = self.position().elite_commander(army);
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
