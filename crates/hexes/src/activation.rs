//! 5.1: which leader is activated next.

use crate::action::Action;
use crate::course::Course;
use crate::event::Event;
use crate::order_of_battle::{Army, LeaderId};
use crate::position::Position;
use crate::state::Readiness;
use crate::steps::{Step, Tenure, TenureKind};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const ACTIVATION: Rule = rule!(GBA, "5.12");
pub(crate) const FINISHED: Rule = rule!(GBA, "5.15");

impl Position<'_> {
    /// The army whose turn it is to activate, and the initiative that goes first (5.12).
    pub(crate) fn next_to_activate(&self) -> Option<(Army, u8)> {
        let ready = self.rules.leaders().filter(|&leader| self.is_ready(leader));
        let lowest = ready.filter_map(|leader| {
            let army = self.rules.army_of(leader);
            Some((self.initiative(leader)?, self.rules.list(army).macedonian, army))
        });
        lowest.min().map(|(initiative, _, army)| (army, initiative))
    }

    fn is_ready(&self, leader: LeaderId) -> bool {
        let now = self.state.leader(leader);
        now.at.is_some() && now.readiness == Readiness::Inactive
    }

    /// The leaders of that army who may go now.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = LeaderId> + '_ {
        let next = self.next_to_activate();
        self.rules.leaders().filter(move |&leader| {
            self.is_ready(leader)
                && next.is_some_and(|(army, initiative)| {
                    self.rules.army_of(leader) == army
                        && self.initiative(leader) == Some(initiative)
                })
        })
    }

    pub(crate) fn list_activation(&self, into: &mut Vec<Action>) {
        for leader in self.candidates() {
            into.push(Action::Activate(leader));
            into.push(Action::Pass(leader));
        }
    }

    pub(crate) fn check_activation(&self, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Activate(leader) | Action::Pass(leader) => {
                if self.candidates().any(|candidate| candidate == leader) {
                    return Ok(());
                }
                Err(Illegal::by(ACTIVATION, "The leader with the lowest initiative goes first."))
            }
            _ => Err(Illegal::by(ACTIVATION, "A leader is to be activated now.")),
        }
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// When nobody is left to activate, the turn ends (5.27).
    pub(crate) fn proceed_with_activation(&mut self) -> bool {
        if self.position().next_to_activate().is_some() {
            return false;
        }
        self.begin_rout_phase();
        true
    }

    pub(crate) fn activate(&mut self, leader: LeaderId, rule: Rule) {
        self.tell(Event::Activated(leader, rule));
        self.show_arrangement(leader);
        self.begin(Step::Command(Tenure {
            leader,
            kind: TenureKind::Initial,
            nth: 1,
            line_before: false,
            through_overall: false,
            must_act: false,
            fought: false,
        }));
    }

    /// A leader can do no more this turn (5.15).
    pub(crate) fn finish_leader(&mut self, leader: LeaderId, rule: Rule) {
        self.state.leader_mut(leader).readiness = Readiness::Finished;
        self.tell(Event::Finished(leader, rule));
    }
}
