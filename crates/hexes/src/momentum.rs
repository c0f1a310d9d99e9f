//! 5.3: momentum and the die roll of doom.

use crate::activation::FINISHED;
use crate::course::Course;
use crate::event::Event;
use crate::order_of_battle::{Army, LeaderId, UnitSet};
use crate::position::Position;
use crate::steps::{Step, Tenure, TenureKind};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const MOMENTUM: Rule = rule!(GBA, "5.31");
pub(crate) const MOMENTUM_ROLL: Rule = rule!(GBA, "5.32");
pub(crate) const DOOM: Rule = rule!(GBA, "5.33");
pub(crate) const THREE_AT_MOST: Rule = rule!(GBA, "5.14");

impl Position<'_> {
    /// Whether the leader may try for another orders phase (5.31).
    pub(crate) fn may_try_momentum(&self, tenure: &Tenure) -> Result<(), Illegal> {
        let now = self.state.leader(tenure.leader);
        match () {
            () if now.at.is_none() => Err(Illegal::by(MOMENTUM, "He has fallen.")),
            () if tenure.nth >= 3 => {
                Err(Illegal::by(THREE_AT_MOST, "He has given orders three times in succession."))
            }
            () if now.no_momentum => {
                Err(Illegal::by(MOMENTUM, "He may not use momentum this turn."))
            }
            () if self.is_leader_in_zone(tenure.leader) => {
                Err(Illegal::by(MOMENTUM, "He is in an enemy zone of control."))
            }
            () => Ok(()),
        }
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    pub(crate) fn proceed_with_momentum(&mut self, tenure: Tenure) -> bool {
        if self.position().may_try_momentum(&tenure).is_ok() {
            return false;
        }
        self.finish();
        self.finish_leader(tenure.leader, FINISHED);
        true
    }

    /// 5.32: a roll against his initiative.
    pub(crate) fn try_momentum(&mut self, tenure: Tenure) {
        let leader = tenure.leader;
        let rating = self.position().initiative(leader).unwrap_or(0);
        let roll = self.roll();
        let success = roll.raw <= rating;
        self.tell(Event::Rolled { leader, rating, roll, success, rule: MOMENTUM_ROLL });
        if success {
            let kind = TenureKind::Momentum;
            self.instead(Step::Command(Tenure { kind, nth: tenure.nth + 1, ..tenure }));
        } else {
            self.decline_momentum(tenure);
        }
    }

    pub(crate) fn decline_momentum(&mut self, tenure: Tenure) {
        self.finish();
        self.finish_leader(tenure.leader, FINISHED);
    }

    pub(crate) fn proceed_with_reactivation(&mut self, _army: Army) -> bool {
        self.finish();
        true
    }

    pub(crate) fn proceed_with_crisis(&mut self, _leader: LeaderId, _units: UnitSet) -> bool {
        self.finish();
        true
    }
}
