//! 4.64, 9.22, 9.55: what becomes of leaders who are hit by missiles, in shock or in a duel.

use crate::command::leaders::LEADERS_WITHDRAW;
use crate::command::orders::OrderMode;
use crate::engine::event::{Casualty, Event};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Ending, HowEnded, Readiness};
use crate::engine::steps::Step;
use crate::model::charts::Harm;
use crate::model::order_of_battle::LeaderId;
use diadem_books::GBA;
use diadem_core::{Rule, Sink, rule};

const FALLING: Rule = rule!(GBA, "4.64");
pub(crate) const WOUNDS: Rule = rule!(GBA, "9.22");

impl From<Harm> for Casualty {
    fn from(harm: Harm) -> Casualty {
        match harm {
            Harm::None => Casualty::None,
            Harm::Finished => Casualty::Finished,
            Harm::Wounded(by) => Casualty::Wounded(by),
            Harm::Killed => Casualty::Killed,
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A leader has been hit, by this rule: the Leader Casualty Table says how badly (9.55).
    pub(crate) fn leader_hit(&mut self, leader: LeaderId, rule: Rule) {
        let roll = self.roll();
        let result = self.rules.charts.casualties.by_die(roll.raw).into();
        self.tell(Event::Casualty { leader, roll, result, rule });
        self.suffer(leader, result, rule);
    }

    /// A leader suffers what the Leader Casualty Table says, by the die or by the difference of a duel.
    pub(crate) fn suffer(&mut self, leader: LeaderId, result: Casualty, rule: Rule) {
        match result {
            Casualty::None => {}
            Casualty::Finished => self.stun(leader, rule),
            Casualty::Wounded(by) => self.wound(leader, by),
            Casualty::Killed => self.kill_leader(leader, FALLING),
        }
    }

    /// He gives no more orders this turn (4.25, 5.15).
    fn stun(&mut self, leader: LeaderId, rule: Rule) {
        let now = self.state.leader_mut(leader);
        now.no_momentum = true;
        if now.readiness != Readiness::Finished {
            self.finish_leader(leader, rule);
        }
        self.silence(leader);
    }

    /// 9.22: a wound takes so much from every rating, none of which falls below nought; a second one kills.
    pub(crate) fn wound(&mut self, leader: LeaderId, by: u8) {
        if by == 0 || self.state.leader(leader).at.is_none() {
            return;
        }
        let chart = &self.rules.charts.casualties;
        let is_second = self.state.leader(leader).wound > 0;
        if is_second || chart.killed_by_wound == 1 {
            self.kill_leader(leader, WOUNDS);
            return;
        }
        let fades = chart.killed_without_initiative;
        self.state.leader_mut(leader).wound = by;
        self.tell(Event::Wounded(leader, by));
        if fades && self.position().initiative(leader) == Some(0) {
            self.kill_leader(leader, WOUNDS);
        }
    }

    /// A leader is killed or captured, by this rule; a king whose death ends the battle ends it (9.24).
    pub(crate) fn kill_leader(&mut self, leader: LeaderId, rule: Rule) {
        if self.state.leader(leader).at.is_none() {
            return;
        }
        let now = self.state.leader_mut(leader);
        now.at = None;
        now.captured = rule == LEADERS_WITHDRAW;
        now.readiness = Readiness::Finished;
        self.silence(leader);
        self.dismount(leader);
        self.tell(Event::LeaderLost(leader, rule));
        if self.rules.commander(leader).is_target {
            let winner = Some(self.rules.camp_of(leader).other());
            self.end_battle(Ending { winner, how: HowEnded::KingKilled });
        }
    }

    /// The orders he still had to give are lost; a line that he has commanded goes on.
    fn silence(&mut self, leader: LeaderId) {
        for step in &mut self.state.steps {
            match step {
                Step::Orders(orders) if orders.tenure.leader == leader => match &mut orders.mode {
                    OrderMode::Individual(left) => *left = 0,
                    OrderMode::NameLine | OrderMode::Line { .. } => {}
                },
                _ => {}
            }
        }
    }

    /// He goes along with nobody any more, and is asked nothing.
    fn dismount(&mut self, leader: LeaderId) {
        let others = !1u32.checked_shl(leader.index() as u32).unwrap_or(0);
        for step in &mut self.state.steps {
            match step {
                Step::Move(movement) => movement.riders &= others,
                Step::Withdraw(withdrawal) => withdrawal.riders &= others,
                Step::Rout(rout) => rout.riders &= others,
                Step::Pursuit(pursuit) => pursuit.riders &= others,
                Step::Answers(answers) => answers.leaders &= others,
                Step::Departure(departure) => departure.leaders &= others,
                Step::Rampage(rampage) => {
                    rampage.riders &= others;
                    rampage.leaders &= others;
                }
                _ => {}
            }
        }
    }
}
